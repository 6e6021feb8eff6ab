/**
 * Every endpoint of the interface under our name, with its parameters and reply in our names and units. The rows in
 * endpoints/ define how a venue spells each.
 */
import type { Balance, MarginMode } from '#shared/domain/account.ts'
import type { BaseQuantity, Contracts, Price, QuoteAmount } from '#shared/domain/amounts.ts'
import type { AccountRead } from '#shared/domain/coherence.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { ClosedPosition, Fill } from '#shared/domain/fill.ts'
import type { Contract, Pair } from '#shared/domain/instrument.ts'
import type { Order, OrderAction, OrderSide } from '#shared/domain/order.ts'
import type { Candle, Depth, PublicTrade, Quote } from '#shared/domain/quote.ts'

/** The outcome of one order in a batch cancel. `unknown`: the reply does not name it, so only a read can tell. */
export interface BatchCanceled {
  readonly orderId: string
  readonly outcome: 'accepted' | 'refused' | 'unknown'
}

/** What a key may do, according to the venue; null: it does not say. */
export interface KeyRights {
  readonly trade: boolean | null
  readonly withdraw: boolean | null
  readonly deposit: boolean | null
  /** Whether it works from the addresses registered with the venue only. */
  readonly boundToIp: boolean | null
  /** The venue's number of the account that the key belongs to. */
  readonly uid: string | null
}

export type Interval = '1min' | '5min' | '15min' | '30min' | '60min' | '1day' | '1week' | '1month'
type Nothing = Record<string, never>

/** A limit order has a price; a market order has none. */
type SpotTerms =
  | { type: 'limit'; quantity: BaseQuantity; price: Price }
  | { type: 'market'; side: 'sell'; quantity: BaseQuantity }
  | { type: 'market'; side: 'buy'; amount: QuoteAmount }

type SpotTicket = { symbol: string; side: OrderSide; clientOrderId: string; recvWindow?: number } & SpotTerms
/** One order of a batch. A client id is not part of the published interface, but some venues accept it. */
export type BatchEntry = { side: OrderSide; clientOrderId?: string } & SpotTerms

type ContractTerms = {
  contract: string
  side: OrderSide
  action: OrderAction
  marginMode: MarginMode
  volume: Contracts
}

/** `fromId` is an id from the list itself. Venues page in different directions from it; `pages` handles both. */
type Page = { limit?: number; fromId?: string }

/**
 * What each endpoint takes and gives.
 *
 * @public Declarations of schemas name it.
 */
export interface Endpoints {
  'spot.ping': { params: Nothing; reply: null }
  'spot.time': { params: Nothing; reply: number }
  'spot.pairs': { params: Nothing; reply: readonly Pair[] }
  'spot.depth': { params: { symbol: string; limit?: number }; reply: Depth }
  'spot.ticker': { params: { symbol: string }; reply: Pick<Quote, 'last' | 'bid' | 'ask'> }
  'spot.trades': { params: { symbol: string; limit?: number }; reply: readonly PublicTrade[] }
  'spot.klines': { params: { symbol: string; interval: Interval; limit?: number }; reply: readonly Candle[] }
  'spot.placeOrder': { params: SpotTicket; reply: Pick<Order, 'orderId' | 'clientOrderId'> }
  /** Checked like an order, including signature and window, but never sent to the matching engine. */
  'spot.testOrder': { params: SpotTicket; reply: null }
  /**
   * Up to 10 orders. Returns the ids of the accepted ones, in order. If some are missing, it is unknown which orders
   * failed.
   */
  'spot.batchOrders': { params: { symbol: string; orders: readonly BatchEntry[] }; reply: readonly string[] }
  /** `since`: venue time, ms, before which an order looked up by its client id was not placed. */
  'spot.order': { params: { symbol: string; orderId?: string; clientOrderId?: string; since?: number }; reply: Order }
  'spot.cancelOrder': { params: { symbol: string; orderId: string }; reply: Pick<Order, 'orderId' | 'status'> }
  /** Up to 10 orders. The reply has one entry for each requested id. */
  'spot.batchCancel': { params: { symbol: string; orderIds: readonly string[] }; reply: readonly BatchCanceled[] }
  /** The orders of one pair, or without a symbol of the whole area, if the venue serves that. */
  'spot.openOrders': { params: { symbol?: string }; reply: readonly Order[] }
  'spot.myTrades': { params: { symbol: string } & Page; reply: readonly Fill[] }
  'spot.account': { params: Nothing; reply: readonly Balance[] }

  'contract.ping': { params: Nothing; reply: null }
  'contract.time': { params: Nothing; reply: number }
  'contract.contracts': { params: Nothing; reply: readonly Contract[] }
  'contract.depth': { params: { contract: string; limit?: number }; reply: Depth }
  'contract.ticker': { params: { contract: string }; reply: Pick<Quote, 'last' | 'bid' | 'ask'> }
  'contract.index': { params: { contract: string }; reply: Pick<Quote, 'mark' | 'index' | 'fundingRate'> }
  'contract.klines': { params: { contract: string; interval: Interval; limit?: number }; reply: readonly Candle[] }
  'contract.placeOrder': {
    /** `leverage`: the value set for the contract. Some venues accept no order without it. */
    params: ContractTerms & { clientOrderId: string; leverage?: Decimal } & (
        | { type: 'limit'; price: Price; timeInForce?: 'IOC' | 'FOK' | 'POST_ONLY' }
        | { type: 'market' }
      )
    reply: Pick<Order, 'orderId' | 'clientOrderId'>
  }
  /** An order that waits for a price. Once accepted, no call of the published interface lists it. */
  'contract.conditionOrder': {
    params: ContractTerms & {
      triggerPrice: Price
      /** `rise`: fires when the price reaches the trigger from below; `fall`: from above. */
      trigger: 'rise' | 'fall'
    } & ({ type: 'limit'; price: Price } | { type: 'market' })
    reply: { readonly triggerId: string }
  }
  'contract.cancelOrder': { params: { contract: string; orderId: string }; reply: Pick<Order, 'orderId' | 'status'> }
  'contract.order': { params: { contract: string; orderId?: string; clientOrderId?: string }; reply: Order }
  'contract.openOrders': { params: { contract?: string }; reply: readonly Order[] }
  'contract.orderHistory': { params: { contract: string } & Page; reply: readonly Order[] }
  'contract.profitHistory': { params: { contract: string } & Page; reply: readonly ClosedPosition[] }
  'contract.myTrades': { params: { contract: string } & Page; reply: readonly Fill[] }
  'contract.account': { params: Nothing; reply: AccountRead }
}

export type EndpointName = keyof Endpoints
export type Params<E extends EndpointName> = Endpoints[E]['params']
export type Reply<E extends EndpointName> = Endpoints[E]['reply']
