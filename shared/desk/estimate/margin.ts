/** Margin rates before and after the closes of a plan. */
import { ONE, sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import { assess } from '../../risk/assess.ts'
import { ratioOfPositive } from '../../risk/ratio.ts'
import type { MarginUnit, RiskReport } from '../../risk/report.ts'
import type { DeskFacts } from '../facts.ts'
import type { CloseRequest, PlanEstimate } from '../plan.ts'
import type { LegCost } from './costs.ts'

/**
 * The margin units that closes at market touch; an order that waits moves none yet. A cross account keeps its equity but
 * for what closing costs; an isolated position hands back its margin share by share. Margin that cancelled orders give
 * back is not counted: the venue does not tell it by order, so the rate after is rather too low than too high.
 */
export function marginOf(costs: readonly LegCost[], facts: DeskFacts): PlanEstimate['margin'] {
  const closes = costs.flatMap(({ leg, paid }) => (leg.kind === 'close' && leg.price === null ? [{ leg, paid }] : []))
  if (closes.length === 0 || facts.risk === null) return []
  const report = assess(facts.risk)
  const held = new Map(facts.risk.positions?.map(({ key, volume }) => [key, volume]))
  const own = new Map(
    [...Map.groupBy(closes, ({ leg }) => leg.positionKey)].map(([key, each]) => [key, closed(each, held.get(key))]),
  )
  return report.margin
    .filter((unit) => rowsOf(unit, report).some(({ key }) => own.has(key)))
    .map((unit) => ({ unitId: unit.id, before: unit.marginRate, after: rateAfter(unit, report, own) }))
}

/** What is closed of a position: its share, and what that costs in the margin coin. */
interface Closed {
  readonly share: Decimal
  readonly paid: Decimal
}

function closed(closes: readonly { readonly leg: CloseRequest; readonly paid: Decimal }[], held?: Decimal): Closed {
  const volume = sum(closes.map(({ leg }) => leg.volume))
  const share = held?.gt(volume) ? volume.div(held) : ONE
  return { share, paid: sum(closes.map(({ paid }) => paid)) }
}

function rowsOf({ id }: MarginUnit, { positions }: RiskReport): RiskReport['positions'] {
  return positions.filter(({ unitId }) => unitId === id)
}

function rateAfter(unit: MarginUnit, report: RiskReport, own: ReadonlyMap<string, Closed>): number | null {
  const left = rowsOf(unit, report).map(({ key, value }) => {
    const { share = ZERO, paid = ZERO } = own.get(key) ?? {}
    return { value: value && value.times(ONE.minus(share)), rest: ONE.minus(share), paid }
  })
  if (!unit.equity || left.some(({ value }) => value === null)) return null
  const kept = unit.mode === 'cross' ? unit.equity : unit.equity.times(left[0]?.rest ?? ONE)
  const equity = kept.minus(sum(left.map(({ paid }) => paid)))
  return ratioOfPositive(equity, sum(left.flatMap(({ value }) => value ?? [])))
}
