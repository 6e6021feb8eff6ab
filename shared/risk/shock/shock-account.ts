import { sum, toFloat, type Decimal } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import { withoutRepeats } from '../../words/message.ts'
import type { AccountModel } from '../account/account-model.ts'
import type { UnitModel } from '../account/margin-units.ts'
import { isHeld, type PositionModel, type PricedPosition } from '../account/position-model.ts'
import type { MarginUnit } from '../report.ts'
import { marketOf, marketSum, negatedTerms, type FactorOf, type MarketSum, type MarketTerm } from './market-sum.ts'

/**
 * The account as float64 sums that can be revalued at any prices: holdings by asset, and gains by market (base, quote,
 * linear or inverse). Equal terms are added up once: the cost depends on markets and margin units, not on positions.
 * Unpriced parts are left out.
 */
export interface ShockAccount {
  readonly reportingCoin: string
  /** Coins that only move where a scenario names them. */
  readonly cashAssets: ReadonlySet<string>
  /**
   * The asset in which value is measured. null: cash. If the reporting coin is cash, it is not the yardstick, so that
   * it loses value when it loses its peg. A reporting coin that is not cash is itself the yardstick.
   */
  readonly yardstick: string | null
  /** Total equity now, reporting coin. */
  readonly equity: number
  /** Value held in each asset now, reporting coin: spot, order margin, equity of margin units. */
  readonly standing: ReadonlyMap<string, number>
  /** The same without margin units: no liquidation takes it. */
  readonly outside: ReadonlyMap<string, number>
  /** Gains of contracts: coefficients in the reporting coin, paid in `paidIn` at its price after. */
  readonly gains: readonly (MarketTerm & { readonly paidIn: string })[]
  readonly units: readonly ShockUnit[]
  /** Units with positions whose equity or requirement is not known, so their liquidation is not known either. */
  readonly notModelled: readonly string[]
  /** Assets and held contracts without a price: they are left out. */
  readonly unpriced: readonly string[]
  /** Held contracts with a position that is left out (no price, account or row): no total is complete. */
  readonly notCounted: readonly (string | Message)[]
}

/** A margin unit. Amounts in its margin coin; null when a part is not known. */
export interface ShockUnit {
  readonly id: string
  readonly mode: MarginUnit['mode']
  readonly state: MarginUnit['state']
  readonly marginCoin: string
  readonly equity: MarketSum | null
  readonly value: MarketSum | null
  readonly requirement: MarketSum | null
  /** equity - requirement, subtracted exactly: the unit is liquidated where it is not positive. */
  readonly free: MarketSum | null
  /** Reporting coins per margin coin now; null keeps the unit out of total equity. */
  readonly rate: number | null
}

/** A unit that is part of total equity. */
export type CountedUnit = ShockUnit & { readonly equity: MarketSum; readonly rate: number }

/** Value after / before of an asset, in the yardstick. */
export function worthFactor({ yardstick }: ShockAccount, factorOf: FactorOf): FactorOf {
  if (yardstick === null) return factorOf
  const measure = factorOf(yardstick)
  return (asset) => factorOf(asset) / measure
}

/** Positive while a unit is not liquidated; -Infinity for one in liquidation now; null: not known. */
export function freeMargin({ state, free }: ShockUnit): MarketSum | null {
  return state === 'inLiquidation' ? { now: -Infinity, terms: [] } : state === 'ok' ? free : null
}

/** Whether a unit is part of total equity. */
export function isCounted(unit: ShockUnit): unit is CountedUnit {
  return unit.equity !== null && unit.rate !== null
}

/** The reporting coin, if its own price moves; null for cash, and for a currency at a fixed rate to it. */
export function yardstickOf({ reportingCoin, fixedRate, cashAssets }: AccountModel): string | null {
  return fixedRate !== null || cashAssets.includes(reportingCoin) ? null : reportingCoin
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
    yardstick: yardstickOf(model),
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

/** Contracts of held positions that no sum includes. */
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

/** Total equity outside the units: spot, order margin, isolated equity that no position explains. */
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

/** float64 for drawing; an absurd amount is drawn at the edge, not as infinite. */
function drawable(amount: Decimal): number {
  return Math.min(Math.max(toFloat(amount), -LIMIT), LIMIT)
}
