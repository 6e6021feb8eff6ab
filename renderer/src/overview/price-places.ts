import type { Parts } from '../app/stores/portfolio.ts'

/** Digits of a price of a contract; undefined when it is not listed. */
export function pricePlaces(contract: string | undefined, parts: Partial<Parts>): number | undefined {
  return (
    parts.instruments?.data?.find((each) => each.area === 'contract' && each.name === contract)?.pricePrecision ??
    undefined
  )
}
