import { randomUUID } from 'node:crypto'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Delivery } from '#shared/events/event.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { FollowedIntent } from '#shared/ipc/contract.ts'
import { encode } from '#shared/domain/decimal.ts'
import { allAccounts } from '#shared/snapshot/all-accounts.ts'
import { fiveFacts } from '#shared/snapshot/facts.ts'
import { message } from '#shared/words/message.ts'
import type { AccountView, LiveAccount, Snapshot, SnapshotHeader, SnapshotPush } from '#shared/snapshot/snapshot.ts'
import type { Desk } from '../../desk/desk.ts'
import type { Asker } from '../../desk/plan/shown-plans.ts'
import type { Journal } from '../../desk/log/journal.ts'
import { notesInMemory } from '../../desk/log/notes.ts'
import { eventsInMemory } from '../../events/events-file.ts'
import type { EventsFile } from '../../events/events-file.ts'
import { historyInMemory } from '../../history/store.ts'
import type { History } from '../../history/store.ts'
import { Parts, type SentParts } from '../../portfolio/parts.ts'
import type { SharedLimits } from '../../venue/venue.ts'
import type { DeskNotesStore } from '../files/desk-notes.ts'
import type { LastAccount } from '../files/last-account.ts'
import type { ReadingKey } from './credentials.ts'
import { connect } from './session.ts'
import type { ConnectOptions, AccountFiles, Session } from './session.ts'
import { overtaken } from './turns.ts'

const NO_ACCOUNT = message('main.noAccount')
const ANOTHER_ACCOUNT = message('main.otherAccount')
/** Each one has its own reads, risk worker and journal to keep up with. */
const MOST_LIVE = 10
/** The facts of the accounts are refreshed once a second, the slowest rate of the window's own figures. */
const FACTS_EVERY_MS = 1_000

/** Whether an account may be put in front now. It is also asked before an account is closed. */
export type MayLeave = () => Promise<Result<null, Failure>>

/** How an account is opened. */
interface Access extends Pick<ConnectOptions, 'credentials' | 'reading' | 'dialect'> {
  /** What its key is kept for. An account that is live with the same places continues as it is. */
  readonly places: string
  /** Asked after connecting, which takes a while in which a question may appear or a plan may begin. */
  readonly mayLeave: MayLeave
  /** Main may open an account however many are live, because the way out may need it. */
  readonly asker: Asker
  /** Aborts when main puts an account in front for the way out. Then this account does not go in front of that one. */
  readonly isOver: AbortSignal
  /** Ends connecting early; `mayLeave` then says why the account is not opened. Absent: nothing ends it. */
  readonly signal?: AbortSignal
}

/**
 * The live accounts, each with its own session, and the account in front, which the window shows. The others go on in
 * the background: they are read, their plans finish, and their events are reported. A background account accepts only
 * the ways out. Calls that enter or leave must not overlap, unless `isOver` of the earlier call has aborted.
 */
export interface LiveAccounts {
  /** The account in front; null: none. */
  session(): Session | null
  /** The sessions that know what is in progress: live ones, and those being closed. */
  answerable(): readonly Session[]
  /** Everything known now of the account in front. */
  readonly snapshot: () => Snapshot
  /** Everything known now of the other accounts. */
  readonly others: () => readonly Snapshot[]
  /** Everything pushed so far. The next push continues from there. */
  readonly pushed: () => Snapshot
  /**
   * Asks the desk of the account in front. `runId`: the run of the figures that the trader saw. A request for another
   * run is refused.
   */
  readonly atDesk: <T>(runId: string, operation: string, ask: (desk: Desk) => Promise<T>) => Promise<Result<T, Failure>>
  /** Asks the desk of a live account, whichever is in front. */
  readonly atDeskOf: <T>(
    accountId: string,
    operation: string,
    ask: (desk: Desk, account: AccountView) => Promise<T>,
  ) => Promise<Result<T, Failure>>
  /** The reports of these intents, of any account that is live or being closed. Those it does not know are left out. */
  readonly intents: (ids: ReadonlySet<string>) => readonly FollowedIntent[]
  /** Marks events of run `runId` as seen by the trader. */
  readonly markEventSeen: (runId: string, ids: readonly string[]) => Result<null, Failure>
  /** Records the delivery of the notification of these events of a live account. */
  readonly recordEventDelivery: (accountId: string, ids: readonly string[], delivery: Delivery) => void
  /**
   * Puts a live account in front as it is, if it is live with these places. With null, the places do not matter,
   * because the account may no longer be listed.
   */
  show(accountId: string, places: string | null): AccountView | null
  /**
   * Opens `account` and puts it in front, unless main has put another one there or a question is open about the one that
   * is. If opening fails, nothing changes. If it was already live, the old session is closed first.
   */
  enter(account: AccountView, access: Access): Promise<Result<AccountView, Failure>>
  /**
   * Polls of a live account are signed with this key from now on, if it is live with these places; null: with its own
   * key.
   */
  readWith(accountId: string, reading: { readonly key: ReadingKey; readonly places: string } | null): void
  /**
   * Shows an account under another name and colour, if it is live. If it is live with the places `before`, it is live
   * with the places `now` from here on.
   */
  relabel(
    accountId: string,
    labels: Pick<AccountView, 'name' | 'colour'>,
    places: { readonly before: string; readonly now: string },
  ): void
  /** Closes a live account. Succeeds if it is not live. */
  leave(accountId: string): Promise<void>
  leaveAll(): Promise<void>
  /**
   * Takes effect at once, even while an account is being entered or left: nothing more is sent, and no account can be
   * entered any more. `why` is shown to the trader.
   */
  stop(why: Message): void
}

export interface LiveAccountsOptions {
  readonly journal: Journal
  readonly notes: DeskNotesStore
  readonly last: LastAccount
  readonly history: History
  readonly events: EventsFile
  readonly clock: Clock
  readonly shared: SharedLimits
  /** Whether a native box is asking about the account in front. No page may then put another one there. */
  readonly isAsked: () => boolean
  /** How an account's risk worker is started; by default as a thread. */
  readonly startRisk?: AccountFiles['startRisk']
  /** What totals are to be in, asked anew for every report; by default the usual coin. */
  readonly reporting?: AccountFiles['reporting']
  readonly onPush: (push: SnapshotPush) => void
}

/** What the header says of all live accounts. */
const NO_FACTS: Pick<SnapshotHeader, 'live' | 'all'> = { live: [], all: null }

export function createLiveAccounts(options: LiveAccountsOptions): LiveAccounts {
  const { journal, clock, shared } = options
  const demoNotes = notesInMemory()
  const live = new Map<string, { readonly session: Session; readonly places: string }>()
  /** Accounts that are being closed, and when each has ended. */
  const beingLeft = new Map<string, { readonly session: Session; readonly ended: Promise<unknown> }>()
  let front: Session | null = null
  /** Why no account may be entered any more; null: it may. */
  let stopped: Message | null = null
  let header = { runId: randomUUID() as string, seq: 0 }
  let sent: SentParts = new Map()
  let facts = { at: -Infinity, of: NO_FACTS }

  const headerNow = (): SnapshotHeader => ({
    ...header,
    mono: clock.mono(),
    wall: clock.wall(),
    account: front?.account ?? null,
    ...factsNow(),
  })

  /** If the only live account is in front, the strip already has its facts. */
  function factsNow(): typeof NO_FACTS {
    if (live.size < 2 && front !== null) return NO_FACTS
    const now = clock.mono()
    if (now - facts.at < FACTS_EVERY_MS) return facts.of
    // The facts are computed for the time of the next refresh, so that no figure looks younger than it is by then.
    const then = [...live.values()].map(({ session }) => ({ ...snapshotOf(session), mono: now + FACTS_EVERY_MS }))
    const liveAccounts = then.flatMap((each): readonly LiveAccount[] => {
      const own = fiveFacts(each)
      return own === null || each.account === null ? [] : [{ account: each.account, ...own }]
    })
    facts = { at: now, of: { live: liveAccounts, all: allAccounts(then) } }
    return facts.of
  }

  const snapshotOf = ({ account, portfolio }: Session): Snapshot => ({
    runId: '',
    seq: 0,
    mono: clock.mono(),
    wall: clock.wall(),
    account,
    ...NO_FACTS,
    parts: portfolio.parts(),
  })

  function push(): void {
    header = { ...header, seq: header.seq + 1 }
    options.onPush({ ...headerNow(), parts: front?.portfolio.changes(sent) ?? {} })
  }

  /** Starts a new run, which makes void what the window knew of another account. */
  function putInFront(next: Session | null): void {
    const before = front
    front = next
    header = { runId: randomUUID(), seq: 0 }
    sent = new Map()
    facts = { at: -Infinity, of: NO_FACTS }
    push()
    // The demo is temporary: it does not run in the background, and the next start opens the account last traded on.
    if (next !== null && next.account.kind !== 'demo') options.last.keep(next.account.id)
    if (before !== null && before !== next && before.account.kind === 'demo')
      leave(before.account.id).catch(() => undefined)
  }

  /** The account in front, if the window shows its run `runId`. */
  function inFront(runId: string, operation: string): Result<Session, Failure> {
    if (!front) return err(localFailure('noCredentials', operation, NO_ACCOUNT))
    return runId === header.runId ? ok(front) : err(localFailure('closed', operation, ANOTHER_ACCOUNT))
  }

  const answerable = (): readonly Session[] => [...live.values(), ...beingLeft.values()].map(({ session }) => session)

  async function leave(accountId: string): Promise<void> {
    const session = live.get(accountId)?.session
    // A caller that opens the same account again waits until this session has ended.
    if (session === undefined) {
      await beingLeft.get(accountId)?.ended
      return
    }
    live.delete(accountId)
    const { promise: ended, resolve } = Promise.withResolvers<null>()
    beingLeft.set(accountId, { session, ended })
    if (front === session) putInFront(null)
    await session.close().finally(() => {
      beingLeft.delete(accountId)
      resolve(null)
    })
  }

  return {
    session: () => front,
    answerable,
    snapshot: () => ({ ...headerNow(), parts: front?.portfolio.parts() ?? new Parts().encoded() }),
    others: () => [...live.values()].flatMap(({ session }) => (session === front ? [] : [snapshotOf(session)])),
    // For an open account every part was in the first push.
    pushed: () => ({ ...headerNow(), parts: { ...new Parts().encoded(), ...Object.fromEntries(sent) } }),

    async atDesk(runId, operation, ask) {
      const session = inFront(runId, operation)
      return session.ok ? ok(await ask(session.value.desk)) : session
    },

    async atDeskOf(accountId, operation, ask) {
      const session = live.get(accountId)?.session
      if (session === undefined) return err(localFailure('notFound', operation, message('main.notConnected')))
      return ok(await ask(session.desk, session.account))
    },

    intents: (ids) =>
      answerable().flatMap(({ account, desk }) =>
        desk
          .report()
          .intents.filter(({ intentId }) => ids.has(intentId))
          .map((report) => ({ accountId: account.id, report: encode(report) })),
      ),

    markEventSeen(runId, ids) {
      const session = inFront(runId, 'event.markSeen')
      if (!session.ok) return session
      session.value.events.markSeen(ids)
      return ok(null)
    },

    recordEventDelivery(accountId, ids, delivery) {
      live.get(accountId)?.session.events.recordDelivery(ids, delivery)
    },

    show(accountId, places) {
      const found = live.get(accountId)
      if (found === undefined || stopped !== null || (places ?? found.places) !== found.places) return null
      if (found.session !== front) putInFront(found.session)
      return found.session.account
    },

    async enter(account, { mayLeave, places, asker, isOver, ...access }) {
      const isDemo = account.kind === 'demo'
      if (asker === 'page' && live.size >= MOST_LIVE && !live.has(account.id))
        return err(localFailure('notSupported', 'account.open', message('main.mostLive', { most: MOST_LIVE })))
      const connected = await connect({ account, ...access, clock, shared })
      if (!connected.ok) return connected
      const mayGo = await mayLeave()
      if (!mayGo.ok) {
        await connected.value.close()
        return mayGo
      }
      await leave(account.id)
      // Main may open the same account meanwhile. Two sessions of one account would not know of each other.
      const isTaken = (): boolean => live.has(account.id) || beingLeft.has(account.id)
      while (isTaken() && !isOver.aborted) await leave(account.id)
      if (stopped !== null || isTaken()) {
        await connected.value.close()
        return stopped === null ? overtaken('account.open') : err(localFailure('closed', 'account.open', stopped))
      }
      // If the same account had a session before, that has ended by now. So this session reads everything that it
      // wrote.
      const session = connected.value.session({
        journal,
        startRisk: options.startRisk,
        reporting: options.reporting,
        notes: isDemo ? demoNotes : options.notes.open(account.id),
        // The demo's market starts anew with each run, so its earlier prices are not its history.
        history: isDemo ? historyInMemory() : options.history,
        events: (isDemo ? eventsInMemory() : options.events).open(account.id),
        onChange: () => {
          // An account in the background is reported with the next push of the one in front, which comes every second.
          if (front === null || front.account.id === account.id) push()
        },
      })
      live.set(account.id, { session, places })
      session.start()
      const isAskedAboutFront = asker === 'page' && front !== null && options.isAsked()
      if (!isOver.aborted && !isAskedAboutFront) putInFront(session)
      return ok(account)
    },

    readWith(accountId, reading) {
      const found = live.get(accountId)
      if (reading === null || reading.places === found?.places) found?.session.readWith(reading?.key ?? null)
    },

    relabel(accountId, labels, { before, now }) {
      const found = live.get(accountId)
      if (found === undefined) return
      found.session.relabel(labels)
      live.set(accountId, { ...found, places: found.places === before ? now : found.places })
      facts = { at: -Infinity, of: NO_FACTS }
      push()
    },

    leave,

    async leaveAll() {
      await Promise.all([...live.keys()].map(leave))
    },

    stop(why) {
      stopped ??= why
      for (const { session } of live.values()) void session.desk.close(why)
    },
  }
}
