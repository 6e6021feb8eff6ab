/** The coin or currency of the totals decides how many decimals they have. */
import { shallowRef } from 'vue'
import { placesOf, USUAL_REPORTING } from '#shared/risk/reporting.ts'

/** How many more decimals totals have than in US dollars. A component that reads it is drawn again when it changes. */
export const finer = shallowRef(finerThanDollars(USUAL_REPORTING.reportingCoin))

export function setReportingCoin(coin: string): void {
  finer.value = finerThanDollars(coin)
}

function finerThanDollars(coin: string): number {
  return placesOf(coin) - placesOf('USD')
}
