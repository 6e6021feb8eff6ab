/** A plan as the sheet shows it: totals first, then what each request does and costs. Pure. */
import { chaseOf } from '#shared/desk/action.ts'
import type { LegEstimate, LegRequest, Plan, PlanEstimate } from '#shared/desk/plan.ts'
import { decimal, sum, toText, type Decimal, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import { listed } from '#shared/domain/listed.ts'
import { labelOf, type UnitLabels } from '../risk/unit-label.ts'
import { say } from '../kit/say.ts'
import { formatAge, formatAmount, formatPercent, NOT_APPLICABLE, placesOf, UNKNOWN } from '../kit/format.ts'
import { KIND_WORDS, requestTitle, type RequestWords } from './request-words.ts'

/** More legs than this are shown as one line for each kind. */
export const MOST_LEGS = 12

export interface PlanFact {
  readonly name: string
  readonly text: string
  readonly sub: string
  readonly title?: string
}

/** The totals, in the order a trader asks for them: how much, how long, what for, how safe afterwards. */
export function planFacts({ action, legs, estimate }: Encoded<Plan>, labels: UnitLabels): PlanFact[] {
  const requests = { name: 'Requests', text: String(legs.length), sub: countWords(action, legs) }
  if (estimate === null) return [requests]
  return [
    { ...requests, ...callsTitle(legs, estimate) },
    chaseOf(action)
      ? ENDLESS
      : {
          name: 'Time',
          text: `~${formatAge(estimate.likelyMs)}`,
          sub: `19 in 20: ${formatAge(estimate.p95Ms)}`,
          title:
            'From the first request until every effect was seen in a read, by rate limits and measured round trips',
        },
    costFact(legs, estimate),
    marginFact(legs, estimate, labels),
  ]
}

const ENDLESS: PlanFact = { name: 'Time', text: 'not known', sub: 'until it is filled, or stops' }

type Legs = Encoded<Plan>['legs']

/** A batch cancel carries several requests in one call. */
function callsTitle(legs: Legs, { requests: calls }: Encoded<PlanEstimate>): { title?: string } {
  return calls < legs.length ? { title: `${calls} calls: Spot takes several cancels of a pair in one` } : {}
}

function costFact(legs: Legs, estimate: Encoded<PlanEstimate>): PlanFact {
  const { slippage, fee, reportingCoin: coin, costIsPartial } = estimate
  const style = { places: placesOf(coin) }
  const trades = legs.filter(hasCost)
  const name = estimate.isIfFilled ? 'Cost if filled' : 'Cost'
  if (trades.length === 0) return { name: 'Cost', text: 'none', sub: 'nothing is traded now' }
  const known = trades.length - unknownCosts(legs, estimate)
  if (known === 0) return { name, text: 'not known', sub: 'no book or fee rate tells it' }
  const total = formatAmount(toText(decimal(slippage).plus(fee)), style)
  const most = estimate.feeIsAtMost ? 'at most ' : ''
  const parts = `slippage ${formatAmount(slippage, style)} + fee ${most}${formatAmount(fee, style)}`
  // A price limit bounds what a trade can give away; at market it is what the book shows now.
  const bounded = trades.every((leg) => leg.kind === 'close' && leg.price !== null)
  const word = costIsPartial ? 'over' : bounded ? 'at most' : 'about'
  const sub = costIsPartial ? `${parts}; ${trades.length - known} of ${trades.length} not known` : parts
  return {
    name,
    text: `${word} ${total} ${coin}`,
    sub,
    title: `Against the mark, by the order books just read: ${sub}`,
  }
}

/** Whether a request trades, and so costs something: at once, or if it is filled at the price it waits for. */
function hasCost({ kind }: Encoded<LegRequest>): boolean {
  return kind === 'sell' || kind === 'close'
}

function unknownCosts(legs: Legs, { legs: estimates }: Encoded<PlanEstimate>): number {
  return legs.filter((leg, index) => hasCost(leg) && costOf(estimates[index]) === null).length
}

function costOf(leg: Encoded<LegEstimate> | undefined): Decimal | null {
  if (!leg || leg.slippage === null || leg.fee === null) return null
  return sum([decimal(leg.slippage), decimal(leg.fee)])
}

function marginFact(legs: Legs, { margin, isIfFilled }: Encoded<PlanEstimate>, labels: UnitLabels): PlanFact {
  const name = isIfFilled ? 'Margin rate if filled' : 'Margin rate'
  const lines = marginLines(margin, labels)
  const [first] = lines
  if (first === undefined) {
    const isTouched = legs.some(({ kind }) => kind === 'close')
    return isTouched
      ? { name, text: 'not known', sub: 'the account was not read' }
      : { name, text: 'not changed', sub: 'no margin is touched' }
  }
  const units = lines.map(({ unit }) => unit)
  return {
    name,
    text: first.text,
    sub: listed(units, 1) + first.open,
    title: lines.map(({ unit, text, open }) => `${unit}: ${text}${open}`).join('\n'),
  }
}

interface MarginLine {
  readonly unit: string
  readonly text: string
  /** What the text leaves open; may be none. */
  readonly open: string
}

/** Every margin unit the plan touches, the least safe before it first. */
function marginLines(margin: Encoded<PlanEstimate>['margin'], labels: UnitLabels): readonly MarginLine[] {
  return margin
    .toSorted((a, b) => (a.before ?? -Infinity) - (b.before ?? -Infinity))
    .map((unit) => ({ unit: labelOf(labels, unit.unitId), ...marginWords(unit) }))
}

function marginWords({
  unitId,
  before,
  after,
}: Encoded<PlanEstimate>['margin'][number]): Pick<MarginLine, 'text' | 'open'> {
  if (before === null) return { text: 'not known', open: '' }
  const now = formatPercent(before)
  // Cancelled orders give margin back to it: the venue tells what all orders hold together, not what each does.
  if (after === before && unitId.startsWith('cross:'))
    return { text: `${now} or better`, open: '; how much better can not be told' }
  return { text: `${now} → ${after === null ? 'no position' : formatPercent(after)}`, open: '' }
}

export interface LegRow {
  readonly key: string
  readonly kind: LegRequest['kind']
  readonly start: string
  readonly what: string
  readonly effect: string
  readonly cost: string
  /** Costs the most of all, or nobody knows what it costs. */
  readonly isWorst: boolean
}

export function legRows({ legs, estimate }: Encoded<Plan>, words: RequestWords): LegRow[] {
  const worst = estimate ? worstLeg(legs, estimate) : -1
  const coin = estimate?.reportingCoin ?? ''
  return legs.map((request, index) => {
    const expected = estimate?.legs[index]
    return {
      key: String(index),
      kind: request.kind,
      start: expected ? startText(expected.startsAtMs) : UNKNOWN,
      what: requestTitle(request, words),
      effect: expected ? say(expected.effect) : '',
      cost: hasCost(request) ? costText(costOf(expected), coin) : NOT_APPLICABLE,
      isWorst: index === worst,
    }
  })
}

/** The index of the leg that costs the most: one whose cost nobody knows before any other. -1 when nothing is traded. */
function worstLeg(legs: Legs, { legs: estimates }: Encoded<PlanEstimate>): number {
  const costs = legs.flatMap((leg, index) => (hasCost(leg) ? [{ index, cost: costOf(estimates[index]) }] : []))
  const [worst] = costs.toSorted((a, b) => compare(b.cost, a.cost))
  return costs.length > 1 ? (worst?.index ?? -1) : -1
}

function compare(a: Decimal | null, b: Decimal | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  return a.cmp(b)
}

export interface LegGroup {
  readonly kind: LegRequest['kind']
  readonly start: string
  readonly what: string
  readonly cost: string
}

/** One line for each kind of request, in the order they start. */
export function legGroups({ legs, estimate }: Encoded<Plan>): LegGroup[] {
  const kinds = [...new Set(legs.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const own = legs.flatMap((leg, index) => (leg.kind === kind ? [{ leg, expected: estimate?.legs[index] }] : []))
    const starts = own.flatMap(({ expected }) => (expected ? [expected.startsAtMs] : []))
    const { verb, one, many } = KIND_WORDS[kind]
    return {
      kind,
      start: starts.length === 0 ? UNKNOWN : spanText(Math.min(...starts), Math.max(...starts)),
      what: `${verb} ${own.length} ${own.length === 1 ? one : many}`,
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
  return `${known.length < costs.length ? 'over ' : ''}${costText(sum(known), coin)}`
}

function costText(cost: Decimal | null, coin: string): string {
  const text: DecimalText | null = cost === null ? null : toText(cost)
  return text === null ? 'not known' : `${formatAmount(text, { places: placesOf(coin) })} ${coin}`
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const startText = (ms: number): string => `+${seconds(ms)} s`

function spanText(from: number, to: number): string {
  return seconds(from) === seconds(to) ? startText(from) : `+${seconds(from)}–${seconds(to)} s`
}

const COUNTED: Record<LegRequest['kind'], string> = {
  cancel: 'cancel',
  close: 'close',
  sell: 'sell',
  protect: 'protective order',
  place: 'order',
}

/** "22 cancels, 6 closes"; of a flatten also that there is no close in it. */
function countWords({ kind: asked }: Encoded<Plan>['action'], legs: Legs): string {
  const counts = [...Map.groupBy(legs, ({ kind }) => kind)].map(
    ([kind, own]) => `${own.length} ${COUNTED[kind]}${own.length === 1 ? '' : 's'}`,
  )
  const closesNone = asked === 'flatten' && !legs.some(({ kind }) => kind === 'close')
  return [...counts, ...(closesNone ? ['closes nothing'] : [])].join(', ')
}
