import { decimal, type Decimal } from '#shared/domain/decimal.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { ContractArea } from './account/contract-area.ts'
import { enforceMargins } from './account/enforce-margins.ts'
import { isLive, limitOf, remaining, type SimOrder } from './account/sim-order.ts'
import { opposite } from './account/sim-position.ts'
import { refusal, type Refusal } from './account/refusal.ts'
import { SpotArea } from './account/spot-area.ts'
import type { PositionMode } from './account/surroundings.ts'
import { Triggers } from './account/triggers.ts'
import { Books, MAX_LEVELS, mergeLevels, reaches, type Level, type Side } from './market/books.ts'
import { Candles } from './market/candles.ts'
import {
  ASSETS,
  CONTRACTS,
  keyOf,
  PAIRS,
  type ContractSpec,
  type InstrumentSpec,
  type PairSpec,
} from './market/specs.ts'
import { Market } from './market/market.ts'
import { hashText, seededRandom, type Random } from './market/random.ts'
import type { VenueTime } from './venue-time.ts'

const EIGHT_HOURS_MS = 8 * 3_600_000
const DAY_MS = 3 * EIGHT_HOURS_MS

export interface ExchangeOptions {
  readonly seed: number
  readonly time: VenueTime
  /** How long an accepted cancel stays PENDING_CANCEL; 0 cancels at once. */
  readonly cancelDelayMs: number
  /** Whether a contract can be held long and short at once; default hedge. */
  readonly positionMode?: PositionMode
  /** How often profits are settled and entries reset, ms; default every 8 h, at the hours of funding. */
  readonly settleEveryMs?: number
  /** How often funding is paid, ms; default every 8 h. */
  readonly fundEveryMs?: number
}

/**
 * The venue without HTTP: a market, one account in two areas, and the events of each second. Prices depend only on the
 * seed, so the same seed and the same actions at the same moments give the same history.
 */
export class Exchange {
  readonly market: Market
  readonly books: Books
  readonly candles: Candles
  readonly spot: SpotArea
  readonly contracts: ContractArea
  readonly triggers: Triggers
  readonly time: VenueTime
  readonly #cancelDelayMs: number
  readonly #funding: Periods
  readonly #settlement: Periods
  /** Accepted cancels that are still pending, soonest first. */
  #cancels: { readonly order: SimOrder; readonly due: number }[] = []
  /** The moment of the current tick; null between ticks. */
  #moment: number | null = null

  constructor({ seed, time, cancelDelayMs, ...options }: ExchangeOptions) {
    this.#cancelDelayMs = cancelDelayMs
    this.time = time
    this.market = new Market(ASSETS, seededRandom(seed), seed)
    this.books = new Books(this.market, seed)
    this.candles = new Candles(this.market, seed, time.now())
    this.#funding = new Periods(options.fundEveryMs ?? EIGHT_HOURS_MS, time.now())
    this.#settlement = new Periods(options.settleEveryMs ?? EIGHT_HOURS_MS, time.now())
    const ids = (start: bigint, what: string) => idSequence(start, seededRandom(hashText(`${what} ids ${seed}`)))
    const around = {
      books: this.books,
      now: () => this.#now(),
      step: () => this.market.steps,
      nextTradeId: counter(1_527_000),
      nextSequence: counter(0),
    }
    this.spot = new SpotArea({ ...around, nextOrderId: ids(3_176_908_865_623_394_514n, 'spot') })
    this.contracts = new ContractArea({
      ...around,
      nextOrderId: ids(3_302_507_625_176_983_697n, 'contract'),
      positionMode: options.positionMode ?? 'hedge',
      mark: (spec) => this.market.price(spec),
      nextPositionId: counter(13_600),
    })
    this.triggers = new Triggers(ids(1_322_738_336_974_799_514n, 'trigger'), () => this.#now())
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

  readonly instruments: readonly InstrumentSpec[] = [...PAIRS, ...CONTRACTS]

  /**
   * One second that ends at `at`: prices move, orders trade, margins are enforced, and due funding and settlements
   * happen. `then`: the account's own actions at the same moment.
   */
  tick(at = this.time.now(), then?: () => void): void {
    this.#moment = at
    this.#withdrawDue(at)
    this.market.step()
    this.books.refill()
    this.#afterPrices()
    if (this.#funding.hasTurned(at)) this.#fund()
    if (this.#settlement.hasTurned(at)) this.contracts.held.settle()
    then?.()
    this.#moment = null
  }

  /**
   * The public order book including the account's own orders: what a taker on `side` meets, best first. An own order
   * that the market has reached is being filled and not shown.
   */
  depth(spec: InstrumentSpec, side: Side, count = MAX_LEVELS): Level[] {
    const orders = spec.area === 'spot' ? this.spot.openOrdersOf(spec) : this.contracts.openOrdersOf(spec)
    const facing = this.books.best(spec, opposite(side))
    const own = orders
      .filter((order) => order.side !== side && !reaches(order.side, limitOf(order), facing))
      .map((order) => ({ price: limitOf(order), quantity: remaining(order) }))
    const levels = this.books.levels(spec, side, count)
    return own.length === 0 ? levels : mergeLevels(levels, own, side).slice(0, count)
  }

  /** The last 24 hours as one candle, the newest price, and the best bid and ask. */
  lastDay(spec: InstrumentSpec) {
    const now = this.time.now()
    return {
      day: this.candles.candle(spec, now - DAY_MS, now),
      last: this.market.price(spec),
      bid: this.books.best(spec, 'SELL'),
      ask: this.books.best(spec, 'BUY'),
    }
  }

  /** Moves an asset to exactly `price` USDT, with everything that follows from it at once. */
  setPrice(asset: string, price: string | Decimal): void {
    this.market.setPrice(asset, decimal(price))
    this.#afterPrices()
  }

  /** Accepts a cancel. The order is gone after the venue's delay, unless it was filled meanwhile. */
  cancel(order: SimOrder): Result<SimOrder, Refusal> {
    if (!isLive(order) || order.status === 'PENDING_CANCEL') return err(refusal(-1145, order.orderId))
    order.status = 'PENDING_CANCEL'
    if (this.#cancelDelayMs === 0) this.withdraw(order)
    else this.#cancelLater(order)
    return ok(order)
  }

  /** Cancels an order now. A finished one stays as it is. */
  withdraw(order: SimOrder): void {
    if (order.area === 'spot') this.spot.cancel(order)
    else this.contracts.cancel(order)
  }

  #now(): number {
    return this.#moment ?? this.time.now()
  }

  /** Cancels by the clock or in the first tick after its time, so that a late timer does not change the history. */
  #cancelLater(order: SimOrder): void {
    const entry = { order, due: this.#now() + this.#cancelDelayMs }
    this.#cancels.push(entry)
    this.time.clock.after(this.#cancelDelayMs, () => {
      this.#cancels = this.#cancels.filter((other) => other !== entry)
      this.withdraw(order)
    })
  }

  #withdrawDue(at: number): void {
    if (this.#cancels.length === 0) return
    for (const { order, due } of this.#cancels) if (due <= at) this.withdraw(order)
    this.#cancels = this.#cancels.filter(({ due }) => due > at)
  }

  #afterPrices(): void {
    this.spot.match()
    this.contracts.match()
    for (const ticket of this.triggers.due((spec) => this.market.price(spec))) this.contracts.place(ticket)
    enforceMargins(this.contracts, (spec) => this.market.price(spec))
    const now = this.#now()
    for (const spec of this.instruments) this.candles.record(keyOf(spec), this.market.value(spec), now)
  }

  #fund(): void {
    for (const position of this.contracts.positions()) {
      this.contracts.held.payFunding(position, this.market.funding(position.spec).current)
    }
  }
}

/** Periods of the calendar, counted from 00:00 UTC. */
class Periods {
  readonly #length: number
  #current: number

  constructor(length: number, now: number) {
    if (!(length > 0)) throw new RangeError(`expected a period longer than 0 ms, was ${length}`)
    this.#length = length
    this.#current = Math.floor(now / length)
  }

  /** Whether a new period has begun since the last call. A clock that is set back begins none twice. */
  hasTurned(now: number): boolean {
    const period = Math.floor(now / this.#length)
    if (period <= this.#current) return false
    this.#current = period
    return true
  }
}

/** Counts on from `start`. */
function counter(start: number): () => number {
  let last = start
  return () => (last += 1)
}

/** Ids like the venue's: 64-bit, far above 2^53, growing by uneven steps. Digits as text. */
function idSequence(start: bigint, random: Random): () => string {
  let last = start
  return () => {
    last += BigInt(1 + Math.floor(random.next() * 997))
    return last.toString()
  }
}
