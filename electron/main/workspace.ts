import { randomUUID } from 'node:crypto'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountView, PartName, Snapshot, SnapshotHeader, SnapshotPush } from '#shared/domain/snapshot.ts'
import { leaving, NOTHING_LEFT } from '#shared/desk/leaving.ts'
import type { Leaving } from '#shared/desk/leaving.ts'
import type { AccountAdded, NewAccount, VenueProfileView } from '#shared/ipc/contract.ts'
import { Book } from '../portfolio/book.ts'
import type { Desk } from '../desk/desk.ts'
import type { Journal } from '../desk/journal/journal.ts'
import { notesInMemory } from '../desk/notes.ts'
import { historyInMemory } from '../history/store.ts'
import type { History } from '../history/store.ts'
import type { Vault } from '../vault/client.ts'
import {
  DEFAULT_DIALECT,
  checkBaseUrl,
  createSharedLimits,
  describeDialect,
  dialectFields,
  dialectOf,
  formatProfile,
  parseProfile,
  probeVenue,
} from '../venue/client.ts'
import type { Credentials, Dialect, VenueProfile } from '../venue/client.ts'
import type { AccountIndex, StoredAccount } from './accounts.ts'
import type { DeskNotesStore } from './desk-notes.ts'
import type { DemoVenue } from './processes.ts'
import { openSession } from './session.ts'
import type { Session } from './session.ts'

/** The demo account is always the same one, so that its journal is found again. */
const DEMO_ID = '00000000-0000-4000-8000-00000000de30'

const NO_ACCOUNT = 'No account is open. Open one first.'
const ANOTHER_ACCOUNT = 'Another account was opened meanwhile; nothing was sent. Look again, then ask again.'
const ALREADY_HERE = 'This key at this venue is already here. Open it from the list, or forget it first.'

export interface Workspace {
  /** All that is known now. */
  snapshot(): Snapshot
  /** Asks the desk of the account whose numbers the trader saw, `runId` of them; what is meant for another goes nowhere. */
  atDesk<T>(runId: string, operation: string, ask: (desk: Desk) => Promise<T>): Promise<Result<T, Failure>>
  /** What would go on unattended if Plimsoll were closed now. */
  leaving(): Leaving
  /** Plimsoll is left all the same; `lines`: what the trader was told. */
  noteLeft(lines: readonly string[]): void
  startDemo(): Promise<Result<AccountView, Failure>>
  /** Probes the venue with the key first. A key that is refused leaves nothing behind but the report. */
  add(account: NewAccount): Promise<Result<AccountAdded, Failure>>
  open(accountId: string): Promise<Result<AccountView, Failure>>
  forget(accountId: string): Promise<Result<null, Failure>>
  list(): Result<readonly AccountView[], Failure>
  /** What a venue profile says, for whoever is about to add an account with it. */
  readProfile(text: string): Result<VenueProfileView, Failure>
  /** A stored account's venue as a profile's text; there is nothing in it of the account but its name. */
  exportProfile(accountId: string): Result<string, Failure>
  /** The machine slept or its clock was set: everything is old until read again. */
  wake(): void
  close(): Promise<void>
}

export interface WorkspaceOptions {
  readonly vault: Vault
  readonly accounts: AccountIndex
  readonly journal: Journal
  readonly notes: DeskNotesStore
  readonly history: History
  readonly clock: Clock
  /** `onEnd`: the venue that was started has gone. */
  readonly startDemoVenue: (onEnd: () => void) => Promise<DemoVenue>
  readonly onPush: (push: SnapshotPush) => void
}

/** Which account is open, and the way in and out of it. At most one at a time. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { vault, accounts, clock } = options
  const inTurn = oneAtATime()
  const shared = createSharedLimits(clock)
  let session: Session | null = null
  let demo: Promise<DemoVenue> | null = null
  let header = { runId: randomUUID() as string, seq: 0 }
  let seen = new Map<PartName, number>()
  const closing = new AbortController()
  const demoNotes = notesInMemory()

  const headerNow = (): SnapshotHeader => ({
    ...header,
    mono: clock.mono(),
    wall: clock.wall(),
    account: session?.account ?? null,
  })

  function push(): void {
    header = { ...header, seq: header.seq + 1 }
    options.onPush({ ...headerNow(), parts: session?.portfolio.changes(seen) ?? {} })
  }

  /** A new run of numbers: what the window knew of another account is void. */
  function begin(next: Session | null): void {
    if (session) throw new Error('an account is still open')
    session = next
    header = { runId: randomUUID(), seq: 0 }
    seen = new Map()
    next?.start()
    push()
  }

  async function leave(): Promise<void> {
    const leaving = session
    if (!leaving) return
    session = null
    await leaving.close()
    begin(null)
  }

  const credentialsOf = (accountId: string, apiKey: string): Credentials => ({
    apiKey,
    sign: (text) => vault.sign(accountId, text),
  })

  async function enter(
    account: AccountView,
    { apiKey, dialect, isKnown }: { apiKey: string; dialect: Dialect; isKnown: boolean },
  ): Promise<Result<AccountView, Failure>> {
    const opened = await openSession({
      account,
      dialect,
      credentials: credentialsOf(account.id, apiKey),
      journal: options.journal,
      notes: account.kind === 'demo' ? demoNotes : options.notes.open(account.id),
      // The demo's market starts anew with each run: what it was before is no history of it.
      history: account.kind === 'demo' ? historyInMemory() : options.history,
      clock,
      shared,
      onChange: push,
      isKnown,
    })
    if (!opened.ok) return opened
    await leave()
    begin(opened.value)
    return ok(account)
  }

  const snapshot = (): Snapshot => ({
    ...headerNow(),
    parts: session?.portfolio.parts() ?? new Book().encoded(),
  })

  function list(): Result<readonly AccountView[], Failure> {
    const listed = accounts.list()
    return listed.ok ? ok(listed.value.map(viewOf)) : listed
  }

  function stored(accountId: string, operation: string): Result<StoredAccount, Failure> {
    const listed = accounts.list()
    if (!listed.ok) return listed
    const account = listed.value.find((one) => one.id === accountId)
    return account ? ok(account) : err(localFailure('notFound', operation, 'There is no such account here.'))
  }

  /** The demo venue, started when it is first wanted and again after it ended. */
  function demoVenue(): Promise<DemoVenue> {
    demo ??= options
      .startDemoVenue(() => (demo = null))
      .catch((error: unknown) => {
        demo = null
        throw error
      })
    return demo
  }

  /** The same key at the same venue under a second name would not know what the first one is still doing. */
  function alreadyListed(account: AccountView): boolean {
    const listed = list()
    const same = (one: AccountView): boolean =>
      one.keyTail === account.keyTail &&
      one.spotBaseUrl === account.spotBaseUrl &&
      one.contractBaseUrl === account.contractBaseUrl
    return listed.ok && listed.value.some(same)
  }

  const end = inTurn(async () => {
    await leave()
    const venue = await demo?.catch(() => null)
    venue?.stop()
    await vault.close()
  })

  return {
    snapshot,

    async atDesk(runId, operation, ask) {
      if (!session) return err(localFailure('noCredentials', operation, NO_ACCOUNT))
      if (runId !== header.runId) return err(localFailure('closed', operation, ANOTHER_ACCOUNT))
      return ok(await ask(session.desk))
    },

    leaving() {
      // The demo venue ends with Plimsoll: nothing of it goes on.
      if (session === null || session.account.kind === 'demo') return NOTHING_LEFT
      return leaving(session.portfolio.unattended(), session.desk.report())
    },

    noteLeft: (lines) => session?.desk.noteLeft(lines),

    startDemo: inTurn(async () => {
      const venue = await demoVenue().catch(() => null)
      if (!venue) return err(localFailure('network', 'account.startDemo', 'The demo venue did not start. Try again.'))
      const { apiKey, apiSecret, spotBaseUrl, contractBaseUrl } = venue
      const held = await vault.hold(DEMO_ID, { apiKey, apiSecret })
      if (!held.ok) return held
      const keyTail = apiKey.slice(-4)
      const account: AccountView = { id: DEMO_ID, name: 'Demo', kind: 'demo', spotBaseUrl, contractBaseUrl, keyTail }
      return enter(account, { apiKey, dialect: DEFAULT_DIALECT, isKnown: false })
    }),

    add: inTurn(async ({ profile, apiKey, apiSecret, ...typed }) => {
      const told = profile === undefined ? ok(DEFAULT_DIALECT) : profileDialect(profile)
      if (!told.ok) return told
      const id = randomUUID()
      const keyTail = apiKey.slice(-4)
      const account: AccountView = { ...typed, id, kind: 'venue', keyTail }
      const unusable = [typed.spotBaseUrl, typed.contractBaseUrl].map((url) => checkBaseUrl(url, 'account.add'))
      for (const checked of unusable) if (!checked.ok) return checked
      if (alreadyListed(account)) return err(localFailure('invalidParameter', 'account.add', ALREADY_HERE))
      // Proved first, stored after: a key that does not work leaves nothing behind.
      const held = await vault.hold(id, { apiKey, apiSecret })
      if (!held.ok) return held
      const { report, dialect } = await probeVenue({
        ...typed,
        credentials: credentialsOf(id, apiKey),
        clock,
        dialect: told.value,
        shared,
        signal: closing.signal,
      })
      if (report.verdict === 'refused') {
        await vault.forget(id)
        return ok({ account: null, report })
      }
      const entered = await enter(account, { apiKey, dialect, isKnown: true })
      if (!entered.ok) {
        await vault.forget(id)
        return entered
      }
      // Listed before it is saved: a key that is in the keychain can always be seen here, and forgotten.
      const listed = accounts.add({ ...typed, id, keyTail, ...fieldsOf(dialect) })
      const saved = listed.ok ? await vault.save(id, { apiKey, apiSecret }) : listed
      if (saved.ok) return ok({ account, report })
      accounts.remove(id)
      await leave()
      await vault.forget(id)
      return saved
    }),

    open: inTurn(async (accountId) => {
      const account = stored(accountId, 'account.open')
      if (!account.ok) return account
      const opened = await vault.open(accountId, true)
      if (!opened.ok) return opened
      if (!opened.value)
        return err(
          localFailure('vaultLocked', 'account.open', 'The key could not be read. Unlock the keyring and try again.'),
        )
      const dialect = dialectOf(account.value.dialect ?? {})
      return enter(viewOf(account.value), { apiKey: opened.value.apiKey, dialect, isKnown: true })
    }),

    forget: inTurn(async (accountId) => {
      if (session?.account.id === accountId) await leave()
      const forgotten = await vault.forget(accountId)
      if (!forgotten.ok) return forgotten
      const cleared = options.notes.forget(accountId)
      if (!cleared.ok) return cleared
      return accounts.remove(accountId)
    }),

    list,

    readProfile(text) {
      const profile = readProfile(text, 'account.readProfile')
      if (!profile.ok) return profile
      const { dialect, ...place } = profile.value
      return ok({ ...place, differences: describeDialect(dialect) })
    },

    exportProfile(accountId) {
      const account = stored(accountId, 'account.exportProfile')
      if (!account.ok) return account
      const { name, spotBaseUrl, contractBaseUrl, dialect } = account.value
      return ok(formatProfile({ name, spotBaseUrl, contractBaseUrl, dialect: dialectOf(dialect ?? {}) }))
    },

    wake: () => session?.wake(),

    close() {
      // A probe that waits for a silent venue must not hold up the way out.
      closing.abort()
      return end()
    },
  }
}

function viewOf({ id, name, spotBaseUrl, contractBaseUrl, keyTail }: StoredAccount): AccountView {
  return { id, name, kind: 'venue', spotBaseUrl, contractBaseUrl, keyTail }
}

function readProfile(text: string, operation: string): Result<VenueProfile, Failure> {
  const profile = parseProfile(text)
  if (profile.ok) return profile
  return err(localFailure('invalidParameter', operation, `This is no venue profile: ${profile.error}.`))
}

function profileDialect(text: string): Result<Dialect, Failure> {
  const profile = readProfile(text, 'account.add')
  return profile.ok ? ok(profile.value.dialect) : profile
}

/** What is stored of a dialect: nothing when it is the usual one. */
function fieldsOf(dialect: Dialect): Pick<StoredAccount, 'dialect'> {
  const fields = dialectFields(dialect)
  return Object.keys(fields).length > 0 ? { dialect: fields } : {}
}

/** Makes functions wait for each other: an account is never entered while another is being entered or left. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Args extends unknown[], T>(task: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> => {
      const turn = last.then(() => task(...args))
      last = turn.catch(() => undefined)
      return turn
    }
}
