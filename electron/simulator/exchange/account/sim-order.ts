import { ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Side } from '../market/books.ts'
import type { ContractSpec, PairSpec } from '../market/specs.ts'
import type { Surroundings } from './surroundings.ts'

export type OrderStatus = 'NEW' | 'PART_FILLED' | 'FILLED' | 'PENDING_CANCEL' | 'CANCELED'
/** 1 cross, 2 isolated: the venue's own numbers. */
export type PositionType = 1 | 2

interface OrderBase {
  readonly orderId: string
  readonly clientOrderId: string | null
  readonly side: Side
  readonly type: 'LIMIT' | 'MARKET'
  /** Null for a market order. */
  readonly price: Decimal | null
  /** The requested amount: base units (quote units for a spot market buy by money), or contracts. */
  readonly volume: Decimal
  readonly createdAt: number
  /** Numbers the orders of the exchange in order of arrival. */
  readonly sequence: number
  /** The second in which it was made; the matching looks at it in the next one. */
  readonly madeAtStep: number
  executed: Decimal
  /** Sum of price x quantity over its fills; divided by `executed` it is the average price. */
  executedMoney: Decimal
  fees: Decimal
  status: OrderStatus
  /** Reads do not show the order before this monotonic time: the venue's replication lag. */
  hiddenUntil: number
}

export interface SpotOrder extends OrderBase {
  readonly area: 'spot'
  readonly spec: PairSpec
  readonly buysQuantity?: boolean
}

export interface ContractOrder extends OrderBase {
  readonly area: 'contract'
  readonly spec: ContractSpec
  readonly action: 'OPEN' | 'CLOSE'
  readonly positionType: PositionType
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'POST_ONLY'
  /** It ended on arrival by its own terms, before it could rest. */
  endedAtOnce?: true
}

export type SimOrder = SpotOrder | ContractOrder

/** A request for an order. It becomes an order once it passes the checks. */
export type SpotTicket = Pick<
  SpotOrder,
  'spec' | 'side' | 'type' | 'price' | 'clientOrderId' | 'volume' | 'buysQuantity'
>
export type ContractTicket = Pick<
  ContractOrder,
  'spec' | 'side' | 'type' | 'price' | 'clientOrderId' | 'volume' | 'action' | 'positionType' | 'timeInForce'
>

/** A trade of the account against the house. */
export interface Fill {
  readonly tradeId: number
  readonly order: SimOrder
  /** Id of the order on the other side. */
  readonly counterId: string
  readonly price: Decimal
  readonly quantity: Decimal
  readonly fee: Decimal
  readonly feeCoin: string
  readonly isMaker: boolean
  readonly at: number
}

/** Whether a spot order's volume is money to spend: a market buy's is, unless it buys a quantity. */
export function isByMoney({ type, side, buysQuantity }: Pick<SpotOrder, 'type' | 'side' | 'buysQuantity'>): boolean {
  return type === 'MARKET' && side === 'BUY' && buysQuantity !== true
}

/** The fields of a new order besides its ticket: an id, and nothing executed. */
export function newOrder(around: Surroundings) {
  return {
    orderId: around.nextOrderId(),
    sequence: around.nextSequence(),
    createdAt: around.now(),
    madeAtStep: around.step(),
    executed: ZERO,
    executedMoney: ZERO,
    fees: ZERO,
    status: 'NEW' as const,
    hiddenUntil: 0,
  }
}

export function isLive(order: SimOrder): boolean {
  return order.status === 'NEW' || order.status === 'PART_FILLED' || order.status === 'PENDING_CANCEL'
}

/** The open rest of an order; zero once it is finished. */
export function remaining(order: SimOrder): Decimal {
  return isLive(order) ? order.volume.minus(order.executed) : ZERO
}

/** Throws if `quantity` is more than what is left of an order. That is a mistake in a test. */
export function expectLeft(order: SimOrder, quantity: Decimal): void {
  const left = remaining(order)
  if (quantity.lte(0) || quantity.gt(left)) {
    throw new RangeError(
      `expected a part of the ${left.toFixed()} left of order ${order.orderId}, was ${quantity.toFixed()}`,
    )
  }
}

export function averagePrice(order: SimOrder): Decimal {
  return order.executed.isZero() ? ZERO : order.executedMoney.div(order.executed)
}

/** The limit of a resting order. A market order has none, but never rests. */
export function limitOf(order: SimOrder): Decimal {
  if (!order.price) throw new Error(`expected a limit price on resting order ${order.orderId}`)
  return order.price
}

/** Whether `price` comes before `other` in the order book: a higher bid, or a lower offer. */
export function priceIsBetter(side: Side, price: Decimal, other: Decimal): boolean {
  return side === 'BUY' ? price.gt(other) : price.lt(other)
}
