import { decimal, ONE, roundTo, toFloat, type Decimal } from '#shared/domain/decimal.ts'
import type { AssetSpec, ContractSpec, InstrumentSpec } from './specs.ts'
import { hashNormal, hashText, type Random } from './random.ts'

const SECONDS_PER_YEAR = 31_557_600
/** Mean reversion per second: half of a deviation is gone after 14 hours, so that a demo survives for days. */
const PULL = Math.LN2 / (14 * 3600)
/** The largest distance of the index from the mark price, as a fraction. */
const PREMIUM = 0.0002
const BASE_FUNDING = 0.0001
const SIGNIFICANT_DIGITS = 9
const NEAR_HALF = 1e-6

interface Walk {
  readonly spec: AssetSpec
  /** Logarithm of the price, and of the price it reverts to. */
  log: number
  anchor: number
  usd: Decimal
  /** The same as float64. */
  value: number
}

/**
 * Prices of all assets in USDT: correlated log-normal walks with one step a second. The walk is float64; published
 * prices are Decimals. A contract's mark price is the asset's price, and its index is slightly off.
 */
export class Market {
  readonly #walks: ReadonlyMap<string, Walk>
  readonly #random: Random
  readonly #seed: number
  readonly #prices = new Map<InstrumentSpec, { moment: number; price: Decimal }>()
  #steps = 0
  #moment = 0

  constructor(assets: readonly AssetSpec[], random: Random, seed: number) {
    this.#random = random
    this.#seed = seed
    this.#walks = new Map(
      assets.map((spec) => {
        const log = Math.log(spec.usd)
        return [spec.name, { spec, log, anchor: log, usd: decimal(spec.usd), value: spec.usd }]
      }),
    )
  }

  /** The number of seconds of market so far. */
  get steps(): number {
    return this.#steps
  }

  /** Counts every change of prices: seconds, and jumps in between. */
  get moment(): number {
    return this.#moment
  }

  /** One second of market. */
  step(): void {
    this.#steps += 1
    this.#moment += 1
    const common = this.#random.normal()
    for (const walk of this.#walks.values()) {
      const { volatility, correlation } = walk.spec
      const own = this.#random.normal()
      const shock = correlation * common + Math.sqrt(1 - correlation ** 2) * own
      walk.log += PULL * (walk.anchor - walk.log) + (volatility / Math.sqrt(SECONDS_PER_YEAR)) * shock
      walk.usd = decimal(Math.exp(walk.log).toPrecision(SIGNIFICANT_DIGITS))
      walk.value = toFloat(walk.usd)
    }
  }

  /** Sets an asset to exactly `price` USDT, to which its walk reverts from now on. */
  setPrice(asset: string, price: Decimal): void {
    const walk = this.#walks.get(asset)
    if (!walk) throw new RangeError(`expected an asset of the market, was ${asset}`)
    this.#moment += 1
    walk.usd = price
    walk.value = toFloat(price)
    walk.log = Math.log(walk.value)
    walk.anchor = walk.log
  }

  /** Price in USDT; null: the coin trades nowhere. USD counts as USDT. */
  usd(asset: string): Decimal | null {
    if (asset === 'USDT' || asset === 'USD') return ONE
    return this.#walks.get(asset)?.usd ?? null
  }

  /** The middle of the market, rounded to the instrument's price step; for a contract this is its mark price. */
  price(spec: InstrumentSpec): Decimal {
    const known = this.#prices.get(spec)
    if (known?.moment === this.#moment) return known.price
    const base = this.usd(spec.base)
    const quote = this.usd(spec.quote)
    if (!base || !quote) throw new RangeError(`expected priced assets for ${spec.base}/${spec.quote}`)
    const price = roundTo(quote === ONE ? base : base.div(quote), spec.pricePrecision, 'half-even')
    this.#prices.set(spec, { moment: this.#moment, price })
    return price
  }

  /** The same price as float64, for charts: cheaper when all instruments are read every second. */
  value(spec: InstrumentSpec): number {
    const of = (asset: string) => this.#walks.get(asset)?.value ?? 1
    const scale = 10 ** spec.pricePrecision
    const steps = (of(spec.base) / of(spec.quote)) * scale
    // float64 cannot round half a step exactly.
    if (Math.abs((steps % 1) - 0.5) < NEAR_HALF) return toFloat(this.price(spec))
    return Math.round(steps) / scale
  }

  index(spec: ContractSpec): Decimal {
    return roundTo(this.price(spec).times(ONE.minus(decimal(this.#premium(spec, 0).toFixed(8)))), 8, 'half-even')
  }

  /** Funding rates as fractions per period: that of the last period, and the one forming now. */
  funding(spec: ContractSpec): { current: Decimal; next: Decimal } {
    const rate = (shift: number) => decimal((BASE_FUNDING + this.#premium(spec, shift) / 2).toFixed(10))
    return { current: rate(1), next: rate(0) }
  }

  /** Mark relative to index, a fraction. New every minute; `shift` minutes ago. */
  #premium(spec: ContractSpec, shift: number): number {
    const minute = Math.floor(this.#steps / 60) - shift
    return PREMIUM * Math.tanh(hashNormal(this.#seed, hashText(spec.name), minute + 1_000_000))
  }
}
