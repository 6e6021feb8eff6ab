import { randomUUID } from 'node:crypto'
import type { Clock } from '#shared/domain/clock.ts'
import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import { ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { oncePer } from '#shared/domain/once-per.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import { ownOf } from '#shared/events/own.ts'
import { createDesk } from '../../desk/desk.ts'
import type { Desk } from '../../desk/desk.ts'
import type { Journal } from '../../desk/log/journal.ts'
import type { DeskNotes } from '../../desk/log/notes.ts'
import type { AccountEvents } from '../../events/events-file.ts'
import { EventWatcher } from '../../events/watcher.ts'
import type { History } from '../../history/store.ts'
import { Portfolio, type PortfolioOptions } from '../../portfolio/portfolio.ts'
import { checkAddresses, createVenueClient } from '../../venue/venue.ts'
import type { Credentials, Dialect, VenueClient } from '../../venue/port.ts'
import type { SharedLimits } from '../../venue/venue.ts'

/** One open account: its client, what is read through it and what is done through it. */
export interface Session {
  readonly account: AccountView
  readonly events: EventWatcher
  readonly portfolio: Portfolio
  readonly desk: Desk
  start(): void
  wake(): void
  /** Reads everything at once, also what became of requests that are not settled. */
  readAgain(): void
  close(): Promise<void>
}

export interface SessionOptions {
  readonly account: AccountView
  readonly dialect: Dialect
  readonly credentials: Credentials
  readonly journal: Journal
  readonly notes: DeskNotes
  readonly history: History
  readonly events: AccountEvents
  readonly clock: Clock
  readonly shared: SharedLimits
  readonly startRisk?: PortfolioOptions['startRisk']
  readonly onChange: () => void
  /** Its key was proved before. */
  readonly isKnown: boolean
}

/**
 * Connects an account: measures the venue's clock and reads the account once, so that a wrong address or key is a clear
 * failure now. Nothing is left running when it fails. An account that was not proved before must answer in every area
 * the venue has. One that was is kept from its trader only by a key that does not work anywhere: a venue that is silent
 * or shut now is tried again by itself, and the ways out stay at hand.
 */
export async function openSession(options: SessionOptions): Promise<Result<Session, Failure>> {
  const { account, credentials, clock, dialect, shared } = options
  const checked = checkAddresses(account, 'account')
  if (!checked.ok) return checked
  const client = createVenueClient({
    spotBaseUrl: account.spotBaseUrl,
    contractBaseUrl: account.contractBaseUrl,
    credentials,
    clock,
    dialect,
    shared,
  })
  const proved = await prove(client, options.isKnown)
  if (!proved.ok) {
    await client.close()
    return proved
  }
  return ok(connect(client, options))
}

const KEY_FAILURES: ReadonlySet<FailureKind> = new Set(['key', 'signature', 'vaultLocked', 'vaultUnavailable'])

async function prove(client: VenueClient, isKnown: boolean): Promise<Result<null, Failure>> {
  const synced = await client.syncClock()
  if (!synced.ok && !isKnown) return synced
  const reads = await Promise.all(client.areas.map((area) => client.call(`${area}.account`, {})))
  const failed = reads.find((read) => !read.ok)
  if (!failed) return ok(null)
  return isKnown && !reads.every((read) => !read.ok && KEY_FAILURES.has(read.error.kind)) ? ok(null) : failed
}

function connect(client: VenueClient, options: SessionOptions): Session {
  const { account, credentials, journal, notes, clock, onChange } = options
  const own = oncePer((report: DeskReport) => ownOf(report, (orderId) => desk.owns(orderId)))
  const events = new EventWatcher({
    ...{ client, clock, kept: options.events },
    own: () => own(desk.report()),
    onChange: () => portfolio.setEvents(events.events()),
    refresh: (contract) => portfolio.touch('contract', contract),
  })
  const portfolio = new Portfolio({
    events,
    ...{ client, clock, onChange, startRisk: options.startRisk },
    // Two keys at one venue share its prices.
    history: options.history.at(`${account.spotBaseUrl ?? ''} ${account.contractBaseUrl ?? ''}`),
    onPositions: () => desk.reviewProtections(),
    onOrders: () => desk.reviewWaiting(),
  })
  const desk = createDesk({
    client,
    sign: credentials.sign,
    journal,
    accountId: account.id,
    notes,
    isProved: account.kind === 'demo' || account.probedAt !== null,
    clock,
    newId: randomUUID,
    view: () => portfolio.deskView(),
    onReport: (report) => portfolio.setDesk(report),
    onTouched: ({ area, instrument }) => portfolio.touch(area, instrument),
  })
  return {
    account,
    portfolio,
    desk,
    events,
    start() {
      portfolio.setEvents(events.events())
      portfolio.start()
      void desk.recover()
    },
    wake() {
      desk.wake()
      void client.syncClock()
      portfolio.wake()
    },
    readAgain() {
      desk.lookAgain()
      void client.syncClock()
      portfolio.readAgain()
    },
    async close() {
      portfolio.stop()
      events.stop()
      await desk.close()
      await client.close()
    },
  }
}
