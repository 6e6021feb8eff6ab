/** The facts of a position for its drawer, named, in reading order. Pure. */
import { frozenFor } from '#shared/domain/account.ts'
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import { formatAmount, formatPercent, formatPercentText, tone } from '../kit/format.ts'
import type { Fact } from '../kit/FactList.vue'
import { placesOf } from '#shared/risk/reporting.ts'
import { t } from '../kit/say.ts'
import { basisPoints, clipsTime, cost, exitPnl } from '../risk/liquidity/exit-cells.ts'
import * as cell from './position-cells.ts'
import { pnlAtLast, type PositionRow } from './position-rows.ts'

/** Figures whose sign means gain or loss. */
type Signed = 'unrealised' | 'fees' | 'funding' | 'realised'

type Rests = Parameters<typeof cell.gapOf>[1]

export function positionFacts(row: PositionRow): Readonly<Record<'margin' | 'size' | 'pnl' | 'exit', readonly Fact[]>> {
  const { position, risk, unit, exit } = row
  const coin = position.marginCoin
  /** A fact explained on hover. */
  const fact = (
    name: Signed | 'breakEven' | 'breach' | 'maintenance' | 'notional' | 'pending' | 'required',
    text: string,
    rests: Rests | null,
  ): Fact => ({
    name: t(`positions.fact.${name}`),
    text,
    gap: rests && cell.gapOf(row, rests),
    title: t(`positions.fact.${name}Hint`),
  })
  const money = (value: DecimalText | null): string =>
    `${formatAmount(value, { places: placesOf(coin), sign: 'always' })} ${coin}`
  const signed = (name: Signed, value: DecimalText | null, rests: Rests): Fact => ({
    ...fact(name, money(value), rests),
    tone: tone(value),
  })
  const plain = (name: string, text: string, rests: Rests): Fact => ({ name, text, gap: cell.gapOf(row, rests) })
  return {
    margin: [
      { name: t('positions.column.rate'), text: cell.marginRate(row), gap: cell.rateGap(row) },
      fact('required', cell.requiredRate(row), null),
      plain(t('positions.fact.margin'), cell.margin(row), 'margin'),
      fact('maintenance', formatPercentText(position.maintenanceRate, { places: 2 }), 'maintenance'),
      { name: t('how.liquidationDistance.title'), text: cell.distance(row), tone: `strong ${cell.distanceTone(row)}` },
      { name: t('positions.fact.liquidationOwn'), text: cell.liquidation(row, 'own') },
      plain(t('positions.fact.liquidationVenue'), cell.liquidation(row, 'venue'), 'venueLiquidation'),
      fact('breach', breachText(unit), null),
    ],
    size: [
      { name: t('positions.column.size'), text: cell.size(row), gap: cell.sizeGap(row), title: cell.sizeInFull(row) },
      { name: t('positions.fact.contracts'), text: cell.contracts(row) },
      fact('pending', t('kit.volume', { volume: formatAmount(position.pendingCloseVolume) }), 'pending'),
      fact('notional', cell.notional(row), 'notional'),
      plain(t('positions.entryHint'), cell.entry(row), 'entry'),
      plain(t('positions.column.price'), cell.mark(row), 'mark'),
      { name: t('positions.fact.last'), text: cell.lastPrice(row), reading: row.lastReading },
      fact('breakEven', cell.breakEven(row), 'breakEven'),
    ],
    pnl: [
      {
        ...plain(t('positions.fact.total'), money(risk?.totalPnl ?? null), 'total'),
        tone: `strong ${cell.totalTone(row)}`,
        title: cell.totalInFull(row),
      },
      plain(t('positions.column.roe'), cell.roe(row), 'roe'),
      signed('unrealised', risk?.unrealizedPnl ?? null, 'unrealized'),
      signed('realised', position.closedPnl, 'closed'),
      signed('fees', position.tradingFees, 'fees'),
      signed('funding', position.fundingFees, 'funding'),
      {
        ...plain(t('positions.column.last'), money(pnlAtLast(row)), 'total'),
        tone: tone(pnlAtLast(row)),
        title: t('positions.column.lastHint'),
        reading: row.lastReading,
      },
    ],
    exit: exit
      ? [
          { name: t('how.exitCost.title'), ...cost(exit) },
          { name: t('liquidity.column.slippage'), ...basisPoints(exit.slippageBps) },
          { name: t('how.exitPnl.title'), ...exitPnl(exit), tone: tone(exit.exitPnl.value) },
          { name: t('how.clips.title'), text: clipsTime(exit), title: t('positions.fact.clipsHint') },
        ]
      : [],
  }
}

function breachText(unit: Encoded<MarginUnit> | null): string {
  if (!unit) return formatPercent(null)
  const sides = [unit.breachDown, unit.breachUp].filter((shock) => shock !== null)
  return sides.length === 0 ? t('kit.none') : sides.map((shock) => formatPercent(shock, { sign: 'always' })).join(' / ')
}

/** What must be read with the facts. */
export function positionNotes({ position, risk, contract, doubt }: PositionRow): readonly string[] {
  const frozen = frozenFor(position)
  return [
    ...(frozen === null ? [] : [t(`positions.frozen.${frozen}`)]),
    ...(contract === null || contract.kind === 'unlisted' ? [t('positions.note.unlisted')] : []),
    ...(risk?.reason ? [t('positions.note.missing', { why: risk.reason })] : []),
    ...(doubt === null ? [] : [doubt]),
  ]
}
