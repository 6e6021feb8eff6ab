/** The margin unit to rescue, and which of its positions can be reduced. */
import { compare } from '../../domain/compare.ts'
import { floorToStep, sum, toFloat, type Decimal } from '../../domain/decimal.ts'
import type { Fact, Message } from '../../domain/message.ts'
import { remaining } from '../../domain/order.ts'
import { ok, type Result } from '../../domain/result.ts'
import { message, positionTitle, unitName } from '../../words/message.ts'
import { modelAccount } from '../../risk/account/account-model.ts'
import { compareSizes } from '../../risk/account/exposure.ts'
import { assess } from '../../risk/assess.ts'
import { unreadHoldings, type RiskInputs } from '../../risk/inputs.ts'
import { unitIdOf, type UnitModel } from '../../risk/account/margin-units.ts'
import type { MarginUnit, PositionRisk, RiskReport } from '../../risk/report.ts'
import { boundsOf, whyNothing } from '../compile/close.ts'
import { deny } from '../compile/draft.ts'
import { depthOf, holdingOf, markOf, type Holding } from '../compile/known.ts'
import { lockingOrders } from '../compile/locks.ts'
import { marketTerms } from '../compile/close-price.ts'
import type { DeskFacts } from '../facts.ts'
import type { Denial } from '../plan.ts'
import { closable, type SliceBounds } from '../slice.ts'
import { worthIn, type Worth } from '../worth.ts'
import { reliefOf, type Relief } from './relief.ts'

/** A position of the unit that can be reduced. */
export interface Candidate extends Holding {
  readonly bounds: SliceBounds
  /** The most that can be closed once the orders that lock the position are cancelled; whole steps. */
  readonly most: Decimal
  readonly relief: Relief
}

export interface Unit {
  readonly facts: DeskFacts
  readonly risk: RiskInputs
  readonly report: RiskReport
  /** Every margin unit of the account, at the report's marks. */
  readonly units: readonly UnitModel[]
  readonly worth: Worth
  readonly row: MarginUnit
  /** `rate`: reporting coins per margin coin, null if unknown. `isCash`: whether the coin counts as cash. */
  readonly coin: { readonly rate: Decimal | null; readonly isCash: boolean }
  /** Whether everything that net exposure consists of was read. */
  readonly isWhole: boolean
  /** The target rate, a fraction. */
  readonly target: Decimal
  /** Margin coins missing to reach the target: target x position value - equity. Above zero. */
  readonly need: Decimal
  /** Sorted by position key. */
  readonly candidates: readonly Candidate[]
  /** Why the other positions cannot be reduced. */
  readonly obstacles: readonly Message[]
}

/** The order books needed to cost a unit's ways, those of the largest positions first. */
export function booksOf(unitId: string, facts: DeskFacts): readonly { area: 'contract'; instrument: string }[] {
  const worth = worthIn(facts)
  return (facts.positions ?? [])
    .filter((position) => unitIdOf(position) === unitId)
    .map(({ contract, ...position }) => ({ contract, notional: worth.notional({ contract, ...position }) }))
    .toSorted((a, b) => compareSizes(a.notional, b.notional))
    .map(({ contract }) => ({ area: 'contract', instrument: contract }))
}

/** The unit, or the reason why there is nothing to rank. */
export function unitOf(unitId: string, target: Decimal, facts: DeskFacts): Result<Unit, Denial> {
  const { risk, positions } = facts
  if (!target.gt(0)) return deny('BAD_AMOUNT', message('rescue.targetNoNumber'))
  if (risk === null || positions === null) return deny('READ_FAILED', message('rescue.accountUnread'))
  const model = modelAccount(risk)
  const report = assess(risk, model)
  const row = report.margin.find(({ id }) => id === unitId)
  if (!row) return deny('POSITION_NOT_FOUND', message('rescue.noUnit', { unit: unitName(unitId) }))
  const rows = report.positions.filter((each) => each.unitId === unitId)
  const missing = missingTo(target, row, rows)
  if (!missing.ok) return missing
  const candidates: Candidate[] = []
  const obstacles: Message[] = []
  for (const position of rows.toSorted((a, b) => compare(a.key, b.key))) {
    const candidate = candidateOf(position, target, facts)
    if (candidate.ok) candidates.push(candidate.value)
    else obstacles.push(candidate.error.message)
  }
  const worth = worthIn(facts)
  const { marginCoin } = row
  const coin = { rate: worth.rate(marginCoin), isCash: risk.cashAssets.includes(marginCoin) }
  const isWhole = facts.isPartial !== true && unreadHoldings(risk).length === 0
  const known = { facts, risk, report, units: model.units, worth, row, coin, isWhole, target }
  return ok({ ...known, need: missing.value, candidates, obstacles })
}

/** Margin coins missing to reach the target, above zero; or the reason why there is nothing to do. */
function missingTo(target: Decimal, row: MarginUnit, rows: readonly PositionRisk[]): Result<Decimal, Denial> {
  const { equity, positionValue, marginRate } = row
  const unit = nameOf(row)
  if (rows.length === 0) return deny('NOTHING_TO_DO', message('rescue.noPosition', { unit }))
  if (!equity || !positionValue?.gt(0) || marginRate === null) {
    const why = rows.find(({ reason }) => reason !== null)?.reason ?? message('figure.notModelled')
    return deny('READ_FAILED', message('rescue.rateUnknown', { unit, why }))
  }
  if (equity.lte(0)) return deny('NOTHING_TO_DO', message('rescue.noEquity', { unit }))
  if (marginRate >= toFloat(target)) {
    const rates = { rate: rateFact(marginRate), target: rateFact(toFloat(target)) }
    return deny('NOTHING_TO_DO', message('rescue.reachedAlready', { unit, ...rates }))
  }
  return ok(target.times(positionValue).minus(equity))
}

function candidateOf({ key, value }: PositionRisk, target: Decimal, facts: DeskFacts): Result<Candidate, Denial> {
  const holding = holdingOf(key, facts)
  if (!holding.ok) return holding
  const { position, contract } = holding.value
  const mark = markOf(position, facts)
  const bounds = boundsOf(holding.value, marketTerms(holding.value, facts), facts)
  const most = floorToStep(closable(position, sum(lockingOrders([position], facts).map(remaining))), bounds.step)
  if (most.lt(bounds.min) || !value || !mark) {
    return deny('NOTHING_CLOSABLE', whyNothing(position, bounds, position.volume))
  }
  const perContract = target.times(value).div(position.volume)
  const relief = reliefOf(
    { position, contract, mark, perContract, ownFees: facts.ownFees },
    depthOf(contract.name, facts),
  )
  return ok({ ...holding.value, bounds, most, relief })
}

export function nameOf({ mode, marginCoin, positionKey, id }: UnitModel['row']): Message {
  if (mode === 'cross') return message('rescue.cross', { coin: marginCoin })
  return message('rescue.isolated', { position: positionKey === null ? id : positionTitle(positionKey) })
}

/** A rate as a percentage with two decimals, rounded down. */
export function rateFact(rate: number): Fact {
  return { share: Math.floor(rate * 10_000) / 10_000, places: 2 }
}
