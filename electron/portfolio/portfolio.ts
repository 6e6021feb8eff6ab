import type { Position } from '#shared/domain/account.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { oldest } from '#shared/domain/oldest.ts'
import { oncePer } from '#shared/domain/once-per.ts'
import type { Health, OpenOrders, PartName, PortfolioParts } from '#shared/snapshot/snapshot.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import type { Unattended } from '#shared/snapshot/leaving.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import type { AccountEvent } from '#shared/events/event.ts'
import { calibrate, calibrationOf, NO_READINGS } from '#shared/risk/account/calibration.ts'
import { readingsOf } from '#shared/risk/account/calibration-readings.ts'
import { FUNDING_INTERVAL_HOURS } from '#shared/risk/account/funding.ts'
import { CASH_ASSETS } from '#shared/risk/cash.ts'
import { NO_PRICES, observePrices } from '#shared/risk/doubt/price-doubt.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import type { EventWatcher } from '../events/watcher.ts'
import type { VenueHistory } from '../history/store.ts'
import { createRisk, type RiskPort } from '../risk/risk-client.ts'
import type { VenueClient } from '../venue/port.ts'
import { Acting } from './acting.ts'
import { createBelieving } from './believe.ts'
import { QuoteBoard } from './boards.ts'
import { Parts } from './parts.ts'
import { EquityCurve } from './equity-curve.ts'
import { areAllRead, deskViewOf, unattendedOf, withBlind } from './for-desk.ts'
import {
  keysToQuote,
  KNOWN_PARTS,
  NOTHING_KNOWN,
  ordersEveryMs,
  orderScopes,
  sameScopes,
  withUnlisted,
  type Known,
  type Scope,
} from './interest.ts'
import { FeeBoard, feeJobs } from './own-fees.ts'
import { areaOrdersEveryMs, jobsOf, type JobContext } from './jobs.ts'
import { createMarket } from './market/market.ts'
import { OrderBoard } from './order-board.ts'
import { jobKey } from './read.ts'
import { readEachOnce } from './read-all.ts'
import { ReadLog } from './read-log.ts'
import { Schedule, type Job } from './schedule.ts'
import { Sleeps } from './sleeps.ts'

/** Totals are expressed in this coin. */
const REPORTING_COIN = 'USDT'

/** Changes are gathered for this long before they are shown: at most five pushes a second, and one at least. */
const GATHER_MS = 200
const HEARTBEAT_MS = 1_000
/** Risk is the costliest part to work out and to send. */
const ASSESS_EVERY_MS = 500
/** One start per this many ms and area: 18 or 19 in 2 s, just under the tightest published limit, which is 20. */
const PACE_MS = 110
/** No account read for this long: what is on the screen is history. */
const BLIND_AFTER_MS = 5_000

const NO_POSITIONS: readonly Position[] = []

export interface Portfolio {
  /** Begins to read; runs until stopped. */
  start(): void
  stop(): void
  /**
   * Reads everything once, instead of `start`; the account and the orders of an area in `but` are left out. Resolves
   * when there is nothing left to read, whatever failed.
   */
  readAll(but: readonly Area[]): Promise<void>
  /** The newest known account, for the desk to decide on. */
  deskView(): DeskView
  /** What stays at the venue once Plimsoll stops watching. */
  unattended(): Unattended
  /** All parts, as they cross IPC. */
  parts(): Encoded<PortfolioParts>
  /** The parts that changed since `seen`, which is brought up to date. */
  changes(seen: Map<PartName, number>): Partial<Encoded<PortfolioParts>>
  setDesk(report: DeskReport): void
  setEvents(events: readonly AccountEvent[]): void
  /** Something was done to an instrument: read it, and the account, at once. */
  touch(area: Area, instrument: string): void
  /** Everything was asleep: read all of it at once. */
  wake(): void
}

export interface PortfolioOptions {
  readonly client: VenueClient
  readonly clock: Clock
  /** Where prices of the past are kept. Without it none are read, nor books, and there are no figures made of them. */
  readonly history?: VenueHistory
  /** Told when there is something to push: after a change, and once a second. */
  readonly onChange: () => void
  /** How the risk worker is started; as a thread unless told. */
  readonly startRisk?: (() => RiskPort) | undefined
  /** Told of each believed read. */
  readonly events?: EventWatcher
  /** Told after each good read of the positions. */
  readonly onPositions?: () => void
  /** Told when open orders were read. */
  readonly onOrders?: () => void
}

/**
 * Reads the account of one venue client on a schedule, keeps the last good parts, has the risk figures computed and tells
 * when there is something new. It never writes to the venue.
 */
export function createPortfolio(options: PortfolioOptions): Portfolio {
  const { client, clock, onChange, onPositions } = options
  const parts = new Parts(client.areas)
  const quotes = new QuoteBoard()
  const orders = new OrderBoard()
  const fees = new FeeBoard()
  const stopped = new AbortController()
  const risk = createRisk(clock, options.startRisk)
  const log = new ReadLog()
  const curve = new EquityCurve(clock)
  const sleeps = new Sleeps(clock)
  const acting = new Acting(clock)
  const dirty = { orders: true, quotes: true, risk: true, any: true }
  let calibration = NO_READINGS
  let prices = NO_PRICES
  let live = false
  let callOffTelling = (): void => undefined
  let assessedAt = -Infinity
  /** When the account was read that the newest risk figures are of. */
  let assessedReadAt = -Infinity

  let newest: Known = NOTHING_KNOWN
  /** What the part of open orders was last put together from. */
  let composedScopes: readonly Scope[] = []
  const context: JobContext = {
    client,
    parts,
    believing: createBelieving(parts, (positions, readAt) => quotes.applyMarks(positions, readAt), options.events),
    quotes,
    orders,
    reportingCoin: REPORTING_COIN,
    ...(options.events && { events: options.events }),
    known,
    learned(operation, changes, outcome, instrument) {
      log.note(operation, outcome, instrument)
      dirty.any = true
      if (changes === 'orders') dirty.orders = true
      if (changes === 'account') dirty.quotes = dirty.risk = true
      if (operation !== 'contract.account' || 'failure' in outcome) return
      calibration = calibrate(calibration, readingsOf(accountRead()))
      onPositions?.()
    },
  }
  const jobs = oncePer((account: Known) => {
    const ofFees = feeJobs(client, fees, account, REPORTING_COIN)
    return {
      spot: [...jobsOf('spot', context, account), ...ofFees.spot],
      contract: [...jobsOf('contract', context, account), ...ofFees.contract],
    }
  })
  const schedules = client.areas.map(
    (area) => new Schedule({ clock, jobs: () => jobsNow(area), paceMs: () => PACE_MS }),
  )
  const { history } = options
  const market =
    history &&
    createMarket({
      ...{ client, clock, parts, history, log, risk, riskInputs, riskReadAt },
      learned: (...read) => context.learned(...read),
      changed: () => (dirty.any = true),
    })

  /** The same until a part of it is another. */
  function known(): Known {
    const now: Known = {
      instruments: instrumentsNow(),
      balances: parts.part('balances').data,
      marginAccounts: parts.part('marginAccounts').data,
      positions: parts.part('positions').data,
      orders: orders.orders(),
      lists: orders.lists(),
    }
    if (KNOWN_PARTS.some((part) => now[part] !== newest[part])) newest = now
    return newest
  }

  function instrumentsNow(): Known['instruments'] {
    const listed = parts.part('instruments').data
    return listed === null
      ? NOTHING_KNOWN.instruments
      : withUnlisted(listed)(parts.part('positions').data ?? NO_POSITIONS)
  }

  /** Where the desk is about it, it reads the orders itself, and the venue's limit for that is left to it. */
  function jobsNow(area: Area): readonly Job[] {
    const all = jobs(known())[area]
    return acting.isIn(area) ? all.filter(({ endpoint }) => endpoint !== `${area}.openOrders`) : all
  }

  function settle(): void {
    const scopes = orderScopes(known())
    // The account alone may tell that a scope matters no more: what is read by plan changes with that.
    if (dirty.orders || !sameScopes(scopes, composedScopes)) {
      composedScopes = scopes
      for (const area of client.areas) {
        const read = scopes.filter((scope) => scope.area === area).map(({ instrument }) => instrument)
        log.retain(`${area}.openOrders`, new Set(read))
      }
      parts.expect('orders', ordersEveryMs(scopes, PACE_MS, areaEveryMs()))
      const open = openOrdersOf(scopes)
      parts.compose('orders', open, orders.readAt(scopes), orders.oldestAt(scopes))
      options.events?.orders(open)
      options.onOrders?.()
    }
    if (dirty.quotes) {
      quotes.retain(wantedQuotes(known()))
      parts.compose('quotes', quotes.list(), quotes.readAt())
      prices = observePrices(prices, quotes.list(), known().instruments, CASH_ASSETS)
    }
    dirty.orders = dirty.quotes = false
    dirty.any = dirty.risk
    if (dirty.risk && clock.mono() - assessedAt >= ASSESS_EVERY_MS) void assess()
  }

  const openOrdersOf = (scopes: readonly Scope[]): OpenOrders =>
    withBlind(orders.open(scopes), client.areas, log, parts)

  function areaEveryMs(): number {
    return Math.max(...client.areas.map((area) => areaOrdersEveryMs(area, client.dialect()) ?? 0))
  }

  function accountRead() {
    const { balances, marginAccounts, positions } = known()
    const instruments = parts.part('instruments').data
    const { hidden = [] } = parts.part('positions')
    return { instruments, balances, marginAccounts, positions, incomplete: parts.incomplete(), hidden }
  }

  /** What the figures on the screen are worked out from, and those of a plan. */
  function riskInputs(): RiskInputs {
    const ownFees = fees.fees(known().instruments)
    return {
      ...(ownFees && { ownFees }),
      priceFindings: prices.findings,
      ...accountRead(),
      reportingCoin: REPORTING_COIN,
      cashAssets: CASH_ASSETS,
      quotes: quotes.list(),
      orders: ordersAreRead() ? orders.orders() : null,
      fundingIntervalHours: FUNDING_INTERVAL_HOURS,
      calibration: calibrationOf(calibration),
      positionsReadAt: parts.part('positions').readAt,
      balancesReadAt: parts.part('balances').readAt,
      now: clock.mono(),
    }
  }

  /** Every place that may have open orders was read: what some of them hold is not all there is. */
  const ordersAreRead = (): boolean => areAllRead(openOrdersOf(orderScopes(known())), parts)

  const deskView = (): DeskView =>
    deskViewOf({ client, known: known(), risk: riskInputs(), quotes, orders, log, ageOf })

  /** null: not known. The monotonic clock may have stood still while the machine slept. */
  function ageOf(readAt: number | null): number | null {
    return readAt === null || parts.isBeforeSleep(readAt) ? null : clock.mono() - readAt
  }

  function unattended(): Unattended {
    const readAt = oldestOf(['positions', 'orders'])
    const ageMs = readAt === null ? null : clock.mono() - readAt + sleeps.since(readAt)
    return unattendedOf(known(), openOrdersOf(orderScopes(known())), parts, { risk: riskInputs(), ageMs, ageOf })
  }

  /** Resolves when the risk figures are those of the account, or could not be worked out. */
  async function assess(): Promise<void> {
    let of = null as ReturnType<typeof assessedNow> | null
    const answer = await risk.compute('risk', () => (of = assessedNow()).inputs)
    if (answer === null || of === null) return
    dirty.any = true
    log.tried('risk', answer.ok ? null : answer.error)
    if (answer.ok) {
      const { report, books } = answer.value
      parts.compose('risk', report, of.readAt)
      assessedReadAt = of.accountReadAt
      market?.assessed(of.inputs, report, books)
      // A total that still lacks prices would look like a loss, and its completion like a gain.
      live ||= report.missing.length === 0 && of.isPriced
    } else {
      parts.fail('risk', answer.error)
      dirty.risk = true
    }
    tell()
  }

  /** What figures that are asked for now are of; what is read after it counts the next time. */
  function assessedNow() {
    assessedAt = clock.mono()
    dirty.risk = false
    const isPriced = quotes.asked(wantedQuotes(known()))
    return { inputs: riskInputs(), readAt: riskReadAt(), accountReadAt: accountReadAt() ?? -Infinity, isPriced }
  }

  const accountReadAt = (): number | null => oldestOf(['balances', 'positions'])

  function riskReadAt(): number | null {
    return oldestOf(['balances', 'marginAccounts', 'positions', 'quotes'])
  }

  function oldestOf(names: readonly PartName[]): number | null {
    return oldest(names.map((name) => parts.part(name).readAt))
  }

  function drawEquity(): void {
    const { data: report, readAt } = parts.part('risk')
    const isLive = phase() === 'live' && !parts.isBeforeSleep(readAt)
    const points = curve.draw(isLive ? report : null, assessedReadAt)
    if (points) parts.compose('equityCurve', points, readAt)
  }

  function phase(): Health['phase'] {
    const readAt = accountReadAt()
    if (!live || readAt === null) return 'connecting'
    return parts.isBeforeSleep(readAt) || clock.mono() - readAt > BLIND_AFTER_MS ? 'blind' : 'live'
  }

  function checkHealth(): void {
    parts.compose(
      'health',
      {
        phase: phase(),
        clock: client.clock(),
        budget: client.budget(),
        quarantined: log.quarantined(),
        failure: log.failure(),
      },
      clock.mono(),
    )
  }

  /** In a turn of its own: a thousand positions are copied to the window then. */
  function tell(): void {
    callOffTelling()
    callOffTelling = clock.after(0, onChange)
  }

  async function publish(): Promise<void> {
    let shownAt = -Infinity
    while (!stopped.signal.aborted) {
      const beat = clock.mono() - shownAt >= HEARTBEAT_MS
      if (sleeps.notice()) wake()
      market?.settle()
      if (dirty.any || beat) {
        settle()
        if (beat) {
          drawEquity()
          checkHealth()
          shownAt = clock.mono()
        }
        tell()
      }
      await wait(clock, GATHER_MS, stopped.signal)
    }
  }

  function wake(): void {
    parts.wake(clock.mono())
    quotes.wake(clock.mono())
    for (const schedule of schedules) schedule.refreshAll()
    market?.wake()
    dirty.any = true
  }

  return {
    start() {
      for (const schedule of schedules) void schedule.start()
      market?.start()
      void publish()
    },
    stop() {
      stopped.abort()
      callOffTelling()
      for (const schedule of schedules) schedule.stop()
      market?.stop()
      risk.close()
    },
    async readAll(but) {
      const left = but.flatMap((area) => [`${area}.account`, `${area}.openOrders`] as const)
      await readEachOnce(() => client.areas.flatMap((area) => jobsOf(area, context, known())), new Set(left))
      settle()
      await assess()
      checkHealth()
    },
    deskView,
    unattended,
    parts: () => parts.encoded(),
    changes: (seen) => parts.changes(seen),
    setDesk(report) {
      parts.compose('desk', report, null)
      acting.note(report)
      dirty.any = true
    },
    setEvents(events) {
      parts.compose('events', events, null)
      dirty.any = true
    },
    touch(area, instrument) {
      const keys = [jobKey(`${area}.openOrders`, instrument), jobKey(`${area}.account`)]
      for (const schedule of schedules) schedule.refresh(keys)
    },
    wake,
  }
}

const wantedQuotes = oncePer((known: Known) => keysToQuote(known, REPORTING_COIN))
