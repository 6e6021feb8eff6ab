/** A plan as the sheet shows it: the totals first, then the effect and the cost of each request. Pure. */
import { chaseOf, tacticOf, type Action, type ActionOf, type CloseTactic } from '#shared/desk/action.ts'
import type { LegEstimate, LegRequest, Plan, PlanEstimate } from '#shared/desk/plan.ts'
import { partsOfKey } from '#shared/domain/account.ts'
import { compareKnown } from '#shared/domain/compare.ts'
import { decimal, sum, toText, type Decimal, type Encoded } from '#shared/domain/decimal.ts'
import type { TitleOf } from '#shared/words/instrument-words.ts'
import { listed, message } from '#shared/words/message.ts'
import { labelOf } from '../risk/unit-label.ts'
import { say, t } from '../kit/say.ts'
import {
  formatAge,
  formatAmount,
  formatMoney,
  formatPercent,
  formatRatio,
  NOT_APPLICABLE,
  UNKNOWN,
} from '../kit/format.ts'
import { placesOf } from '#shared/risk/reporting.ts'
import { requestTitle, type Indexed, type RequestWords } from './request-words.ts'

/** A plan with more legs than this shows one line for each kind. */
export const MOST_LEGS = 12

export interface PlanFact {
  readonly name: string
  readonly text: string
  readonly sub: string
  readonly title?: string
}

/** What a hold on the plan's button does. */
function deedOf(action: Action): 'run' | 'flatten' | 'close' | 'reduce' | 'place' | 'chase' | 'cancel' {
  switch (action.kind) {
    case 'flatten':
      return 'flatten'
    case 'cancelOrder':
    case 'cancelOrders':
    case 'cancelMatching':
      return 'cancel'
    case 'closeSide':
      return 'close'
    case 'reduce':
    case 'reduceAll':
    case 'closePosition':
      return RESTING[tacticOf(action).kind] ?? (isWhole(action) ? 'close' : 'reduce')
    case 'protect':
    case 'breakEvenAll':
    case 'restore':
      return 'run'
  }
}

/** Closes that are not done at once. */
const RESTING: { readonly [K in CloseTactic['kind']]?: 'place' | 'chase' } = {
  limit: 'place',
  offset: 'place',
  chase: 'chase',
}

/** Whether nothing is left of what it closes, as far as its size says. */
function isWhole(action: ActionOf<'reduce' | 'reduceAll' | 'closePosition'>): boolean {
  if (action.kind === 'reduce') return false
  return action.kind === 'reduceAll' ? action.percent === 100 : 'percent' in action.size && action.size.percent === 100
}

/** The label of the plan's button: "Hold to close E-BTC-USDT". */
export function holdLabelOf(action: Action, titleOf: TitleOf): string {
  const deed = deedOf(action)
  const parts = action.kind === 'closePosition' ? partsOfKey(action.positionKey) : null
  return parts !== null && (deed === 'close' || deed === 'reduce')
    ? t(`desk.hold.${deed}One`, { contract: titleOf('contract', parts.contract) })
    : t(`desk.hold.${deed}`)
}

/** The totals, in the order in which a trader needs them: requests, time, cost, margin rate afterwards. */
export function planFacts({ action, legs, estimate }: Encoded<Plan>): PlanFact[] {
  const requests = { name: t('desk.requests'), text: String(legs.length), sub: countWords(action, legs) }
  if (estimate === null) return [requests]
  // One batch cancel call carries several requests.
  const { requests: calls } = estimate
  return [
    calls < legs.length ? { ...requests, title: t('desk.callsHint', { calls }) } : requests,
    chaseOf(action) ? endless() : timeFact(estimate),
    costFact(legs, estimate),
    marginFact(legs, estimate),
  ]
}

function timeFact({ likelyMs, p95Ms }: Encoded<PlanEstimate>): PlanFact {
  return {
    name: t('desk.time'),
    text: t('desk.timeAbout', { time: formatAge(likelyMs) }),
    sub: t('desk.timeMost', { time: formatAge(p95Ms) }),
    title: t('desk.timeHint'),
  }
}

const endless = (): PlanFact => ({ name: t('desk.time'), text: t('desk.unknown'), sub: t('desk.timeEndless') })

function costFact(legs: Encoded<Plan>['legs'], estimate: Encoded<PlanEstimate>): PlanFact {
  const { slippage, fee, reportingCoin: coin, costIsPartial } = estimate
  const trades = legs.filter(hasCost)
  if (trades.length === 0) return { name: t('desk.cost'), text: t('kit.none'), sub: t('desk.costNoneWhy') }
  const name = t(estimate.isIfFilled ? 'desk.costIfFilled' : 'desk.cost')
  const unknown = unknownCosts(legs, estimate)
  if (unknown === trades.length) return { name, text: t('desk.unknown'), sub: t('desk.costUnknownWhy') }
  const style = { places: placesOf(coin) }
  const parts = t(estimate.feeIsAtMost ? 'desk.costPartsMost' : 'desk.costParts', {
    slippage: formatAmount(slippage, style),
    fee: formatAmount(fee, style),
  })
  // A limit price bounds the cost of a trade. The cost of a market order is an estimate from the order book.
  const bounded = trades.every((leg) => leg.kind === 'close' && leg.price !== null)
  const cost = costText(decimal(slippage).plus(fee), coin)
  const sub = costIsPartial ? t('desk.costPartly', { parts, unknown, all: trades.length }) : parts
  return {
    name,
    text: t(costIsPartial ? 'desk.over' : bounded ? 'desk.costMost' : 'desk.costAbout', { cost }),
    sub,
    title: t('desk.costHint', { parts: sub }),
  }
}

/** Whether a request trades and so has a cost, at once or when it fills. */
function hasCost({ kind }: Encoded<LegRequest>): boolean {
  return kind === 'sell' || kind === 'close'
}

function unknownCosts(legs: Encoded<Plan>['legs'], { legs: estimates }: Encoded<PlanEstimate>): number {
  return legs.filter((leg, index) => hasCost(leg) && costOf(estimates[index]) === null).length
}

function costOf(leg: Encoded<LegEstimate> | undefined): Decimal | null {
  if (!leg || leg.slippage === null || leg.fee === null) return null
  return sum([decimal(leg.slippage), decimal(leg.fee)])
}

function marginFact(legs: Encoded<Plan>['legs'], { margin, isIfFilled }: Encoded<PlanEstimate>): PlanFact {
  const name = t(isIfFilled ? 'desk.rateIfFilled' : 'how.marginRate.title')
  // Every margin unit that the plan touches, the least safe one before the plan first.
  const lines = margin
    .toSorted((a, b) => (a.before ?? -Infinity) - (b.before ?? -Infinity))
    .map((unit) => ({ unit: labelOf(unit.unitId), ...rateWords(unit) }))
  const [first] = lines
  if (first === undefined) {
    const isTouched = legs.some(({ kind }) => kind === 'close')
    return isTouched
      ? { name, text: t('desk.unknown'), sub: t('desk.rateUnknownWhy') }
      : { name, text: t('desk.rateSame'), sub: t('desk.rateSameWhy') }
  }
  const units = listed(
    lines.map(({ unit }) => unit),
    1,
  )
  return {
    name,
    text: first.text,
    sub: t(first.code, { text: units }),
    title: lines.map(({ unit, text, code }) => t(code, { text: t('desk.rateLine', { unit, rate: text }) })).join('\n'),
  }
}

/**
 * The margin rate before and after the plan. `code` names the sentence that explains what is uncertain, if anything.
 */
function rateWords({ unitId, before, after }: Encoded<PlanEstimate>['margin'][number]): {
  readonly text: string
  readonly code: 'plain' | 'desk.rateBetterWhy'
} {
  if (before === null) return { text: t('desk.unknown'), code: 'plain' }
  const rate = formatPercent(before)
  // Cancels free margin of a cross unit by an unknown amount: the venue reports the margin of all orders together, not
  // of each order.
  if (after === before && unitId.startsWith('cross:'))
    return { text: t('desk.rateBetter', { rate }), code: 'desk.rateBetterWhy' }
  return { text: `${rate} → ${after === null ? t('overview.margin.noPosition') : formatPercent(after)}`, code: 'plain' }
}

/** The legs of a plan in words. `worst`: the one to look at first; null: none. */
export function legWords({ legs, estimate }: Encoded<Plan>, words: RequestWords) {
  const worst = estimate ? worstLeg(legs, estimate) : -1
  const coin = estimate?.reportingCoin ?? ''
  function rowOf([index, request]: Indexed<Encoded<LegRequest>>) {
    const expected = estimate?.legs[index]
    const cost = costOf(expected)
    return {
      start: expected ? startText(expected.startsAtMs) : UNKNOWN,
      what: requestTitle(request, words),
      effect: expected ? say(expected.effect) : '',
      cost: hasCost(request) ? costText(cost, coin) : NOT_APPLICABLE,
      /** The leg that costs more than the others, or one whose cost nobody knows. */
      tag: index === worst ? t(cost === null ? 'desk.costUnknown' : 'desk.costsMost') : '',
    }
  }
  const first = legs[worst]
  return { worst: first ? rowOf([worst, first]) : null, rowOf }
}

/** The index of the costliest leg. An unknown cost comes before all known ones. -1 unless several legs trade. */
function worstLeg(legs: Encoded<Plan>['legs'], { legs: estimates }: Encoded<PlanEstimate>): number {
  const costs = legs.flatMap((leg, index) => (hasCost(leg) ? [{ index, cost: costOf(estimates[index]) }] : []))
  const [worst] = costs.toSorted((a, b) => compareKnown(b.cost, a.cost))
  return costs.length > 1 ? (worst?.index ?? -1) : -1
}

/** One line for each kind of request, in the order in which the kinds start. */
export function legGroups({ legs, estimate }: Encoded<Plan>) {
  const kinds = [...new Set(legs.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const own = legs.flatMap((leg, index) => (leg.kind === kind ? [{ leg, expected: estimate?.legs[index] }] : []))
    const starts = own.flatMap(({ expected }) => (expected ? [expected.startsAtMs] : []))
    return {
      kind,
      start: starts.length === 0 ? UNKNOWN : spanText(Math.min(...starts), Math.max(...starts)),
      what: t(`desk.group.${kind}`, { count: own.length }),
      cost: groupCost(own, estimate?.reportingCoin ?? ''),
    }
  })
}

function groupCost(
  own: readonly { readonly leg: Encoded<LegRequest>; readonly expected: Encoded<LegEstimate> | undefined }[],
  coin: string,
): string {
  const trades = own.filter(({ leg }) => hasCost(leg))
  if (trades.length === 0) return NOT_APPLICABLE
  const costs = trades.map(({ expected }) => costOf(expected))
  const known = costs.filter((cost) => cost !== null)
  if (known.length === 0) return costText(null, coin)
  const cost = costText(sum(known), coin)
  return known.length < costs.length ? t('desk.over', { cost }) : cost
}

function costText(cost: Decimal | null, coin: string): string {
  return cost === null ? t('desk.unknown') : formatMoney(toText(cost), coin)
}

const seconds = (ms: number): string => formatRatio(ms / 1000, { places: 1 })
const startText = (ms: number): string => t('desk.startsAt', { seconds: seconds(ms) })

function spanText(from: number, to: number): string {
  const [first, last] = [seconds(from), seconds(to)]
  return first === last ? startText(from) : t('desk.startsAt', { seconds: `${first}–${last}` })
}

/** "22 cancels, 6 closes", "22 cancels, 14 orders close 8 positions"; a flatten without a close says so. */
function countWords({ kind: asked }: Encoded<Plan>['action'], legs: Encoded<Plan>['legs']): string {
  const closed = new Set(legs.flatMap((leg) => (leg.kind === 'close' ? [leg.positionKey] : []))).size
  const counts = [...Map.groupBy(legs, ({ kind }) => kind)].map(([kind, { length: count }]) =>
    kind === 'close' && closed < count
      ? message('desk.counted.closeOf', { count, positions: message('positions', { count: closed }) })
      : message(`desk.counted.${kind}`, { count }),
  )
  const closesNone = asked === 'flatten' && !legs.some(({ kind }) => kind === 'close')
  return t('plain', { text: closesNone ? [...counts, message('desk.closesNothing')] : counts })
}
