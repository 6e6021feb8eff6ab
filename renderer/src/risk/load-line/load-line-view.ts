import { message } from '#shared/words/message.ts'
import type { LoadLine, MarginUnit } from '#shared/risk/report.ts'
import type { MovedPrices } from './moved-prices.ts'
import { roundUpTo } from '../../kit/chart/axis.ts'
import { heightAt, pointsOf } from '../../kit/chart/polyline.ts'
import { labelOf } from '../unit-label.ts'

/** The fields of a margin unit that the load line needs. */
export type LoadLineUnit = Pick<
  MarginUnit,
  'id' | 'mode' | 'state' | 'marginRate' | 'requiredRate' | 'breachDown' | 'breachUp'
>

export interface LoadLineInput {
  readonly loadLine: LoadLine
  readonly units: readonly LoadLineUnit[]
  readonly reportingCoin: string
  /** Which prices move along the axis; `units` have their breaches along it. */
  readonly moved: MovedPrices
  /** Why its prices are doubtful; absent: they are not. */
  readonly doubt?: string | null
  /** The same doubt for total equity, which rests on more prices. */
  readonly equityDoubt?: string | null
  /** The move along the axis that a scenario tries out; null or absent: none that lies on it. */
  readonly tried?: number | null
  /** Whether unread positions may be held, which are then in no unit; absent: none. */
  readonly isPartial?: boolean
  /** The words for a venue without contracts; absent or null: it has some. */
  readonly absent?: string | null
}

/** The shown part of the shock axis, as fractions. */
export type ShockWindow = readonly [from: number, to: number]

/** Where an isolated position is liquidated: a mark in the lane under the lines. */
export interface Domino {
  readonly unitId: string
  readonly label: string
  readonly shock: number
}

/**
 * How far the nearest liquidation of a unit is, without a sign; infinite if no shock reaches it, zero if already there.
 */
export function distance(unit: LoadLineUnit): number {
  if (unit.state === 'inLiquidation') return 0
  return Math.min(Math.abs(unit.breachDown ?? Infinity), Math.abs(unit.breachUp ?? Infinity))
}

/** Units that can be liquidated, nearest first; equal distances by margin rate over required rate, lower first. */
export function byDistance(units: readonly LoadLineUnit[]): readonly LoadLineUnit[] {
  const headroom = (unit: LoadLineUnit): number =>
    unit.marginRate === null || unit.requiredRate === null ? Infinity : unit.marginRate / unit.requiredRate
  return units
    .filter((unit) => unit.state === 'ok' || unit.state === 'inLiquidation')
    .toSorted((a, b) => compare(distance(a), distance(b)) || compare(headroom(a), headroom(b)))
}

export type LoadLineView = ReturnType<typeof viewLoadLine>

/**
 * What is drawn of a load line: cross accounts as lines (isolated positions when there is no cross account), isolated
 * positions as dominoes, and an axis of rates that keeps the worst line readable.
 */
export function viewLoadLine(input: LoadLineInput, window: ShockWindow) {
  const ranked = byDistance(input.units)
  const cross = ranked.filter((unit) => unit.mode === 'cross')
  const drawn = cross.length > 0 ? cross : ranked
  const lines = drawn.map((unit, rank) => drawLine(unit, input, rank === 0))
  const rates = rateRange(lines, window)
  return {
    window,
    rates,
    lines,
    dominoes: dominoes(ranked),
    /** Lines whose rate now lies above the shown rates. */
    above: lines.filter((line) => line.now !== null && line.now[1] > rates[1]),
  }
}

/** What one shock of all prices does, for the tooltip: rates, losses and equity in the reporting coin. */
export function lookUp(input: LoadLineInput, view: LoadLineView, shock: number) {
  const { shocks, equity, equityWithLiquidation, notCounted, notModelled } = input.loadLine
  // Equity drops where a unit is liquidated: of the computed shocks on either side, only the farther one is never too
  // good.
  const outer = shock < 0 ? shocks.findLastIndex((each) => each <= shock) : shocks.findIndex((each) => each >= shock)
  const equityReason = notCounted.length === 0 ? null : message('loadLine.notCounted', { names: notCounted })
  return {
    shock,
    lines: view.lines.map((line) => ({
      line,
      /** Whether the unit still exists there; beyond its breach a rate is only the model continued. */
      alive: heightAt(line.alive, shock) !== null,
      rate: heightAt(
        [...line.alive, ...line.beyond.flat()].toSorted(([a], [b]) => a - b),
        shock,
      ),
      required: heightAt(line.required, shock),
    })),
    lost: lostOnTheWay(input, shock),
    /** Ignoring liquidations. */
    equity: heightAt(pointsOf(shocks, equity ?? []), shock),
    equityWithLiquidation: equityWithLiquidation?.[outer] ?? null,
    /** Why the equities are not known; null: they are. */
    equityReason,
    leftReason: equityReason ?? (notModelled.length === 0 ? null : message('loadLine.unitNotModelled')),
  }
}

/** Everything liquidated on the way to `shock`, nearest first. */
export function lostOnTheWay({ loadLine }: Pick<LoadLineInput, 'loadLine'>, shock: number) {
  const isOnTheWay = (breach: number): boolean =>
    shock < 0 ? breach >= shock && breach <= 0 : breach <= shock && breach >= 0
  return loadLine.breaches
    .filter((breach) => isOnTheWay(breach.shock))
    .map((breach) => ({ label: labelOf(breach.unitId), shock: breach.shock }))
}

export type DrawnLine = ReturnType<typeof drawLine>

/**
 * One drawn unit: its line up to its liquidation, and where the model takes it after that. `worst`: it is the one that
 * is liquidated first, drawn strongest.
 */
function drawLine(unit: LoadLineUnit, input: LoadLineInput, worst: boolean) {
  const curve = input.loadLine.units.find((each) => each.id === unit.id)
  const points = pointsOf(input.loadLine.shocks, curve?.marginRate ?? [])
  const required = pointsOf(input.loadLine.shocks, curve?.requiredRate ?? [])
  const from = unit.breachDown ?? -Infinity
  const to = unit.breachUp ?? Infinity
  const dead = unit.state === 'inLiquidation'
  const breaches = dead ? [] : [from, to].flatMap((shock) => pointsOf([shock], [heightAt(required, shock)]))
  const left = breaches.filter(([shock]) => shock === from)
  const right = breaches.filter(([shock]) => shock === to)
  return {
    unitId: unit.id,
    label: labelOf(unit.id),
    worst,
    alive: dead ? [] : [...left, ...points.filter(([shock]) => shock > from && shock < to), ...right],
    /** Where the model goes on after a liquidation, one run on each side. */
    beyond: dead
      ? [points]
      : [
          [...points.filter(([shock]) => shock <= from), ...left],
          [...right, ...points.filter(([shock]) => shock >= to)],
        ],
    required,
    now: unit.marginRate === null ? null : ([0, unit.marginRate] as const),
    breaches,
  }
}

/**
 * Rates diverge as position value goes to zero, so the axis follows the worst line and stops at three times its rate now.
 * A line that starts above that is named in words and does not flatten the others.
 */
function rateRange(lines: readonly DrawnLine[], window: ShockWindow): readonly [number, number] {
  const worst = lines.find((line) => line.worst)
  const now = Math.max(worst?.now?.[1] ?? 0, 0.02)
  const ceiling = 3 * now
  const seen = lines
    .filter((line) => line.now !== null && line.now[1] <= ceiling)
    .flatMap((line) => line.alive.filter(([shock]) => shock >= window[0] && shock <= window[1]))
  const highest = Math.max(1.2 * now, ...seen.map(([, rate]) => rate))
  const top = roundUpTo([1, 1.5, 2, 3, 4, 5, 6, 8, 10], Math.min(highest, ceiling))
  return [-0.1 * top, top]
}

function dominoes(units: readonly LoadLineUnit[]): readonly Domino[] {
  return units
    .filter((unit) => unit.mode === 'isolated')
    .flatMap((unit) => {
      const shocks = unit.state === 'inLiquidation' ? [0] : [unit.breachDown, unit.breachUp]
      return shocks.flatMap((shock) => (shock === null ? [] : [{ unitId: unit.id, label: labelOf(unit.id), shock }]))
    })
}

/** Subtraction would give NaN for two infinities. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
