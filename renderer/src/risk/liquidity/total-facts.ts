/** The totals of the exits as figures of a headline. */
import { message } from '#shared/words/message.ts'
import { say } from '../../kit/say.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { listed } from '#shared/domain/listed.ts'
import type { LiquidityReport } from '#shared/risk/liquidity/liquidity-report.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import { formatPercent, formatPercentText, tone } from '../../kit/format.ts'
import type { Fact } from '../FactStrip.vue'
import { gapLeftOut, limitSeconds, money, name, seconds } from './exit-cells.ts'

type Report = Encoded<LiquidityReport>

/** More are counted, not named. */
const MOST_NAMED = 3

/** What is left out of the totals because its cost is not known. */
function withoutCost({ rows }: Report): readonly string[] {
  return rows.filter(({ cost }) => cost.value === null).map(name)
}

/** What the time by volume leaves out because the volume of its market is not known. */
function withoutTime({ rows }: Report): readonly string[] {
  return rows.filter(({ participationSeconds }) => participationSeconds.value === null).map(name)
}

/** What the totals are without, and how that makes them too good; none when they are of everything. */
export function totalsWarnings(report: Report): readonly string[] {
  const [cost, time] = [withoutCost(report), withoutTime(report)]
  const said = [
    cost.length === 0 ? '' : `No cost is known for ${cost.join(', ')}: the totals are without it.`,
    time.length === 0 ? '' : `No volume is known for ${time.join(', ')}: the time at a tenth of it is of the others.`,
  ].filter((each) => each !== '')
  return said.length === 0 ? [] : [said.join(' ')]
}

/**
 * `equity` is the total the liquidation value starts from, null while not known. `live`: where the report is of a stressed
 * market, the one of the market there is, to be held against it.
 */
export function totalFacts(report: Report, equity: number | null, live: Report | null = null): readonly Fact[] {
  const { totals, reportingCoin: unit } = report
  const isPartial = withoutCost(report).length > 0
  const isTimed = withoutTime(report).length === 0
  return [
    {
      unit,
      ...money(totals.liquidationValue),
      label: isPartial ? 'Worth if closed, at most' : live ? 'Worth if closed then' : 'Worth if closed now',
      method: 'liquidationValue',
      notes: [{ text: live ? nowText(live.totals.liquidationValue) : ofEquity(totals.liquidationValue, equity) }],
    },
    {
      unit,
      ...money(totals.cost),
      label: isPartial ? 'Known cost to close' : 'Cost to close all',
      method: 'exitCost',
      notes: [{ text: live ? nowText(live.totals.cost) : ofEquity(totals.cost, equity) }],
    },
    {
      unit,
      ...exitProfit(report),
      label: 'P&L of positions if closed',
      method: 'exitPnl',
    },
    {
      unit: '',
      ...limitSeconds(totals.apiSeconds),
      label: 'Wait by the venue’s limits',
      method: 'apiSeconds',
      notes: [{ text: 'calls’ time: see FLATTEN' }],
    },
    {
      unit: '',
      ...seconds(totals.participationSeconds),
      label: 'At a tenth of the volume',
      method: 'participationSeconds',
      notes: [{ text: `${isTimed ? 'the slowest market' : 'the slowest one known'}${live ? ', as now' : ''}` }],
    },
    {
      unit: '',
      text: formatPercent(totals.covered.value),
      title: totals.covered.reason ? say(totals.covered.reason) : undefined,
      label: 'Covered',
      method: 'exitCovered',
      notes: [{ text: 'of the value held' }],
    },
  ]
}

function nowText(figure: Figure): string {
  return `now ${money(figure).text}`
}

function ofEquity({ value }: Figure, equity: number | null): string {
  if (value === null || equity === null || equity <= 0) return 'of equity: not known'
  return `${formatPercent(value / equity, { places: 2 })} of equity`
}

function exitProfit({ rows }: Report): Pick<Fact, 'text' | 'title' | 'tone' | 'notes'> {
  const positions = rows.filter(({ area }) => area === 'contract')
  const known = positions.flatMap(({ exitPnl }) => exitPnl.value ?? [])
  const sum: Figure =
    known.length === 0 && positions.length > 0
      ? { value: null, reason: message('figure.noPositionHasOne') }
      : { value: known.reduce((total, value) => total + value, 0), reason: null }
  const notes = [{ text: `${String(known.length)} of ${String(positions.length)} positions` }]
  return { ...money(sum, 'always'), tone: tone(sum.value), notes }
}

/** What the totals leave out, or take for granted. */
export function totalNotes({ rows }: Report): readonly string[] {
  const without = rows.filter((row) => gapLeftOut(row) !== null).map(name)
  return [
    'Every order at once, at market. Collateral coins stay what they are.',
    without.length === 0 ? '' : `Without mark to mid, not read at the same time: ${without.join(', ')}.`,
    rows.some(({ area }) => area === 'contract') ? 'Books and volume of contracts are taken to count contracts.' : '',
    ...feeNotes(rows),
  ].filter((each) => each !== '')
}

/** Of what no own trade and no list of the venue tells a fee: the most there may be, or what is assumed. */
function feeNotes(rows: Report['rows']): readonly string[] {
  const rated = rows.filter(({ feeRate }) => feeRate !== null)
  const guessed = rated.filter(({ feeRate }) => feeRate?.basis === 'most')
  const spot = guessed.filter(({ area }) => area === 'spot')
  const isAll = spot.length === rated.filter(({ area }) => area === 'spot').length
  const which = isAll ? 'Spot' : listed(spot.map(name), MOST_NAMED)
  const rates = new Set(spot.map(({ feeRate }) => formatPercentText(feeRate?.rate ?? null, { places: 2 })))
  return [
    spot.length === 0 ? '' : `Fee of ${which} assumed: ${[...rates].join(', ')}, the venue does not tell it.`,
    spot.length === guessed.length
      ? ''
      : 'Fee of contracts: the most the venue may take, no trade of yours tells it yet.',
  ]
}
