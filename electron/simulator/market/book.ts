import { decimal, roundTo, toFloat, ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { keyOf } from './instruments.ts'
import type { InstrumentSpec } from './instruments.ts'
import type { Market } from './market.ts'
import { hashText, hashUniform } from './random.ts'

export type Side = 'BUY' | 'SELL'

export interface Level {
  readonly price: Decimal
  readonly quantity: Decimal
}

export const MAX_LEVELS = 100

/** Half the spread, and the distance of one level to the next, as fractions of the price. */
const HALF_SPREAD = 0.00002
const SPACING = 0.00006
/** A level holds about this share of a day's turnover. */
const LEVEL_SHARE = 1.5e-5

/** The liquidity around the market price: made up from (seed, instrument, second), so it is alive and yet repeatable. */
export class Books {
  readonly #market: Market
  readonly #seed: number
  /** What takers ate this second; the next second refills the book. */
  readonly #eaten = new Map<string, Decimal>()

  constructor(market: Market, seed: number) {
    this.#market = market
    this.#seed = seed
  }

  refill(): void {
    this.#eaten.clear()
  }

  /** The price a taker on `side` meets first. */
  best(spec: InstrumentSpec, side: Side): Decimal {
    const [first] = this.levels(spec, side, 1)
    if (!first) throw new Error(`expected a level in the book of ${keyOf(spec)}`)
    return first.price
  }

  /** What a taker on `side` can trade against, best first: asks for a BUY, bids for a SELL. */
  levels(spec: InstrumentSpec, side: Side, count = MAX_LEVELS): Level[] {
    const levels: Level[] = []
    let eaten = this.#eaten.get(eatenKey(spec, side)) ?? ZERO
    for (const level of this.#full(spec, side)) {
      if (levels.length >= count) break
      const left = level.quantity.minus(eaten)
      eaten = left.isNegative() ? left.negated() : ZERO
      if (left.gt(0)) levels.push({ price: level.price, quantity: left })
    }
    return levels
  }

  /** Takes `quantity` out of the book until the next second. */
  eat(spec: InstrumentSpec, side: Side, quantity: Decimal): void {
    const key = eatenKey(spec, side)
    this.#eaten.set(key, (this.#eaten.get(key) ?? ZERO).plus(quantity))
  }

  *#full(spec: InstrumentSpec, side: Side): Generator<Level> {
    const middle = toFloat(this.#market.price(spec))
    const away = side === 'BUY' ? 1 : -1
    const tick = 10 ** -spec.pricePrecision
    const chance = (what: number, level: number) =>
      hashUniform(this.#seed, hashText(keyOf(spec)), this.#market.steps, away + 1, what, level)
    // The first level is never on the middle itself, and every level is at least one tick beyond the one before.
    let ticks = Math.round(middle / tick)
    for (let level = 0; level < MAX_LEVELS; level += 1) {
      const distance = HALF_SPREAD + SPACING * (level + 0.8 * chance(1, level))
      const wanted = Math.round((middle * (1 + away * distance)) / tick)
      ticks = away > 0 ? Math.max(wanted, ticks + 1) : Math.min(wanted, ticks - 1)
      if (ticks <= 0) return
      yield {
        price: decimal((ticks * tick).toFixed(spec.pricePrecision)),
        quantity: this.#size(spec, (0.3 - Math.log(1 - chance(2, level))) * (1 + level / 25)),
      }
    }
  }

  #size(spec: InstrumentSpec, scale: number): Decimal {
    const usd = spec.turnover * LEVEL_SHARE * scale
    const unit = spec.area === 'spot' ? this.#market.usd(spec.base) : contractUsd(spec, this.#market)
    const places = spec.area === 'spot' ? spec.quantityPrecision : 0
    const quantity = decimal((usd / toFloat(unit ?? decimal(1))).toFixed(places))
    return quantity.gt(0) ? quantity : decimal(10).pow(-places)
  }
}

/** One contract's worth in USD. */
function contractUsd(spec: Extract<InstrumentSpec, { area: 'contract' }>, market: Market): Decimal {
  return spec.inverse ? spec.multiplier : spec.multiplier.times(market.price(spec))
}

function eatenKey(spec: InstrumentSpec, side: Side): string {
  return `${side} ${keyOf(spec)}`
}

/** Part of a walk through the book: so much at such a price. */
export type Slice = Level

/**
 * What an order for `quantity` gets out of `levels`, best first, not beyond `limit` (null: any price).
 */
export function walkByQuantity(
  levels: readonly Level[],
  side: Side,
  quantity: Decimal,
  limit: Decimal | null,
): Slice[] {
  const slices: Slice[] = []
  let left = quantity
  for (const level of levels) {
    if (left.lte(0) || (limit && !reaches(side, limit, level.price))) break
    const taken = left.lt(level.quantity) ? left : level.quantity
    slices.push({ price: level.price, quantity: taken })
    left = left.minus(taken)
  }
  return slices
}

/** What `money` of the quote coin buys out of the asks, in whole steps of `places` digits. */
export function walkByMoney(levels: readonly Level[], money: Decimal, places: number): Slice[] {
  const slices: Slice[] = []
  let left = money
  for (const level of levels) {
    const affordable = roundTo(left.div(level.price), places, 'down')
    const taken = affordable.lt(level.quantity) ? affordable : level.quantity
    if (taken.lte(0)) break
    slices.push({ price: level.price, quantity: taken })
    left = left.minus(taken.times(level.price))
  }
  return slices
}

/** Whether an order on `side` limited to `limit` trades at `price`. */
export function reaches(side: Side, limit: Decimal, price: Decimal): boolean {
  return side === 'BUY' ? price.lte(limit) : price.gte(limit)
}
