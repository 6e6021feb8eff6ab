import type { BarInterval } from '#shared/domain/bar.ts'
import type { Area, InstrumentRef } from '#shared/domain/instrument.ts'
import type { Series } from '../../history/store.ts'
import { named } from '../../venue/port.ts'
import { jobKey, readOf, type Read, type ReadContext } from '../read.ts'
import { CANDLE_READS, READS, type ReadEvery } from '../reads.ts'
import type { DepthBoard } from './depth-board.ts'
import { seriesKey, type CandleBoard } from './candles.ts'
import type { Interest } from './market-interest.ts'

export interface MarketJobContext extends ReadContext {
  readonly candles: CandleBoard
  readonly depths: DepthBoard
  interest(): Interest
  /** Ms between two starts in an area. */
  paceMs(area: Area): number
  /** The venue's clock at a monotonic moment (null: now), ms; null: unknown, so no candle is known to be closed. */
  venueTimeAt(mono: number | null): number | null
  onCandles(series: Series): void
  onDepth(): void
}

type Kind = 'depth' | BarInterval

/** The share of an area's pace for each kind: with many instruments, each is read less often. */
const SHARE: Readonly<Record<Kind, number>> = { depth: 1 / 2, '1min': 3 / 8, '60min': 1 / 12, '1day': 1 / 24 }
const EVERY: Readonly<Record<Kind, ReadEvery>> = { ...CANDLE_READS, depth: READS.depth }

/** The market reads of one area now. */
export function marketJobsOf(area: Area, context: MarketJobContext): readonly Read[] {
  const { series, books } = context.interest()
  const now = context.venueTimeAt(null)
  const candles = now === null ? [] : series.filter((one) => one.area === area)
  const depths = books.filter((one) => one.area === area)
  // A failed series is read as often as minute candles. It is not put off for an hour, and it does not go first.
  const kindOf = (one: Series): Kind => (context.candles.isFailing(one) ? '1min' : one.interval)
  const counts = new Map<Kind, number>([['depth', depths.length]])
  for (const one of candles) counts.set(kindOf(one), (counts.get(kindOf(one)) ?? 0) + 1)
  const everyOf = (kind: Kind): ReadEvery => {
    const { everyMs, weight } = EVERY[kind]
    return { everyMs: Math.max(everyMs, ((counts.get(kind) ?? 0) * context.paceMs(area)) / SHARE[kind]), weight }
  }
  return [
    ...candles.map((one) => candleJob(context, one, everyOf(kindOf(one)), now ?? 0)),
    ...depths.map((one) => depthJob(context, one, everyOf('depth'))),
  ]
}

function candleJob(context: MarketJobContext, series: Series, every: ReadEvery, now: number): Read {
  const { candles } = context
  const { area, instrument, interval } = series
  const params = { ...named(area, instrument), interval, limit: candles.wanted(series, now) }
  return readOf(context, `${area}.klines`, params, every, {
    keep: ({ value, sentAt }) => {
      // A candle may close while the answer is on its way. A candle that was still forming at the request is left out.
      const askedAt = context.venueTimeAt(sentAt)
      if (askedAt !== null && candles.take(series, value, askedAt)) context.onCandles(series)
    },
    fail: () => candles.fail(series),
    name: seriesKey(series),
    changes: 'market',
  })
}

/** The key under which the reads of a series are scheduled. */
export function candleJobKey(series: Series): string {
  return jobKey(`${series.area}.klines`, seriesKey(series))
}

function depthJob(context: MarketJobContext, { area, instrument }: InstrumentRef, every: ReadEvery): Read {
  return readOf(context, `${area}.depth`, named(area, instrument), every, {
    keep: ({ value, sentAt }) => {
      context.depths.apply(value, sentAt)
      context.onDepth()
    },
    name: instrument,
    changes: 'market',
  })
}
