import type { Decimal } from '../domain/decimal.ts'
import type { LiquidationView } from '../risk/report.ts'
import type { ProtectRequest } from './plan.ts'

/**
 * The liquidation price, if the price reaches it on the way from `mark` to the trigger, or at the trigger; null if it
 * does not, as far as we know. The venue liquidates, so its price wins over ours.
 */
export function liquidatedBefore(
  { trigger, triggerPrice }: Pick<ProtectRequest, 'trigger' | 'triggerPrice'>,
  { own, venue }: Pick<LiquidationView, 'own' | 'venue'>,
  mark: Decimal | null,
): Decimal | null {
  const price = venue ?? own
  if (price === null) return null
  // Without a mark we cannot tell on which side of it the liquidation price lies. We assume that it lies ahead.
  const isAhead = mark === null || (trigger === 'fall' ? price.lt(mark) : price.gt(mark))
  const isFirst = trigger === 'fall' ? price.gte(triggerPrice) : price.lte(triggerPrice)
  return isAhead && isFirst ? price : null
}
