import { randomUUID } from 'node:crypto'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import { ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { memoise } from '#shared/domain/memoise.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import type { MaySend } from '#shared/desk/guard.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import { ownActivityOf } from '#shared/events/own.ts'
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
import type { ReadingKey } from './credentials.ts'

/** One open account: its client, what is read through it and what is done through it. */
export interface Session {
  /** As it is called and coloured now. */
  readonly account: AccountView
  readonly events: EventWatcher
  readonly portfolio: Portfolio
  readonly desk: Desk
  /** Gives the account another name and colour. */
  relabel(labels: Pick<AccountView, 'name' | 'colour'>): void
  start(): void
  wake(): void
  /** Signs polls with this key from now on; null: with the account's own. */
  readWith(key: ReadingKey | null): void
  /** Reads everything at once, and looks for the outcome of unsettled requests. */
  readAgain(): void
  close(): Promise<void>
}

export interface ConnectOptions {
  readonly account: AccountView
  readonly dialect: Dialect
  readonly credentials: Credentials
  /** null: the account has none. */
  readonly reading: ReadingKey | null
  readonly clock: Clock
  readonly shared: SharedLimits
  /** Ends the proof early. The account is then connected without it, for the caller to close. Absent: nothing ends it. */
  readonly signal?: AbortSignal
}

/** The files of an account. They are opened once no other session of the account writes them. */
export interface AccountFiles {
  readonly journal: Journal
  readonly notes: DeskNotes
  readonly history: History
  readonly events: AccountEvents
  readonly startRisk?: PortfolioOptions['startRisk']
  readonly reporting?: PortfolioOptions['reporting']
  readonly onChange: () => void
}

/** How long to wait for a venue to prove a key, ms: it, or a file, may ask for a pause of an hour. */
const PROVED_WITHIN_MS = 10_000

/**
 * Connects an account: measures the venue's clock and reads the account once, so that a wrong address or key fails now
 * and with a clear reason. Nothing keeps running after a failure. The demo must answer in every area. With a venue,
 * connecting fails only if the key works nowhere: a venue that is silent or closed now is retried automatically, and the
 * ways out stay available.
 */
export async function connect(
  options: ConnectOptions,
): Promise<Result<{ session(files: AccountFiles): Session; close(): Promise<void> }, Failure>> {
  const { account, credentials, clock, dialect, shared, signal } = options
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
  const isDemo = account.kind === 'demo'
  const proof = prove(client, isDemo)
  const proved = await (isDemo ? proof : inTime(proof, clock, signal))
  if (!proved.ok) {
    await client.close()
    return proved
  }
  return ok({ session: (files) => sessionOf(client, options, files), close: () => client.close() })
}

async function inTime(proof: ReturnType<typeof prove>, clock: Clock, signal?: AbortSignal): ReturnType<typeof prove> {
  const isOver = new AbortController()
  const ends = signal === undefined ? isOver.signal : AbortSignal.any([isOver.signal, signal])
  const late = wait(clock, PROVED_WITHIN_MS, ends).then(() => ok(null))
  return Promise.race([proof, late]).finally(() => isOver.abort())
}

const KEY_FAILURES: ReadonlySet<FailureKind> = new Set(['key', 'signature', 'vaultLocked', 'vaultUnavailable'])

/** Fails if the key works in no area. `everywhere`: or if any area does not answer. */
async function prove(client: VenueClient, everywhere: boolean): Promise<Result<null, Failure>> {
  const synced = await client.syncClock()
  if (!synced.ok && everywhere) return synced
  const reads = await Promise.all(client.areas.map((area) => client.call(`${area}.account`, {})))
  const failed = reads.find((read) => !read.ok)
  if (!failed) return ok(null)
  return everywhere || reads.every((read) => !read.ok && KEY_FAILURES.has(read.error.kind)) ? failed : ok(null)
}

function maySend({ kind, isWatchOnly, probedAt }: AccountView): MaySend {
  if (isWatchOnly) return 'nothing'
  return kind === 'demo' || probedAt !== null ? 'all' : 'exits'
}

function sessionOf(
  client: VenueClient,
  { account, credentials, reading, clock }: ConnectOptions,
  files: AccountFiles,
): Session {
  const { journal, notes, startRisk, reporting, onChange } = files
  let readingKey: ReadingKey | null = null
  const readWith = (key: ReadingKey | null): void => {
    readingKey = key
    client.readWith(key?.credentials ?? null)
  }
  // The account was connected with its own key, which was proved by that.
  readWith(reading)
  let shown = account
  const own = memoise((report: DeskReport) => ownActivityOf(report, (orderId) => desk.owns(orderId)))
  const events = new EventWatcher({
    client,
    clock,
    store: files.events,
    own: () => own(desk.report()),
    onChange: () => tellEvents(),
    refresh: (contract) => portfolio.touch('contract', contract),
  })
  const portfolio = new Portfolio({
    events,
    client,
    clock,
    onChange,
    startRisk,
    reporting,
    // Two keys at one venue share its prices.
    history: files.history.at(`${account.spotBaseUrl ?? ''} ${account.contractBaseUrl ?? ''}`),
    readingKey: () =>
      readingKey && {
        keyTail: readingKey.keyTail,
        failure: client.readingFailure(),
        tradingFailure: client.tradingFailure(),
      },
    onPositions: () => desk.reviewProtections(),
    onOrders: () => desk.reviewWaiting(),
  })
  const tellEvents = (): void => portfolio.setEvents(events.events(), events.notice())
  const desk = createDesk({
    client,
    sign: credentials.sign,
    journal,
    accountId: account.id,
    notes,
    maySend: maySend(account),
    clock,
    newId: randomUUID,
    view: () => portfolio.deskView(),
    onReport: (report) => portfolio.setDesk(report),
    onTouched: ({ area, instrument }) => portfolio.touch(area, instrument),
  })
  return {
    get account() {
      return shown
    },
    relabel: (labels) => void (shown = { ...shown, ...labels }),
    portfolio,
    desk,
    events,
    readWith,
    start() {
      tellEvents()
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
