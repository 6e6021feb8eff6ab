/** How far the open orders of a snapshot are all there are. */
import { ordersKnown } from '#shared/snapshot/knowledge.ts'
import type { Parts } from '../app/stores/portfolio.ts'
import { t } from '../kit/say.ts'

type Known = Partial<Pick<Parts, 'orders' | 'risk'>>

/**
 * Whether every place that may have open orders was read since the last sleep: only then are those listed all there are. Main
 * knows of the sleep, and its report has no fills while orders are not read; a place that is new since then says so itself.
 */
export function areOrdersRead({ orders, risk }: Known): boolean {
  // One that fails now was read before: main counts it in.
  const isRead = ordersKnown(orders).gaps.every(({ code }) => code === 'failing' || code === 'notNow')
  return isRead && (risk?.data?.fills ?? null) !== null
}

/** "22", "at least 1000", "not read". */
export function orderCountText(parts: Known): string {
  const data = parts.orders?.data ?? null
  if (data === null || data.scopes.every(({ readAt }) => readAt === null)) return t('risk.orders.notRead')
  if (areOrdersRead(parts)) return String(data.orders.length)
  const number = data.orders.length
  return number === 0 ? t('risk.orders.notAllRead') : t('risk.orders.atLeast', { number })
}
