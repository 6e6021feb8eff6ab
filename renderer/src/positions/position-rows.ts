/** Positions as rows: a position, its risk figures and its contract, joined by key. Pure. */
import type { Position } from '#shared/domain/account.ts'
import { decimal, toText, ZERO, type Decimal, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { Contract } from '#shared/domain/instrument.ts'
import { memoise } from '#shared/domain/memoise.ts'
import type { QuoteReading } from '#shared/domain/quote.ts'
import { unrealizedAt } from '#shared/risk/account/contract-pnl.ts'
import type { ExitRow } from '#shared/risk/liquidity/liquidity-report.ts'
import type { MarginUnit, PositionRisk } from '#shared/risk/report.ts'
import type { Reading } from '#shared/snapshot/freshness.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'
import { contractsIn } from '../app/contracts.ts'
import { keptRow, type KeptRow } from '../kit/kept-row.ts'
import { sayAll, t } from '../kit/say.ts'
import { matchesWords } from '../kit/matches-words.ts'
import { findingMessage } from '../risk/price-doubt-words.ts'
import { coverOf, type Cover, type CoverSources } from './cover.ts'

export interface PositionRow {
  readonly position: Encoded<Position>
  /** null while risk does not cover the position yet. */
  readonly risk: Encoded<PositionRisk> | null
  /** The margin unit it counts in; null while risk does not cover it. */
  readonly unit: Encoded<MarginUnit> | null
  readonly contract: Encoded<Contract> | null
  readonly pricePlaces: number | undefined
  /** What may close it: all stops of Plimsoll and all open orders. */
  readonly closing: Omit<CoverSources, 'risk'>
  /** What closing it now would bring and cost, by its order book; null until computed. */
  readonly exit: Encoded<ExitRow> | null
  /** The read of its own order book, which may be older than the report; null: none was read. */
  readonly bookReading: Reading | null
  /** The newest prices of its contract; null: none was read. */
  readonly quote: Encoded<QuoteReading> | null
  /** The read of its last traded price; null: no price was read. */
  readonly lastReading: Reading | null
  /** What is odd about the prices of its contract, in words; null: nothing. */
  readonly doubt: string | null
  /** The earlier read it is kept from; null: it is from the newest. */
  readonly kept: KeptRow | null
}

/** The positions of an account. */
export function positionRows(parts: Partial<Parts>): readonly PositionRow[] {
  const { positions, risk, instruments, desk, orders, liquidity, quotes } = parts
  const risks = new Map(risk?.data?.positions.map((each) => [each.key, each]))
  const units = new Map(risk?.data?.margin.map((unit) => [unit.id, unit]))
  const contracts = contractsIn(instruments?.data ?? [])
  const exits = new Map(liquidity?.data?.rows.map((exit) => [exit.key, exit]))
  const quoteOf = new Map(quotes?.data?.flatMap((each) => (each.area === 'contract' ? [[each.instrument, each]] : [])))
  const findings = risk?.data?.priceFindings.filter(({ area }) => area === 'contract') ?? []
  const doubts = Map.groupBy(findings, ({ instrument }) => instrument)
  const closing = { protections: desk?.data?.protections ?? [], open: orders?.data ?? null }
  return (positions?.data ?? []).map((position) => {
    const ofPosition = risks.get(position.key) ?? null
    const contract = contracts.get(position.contract) ?? null
    const exit = exits.get(position.key) ?? null
    const quote = quoteOf.get(position.contract) ?? null
    const found = doubts.get(position.contract)
    return {
      position,
      risk: ofPosition,
      unit: units.get(ofPosition?.unitId ?? '') ?? null,
      contract,
      pricePlaces: contract?.pricePrecision ?? undefined,
      closing,
      exit,
      bookReading: liquidity && exit ? { ...liquidity, readAt: exit.readAt } : null,
      quote,
      lastReading: quotes ? { ...quotes, readAt: quote?.lastAt ?? null } : null,
      doubt: found ? sayAll(...found.map(findingMessage)) : null,
      kept: keptRow(position),
    }
  })
}

/** How much of a position is covered. Not in the row: of a thousand rows, only those in sight need it. */
export const coverOfRow = memoise(({ position, risk, closing }: PositionRow): Cover =>
  coverOf(position, { ...closing, risk }),
)

/** In the coin of the contract's face value: base coins (linear) or quote coins (inverse); null: not known. */
export function sizeOf({ position, contract }: PositionRow): Decimal | null {
  return contract?.multiplier ? decimal(position.volume).times(contract.multiplier) : null
}

/** The profit so far at the last traded price instead of the mark, in the margin coin; null: not known. */
export function pnlAtLast(row: PositionRow): DecimalText | null {
  const move = moveToLast(row)
  return row.risk?.totalPnl && move ? toText(decimal(row.risk.totalPnl).plus(move)) : null
}

/** What the profit changes by from the mark to the last traded price: the profit up to the mark stays. */
function moveToLast(row: PositionRow): Decimal | null {
  const { position, contract, quote } = row
  const { markPrice, side } = position
  const [last, size] = [quote?.last, sizeOf(row)]
  if (!markPrice || !last || !contract || !size) return null
  const { direction } = contract
  return unrealizedAt({ direction, sign: side === 'long' ? 1 : -1, size, entry: decimal(markPrice) }, decimal(last))
}

/**
 * The unrealised profit since opening, in the margin coin: at the mark, at the last traded price, or less all that
 * closing at market now would cost; null: not known.
 */
export function openPnl(row: PositionRow, basis: 'mark' | 'last' | 'exit'): DecimalText | null {
  const { risk } = row
  const change = basis === 'mark' ? ZERO : basis === 'last' ? moveToLast(row) : exitCost(row)?.negated()
  return risk?.openPnl && change ? toText(decimal(risk.openPnl).plus(change)) : null
}

/** In the margin coin: the cost is known in the reporting coin, and so is the position's value. */
function exitCost({ risk, exit }: PositionRow): Decimal | null {
  const cost = exit?.cost.value ?? null
  if (cost === null || !risk?.value || !risk.notional || Number(risk.notional) === 0) return null
  return decimal(cost).times(risk.value).div(risk.notional)
}

/** A P&L over initial margin (ROE) or over the value at entry (ROI); null: not known. */
export function returnOf({ risk }: PositionRow, pnl: DecimalText | null, of: 'roe' | 'roi'): number | null {
  const atMark = (of === 'roe' ? risk?.returnOnMargin : risk?.returnOnValue) ?? null
  if (pnl === null || !risk?.openPnl || atMark === null) return null
  if (pnl === risk.openPnl) return atMark
  return Number(risk.openPnl) === 0 ? null : (atMark * Number(pnl)) / Number(risk.openPnl)
}

/** Whether the row has every word of `filter` in its contract, side or margin mode. */
export function matchesPosition({ position }: PositionRow, filter: string): boolean {
  const { contract, side, marginMode, marginCoin } = position
  const title = (): string => t(`position.${side}.${marginMode}`, { contract })
  return matchesWords(() => [contract, side, marginMode, marginCoin, title()].join(' '), filter)
}
