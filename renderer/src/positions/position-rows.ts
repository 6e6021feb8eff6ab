/** Positions as rows: a position, its risk figures and its contract, joined by key. Pure. */
import type { Position } from '#shared/domain/account.ts'
import { decimal, toFloat, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { Contract, Instrument } from '#shared/domain/instrument.ts'
import type { PositionRisk } from '#shared/risk/report.ts'
import { keptRow, type KeptRow } from '../kit/kept-row.ts'
import { matchesWords } from '../kit/matches-words.ts'
import type { Column } from '../kit/use-data-table.ts'
import { coverOf, type Cover, type CoverSources } from './cover.ts'

export interface PositionRow {
  readonly position: Encoded<Position>
  /** null while risk does not cover the position yet. */
  readonly risk: Encoded<PositionRisk> | null
  readonly contract: Encoded<Contract> | null
  readonly pricePlaces: number | undefined
  readonly cover: Cover
  /** It could not be read again: the read it is from; null: the newest. */
  readonly kept: KeptRow | null
}

export function positionRows(
  positions: readonly Encoded<Position>[],
  risks: readonly Encoded<PositionRisk>[],
  instruments: readonly Encoded<Instrument>[],
  { protections, open }: Omit<CoverSources, 'risk'> = { protections: [], open: null },
): PositionRow[] {
  const riskByKey = new Map(risks.map((risk) => [risk.key, risk]))
  const contracts = new Map(
    instruments.flatMap((each) => (each.area === 'contract' ? [[each.name, each] as const] : [])),
  )
  return positions.map((position) => {
    const contract = contracts.get(position.contract) ?? null
    const risk = riskByKey.get(position.key) ?? null
    return {
      position,
      risk,
      contract,
      pricePlaces: contract?.pricePrecision ?? undefined,
      cover: coverOf(position, { protections, open, risk }),
      kept: keptRow(position),
    }
  })
}

/** Whether the row has every word of `filter` in its contract, side or margin mode. */
export function matchesPosition({ position }: PositionRow, filter: string): boolean {
  const { contract, side, marginMode, marginCoin } = position
  return matchesWords([contract, side, marginMode, marginCoin].join(' '), filter)
}

const float = (text: DecimalText | null | undefined): number | null => (text ? toFloat(decimal(text)) : null)
const size = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.abs(value)

export const POSITION_COLUMNS: readonly Column<PositionRow>[] = [
  { id: 'contract', header: 'Contract', width: 110, sort: ({ position }) => position.contract },
  { id: 'side', header: 'Side', width: 64, sort: ({ position }) => position.side },
  { id: 'size', header: 'Size', width: 102, align: 'end', title: 'In coins, and in contracts (ct) below' },
  { id: 'price', header: 'Mark', width: 84, align: 'end', title: 'Mark price, and the entry price below' },
  {
    id: 'pnl',
    header: 'P&L total',
    width: 118,
    align: 'end',
    title:
      'Since opening, at mark, with what was closed, fees and funding. Below it ROE: the unrealised part since opening over the initial margin (value at entry ÷ leverage)',
    sort: ({ risk }) => float(risk?.totalPnlValue),
  },
  {
    id: 'rate',
    header: 'Margin rate',
    width: 78,
    align: 'end',
    title: 'Equity over position value, lower is worse; below it the rate at which it is liquidated',
    sort: ({ risk }) => risk?.marginRate ?? null,
  },
  {
    id: 'liquidation',
    header: 'Liquidation',
    width: 108,
    align: 'end',
    title: 'The nearer of our price and the venue’s; below it whether the two agree',
  },
  {
    id: 'distance',
    header: 'Distance',
    width: 80,
    align: 'end',
    title: 'How far the mark is from liquidation',
    sort: ({ risk }) => size(risk?.liquidation?.distance),
  },
  {
    id: 'notional',
    header: 'Notional',
    width: 82,
    align: 'end',
    title: 'Value at mark; below it the margin held',
    isSpare: true,
    sort: ({ risk }) => float(risk?.notional),
  },
  {
    id: 'cover',
    header: 'Cover',
    width: 82,
    align: 'end',
    title:
      'Share closed while the price goes against it: by stops placed from here that fire before liquidation, and by closing orders on the losing side of the mark. Stops are ours, not verifiable: no venue list shows them.',
    sort: ({ cover }) => cover.share,
  },
  { id: 'actions', header: '', width: 150, align: 'end' },
]
