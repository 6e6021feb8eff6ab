/** The result of an intent with several orders, positions or holdings, as one line. Pure. */
import { chaseOf, type Action } from '#shared/desk/action.ts'
import { hasSucceeded, type LegRequest } from '#shared/desk/plan.ts'
import { type IntentReport, type LegReport } from '#shared/desk/report.ts'
import { decimal, sum, type Encoded } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { amount, message } from '#shared/words/message.ts'

type Kind = LegRequest['kind']

/** What the trader asked for. A partial close has wording of its own. */
const ASKED: { readonly [K in Action['kind']]?: Kind | 'part' | 'reduce' } = {
  closePosition: 'part',
  reduce: 'reduce',
  reduceAll: 'reduce',
}

/**
 * "40 orders cancelled, 6 positions closed; seen flat.", "37 of 40 orders cancelled, 2 gone already." `standing` are
 * the legs that no later leg replaced. The result is null when the intent is about fewer than two things, or when
 * nothing was done.
 */
export function outcomeMessage(
  { action, state, legs }: Encoded<IntentReport>,
  standing: readonly Encoded<LegReport>[],
): Message | null {
  const places = new Set(standing.map(({ request }) => placeOf(request)))
  if (places.size < 2 || !standing.some((leg) => hasSucceeded(leg.state))) return null
  const isChase = chaseOf(action) !== null
  // A chase cancels its own order many times, so only its trades are reported. Its note says the rest.
  if (isChase && state !== 'done') return null
  const counted = isChase ? standing.filter(({ request }) => request.kind === 'close') : standing
  const parts = [...Map.groupBy(counted, ({ request }) => request.kind)].flatMap(([kind, own]) =>
    kind === 'close' && action.kind === 'closePosition' ? tradedParts(legs, own) : countParts(action.kind, kind, own),
  )
  const isFlat = action.kind === 'flatten' && state === 'done'
  return message(isFlat ? 'desk.outcomeFlat' : 'desk.outcome', { parts })
}

/** "310 ct closed" */
function tradedParts(all: readonly Encoded<LegReport>[], own: readonly Encoded<LegReport>[]): readonly Message[] {
  const known = all.flatMap(({ request, executed }) =>
    request.kind === 'close' && executed !== null ? [executed] : [],
  )
  const counts = countParts('closePosition', 'close', own)
  if (known.length === 0) return counts
  const traded = message('desk.traded', { volume: amount(sum(known.map((each) => decimal(each)))) })
  return own.some(({ state }) => state === 'working') ? [traded, ...counts] : [traded]
}

/** "20 orders cancelled", "2 gone already": only the first part names the things. */
function countParts(action: Action['kind'], kind: Kind, own: readonly Encoded<LegReport>[]): readonly Message[] {
  const asked = (kind === 'close' ? ASKED[action] : undefined) ?? kind
  const fates = [...Map.groupBy(own, ({ request }) => placeOf(request)).values()].map((legs) => fateOf(kind, legs))
  const number = (fate: (typeof fates)[number]): number => fates.filter((each) => each === fate).length
  const [done, all] = [number('done'), fates.length]
  const things = (count: number): Message => message(`desk.things.${asked}`, { count })
  const first =
    number('missed') > 0
      ? [message(`desk.done.${asked}`, { things: message('desk.doneOf', { done, things: things(all) }) })]
      : done > 0
        ? [message(`desk.done.${asked}`, { things: things(done) })]
        : []
  const others = (['gone', 'waiting'] as const).filter((fate) => number(fate) > 0)
  const rest = others.map((fate, index) => {
    const count = number(fate)
    const isNamed = first.length > 0 || index > 0
    return message(`desk.${fate}`, { things: isNamed ? message('desk.things.more', { count }) : things(count) })
  })
  return [...first, ...rest]
}

/** The kinds of request that may rest at their price as the trader asked. */
const WAITING: ReadonlySet<Kind> = new Set(['close', 'place'])

/** How the newest round of requests for one order, position or holding ended. */
function fateOf(kind: Kind, all: readonly Encoded<LegReport>[]) {
  const newest = Math.max(...all.map(({ round }) => round))
  const legs = all.filter(({ round }) => round === newest)
  if (legs.every(({ state }) => state === 'alreadyGone')) return 'gone'
  if (!legs.every(({ state }) => hasSucceeded(state))) return 'missed'
  return WAITING.has(kind) && legs.some(({ state }) => state === 'working') ? 'waiting' : 'done'
}

/** A key for the one order, position or holding that a request is about. */
export function placeOf(request: Encoded<LegRequest>): string {
  switch (request.kind) {
    case 'cancel':
      return `order ${request.area} ${request.instrument} ${request.orderId}`
    case 'close':
      return `position ${request.positionKey}`
    case 'protect':
      return `${request.purpose} ${request.positionKey}`
    case 'sell':
      return `asset ${request.asset}`
    case 'place':
      return `new ${request.clientOrderId}`
  }
}
