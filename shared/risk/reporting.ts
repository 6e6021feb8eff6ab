/** What totals are expressed in: a coin with market prices, or a currency at a rate that the trader entered. */
import { decimal, type Decimal, type Encoded } from '../domain/decimal.ts'
import { CASH_ASSETS, MARKET_COIN } from './cash.ts'

export interface Reporting {
  /** "USDT", "BTC", "EUR" */
  readonly reportingCoin: string
  /** Units of the currency per `MARKET_COIN`; null: the price of the coin is the market's. */
  readonly fixedRate: Decimal | null
}

/** The same; without a `fixedRate`, the price is the market's. */
export type ReportedIn = Pick<Reporting, 'reportingCoin'> & Partial<Reporting>

/** How a coin or a currency is spelled. */
export const REPORTING_COIN = /^[A-Z0-9]{2,12}$/

export const USUAL_REPORTING: Reporting = { reportingCoin: MARKET_COIN, fixedRate: null }

export function decodeReporting({ reportingCoin, fixedRate }: Encoded<Reporting>): Reporting {
  return { reportingCoin, fixedRate: fixedRate === null ? null : decimal(fixedRate) }
}

const CURRENCIES: ReadonlySet<string> = new Set([...CASH_ASSETS, ...Intl.supportedValuesOf('currency')])

/** Decimal places of amounts of a coin: cents for dollars and other currencies, more for coins worth more. */
export function placesOf(coin: string): number {
  return CURRENCIES.has(coin) || coin.startsWith('USD') ? 2 : 6
}

/** The coin whose market price totals need. */
export function pricedCoinOf({ reportingCoin, fixedRate = null }: ReportedIn): string {
  return fixedRate === null ? reportingCoin : MARKET_COIN
}
