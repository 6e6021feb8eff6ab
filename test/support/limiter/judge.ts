/**
 * Judges of a run that look at what happened and know nothing of any limiter: counts as the strictest venue would count
 * them, and who went before whom.
 */
import type { Lane } from '#electron/venue/port.ts'
import type { Limit } from '#electron/venue/profile/dialect.ts'
import type { Trace } from './traffic.ts'

/** What counts against a limit: when, and how much. */
interface Arrival {
  readonly at: number
  readonly cost: number
}

export function arrivalsOf(traces: readonly Trace[], costOf: (endpoint: string) => number = () => 1): Arrival[] {
  return traces
    .flatMap(({ arrivedAt, call }) => (arrivedAt === null ? [] : [{ at: arrivedAt, cost: costOf(call.endpoint) }]))
    .sort((a, b) => a.at - b.at)
}

/** How many arrivals bring a sliding window over the limit. `arrivals` in order; with costs of one: a[i] - a[i-N] < W. */
export function violations(arrivals: readonly Arrival[], { count, windowMs }: Limit): number {
  let first = 0
  let sum = 0
  let broken = 0
  for (const { at, cost } of arrivals) {
    sum += cost
    for (; at - arrivals[first]!.at >= windowMs; first++) sum -= arrivals[first]!.cost
    if (sum > count) broken++
  }
  return broken
}

/** The most that falls into one window of a venue that counts in fixed windows, over all ways to lay them. */
export function fullestFixedWindow(arrivals: readonly Arrival[], windowMs: number): number {
  let most = 0
  // A window that holds the most can be moved right until an arrival opens it.
  for (const { at: phase } of arrivals) {
    let index = NaN
    let sum = 0
    for (const { at, cost } of arrivals) {
      const own = Math.floor((at - phase) / windowMs)
      sum = own === index ? sum + cost : cost
      index = own
      most = Math.max(most, sum)
    }
  }
  return most
}

/** Calls that neither went nor were refused. */
export function stuck(traces: readonly Trace[]): number {
  return traces.filter(({ letGoAt, refused }) => letGoAt === null && !refused).length
}

const RANK: Readonly<Record<Lane, number>> = { act: 0, verify: 1, place: 2, poll: 3 }

/**
 * Calls let go while another in the same line waited that comes first: one of a higher lane, or one of the same lane that
 * was asked for earlier. Each endpoint is a line of its own unless told otherwise.
 */
export function overtakings(traces: readonly Trace[], lineOf: (endpoint: string) => string = (name) => name): number {
  const gone = traces.flatMap(({ number, letGoAt, call: { askAt, lane, endpoint } }) =>
    letGoAt === null ? [] : [{ number, letGoAt, askAt, rank: RANK[lane], line: lineOf(endpoint) }],
  )
  let count = 0
  for (const one of gone) {
    for (const other of gone) {
      if (other.letGoAt <= one.letGoAt || other.askAt >= one.letGoAt || other.line !== one.line) continue
      const isFirst = other.rank < one.rank || (other.rank === one.rank && other.number < one.number)
      if (isFirst) count++
    }
  }
  return count
}

/**
 * Acts that waited longer than their share of a limit promises. The `reserved` of them that were asked for first go at
 * once, the next when these are over, and so on; where no poll is lost, all that fit into the limit go in one `heldMs`.
 */
export function lateActs(
  traces: readonly Trace[],
  { reserved, heldMs, isLossy }: { readonly reserved: number; readonly heldMs: number; readonly isLossy: boolean },
): number {
  const acts = traces.filter(({ call }) => call.lane === 'act')
  return acts.filter(({ letGoAt, call }, place) => {
    const turns = Math.floor(place / reserved)
    // Times are sums of fractions of a ms.
    return (letGoAt ?? Infinity) - call.askAt > (isLossy ? turns : Math.min(turns, 1)) * heldMs + 1e-6
  }).length
}
