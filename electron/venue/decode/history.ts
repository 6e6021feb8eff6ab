/** Decodes histories: the account's own trades, past contract orders and closed positions. */
import type { PositionSide } from '#shared/domain/account.ts'
import type { ClosedPosition, Fill } from '#shared/domain/fill.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Order, OrderSide, OrderStatus } from '#shared/domain/order.ts'
import type { Json } from '../json/reader.ts'
import { MARGIN_MODES } from './account.ts'
import { readEach, rows, type Quarantine } from './read-list.ts'
import {
  amount,
  id,
  name,
  oneOf,
  optionalAmount,
  optionalFlag,
  optionalText,
  optionalTime,
  price,
  quantity,
  spellings,
  time,
  wholeText,
  type Names,
  type Row,
} from './fields.ts'
import { SIDES, ownName, readOrder } from './orders.ts'

/** Trades of a pair, newest first, as the venue lists them. */
export function decodeSpotFills(reply: Json, symbol: string, quarantine: Quarantine): readonly Fill[] {
  const read = (entry: Row): Fill => ({ ...readFill(entry, 'spot', symbol), feeCoin: name(entry, FEE_COIN_NAMES) })
  return readEach(rows(reply ?? [], 'fills'), quarantine, read, fillKey)
}

const FEE_COIN_NAMES = ['feeCoin', 'commissionAssert', 'commissionAsset'] as const

/** The same for a venue whose `id` identifies only our side of a trade. */
export function decodeSpotFillsById(reply: Json, symbol: string, quarantine: Quarantine): readonly Fill[] {
  const read = (entry: Row): Fill => ({
    ...readFill(entry, 'spot', symbol, 'id'),
    feeCoin: name(entry, FEE_COIN_NAMES).toUpperCase(),
  })
  return readEach(rows(reply ?? [], 'fills'), quarantine, read, fillKey)
}

/** Trades of a contract. The margin coin pays the fee; no reply names another coin. */
export function decodeContractFills(reply: Json, contract: string, quarantine: Quarantine): readonly Fill[] {
  const read = (entry: Row): Fill => ({ ...readFill(entry, 'contract', contract), feeCoin: null })
  return readEach(rows(reply ?? [], 'fills'), quarantine, read, fillKey)
}

/** The key of a fill. An account that trades with itself has two fills for one trade. */
function fillKey({ tradeId, side }: Fill): string {
  return `${tradeId} ${side}`
}

function readFill(entry: Row, area: Area, instrument: string, ids: Names = ['tradeId', 'id']): Omit<Fill, 'feeCoin'> {
  const isBuyer = optionalFlag(entry, 'isBuyer')
  return {
    area,
    instrument: ownName(entry, area, instrument),
    tradeId: id(entry, ids),
    orderId: ownOrderId(entry, isBuyer),
    // The interface defines isBuyer for every trade; some venues only give a side.
    side: isBuyer === null ? oneOf(entry, SIDES, 'side') : sideOf(isBuyer),
    price: price(entry, 'price'),
    quantity: quantity(entry, 'qty'),
    fee: amount(entry, ['fee', 'commission']),
    isMaker: optionalFlag(entry, 'isMaker'),
    time: time(entry, ['time', 'ctime', 'cTime']),
  }
}

function sideOf(isBuyer: boolean): OrderSide {
  return isBuyer ? 'buy' : 'sell'
}

/** Our order: the one named, or the one on our side of the trade. */
function ownOrderId(entry: Row, isBuyer: boolean | null): string | null {
  if (isGiven(entry, 'orderId')) return id(entry, 'orderId')
  const field = isBuyer === null ? null : isBuyer ? 'bidId' : 'askId'
  return field !== null && isGiven(entry, field) ? id(entry, field) : null
}

function isGiven(entry: Row, field: string): boolean {
  return entry.object.find(field) !== -1
}

/** Past orders of a contract, in any state. */
export function decodeOrderHistory(reply: Json, contract: string, quarantine: Quarantine): readonly Order[] {
  return readEach(rows(reply ?? [], 'orders'), quarantine, (entry) => readPastOrder(entry, contract), byOrderId)
}

function byOrderId({ orderId }: Order): string {
  return orderId
}

function readPastOrder(entry: Row, contract: string): Order {
  const order = readOrder(entry, 'contract', contract)
  const code = wholeText(optionalText(entry, 'status') ?? '')
  return /^\d+$/.test(code) ? { ...order, status: statusByVolume(order, code) } : order
}

/** Numeric status codes, as far as known. Volumes take precedence. */
const FINAL_CODE = { filled: '2', canceled: '4' } as const
const LIVE_CODES: ReadonlySet<string> = new Set(['0', '1', '3'])
const CANCELING_CODE = '5'

/** The codes are undocumented. So a code alone never marks an order as filled: its volumes must agree. */
function statusByVolume(order: Order, code: string): OrderStatus {
  const { quantity: ordered, executed, type, action } = order
  // An opening market order may be counted in contracts or in value, so its two volumes may not compare.
  const isComparable = type === 'limit' || action === 'close'
  const isWhole = isComparable && ordered.gt(0) && executed.gte(ordered)
  if (isWhole) return 'filled'
  if (code === FINAL_CODE.filled) return !isComparable && executed.gt(0) ? 'filled' : 'unknown'
  if (code === FINAL_CODE.canceled) return 'canceled'
  if (code === CANCELING_CODE) return 'canceling'
  if (!LIVE_CODES.has(code)) return 'unknown'
  return executed.gt(0) ? 'partially-filled' : 'new'
}

const POSITION_SIDES = spellings<PositionSide>({ long: 'BUY', short: 'SELL' })

/** Closed positions of a contract, newest first as the venue lists them. */
export function decodeClosedPositions(
  reply: Json,
  contract: string,
  quarantine: Quarantine,
): readonly ClosedPosition[] {
  const read = (entry: Row): ClosedPosition => readClosedPosition(entry, contract)
  return readEach(rows(reply ?? [], 'positions'), quarantine, read, (position) => position.id)
}

function readClosedPosition(entry: Row, contract: string): ClosedPosition {
  return {
    id: id(entry, 'id'),
    contract: ownName(entry, 'contract', contract),
    side: oneOf(entry, POSITION_SIDES, 'side'),
    marginMode: oneOf(entry, MARGIN_MODES, 'positionType'),
    volume: quantity(entry, 'volume'),
    openPrice: price(entry, 'openPrice'),
    tradingFees: optionalAmount(entry, 'tradeFee'),
    fundingFees: optionalAmount(entry, 'capitalFee'),
    closePnl: optionalAmount(entry, 'closeProfit'),
    settledPnl: optionalAmount(entry, 'settleProfit'),
    realizedPnl: optionalAmount(entry, 'historyRealizedAmount'),
    openedAt: optionalTime(entry, ['ctimeMs', 'ctime']),
    closedAt: optionalTime(entry, ['mtimeMs', 'mtime']),
  }
}
