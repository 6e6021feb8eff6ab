import { say } from '../../kit/say.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import { figureText } from '../../kit/chart/number-text.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { UNKNOWN } from '../../kit/format.ts'
import type { MethodId } from '../how/methods.ts'
import { gapLeftOut, name, type Exit } from './exit-cells.ts'

/** What a cost is made of, in the order it is paid on the way out, and how each is computed. */
export const COST_PARTS = [
  { id: 'markGap', label: 'Mark to mid', method: 'markGap' },
  { id: 'spreadCost', label: 'Spread', method: 'spreadCost' },
  { id: 'depthCost', label: 'Through the book', method: 'depthCost' },
  { id: 'impactCost', label: 'Beyond the book', method: 'impactCost' },
  { id: 'fee', label: 'Fee', method: 'closingFee' },
] as const satisfies readonly { id: keyof Exit; label: string; method: MethodId }[]

export type CostPart = (typeof COST_PARTS)[number]['id']

export interface CostBar {
  readonly name: string
  readonly cost: number
  readonly exit: Exit
}

export interface CostView {
  /** The dearest first. */
  readonly bars: readonly CostBar[]
  /** Exits with a cost that did not fit. */
  readonly more: number
  /** What has no cost. */
  readonly unknown: readonly string[]
}

/** The dearest `limit` exits. */
export function viewCosts(rows: readonly Exit[], limit: number): CostView {
  const bars = rows.flatMap((exit): readonly CostBar[] =>
    exit.cost.value === null ? [] : [{ name: name(exit), cost: exit.cost.value, exit }],
  )
  return {
    bars: bars.toSorted((a, b) => b.cost - a.cost).slice(0, limit),
    more: Math.max(0, bars.length - limit),
    unknown: rows.filter(({ cost }) => cost.value === null).map(name),
  }
}

/** Where most of the cost is, in words; the title of the chart. */
export function costFinding(rows: readonly Exit[], coin: string, isStressed = false): string {
  const { bars, unknown } = viewCosts(rows, Infinity)
  const all = bars.reduce((sum, { cost }) => sum + cost, 0)
  const byPart = COST_PARTS.map(({ id, label }) => ({
    label,
    value: bars.reduce((sum, { exit }) => sum + (exit[id].value ?? 0), 0),
  }))
  const most = byPart.reduce((one, other) => (other.value > one.value ? other : one))
  const gapless = bars.filter(({ exit }) => gapLeftOut(exit) !== null).map((bar) => bar.name)
  const without = [
    unknown.length === 0 ? '' : `; not known: ${unknown.join(', ')}`,
    gapless.length === 0 ? '' : `; without mark to mid: ${gapless.join(', ')}`,
  ].join('')
  if (bars.length === 0) return `No cost is known${without}.`
  const share = most.value > 0 ? `, most of it ${most.label.toLowerCase()} (${figureText(most.value)})` : ''
  const closing = isStressed ? 'In a stressed market closing everything costs' : 'Closing everything costs'
  return `${closing} ${figureText(all)} ${coin}${share}${without}.`
}

/** Every part of every cost, to the cent. */
export function costTable(rows: readonly Exit[], coin: string, isStressed = false): ChartTable {
  const cell = ({ value, reason }: Figure): string => (value === null ? `${UNKNOWN} ${say(reason)}` : figureText(value))
  return {
    caption: `Cost to close each position and holding${isStressed ? ' in a stressed market (simulation)' : ''}, ${coin}`,
    columns: ['Exit', `Value (${coin})`, ...COST_PARTS.map(({ label }) => label), 'Cost', 'P&L if closed'],
    rows: rows.map((exit) => [
      name(exit),
      cell(exit.notional),
      ...COST_PARTS.map(({ id }) => cell(exit[id])),
      cell(exit.cost),
      cell(exit.exitPnl),
    ]),
  }
}
