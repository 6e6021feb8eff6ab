import { BAR_MS } from '#shared/domain/bar.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { heldOf } from '#shared/domain/account.ts'
import { encode, toText } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Area, Instrument } from '#shared/domain/instrument.ts'
import { oldest } from '#shared/domain/oldest.ts'
import type { PartName, PortfolioParts } from '#shared/snapshot/snapshot.ts'
import type { Steps } from '#shared/domain/steps.ts'
import { modelSteps } from '#shared/risk/account/account-model.ts'
import type { AccountModel } from '#shared/risk/account/account-model.ts'
import { BENCHMARK } from '#shared/risk/benchmark.ts'
import { unreadHoldings } from '#shared/risk/inputs.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { dayVolumeOf } from '#shared/risk/liquidity/day-volume.ts'
import { liquiditySteps } from '#shared/risk/liquidity/liquidity.ts'
import { booksOf } from '#shared/risk/liquidity/exits.ts'
import { datedPrices } from '#shared/risk/liquidity/mark-then.ts'
import type { LiquidityReport } from '#shared/risk/liquidity/report.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import type { StatisticsReport } from '#shared/risk/statistics-report.ts'
import { statisticsSteps } from '#shared/risk/statistics.ts'
import type { VenueHistory } from '../../history/store.ts'
import { BackgroundRun } from '../background-run.ts'
import type { ReadContext } from '../read.ts'
import type { ReadLog } from '../read-log.ts'
import { STATISTICS_EVERY_MS } from '../reads.ts'
import { Schedule } from '../schedule.ts'
import type { Slices } from '../slices.ts'
import { DepthBoard } from './order-books.ts'
import { CandleBoard, seriesKey } from './candles.ts'
import { bookKey, interestOf, NO_INTEREST } from './market-interest.ts'
import type { Interest } from './market-interest.ts'
import { candleJobKey, marketJobsOf } from './market-jobs.ts'
import type { MarketJobContext } from './market-jobs.ts'
import { MarketPace } from './pace.ts'

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
  /** What figures are worked out in. */
  readonly slices: Slices
  riskInputs(): RiskInputs
  /** When the oldest read that risk rests on was started. */
  riskReadAt(): number | null
  /** A part is new. */
  changed(): void
}

interface Composed<Report> {
  readonly report: Report
  /** When the oldest of what it was worked out from was read. */
  readonly readAt: number | null
}

/** Reads what is behind an account's prices at leisure: candles and books, and keeps the figures made of them. */
export interface Market {
  start(): void
  stop(): void
  /** Everything was asleep: read all of it again. */
  wake(): void
  /** The account was assessed: what is worth reading, and working out, follows it. */
  assessed(inputs: RiskInputs, report: RiskReport): void
  /** Does what is due; called every now and then. */
  settle(): void
}

/** A market that reads nothing before it is started; what it learns and works out goes to the book of the context. */
export function createMarket(context: MarketContext): Market {
  const { client, clock, book, log, slices } = context
  const depths = new DepthBoard()
  const candles = new CandleBoard(context.history, (trouble) =>
    log.tried('history', trouble === null ? null : localFailure('storage', 'history.store', trouble)),
  )
  let interest: Interest = NO_INTEREST
  let shape = ''
  let assets: ReadonlySet<string> = new Set()
  let day: number | null = null
  let isFollowed = true

  const jobs: MarketJobContext = {
    ...{ client, book, candles, depths, venueTimeAt },
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
  const statistics = new BackgroundRun<Composed<StatisticsReport>>({
    ...{ clock, slices, steps: statisticsRun },
    onDone: (composed) => compose('statistics', composed),
    onFailed: (cause) => failed('statistics', cause),
  })
  const liquidity = new BackgroundRun<Composed<LiquidityReport>>({
    ...{ clock, slices, steps: liquidityRun },
    onDone: (composed) => compose('liquidity', composed),
    onFailed: (cause) => failed('liquidity', cause),
  })

  function paceOf(area: Area): MarketPace {
    return new MarketPace(clock, () => client.budget().hosts.find((host) => host.area === area)?.state ?? 'open')
  }

  /** The venue's clock at a moment of ours that is not in the future, now unless told. */
  function venueTimeAt(mono: number | null): number | null {
    const now = client.venueTime()
    return now === null || mono === null ? now : Math.floor(now - (clock.mono() - mono))
  }

  function* statisticsRun(): Steps<Composed<StatisticsReport>> {
    const risk = context.riskInputs()
    const readAt = context.riskReadAt()
    // A new holding may have a history on the disk: it counts from the start.
    if (!isFollowed) yield* followed(risk)
    const { sources, series } = interest
    // From the disk, the first time: one series a step.
    for (const one of series) {
      candles.load(one)
      yield
    }
    // What is new while this runs counts the next time.
    const bars = new Map(series.map((one) => [seriesKey(one), candles.bars(one)]))
    const report = yield* statisticsSteps({
      risk,
      benchmark: BENCHMARK,
      venueTime: venueTimeAt(null),
      seriesOf(asset) {
        const source = sources.get(asset)
        return {
          source: source ? bookKey(source) : null,
          bars: (interval) => (source && bars.get(seriesKey({ ...source, interval }))) ?? [],
        }
      },
    })
    return { report, readAt }
  }

  function* liquidityRun(): Steps<Composed<LiquidityReport>> {
    const inputs = context.riskInputs()
    const pricedAt = context.riskReadAt()
    const { orders, instruments } = inputs
    const model = yield* followed(inputs)
    const readAt = oldest([depths.readAt(), pricedAt])
    const report = yield* liquiditySteps({
      ...{ model, instruments: instruments ?? [], orders, depths: depths.list(), dayVolumes: dayVolumes() },
      statistics: book.part('statistics').data,
      unread: unreadHoldings(inputs),
    })
    return { report, readAt }
  }

  /** The account, of which from now on is read what it is exposed to, and the books of what it holds. */
  function* followed(inputs: RiskInputs): Steps<AccountModel> {
    const before = shape
    const model = yield* modelSteps(inputs)
    if (!isFollowed) {
      follow(model, inputs.instruments ?? [])
      // It may have changed meanwhile.
      isFollowed = shape === before
    }
    return model
  }

  function follow(model: AccountModel, instruments: readonly Instrument[]): void {
    interest = interestOf(assets, booksOf(model, instruments), instruments, model.reportingCoin)
    candles.retain(new Set(interest.series.map(seriesKey)))
    depths.retain(interest.books)
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

  function compose<K extends 'statistics' | 'liquidity'>(
    part: K,
    { report, readAt }: Composed<NonNullable<PortfolioParts[K]['data']>>,
  ): void {
    book.compose(part, report, readAt)
    context.changed()
  }

  /** A figure that can not be worked out is no reason for the others to stop. */
  function failed(part: PartName, cause: unknown): void {
    const words = cause instanceof Error ? cause.message : String(cause)
    book.fail(part, localFailure('notSupported', `portfolio.${part}`, `This could not be worked out: ${words}.`))
    context.changed()
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
    assessed(inputs, report) {
      // Contracts would stand in for pairs that are not listed yet.
      const isListed = !client.areas.includes('spot') || log.wasAnswered('spot.pairs') || log.isFailing('spot.pairs')
      if (inputs.instruments === null || !isListed) return
      // A price from before a sleep may seem to be of the moment a book was read after it.
      const prices = [...datedPrices(inputs)].filter(([, { readAt }]) => !book.isBeforeSleep(readAt))
      depths.priced(new Map(prices))
      const now = shapeOf(inputs, report)
      const isSame = now === shape
      statistics.changed(
        isSame ? PATIENCE_MS.prices : report.missing.length > 0 ? PATIENCE_MS.unknown : PATIENCE_MS.holdings,
      )
      liquidity.changed(isSame ? LIQUIDITY_EVERY_MS : 0)
      if (isSame) return
      shape = now
      assets = new Set([BENCHMARK, ...report.exposure.assets.map(({ asset }) => asset)])
      isFollowed = false
    },
    settle() {
      turnDay()
      // What a host says is heard at once, also while nothing of the market is due.
      for (const area of client.areas) paces[area].isOpen()
      // Nothing is worked out from what was read before a sleep: it may be hours old.
      if (book.isBeforeSleep(context.riskReadAt())) return
      statistics.tick()
      liquidity.tick()
    },
  }
}

/** What statistics depend on besides candles and prices, as one text: the same text, the same holdings. */
function shapeOf({ instruments, positions, balances }: RiskInputs, { exposure }: RiskReport): string {
  return JSON.stringify([
    instruments?.length,
    positions?.map(({ key, volume }) => [key, toText(volume)]),
    balances?.map((balance) => [balance.asset, encode(heldOf(balance))]),
    exposure.assets.map(({ asset, value }) => [asset, value === null]),
  ])
}
