/** How an order book fills everything that goes to one side of it at once. */
import { message } from '../../words/message.ts'
import { decimal, sum, toFloat, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { PositionTerms } from '../account/contract-pnl.ts'
import { figure, none, type Figure } from '../number/figure.ts'
import type { SoundBook } from './order-book.ts'
import { walkBook, type Walk } from './exit-cost.ts'
import { peakImpact, priceBeyond } from './impact.ts'

/** The market of an instrument. */
export interface Market {
  /** 24 h, in the book's units; null: not known. */
  readonly dayVolume: number | null
  /** Standard deviation of a day's return of its asset. */
  readonly dailyVolatility: Figure
}

export interface Fill extends Walk {
  readonly unfilled: Decimal
  /** Peak price impact of the unfilled part, a fraction; 0 if the book takes all. */
  readonly impact: Figure
  /** Average price of the unfilled part; null: nothing is unfilled, or not known (`impact` says why). */
  readonly beyond: Decimal | null
}

/** `volumes`: of exits that take from the same side of the book at once; all get the same average. */
export function fillOf(
  { levels, best }: SoundBook,
  order: {
    readonly side: OrderSide
    readonly volumes: readonly Decimal[]
    readonly direction: PositionTerms['direction']
  },
  market: Market,
): Fill {
  const volume = sum(order.volumes)
  const walk = walkBook(levels, volume, order.direction)
  const unfilled = volume.minus(walk.filled)
  const impact = impactOf(unfilled, market)
  const last = walk.worst ?? best
  const beyond = unfilled.gt(0) && impact.value !== null ? priceBeyond(last, order.side, impact.value) : null
  const isGone = unfilled.gt(0) && impact.value !== null && beyond === null
  return {
    ...walk,
    unfilled,
    impact: isGone ? none(message('figure.priceToNothing')) : impact,
    beyond,
  }
}

function impactOf(unfilled: Decimal, { dayVolume, dailyVolatility }: Market): Figure {
  if (unfilled.isZero()) return figure(0)
  if (dayVolume === null) return none(message('figure.beyondNoVolume'))
  if (dailyVolatility.value === null) {
    return none(message('figure.beyondNoVolatility', { why: dailyVolatility.reason }))
  }
  return peakImpact(toFloat(unfilled.div(decimal(dayVolume))), dailyVolatility.value)
}

/** The share of one exit in a fill; `of`: the volume of all. */
export function shareOf(fill: Fill, volume: Decimal, of: Decimal) {
  if (fill.unfilled.isZero()) return { filled: volume, unfilled: ZERO }
  const filled = fill.filled.times(volume).div(of)
  return { filled, unfilled: volume.minus(filled) }
}
