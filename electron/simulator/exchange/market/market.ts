import { decimal, ONE, roundTo, toFloat, type Decimal } from '#shared/domain/decimal.ts'
import type { AssetSpec, ContractSpec, InstrumentSpec } from './specs.ts'
import { hashNormal, hashText, type Random } from './random.ts'

const SECONDS_PER_YEAR = 31_557_600
/** Mean reversion a second: half of a deviation is gone after 14 hours, so that a demo survives for days. */
const PULL = Math.LN2 / (14 * 3600)
/** How far the index may stand from the mark price. */
const PREMIUM = 0.0002
const BASE_FUNDING = 0.0001
const SIGNIFICANT_DIGITS = 9
const NEAR_HALF = 1e-6

interface Walk {
  readonly spec: AssetSpec
  /** Logarithm of the price, and the one it is pulled to. */
  log: number
  anchor: number
  usd: Decimal
  /** The same as float64. */
  value: number
}

/**
 * Prices of all assets in USDT: correlated log-normal walks, one step a second. The walk is float64, published prices
 * are Decimals. A contract's mark price is the asset's price; its index is a little off it.
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

  /** How many seconds of market there have been. */
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

  /** Moves an asset to exactly `price` USDT; from now on its walk reverts to that price. */
  setPrice(asset: string, price: Decimal): void {
    const walk = this.#walks.get(asset)
    if (!walk) throw new RangeError(`expected an asset of the market, was ${asset}`)
    this.#moment += 1
    walk.usd = price
    walk.value = toFloat(price)
    walk.log = Math.log(walk.value)
    walk.anchor = walk.log
  }

  /** Price in USDT; null for a coin that trades nowhere. USD counts as USDT. */
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

  /** The same price as float64, for charts: cheaper when all instruments are asked every second. */
  value(spec: InstrumentSpec): number {
    const of = (asset: string) => this.#walks.get(asset)?.value ?? 1
    const scale = 10 ** spec.pricePrecision
    const steps = (of(spec.base) / of(spec.quote)) * scale
    // float64 can not round half a step exactly.
    if (Math.abs((steps % 1) - 0.5) < NEAR_HALF) return toFloat(this.price(spec))
    return Math.round(steps) / scale
  }

  index(spec: ContractSpec): Decimal {
    return roundTo(this.price(spec).times(ONE.minus(decimal(this.#premium(spec, 0).toFixed(8)))), 8, 'half-even')
  }

  /** Funding rates as fractions per period: the last period's, and the one that is forming. */
  funding(spec: ContractSpec): { current: Decimal; next: Decimal } {
    const rate = (shift: number) => decimal((BASE_FUNDING + this.#premium(spec, shift) / 2).toFixed(10))
    return { current: rate(1), next: rate(0) }
  }

  /** Mark over index, a fraction; new every minute, `shift` minutes ago. */
  #premium(spec: ContractSpec, shift: number): number {
    const minute = Math.floor(this.#steps / 60) - shift
    return PREMIUM * Math.tanh(hashNormal(this.#seed, hashText(spec.name), minute + 1_000_000))
  }
}
