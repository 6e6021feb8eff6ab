import type { SimDialect } from '../wire/sim-dialect.ts'

interface Page {
  readonly limit: number
  /** Digits; null starts at the newest. */
  readonly fromId: string | null
}

/**
 * One page of a history, newest first. Entries come oldest first, in the order of their ids. `older` serves the newest
 * ids up to fromId, `newer` the oldest ids from fromId on.
 */
export function pageOf<T>(
  entries: readonly T[],
  idOf: (entry: T) => string | number,
  { limit, fromId }: Page,
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

/** Whether a moment is between the two that were asked for; both are inside. */
export function isBetween(
  at: number,
  { startTime, endTime }: { startTime: string | null; endTime: string | null },
): boolean {
  return (startTime === null || BigInt(startTime) <= at) && (endTime === null || BigInt(endTime) >= at)
}
