import { sum, toFloat, type Decimal } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import { withoutRepeats } from '../../words/message.ts'
import type { AccountModel } from '../account/account-model.ts'
import type { UnitModel } from '../account/margin-units.ts'
import { isHeld, type PositionModel, type PricedPosition } from '../account/position-model.ts'
import type { MarginUnit } from '../report.ts'
import { marketOf, marketSum, negatedTerms, type FactorOf, type MarketSum, type MarketTerm } from './market-sum.ts'

/**
 * The account as float64 sums, to be tried out under any prices: what stands in each asset, and what moves with each
 * market (base, quote, linear or inverse). Equal terms are added up once, so that it costs as much as the account has
 * markets and margin units, however many positions those hold. Without what has no price.
 */
export interface ShockAccount {
  readonly reportingCoin: string
  /** Coins that only move where they are named. */
  readonly cashAssets: ReadonlySet<string>
  /**
   * The asset that worth is measured in. null: the currency of account. A reporting coin that is cash stands for it, so
   * that it loses worth when it loses its peg; one that is not cash is the yardstick itself, and moves everything else.
   */
  readonly yardstick: string | null
  /** Total equity now, reporting coin. */
  readonly equity: number
  /** What stands in each asset now, reporting coin: spot, order margin, equity of margin units. */
  readonly standing: ReadonlyMap<string, number>
  /** The same without margin units: what no liquidation takes. */
  readonly outside: ReadonlyMap<string, number>
  /** What the contracts gain: coefficients in the reporting coin, paid in `paidIn` at its price after. */
  readonly gains: readonly (MarketTerm & { readonly paidIn: string })[]
  readonly units: readonly ShockUnit[]
  /** Units that hold positions, but whose equity or requirement is not known: nor is what liquidates them. */
  readonly notModelled: readonly string[]
  /** Assets, and contracts held, that have no price, and so are not in it. */
  readonly unpriced: readonly string[]
  /** Contracts held of which a position is not in it, for want of a price, of its account or of its row: no total is whole. */
  readonly notCounted: readonly (string | Message)[]
}

/** What is liquidated as one. Amounts in its margin coin; null when a part of it is not known. */
export interface ShockUnit {
  readonly id: string
  readonly mode: MarginUnit['mode']
  readonly state: MarginUnit['state']
  readonly marginCoin: string
  readonly equity: MarketSum | null
  readonly value: MarketSum | null
  readonly requirement: MarketSum | null
  /** equity - requirement, subtracted before it was rounded: liquidation is where it is not positive any more. */
  readonly free: MarketSum | null
  /** Reporting coins per margin coin now; null keeps the unit out of total equity. */
  readonly rate: number | null
}

/** A unit that is part of total equity. */
export type CountedUnit = ShockUnit & { readonly equity: MarketSum; readonly rate: number }

/** Worth after / before of an asset, in the yardstick. */
export function worthFactor({ yardstick }: ShockAccount, factorOf: FactorOf): FactorOf {
  if (yardstick === null) return factorOf
  const measure = factorOf(yardstick)
  return (asset) => factorOf(asset) / measure
}

/** Above nothing where a unit is not liquidated; endlessly below for one in liquidation now; null: nothing says. */
export function freeMargin({ state, free }: ShockUnit): MarketSum | null {
  return state === 'inLiquidation' ? { now: -Infinity, terms: [] } : state === 'ok' ? free : null
}

/** Whether a unit is part of total equity. */
export function isCounted(unit: ShockUnit): unit is CountedUnit {
  return unit.equity !== null && unit.rate !== null
}

/** Adds the account up. Linear gains s V (g - 1) in the quote coin, inverse ones -s V (1/g - 1) in the base coin. */
export function shockAccount(model: AccountModel): ShockAccount {
  const { reportingCoin, positions, equity } = model
  const cashAssets = new Set(model.cashAssets)
  const units = model.units.map((unit) => shockUnit(unit, model))
  const counted = units.filter(isCounted)
  const outside = outsideUnits(model)
  const unpricedContracts = positions
    .filter(isHeld)
    .flatMap(({ priced, position }) => (priced ? [] : [position.contract]))
  return {
    reportingCoin,
    cashAssets,
    yardstick: cashAssets.has(reportingCoin) ? null : reportingCoin,
    equity: drawable(equity.total),
    standing: standingOf(outside, counted),
    outside,
    gains: gainsOf(counted),
    units,
    notModelled: units.filter(({ state }) => state === 'notModelled').map(({ id }) => id),
    unpriced: [...new Set([...equity.unpriced, ...unpricedContracts])],
    notCounted: withoutRepeats([
      ...model.units.flatMap((unit, index) => notCountedOf(unit, units[index])),
      ...model.unread,
    ]),
  }
}

/** Contracts of the positions that move nothing in any sum, though they are held. */
function notCountedOf({ positions }: UnitModel, unit: ShockUnit | undefined): string[] {
  const isIn = unit !== undefined && isCounted(unit)
  return positions.filter(isHeld).flatMap(({ priced, position }) => (isIn && priced ? [] : [position.contract]))
}

function shockUnit({ row, positions }: UnitModel, { accounts, pricing }: AccountModel): ShockUnit {
  const { marginCoin } = row
  const { rate } = pricing(marginCoin)
  const hasAccount = accounts.some(({ reported }) => reported.marginCoin === marginCoin)
  const equity = row.equity && marketSum(drawable(row.equity), gainTerms(positions))
  const requirement = row.requirement && marketSum(toFloat(row.requirement), requirementTerms(positions))
  return {
    id: row.id,
    mode: row.mode,
    state: row.state,
    marginCoin,
    equity,
    value: row.positionValue && marketSum(toFloat(row.positionValue), valueTerms(positions)),
    requirement,
    free:
      row.equity && row.requirement && equity && requirement
        ? marketSum(drawable(row.equity.minus(row.requirement)), [...equity.terms, ...negatedTerms(requirement)])
        : null,
    rate: hasAccount && rate ? toFloat(rate) : null,
  }
}

/** How the unrealised profit of positions moves: s V (g - 1), for inverse contracts -s V (1/g - 1). */
function gainTerms(positions: readonly PositionModel[]): MarketTerm[] {
  return termsOf(positions, ({ terms }) => (terms.direction === 'linear' ? terms.sign : -terms.sign))
}

/** How the value of positions moves: V (g - 1), for inverse contracts V (1/g - 1). */
function valueTerms(positions: readonly PositionModel[]): MarketTerm[] {
  return termsOf(positions, () => 1)
}

/** How the margin requirement of positions moves: κ times their value. */
function requirementTerms(positions: readonly PositionModel[]): MarketTerm[] {
  return termsOf(positions, (_, { requirementSlope }) => (requirementSlope ? toFloat(requirementSlope) : 0))
}

function termsOf(
  positions: readonly PositionModel[],
  weight: (priced: PricedPosition, model: PositionModel) => number,
): MarketTerm[] {
  return positions.flatMap((position) => {
    const { priced } = position
    if (!priced) return []
    return { ...marketOf(priced.contract), coefficient: toFloat(priced.value) * weight(priced, position) }
  })
}

/** What total equity holds outside its units: spot, order margin, isolated equity that no position explains. */
function outsideUnits({ spot, accounts, units, pricing }: AccountModel): ReadonlyMap<string, number> {
  const collateral = accounts.flatMap(({ reported: { marginCoin }, equity }) => {
    const { rate } = pricing(marginCoin)
    const inUnits = sum(units.flatMap(({ row }) => (row.marginCoin === marginCoin && row.equity ? [row.equity] : [])))
    return rate && equity ? [{ asset: marginCoin, value: equity.minus(inUnits).times(rate) }] : []
  })
  const outside = new Map<string, number>()
  for (const { asset, value } of [...spot.assets, ...collateral]) if (value) addTo(outside, asset, drawable(value))
  return outside
}

function standingOf(
  outside: ReadonlyMap<string, number>,
  counted: readonly CountedUnit[],
): ReadonlyMap<string, number> {
  const standing = new Map(outside)
  for (const { marginCoin, equity, rate } of counted) addTo(standing, marginCoin, equity.now * rate)
  return standing
}

function addTo(amounts: Map<string, number>, asset: string, amount: number): void {
  const sum = (amounts.get(asset) ?? 0) + amount
  if (sum === 0) amounts.delete(asset)
  else amounts.set(asset, sum)
}

function gainsOf(counted: readonly CountedUnit[]): ShockAccount['gains'] {
  const byCoin = Map.groupBy(counted, ({ marginCoin }) => marginCoin)
  return [...byCoin].flatMap(([paidIn, units]) => {
    const terms = units.flatMap(({ equity, rate }) =>
      equity.terms.map((term) => ({ ...term, coefficient: term.coefficient * rate })),
    )
    return marketSum(0, terms).terms.map((term) => ({ ...term, paidIn }))
  })
}

// Leaves room for any rate and any sum before float64 ends at 1.8e308.
const LIMIT = 1e200

/** float64 for drawing; an absurd amount is drawn at the edge instead of becoming infinite. */
function drawable(amount: Decimal): number {
  return Math.min(Math.max(toFloat(amount), -LIMIT), LIMIT)
}
