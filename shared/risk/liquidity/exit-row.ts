/** The row of one exit: its prices in the order book, its costs part by part, and how long it takes. */
import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { err, type Result } from '../../domain/result.ts'
import { ZERO, toFloat, type Decimal } from '../../domain/decimal.ts'
import { averageEntry } from '../account/contract-pnl.ts'
import { figure, mapFigure, none, type Figure } from '../number/figure.ts'
import { total } from '../number/moments.ts'
import { slippageBps, type DepthBand, type SoundBook } from './order-book.ts'
import { feeAt, slippageAt } from './exit-cost.ts'
import type { Exit, ExitTermsKnown } from './exits.ts'
import { shareOf, type Fill } from './depth-fill.ts'
import { CALL_LIMITS, clipsOf, participationSeconds, secondsOf } from './flatten-time.ts'
import type { ExitFigures } from './liquidity-report.ts'

/** The order book an exit takes from, how it fills all exits that go there, and their volume. */
export interface Venue {
  readonly book: SoundBook
  readonly fill: Fill
  readonly volume: Decimal
  /** Volume within each of `DEPTH_BANDS`. */
  readonly held: readonly DepthBand[]
}

/** An exit with what stays the same in a stressed market. */
export type TimedExit = Exit & {
  readonly times: Pick<ExitFigures, 'clips' | 'apiSeconds' | 'participationSeconds'>
  /** When its book was read. */
  readonly readAt: number | null
  /** The price of its instrument at that time, or why it is not known. */
  readonly markThen: Result<Decimal, Message>
}

const UNPRICED = message('figure.noPrice')
const TOO_LARGE = message('figure.tooLarge')

const NO_PARTS = { mid: null, averagePrice: null, worstPrice: null, levelsUsed: 0 }
const NOTHING_HELD: DepthBand = { volume: ZERO, isAtLeast: false }
/** Distances from mid, basis points, for the share of the book. */
export const DEPTH_BANDS = [10, 25, 50] as const

/** How long an exit takes. `orders`: open orders to cancel first; null: not read yet. */
export function timesOf(exit: Exit, dayVolume: number | null, orders: number | null): TimedExit['times'] {
  if (exit.isFrozen && !exit.terms.ok) {
    const never = none(exit.terms.error)
    return { clips: 0, apiSeconds: never, participationSeconds: never }
  }
  const clips = clipCount(exit)
  return {
    clips,
    apiSeconds: secondsByCalls(exit, clips, orders),
    participationSeconds:
      dayVolume === null ? none(message('figure.noDayVolume')) : participationSeconds(exit.volume, dayVolume),
  }
}

/**
 * One row of the report. `venue`: an error says why the book cannot be used. `reason`: why the first missing figure is
 * missing.
 */
export function exitRow(exit: TimedExit, venue: Result<Venue, Message>): ExitFigures {
  const { key, area, instrument, side, volume, notional, times, readAt } = exit
  const costs = venue.ok ? costsOf(exit, venue.value) : noCosts(venue.error)
  const exitPnl = exitProfit(exit, costs.cost)
  const needed = [costs.cost, ...(area === 'contract' ? [exitPnl] : []), times.apiSeconds, times.participationSeconds]
  return {
    key,
    area,
    instrument: instrument === '' ? exit.asset : instrument,
    side,
    size: volume,
    notional: notional === null ? none(UNPRICED) : figure(notional, UNPRICED),
    readAt,
    ...(venue.ok ? partsOf(volume, venue.value) : { ...NO_PARTS, unfilled: volume }),
    ...costs,
    exitPnl,
    depthShare: DEPTH_BANDS.map((bps, index) => ({ bps, ...shareWithin(volume, venue, index) })),
    ...times,
    feeRate: exit.terms.ok ? exit.terms.value.fee : null,
    reason: needed.find(isNone)?.reason ?? null,
  }
}

function isNone(known: Figure): boolean {
  return known.value === null
}

function partsOf(volume: Decimal, { book, fill, volume: all }: Venue) {
  const { unfilled } = shareOf(fill, volume, all)
  const { average: averagePrice, worst: worstPrice, levels: levelsUsed } = fill
  return { mid: book.mid, averagePrice, worstPrice, levelsUsed, unfilled }
}

function noCosts(reason: Message) {
  const cost = none(reason)
  const parts = { markGap: cost, spreadCost: cost, depthCost: cost, impactCost: cost, fee: cost }
  return { slippageBps: cost, ...parts, cost }
}

/**
 * The parts of the cost. They add up to `cost`, because each part starts at the price where the one before it ends. If
 * the gap from mark to mid is unknown it is left out: it is as often a gain as a cost.
 */
function costsOf(exit: TimedExit, { book, fill, volume: all }: Venue) {
  const { side, volume, markThen } = exit
  if (!exit.terms.ok) return noCosts(exit.terms.error)
  const terms = exit.terms.value
  const { filled, unfilled } = shareOf(fill, volume, all)
  const { mid, best } = book
  const lost = (units: Decimal, from: Decimal, to: Decimal): number =>
    toFloat(slippageAt(sized(terms, units), to, from).times(terms.rate))
  const paid = (units: Decimal, price: Decimal, rate: Decimal): Decimal =>
    feeAt(sized(terms, units), price, rate).times(terms.rate)

  const { average, impact, beyond } = fill
  const parts = [
    ...(average ? [{ size: filled, price: average }] : []),
    ...(beyond ? [{ size: unfilled, price: beyond }] : []),
  ]
  const whole = impact.value === null ? null : averageEntry(terms.direction, parts)
  // No minus zero.
  const known = (value: number): Figure => figure(value + 0, TOO_LARGE)
  const mark = terms.isOwnPrice ? markThen : err(message('figure.otherPairs'))
  const markGap = mark.ok ? known(lost(volume, mark.value, mid)) : none(mark.error)
  const spreadCost = known(lost(volume, mid, best))
  const depthCost = known(average ? lost(filled, best, average) : 0)
  const impactCost = mapFigure(impact, () => (beyond ? lost(unfilled, best, beyond) : 0))
  const rate = terms.fee?.rate ?? null
  const fee = !rate
    ? none(message('figure.noFeeRate'))
    : mapFigure(impact, () => toFloat(parts.reduce((sum, { size, price }) => sum.plus(paid(size, price, rate)), ZERO)))
  return {
    slippageBps: mapFigure(impact, () => (whole ? toFloat(slippageBps(side, mid, whole)) : NaN)),
    markGap,
    spreadCost,
    depthCost,
    impactCost,
    fee,
    cost: added([...(isNone(markGap) ? [] : [markGap]), spreadCost, depthCost, impactCost, fee]),
  }
}

/** The terms of `units` of volume. */
function sized({ direction, sign, multiplier }: ExitTermsKnown, units: Decimal) {
  return { direction, sign, size: units.times(multiplier) }
}

/** The sum, or the first missing figure. */
function added(figures: readonly Figure[]): Figure {
  const values = figures.flatMap(({ value }) => value ?? [])
  return figures.find(isNone) ?? figure(total(values), TOO_LARGE)
}

function exitProfit({ area, profit }: Exit, cost: Figure): Figure {
  if (area === 'spot') return none(message('figure.holdingNoEntry'))
  if (profit === null) return none(message('figure.profitUnknown'))
  return mapFigure(cost, (paid) => profit - paid)
}

function shareWithin(volume: Decimal, venue: Result<Venue, Message>, band: number) {
  if (!venue.ok) return { share: none(venue.error), isAtMost: false }
  const { volume: held, isAtLeast } = venue.value.held[band] ?? NOTHING_HELD
  return held.isZero()
    ? { share: none(message('figure.nothingWithin', { bps: DEPTH_BANDS[band] ?? 0 })), isAtMost: false }
    : { share: figure(toFloat(volume.div(held)), message('figure.bookTooSmall')), isAtMost: isAtLeast }
}

/** On Spot the venue states no largest market order, so one is assumed. */
function clipCount({ contract, terms, volume, area }: Exit): number | null {
  if (area === 'spot') return 1
  return contract && terms.ok ? clipsOf(volume, contract, terms.value.mark) : null
}

function secondsByCalls({ area }: Exit, clips: number | null, orders: number | null): Figure {
  if (clips === null) return none(message('figure.noLargestOrder'))
  if (orders === null) return none(message('figure.ordersNotRead'))
  return figure(
    secondsOf(orders, CALL_LIMITS[area]) + secondsOf(clips, CALL_LIMITS[area]),
    message('figure.tooManyOrders'),
  )
}
