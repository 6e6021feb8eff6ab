import { decimal, roundTo, ZERO } from '#shared/domain/decimal.ts'
import { valueAt } from '../exchange/account/contract-maths.ts'
import { averagePrice, type ContractOrder, type Fill } from '../exchange/account/sim-order.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { CONTRACT_FEE, type ContractSpec } from '../exchange/market/specs.ts'
import { asText, bare, bare16, fixed, Id, Status, Time } from './leaves.ts'

const UID = 10_099
const OTHER_UID = 10_378

/** The venue's numbers for states, and for types and times in force in history rows. */
const TYPE_NUMBER = { LIMIT: 1, MARKET: 2, IOC: 3, FOK: 4, POST_ONLY: 5 } as const
const STATUS_NUMBER = { NEW: 1, FILLED: 2, PART_FILLED: 3, CANCELED: 4, PENDING_CANCEL: 5 } as const

/** Largest value of an order, the same on all contracts. */
export const MAX_MONEY = decimal(1_000_000)

export function contractRow(spec: ContractSpec): unknown {
  return {
    symbol: spec.name,
    contractId: spec.id,
    type: spec.name.slice(0, 1),
    side: spec.inverse ? 0 : 1,
    status: spec.tradable ? 1 : 0,
    marginCoin: spec.marginCoin,
    multiplier: bare16(spec.multiplier),
    multiplierCoin: spec.inverse ? spec.quote : spec.base,
    pricePrecision: spec.pricePrecision,
    minOrderVolume: bare(spec.minVolume),
    minOrderMoney: bare16(spec.minMoney),
    maxMarketVolume: bare(spec.maxMarketVolume),
    maxMarketMoney: bare16(MAX_MONEY),
    maxLimitVolume: bare(spec.maxLimitVolume),
    maxLimitMoney: bare16(MAX_MONEY),
    maxValidOrder: spec.maxOrders,
    minLever: 1,
    maxLever: spec.maxLeverage,
    openMakerFee: bare(CONTRACT_FEE.maker),
    openTakerFee: bare(CONTRACT_FEE.taker),
    closeMakerFee: bare(CONTRACT_FEE.maker),
    closeTakerFee: bare(CONTRACT_FEE.taker),
  }
}

export function tickerBody(spec: ContractSpec, { day, last, bid, ask }: ReturnType<Exchange['lastDay']>): unknown {
  return {
    high: fixed(day.high, spec.pricePrecision),
    vol: fixed(day.volume, 0),
    last: asText(last),
    low: fixed(day.low, spec.pricePrecision),
    buy: asText(bid),
    sell: asText(ask),
    rose: (day.close - day.open) / day.open,
    time: new Time(day.idx),
  }
}

/** All fields of an index reply. The dialect selects and names them. */
export function indexBody(exchange: Exchange, spec: ContractSpec): unknown {
  const { current, next } = exchange.market.funding(spec)
  return {
    currentFundRate: bare(current),
    indexPrice: bare16(exchange.market.index(spec)),
    tagPrice: bare(exchange.market.price(spec)),
    nextFundRate: bare(next),
    contractName: spec.name,
    time: new Time(exchange.time.now()),
  }
}

/** Order details. `isFresh`: the matching has not looked at the order yet, which is shown as INIT. */
export function detailsRow(order: ContractOrder, isFresh: boolean, fills: readonly Fill[]): unknown {
  return {
    side: order.side,
    executedQty: bare(order.executed),
    orderId: new Id(order.orderId, 'number'),
    price: bare16(order.price ?? ZERO),
    origQty: bare16(order.volume),
    avgPrice: average8(order),
    transactTime: new Time(order.createdAt),
    action: order.action,
    contractName: order.spec.name,
    type: order.type,
    timeInForce: timeInForceOf(order),
    status: new Status('contract', order, isFresh),
    tradeFee: bare(order.fees.negated()),
    realizedAmount: 0,
    fills: fills.map((fill) => ({ price: bare(fill.price), qty: bare(fill.quantity), fee: bare(fill.fee) })),
  }
}

export function openRow(order: ContractOrder, isFresh: boolean): unknown {
  return {
    side: order.side,
    clientId: order.clientOrderId ?? '0',
    executedQty: bare(order.executed),
    orderId: new Id(order.orderId, 'number'),
    origQty: bare16(order.volume),
    avgPrice: average8(order),
    mergeSplitMode: 1,
    type: order.type,
    positionType: order.positionType,
    price: bare16(order.price ?? ZERO),
    transactTime: new Time(order.createdAt),
    action: order.action,
    contractName: order.spec.name,
    timeInForce: timeInForceOf(order),
    status: new Status('contract', order, isFresh),
  }
}

export function historyRow(order: ContractOrder): unknown {
  return {
    side: order.side,
    clientId: order.clientOrderId ?? '0',
    ctimeMs: new Time(order.createdAt),
    positionType: order.positionType,
    orderId: new Id(order.orderId, 'number'),
    avgPrice: bare(averagePrice(order)),
    openOrClose: order.action,
    leverageLevel: order.spec.leverage,
    type: TYPE_NUMBER[typeOf(order)],
    volume: bare(order.volume),
    dealVolume: bare(order.executed),
    price: bare(order.price ?? ZERO),
    dealMoney: bare(order.executed.isZero() ? ZERO : valueAt(order.spec, order.executed, averagePrice(order))),
    contractId: order.spec.id,
    contractName: order.spec.name,
    openTakerFeeRate: bare(CONTRACT_FEE.taker),
    openMakerFeeRate: bare(CONTRACT_FEE.maker),
    closeTakerFeeRate: bare(CONTRACT_FEE.taker),
    closeMakerFeeRate: bare(CONTRACT_FEE.maker),
    status: STATUS_NUMBER[order.status],
  }
}

export function fillRow({ order, ...fill }: Fill): unknown {
  const isBuyer = order.side === 'BUY'
  const { spec } = order as ContractOrder
  return {
    tradeId: new Id(String(fill.tradeId), 'number'),
    contractName: spec.name,
    symbol: `${spec.base}-${spec.quote}`,
    side: order.side,
    price: bare16(fill.price),
    qty: bare(fill.quantity),
    amount: bare16(valueAt(spec, fill.quantity, fill.price)),
    fee: asText(fill.fee),
    isBuyer,
    isMaker: fill.isMaker,
    bidId: new Id(isBuyer ? order.orderId : fill.counterId, 'number'),
    askId: new Id(isBuyer ? fill.counterId : order.orderId, 'number'),
    bidUserId: isBuyer ? UID : OTHER_UID,
    askUserId: isBuyer ? OTHER_UID : UID,
    time: new Time(fill.at),
  }
}

/** The type, which is the time in force if that is not GTC. */
export function typeOf({
  type,
  timeInForce,
}: ContractOrder): ContractOrder['type'] | Exclude<ContractOrder['timeInForce'], 'GTC'> {
  return timeInForce === 'GTC' ? type : timeInForce
}

/** The venue shows its number for "good till cancelled", and words for the others. */
function timeInForceOf({ timeInForce }: ContractOrder): string {
  return timeInForce === 'GTC' ? '1' : timeInForce
}

function average8(order: ContractOrder): unknown {
  return order.executed.isZero() ? bare16(ZERO) : bare(roundTo(averagePrice(order), 8, 'half-even'))
}
