import { ONE, sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import { modelAccount } from '../../risk/account/account-model.ts'
import { unitIdOf, type UnitModel } from '../../risk/account/margin-units.ts'
import { marginRate } from '../../risk/account/margin-rate.ts'
import type { PositionModel } from '../../risk/account/position-model.ts'
import type { RiskInputs } from '../../risk/inputs.ts'
import type { DeskFacts } from '../facts.ts'
import { takesAtOnce, type CloseRequest, type PlanEstimate } from '../plan.ts'
import type { LegCost } from './costs.ts'
import { coinsGivenBack, marginGivenBack } from './margin-given-back.ts'

/**
 * Margin rates before and after a plan. Included is each unit in which the plan closes positions (waiting orders count
 * as filled) and each unit that gets margin back from cancelled orders. The equity of a cross account falls by the
 * known cost of closing; an isolated position gives back margin in proportion to what is closed. If it is unknown how
 * much margin a unit gets back, its rate after equals its rate before, and the real rate is that or better.
 */
export function marginOf(costs: readonly LegCost[], facts: DeskFacts): PlanEstimate['margin'] {
  const { risk, positions } = facts
  if (costs.every(({ leg }) => leg.kind !== 'cancel' && leg.kind !== 'close')) return []
  // If positions could not be read now, the rates would be outdated.
  if (risk === null || positions === null) return unknownUnits(costs, facts)
  return marginIn(modelAccount(risk).units, risk, facts)(costs)
}

function unknownUnits(costs: readonly LegCost[], facts: DeskFacts): PlanEstimate['margin'] {
  const closed = costs.flatMap(({ leg }) => (leg.kind === 'close' ? [leg.positionKey] : []))
  const held = facts.positions?.filter(({ key }) => closed.includes(key)) ?? []
  const coins = coinsGivenBack(
    costs.map(({ leg }) => leg),
    facts,
  )
  const ids = new Set([...held.map(unitIdOf), ...[...coins].map((coin) => `cross:${coin}`)])
  return [...ids].map((unitId) => ({ unitId, before: null, after: null }))
}

/** As `marginOf`, but for many plans at one moment. `units` are those of `risk`. */
export function marginIn(
  units: readonly UnitModel[],
  risk: RiskInputs,
  facts: DeskFacts,
): (costs: readonly LegCost[]) => PlanEstimate['margin'] {
  const held = new Map(risk.positions?.map(({ key, volume }) => [key, volume]))
  return (costs) => {
    const legs = costs.map(({ leg }) => leg)
    const closes = costs.flatMap(({ leg, filled, paid }) =>
      leg.kind === 'close' ? [{ key: leg.positionKey, volume: volumeOf(leg, filled), paid }] : [],
    )
    const givenBack = marginGivenBack(legs, risk, facts)
    const own = new Map(
      [...Map.groupBy(closes, ({ key }) => key)].map(([key, each]) => [key, closed(each, held.get(key))]),
    )
    return units.flatMap(({ row: unit, positions: its }) => {
      const back = unit.mode === 'cross' ? givenBack.get(unit.marginCoin) : undefined
      const isClosed = its.some(({ position }) => own.has(position.key))
      if (its.length === 0 || (back === undefined && !isClosed)) return []
      const after = isClosed || back ? rateAfter(unit, its, own, back ?? ZERO) : unit.marginRate
      return [{ unitId: unit.id, before: unit.marginRate, after }]
    })
  }
}

/** The volume closed: all of a waiting order, otherwise what the book fills. */
function volumeOf(leg: CloseRequest, filled: Decimal | null): Decimal {
  return takesAtOnce(leg) ? (filled ?? leg.volume) : leg.volume
}

/** The fraction of a position that is closed, and the cost in its margin coin. */
function closed(closes: readonly { readonly volume: Decimal; readonly paid: Decimal }[], held?: Decimal) {
  const volume = sum(closes.map((each) => each.volume))
  const share = held?.gt(volume) ? volume.div(held) : ONE
  return { share, paid: sum(closes.map(({ paid }) => paid)) }
}

function rateAfter(
  unit: UnitModel['row'],
  positions: readonly PositionModel[],
  own: ReadonlyMap<string, ReturnType<typeof closed>>,
  givenBack: Decimal,
): number | null {
  const left = positions.map(({ position, priced }) => {
    const share = own.get(position.key)?.share
    return priced && share ? priced.value.times(ONE.minus(share)) : (priced?.value ?? null)
  })
  if (!unit.equity || left.includes(null)) return null
  const paid = sum(positions.flatMap(({ position }) => own.get(position.key)?.paid ?? []))
  const rest = ONE.minus(own.get(positions[0]?.position.key ?? '')?.share ?? ZERO)
  const kept = unit.mode === 'cross' ? unit.equity : unit.equity.times(rest)
  return marginRate(kept.plus(givenBack).minus(paid), sum(left.flatMap((value) => value ?? [])))
}
