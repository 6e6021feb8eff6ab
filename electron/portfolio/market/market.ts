import { BAR_MS } from '#shared/domain/bar.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import { heldOf } from '#shared/domain/account.ts'
import { encode, toText, type Encoded } from '#shared/domain/decimal.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { oldest } from '#shared/domain/oldest.ts'
import type { Result } from '#shared/domain/result.ts'
import { BENCHMARK } from '#shared/risk/benchmark.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { dayVolumeOf } from '#shared/risk/liquidity/day-volume.ts'
import { datedPrices } from '#shared/risk/liquidity/mark-then.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import type { VenueHistory } from '../../history/store.ts'
import type { Risk } from '../../risk/risk-client.ts'
import type { Figures } from '../../risk/risk-messages.ts'
import type { KnownAccount } from '../known-account.ts'
import type { ReadContext } from '../read.ts'
import type { ReadLog } from '../read-log.ts'
import { STATISTICS_EVERY_MS } from '../reads.ts'
import { Schedule } from '../schedule.ts'
import { DepthBoard } from './depth-board.ts'
import { CandleBoard, seriesKey } from './candles.ts'
import { bookKey, interestOf, NO_INTEREST, type Interest } from './market-interest.ts'
import { candleJobKey, marketJobsOf, type MarketJobContext } from './market-jobs.ts'
import { MarketPace } from './pace.ts'
import { Recurring } from './recurring.ts'

const MAX_IN_FLIGHT = 2
/**
 * How long statistics may rest on what was before. While not all of the account is known they wait: they would be those
 * of another account.
 */
const PATIENCE_MS = { holdings: 3_000, unknown: 10_000, minutes: 30_000, prices: STATISTICS_EVERY_MS }
/** The cost of getting out follows books and marks sooner. */
const LIQUIDITY_EVERY_MS = 2_000
/** A venue closes a day in its own time: so long after midnight UTC its candle is asked for. */
const SETTLED_MS = 5_000

export interface MarketContext extends ReadContext {
  readonly clock: Clock
  readonly history: VenueHistory
  readonly log: ReadLog
  readonly risk: Risk
  readonly account: KnownAccount
  /** A part is new. */
  changed(): void
}

/** Reads what is behind an account's prices at leisure: candles and books, and keeps the figures made of them. */
export interface Market {
  start(): void
  stop(): void
  /** Everything was asleep: read all of it again. */
  wake(): void
  /** The account was assessed: what is worth reading, and working out, follows it. */
  assessed(inputs: RiskInputs, report: Encoded<RiskReport>, books: Figures['risk']['books']): void
  /** Does what is due; called every now and then. */
  settle(): void
}

/** A market that reads nothing before it is started; what it learns and works out goes to the parts of the context. */
export function createMarket(context: MarketContext): Market {
  const { client, clock, parts, log, risk, account } = context
  const depths = new DepthBoard()
  const candles = new CandleBoard(context.history, (trouble) =>
    log.tried('history', trouble === null ? null : localFailure('storage', 'history.store', trouble)),
  )
  let interest: Interest = NO_INTEREST
  let shape = ''
  let day: number | null = null

  const jobs: MarketJobContext = {
    ...{ client, parts, candles, depths, venueTimeAt },
    learned: (...read) => context.learned(...read),
    interest: () => interest,
    paceMs: (area) => paces[area].paceMs(),
    onCandles: ({ interval }) => statistics.changed(interval === '1min' ? PATIENCE_MS.minutes : PATIENCE_MS.holdings),
    onDepth: () => liquidity.changed(LIQUIDITY_EVERY_MS),
  }
  const paces = { spot: paceOf('spot'), contract: paceOf('contract') }
  const schedules = client.areas.map(
    (area) =>
      new Schedule({
        clock,
        jobs: () => (paces[area].isOpen() ? marketJobsOf(area, jobs) : []),
        paceMs: () => paces[area].paceMs(),
        maxInFlight: MAX_IN_FLIGHT,
      }),
  )
  const statistics = new Recurring(clock, computeStatistics)
  const liquidity = new Recurring(clock, computeLiquidity)

  function paceOf(area: Area): MarketPace {
    return new MarketPace(clock, () => client.budget().hosts.find((host) => host.area === area)?.state ?? 'open')
  }

  /** The venue's clock at a moment of ours that is not in the future, now unless told. */
  function venueTimeAt(mono: number | null): number | null {
    const now = client.venueTime()
    return now === null || mono === null ? now : Math.floor(now - (clock.mono() - mono))
  }

  async function computeStatistics(): Promise<void> {
    // From the disk, the first time: a series at a time, for each takes some milliseconds.
    while (interest.series.some((one) => candles.load(one))) await wait(clock, 0)
    let readAt: number | null = null
    const answer = await risk.compute('statistics', () => {
      const { sources, series } = interest
      readAt = account.riskReadAt()
      return {
        ...account.riskInputs(),
        benchmark: BENCHMARK,
        venueTime: venueTimeAt(null),
        sources: new Map([...sources].map(([asset, source]) => [asset, bookKey(source)])),
        bars: new Map(series.map((one) => [seriesKey(one), candles.bars(one)])),
      }
    })
    compose('statistics', answer, readAt)
  }

  async function computeLiquidity(): Promise<void> {
    let readAt: number | null = null
    const answer = await risk.compute('liquidity', () => {
      readAt = oldest([depths.readAt(), account.riskReadAt()])
      const { data } = parts.part('statistics')
      return { ...account.riskInputs(), depths: depths.byInstrument(), dayVolumes: dayVolumes(), statistics: data }
    })
    compose('liquidity', answer, readAt)
  }

  /** Takes what was computed of what was read at `readAt`. A figure that can not be had is no reason for the others to stop. */
  function compose<K extends 'statistics' | 'liquidity'>(
    part: K,
    answer: Result<Figures[K], Failure> | null,
    readAt: number | null,
  ): void {
    if (answer === null) return
    if (answer.ok) parts.compose(part, answer.value, readAt)
    else {
      parts.fail(part, answer.error)
      const again = { statistics, liquidity }[part]
      again.changed(0)
    }
    context.changed()
  }

  function dayVolumes(): ReadonlyMap<string, number> {
    const now = venueTimeAt(null)
    const volumes = new Map<string, number>()
    for (const one of now === null ? [] : interest.books) {
      const volume = dayVolumeOf(candles.bars({ ...one, interval: '60min' }), now ?? 0)
      if (volume !== null) volumes.set(bookKey(one), volume)
    }
    return volumes
  }

  /** A new day at the venue: a candle has closed, and old ones are let go. */
  function turnDay(): void {
    const now = venueTimeAt(null)
    if (now === null) return
    const today = Math.floor((now - SETTLED_MS) / BAR_MS['1day'])
    if (today === day) return
    day = today
    candles.prune(now)
    const keys = interest.series.filter(({ interval }) => interval === '1day').map(candleJobKey)
    for (const schedule of schedules) schedule.refresh(keys)
  }

  return {
    start() {
      for (const schedule of schedules) void schedule.start()
    },
    stop() {
      for (const schedule of schedules) schedule.stop()
    },
    wake() {
      // The age of these is not known: our clock may have stood still.
      depths.clear()
      for (const schedule of schedules) schedule.refreshAll()
      statistics.changed(0)
      liquidity.changed(0)
    },
    assessed(inputs, report, books) {
      // Contracts would stand in for pairs that are not listed yet.
      const isListed = !client.areas.includes('spot') || log.wasAnswered('spot.pairs') || log.isFailing('spot.pairs')
      if (inputs.instruments === null || !isListed) return
      // A price from before a sleep may seem to be of the moment a book was read after it.
      const prices = [...datedPrices(inputs)].filter(([, { readAt }]) => !parts.isBeforeSleep(readAt))
      depths.priced(new Map(prices))
      const now = shapeOf(inputs, report)
      const isSame = now === shape
      statistics.changed(
        isSame ? PATIENCE_MS.prices : report.missing.length > 0 ? PATIENCE_MS.unknown : PATIENCE_MS.holdings,
      )
      liquidity.changed(isSame ? LIQUIDITY_EVERY_MS : 0)
      if (isSame) return
      shape = now
      const assets = new Set([BENCHMARK, ...report.exposure.assets.map(({ asset }) => asset)])
      interest = interestOf(assets, books, inputs.instruments, report.reportingCoin)
      candles.retain(new Set(interest.series.map(seriesKey)))
      depths.retain(interest.books)
    },
    settle() {
      turnDay()
      // What a host says is heard at once, also while nothing of the market is due.
      for (const area of client.areas) paces[area].isOpen()
      // Nothing is worked out from what was read before a sleep: it may be hours old.
      if (parts.isBeforeSleep(account.riskReadAt())) return
      statistics.tick()
      liquidity.tick()
    },
  }
}

/** What statistics depend on besides candles and prices, as one text: the same text, the same holdings. */
function shapeOf({ instruments, positions, balances }: RiskInputs, { exposure }: Encoded<RiskReport>): string {
  return JSON.stringify([
    instruments?.length,
    positions?.map(({ key, volume }) => [key, toText(volume)]),
    balances?.map((balance) => [balance.asset, encode(heldOf(balance))]),
    exposure.assets.map(({ asset, value }) => [asset, value === null]),
  ])
}
