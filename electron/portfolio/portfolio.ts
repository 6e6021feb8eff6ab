import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { toFloat } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { instrumentKey } from '#shared/domain/instrument.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { EquityPoint, Health, PartName, PortfolioParts } from '#shared/domain/snapshot.ts'
import type { DeskReport } from '#shared/desk/plan.ts'
import { assess } from '#shared/risk/assess.ts'
import type { Answer, EndpointName, VenueClient } from '../venue/client.ts'
import { OrderBoard, QuoteBoard } from './boards.ts'
import { Book } from './book.ts'
import { contractsToQuote, orderScopes, pairsToQuote } from './interest.ts'
import type { Known } from './interest.ts'
import { jobKey, jobsOf } from './jobs.ts'
import type { JobContext } from './jobs.ts'
import { Schedule } from './schedule.ts'

/** Totals are expressed in this coin; coins that count as cash are left out of exposure. */
const REPORTING_COIN = 'USDT'
const CASH_COINS = ['USDT']

/** Changes are gathered for this long before they are shown: at most five pushes a second, and one at least. */
const GATHER_MS = 200
const HEARTBEAT_MS = 1_000
/** Risk is the costliest part to work out and to send. */
const ASSESS_EVERY_MS = 500
const EQUITY_EVERY_MS = 2_000
const EQUITY_POINTS = 900
/** One start per this many ms and area: half of the tightest published limit, 20 in 2 s, stays free. */
const PACE_MS = 110
/** No account read for this long: what is on the screen is history. */
const BLIND_AFTER_MS = 5_000

export interface Portfolio {
  /** Begins to read; runs until stopped. */
  start(): void
  stop(): void
  /** The newest known account, for whoever must decide on it. */
  known(): Known
  /** All parts, as they cross IPC. */
  parts(): Encoded<PortfolioParts>
  /** The parts that changed since `seen`, which is brought up to date. */
  changes(seen: Map<PartName, number>): Partial<Encoded<PortfolioParts>>
  setDesk(report: DeskReport): void
  /** Something was done to an instrument: read it, and the account, at once. */
  touch(area: Area, instrument: string): void
  /** Everything was asleep: read all of it at once. */
  wake(): void
}

export interface PortfolioOptions {
  readonly client: VenueClient
  readonly clock: Clock
  /** Told when there is something to push: after a change, and once a second. */
  readonly onChange: () => void
}

/**
 * Reads the account of one venue client on a schedule, keeps the last good parts, works out the risk figures and tells
 * when there is something new. It never writes to the venue.
 */
export function createPortfolio({ client, clock, onChange }: PortfolioOptions): Portfolio {
  const book = new Book()
  const quotes = new QuoteBoard()
  const orders = new OrderBoard()
  const stopped = new AbortController()
  const quarantined = new Map<EndpointName, Health['quarantined'][number]>()
  /** Reads whose newest attempt failed, the newest last. */
  const failing = new Map<EndpointName, Failure>()
  const curve: EquityPoint[] = []
  const dirty = { orders: true, quotes: true, risk: true, any: true }
  let live = false
  let assessedAt = -Infinity

  const known = (): Known => ({
    instruments: book.part('instruments').data ?? [],
    balances: book.part('balances').data,
    marginAccounts: book.part('marginAccounts').data,
    positions: book.part('positions').data,
    orders: orders.orders(),
  })
  const context: JobContext = {
    client,
    book,
    quotes,
    orders,
    reportingCoin: REPORTING_COIN,
    known,
    learned(operation, changes, outcome) {
      failing.delete(operation)
      if ('failure' in outcome) failing.set(operation, outcome.failure)
      else noteQuarantine(operation, outcome.quarantined)
      if (changes === 'orders') dirty.orders = true
      else dirty.quotes = dirty.risk = true
      dirty.any = true
    },
  }
  const schedules = (['spot', 'contract'] as const).map(
    (area) => new Schedule({ clock, jobs: () => jobsOf(area, context), paceMs: PACE_MS }),
  )

  function noteQuarantine(operation: EndpointName, [first]: Answer<unknown>['quarantined']): void {
    if (first) quarantined.set(operation, { operation, ...first })
    else quarantined.delete(operation)
  }

  function settle(): void {
    if (dirty.orders) {
      const scopes = orderScopes(known())
      book.keep('orders', orders.open(scopes), orders.readAt(scopes))
    }
    if (dirty.quotes) {
      quotes.retain(wantedQuotes())
      book.keep('quotes', quotes.list(), quotes.readAt())
    }
    if (dirty.risk && clock.mono() - assessedAt >= ASSESS_EVERY_MS) {
      assessRisk()
      assessedAt = clock.mono()
      dirty.risk = false
    }
    dirty.orders = dirty.quotes = false
    dirty.any = dirty.risk
  }

  function wantedQuotes(): ReadonlySet<string> {
    const now = known()
    return new Set([
      ...pairsToQuote(now, REPORTING_COIN).map((pair) => instrumentKey('spot', pair.symbol)),
      ...contractsToQuote(now).map((contract) => instrumentKey('contract', contract.name)),
    ])
  }

  function assessRisk(): void {
    const { balances, marginAccounts, positions } = known()
    const report = assess({
      reportingCoin: REPORTING_COIN,
      cashAssets: CASH_COINS,
      instruments: book.part('instruments').data,
      balances,
      marginAccounts,
      positions,
      quotes: quotes.list(),
      positionsReadAt: book.part('positions').readAt,
      now: clock.mono(),
    })
    book.keep('risk', report, oldestOf(['balances', 'marginAccounts', 'positions', 'quotes']))
  }

  function oldestOf(names: readonly PartName[]): number | null {
    const times = names.map((name) => book.part(name).readAt).filter((time) => time !== null)
    return times.length === 0 ? null : Math.min(...times)
  }

  function drawEquity(): void {
    const risk = book.part('risk').data
    const newest = curve.at(-1)
    if (!risk || phase() !== 'live' || (newest && clock.wall() - newest[0] < EQUITY_EVERY_MS)) return
    curve.push([clock.wall(), toFloat(risk.equity.total)])
    if (curve.length > EQUITY_POINTS) curve.shift()
    book.keep('equityCurve', [...curve], book.part('risk').readAt)
  }

  function phase(): Health['phase'] {
    const readAt = oldestOf(['balances', 'positions'])
    // A total that still lacks prices would look like a loss, and its completion like a gain.
    live ||= readAt !== null && quotes.asked(wantedQuotes()) && book.part('risk').data?.missing.length === 0
    if (!live || readAt === null) return 'connecting'
    return clock.mono() - readAt > BLIND_AFTER_MS ? 'blind' : 'live'
  }

  function checkHealth(): void {
    book.keep(
      'health',
      {
        phase: phase(),
        clock: client.clock(),
        budget: client.budget(),
        quarantined: [...quarantined.values()],
        failure: [...failing.values()].at(-1) ?? null,
      },
      clock.mono(),
    )
  }

  async function publish(): Promise<void> {
    let shownAt = -Infinity
    while (!stopped.signal.aborted) {
      const beat = clock.mono() - shownAt >= HEARTBEAT_MS
      if (dirty.any || beat) {
        settle()
        if (beat) {
          drawEquity()
          checkHealth()
          shownAt = clock.mono()
        }
        onChange()
      }
      await wait(clock, GATHER_MS, stopped.signal)
    }
  }

  return {
    start() {
      for (const schedule of schedules) void schedule.start()
      void publish()
    },
    stop() {
      stopped.abort()
      for (const schedule of schedules) schedule.stop()
    },
    known,
    parts: () => book.encoded(),
    changes: (seen) => book.changes(seen),
    setDesk(report) {
      book.keep('desk', report, null)
      dirty.any = true
    },
    touch(area, instrument) {
      const keys = [jobKey(`${area}.openOrders`, instrument), jobKey(`${area}.account`)]
      for (const schedule of schedules) schedule.refresh(keys)
    },
    wake() {
      for (const schedule of schedules) schedule.refreshAll()
    },
  }
}
