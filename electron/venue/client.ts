import type { Clock } from '#shared/domain/clock.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Contract, Pair } from '#shared/domain/instrument.ts'
import type { Balance, MarginAccount, MarginMode, Position } from '#shared/domain/account.ts'
import type { Order, OrderAction, OrderSide, OrderStatus } from '#shared/domain/order.ts'
import type { Candle, Depth } from '#shared/domain/quote.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Budget, ClockEstimate } from '#shared/domain/snapshot.ts'
import type { Dialect } from './dialect.ts'
import { SignedClient } from './signed-client.ts'

/** The newest prices. */
export interface Ticker {
  readonly last: Decimal | null
  /** Best bid and ask, where the venue gives them. */
  readonly bid: Decimal | null
  readonly ask: Decimal | null
}

export interface IndexPrice {
  readonly mark: Decimal | null
  readonly index: Decimal | null
  readonly fundingRate: Decimal | null
}

export interface PlacedOrder {
  readonly orderId: string
  readonly clientOrderId: string | null
}

/** A cancel accepted by the venue; being gone is only proved by a later read. */
export interface CanceledOrder {
  readonly orderId: string
  readonly status: OrderStatus
}

export interface ContractAccount {
  readonly marginAccounts: readonly MarginAccount[]
  readonly positions: readonly Position[]
}

type Interval = '1min' | '5min' | '15min' | '30min' | '60min' | '1day' | '1week' | '1month'
type Nothing = Record<string, never>

/** Every endpoint by our name: what it takes and what it gives. Rows in endpoints.ts say how it is spoken. */
export interface Endpoints {
  'spot.ping': { params: Nothing; reply: null }
  'spot.time': { params: Nothing; reply: number }
  'spot.pairs': { params: Nothing; reply: readonly Pair[] }
  'spot.depth': { params: { symbol: string; limit?: number }; reply: Depth }
  'spot.ticker': { params: { symbol: string }; reply: Ticker }
  'spot.klines': { params: { symbol: string; interval: Interval; limit?: number }; reply: readonly Candle[] }
  'spot.account': { params: Nothing; reply: readonly Balance[] }
  'spot.openOrders': { params: { symbol: string; limit?: number }; reply: readonly Order[] }
  'spot.order': { params: { symbol: string; orderId?: string; clientOrderId?: string }; reply: Order }
  'spot.placeOrder': {
    params: { symbol: string; side: OrderSide; clientOrderId: string } & (
      | { type: 'limit'; quantity: Decimal; price: Decimal }
      // A market buy is for an amount of the quote asset, a market sell for a quantity of the base asset.
      | { type: 'market'; side: 'sell'; quantity: Decimal }
      | { type: 'market'; side: 'buy'; amount: Decimal }
    )
    reply: PlacedOrder
  }
  'spot.cancelOrder': { params: { symbol: string; orderId: string }; reply: CanceledOrder }

  'contract.ping': { params: Nothing; reply: null }
  'contract.time': { params: Nothing; reply: number }
  'contract.contracts': { params: Nothing; reply: readonly Contract[] }
  'contract.depth': { params: { contract: string; limit?: number }; reply: Depth }
  'contract.ticker': { params: { contract: string }; reply: Ticker }
  'contract.index': { params: { contract: string }; reply: IndexPrice }
  'contract.klines': { params: { contract: string; interval: Interval; limit?: number }; reply: readonly Candle[] }
  'contract.account': { params: Nothing; reply: ContractAccount }
  'contract.openOrders': { params: { contract: string }; reply: readonly Order[] }
  'contract.order': { params: { contract: string; orderId: string }; reply: Order }
  'contract.placeOrder': {
    params: {
      contract: string
      side: OrderSide
      action: OrderAction
      marginMode: MarginMode
      /** Contracts. */
      volume: Decimal
      clientOrderId: string
    } & ({ type: 'limit'; price: Decimal; timeInForce?: 'IOC' | 'FOK' | 'POST_ONLY' } | { type: 'market' })
    reply: PlacedOrder
  }
  'contract.cancelOrder': { params: { contract: string; orderId: string }; reply: CanceledOrder }
}

export type EndpointName = keyof Endpoints
export type Params<E extends EndpointName> = Endpoints[E]['params']
export type Reply<E extends EndpointName> = Endpoints[E]['reply']

/** Who waits for whom: a cancel or close never queues behind a poll. */
export type Lane = 'act' | 'verify' | 'poll'

/** A good answer and when it was true: the read happened between `sentAt` and `answeredAt`. */
export interface Answer<T> {
  readonly value: T
  /** Monotonic ms when the request was handed to the socket, and when its whole answer was here. */
  readonly sentAt: number
  readonly answeredAt: number
  /** The X-CH-TS it was signed with (venue time, ms); null for unsigned calls. */
  readonly timestamp: number | null
  /** Entries that could not be read and were left out of `value`. */
  readonly quarantined: readonly { readonly path: string; readonly reason: string }[]
}

/** What a signed call needs. The secret is not among it: signing happens elsewhere. */
export interface Credentials {
  readonly apiKey: string
  readonly sign: (text: string) => Promise<Result<string, Failure>>
}

export interface VenueClient {
  /**
   * Calls one endpoint: checks the parameters, waits for its slot, stamps, signs, sends once, reads the answer.
   * Reads may be repeated (at most twice more, inside the budget); a write is sent at most once, whatever happens.
   * Writes go in the `act` lane and reads in `poll` unless told otherwise. Never throws for anything the venue or the
   * network can do.
   */
  call<E extends EndpointName>(
    endpoint: E,
    params: Params<E>,
    options?: { lane?: Lane; signal?: AbortSignal },
  ): Promise<Result<Answer<Reply<E>>, Failure>>
  /** Measures the venue's clock again: best of five round trips, biased to the past. */
  syncClock(): Promise<Result<ClockEstimate, Failure>>
  /** The newest measurement; null before the first. */
  clock(): ClockEstimate | null
  /** The venue's clock now by that measurement, ms; null before the first. Biased to the past. */
  venueTime(): number | null
  budget(): Budget
  /** Stops everything: waiting calls fail with kind `closed`, sockets are dropped. */
  close(): Promise<void>
}

export interface VenueClientOptions {
  readonly spotBaseUrl: string
  readonly contractBaseUrl: string
  /** null: public endpoints only. */
  readonly credentials: Credentials | null
  readonly clock: Clock
  /** How this venue differs from the family; the default dialect without it. */
  readonly dialect?: Dialect
}

/**
 * A client for one account at one venue. Starts nothing by itself. Throws on a base URL `checkBaseUrl` refuses: ask that
 * first for an address somebody typed.
 */
export function createVenueClient(options: VenueClientOptions): VenueClient {
  return new SignedClient(options)
}

export { checkBaseUrl } from './base-url.ts'
