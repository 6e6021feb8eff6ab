import { contractsIn } from '../app/contracts.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'

/** Decimal places of a price of a contract; undefined when it is not listed. */
export function pricePlaces(contract: string | undefined, parts: Partial<Parts>): number | undefined {
  return contractsIn(parts.instruments?.data ?? []).get(contract ?? '')?.pricePrecision ?? undefined
}
