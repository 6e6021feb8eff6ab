/** Protective orders that never fire for their position: it is liquidated first. Pure. */
import { liquidatedBefore } from '#shared/desk/late-trigger.ts'
import type { ProtectRequest } from '#shared/desk/plan.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal, toText, type Decimal, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { PositionRisk } from '#shared/risk/report.ts'

/** Where the position is liquidated before `request` fires; null: it is not, as far as is known. `risk`: its figures. */
export function liquidatedFirst(
  { trigger, triggerPrice }: Encoded<ProtectRequest>,
  { venueLiquidationPrice, markPrice }: Encoded<Position>,
  risk: Encoded<PositionRisk> | null,
): DecimalText | null {
  const liquidation = { own: amount(risk?.liquidation?.own), venue: amount(venueLiquidationPrice) }
  const at = liquidatedBefore({ trigger, triggerPrice: decimal(triggerPrice) }, liquidation, amount(markPrice))
  return at && toText(at)
}

const amount = (text: DecimalText | null | undefined): Decimal | null => (text ? decimal(text) : null)
