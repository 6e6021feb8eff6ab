import type { Decimal } from '#shared/domain/decimal.ts'
import { bareName, type Area } from '#shared/domain/instrument.ts'
import type { Order, OrderAction, OrderSide, OrderStatus, OrderType } from '#shared/domain/order.ts'
import { message } from '#shared/words/message.ts'
import type { BatchCanceled } from '../endpoints/calls.ts'
import { jsonObject, type Json } from '../json/reader.ts'
import { isList, isObject } from '../http/envelopes.ts'
import { readEach, rows, type Quarantine } from './read-list.ts'
import {
  NotListed,
  Unreadable,
  id,
  list,
  name,
  oneOf,
  optionalPrice,
  optionalText,
  optionalTime,
  quantity,
  row,
  spellings,
  wholeText,
  type Row,
} from './fields.ts'

/** The venue's words for trade sides. */
export const SIDES = spellings<OrderSide>({ buy: 'BUY', sell: 'SELL' })
const ACTIONS = spellings<OrderAction>({ open: 'OPEN', close: 'CLOSE' })
/**
 * Histories use numbers. Some venues write the time in force of a limit order as its type: IOC, FOK, POST_ONLY, 3 to 5.
 */
const TYPES = spellings<Exclude<OrderType, 'other'>>({ limit: 'LIMIT IOC FOK POST_ONLY 1 3 4 5', market: 'MARKET 2' })

/** Words for order states seen in the family, letters only. Any other word is `unknown`, which is never final. */
const STATUSES = spellings<Exclude<OrderStatus, 'unknown'>>({
  new: 'NEW NEW_ NEW_ORDER INIT PENDING_CREATE',
  'partially-filled': 'PARTIALLY_FILLED PART_FILLED',
  filled: 'FILLED',
  canceling: 'PENDING_CANCEL TO_BE_CANCELLED TO_BE_CANCELED',
  canceled: 'CANCELED CANCELLED PARTIALLY_FILLED_CANCELLED PARTIALLY_FILLED_CANCELED',
  rejected: 'REJECTED',
  expired: 'EXPIRED',
})

/** Our word for a venue's order state; an unknown word is never terminal. */
export function toOrderStatus(raw: string): OrderStatus {
  const word = raw.trim().toUpperCase()
  return STATUSES.get(raw) ?? STATUSES.get(word.replace(/[^A-Z]+/g, '_')) ?? 'unknown'
}

/**
 * Open orders of `instrument`; null: of the whole area. Rows may belong to other instruments than the requested one.
 * null in a valid envelope is an empty list.
 */
export function decodeOrders(
  reply: Json,
  area: Area,
  instrument: string | null,
  quarantine: Quarantine,
): readonly Order[] {
  if (reply === null) return []
  const read = (entry: Row): Order => readOrder(entry, area, instrument)
  return readEach(rows(reply, 'orders'), quarantine, read, (order) => `${order.instrument} ${order.orderId}`)
}

/**
 * One order. It is unreadable if it is not the requested one. Not every venue shows a client id, so only a client id
 * that differs proves that it is another order.
 */
export function decodeOrder(
  reply: Json,
  area: Area,
  instrument: string,
  asked: { readonly orderId?: string; readonly clientOrderId?: string },
): Order {
  const entry = row(reply, 'order')
  expectId(entry, asked.orderId)
  const order = readOrder(entry, area, instrument)
  const stated = order.clientOrderId
  if (asked.clientOrderId !== undefined && stated !== null && stated !== asked.clientOrderId) {
    throw new Unreadable(
      `${entry.path}.clientOrderId`,
      message('expected.but', { what: asked.clientOrderId, was: stated }),
    )
  }
  return order
}

/**
 * The order in a list that has our client id. Throws `NotListed` only if every row shows a client id and the list is
 * shorter than the requested limit; otherwise its absence proves nothing.
 */
export function decodeOrderOfClient(reply: Json, symbol: string, clientId: string, most: number): Order {
  const unread: Quarantine = []
  const orders = readEach(rows(reply ?? [], 'orders'), unread, (entry) => readOrder(entry, 'spot', symbol))
  const own = orders.find((order) => order.clientOrderId === clientId)
  if (own) return own
  const unidentified = unread.length + orders.filter((order) => order.clientOrderId === null).length
  if (unidentified > 0) throw new Unreadable('orders', message('expected.mayBeAsked', { count: unidentified }))
  if (orders.length >= most) throw new Unreadable('orders', message('expected.moreThanListed'))
  throw new NotListed()
}

/** The order in a reply that is that order, or a list with it and objects without an order id. */
export function soleOrder(reply: Json): Json {
  return isList(reply) ? reply.filter((each) => !isObject(each) || each.find('orderId') !== -1) : reply
}

/** One order, alone or from a list. Its state comes from the venue's word. */
export function readOrder(entry: Row, area: Area, instrument: string | null): Order {
  const typed = optionalText(entry, 'type') ?? ''
  const type = TYPES.get(typed) ?? TYPES.get(wholeText(typed).toUpperCase()) ?? 'other'
  const action = optionalText(entry, ACTION_NAMES)
  const executed = quantity(entry, ['executedQty', 'dealVolume'])
  return {
    area,
    instrument: ownName(entry, area, instrument),
    orderId: id(entry, ID_NAMES),
    clientOrderId: clientOrderId(entry),
    side: oneOf(entry, SIDES, 'side'),
    action: area === 'contract' && action !== null ? oneOf(entry, ACTIONS, ACTION_NAMES) : null,
    type,
    price: type === 'market' ? null : optionalPrice(entry, 'price'),
    quantity: quantity(entry, ['origQty', 'volume']),
    executed,
    averagePrice: optionalPrice(entry, 'avgPrice') ?? averageOf(entry, executed),
    status: toOrderStatus(optionalText(entry, 'status') ?? ''),
    createdAt: optionalTime(entry, ['transactTime', 'time', 'ctimeMs', 'ctime']),
  }
}

/** Filled value divided by filled quantity, if the venue gives the value. The field's name is misspelt on the wire. */
function averageOf(entry: Row, executed: Decimal): Decimal | null {
  const value = optionalPrice(entry, 'cummulativeQuoteQty')
  return value !== null && executed.gt(0) ? value.div(executed) : null
}

// Text first: a number may have been rounded by a parser on the way.
const ID_NAMES = ['orderIdString', 'orderIdStr', 'orderId'] as const
const ACTION_NAMES = ['action', 'open', 'openOrClose'] as const

/** The instrument under our name: replies may change its case or separators, or omit it. */
export function ownName(entry: Row, area: Area, asked: string | null): string {
  const field = area === 'spot' ? 'symbol' : 'contractName'
  if (asked === null) return name(entry, field)
  if (optionalText(entry, field) === null) return asked
  const stated = name(entry, field)
  return stated === asked || bareName(stated) === bareName(asked) ? asked : stated
}

export function decodePlaced(reply: Json): Pick<Order, 'orderId' | 'clientOrderId'> {
  const entry = row(reply, 'order')
  return { orderId: id(entry, ID_NAMES), clientOrderId: clientOrderId(entry) }
}

/** The ids of the accepted orders of a batch, in the order they were sent. */
export function decodeBatchPlaced(reply: Json): readonly string[] {
  const { path, items } = list(row(reply, 'batch'), ['idsString', 'ids'])
  return items.map((item, index) => id({ path, object: jsonObject({ [String(index)]: item }) }, String(index)))
}

/** The id of an order that waits for its trigger: {orderId}, {triggerIds: [...]} or the bare id. */
export function decodeTriggered(reply: Json): { readonly triggerId: string } {
  const bare = typeof reply === 'string' || (isList(reply) && typeof reply[0] === 'string')
  const entry = row(bare ? jsonObject({ triggerIds: reply }) : reply, 'trigger')
  return { triggerId: id(entry, ['triggerIds', ...ID_NAMES]) }
}

/**
 * An accepted cancel. A reply without a state, or null in a valid envelope, means accepted but not done yet: Contract
 * never gives a state.
 */
export function decodeCanceled(reply: Json, orderId: string): Pick<Order, 'orderId' | 'status'> {
  if (reply === null) return { orderId, status: 'canceling' }
  const entry = row(reply, 'order')
  expectId(entry, orderId)
  const status = optionalText(entry, 'status')
  return { orderId, status: status === null ? 'canceling' : toOrderStatus(status) }
}

/**
 * One entry for each requested id, in the same order. `success` means accepted for cancellation. An id that is in
 * neither list, or in both, is `unknown`: some venues put {} or a bare boolean in `failed`, even if some cancels were
 * accepted.
 */
export function decodeBatchCanceled(reply: Json, orderIds: readonly string[]): readonly BatchCanceled[] {
  const entry = reply === null ? { path: 'batch', object: jsonObject({}) } : row(reply, 'batch')
  const accepted = idsUnder(entry, 'success')
  const refused = idsUnder(entry, 'failed')
  return orderIds.map((orderId) => {
    if (accepted.has(orderId) === refused.has(orderId)) return { orderId, outcome: 'unknown' }
    return { orderId, outcome: accepted.has(orderId) ? 'accepted' : 'refused' }
  })
}

/** The ids in a list. Anything else has none. */
function idsUnder(entry: Row, field: string): ReadonlySet<string> {
  const found = entry.object.get(field)
  const items = found !== undefined && isList(found) ? found : []
  return new Set(items.map((item) => (isList(item) && item.length === 1 ? item[0] : item)).filter(isText))
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string'
}

function expectId(entry: Row, asked: string | undefined): void {
  const stated = id(entry, ID_NAMES)
  if (asked !== undefined && stated !== asked) {
    throw new Unreadable(
      `${entry.path}.orderId`,
      message('expected.but', { what: message('expected.order', { id: asked }), was: stated }),
    )
  }
}

/** Venues write "" or "0" for none. */
function clientOrderId(entry: Row): string | null {
  const text = optionalText(entry, ['clientOrderId', 'newClientOrderId', 'clientId'])
  return text === '0' ? null : text
}
