/** The facts of an open position row, named, in reading order. Pure. */
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import { formatAmount, formatPercent, formatPercentText, placesOf, tone } from '../kit/format.ts'
import { t } from '../kit/say.ts'
import { gapOf, liquidation, margin, notional, price } from './position-cells.ts'
import type { PositionRow } from './position-rows.ts'

export interface Fact {
  readonly name: string
  readonly text: string
  readonly tone?: string
  readonly title?: string
  /** Why it is not known, where a field could not be read; null: none is missing. */
  readonly gap?: string | null
}

/** Figures whose sign says gain or loss. */
type Signed = 'unrealised' | 'fees' | 'funding' | 'realised'

export function positionFacts(
  row: PositionRow,
  unit: Encoded<MarginUnit> | null,
): { figures: Fact[]; notes: string[] } {
  const { position, risk } = row
  const coin = position.marginCoin
  const signed = (name: Signed, value: DecimalText | null, rests: Parameters<typeof gapOf>[1]): Fact => ({
    name: t(`positions.fact.${name}`),
    gap: gapOf(row, rests),
    text: `${formatAmount(value, { places: placesOf(coin), sign: 'always' })} ${coin}`,
    tone: tone(value),
    title: t(`positions.fact.${name}Hint`),
  })
  const figures: Fact[] = [
    signed('unrealised', risk?.unrealizedPnl ?? null, 'unrealized'),
    signed('fees', position.tradingFees, 'fees'),
    signed('funding', position.fundingFees, 'funding'),
    signed('realised', position.closedPnl, 'closed'),
    {
      name: t('positions.fact.breakEven'),
      text: price(row, risk?.breakEven ?? null),
      gap: gapOf(row, 'breakEven'),
      title: t('positions.fact.breakEvenHint'),
    },
    { name: t('positions.fact.liquidationOwn'), text: liquidation(row, 'own') },
    {
      name: t('positions.fact.liquidationVenue'),
      text: liquidation(row, 'venue'),
      gap: gapOf(row, 'venueLiquidation'),
    },
    {
      name: t('positions.fact.breach'),
      text: breachText(unit),
      title: t('positions.fact.breachHint'),
    },
    {
      name: t('positions.fact.maintenance'),
      text: formatPercentText(position.maintenanceRate, { places: 2 }),
      gap: gapOf(row, 'maintenance'),
      title: t('positions.fact.maintenanceHint'),
    },
    {
      name: t('positions.fact.notional'),
      text: notional(row),
      gap: gapOf(row, 'notional'),
      title: t('positions.fact.notionalHint'),
    },
    { name: t('positions.fact.margin'), text: margin(row), gap: gapOf(row, 'margin') },
    {
      name: t('positions.fact.pending'),
      text: t('positions.volume', { volume: formatAmount(position.pendingCloseVolume) }),
      gap: gapOf(row, 'pending'),
      title: t('positions.fact.pendingHint'),
    },
  ]
  return { figures, notes: notesOf(row) }
}

function breachText(unit: Encoded<MarginUnit> | null): string {
  if (!unit) return formatPercent(null)
  const sides = [unit.breachDown, unit.breachUp].filter((shock) => shock !== null)
  return sides.length === 0
    ? t('positions.fact.breachNone')
    : sides.map((shock) => formatPercent(shock, { sign: 'always' })).join(' / ')
}

function notesOf({ position, risk, contract }: PositionRow): string[] {
  const { freeze } = position
  return [
    ...(freeze === 'liquidation' || freeze === 'delivery' ? [t(`positions.frozen.${freeze}`)] : []),
    ...(contract === null || contract.kind === 'unlisted' ? [t('positions.note.unlisted')] : []),
    ...(risk?.reason ? [t('positions.note.missing', { why: risk.reason })] : []),
  ]
}
