import { BAR_MS } from '#shared/domain/bar.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import { heldOf } from '#shared/domain/account.ts'
import { encode, toText, type Encoded } from '#shared/domain/decimal.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { refKey, type Area } from '#shared/domain/instrument.ts'
import { oldest } from '#shared/domain/oldest.ts'
import type { Result } from '#shared/domain/result.ts'
import { BENCHMARK } from '#shared/risk/benchmark.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { pricedCoinOf } from '#shared/risk/reporting.ts'
import { dayVolumeOf } from '#shared/risk/liquidity/day-volume.ts'
import { datedPrices } from '#shared/risk/liquidity/mark-then.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import type { VenueHistory } from '../../history/store.ts'
import type { Risk } from '../../risk/risk-client.ts'
import type { Figures } from '../../risk/risk-messages.ts'
import type { KnownAccount } from '../known-account.ts'
import type { Read, ReadContext } from '../read.ts'
import type { ReadLog } from '../read-log.ts'
import { STATISTICS_EVERY_MS } from '../reads.ts'
import { Schedule } from '../schedule.ts'
import { DepthBoard } from './depth-board.ts'
import { CandleBoard, seriesKey } from './candles.ts'
import { interestOf, NO_INTEREST, type Interest } from './market-interest.ts'
import { candleJobKey, marketJobsOf, type MarketJobContext } from './market-jobs.ts'
import { MarketPace } from './pace.ts'
import { Recurring } from './recurring.ts'

const MAX_IN_FLIGHT = 2
/** How old the inputs of statistics may get, ms. While a part of the account is unknown, statistics wait longer. */
const PATIENCE_MS = { holdings: 3_000, unknown: 10_000, minutes: 30_000, prices: STATISTICS_EVERY_MS }
/** Exit costs are computed sooner after a change of order books or marks, ms. */
const LIQUIDITY_EVERY_MS = 2_000
/** A venue takes some time to close a day, so its candle is read this long after midnight UTC, ms. */
const SETTLED_MS = 5_000

interface MarketContext extends ReadContext {
  readonly clock: Clock
  readonly history: VenueHistory
  readonly log: ReadLog
  readonly risk: Risk
  readonly account: KnownAccount
  /** Called when a part is new. */
  changed(): void
}

/**
 * Reads candles and order books at low priority, and keeps the figures made from them. Reads nothing before `start`.
 */
export class Market {
  readonly #context: MarketContext
  readonly #depths = new DepthBoard()
  readonly #candles: CandleBoard
  readonly #paces: Readonly<Record<Area, MarketPace>>
  readonly #schedules: readonly Schedule[]
  readonly #figures: Readonly<Record<'statistics' | 'liquidity', Recurring>>
  #interest: Interest = NO_INTEREST
  #shape = ''
  #day: number | null = null

  constructor(context: MarketContext) {
    const { client, clock, parts, history, log } = context
    const depths = this.#depths
    const candles = new CandleBoard(history, (trouble) =>
      log.tried('history', trouble === null ? null : localFailure('storage', 'history.store', trouble)),
    )
    const paceOf = (area: Area): MarketPace =>
      new MarketPace(clock, () => client.budget().hosts.find((host) => host.area === area)?.state ?? 'open')
    const paces = { spot: paceOf('spot'), contract: paceOf('contract') }
    const statistics = new Recurring(clock, () => this.#computeStatistics())
    const liquidity = new Recurring(clock, () => this.#computeLiquidity())
    const jobs: MarketJobContext = {
      client,
      parts,
      candles,
      depths,
      learned: (...read) => context.learned(...read),
      interest: () => this.#interest,
      paceMs: (area) => paces[area].paceMs(),
      venueTimeAt: (mono) => this.#venueTimeAt(mono),
      onCandles: ({ interval }) => statistics.changed(interval === '1min' ? PATIENCE_MS.minutes : PATIENCE_MS.holdings),
      onDepth: () => liquidity.changed(LIQUIDITY_EVERY_MS),
    }
    this.#context = context
    this.#candles = candles
    this.#paces = paces
    this.#figures = { statistics, liquidity }
    this.#schedules = client.areas.map((area) => {
      const jobsNow = (): readonly Read[] => (paces[area].isOpen() ? marketJobsOf(area, jobs) : [])
      return new Schedule({ clock, jobs: jobsNow, paceMs: () => paces[area].paceMs(), maxInFlight: MAX_IN_FLIGHT })
    })
  }

  start(): void {
    for (const schedule of this.#schedules) void schedule.start()
  }

  stop(): void {
    for (const schedule of this.#schedules) schedule.stop()
  }

  /** The machine slept: reads everything again. */
  wake(): void {
    // Our clock may have stood still, so the age of the order books is unknown.
    this.#depths.clear()
    for (const schedule of this.#schedules) schedule.refreshAll()
    this.#figures.statistics.changed(0)
    this.#figures.liquidity.changed(0)
  }

  /**
   * Call it when there are new risk figures. They decide which candles and books are worth reading, and what to
   * compute.
   */
  assessed(inputs: RiskInputs, report: Encoded<RiskReport>, books: Figures['risk']['books']): void {
    const { client, parts, log } = this.#context
    // While pairs are not listed yet, contracts would be used in their place.
    const isListed = !client.areas.includes('spot') || log.wasAnswered('spot.pairs') || log.isFailing('spot.pairs')
    if (inputs.instruments === null || !isListed) return
    // After a sleep, a price read before it may seem as new as an order book read after it.
    const prices = [...datedPrices(inputs)].filter(([, { readAt }]) => !parts.isBeforeSleep(readAt))
    this.#depths.priced(new Map(prices))
    const shape = shapeOf(inputs, report)
    const isSame = shape === this.#shape
    const changed = report.missing.length > 0 ? PATIENCE_MS.unknown : PATIENCE_MS.holdings
    this.#figures.statistics.changed(isSame ? PATIENCE_MS.prices : changed)
    this.#figures.liquidity.changed(isSame ? LIQUIDITY_EVERY_MS : 0)
    if (isSame) return
    this.#shape = shape
    const assets = new Set([BENCHMARK, pricedCoinOf(inputs), ...report.exposure.assets.map(({ asset }) => asset)])
    this.#interest = interestOf(assets, books, inputs.instruments)
    this.#candles.retain(new Set(this.#interest.series.map(seriesKey)))
    this.#depths.retain(this.#interest.books)
  }

  /** Does whatever is due. Call it regularly. */
  settle(): void {
    const { client, parts, account } = this.#context
    this.#turnDay()
    // The host's state is noticed at once, even while no market read is due.
    for (const area of client.areas) this.#paces[area].isOpen()
    // Nothing is computed from reads before a sleep, which may be hours old.
    if (parts.isBeforeSleep(account.riskReadAt())) return
    this.#figures.statistics.tick()
    this.#figures.liquidity.tick()
  }

  /** The venue's clock at a past moment of ours; null: now. */
  #venueTimeAt(mono: number | null): number | null {
    const now = this.#context.client.venueTime()
    return now === null || mono === null ? now : Math.floor(now - (this.#context.clock.mono() - mono))
  }

  async #computeStatistics(): Promise<void> {
    const { clock, risk, account } = this.#context
    // The first time, series come from disk, which takes some ms each, so one is loaded at a time.
    while (this.#interest.series.some((one) => this.#candles.load(one))) await wait(clock, 0)
    let readAt: number | null = null
    const answer = await risk.compute('statistics', () => {
      const { sources, series } = this.#interest
      readAt = account.riskReadAt()
      return {
        ...account.riskInputs(),
        benchmark: BENCHMARK,
        venueTime: this.#venueTimeAt(null),
        sources: new Map([...sources].map(([asset, source]) => [asset, refKey(source)])),
        bars: new Map(series.map((one) => [seriesKey(one), this.#candles.bars(one)])),
      }
    })
    this.#compose('statistics', answer, readAt)
  }

  async #computeLiquidity(): Promise<void> {
    const { parts, risk, account } = this.#context
    let readAt: number | null = null
    const answer = await risk.compute('liquidity', () => {
      readAt = oldest([this.#depths.readAt(), account.riskReadAt()])
      const { data: statistics } = parts.part('statistics')
      const [depths, dayVolumes] = [this.#depths.byInstrument(), this.#dayVolumes()]
      return { ...account.riskInputs(), depths, dayVolumes, statistics }
    })
    this.#compose('liquidity', answer, readAt)
  }

  /** Computes figures from what was read at `readAt`. A failure of one kind of figure does not affect the others. */
  #compose<K extends 'statistics' | 'liquidity'>(
    part: K,
    answer: Result<Figures[K], Failure> | null,
    readAt: number | null,
  ): void {
    if (answer === null) return
    if (answer.ok) this.#context.parts.compose(part, answer.value, readAt)
    else {
      this.#context.parts.fail(part, answer.error)
      this.#figures[part].changed(0)
    }
    this.#context.changed()
  }

  #dayVolumes(): ReadonlyMap<string, number> {
    const now = this.#venueTimeAt(null)
    const volumes = new Map<string, number>()
    for (const one of now === null ? [] : this.#interest.books) {
      const volume = dayVolumeOf(this.#candles.bars({ ...one, interval: '60min' }), now ?? 0)
      if (volume !== null) volumes.set(refKey(one), volume)
    }
    return volumes
  }

  /** On a new day of the venue: a daily candle has closed, and the oldest candles are dropped. */
  #turnDay(): void {
    const now = this.#venueTimeAt(null)
    if (now === null) return
    const today = Math.floor((now - SETTLED_MS) / BAR_MS['1day'])
    if (today === this.#day) return
    this.#day = today
    this.#candles.prune(now)
    const keys = this.#interest.series.filter(({ interval }) => interval === '1day').map(candleJobKey)
    for (const schedule of this.#schedules) schedule.refresh(keys)
  }
}

/** The holdings that statistics depend on, and what they are valued in, as one text. */
function shapeOf({ instruments, positions, balances, ...risk }: RiskInputs, { exposure }: Encoded<RiskReport>): string {
  return JSON.stringify([
    [risk.reportingCoin, encode(risk.fixedRate ?? null)],
    instruments?.length,
    positions?.map(({ key, volume }) => [key, toText(volume)]),
    balances?.map((balance) => [balance.asset, encode(heldOf(balance))]),
    exposure.assets.map(({ asset, value }) => [asset, value === null]),
  ])
}
