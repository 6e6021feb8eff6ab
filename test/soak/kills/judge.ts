import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { isInProgress } from '#shared/desk/plan.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import { positionKey } from '#shared/domain/account.ts'
import { decimal, sum, toText, ZERO } from '#shared/domain/decimal.ts'
import type { Decimal, Encoded } from '#shared/domain/decimal.ts'
import { cancelsTwice, writesOf } from '#test/support/ledger.ts'
import type { Word } from './protocol.ts'

type Report = Encoded<DeskReport>
type Leg = Report['intents'][number]['legs'][number]

/** After a 429 nothing goes out for this long, ms of the venue's clock. */
const ACT_PAUSE_MS = 2_000

/** Contracts held, by position. */
export type Held = ReadonlyMap<string, Decimal>

export function look({ exchange }: Simulator): Held {
  return new Map(
    exchange.contracts.positions().map(({ spec, positionType, side, volume }) => {
      const mode = positionType === 1 ? 'cross' : 'isolated'
      return [positionKey(spec.name, mode, side === 'BUY' ? 'long' : 'short'), volume]
    }),
  )
}

/** Compares what a desk found out about the killed one with what the venue knows. */
export function judgeRecovery(
  venue: Simulator,
  { before, diedAt, report }: { before: Held; diedAt: number; report: Report },
): { violations: readonly string[]; undecided: number } {
  const legs = report.intents.flatMap((intent) => intent.legs)
  const undecided = legs.filter((leg) => leg.state === 'needsHuman')
  // By their timestamp, in the venue's time: requests that the killed desk had handed to the system may arrive later.
  const resent = writesOf(venue.ledger).filter(({ timestamp }) => Number(timestamp) > diedAt).length
  return {
    undecided: undecided.length,
    violations: [
      ...(report.state === 'open' ? [] : [`trading did not open: ${report.state}, ${report.reason?.code}`]),
      ...(resent === 0 ? [] : [`${resent} requests were sent by themselves after the restart`]),
      ...cameTwice(venue),
      ...legs.filter((leg) => isInProgress(leg.state)).map((leg) => `left in progress: ${story(leg)}`),
      ...wrongCancels(venue, legs),
      ...wrongCloses(venue, legs, before),
    ],
  }
}

/** The outcome of the same intent again, and of a new one, with a desk that is not killed. */
export function judgeEnd(
  venue: Simulator,
  { again, last, wasTaken }: { again: Word | null; last: Word | null; wasTaken: boolean },
): readonly string[] {
  const { spot, contracts } = venue.exchange
  const left = [...spot.openOrders(), ...contracts.openOrders(), ...contracts.positions()].length
  const isFlat = last?.kind === 'denied' && last.code === 'NOTHING_TO_DO'
  const newest = last?.kind === 'ended' ? last.report.intents[0] : undefined
  return [
    ...(again?.kind === 'ended' || !wasTaken
      ? []
      : [`the same intent again was answered with ${JSON.stringify(again)}`]),
    ...(isFlat || newest?.state === 'done' ? [] : [`did not converge: ${JSON.stringify(newest ?? last)}`]),
    ...(left === 0 ? [] : [`${left} orders and positions are left`]),
    ...venue.ledger.twice().arrived.map((id) => `order ${id} arrived twice`),
    ...refused(venue),
  ]
}

function cameTwice({ ledger }: Simulator): readonly string[] {
  return [
    ...ledger.twice().arrived.map((id) => `order ${id} arrived twice`),
    ...cancelsTwice(ledger).map((id) => `the cancel of ${id} arrived twice`),
  ]
}

function wrongCancels({ exchange }: Simulator, legs: readonly Leg[]): readonly string[] {
  const open = new Set(
    [...exchange.spot.openOrders(), ...exchange.contracts.openOrders()].map((order) => order.orderId),
  )
  return legs
    .filter(({ request, state }) => {
      if (request.kind !== 'cancel') return false
      const isSaidGone = state === 'verified' || state === 'alreadyGone'
      return isSaidGone && open.has(request.orderId)
    })
    .map((leg) => `is open all the same: ${story(leg)}`)
}

/** The desk's closed volume must be what the position lost. If the desk reports none, nothing is judged. */
function wrongCloses(venue: Simulator, legs: readonly Leg[], before: Held): readonly string[] {
  const now = look(venue)
  return [...before].flatMap(([key, held]) => {
    const closes = legs.filter(({ request }) => request.kind === 'close' && request.positionKey === key)
    if (closes.some((leg) => leg.state === 'needsHuman')) return []
    const said = sum(closes.map((leg) => decimal(leg.executed ?? '0')))
    const closed = held.minus(now.get(key) ?? ZERO)
    return said.eq(closed)
      ? []
      : [`${key}: said to have closed ${toText(said)}, was ${toText(closed)}; ${closes.map(story).join('; ')}`]
  })
}

/**
 * A restarted process does not know how much of the limits the last one used. So it may get a 429 for all that it had
 * sent before the first 429 arrived. What it sends after the pause must be accepted.
 */
function refused({ ledger }: Simulator): readonly string[] {
  const all = ledger.arrivals().filter(({ status }) => status === 429)
  const again = all.filter(({ arrivedAt }) => arrivedAt - (all[0]?.arrivedAt ?? 0) >= ACT_PAUSE_MS)
  const banned = ledger.arrivals({ status: 418 })
  return [
    ...(again.length === 0
      ? []
      : [`${again.length} more requests were refused for their rate after a pause for the first`]),
    ...(banned.length === 0 ? [] : [`${banned.length} requests met a ban`]),
  ]
}

function story({ request, state, detail }: Leg): string {
  return `${JSON.stringify(request)} ${state}: ${detail.code}`
}
