/**
 * Judges of a run. They look only at what happened and know no limiter: one counts as the strictest venue would, others
 * check which call went first.
 */
import type { Lane } from '#electron/venue/port.ts'
import type { Limit } from '#electron/venue/profile/dialect.ts'
import type { Trace } from './traffic.ts'

/** What counts against a limit: the time and the cost. */
interface Arrival {
  readonly at: number
  readonly cost: number
}

export function arrivalsOf(traces: readonly Trace[], costOf: (endpoint: string) => number = () => 1): Arrival[] {
  return traces
    .flatMap(({ arrivedAt, call }) => (arrivedAt === null ? [] : [{ at: arrivedAt, cost: costOf(call.endpoint) }]))
    .sort((a, b) => a.at - b.at)
}

/**
 * How many arrivals exceed a sliding-window limit. `arrivals` are in order of time. When every cost is 1, an arrival
 * exceeds the limit when a[i] - a[i-N] < W.
 */
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

/** The highest count in one window of a venue with fixed windows, over all possible window starts. */
export function fullestFixedWindow(arrivals: readonly Arrival[], windowMs: number): number {
  let most = 0
  // The fullest window can be moved later until an arrival opens it, so only arrivals need to be tried as starts.
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

/** Calls that neither left nor were refused. */
export function stuck(traces: readonly Trace[]): number {
  return traces.filter(({ letGoAt, refused }) => letGoAt === null && !refused).length
}

const RANK: Readonly<Record<Lane, number>> = { act: 0, verify: 1, place: 2, poll: 3 }

/**
 * Calls that left while a call that should have gone first waited in the same line: one of a higher lane, or a write
 * while this one reads, or an earlier one of the same lane and kind. By default, each endpoint is a line of its own.
 */
export function overtakings(
  traces: readonly Trace[],
  lineOf: (endpoint: string) => string = (name) => name,
  isWrite: (endpoint: string) => boolean = () => false,
): number {
  const gone = traces.flatMap(({ number, letGoAt, call: { askAt, lane, endpoint } }) => {
    if (letGoAt === null) return []
    const rank = 2 * RANK[lane] + (isWrite(endpoint) ? 0 : 1)
    return [{ number, letGoAt, askAt, rank, line: lineOf(endpoint) }]
  })
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
 * Calls in the act lane that waited longer than their reserved share of a limit allows. The first `reserved` acts go at
 * once, the next ones when these are over, and so on. Without lost polls, all acts that fit into the limit go within
 * one `heldMs`.
 */
export function lateActs(
  traces: readonly Trace[],
  { reserved, heldMs, isLossy }: { readonly reserved: number; readonly heldMs: number; readonly isLossy: boolean },
): number {
  const acts = traces.filter(({ call }) => call.lane === 'act')
  return acts.filter(({ letGoAt, call }, place) => {
    const turns = Math.floor(place / reserved)
    // Times are sums of fractions of a ms, so the comparison allows for rounding.
    return (letGoAt ?? Infinity) - call.askAt > (isLossy ? turns : Math.min(turns, 1)) * heldMs + 1e-6
  }).length
}
