import { toFloat } from '#shared/domain/decimal.ts'
import { Bars, type Bar } from './bars.ts'
import { ASSETS, keyOf, type InstrumentSpec } from './specs.ts'
import type { Market } from './market.ts'
import { BrownianPath } from './path.ts'
import { hashText, hashUniform } from './random.ts'

/** Prices are float64: candles are for charts and statistics. Volume in base units, or contracts. */
export interface Candle {
  /** Open time, ms. */
  readonly idx: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** 1970-01-05 was a Monday: weeks begin there. */
const FIRST_MONDAY = 4 * DAY
const YEAR_SECONDS = 31_557_600
/** No trades before this date. */
const LISTED_AT = Date.UTC(2021, 0, 1)
/** Samples of the path for the high and low of a candle before the start. */
const SAMPLES = 12

/** Minutes of each interval except a month. */
const MINUTES: Readonly<Record<string, number>> = {
  '1min': 1,
  '5min': 5,
  '15min': 15,
  '30min': 30,
  '60min': 60,
  '1h': 60,
  '2h': 120,
  '4h': 240,
  '12h': 720,
  '1day': 1440,
  '1week': 7 * 1440,
}

/**
 * Price history. Before the simulator started it is a Brownian path per asset that ends at the first price and is
 * correlated like the live walk. Since then it is what the market recorded. All intervals show the same history.
 */
export class Candles {
  readonly #market: Market
  readonly #seed: number
  readonly #startedAt: number
  readonly #common: Origin
  readonly #own: ReadonlyMap<string, Origin>
  readonly #bars = new Map<string, Bars>()

  constructor(market: Market, seed: number, startedAt: number) {
    this.#market = market
    this.#seed = seed
    this.#startedAt = startedAt
    this.#common = origin(`market ${seed}`, startedAt)
    this.#own = new Map(ASSETS.map(({ name }) => [name, origin(`${name} ${seed}`, startedAt)]))
  }

  /** Records the price of an instrument at a moment, ms. */
  record(key: string, price: number, now: number): void {
    let bars = this.#bars.get(key)
    if (!bars) this.#bars.set(key, (bars = new Bars()))
    bars.record(price, now)
  }

  /** The newest `limit` candles, newest first; empty for an unknown interval. */
  list(spec: InstrumentSpec, interval: string, limit: number, now: number): Candle[] {
    const candles: Candle[] = []
    let from = startOf(interval, now)
    let to = now
    while (from !== null && candles.length < limit && from >= LISTED_AT) {
      candles.push(this.candle(spec, from, to))
      to = from
      from = startOf(interval, from - 1)
    }
    return candles
  }

  /** The candle of [from, to), ms. */
  candle(spec: InstrumentSpec, from: number, to: number): Candle {
    const past = this.#past(spec, from, Math.min(to, this.#startedAt))
    const bars = this.#since(spec, from, to)
    const prices = [...past, ...bars.flatMap((bar) => [bar.open, bar.high, bar.low, bar.close])]
    if (prices.length === 0) prices.push(this.#lastBefore(spec, from))
    return {
      idx: from,
      open: prices[0] as number,
      close: prices.at(-1) as number,
      high: Math.max(...prices),
      low: Math.min(...prices),
      volume: this.#volume(spec, from, to),
    }
  }

  #past(spec: InstrumentSpec, from: number, to: number): number[] {
    if (from >= to) return []
    const step = (to - from) / SAMPLES
    return Array.from({ length: SAMPLES + 1 }, (_, at) => this.#priceAt(spec, from + at * step))
  }

  #since(spec: InstrumentSpec, from: number, to: number): Bar[] {
    if (to <= this.#startedAt) return []
    return this.#bars.get(keyOf(spec))?.between(from, to) ?? []
  }

  /** The price in force while nothing was recorded. */
  #lastBefore(spec: InstrumentSpec, from: number): number {
    return this.#bars.get(keyOf(spec))?.lastBefore(from)?.close ?? this.#market.value(spec)
  }

  #priceAt(spec: InstrumentSpec, at: number): number {
    return this.#usdAt(spec.base, at) / this.#usdAt(spec.quote, at)
  }

  #usdAt(asset: string, at: number): number {
    const spec = ASSETS.find(({ name }) => name === asset)
    const own = this.#own.get(asset)
    if (!spec || !own) return 1
    const moved = ({ path, atStart }: Origin) => path.at(at / 1000) - atStart
    const { correlation, volatility, usd } = spec
    const walk = correlation * moved(this.#common) + Math.sqrt(1 - correlation ** 2) * moved(own)
    return usd * Math.exp((volatility * walk) / Math.sqrt(YEAR_SECONDS))
  }

  #volume(spec: InstrumentSpec, from: number, to: number): number {
    const usd = (spec.turnover * (to - from)) / DAY
    const price = toFloat(this.#market.usd(spec.base) ?? this.#market.price(spec))
    const unit = spec.area === 'spot' ? price : toFloat(spec.multiplier) * (spec.inverse ? 1 : price)
    return (usd / unit) * (0.6 + 0.8 * hashUniform(this.#seed, hashText(keyOf(spec)), from))
  }
}

/** A path and its value at the start of the simulator, where it meets the live prices. */
interface Origin {
  readonly path: BrownianPath
  readonly atStart: number
}

function origin(name: string, startedAt: number): Origin {
  const path = new BrownianPath(hashText(name))
  return { path, atStart: path.at(startedAt / 1000) }
}

/** Open time of the candle of `interval` that contains `at`, ms; null: unknown interval. */
function startOf(interval: string, at: number): number | null {
  if (interval === '1month') {
    const day = new Date(at)
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth())
  }
  const minutes = MINUTES[interval]
  if (minutes === undefined) return null
  const length = minutes * MINUTE
  const origin = interval === '1week' ? FIRST_MONDAY : 0
  return Math.floor((at - origin) / length) * length + origin
}
