/** The step that compares the times of rows with the venue's clock: some venues write local time as if it were UTC. */
import { BAR_MS } from '#shared/domain/bar.ts'
import { AREAS, type Area } from '#shared/domain/instrument.ts'
import type { LookFact, TimedRow } from '#shared/domain/probe.ts'
import type { CallResults } from './asked.ts'
import { lookFinding, type Finding } from './finding.ts'

const HOUR_MS = BAR_MS['60min']
/** Time zones differ by half hours, and a row appears a little after its event. */
const STEP_MS = HOUR_MS / 2
const NEAR_MS = 5 * 60_000
/** Rows may be this far ahead of our estimate of the clock. */
const AHEAD_MS = 60_000
/** A venue may write no candle in an hour without trades. */
const QUIET_HOURS = 2

/** The newest time of one list, and the venue's clock when the list was read, ms. */
interface Newest {
  readonly area: Area
  readonly row: TimedRow
  readonly at: number
  readonly now: number
}

/** Uses what earlier steps read, without a call of its own. */
export function timesFinding(asked: CallResults): Finding {
  const facts = AREAS.flatMap((area) => ofArea(area, newestIn(area, asked)))
  return lookFinding(facts.length === 0 ? [{ code: 'timesUnknown' }] : facts)
}

function ofArea(area: Area, newest: readonly Newest[]): readonly LookFact[] {
  const judged = newest.map((each) => ({ ...each, hours: hoursOff(each) }))
  const off = judged.filter(({ hours }) => hours !== 0)
  if (off.length > 0) return off.map(({ row, hours }) => ({ code: 'timesOff', area, row, hours }))
  return judged.length === 0 ? [] : [{ code: 'timesAgree', area, rows: judged.map(({ row }) => row) }]
}

/** Hours ahead of the clock, to the nearest half; 0: nothing unusual. */
function hoursOff({ row, at, now }: Pick<Newest, 'row' | 'at' | 'now'>): number {
  // A candle carries the time at which its hour began.
  const expected = row === 'candle' ? Math.floor(now / HOUR_MS) * HOUR_MS : now
  const off = at - expected
  const hours = Math.round(off / STEP_MS) / 2
  if (off > AHEAD_MS) return Math.max(hours, 0.5)
  // The account's own rows may have any age.
  if (row === 'order' || row === 'fill') return 0
  if (row === 'candle') return -hours >= QUIET_HOURS ? hours : 0
  return Math.abs(off - hours * HOUR_MS) <= NEAR_MS && hours < 0 ? hours : 0
}

function newestIn(area: Area, asked: CallResults): readonly Newest[] {
  const newest = (
    row: TimedRow,
    came: { readonly venueTime: number } | null,
    times: readonly (number | null)[],
  ): Newest[] => {
    const known = times.filter((time) => time !== null)
    return came === null || known.length === 0 ? [] : [{ area, row, at: Math.max(...known), now: came.venueTime }]
  }
  const candles = asked.latest(`${area}.klines`)
  const trades = area === 'spot' ? asked.latest('spot.trades') : null
  const orders = asked.latest(`${area}.openOrders`)
  const past = area === 'contract' ? asked.latest('contract.orderHistory') : null
  const fills = asked.latest(`${area}.myTrades`)
  return [
    ...newest('candle', candles, candles?.value.map(({ openTime }) => openTime) ?? []),
    ...newest('trade', trades, trades?.value.map(({ time }) => time) ?? []),
    ...newest('order', orders, orders?.value.map(({ createdAt }) => createdAt) ?? []),
    ...newest('order', past, past?.value.map(({ createdAt }) => createdAt) ?? []),
    ...newest('fill', fills, fills?.value.map(({ time }) => time) ?? []),
  ]
}
