/** Whether the open orders of a snapshot are complete. */
import { ordersKnown } from '#shared/snapshot/knowledge.ts'
import { t } from '../kit/say.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'

/**
 * Whether every instrument that may have open orders was read since the computer last slept. Main knows when it slept: its
 * report has no fills until the orders were read again. An instrument listed since then reports its own gap.
 */
export function areOrdersRead({ orders, risk }: Partial<Pick<Parts, 'orders' | 'risk'>>): boolean {
  // A list that fails now was read before, and main counts it.
  const isRead = ordersKnown(orders).gaps.every(({ code }) => code === 'failing' || code === 'notNow')
  return isRead && (risk?.data?.fills ?? null) !== null
}

/** "22", "at least 1000", "not read". */
export function orderCountText(parts: Partial<Pick<Parts, 'orders' | 'risk'>>): string {
  const data = parts.orders?.data ?? null
  if (data === null || data.scopes.every(({ readAt }) => readAt === null)) return t('kit.notRead')
  if (areOrdersRead(parts)) return String(data.orders.length)
  const number = data.orders.length
  return number === 0 ? t('kit.partly') : t('risk.orders.atLeast', { number })
}
