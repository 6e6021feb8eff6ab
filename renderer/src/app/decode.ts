/** Parts of a snapshot with every amount an amount again, for what is reckoned in the window. Pure. */
import type { Balance, MarginAccount, Position } from '#shared/domain/account.ts'
import { decimal, type Decimal, type Encoded } from '#shared/domain/decimal.ts'
import type { Contract, Instrument, Pair } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { QuoteReading } from '#shared/domain/quote.ts'
import type { ProtectRequest, Protection } from '#shared/desk/plan.ts'

/** Every field that is an amount: the table below does not compile while one is missing. */
type AmountFields<T> = Record<{ [K in keyof T]-?: Extract<T[K], Decimal> extends never ? never : K }[keyof T], true>

const POSITION: AmountFields<Position> = {
  volume: true,
  pendingCloseVolume: true,
  openPrice: true,
  averagePrice: true,
  markPrice: true,
  leverage: true,
  margin: true,
  realizedPnl: true,
  closedPnl: true,
  unrealizedPnl: true,
  tradingFees: true,
  fundingFees: true,
  maintenanceRate: true,
  maxFeeRate: true,
  venueMarginRate: true,
  venueLiquidationPrice: true,
}
const ORDER: AmountFields<Order> = { price: true, quantity: true, executed: true, averagePrice: true }
const PROTECT: AmountFields<ProtectRequest> = { volume: true, triggerPrice: true }
const BALANCE: AmountFields<Balance> = { free: true, locked: true }
const MARGIN_ACCOUNT: AmountFields<MarginAccount> = {
  walletBalance: true,
  orderMargin: true,
  isolatedMargin: true,
  crossInitialMargin: true,
  realizedPnl: true,
  unrealizedPnl: true,
  crossEquity: true,
  isolatedEquity: true,
  crossMarginRate: true,
  accountMarginRate: true,
}
const QUOTE: AmountFields<QuoteReading> = {
  last: true,
  bid: true,
  ask: true,
  mark: true,
  index: true,
  fundingRate: true,
}
const PAIR: AmountFields<Pair> = { minMarketSell: true, maxSell: true, makerFee: true, takerFee: true }
const CONTRACT: AmountFields<Contract> = {
  multiplier: true,
  minOrderVolume: true,
  minOrderMoney: true,
  maxMarketVolume: true,
  maxMarketMoney: true,
  maxLimitVolume: true,
  makerFee: true,
  takerFee: true,
}

function decode<T extends object>(value: Encoded<T>, fields: AmountFields<T>): T {
  const amounts = Object.keys(fields).map((name) => {
    const text = (value as Record<string, string | number | null>)[name] ?? null
    return [name, text === null ? null : decimal(text)]
  })
  return { ...(value as object), ...Object.fromEntries(amounts) } as T
}

export function decodeInstruments(instruments: readonly Encoded<Instrument>[]): Instrument[] {
  return instruments.map((each) => (each.area === 'spot' ? decode<Pair>(each, PAIR) : decode<Contract>(each, CONTRACT)))
}

export function decodePosition(position: Encoded<Position>): Position {
  return decode(position, POSITION)
}

export function decodeOrder(order: Encoded<Order>): Order {
  return decode(order, ORDER)
}

export function decodeProtection({ request, ...placed }: Encoded<Protection>): Protection {
  return { ...placed, request: decode(request, PROTECT) }
}

export function decodeBalance(balance: Encoded<Balance>): Balance {
  return decode(balance, BALANCE)
}

export function decodeMarginAccount(account: Encoded<MarginAccount>): MarginAccount {
  return decode(account, MARGIN_ACCOUNT)
}

export function decodeQuote(quote: Encoded<QuoteReading>): QuoteReading {
  return decode(quote, QUOTE)
}
