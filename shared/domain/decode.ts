/** Parts of a snapshot with every amount a `Decimal` again: the inverse of `encode`. Pure. */
import type { Balance, MarginAccount, Position } from './account.ts'
import { decimal, type Decimal, type Encoded } from './decimal.ts'
import type { Contract, Instrument, Pair } from './instrument.ts'
import { memoise } from './memoise.ts'
import type { Order } from './order.ts'
import type { QuoteReading } from './quote.ts'

/** Every field that is an amount: a table does not compile while one is missing. */
export type AmountFields<T> = Record<
  { [K in keyof T]-?: Extract<T[K], Decimal> extends never ? never : K }[keyof T],
  true
>

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

export function decodeFields<T extends object>(value: Encoded<T>, fields: AmountFields<T>): T {
  const decoded = { ...(value as Record<string, unknown>) }
  for (const name of Object.keys(fields)) {
    const text = (decoded[name] ?? null) as string | number | null
    decoded[name] = text === null ? null : decimal(text)
  }
  return decoded as T
}

export function decodeInstruments(instruments: readonly Encoded<Instrument>[]): Instrument[] {
  return instruments.map((each) =>
    each.area === 'spot' ? decodeFields<Pair>(each, PAIR) : decodeFields<Contract>(each, CONTRACT),
  )
}

function decoder<T extends object>(fields: AmountFields<T>): (value: Encoded<T> & object) => T {
  return (value) => decodeFields<T>(value, fields)
}

/** Their prices change at each read, so nothing is kept: an entry for each object would hold up the garbage collector. */
export const decodePosition = decoder<Position>(POSITION)
export const decodeMarginAccount = decoder<MarginAccount>(MARGIN_ACCOUNT)
export const decodeQuote = decoder<QuoteReading>(QUOTE)
/** Once for each object: several views need the same rows, and most stay from one read to the next. */
export const decodeOrder = memoise(decoder<Order>({ price: true, quantity: true, executed: true, averagePrice: true }))
export const decodeBalance = memoise(decoder<Balance>({ free: true, locked: true }))
