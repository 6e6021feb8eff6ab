/** What an intent of several orders, positions or holdings came to, as one line. Pure. */
import { chaseOf, type Action } from '#shared/desk/action.ts'
import { hasSucceeded, type LegRequest } from '#shared/desk/plan.ts'
import { type IntentReport, type LegReport } from '#shared/desk/report.ts'
import { decimal, sum, toText, type Encoded } from '#shared/domain/decimal.ts'
import { formatAmount } from '../kit/format.ts'

type Intent = Encoded<IntentReport>
type Leg = Encoded<LegReport>
type Kind = LegRequest['kind']

interface Nouns {
  readonly one: string
  readonly many: string
  /** What was done to them. */
  readonly done: string
}

const NOUNS: Record<Kind, Nouns> = {
  cancel: { one: 'order', many: 'orders', done: 'cancelled' },
  close: { one: 'position', many: 'positions', done: 'closed' },
  sell: { one: 'Spot holding', many: 'Spot holdings', done: 'sold' },
  protect: { one: 'protective order', many: 'protective orders', done: 'accepted' },
  place: { one: 'order', many: 'orders', done: 'filled' },
}

/** How closes are told that do not mean the whole of every position. */
const CLOSE_NOUNS: { readonly [K in Action['kind']]?: Nouns } = {
  closePosition: { one: 'closing order', many: 'closing orders', done: 'done' },
  reduce: { one: 'position', many: 'positions', done: 'made smaller' },
}

/**
 * "40 orders cancelled, 6 positions closed; seen flat.", "37 of 40 orders cancelled, 2 gone already." `standing`: the legs
 * that no later one stands in for. null where one leg tells it all, or nothing was done.
 */
export function outcomeWords({ action, state, legs }: Intent, standing: readonly Leg[]): string | null {
  const places = new Set(standing.map(({ request }) => placeOf(request)))
  if (places.size < 2 || !standing.some((leg) => hasSucceeded(leg.state))) return null
  const isChase = chaseOf(action) !== null
  // A chase takes its own order back again and again: only what it traded is worth telling, and its note tells the rest.
  if (isChase && state !== 'done') return null
  const told = isChase ? standing.filter(({ request }) => request.kind === 'close') : standing
  const parts = [...Map.groupBy(told, ({ request }) => request.kind)].map(([kind, own]) =>
    kind === 'close' && action.kind === 'closePosition' ? tradedPart(legs, own) : countPart(action, kind, own),
  )
  const seen = action.kind === 'flatten' && state === 'done' ? '; seen flat' : ''
  return `${parts.filter(Boolean).join(', ')}${seen}.`
}

/** "310 ct closed", "200 of 310 ct closed" */
function tradedPart(all: readonly Leg[], own: readonly Leg[]): string {
  const known = all.flatMap(({ request, executed }) =>
    request.kind === 'close' && executed !== null ? [executed] : [],
  )
  const count = countPart({ kind: 'closePosition' }, 'close', own)
  if (known.length === 0) return count
  const traded = `${formatAmount(toText(sum(known.map((each) => decimal(each)))))} ct closed`
  return own.some(({ state }) => state === 'working') ? `${traded}, ${count}` : traded
}

type Fate = 'done' | 'gone' | 'waiting' | 'missed'

function countPart({ kind: asked }: Pick<Action, 'kind'>, kind: Kind, own: readonly Leg[]): string {
  const fates = [...Map.groupBy(own, ({ request }) => placeOf(request)).values()].map((legs) => fateOf(kind, legs))
  const count = (fate: Fate): number => fates.filter((each) => each === fate).length
  const { one, many, done } = (kind === 'close' ? CLOSE_NOUNS[asked] : undefined) ?? NOUNS[kind]
  const named = (number: number): string => (number === 1 ? one : many)
  const missed = count('missed')
  const ends = [
    { number: count('done'), of: missed > 0 ? ` of ${fates.length}` : '', words: done },
    { number: count('gone'), of: '', words: 'gone already' },
    { number: count('waiting'), of: '', words: 'waiting at the price' },
  ].filter(({ number, of }) => number > 0 || of !== '')
  return ends
    .map(({ number, of, words }, index) => {
      const noun = index === 0 ? ` ${named(of === '' ? number : fates.length)}` : ''
      return `${number}${of}${noun} ${words}`
    })
    .join(', ')
}

/** What may wait at its price as asked. */
const WAITING: ReadonlySet<Kind> = new Set(['close', 'place'])

/** How the requests about one order, position or holding ended, taken together: a later round goes on with the rest. */
function fateOf(kind: Kind, all: readonly Leg[]): Fate {
  const newest = Math.max(...all.map(({ round }) => round))
  const legs = all.filter(({ round }) => round === newest)
  if (legs.every(({ state }) => state === 'alreadyGone')) return 'gone'
  if (!legs.every(({ state }) => hasSucceeded(state))) return 'missed'
  return WAITING.has(kind) && legs.some(({ state }) => state === 'working') ? 'waiting' : 'done'
}

/** What a request is about, as text: one order, one position or one holding. */
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
