/** The facts of an open position row, named, in reading order. Pure. */
import { say } from '../kit/say.ts'
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import { formatAmount, formatPercent, formatPercentText, placesOf, tone } from '../kit/format.ts'
import { FREEZE_WORDS } from '../kit/freeze-words.ts'
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

export function positionFacts(
  row: PositionRow,
  unit: Encoded<MarginUnit> | null,
): { figures: Fact[]; notes: string[] } {
  const { position, risk } = row
  const coin = position.marginCoin
  const signed = (name: string, value: DecimalText | null, rests: Parameters<typeof gapOf>[1], title = ''): Fact => ({
    name,
    gap: gapOf(row, rests),
    text: `${formatAmount(value, { places: placesOf(coin), sign: 'always' })} ${coin}`,
    tone: tone(value),
    title,
  })
  const figures: Fact[] = [
    signed('Unrealised', risk?.unrealizedPnl ?? null, 'unrealized', 'Since the last settlement, at mark'),
    signed('Fees', position.tradingFees, 'fees', 'Trading fees paid since opening'),
    signed('Funding', position.fundingFees, 'funding', 'Funding since opening: + received, − paid'),
    signed('Realised', position.closedPnl, 'closed', 'Profit of the contracts closed so far, before fees and funding'),
    {
      name: 'Break-even',
      text: price(row, risk?.breakEven ?? null),
      gap: gapOf(row, 'breakEven'),
      title: 'Price at which a close now would bring nothing',
    },
    { name: 'Liquidation, ours', text: liquidation(row, 'own') },
    { name: 'Liquidation, venue’s', text: liquidation(row, 'venue'), gap: gapOf(row, 'venueLiquidation') },
    {
      name: 'Liquidated if all move',
      text: breachText(unit),
      title: 'All prices moving together, the unit is liquidated there',
    },
    {
      name: 'Maintenance',
      text: formatPercentText(position.maintenanceRate, { places: 2 }),
      gap: gapOf(row, 'maintenance'),
      title: 'Of the position value',
    },
    { name: 'Notional', text: notional(row), gap: gapOf(row, 'notional'), title: 'Value at mark' },
    { name: 'Margin held', text: margin(row), gap: gapOf(row, 'margin') },
    {
      name: 'In closing orders',
      text: `${formatAmount(position.pendingCloseVolume)} ct`,
      gap: gapOf(row, 'pending'),
      title: 'Already on its way out',
    },
  ]
  return { figures, notes: notesOf(row) }
}

function breachText(unit: Encoded<MarginUnit> | null): string {
  if (!unit) return formatPercent(null)
  const sides = [unit.breachDown, unit.breachUp].filter((shock) => shock !== null)
  return sides.length === 0 ? 'none' : sides.map((shock) => formatPercent(shock, { sign: 'always' })).join(' / ')
}

function notesOf({ position, risk, contract }: PositionRow): string[] {
  const notes: string[] = []
  const frozen = FREEZE_WORDS[position.freeze]
  if (frozen) notes.push(`It can not be closed from here, ${frozen.why}.`)
  if (contract === null || contract.kind === 'unlisted')
    notes.push('The venue’s contract list does not have this contract: its size in coins is not known.')
  if (risk?.reason) notes.push(`Some figures are missing. ${say(risk.reason)}`)
  return notes
}
