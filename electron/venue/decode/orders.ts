import type { Area } from '#shared/domain/instrument.ts'
import type { Order, OrderAction, OrderSide, OrderStatus, OrderType } from '#shared/domain/order.ts'
import type { CanceledOrder, PlacedOrder } from '../client.ts'
import type { Json } from '../json.ts'
import { readEach, rows } from './entries.ts'
import type { Quarantine } from './entries.ts'
import { Unreadable, id, name, oneOf, optionalPrice, optionalText, optionalTime, quantity, row } from './fields.ts'
import type { Row } from './fields.ts'

const SIDES: ReadonlyMap<string, OrderSide> = new Map([
  ['BUY', 'buy'],
  ['SELL', 'sell'],
])
const ACTIONS: ReadonlyMap<string, OrderAction> = new Map([
  ['OPEN', 'open'],
  ['CLOSE', 'close'],
])
const TYPES: ReadonlyMap<string, OrderType> = new Map([
  ['LIMIT', 'limit'],
  ['MARKET', 'market'],
])

/** Words for order states seen in the family, letters only. Everything else is `unknown` and so never final. */
const STATUSES: ReadonlyMap<string, OrderStatus> = new Map([
  ['NEW', 'new'],
  ['NEW_', 'new'],
  ['NEW_ORDER', 'new'],
  ['INIT', 'new'],
  ['PARTIALLY_FILLED', 'partially-filled'],
  ['PART_FILLED', 'partially-filled'],
  ['FILLED', 'filled'],
  ['PENDING_CANCEL', 'canceling'],
  ['TO_BE_CANCELLED', 'canceling'],
  ['TO_BE_CANCELED', 'canceling'],
  ['CANCELED', 'canceled'],
  ['CANCELLED', 'canceled'],
  ['PARTIALLY_FILLED_CANCELLED', 'canceled'],
  ['PARTIALLY_FILLED_CANCELED', 'canceled'],
  ['REJECTED', 'rejected'],
  ['EXPIRED', 'expired'],
])

/** Our word for a venue's order state; total, and never terminal by mistake. */
export function toOrderStatus(raw: string): OrderStatus {
  return (
    STATUSES.get(
      raw
        .trim()
        .toUpperCase()
        .replace(/[^A-Z]+/g, '_'),
    ) ?? 'unknown'
  )
}

/** Open orders; an envelope that says "all well" and holds null is an empty list. */
export function decodeOrders(reply: Json, area: Area, instrument: string, quarantine: Quarantine): readonly Order[] {
  if (reply === null) return []
  const read = (entry: Row): Order => decodeRow(entry, area, instrument)
  return readEach(rows(reply, 'orders'), quarantine, read, (order) => order.orderId)
}

/** One order; unreadable when it is not the one that was asked for. */
export function decodeOrder(reply: Json, area: Area, instrument: string, orderId: string | undefined): Order {
  const entry = row(reply, 'order')
  expectId(entry, orderId)
  return decodeRow(entry, area, instrument)
}

function decodeRow(entry: Row, area: Area, instrument: string): Order {
  const type = TYPES.get(optionalText(entry, 'type')?.toUpperCase() ?? '') ?? 'other'
  const action = optionalText(entry, 'action', 'open')
  return {
    area,
    instrument: ownName(entry, area, instrument),
    orderId: id(entry, 'orderIdString', 'orderId'),
    clientOrderId: clientOrderId(entry),
    side: oneOf(entry, SIDES, 'side'),
    action: area === 'contract' && action !== null ? oneOf(entry, ACTIONS, 'action', 'open') : null,
    type,
    price: type === 'market' ? null : optionalPrice(entry, 'price'),
    quantity: quantity(entry, 'origQty'),
    executed: quantity(entry, 'executedQty'),
    averagePrice: optionalPrice(entry, 'avgPrice'),
    status: toOrderStatus(optionalText(entry, 'status') ?? ''),
    createdAt: optionalTime(entry, 'transactTime', 'time', 'ctimeMs'),
  }
}

/** The instrument as we know it: replies may change its case or leave it out. */
function ownName(entry: Row, area: Area, asked: string): string {
  const field = area === 'spot' ? 'symbol' : 'contractName'
  if (optionalText(entry, field) === null) return asked
  const told = name(entry, field)
  return told.toUpperCase() === asked.toUpperCase() ? asked : told
}

export function decodePlaced(reply: Json): PlacedOrder {
  const entry = row(reply, 'order')
  return { orderId: id(entry, 'orderIdString', 'orderId'), clientOrderId: clientOrderId(entry) }
}

/** A cancel that was taken on. A reply without a state means accepted, not done: Contract never gives one. */
export function decodeCanceled(reply: Json, orderId: string): CanceledOrder {
  const entry = row(reply, 'order')
  expectId(entry, orderId)
  const status = optionalText(entry, 'status')
  return { orderId, status: status === null ? 'canceling' : toOrderStatus(status) }
}

function expectId(entry: Row, asked: string | undefined): void {
  const told = id(entry, 'orderIdString', 'orderId')
  if (asked !== undefined && told !== asked) {
    throw new Unreadable(`${entry.path}.orderId`, `expected order ${asked}, was ${told}`)
  }
}

/** Venues write "" or "0" for an order that has none. */
function clientOrderId(entry: Row): string | null {
  const text = optionalText(entry, 'clientOrderId', 'newClientOrderId', 'clientId')
  return text === '0' ? null : text
}
