/** The totals of the exits as figures of a headline. */
import { areaTitle, listed, message } from '#shared/words/message.ts'
import { say, sayAll, t } from '../../kit/say.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { LiquidityReport } from '#shared/risk/liquidity/liquidity-report.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import { formatPercent, formatPercentText, tone } from '../../kit/format.ts'
import type { Fact } from '../FactStrip.vue'
import { gapLeftOut, limitSeconds, money, name, seconds } from './exit-cells.ts'

/** The most names; further exits are counted. */
const MOST_NAMED = 3

type Row = Encoded<LiquidityReport>['rows'][number]

/** What the venue has frozen sends no order. */
const isFrozen = ({ clips }: Row): boolean => clips === 0
const isSent = (row: Row): boolean => !isFrozen(row)

/** Exits that the total cost leaves out, because their own is not known. */
const hasNoCost = ({ cost }: Row): boolean => cost.value === null

/** Exits that the time by volume leaves out, because the volume of their market is not known. */
const hasNoTime = (row: Row): boolean => row.participationSeconds.value === null && isSent(row)

/** What the totals exclude, and how that makes them too good; null when they include everything. */
export function totalsWarning({ rows }: Pick<Encoded<LiquidityReport>, 'rows'>): string | null {
  const warning = (code: 'frozen' | 'withoutCost' | 'withoutTime', out: readonly Row[]) =>
    out.length > 0 && message(`liquidity.${code}`, { names: out.map(name) })
  return (
    sayAll(
      warning('frozen', rows.filter(isFrozen)),
      warning('withoutCost', rows.filter(isSent).filter(hasNoCost)),
      warning('withoutTime', rows.filter(hasNoTime)),
    ) || null
  )
}

/**
 * `equity`: the total that the liquidation value starts from; null while not known. `live`: for a report of a stressed
 * market, the report of the live market to compare it with.
 */
export function totalFacts(
  report: Encoded<LiquidityReport>,
  equity: number | null,
  live: Encoded<LiquidityReport> | null = null,
): readonly Fact[] {
  const { totals, reportingCoin: unit } = report
  const isPartial = report.rows.some(hasNoCost)
  const timed = report.rows.some(hasNoTime) ? 'known' : 'all'
  return [
    {
      unit,
      ...money(totals.liquidationValue),
      label: t(isPartial ? 'liquidity.worthAtMost' : live ? 'liquidity.worthThen' : 'how.liquidationValue.title'),
      method: 'liquidationValue',
      notes: [{ text: live ? nowText(live.totals.liquidationValue) : ofEquity(totals.liquidationValue, equity) }],
    },
    {
      unit,
      ...money(totals.cost),
      label: t(isPartial ? 'liquidity.costKnown' : 'liquidity.costAll'),
      method: 'exitCost',
      notes: [{ text: live ? nowText(live.totals.cost) : ofEquity(totals.cost, equity) }],
    },
    {
      unit,
      ...exitProfit(report),
      label: t('liquidity.pnlAll'),
      method: 'exitPnl',
    },
    {
      unit: '',
      ...limitSeconds(totals.apiSeconds),
      label: t('liquidity.wait'),
      method: 'apiSeconds',
      notes: [{ text: t('liquidity.waitNote') }],
    },
    {
      unit: '',
      ...seconds(totals.participationSeconds),
      label: t('liquidity.tenth'),
      method: 'participationSeconds',
      notes: [{ text: t(`liquidity.slowest.${timed}.${live ? 'stressed' : 'now'}`) }],
    },
    {
      unit: '',
      text: formatPercent(totals.covered.value),
      title: totals.covered.reason ? say(totals.covered.reason) : undefined,
      label: t('how.exitCovered.title'),
      method: 'exitCovered',
      notes: [{ text: t('liquidity.coveredNote') }],
    },
  ]
}

function nowText(figure: Figure): string {
  return t('liquidity.nowIs', { value: money(figure).text })
}

function ofEquity({ value }: Figure, equity: number | null): string {
  if (value === null || equity === null || equity <= 0) return t('liquidity.ofEquityUnknown')
  return t('var.ofEquity', { share: formatPercent(value / equity, { places: 2 }) })
}

function exitProfit({ rows }: Encoded<LiquidityReport>): Pick<Fact, 'text' | 'title' | 'tone' | 'notes'> {
  const positions = rows.filter(({ area }) => area === 'contract')
  const known = positions.flatMap(({ exitPnl }) => exitPnl.value ?? [])
  const sum: Figure =
    known.length === 0 && positions.length > 0
      ? { value: null, reason: message('figure.noPositionHasOne') }
      : { value: known.reduce((total, value) => total + value, 0), reason: null }
  const notes = [{ text: t('liquidity.ofPositions', { known: known.length, count: positions.length }) }]
  return { ...money(sum, 'always'), tone: tone(sum.value), notes }
}

/** What the totals leave out or assume. */
export function totalNotes({ rows }: Encoded<LiquidityReport>): readonly string[] {
  const without = rows.filter((row) => gapLeftOut(row) !== null).map(name)
  return [
    t('liquidity.note.atOnce'),
    ...(without.length === 0 ? [] : [t('liquidity.note.gapless', { names: without })]),
    ...(rows.some(({ area }) => area === 'contract') ? [t('liquidity.note.contracts')] : []),
    ...feeNotes(rows),
  ]
}

/**
 * The fee used where neither a trade of the account nor a list of the venue gives one: the upper bound, or an
 * assumption.
 */
function feeNotes(rows: Encoded<LiquidityReport>['rows']): readonly string[] {
  const rated = rows.filter(({ feeRate }) => feeRate !== null)
  const guessed = rated.filter(({ feeRate }) => feeRate?.basis === 'most')
  const spot = guessed.filter(({ area }) => area === 'spot')
  const isAll = spot.length === rated.filter(({ area }) => area === 'spot').length
  const names = isAll ? areaTitle('spot') : listed(spot.map(name), MOST_NAMED)
  const rates = [...new Set(spot.map(({ feeRate }) => formatPercentText(feeRate?.rate ?? null, { places: 2 })))]
  return [
    ...(spot.length === 0 ? [] : [t('liquidity.note.spotFee', { names, rates })]),
    ...(spot.length === guessed.length ? [] : [t('liquidity.note.contractFee')]),
  ]
}
