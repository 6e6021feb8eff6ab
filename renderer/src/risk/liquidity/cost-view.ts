import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { say, sayAll, t } from '../../kit/say.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import { figureText } from '../../kit/chart/number-text.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { UNKNOWN } from '../../kit/format.ts'
import type { MethodId } from '../how/methods.ts'
import { gapLeftOut, name, type Exit } from './exit-cells.ts'

/** The parts of a cost, in the order they are paid on the way out, each with its method. */
export const COST_PARTS = [
  { id: 'markGap', method: 'markGap' },
  { id: 'spreadCost', method: 'spreadCost' },
  { id: 'depthCost', method: 'depthCost' },
  { id: 'impactCost', method: 'impactCost' },
  { id: 'fee', method: 'closingFee' },
] as const satisfies readonly { id: keyof Exit; method: MethodId }[]

export type CostView = ReturnType<typeof viewCosts>

/** The dearest `limit` exits, the dearest first. */
export function viewCosts(rows: readonly Exit[], limit: number) {
  const bars = rows.flatMap((exit) =>
    exit.cost.value === null ? [] : [{ name: name(exit), cost: exit.cost.value, exit }],
  )
  return {
    bars: bars.toSorted((a, b) => b.cost - a.cost).slice(0, limit),
    /** How many with a cost did not fit. */
    more: Math.max(0, bars.length - limit),
    unknown: rows.filter(({ cost }) => cost.value === null).map(name),
  }
}

/** Where most of the cost is, in words; the title of the chart. */
export function costFinding(rows: readonly Exit[], coin: string, isStressed: boolean): string {
  const { bars, unknown } = viewCosts(rows, Infinity)
  const gapless = bars.filter(({ exit }) => gapLeftOut(exit) !== null).map((bar) => bar.name)
  return sayAll(
    bars.length === 0 ? message('liquidity.noCost') : allMessage(bars, coin, isStressed),
    unknown.length > 0 && message('kit.unknownNames', { names: unknown }),
    gapless.length > 0 && message('liquidity.costsGapless', { names: gapless }),
  )
}

function allMessage(bars: CostView['bars'], coin: string, isStressed: boolean): Message {
  const most = COST_PARTS.map(({ id }) => ({
    id,
    value: bars.reduce((sum, { exit }) => sum + (exit[id].value ?? 0), 0),
  })).reduce((one, other) => (other.value > one.value ? other : one))
  const market = isStressed ? 'stressed' : 'now'
  const facts = { cost: figureText(bars.reduce((sum, { cost }) => sum + cost, 0)), coin }
  if (most.value <= 0) return message(`liquidity.all.${market}`, facts)
  const part = message(`liquidity.mostly.${most.id}`)
  return message(`liquidity.allMostly.${market}`, { ...facts, part, most: figureText(most.value) })
}

/** Every part of every cost, to the cent. */
export function costTable(rows: readonly Exit[], coin: string, isStressed = false): ChartTable {
  const cell = ({ value, reason }: Figure): string => (value === null ? `${UNKNOWN} ${say(reason)}` : figureText(value))
  return {
    caption: t(isStressed ? 'liquidity.captionStressed' : 'liquidity.caption', { coin }),
    columns: [
      t('liquidity.column.name'),
      t('liquidity.valueColumn', { coin }),
      ...COST_PARTS.map(({ method }) => t(`how.${method}.title`)),
      t('liquidity.column.cost'),
      t('liquidity.pnlColumn'),
    ],
    rows: rows.map((exit) => [
      name(exit),
      cell(exit.notional),
      ...COST_PARTS.map(({ id }) => cell(exit[id])),
      cell(exit.cost),
      cell(exit.exitPnl),
    ]),
  }
}
