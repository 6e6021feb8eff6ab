/** Whether a condition order is too late: its position is liquidated before the price reaches its trigger. Pure. */
import type { Decimal } from '../domain/decimal.ts'
import type { LiquidationView } from '../risk/report.ts'
import type { ProtectRequest } from './plan.ts'

/**
 * The liquidation price, if it is on the way from `mark` to the trigger or at the trigger; null: it is not, as far as
 * known. The venue liquidates, so its own price wins over ours.
 */
export function liquidatedBefore(
  { trigger, triggerPrice }: Pick<ProtectRequest, 'trigger' | 'triggerPrice'>,
  { own, venue }: Pick<LiquidationView, 'own' | 'venue'>,
  mark: Decimal | null,
): Decimal | null {
  const price = venue ?? own
  if (price === null) return null
  // Without a mark the liquidation price may be on either side of it.
  const isAhead = mark === null || (trigger === 'fall' ? price.lt(mark) : price.gt(mark))
  const isFirst = trigger === 'fall' ? price.gte(triggerPrice) : price.lte(triggerPrice)
  return isAhead && isFirst ? price : null
}
