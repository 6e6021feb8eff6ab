import { randomUUID } from 'node:crypto'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Delivery } from '#shared/events/event.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { AccountView, Snapshot, SnapshotHeader, SnapshotPush } from '#shared/snapshot/snapshot.ts'
import type { Desk } from '../../desk/desk.ts'
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
import { connect } from './session.ts'
import type { ConnectOptions, Kept, Session } from './session.ts'

const NO_ACCOUNT = message('main.noAccount')
const ANOTHER_ACCOUNT = message('main.otherAccount')

/** Whether the account that is open may be left now. */
export type MayLeave = () => Promise<Result<null, Failure>>

/** How an account is opened. */
interface Access extends Pick<ConnectOptions, 'credentials' | 'dialect' | 'isKnown'> {
  /** Asked last: connecting takes a while, in which a question may be shown or a plan begun. */
  readonly mayLeave: MayLeave
}

/**
 * The account that is open, at most one, and its numbers as the window is told of them.
 * Not to be entered twice at a time.
 */
export interface CurrentAccount {
  session(): Session | null
  /** The session that knows what is under way: of the open account, or of the one that is just being left. */
  answerable(): Session | null
  /** All that is known now. */
  readonly snapshot: () => Snapshot
  /** All that was pushed: the next push goes on from there. */
  readonly pushed: () => Snapshot
  /**
   * Asks the desk of the open account. `runId`: of the numbers the trader saw; a request for another run is refused.
   */
  readonly atDesk: <T>(runId: string, operation: string, ask: (desk: Desk) => Promise<T>) => Promise<Result<T, Failure>>
  /** The trader has seen these events of the run `runId`. */
  readonly markEventSeen: (runId: string, ids: readonly string[]) => Result<null, Failure>
  /** What became of the notification of these events of the run `runId`. */
  readonly markEventTold: (runId: string, ids: readonly string[], told: Delivery) => void
  /** Opens `account`, then leaves the one before; if opening fails, that one stays open. */
  enter(account: AccountView, access: Access): Promise<Result<AccountView, Failure>>
  leave(): Promise<void>
  /**
   * At once, also while an account is being entered or left: nothing more is sent, and no account is entered any more.
   * `why` is shown to the trader.
   */
  stop(why: Message): void
}

export interface CurrentAccountOptions {
  readonly journal: Journal
  readonly notes: DeskNotesStore
  readonly last: LastAccount
  readonly history: History
  readonly events: EventsFile
  readonly clock: Clock
  readonly shared: SharedLimits
  readonly startRisk?: Kept['startRisk']
  readonly onPush: (push: SnapshotPush) => void
}

export function createCurrentAccount(options: CurrentAccountOptions): CurrentAccount {
  const { journal, clock, shared } = options
  const demoNotes = notesInMemory()
  let session: Session | null = null
  let beingLeft: Session | null = null
  /** Why no account is entered any more; null: it may be. */
  let stopped: Message | null = null
  let header = { runId: randomUUID() as string, seq: 0 }
  let sent: SentParts = new Map()

  const headerNow = (): SnapshotHeader => ({
    ...header,
    mono: clock.mono(),
    wall: clock.wall(),
    account: session?.account ?? null,
  })

  function push(): void {
    header = { ...header, seq: header.seq + 1 }
    options.onPush({ ...headerNow(), parts: session?.portfolio.changes(sent) ?? {} })
  }

  /** A new run of numbers: what the window knew of another account is void. */
  function begin(next: Session | null): void {
    if (session) throw new Error('an account is still open')
    session = next
    header = { runId: randomUUID(), seq: 0 }
    sent = new Map()
    next?.start()
    push()
  }

  async function leave(): Promise<void> {
    if (!session) return
    beingLeft = session
    session = null
    await beingLeft.close()
    beingLeft = null
    begin(null)
  }

  return {
    session: () => session,
    answerable: () => session ?? beingLeft,
    snapshot: () => ({ ...headerNow(), parts: session?.portfolio.parts() ?? new Parts().encoded() }),
    // Of an account that is open every part was in the first push.
    pushed: () => ({ ...headerNow(), parts: { ...new Parts().encoded(), ...Object.fromEntries(sent) } }),

    async atDesk(runId, operation, ask) {
      if (!session) return err(localFailure('noCredentials', operation, NO_ACCOUNT))
      if (runId !== header.runId) return err(localFailure('closed', operation, ANOTHER_ACCOUNT))
      return ok(await ask(session.desk))
    },

    markEventSeen(runId, ids) {
      if (!session) return err(localFailure('noCredentials', 'event.markSeen', NO_ACCOUNT))
      if (runId !== header.runId) return err(localFailure('closed', 'event.markSeen', ANOTHER_ACCOUNT))
      session.events.markSeen(ids)
      return ok(null)
    },

    markEventTold(runId, ids, told) {
      if (runId === header.runId) session?.events.markTold(ids, told)
    },

    async enter(account, { mayLeave, ...access }) {
      const connected = await connect({ account, ...access, clock, shared })
      if (!connected.ok) return connected
      const mayGo = await mayLeave()
      if (!mayGo.ok) {
        await connected.value.close()
        return mayGo
      }
      await leave()
      if (stopped !== null) {
        await connected.value.close()
        return err(localFailure('closed', 'account.open', stopped))
      }
      const isDemo = account.kind === 'demo'
      // It may be the same account: what the session before wrote until its end is read by this one.
      const session = connected.value.session({
        ...{ journal, startRisk: options.startRisk, onChange: push },
        notes: isDemo ? demoNotes : options.notes.open(account.id),
        // The demo's market starts anew with each run: what it was before is no history of it.
        history: isDemo ? historyInMemory() : options.history,
        events: (isDemo ? eventsInMemory() : options.events).open(account.id),
      })
      begin(session)
      // The demo is looked at in between: the next start opens what is traded.
      if (!isDemo) options.last.keep(account.id)
      return ok(account)
    },

    leave,

    stop(why) {
      stopped ??= why
      void session?.desk.close(why)
    },
  }
}
