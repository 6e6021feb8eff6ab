import { decimal, ONE, roundTo, toFloat, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { keyOf, type InstrumentSpec } from './specs.ts'
import type { Market } from './market.ts'
import { hashText, hashUniform } from './random.ts'

export type Side = 'BUY' | 'SELL'

export interface Level {
  readonly price: Decimal
  readonly quantity: Decimal
}

export const MAX_LEVELS = 100

const DAY_SECONDS = 86_400

/** Half the spread, and the distance between levels, as fractions of the price. */
const HALF_SPREAD = 0.00002
const SPACING = 0.00006
/** The share of a day's turnover that a level holds, about. */
const LEVEL_SHARE = 1.5e-5

/** One side of an order book at one moment of the market. Levels are made when they are read. */
interface Ladder {
  readonly moment: number
  readonly levels: Level[]
  /** Price of the last level in price steps; levels end where prices would not be positive. */
  ticks: number
  isWhole: boolean
}

/**
 * Other traders' order books around the market price, made from (seed, instrument, second): changing, yet repeatable.
 * The first level is never at the middle price, so an order that does not cross the middle trades with no one.
 */
export class Books {
  readonly #market: Market
  readonly #seed: number
  readonly #keys = new Map<InstrumentSpec, number>()
  readonly #ladders = { BUY: new Map<InstrumentSpec, Ladder>(), SELL: new Map<InstrumentSpec, Ladder>() } as const
  /** What takers consumed this second. The next second refills the book. */
  readonly #eaten = { BUY: new Map<InstrumentSpec, Decimal>(), SELL: new Map<InstrumentSpec, Decimal>() } as const

  constructor(market: Market, seed: number) {
    this.#market = market
    this.#seed = seed
  }

  refill(): void {
    this.#eaten.BUY.clear()
    this.#eaten.SELL.clear()
  }

  /** The first price that a taker on `side` meets. */
  best(spec: InstrumentSpec, side: Side): Decimal {
    for (const level of this.offers(spec, side)) return level.price
    throw new Error(`expected a level in the book of ${keyOf(spec)}`)
  }

  /** What a taker on `side` can trade against, best first: asks for a BUY, bids for a SELL. */
  levels(spec: InstrumentSpec, side: Side, count = MAX_LEVELS): Level[] {
    const levels: Level[] = []
    for (const level of this.offers(spec, side)) {
      if (levels.length >= count) break
      levels.push(level)
    }
    return levels
  }

  /** The same, level by level, for callers that stop early. */
  *offers(spec: InstrumentSpec, side: Side): Generator<Level, void, undefined> {
    let eaten = this.#eaten[side].get(spec) ?? ZERO
    for (let at = 0; ; at += 1) {
      const level = this.#level(spec, side, at)
      if (!level) return
      if (eaten.isZero()) yield level
      else {
        const left = level.quantity.minus(eaten)
        eaten = left.isNegative() ? left.negated() : ZERO
        if (left.gt(0)) yield { price: level.price, quantity: left }
      }
    }
  }

  /** Removes `quantity` from the book until the next second. */
  eat(spec: InstrumentSpec, side: Side, quantity: Decimal): void {
    if (quantity.isZero()) return
    this.#eaten[side].set(spec, (this.#eaten[side].get(spec) ?? ZERO).plus(quantity))
  }

  /**
   * How much trades at this moment against all resting orders on `side` down to `limit`; null: the market has not
   * reached it. It is the volume of takers in this second, plus the levels behind the best price that `limit` reaches.
   */
  passing(spec: InstrumentSpec, side: Side, limit: Decimal): Decimal | null {
    if (!isBeyond(side, limit, this.#market.price(spec))) return null
    let total: Decimal | null = null
    for (let at = 0; ; at += 1) {
      const level = this.#level(spec, side, at)
      if (!level || !reaches(side, limit, level.price)) return total
      total = total === null ? this.#takers(spec, side) : total.plus(level.quantity)
    }
  }

  /** The volume of takers on the other side in this second: half the day's turnover each way, in bursts. */
  #takers(spec: InstrumentSpec, side: Side): Decimal {
    const away = side === 'BUY' ? 1 : -1
    const burst = -Math.log(1 - hashUniform(this.#seed, this.#key(spec), this.#market.moment, away + 1, 3))
    return this.#quantity(spec, (spec.turnover / 2 / DAY_SECONDS) * burst)
  }

  #level(spec: InstrumentSpec, side: Side, at: number): Level | undefined {
    const ladder = this.#ladder(spec, side)
    while (ladder.levels.length <= at && !ladder.isWhole) this.#extend(ladder, spec, side)
    return ladder.levels[at]
  }

  #ladder(spec: InstrumentSpec, side: Side): Ladder {
    const { moment } = this.#market
    const known = this.#ladders[side].get(spec)
    if (known?.moment === moment) return known
    const ticks = Math.round(toFloat(this.#market.price(spec)) * 10 ** spec.pricePrecision)
    const ladder = { moment, levels: [], ticks, isWhole: false }
    this.#ladders[side].set(spec, ladder)
    return ladder
  }

  /** Adds the next level; every one is at least one tick beyond the one before. */
  #extend(ladder: Ladder, spec: InstrumentSpec, side: Side): void {
    const level = ladder.levels.length
    const middle = toFloat(this.#market.price(spec))
    const away = side === 'BUY' ? 1 : -1
    const chance = (what: number) => hashUniform(this.#seed, this.#key(spec), this.#market.steps, away + 1, what, level)
    const distance = HALF_SPREAD + SPACING * (level + 0.8 * chance(1))
    const wanted = Math.round(middle * (1 + away * distance) * 10 ** spec.pricePrecision)
    ladder.ticks = away > 0 ? Math.max(wanted, ladder.ticks + 1) : Math.min(wanted, ladder.ticks - 1)
    ladder.isWhole = ladder.ticks <= 0 || level + 1 >= MAX_LEVELS
    if (ladder.ticks <= 0) return
    const scale = (0.3 - Math.log(1 - chance(2))) * (1 + level / 25)
    const quantity = this.#quantity(spec, spec.turnover * LEVEL_SHARE * scale)
    ladder.levels.push({
      price: decimal((ladder.ticks / 10 ** spec.pricePrecision).toFixed(spec.pricePrecision)),
      quantity: quantity.gt(0) ? quantity : decimal(10).pow(-stepPlaces(spec)),
    })
  }

  /** A USD amount as base units or contracts. */
  #quantity(spec: InstrumentSpec, usd: number): Decimal {
    const unit = spec.area === 'spot' ? this.#market.usd(spec.base) : contractUsd(spec, this.#market)
    return decimal((usd / toFloat(unit ?? ONE)).toFixed(stepPlaces(spec)))
  }

  /** The instrument's contribution to every hash. */
  #key(spec: InstrumentSpec): number {
    const known = this.#keys.get(spec)
    if (known !== undefined) return known
    const key = hashText(keyOf(spec))
    this.#keys.set(spec, key)
    return key
  }
}

/** Decimal places of a quantity; contracts are whole. */
export function stepPlaces(spec: InstrumentSpec): number {
  return spec.area === 'spot' ? spec.quantityPrecision : 0
}

/** One contract's worth in USD. */
function contractUsd(spec: Extract<InstrumentSpec, { area: 'contract' }>, market: Market): Decimal {
  return spec.inverse ? spec.multiplier : spec.multiplier.times(market.price(spec))
}

/** What an order for `quantity` gets from `levels`, best first, up to `limit` (null: any price). */
export function walkByQuantity(levels: Iterable<Level>, side: Side, quantity: Decimal, limit: Decimal | null): Level[] {
  const slices: Level[] = []
  let left = quantity
  for (const level of levels) {
    if (left.lte(0) || (limit && !reaches(side, limit, level.price))) break
    const taken = left.lt(level.quantity) ? left : level.quantity
    slices.push({ price: level.price, quantity: taken })
    left = left.minus(taken)
  }
  return slices
}

/** What `money` of the quote coin buys from the asks, in steps of `places` decimals. */
export function walkByMoney(levels: Iterable<Level>, money: Decimal, places: number): Level[] {
  const slices: Level[] = []
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

/** Both lists merged, best first for a taker on `side`, with equal prices added up. */
export function mergeLevels(levels: readonly Level[], others: readonly Level[], side: Side): Level[] {
  const merged: Level[] = []
  const ascending = [...levels, ...others].sort((a, b) => a.price.cmp(b.price))
  for (const level of side === 'BUY' ? ascending : ascending.reverse()) {
    const last = merged.at(-1)
    if (last?.price.eq(level.price)) merged.splice(-1, 1, { ...last, quantity: last.quantity.plus(level.quantity) })
    else merged.push(level)
  }
  return merged
}

/** Whether an order on `side` limited to `limit` trades at `price`. */
export function reaches(side: Side, limit: Decimal, price: Decimal): boolean {
  return side === 'BUY' ? price.lte(limit) : price.gte(limit)
}

/** Whether `limit` is beyond the middle of the market, where other traders' orders are. */
function isBeyond(side: Side, limit: Decimal, middle: Decimal): boolean {
  return side === 'BUY' ? limit.gt(middle) : limit.lt(middle)
}
