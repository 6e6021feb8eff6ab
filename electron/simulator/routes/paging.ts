import type { SimDialect } from '../wire/sim-dialect.ts'

/**
 * One page of a history, newest first. `entries` is oldest first, in the order of the ids. `older` serves the newest
 * ids up to fromId, `newer` the oldest ids starting with fromId, and null
 * starts at the newest.
 */
export function pageOf<T>(
  entries: readonly T[],
  idOf: (entry: T) => string | number,
  { limit, fromId }: { readonly limit: number; readonly fromId: string | null },
  direction: SimDialect['fromId'],
): T[] {
  if (fromId === null) return entries.slice(-limit).reverse()
  const from = BigInt(fromId)
  if (direction === 'older') {
    return entries
      .filter((entry) => BigInt(idOf(entry)) <= from)
      .slice(-limit)
      .reverse()
  }
  return entries
    .filter((entry) => BigInt(idOf(entry)) >= from)
    .slice(0, limit)
    .reverse()
}

/** Whether a moment lies between the two requested ones, both included. */
export function isBetween(
  at: number,
  { startTime, endTime }: { startTime: string | null; endTime: string | null },
): boolean {
  return (startTime === null || BigInt(startTime) <= at) && (endTime === null || BigInt(endTime) >= at)
}
