/** Rescue: the cheapest ways back to a margin rate, with what each one cancels, closes and costs. */
import { toFloat, type Decimal } from '../domain/decimal.ts'
import type { Message } from '../domain/message.ts'
import { inARow } from '../words/message.ts'
import { grouped } from './estimate/warning-order.ts'
import type { DeskFacts } from './facts.ts'
import type { Denial } from './plan.ts'
import type { RescueWay } from './rescue/appraise.ts'
import { unitOf } from './rescue/unit.ts'
import { ranked, waysOf } from './rescue/ways.ts'
import { warningsOf } from './rescue/warnings.ts'

export type RescueAnswer =
  | {
      readonly kind: 'ranked'
      readonly unitId: string
      /** The margin rate now and the target, as fractions. */
      readonly before: number | null
      readonly target: number
      readonly reportingCoin: string
      /** The ways that reach the target, cheapest first, then the others, nearest to it first. At most `MOST_WAYS`. */
      readonly ways: readonly RescueWay[]
      /** Problems, and what was not considered; worst first. */
      readonly warnings: readonly Message[]
    }
  | { readonly kind: 'denied'; readonly denial: Denial }

/**
 * Ranks the ways to bring margin unit `unitId` to a margin rate of at least `target`, a fraction. A way cancels the
 * orders that hold margin of the unit, or closes the smallest sufficient part of one position, or closes equal shares
 * of a long and a short in one asset, or closes two positions, whole or in part, if no single one is enough. No way
 * lowers the rate. The rate after each way comes from the way's own plan.
 */
export function rankWays(unitId: string, target: Decimal, facts: DeskFacts): RescueAnswer {
  const known = unitOf(unitId, target, facts)
  if (!known.ok) return { kind: 'denied', denial: known.error }
  const unit = known.value
  const found = waysOf(unit)
  const ways = ranked(found.ways)
  const warnings = grouped(warningsOf(unit, ways, found.isLimited))
  if (ways.length === 0) return { kind: 'denied', denial: { code: 'NOTHING_CLOSABLE', message: inARow(warnings) } }
  return {
    kind: 'ranked',
    unitId,
    before: unit.row.marginRate,
    target: toFloat(target),
    reportingCoin: unit.worth.reportingCoin,
    ways,
    warnings,
  }
}
