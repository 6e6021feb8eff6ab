import { decimal, type Encoded } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { MARKET_COIN } from '#shared/risk/cash.ts'
import type { Reporting } from '#shared/risk/reporting.ts'
import { amount, message } from '#shared/words/message.ts'

/** The rate that converts totals; null: the market's price does. */
export function fixedRateWords({ reportingCoin: code, fixedRate }: Encoded<Reporting>): Message | null {
  return fixedRate === null
    ? null
    : message('app.reporting.fixed', { coin: MARKET_COIN, rate: amount(decimal(fixedRate)), code })
}
