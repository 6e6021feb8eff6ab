import type { MarginAccount, Position } from '../../domain/account.ts'
import { decimal, toText, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Contract } from '../../domain/instrument.ts'
import { ratio } from '../number/ratio.ts'
import type { Calibration, RuleFit, RuleScope } from '../report.ts'
import { reachablePrice, isolatedLiquidation } from './liquidation.ts'
import { DEFAULT_RULE, isolatedMarginUnder, kappaUnder, RULES, ruleScopeOf } from './margin-rule.ts'
import { modelPosition } from './position-model.ts'

/*
 * Venues do not publish their liquidation rule, but they report liquidation prices. Each good read of the positions is
 * compared with every known rule. Exits and rescues follow the rule in use. The default rule is the careful one and is
 * given up only when the venue's prices refute it: see `chosen`.
 *
 *   let state = NO_READINGS
 *   after each good read of instruments, positions and margin accounts:  state = calibrate(state, readingsOf(inputs))
 *   whenever risk is computed:                                           inputs.calibration = calibrationOf(state)
 *
 * `readingsOf` is in calibration-readings.ts. The state is plain JSON and can be stored. One state holds the readings
 * of one venue only.
 */

/** A position as the venue reported it in one read, with its mark and liquidation price. */
export interface CalibrationReading {
  readonly position: Position
  readonly contract: Contract
  /** The cross account of the position; null for an isolated one. */
  readonly account: MarginAccount | null
}

/** One distinct reading compared with the rules; distances are shares of the mark. */
interface CalibrationRow {
  /** Identifies the reading. The mark is left out: the same position at the same printed price is not new. */
  readonly id: string
  /** The position and its terms, size and entry. */
  readonly terms: string
  /** One unit of the last digit the venue prints: its price is not known more precisely. */
  readonly tick: number
  /** |ours - the venue's| under each rule, in the order of `RULES`. */
  readonly residuals: readonly number[]
}

/** What was learned so far about one scope. */
interface ScopeState {
  /** Distinct readings, the newest last. */
  readonly rows: readonly CalibrationRow[]
  /** The rule in use, its place in `RULES`. */
  readonly inUse: number
}

/** What was learned so far. */
interface CalibrationState {
  readonly scopes: Readonly<Record<RuleScope, ScopeState>>
  /** Readings used so far: if there are more than one turn uses, the next turn starts here. */
  readonly taken: number
}

/** Where calibration starts: no readings, and the default rule in each scope. */
export const NO_READINGS: CalibrationState = { scopes: everyScope(() => ({ rows: [], inUse: 0 })), taken: 0 }

/**
 * Rows kept per scope, and readings used per turn. Each reading needs eight prices, and a thousand positions must not
 * cost much.
 */
const KEPT = 200
const A_TURN = 10
/** The residual of a rule that gives no price although the venue has one: the largest possible residual. */
const WRONG = 1

/** How many distinct readings are needed to accept a rule, and how many distinct positions or terms among them. */
const ENOUGH = 20
const ENOUGH_TERMS = 2
/** How well a rule must fit, as a share of the mark. If one printed digit is more than that, one digit is enough. */
const FITS = 0.0005
/** The share of the readings that must support a rule other than the default: to adopt the rule, and to keep it. */
const TAKEN_UP = 0.75
const KEPT_UP = 0.5

/** Compares the readings of one read with every rule. Pure; a reading that is not new changes nothing. */
export function calibrate(state: CalibrationState, readings: readonly CalibrationReading[]): CalibrationState {
  const { length } = readings
  if (length === 0) return state
  const turn = Array.from({ length: Math.min(length, A_TURN) }, (_, index) => readings[(state.taken + index) % length])
  const scopes = { ...state.scopes }
  for (const reading of turn) {
    if (!reading) continue
    const scope = ruleScopeOf(reading.position, reading.contract)
    scopes[scope] = withReading(scopes[scope], reading)
  }
  return { scopes, taken: state.taken + turn.length }
}

/** The rule to use in each scope, and how well it fits. */
export function calibrationOf({ scopes }: CalibrationState): Calibration {
  return everyScope((scope) => fitOf(scopes[scope]))
}

function fitOf({ rows, inUse }: ScopeState): RuleFit {
  const readings = rows.length
  const residual = readings === 0 ? null : medianResidual(rows, inUse)
  const fits = residual !== null && residual <= median(rows.map(slackOf))
  const state = readings < ENOUGH ? 'learning' : fits ? 'calibrated' : 'misfit'
  return { rule: RULES[inUse] ?? DEFAULT_RULE, state, readings, residual }
}

function withReading(scope: ScopeState, reading: CalibrationReading): ScopeState {
  const id = idOf(reading)
  if (scope.rows.some((row) => row.id === id)) return scope
  const row = rowOf(reading, id)
  if (!row) return scope
  const rows = [...scope.rows, row].slice(-KEPT)
  return { rows, inUse: chosen(rows, scope.inUse) }
}

/**
 * The rule to use, as its index in `RULES`. A rule other than the default needs 20 distinct readings of two positions
 * or two terms, and three in four of them must support it. A reading supports a rule if the rule fits and the default
 * misses by more than the venue's digits. The rule with the least median residual wins. Rules within one digit of it
 * count as equal, and then the first is taken. A rule is given up if less than half of the readings support it, or if
 * another rule is nearer by more than a digit.
 */
function chosen(rows: readonly CalibrationRow[], inUse: number): number {
  if (rows.length < ENOUGH) return 0
  const supports = RULES.map((_, rule) => supportOf(rows, rule))
  const held = (supports[inUse] ?? 0) >= KEPT_UP ? inUse : 0
  const fitting = supports
    .flatMap((support, rule) => (support >= TAKEN_UP ? [rule] : []))
    .map((rule) => ({ rule, residual: medianResidual(rows, rule) }))
  if (fitting.length === 0) return held
  const alike = Math.min(...fitting.map(({ residual }) => residual)) + median(rows.map(({ tick }) => tick))
  const isHeldAsNear = held !== 0 && medianResidual(rows, held) <= alike
  return isHeldAsNear ? held : (fitting.find(({ residual }) => residual <= alike)?.rule ?? 0)
}

/**
 * The share of the readings that support a rule against the default; 0 if all are of one position at the same terms.
 */
function supportOf(rows: readonly CalibrationRow[], rule: number): number {
  const speaking = rows.filter((row) => speaksFor(row, rule))
  const terms = new Set(speaking.map((row) => row.terms))
  return terms.size < ENOUGH_TERMS ? 0 : speaking.length / rows.length
}

function speaksFor(row: CalibrationRow, rule: number): boolean {
  const [byDefault = WRONG] = row.residuals
  const own = row.residuals[rule] ?? WRONG
  const slack = slackOf(row)
  return byDefault > slack && own <= slack && byDefault - own > row.tick
}

function slackOf({ tick }: CalibrationRow): number {
  return Math.max(FITS, tick)
}

/** |ours - the venue's| / mark under each rule; null: not modelled, or no price to compare. */
function rowOf({ position, contract, account }: CalibrationReading, id: string): CalibrationRow | null {
  const { maintenanceRate, maxFeeRate, venueLiquidationPrice: venue } = position
  const { priced, kappa } = modelPosition(position, contract, position.markPrice)
  if (!priced || !kappa || !maintenanceRate || !maxFeeRate || !venue || !reachablePrice(venue, priced.mark)) return null
  const { terms, mark, unrealized } = priced
  // The margin that a cross account has for its only position: its equity less the profit of that position. Realised
  // profit is included.
  const carried = account
    ? { margin: account.crossEquity && account.crossEquity.minus(unrealized), realizedPnl: ZERO }
    : position
  if (!carried.margin || !carried.realizedPnl) return null
  const residuals = RULES.map((rule) => {
    const rate = kappaUnder(rule, { maintenanceRate, maxFeeRate })
    const margin = isolatedMarginUnder(rule, carried)
    const price = margin && isolatedLiquidation(terms, margin, rate, mark, rule.basis).price
    const gap = price && ratio(price.minus(venue).abs(), mark)
    return gap === null ? WRONG : Math.min(gap, WRONG)
  })
  const tick = ratio(printedTick(venue, contract), mark) ?? WRONG
  return { id, terms: termsOf(position), tick: Math.min(tick, WRONG), residuals }
}

/** One unit of the last digit of the contract's prices, or of this price if it has fewer digits. */
function printedTick(printed: Decimal, { pricePrecision }: Contract): Decimal {
  return decimal(10).pow(-Math.min(pricePrecision ?? Infinity, printed.decimalPlaces()))
}

/** The equity of a cross account moves with the mark, so only a new printed price makes its reading distinct. */
function idOf({ position, account }: CalibrationReading): string {
  const { margin, realizedPnl, maintenanceRate, maxFeeRate, venueLiquidationPrice } = position
  const rest = [maintenanceRate, maxFeeRate, venueLiquidationPrice, ...(account ? [] : [margin, realizedPnl])]
  return [termsOf(position), ...rest.map((amount) => (amount ? toText(amount) : ''))].join(' ')
}

function termsOf({ key, volume, averagePrice }: Position): string {
  return [key, toText(volume), averagePrice ? toText(averagePrice) : ''].join(' ')
}

function everyScope<Each>(of: (scope: RuleScope) => Each): Readonly<Record<RuleScope, Each>> {
  return {
    'isolated:linear': of('isolated:linear'),
    'isolated:inverse': of('isolated:inverse'),
    'cross:linear': of('cross:linear'),
    'cross:inverse': of('cross:inverse'),
  }
}

function medianResidual(rows: readonly CalibrationRow[], rule: number): number {
  return median(rows.map(({ residuals }) => residuals[rule] ?? WRONG))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? WRONG
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? WRONG)) / 2
}
