import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { toFloat } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { AREAS, instrumentKey } from '#shared/domain/instrument.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { EquityPoint, Health, PartName, PortfolioParts } from '#shared/domain/snapshot.ts'
import { chaseOf } from '#shared/desk/action.ts'
import type { DeskView, OrderRead } from '#shared/desk/facts.ts'
import type { Unattended } from '#shared/desk/leaving.ts'
import type { DeskReport, IntentReport } from '#shared/desk/plan.ts'
import { assess } from '#shared/risk/assess.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import type { RiskInputName } from '#shared/risk/report.ts'
import type { Answer, EndpointName, VenueClient } from '../venue/client.ts'
import { OrderBoard, QuoteBoard } from './boards.ts'
import { Book } from './book.ts'
import { contractsToQuote, orderScopes, pairsToQuote } from './interest.ts'
import type { Known } from './interest.ts'
import { jobKey, jobsOf } from './jobs.ts'
import type { JobContext } from './jobs.ts'
import { Schedule } from './schedule.ts'
import type { Job } from './schedule.ts'

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
/** A plan that nothing changed for so long, ms, waits for the venue; the orders are read as usual again. */
const ACTING_MS = 5_000
/** No account read for this long: what is on the screen is history. */
const BLIND_AFTER_MS = 5_000

/** A step of the wall clock against the monotonic one that means the machine slept, or that somebody set its clock. */
const SLEEP_GAP_MS = 2_000
const ASLEEP: Failure = {
  ...localFailure('network', 'portfolio.wake', 'The computer slept or its clock was set: everything is read anew.'),
  retry: 'soon',
}
/** What an unreadable entry of these reads may hide: a position that could not be read is not one that is not there. */
const HIDDEN_BY: Partial<Record<EndpointName, readonly RiskInputName[]>> = {
  'spot.account': ['balances'],
  'contract.account': ['marginAccounts', 'positions'],
}
/** What lists the instruments of an area. */
const LISTS = { spot: 'spot.pairs', contract: 'contract.contracts' } as const satisfies Record<Area, EndpointName>
/** Parts that come from the venue, and so may be older than the monotonic clock knows. */
const READ_PARTS = ['balances', 'marginAccounts', 'positions', 'orders', 'quotes', 'risk'] as const

export interface Portfolio {
  /** Begins to read; runs until stopped. */
  start(): void
  stop(): void
  /**
   * Reads everything once, instead of `start`; the account and the orders of an area in `but` are left out. Resolves when
   * there is nothing left to read, whatever failed.
   */
  readAll(but: readonly Area[]): Promise<void>
  /** The newest known account, for whoever must decide on it. */
  deskView(): DeskView
  /** What stays at the venue when nobody watches any more. */
  unattended(): Unattended
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
  /** Told after each good read of the positions. */
  readonly onPositions?: () => void
}

/**
 * Reads the account of one venue client on a schedule, keeps the last good parts, works out the risk figures and tells
 * when there is something new. It never writes to the venue.
 */
export function createPortfolio({ client, clock, onChange, onPositions }: PortfolioOptions): Portfolio {
  const book = new Book()
  const quotes = new QuoteBoard()
  const orders = new OrderBoard()
  const stopped = new AbortController()
  /** Reads whose newest answer had entries that could not be read. */
  const quarantined = new Map<EndpointName, Answer<unknown>['quarantined']>()
  /** Reads whose newest attempt failed, the newest last. */
  const failing = new Map<EndpointName, Failure>()
  const curve: EquityPoint[] = []
  const dirty = { orders: true, quotes: true, risk: true, any: true }
  /** Reads that were answered at least once. */
  const answered = new Set<EndpointName>()
  /** Where the desk is at work, by its newest report, and until when that is taken to be so. */
  let acting: { readonly areas: ReadonlySet<Area>; readonly until: number } = { areas: new Set(), until: -Infinity }
  let live = false
  let wokeAt = -Infinity
  let assessedAt = -Infinity
  let drawnAt = -Infinity
  let wallAheadMs = clock.wall() - clock.mono()

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
      else {
        answered.add(operation)
        if (outcome.quarantined.length > 0) quarantined.set(operation, outcome.quarantined)
        else quarantined.delete(operation)
      }
      if (changes === 'orders') dirty.orders = true
      else dirty.quotes = dirty.risk = true
      dirty.any = true
      if (operation === 'contract.account' && !('failure' in outcome)) onPositions?.()
    },
  }
  const schedules = AREAS.map((area) => new Schedule({ clock, jobs: () => jobsNow(area), paceMs: PACE_MS }))

  /** Where the desk is about it, it reads the orders itself, and the venue's limit for that is left to it. */
  function jobsNow(area: Area): readonly Job[] {
    const jobs = jobsOf(area, context)
    const isActing = acting.areas.has(area) && clock.mono() < acting.until
    return isActing ? jobs.filter(({ endpoint }) => endpoint !== `${area}.openOrders`) : jobs
  }

  function settle(): void {
    if (dirty.orders) {
      const scopes = orderScopes(known())
      book.compose('orders', orders.open(scopes), orders.readAt(scopes))
    }
    if (dirty.quotes) {
      quotes.retain(wantedQuotes())
      book.compose('quotes', quotes.list(), quotes.readAt())
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

  /** What the figures on the screen are worked out from, and those of a plan. */
  function riskInputs(): RiskInputs {
    const { balances, marginAccounts, positions } = known()
    return {
      reportingCoin: REPORTING_COIN,
      cashAssets: CASH_COINS,
      instruments: book.part('instruments').data,
      balances,
      marginAccounts,
      positions,
      quotes: quotes.list(),
      incomplete: [...quarantined.keys()].flatMap((operation) => HIDDEN_BY[operation] ?? []),
      positionsReadAt: book.part('positions').readAt,
      now: clock.mono(),
    }
  }

  function deskView(): DeskView {
    const { instruments, positions, balances, orders: open } = known()
    const risk = riskInputs()
    return {
      instruments,
      positions,
      isPartial: risk.incomplete.includes('positions'),
      orders: open,
      orderReads: orderReads(),
      blind: AREAS.filter((area) => !answered.has(LISTS[area])),
      balances,
      quotes: quotes.list().map((quote) => ({ ...quote, ageMs: ageOf(quote.readAt) })),
      pace: { pools: client.budget().pools, roundTripMs: client.clock()?.roundTripMs ?? null },
      marketClose: client.dialect().marketClose,
      // Margin rates are of the contract account: a Spot that is down does not stand before them.
      risk: risk.marginAccounts === null || risk.positions === null ? null : risk,
    }
  }

  function orderReads(): readonly OrderRead[] {
    return orders.open(orderScopes(known())).scopes.map(({ area, instrument, readAt }) => ({
      area,
      instrument,
      ageMs: ageOf(readAt),
    }))
  }

  /** null: not known. The monotonic clock may have stood still while the machine slept. */
  function ageOf(readAt: number | null): number | null {
    return readAt === null || readAt < wokeAt ? null : clock.mono() - readAt
  }

  function unattended(): Unattended {
    const { positions, isPartial = false, orders: open } = deskView()
    const scopes = orders.open(orderScopes(known())).scopes
    const readAt = oldestOf(['positions', 'orders'])
    return {
      positions,
      isPartial,
      orders: open,
      unreadScopes: scopes.filter((scope) => scope.readAt === null).length,
      ageMs: readAt === null ? null : clock.mono() - readAt,
    }
  }

  function assessRisk(): void {
    const report = assess(riskInputs())
    book.compose('risk', report, oldestOf(['balances', 'marginAccounts', 'positions', 'quotes']))
    // A total that still lacks prices would look like a loss, and its completion like a gain.
    live ||= report.missing.length === 0 && quotes.asked(wantedQuotes())
  }

  function oldestOf(names: readonly PartName[]): number | null {
    const times = names.map((name) => book.part(name).readAt).filter((time) => time !== null)
    return times.length === 0 ? null : Math.min(...times)
  }

  function drawEquity(): void {
    const risk = book.part('risk').data
    if (!risk || phase() !== 'live' || clock.mono() - drawnAt < EQUITY_EVERY_MS) return
    drawnAt = clock.mono()
    curve.push([clock.wall(), toFloat(risk.equity.total)])
    if (curve.length > EQUITY_POINTS) curve.shift()
    book.compose('equityCurve', [...curve], book.part('risk').readAt)
  }

  function phase(): Health['phase'] {
    const readAt = oldestOf(['balances', 'positions'])
    if (!live || readAt === null) return 'connecting'
    return clock.mono() - readAt > BLIND_AFTER_MS ? 'blind' : 'live'
  }

  function checkHealth(): void {
    book.compose(
      'health',
      {
        phase: phase(),
        clock: client.clock(),
        budget: client.budget(),
        quarantined: [...quarantined].flatMap(([operation, entries]) =>
          entries.map((entry) => ({ operation, ...entry })),
        ),
        failure: [...failing.values()].at(-1) ?? null,
      },
      clock.mono(),
    )
  }

  async function publish(): Promise<void> {
    let shownAt = -Infinity
    while (!stopped.signal.aborted) {
      const beat = clock.mono() - shownAt >= HEARTBEAT_MS
      noticeSleep()
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

  function wake(): void {
    wokeAt = clock.mono()
    for (const part of READ_PARTS) if (book.part(part).data !== null) book.fail(part, ASLEEP)
    for (const schedule of schedules) schedule.refreshAll()
    dirty.any = true
  }

  /** The monotonic clock may stand still while the machine sleeps; the wall clock does not, and nobody may tell us. */
  function noticeSleep(): void {
    const gapMs = clock.wall() - clock.mono()
    if (Math.abs(gapMs - wallAheadMs) > SLEEP_GAP_MS) wake()
    wallAheadMs = gapMs
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
    async readAll(but) {
      const left = new Set<EndpointName>(but.flatMap((area) => [`${area}.account`, `${area}.openOrders`] as const))
      const asked = new Set<string>()
      const askedAgain = new Set<string>()
      // Each round reads what the one before has shown to be worth reading.
      for (;;) {
        const jobs = AREAS.flatMap((area) => jobsOf(area, context)).filter(
          ({ key, endpoint }) => !asked.has(key) && !left.has(endpoint),
        )
        if (jobs.length === 0) break
        const failures = await Promise.all(jobs.map((job) => job.run()))
        for (const [index, { key }] of jobs.entries()) {
          // Somebody else uses up the venue's limit: asked again once the client has waited for it.
          if (failures[index]?.kind !== 'rateLimited' || askedAgain.has(key)) asked.add(key)
          else askedAgain.add(key)
        }
      }
      settle()
      checkHealth()
    },
    deskView,
    unattended,
    parts: () => book.encoded(),
    changes: (seen) => book.changes(seen),
    setDesk(report) {
      book.compose('desk', report, null)
      acting = { areas: new Set(report.intents.filter(isActing).flatMap(areasOf)), until: clock.mono() + ACTING_MS }
      dirty.any = true
    },
    touch(area, instrument) {
      const keys = [jobKey(`${area}.openOrders`, instrument), jobKey(`${area}.account`)]
      for (const schedule of schedules) schedule.refresh(keys)
    },
    wake,
  }
}

/** Whether requests of a plan go out now. A chase may last for minutes and asks for little: the orders go on being read. */
function isActing({ state, action }: IntentReport): boolean {
  return state === 'running' && chaseOf(action) === null
}

/** Before it has legs it may be about any. */
function areasOf({ legs }: IntentReport): readonly Area[] {
  return legs.length === 0 ? AREAS : legs.map(({ request }) => request.area)
}
