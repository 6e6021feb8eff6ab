/** How far the open orders of a snapshot are all there are. Pure. */
import type { Parts } from '../../stores/portfolio.ts'

type Known = Partial<Pick<Parts, 'orders' | 'risk'>>

/**
 * Whether every place that may have open orders was read since the last sleep: only then are those listed all there are. Main
 * knows of the sleep, and its report has no fills while orders are not read; a place that is new since then says so itself.
 */
export function areOrdersRead({ orders, risk }: Known): boolean {
  const scopes = orders?.data?.scopes ?? null
  return scopes !== null && (risk?.data?.fills ?? null) !== null && scopes.every(({ readAt }) => readAt !== null)
}

/** "22", "at least 1000", "3, not all read", "not read". */
export function orderCountText(parts: Known): string {
  const data = parts.orders?.data ?? null
  if (data === null || data.scopes.every(({ readAt }) => readAt === null)) return 'not read'
  if (areOrdersRead(parts)) return String(data.orders.length)
  const isCut = data.scopes.some((scope) => scope.isCut === true)
  return isCut ? `at least ${String(data.orders.length)}` : `${String(data.orders.length)}, not all read`
}
