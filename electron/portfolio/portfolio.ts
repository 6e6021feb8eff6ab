import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { memoise } from '#shared/domain/memoise.ts'
import type { Message } from '#shared/domain/message.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import { USUAL_REPORTING, type Reporting } from '#shared/risk/reporting.ts'
import type { AccountEvent } from '#shared/events/event.ts'
import type { Unattended } from '#shared/snapshot/leaving.ts'
import type { Health, PortfolioParts, SnapshotPush } from '#shared/snapshot/snapshot.ts'
import type { EventWatcher } from '../events/watcher.ts'
import type { VenueHistory } from '../history/store.ts'
import { Risk, type RiskPort } from '../risk/risk-client.ts'
import type { VenueClient } from '../venue/port.ts'
import { Acting } from './acting.ts'
import { Assessment, wantedQuotes } from './assessment.ts'
import { ExitTiming } from './exit-timing.ts'
import { Believing } from './believe.ts'
import { QuoteBoard } from './quote-board.ts'
import { deskViewOf, unattendedOf } from './for-desk.ts'
import { ordersEveryMs, orderScopes, sameScopes, type Known, type Scope } from './interest.ts'
import { areaOrdersEveryMs, jobsOf, type JobContext } from './jobs.ts'
import { KnownAccount, type AccountSources } from './known-account.ts'
import { Market } from './market/market.ts'
import { OrderBoard } from './order-board.ts'
import { FeeBoard, feeJobs } from './own-fees.ts'
import { Parts, type SentParts } from './parts.ts'
import { jobKey, readEachOnce, type Read, type ReadContext } from './read.ts'
import { ReadLog } from './read-log.ts'
import { Schedule } from './schedule.ts'
import { ClockGaps } from './clock-gaps.ts'

/**
 * Changes are gathered for this long, ms. So there are at most five pushes a second, and at least one. New figures are
 * pushed at once.
 */
const GATHER_MS = 200
const HEARTBEAT_MS = 1_000
/** One start per this many ms and area: 18 or 19 in 2 s, just under the tightest published limit of 20. */
const PACE_MS = 110

export interface PortfolioOptions {
  readonly client: VenueClient
  readonly clock: Clock
  /** The coin or currency in which totals are shown, asked for again for every report; by default the usual coin. */
  readonly reporting?: (() => Reporting) | undefined
  /**
   * Where past prices are stored. Without it, past prices and order books are not read, and figures from them are
   * missing.
   */
  readonly history?: VenueHistory
  /** The key that polls are signed with, if the account has one for that. */
  readonly readingKey?: () => Health['readingKey']
  /** Called when there is something to push: after a change, and once a second. */
  readonly onChange: () => void
  /** How the risk worker is started; by default as a thread. */
  readonly startRisk?: (() => RiskPort) | undefined
  /** Receives each believed read. */
  readonly events?: EventWatcher
  /** Called after each good read of the positions. */
  readonly onPositions?: () => void
  /** Called when open orders were read. */
  readonly onOrders?: () => void
}

/**
 * Reads the account of one venue client on a schedule, keeps the last good parts, has the risk figures computed and
 * reports changes. It never writes to the venue.
 */
export class Portfolio {
  readonly #options: PortfolioOptions
  readonly #sources: AccountSources
  readonly #account: KnownAccount
  readonly #jobs: JobContext
  readonly #schedules: readonly Schedule[]
  readonly #risk: Risk
  readonly #market: Market | undefined
  readonly #assessment: Assessment
  readonly #exit: ExitTiming
  readonly #gaps: ClockGaps
  readonly #acting: Acting
  readonly #stopped = new AbortController()
  /** Which data was read since the parts were last composed. */
  readonly #dirty = { orders: true, quotes: true, any: true }
  /** The scopes of the newest open orders part. */
  #composedScopes: readonly Scope[] = []
  #cancelPush = (): void => undefined

  constructor(options: PortfolioOptions) {
    const { client, clock, history, events, startRisk, reporting = () => USUAL_REPORTING } = options
    const parts = new Parts(client.areas)
    const [quotes, orders] = [new QuoteBoard(), new OrderBoard()]
    const boards = { parts, quotes, orders, fees: new FeeBoard(), log: new ReadLog() }
    const sources = { client, clock, reporting, ...boards }
    const account = new KnownAccount(sources)
    const learned: ReadContext['learned'] = (...read) => this.#learned(...read)
    const markDirty = (): void => void (this.#dirty.any = true)
    this.#options = options
    this.#sources = sources
    this.#account = account
    this.#gaps = new ClockGaps(clock)
    this.#acting = new Acting(clock)
    this.#risk = new Risk(clock, startRisk)
    this.#jobs = {
      client,
      parts,
      quotes,
      orders,
      learned,
      believing: new Believing(parts, (positions, readAt) => quotes.applyMarks(positions, readAt), events),
      ...(events && { events }),
      known: () => account.known(),
    }
    this.#schedules = client.areas.map(
      (area) => new Schedule({ clock, jobs: () => this.#jobsNow(area), paceMs: () => PACE_MS }),
    )
    this.#market =
      history && new Market({ ...sources, history, account, risk: this.#risk, learned, changed: markDirty })
    this.#assessment = new Assessment({
      ...sources,
      account,
      risk: this.#risk,
      market: this.#market,
      onFigures: () => {
        this.#exit.assessed()
        // Totals are shown from this moment on, and must not wait for the next beat.
        if (this.#assessment.phase() !== parts.part('health').data?.phase) this.#checkHealth()
        markDirty()
        this.#schedulePush()
      },
    })
    this.#exit = new ExitTiming({ ...sources, account, risk: this.#risk, onTime: markDirty })
  }

  /** Begins to read. Runs until stopped. */
  start(): void {
    for (const schedule of this.#schedules) void schedule.start()
    this.#market?.start()
    void this.#publish()
  }

  stop(): void {
    this.#stopped.abort()
    this.#cancelPush()
    for (const schedule of this.#schedules) schedule.stop()
    this.#market?.stop()
    this.#risk.close()
  }

  /**
   * Reads everything once, instead of `start`, except the account and orders of areas in `skipped`. Resolves when there
   * is nothing left to read, whatever failed.
   */
  async readAll(skipped: readonly Area[]): Promise<void> {
    const endpoints = skipped.flatMap((area) => [`${area}.account`, `${area}.openOrders`] as const)
    const jobs = (): readonly Read[] =>
      this.#options.client.areas.flatMap((area) => jobsOf(area, this.#jobs, this.#account.known()))
    await readEachOnce(jobs, new Set(endpoints))
    this.#compose()
    await this.#assessment.assess()
    this.#checkHealth()
  }

  /** The newest known account, as the basis of the desk's decisions. */
  deskView(): DeskView {
    return deskViewOf(this.#account, this.#sources)
  }

  /** What stays at the venue once Plimsoll stops watching. */
  unattended(): Unattended {
    const readAt = this.#account.oldestOf(['positions', 'orders'])
    const ageMs = readAt === null ? null : this.#options.clock.mono() - readAt + this.#gaps.since(readAt)
    return unattendedOf(this.#account, this.#sources, ageMs)
  }

  /** All parts, encoded for IPC. */
  parts(): Encoded<PortfolioParts> {
    return this.#sources.parts.encoded()
  }

  /** The changes to the parts in `sent`, which is updated. */
  changes(sent: SentParts): SnapshotPush['parts'] {
    return this.#sources.parts.changes(sent)
  }

  setDesk(report: DeskReport): void {
    this.#sources.parts.compose('desk', report, null)
    this.#acting.note(report)
    this.#dirty.any = true
  }

  /** `unkept`: why they are not stored; null: they are. */
  setEvents(events: readonly AccountEvent[], unkept: Message | null): void {
    const { parts } = this.#sources
    parts.compose('events', events, null)
    if (unkept !== null) parts.fail('events', localFailure('storage', 'events.keep', unkept))
    this.#dirty.any = true
  }

  /** Something was done to an instrument. Reads the instrument and the account at once. */
  touch(area: Area, instrument: string): void {
    const keys = [jobKey(`${area}.openOrders`, instrument), jobKey(`${area}.account`)]
    for (const schedule of this.#schedules) schedule.refresh(keys)
  }

  /** The machine slept: reads everything again at once. */
  wake(): void {
    const { clock, parts, quotes } = this.#sources
    parts.wake(clock.mono())
    quotes.wake(clock.mono())
    this.readAgain()
    this.#market?.wake()
    this.#dirty.any = true
  }

  /** Totals are to be shown in another coin. Has them computed again, and reads the price that the coin needs. */
  reportingChanged(): void {
    this.#assessment.changed()
    Object.assign(this.#dirty, { quotes: true, any: true })
  }

  /** Reads the whole account and its prices at once. */
  readAgain(): void {
    for (const schedule of this.#schedules) schedule.refreshAll()
  }

  #learned(...[operation, changes, outcome, instrument]: Parameters<ReadContext['learned']>): void {
    this.#sources.log.note(operation, outcome, instrument)
    this.#dirty.any = true
    if (changes === 'orders') this.#dirty.orders = true
    if (changes === 'account') {
      this.#dirty.quotes = true
      this.#assessment.changed()
      if (this.#assessment.isFirstWhole()) this.#compose()
    }
    if (operation !== 'contract.account' || 'failure' in outcome) return
    this.#account.calibrate()
    this.#options.onPositions?.()
  }

  readonly #jobsOf = memoise((known: Known) => {
    const { client, fees } = this.#sources
    const ofFees = feeJobs(client, fees, known)
    return {
      spot: [...jobsOf('spot', this.#jobs, known), ...ofFees.spot],
      contract: [...jobsOf('contract', this.#jobs, known), ...ofFees.contract],
    }
  })

  /** While the desk acts in an area, it reads the open orders there itself and needs the venue's limit for that. */
  #jobsNow(area: Area): readonly Read[] {
    const all = this.#jobsOf(this.#account.known())[area]
    return this.#acting.isIn(area) ? all.filter(({ endpoint }) => endpoint !== `${area}.openOrders`) : all
  }

  async #publish(): Promise<void> {
    const { clock } = this.#options
    let shownAt = -Infinity
    while (!this.#stopped.signal.aborted) {
      const beat = clock.mono() - shownAt >= HEARTBEAT_MS
      if (this.#gaps.notice()) this.wake()
      this.#market?.settle()
      if (this.#dirty.any || beat) {
        this.#compose()
        if (beat) {
          this.#assessment.recordEquity()
          this.#checkHealth()
          shownAt = clock.mono()
        }
        this.#schedulePush()
      }
      await wait(clock, GATHER_MS, this.#stopped.signal)
    }
  }

  /** Composes the parts made from several reads, and asks for risk figures when they are due. */
  #compose(): void {
    const scopes = orderScopes(this.#account.known())
    // Also if an instrument can no longer have orders, because that changes which reads are planned.
    if (this.#dirty.orders || !sameScopes(scopes, this.#composedScopes)) this.#composeOrders(scopes)
    if (this.#dirty.quotes) this.#composeQuotes()
    Object.assign(this.#dirty, { orders: false, quotes: false, any: this.#assessment.isDirty() })
    if (this.#assessment.isDue()) void this.#assessment.assess()
  }

  #composeOrders(scopes: readonly Scope[]): void {
    const { client, parts, orders, log } = this.#sources
    this.#composedScopes = scopes
    for (const area of client.areas) {
      const read = scopes.filter((scope) => scope.area === area).map(({ instrument }) => instrument)
      log.retain(`${area}.openOrders`, new Set(read))
    }
    const areaEveryMs = Math.max(...client.areas.map((area) => areaOrdersEveryMs(area, client.dialect()) ?? 0))
    parts.expect('orders', ordersEveryMs(scopes, PACE_MS, areaEveryMs))
    const open = this.#account.openOrders()
    parts.compose('orders', open, orders.readAt(scopes), orders.oldestAt(scopes))
    this.#options.events?.orders(open)
    this.#options.onOrders?.()
  }

  #composeQuotes(): void {
    const { parts, quotes } = this.#sources
    quotes.retain(wantedQuotes(this.#account.known()))
    parts.compose('quotes', quotes.list(), quotes.readAt())
    this.#account.observePrices()
  }

  #checkHealth(): void {
    const { client, clock, parts, log } = this.#sources
    const [phase, quarantined, failure] = [this.#assessment.phase(), log.quarantined(), log.failure()]
    const readingKey = this.#options.readingKey?.() ?? null
    const health = { phase, clock: client.clock(), budget: client.budget(), quarantined, failure, readingKey }
    parts.compose('health', health, clock.mono())
  }

  /** Pushes in a task of its own, because a thousand positions may be copied to the window then. */
  #schedulePush(): void {
    this.#cancelPush()
    this.#cancelPush = this.#options.clock.after(0, this.#options.onChange)
  }
}
