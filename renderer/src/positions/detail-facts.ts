/** The facts of an open position row, named, in reading order. Pure. */
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import { formatAmount, formatPercent, formatPercentText, tone } from '../kit/format.ts'
import { placesOf } from '#shared/risk/reporting.ts'
import { t } from '../kit/say.ts'
import {
  entry,
  gapOf,
  liquidation,
  margin,
  marginRate,
  mark,
  notional,
  price,
  rateGap,
  size,
  sizeGap,
} from './position-cells.ts'
import type { PositionRow } from './position-rows.ts'

export interface Fact {
  readonly name: string
  readonly text: string
  readonly tone?: string
  readonly title?: string
  /** Why it is not known, where a field could not be read; null: none is missing. */
  readonly gap?: string | null
}

/** Facts explained on hover. */
type Hinted = Signed | 'breakEven' | 'breach' | 'maintenance' | 'notional' | 'pending'
/** Figures whose sign means gain or loss. */
type Signed = 'unrealised' | 'fees' | 'funding' | 'realised'

type Rests = Parameters<typeof gapOf>[1]

export function positionFacts(
  row: PositionRow,
  unit: Encoded<MarginUnit> | null,
): { figures: Fact[]; notes: string[] } {
  const { position, risk } = row
  const coin = position.marginCoin
  const fact = (name: Hinted, text: string, rests: Rests | null): Fact => ({
    name: t(`positions.fact.${name}`),
    text,
    gap: rests && gapOf(row, rests),
    title: t(`positions.fact.${name}Hint`),
  })
  const signed = (name: Signed, value: DecimalText | null, rests: Rests): Fact => ({
    ...fact(name, `${formatAmount(value, { places: placesOf(coin), sign: 'always' })} ${coin}`, rests),
    tone: tone(value),
  })
  const pending = t('positions.volume', { volume: formatAmount(position.pendingCloseVolume) })
  const figures: Fact[] = [
    { name: t('positions.column.size'), text: size(row), gap: sizeGap(row) },
    { name: t('positions.column.price'), text: mark(row), gap: gapOf(row, 'mark') },
    { name: t('positions.entryHint'), text: entry(row), gap: gapOf(row, 'entry') },
    { name: t('positions.column.rate'), text: marginRate(row), gap: rateGap(row) },
    signed('unrealised', risk?.unrealizedPnl ?? null, 'unrealized'),
    signed('fees', position.tradingFees, 'fees'),
    signed('funding', position.fundingFees, 'funding'),
    signed('realised', position.closedPnl, 'closed'),
    fact('breakEven', price(row, risk?.breakEven ?? null), 'breakEven'),
    { name: t('positions.fact.liquidationOwn'), text: liquidation(row, 'own') },
    {
      name: t('positions.fact.liquidationVenue'),
      text: liquidation(row, 'venue'),
      gap: gapOf(row, 'venueLiquidation'),
    },
    fact('breach', breachText(unit), null),
    fact('maintenance', formatPercentText(position.maintenanceRate, { places: 2 }), 'maintenance'),
    fact('notional', notional(row), 'notional'),
    { name: t('positions.fact.margin'), text: margin(row), gap: gapOf(row, 'margin') },
    fact('pending', pending, 'pending'),
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
