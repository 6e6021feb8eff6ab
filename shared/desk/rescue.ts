/** The cheapest ways back to a margin rate: what to take back or to make smaller, and what each costs. */
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
      /** Margin rate now and the one wanted, fractions. */
      readonly before: number | null
      readonly target: number
      readonly reportingCoin: string
      /**
       * Those that reach it first, the cheapest first; then those that do not, by how near they come. At most
       * `MOST_WAYS`.
       */
      readonly ways: readonly RescueWay[]
      /** What stands against it or was not looked at, worst first. */
      readonly warnings: readonly Message[]
    }
  | { readonly kind: 'denied'; readonly denial: Denial }

/**
 * The ways to bring margin unit `unitId` to a margin rate of at least `target`, a fraction: taking back the orders that
 * hold its margin; the smallest part of each position that is enough, or the smallest equal share of a long and a short
 * of one asset; two positions where no single one is. None makes the rate worse. Rates afterwards are those the plan of
 * each way shows.
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
