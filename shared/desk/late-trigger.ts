/** Whether a condition order comes too late: its position is liquidated before the price gets to its trigger. Pure. */
import type { Decimal } from '../domain/decimal.ts'
import type { LiquidationView } from '../risk/report.ts'
import type { ProtectRequest } from './plan.ts'

/**
 * The price the position is liquidated at on the way from `mark` to the trigger, or at the trigger itself; null: it is
 * not, as far as is known. The venue is who liquidates, so a price of its own wins over ours.
 */
export function liquidatedBefore(
  { trigger, triggerPrice }: Pick<ProtectRequest, 'trigger' | 'triggerPrice'>,
  { own, venue }: Pick<LiquidationView, 'own' | 'venue'>,
  mark: Decimal | null,
): Decimal | null {
  const price = venue ?? own
  if (price === null) return null
  // Without a mark it can not be said that the liquidation is on the other side of it.
  const isAhead = mark === null || (trigger === 'fall' ? price.lt(mark) : price.gt(mark))
  const isFirst = trigger === 'fall' ? price.gte(triggerPrice) : price.lte(triggerPrice)
  return isAhead && isFirst ? price : null
}
