import { decimal, ONE } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { ContractArea } from './account/contract.ts'
import { idSequence } from './account/ids.ts'
import { enforceMargins } from './account/liquidation.ts'
import { isLive } from './account/order.ts'
import type { SimOrder } from './account/order.ts'
import { refusal } from './account/refusal.ts'
import type { Refusal } from './account/refusal.ts'
import { SpotArea } from './account/spot.ts'
import { Triggers } from './account/triggers.ts'
import { Books } from './market/book.ts'
import { Candles } from './market/candles.ts'
import { ASSETS, CONTRACTS, keyOf, PAIRS } from './market/instruments.ts'
import type { ContractSpec, InstrumentSpec, PairSpec } from './market/instruments.ts'
import { Market } from './market/market.ts'
import { seededRandom } from './market/random.ts'
import type { Random } from './market/random.ts'
import type { VenueTime } from './venue-time.ts'

const FUNDING_PERIOD_MS = 8 * 3_600_000
/** Share of the fills of resting orders that are partial. */
const PARTIAL_FILLS = 0.35

export interface ExchangeOptions {
  readonly seed: number
  readonly time: VenueTime
  /** How long an accepted cancel stays PENDING_CANCEL; 0 cancels at once. */
  readonly cancelDelayMs: number
}

/** The venue without its wires: a market, one account in two areas, and what happens to them each second. */
export class Exchange {
  readonly market: Market
  readonly books: Books
  readonly candles: Candles
  readonly spot: SpotArea
  readonly contracts: ContractArea
  readonly triggers: Triggers
  readonly time: VenueTime
  readonly #random: Random
  readonly #cancelDelayMs: number
  #fundedPeriod: number

  constructor({ seed, time, cancelDelayMs }: ExchangeOptions) {
    const random = seededRandom(seed)
    this.#random = random
    this.#cancelDelayMs = cancelDelayMs
    this.time = time
    this.market = new Market(ASSETS, random, seed)
    this.books = new Books(this.market, seed)
    this.candles = new Candles(this.market, seed, time.now())
    this.#fundedPeriod = Math.floor(time.now() / FUNDING_PERIOD_MS)
    const spotId = idSequence(3_176_908_865_623_394_514n, random)
    const contractId = idSequence(3_302_507_625_176_983_697n, random)
    let tradeId = 1_527_000
    let positionId = 13_600
    const around = {
      books: this.books,
      now: () => time.now(),
      step: () => this.market.steps,
      nextTradeId: () => (tradeId += 1),
    }
    this.spot = new SpotArea({ ...around, nextOrderId: spotId })
    this.contracts = new ContractArea({
      ...around,
      nextOrderId: contractId,
      mark: (spec) => this.market.price(spec),
      nextPositionId: () => (positionId += 1),
    })
    this.triggers = new Triggers(idSequence(1_322_738_336_974_799_514n, random))
  }

  /** A pair by its symbol in either case. */
  findPair(symbol: string): PairSpec | null {
    return PAIRS.find((pair) => pair.symbol === symbol.toLowerCase()) ?? null
  }

  findContract(name: string): ContractSpec | null {
    return CONTRACTS.find((contract) => contract.name === name.toUpperCase()) ?? null
  }

  pair(symbol: string): PairSpec {
    const pair = this.findPair(symbol)
    if (!pair) throw new RangeError(`expected a pair of the venue, was ${symbol}`)
    return pair
  }

  contract(name: string): ContractSpec {
    const contract = this.findContract(name)
    if (!contract) throw new RangeError(`expected a contract of the venue, was ${name}`)
    return contract
  }

  get instruments(): readonly InstrumentSpec[] {
    return [...PAIRS, ...CONTRACTS]
  }

  /** One second: prices move, orders meet the book, funding falls due, and margins are enforced. */
  tick(): void {
    this.market.step()
    this.books.refill()
    this.#afterPrices()
    this.#fund()
  }

  /** Moves an asset to exactly `price` USDT and lets everything that follows from it happen at once. */
  setPrice(asset: string, price: string | Decimal): void {
    this.market.setPrice(asset, decimal(price))
    this.#afterPrices()
  }

  /** Accepts a cancel; the order is gone after the venue's delay, unless it was filled in between. */
  cancel(order: SimOrder): Result<SimOrder, Refusal> {
    if (!isLive(order) || order.status === 'PENDING_CANCEL') return err(refusal(-1145, order.orderId))
    order.status = 'PENDING_CANCEL'
    if (this.#cancelDelayMs === 0) this.withdraw(order)
    else this.time.clock.after(this.#cancelDelayMs, () => this.withdraw(order))
    return ok(order)
  }

  /** Takes an order out of the book now; nothing happens to one that is already done. */
  withdraw(order: SimOrder): void {
    if (order.area === 'spot') this.spot.cancel(order)
    else this.contracts.cancel(order)
  }

  #afterPrices(): void {
    const share = () => (this.#random.chance(PARTIAL_FILLS) ? decimal(this.#random.between(0.2, 0.8).toFixed(2)) : ONE)
    this.spot.match(share)
    this.contracts.match(share)
    for (const ticket of this.triggers.due((spec) => this.market.price(spec))) this.contracts.place(ticket)
    enforceMargins(this.contracts, (spec) => this.market.price(spec))
    for (const spec of this.instruments) this.candles.record(keyOf(spec), this.market.price(spec), this.time.now())
  }

  #fund(): void {
    const period = Math.floor(this.time.now() / FUNDING_PERIOD_MS)
    if (period === this.#fundedPeriod) return
    this.#fundedPeriod = period
    for (const position of this.contracts.positions()) {
      this.contracts.payFunding(position, this.market.funding(position.spec).current)
    }
  }
}
