import { finite } from '../number/ratio.ts'
import type { Breach, LoadLine, MarginUnit } from '../report.ts'
import { shocked, type ShockModel, type ShockSum } from './shock-model.ts'
import { SHOCK_MAX, SHOCK_MIN, type ShockRoots } from './shock-root.ts'

/** A margin unit under shock. Amounts in its margin coin. */
export interface LoadUnit {
  readonly id: string
  readonly mode: MarginUnit['mode']
  readonly state: MarginUnit['state']
  readonly marginCoin: string
  /** null when the equity of the unit is not known. */
  readonly equity: ShockSum | null
  readonly value: ShockSum | null
  readonly requirement: ShockSum | null
  readonly roots: ShockRoots
  /** Reporting coins per margin coin now; null keeps the unit out of the totals. */
  readonly rate: number | null
}

/** What stands outside every margin unit: spot, order margin, collateral of coins without cross positions. */
export interface PlainHolding {
  readonly asset: string
  /** Now, in the reporting coin. */
  readonly value: number
}

export interface LoadInput {
  readonly reportingCoin: string
  readonly units: readonly LoadUnit[]
  readonly holdings: readonly PlainHolding[]
}

/** -50 % … +50 % by half percents, where decisions are made, and coarser out to -99 % and +200 %. */
export const SHOCKS: readonly number[] = [
  SHOCK_MIN,
  ...percents(-95, -55, 5),
  ...percents(-50, 50, 0.5),
  ...[0.6, 0.7, 0.75, 0.8, 0.9, 1, 1.25, 1.5, 1.75, SHOCK_MAX],
]

/** Lines of a chart beyond this can not be told apart. */
const MAX_LINES = 24

/**
 * Margin rates and total equity at each market move. "With liquidation" is the careful, simple model: walking from 0, a
 * unit that meets its requirement is gone (a cross account keeps only what orders hold, an isolated position leaves
 * nothing), one already below it is gone everywhere. Venues reduce in tiers and may hand back a rest. Coins are valued
 * at their own shocked price.
 */
export function loadLine(
  { reportingCoin, units, holdings }: LoadInput,
  model: ShockModel,
  shocks: readonly number[] = SHOCKS,
): Omit<LoadLine, 'model'> {
  const factorOf = (asset: string, x: number): number =>
    model.factor(model.betaOf(asset), x) / model.factor(model.betaOf(reportingCoin), x)
  const plain = addUp(holdings)
  const counted = units.filter((unit) => unit.equity !== null && unit.rate !== null)

  function equityAt(x: number, present: readonly LoadUnit[]): number {
    let total = 0
    for (const [asset, value] of plain) total += value * factorOf(asset, x)
    for (const { equity, rate, marginCoin } of present) {
      if (equity !== null && rate !== null) total += shocked(equity, model, x) * rate * factorOf(marginCoin, x)
    }
    return total
  }
  const survivingAt = (x: number): number =>
    equityAt(
      x,
      counted.filter((unit) => !isLiquidated(unit, x)),
    )

  return {
    shocks,
    units: shown(units).map((unit) => rateLines(unit, model, shocks)),
    equity: shocks.map((x) => equityAt(x, counted)),
    equityWithLiquidation: shocks.map(survivingAt),
    breaches: (['down', 'up'] as const).flatMap((direction) => waterfall(units, direction, survivingAt)),
  }
}

/** Whether a unit is gone once prices have moved from here to `x`. */
export function isLiquidated({ state, roots }: Pick<LoadUnit, 'state' | 'roots'>, x: number): boolean {
  if (state === 'inLiquidation') return true
  return (roots.down !== null && x <= roots.down) || (roots.up !== null && x >= roots.up)
}

/** The units that breach on one side, nearest first: the order they go when prices move that way. */
function waterfall(
  units: readonly LoadUnit[],
  direction: Breach['direction'],
  survivingAt: (x: number) => number,
): Breach[] {
  return units
    .flatMap((unit) => {
      const shock = unit.roots[direction]
      if (shock === null) return []
      const loss = unit.equity === null || unit.rate === null ? null : unit.equity.now * unit.rate
      return [{ unitId: unit.id, direction, shock, loss, equityLeft: survivingAt(shock) }]
    })
    .sort((a, b) => Math.abs(a.shock) - Math.abs(b.shock))
}

function rateLines(
  { id, equity, value, requirement }: LoadUnit,
  model: ShockModel,
  shocks: readonly number[],
): LoadLine['units'][number] {
  const over = (amount: ShockSum | null) => (x: number) => {
    const whole = value === null ? 0 : shocked(value, model, x)
    return amount === null || whole <= 0 ? null : finite(shocked(amount, model, x) / whole)
  }
  return { id, marginRate: shocks.map(over(equity)), requiredRate: shocks.map(over(requirement)) }
}

/** Cross accounts first, then isolated positions, the nearest to their breach first. */
function shown(units: readonly LoadUnit[]): readonly LoadUnit[] {
  const nearness = ({ mode, roots }: LoadUnit): number =>
    mode === 'cross' ? -1 : Math.min(Math.abs(roots.down ?? Infinity), Math.abs(roots.up ?? Infinity))
  return units
    .filter(({ value }) => value !== null && value.now > 0)
    .map((unit) => ({ unit, nearness: nearness(unit) }))
    .sort((a, b) => (a.nearness < b.nearness ? -1 : a.nearness > b.nearness ? 1 : 0))
    .slice(0, MAX_LINES)
    .map(({ unit }) => unit)
}

function addUp(holdings: readonly PlainHolding[]): ReadonlyMap<string, number> {
  const plain = new Map<string, number>()
  for (const { asset, value } of holdings) {
    const before = plain.get(asset)
    plain.set(asset, before === undefined ? value : before + value)
  }
  return plain
}

function percents(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => (from + index * step) / 100)
}
