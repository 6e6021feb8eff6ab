import type { Decimal } from '#shared/domain/decimal.ts'
import type { Side } from '../market/books.ts'
import type { ContractSpec, PairSpec } from '../market/specs.ts'
import type { OrderType, PositionType, TimeInForce } from './sim-order.ts'

/** A request for an order. It becomes an order once it passes the checks. */
interface TicketBase {
  readonly side: Side
  readonly type: OrderType
  /** Null for a market order. */
  readonly price: Decimal | null
  readonly clientOrderId: string | null
}

export interface SpotTicket extends TicketBase {
  readonly spec: PairSpec
  /** Base units; quote units for a market buy, unless it buys a quantity. */
  readonly volume: Decimal
  readonly buysQuantity?: boolean
}

export interface ContractTicket extends TicketBase {
  readonly spec: ContractSpec
  readonly action: 'OPEN' | 'CLOSE'
  readonly positionType: PositionType
  /** Whole contracts. */
  readonly volume: Decimal
  readonly timeInForce: TimeInForce
}
