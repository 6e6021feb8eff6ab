/** What getting out of everything costs, and how long it takes. */
import { message } from '../../words/message.ts'
import { partTitle } from '../inputs.ts'
import { toFloat, type Decimal } from '../../domain/decimal.ts'
import { AREAS } from '../../domain/instrument.ts'
import type { Order } from '../../domain/order.ts'
import { figure, mapFigure, none, type Figure } from '../number/figure.ts'
import { total } from '../number/moments.ts'
import type { RiskInputName } from '../report.ts'
import { CALL_LIMITS, secondsOf } from './flatten-time.ts'
import type { ExitFigures, ExitTotals } from './liquidity-report.ts'

/**
 * The totals. Without rows, getting out costs nothing and takes no time. `equity`: total equity in the reporting coin.
 * `unread`: parts that were not read whole; no row shows the holdings missing from them.
 */
export function totalsOf(
  rows: readonly ExitFigures[],
  equity: Decimal,
  orders: readonly Order[] | null,
  unread: readonly RiskInputName[],
): ExitTotals {
  const cost = costOf(rows)
  const missing = unread.length === 0 ? null : none(message('figure.notAllRead', { parts: unread.map(partTitle) }))
  return {
    covered: missing ?? coveredOf(rows),
    cost,
    liquidationValue: missing ?? unpricedAmong(rows) ?? mapFigure(cost, (paid) => toFloat(equity) - paid),
    apiSeconds: apiSecondsOf(rows, orders),
    participationSeconds: slowest(rows),
  }
}

function costOf(rows: readonly ExitFigures[]): Figure {
  const known = rows.flatMap(({ cost }) => (cost.value === null ? [] : [cost.value]))
  if (known.length === 0 && rows[0]) return rows[0].cost
  return figure(total(known), message('figure.tooLarge'))
}

/** The share of what has a price that has a known cost too. A position without a price may be any part of the whole. */
function coveredOf(rows: readonly ExitFigures[]): Figure {
  if (rows.length === 0) return none(message('figure.nothingToTradeOut'))
  const known = rows.filter(({ cost }) => cost.value !== null)
  return unpricedAmong(rows) ?? figure(notionalOf(known) / notionalOf(rows), message('figure.worthNothing'))
}

function notionalOf(rows: readonly ExitFigures[]): number {
  return total(rows.flatMap(({ notional }) => notional.value ?? []))
}

/** Says that some positions have no price; null if all have one. */
function unpricedAmong(rows: readonly ExitFigures[]): Figure | null {
  const unpriced = rows.filter((row) => row.notional.value === null && isPosition(row))
  if (unpriced.length === 0) return null
  return none(
    message('figure.rowsUnpriced', {
      unpriced: unpriced.length,
      of: rows.length,
      names: unpriced.map(({ instrument }) => instrument),
    }),
  )
}

/** A position without a price may have made any loss. A holding without a price can only add value. */
function isPosition({ area }: ExitFigures): boolean {
  return area === 'contract'
}

/** The cancels of an area, then its orders. The areas follow one another, because they share the key. */
function apiSecondsOf(rows: readonly ExitFigures[], orders: readonly Order[] | null): Figure {
  if (orders === null) return none(message('figure.ordersNotRead'))
  // What sends no order takes no time.
  const unknown = rows.filter(({ clips, apiSeconds }) => clips !== 0 && apiSeconds.reason !== null)
  const [first] = unknown
  if (first?.apiSeconds.reason) {
    const { instrument, apiSeconds } = first
    return none(
      message('figure.rowsUnknown', { unknown: unknown.length, of: rows.length, instrument, why: apiSeconds.reason }),
    )
  }
  const seconds = AREAS.map((area) => {
    const clips = rows.reduce((count, row) => count + (row.area === area ? (row.clips ?? 0) : 0), 0)
    const cancels = orders.filter((order) => order.area === area).length
    return secondsOf(cancels, CALL_LIMITS[area]) + secondsOf(clips, CALL_LIMITS[area])
  })
  return figure(total(seconds), message('figure.tooManyOrders'))
}

/** The time of the slowest known market; exits on one side of a market add up. None if no market is known. */
function slowest(rows: readonly ExitFigures[]): Figure {
  const known = rows.filter(({ participationSeconds }) => participationSeconds.value !== null)
  if (known.length === 0 && rows[0]) return rows[0].participationSeconds
  const markets = Map.groupBy(known, ({ area, instrument, side }) => `${area}\n${instrument}\n${side}`)
  const seconds = [...markets.values()].map((own) =>
    total(own.map(({ participationSeconds }) => participationSeconds.value ?? NaN)),
  )
  return figure(Math.max(0, ...seconds), message('figure.tooLong'))
}
