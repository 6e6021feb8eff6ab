import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { StepProgress } from '#shared/domain/probe.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import type { PresetView } from '#shared/domain/venue-preset.ts'
import { cutShort, type Leaving } from '#shared/snapshot/leaving.ts'
import type { MachineCode } from '#shared/events/event.ts'
import { failureMessage, message } from '#shared/words/message.ts'
import type { AccountAdded, NewAccount, VenueProfileView } from '#shared/ipc/contract.ts'
import type { Asker } from '../../desk/plan/shown-plans.ts'
import type { Vault } from '../../vault/client.ts'
import { DEFAULT_DIALECT, PRESETS, createSharedLimits, dialectOf, viewOfPreset } from '../../venue/venue.ts'
import type { LimitsMemory, VenuePreset } from '../../venue/venue.ts'
import type { AccountIndex, StoredAccount } from './account-index.ts'
import { addAccount, probeAgain } from './add-account.ts'
import { addReadingKey, removeReadingKey } from './add-reading-key.ts'
import { DEMO_NAME, nameIsFree } from './account-names.ts'
import { changeAccount, type AccountChange } from './change-account.ts'
import { credentialsOfDemo, keyTailOf } from './credentials.ts'
import { unattended, unattendedLines } from './left-behind.ts'
import { createLiveAccounts, type LiveAccounts, type LiveAccountsOptions } from './live-accounts.ts'
import { createMayLeave, NEVER, type MayLeaveOptions } from './may-leave.ts'
import type { DemoVenue } from '../lifecycle/processes.ts'
import type { Confirm } from '../authority/confirm.ts'
import { placesOf } from './key-places.ts'
import { readingIdOf } from './reading-key.ts'
import { createTurns } from './turns.ts'
import { unlock } from './unlock.ts'
import { profileOf, viewOfAccount, viewOfProfile } from './venue-profiles.ts'

/** The demo account always has the same id, so that its journal is found again. */
const DEMO_ID = '00000000-0000-4000-8000-00000000de30'

export interface Accounts extends Pick<
  LiveAccounts,
  'snapshot' | 'others' | 'pushed' | 'atDesk' | 'atDeskOf' | 'intents' | 'markEventSeen' | 'recordEventDelivery'
> {
  /** What would continue unattended if Plimsoll were closed now. */
  leaving(): Leaving
  /** Whether a restart would interrupt nothing: nothing is in progress, and nothing is kept only in memory. */
  isIdle(): boolean
  /** Whether an account is live, and whether a plan is running on one. */
  activity(): { readonly isLive: boolean; readonly isRunning: boolean }
  /** Notes that the trader leaves Plimsoll anyway. `lines`: what the trader was shown. */
  noteLeft(lines: readonly Message[]): void
  startDemo(): Promise<Result<AccountView, Failure>>
  /**
   * Probes the venue with the key first. A refused key leaves only the report. When `cancel` aborts, the probe ends at
   * once and nothing is kept, unless the account is already stored.
   */
  add(account: NewAccount, sealedSecret: string, cancel?: AbortSignal): Promise<Result<AccountAdded, Failure>>
  /** The public key that seals the secret of a new account. */
  publicKey(): Promise<Result<string, Failure>>
  /**
   * Puts the account in front; a live one continues as it is, and waits for no task. Main may do this even while a
   * question is open. Main does not wait for a task that a page began, because that could take for ever; the task is
   * given up instead.
   */
  open(accountId: string, asker?: Asker): Promise<Result<AccountView, Failure>>
  /**
   * Opens the account that was open last, unless one is open. Resolves with the reason if it failed; null: it is open,
   * or there is none.
   */
  reopen(): Promise<Message | null>
  /**
   * Probes the key of a stored account again and opens the account. `takesPreset`: with the newest version of its
   * preset. A refused key changes nothing, nor does a cancelled probe. Nor does a newer preset, if the key had passed the
   * probe before and does not pass with it.
   */
  probe(accountId: string, takesPreset: boolean, cancel?: AbortSignal): Promise<Result<AccountAdded, Failure>>
  /** Gives a stored account a second key that only reads, and has its polls signed with it. `cancel`: see `add`. */
  addReadingKey(
    accountId: string,
    apiKey: string,
    sealedSecret: string,
    cancel?: AbortSignal,
  ): Promise<Result<AccountAdded, Failure>>
  removeReadingKey(accountId: string): Promise<Result<null, Failure>>
  /** Gives a stored account another name or colour, which hold at once wherever it is shown. */
  change(accountId: string, change: AccountChange): Promise<Result<AccountView, Failure>>
  /** Fails if another account has a name that reads the same. `ownId`: the account that is renamed; null: a new one. */
  nameIsFree(name: string, operation: string, ownId?: string | null): Result<null, Failure>
  /** Forgets its keys too. */
  forget(accountId: string): Promise<Result<null, Failure>>
  /** Stops all reads and requests of the account. Its key is kept. */
  disconnectAccount(accountId: string): Promise<Result<null, Failure>>
  list(): Result<readonly AccountView[], Failure>
  /** The venues that can be picked by name. */
  venues(): readonly PresetView[]
  /** The contents of a venue profile, shown before an account is added with it. */
  readProfile(text: string): Result<VenueProfileView, Failure>
  /** A stored account's venue as the text of a profile. It contains only the name of the account. */
  exportProfile(accountId: string): Result<string, Failure>
  /** The machine slept or its clock was set: everything counts as old until it is read again. */
  wake(): void
  /** The network or the trader is back: reads everything at once and looks for requests in flight. */
  readAgain(): void
  /** Totals are to be shown in another coin. */
  reportingChanged(): void
  /** Notes in the account's event log what happened to the computer, from `since` (wall clock ms) until now. */
  noteMachine(code: MachineCode, since: number): void
  /**
   * Takes effect at once: nothing more is sent and no account can be opened any more, while reads continue. `why` is
   * shown to the trader.
   */
  stop(why: Message): void
  close(): Promise<void>
}

export interface AccountsOptions extends Omit<LiveAccountsOptions, 'shared'>, Pick<MayLeaveOptions, 'leavesAccount'> {
  readonly vault: Vault
  readonly index: AccountIndex
  /** The venues that can be picked by name; by default those that ship with Plimsoll. */
  readonly presets?: readonly VenuePreset[]
  /** What earlier runs used of the venues' limits. Absent: nothing is known. */
  readonly limits?: LimitsMemory
  /** Gets the steps of the probe that runs, as they begin and end. */
  readonly onProbe: (steps: readonly StepProgress[]) => void
  /** `onEnd` is called when the started venue has gone. */
  readonly startDemoVenue: (onEnd: () => void) => Promise<DemoVenue>
  /** Asks before a key is used at addresses other than those it is kept for. */
  readonly confirm: Confirm
}

/** The accounts and the ways in and out of them, one at a time. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { vault, index, presets = PRESETS, clock, notes, events, last } = options
  const { inTurn, goAhead } = createTurns()
  const shared = createSharedLimits(clock, options.limits)
  const live = createLiveAccounts({ ...options, shared })
  const { snapshot, others, pushed, atDesk, atDeskOf, intents, markEventSeen, recordEventDelivery } = live
  const closing = new AbortController()
  const adding = { vault, index, presets, live, clock, shared, onProbe: options.onProbe }
  const leaverFor = createMayLeave({
    isAsked: options.isAsked,
    leavesAccount: options.leavesAccount,
    sessionOf: (accountId) => live.answerable().find(({ account }) => account.id === accountId),
  })
  let demo: Promise<DemoVenue> | null = null

  /** The demo venue, started when first needed and again after it ended. */
  function demoVenue(): Promise<DemoVenue> {
    demo ??= options
      .startDemoVenue(() => (demo = null))
      .catch((error: unknown) => {
        demo = null
        throw error
      })
    return demo
  }

  function stored(accountId: string, operation: string): Result<StoredAccount, Failure> {
    const listed = index.list()
    if (!listed.ok) return listed
    // The demo account is in no list. If a damaged or forged list named its id, its key could be used anywhere.
    const account = listed.value.find((one) => one.id === accountId && one.id !== DEMO_ID)
    return account ? ok(account) : err(localFailure('notFound', operation, message('main.noSuchAccount')))
  }

  /** A stored account that is to be changed. */
  function toChange(accountId: string, operation: string): Result<StoredAccount, Failure> {
    const open = index.mayChange()
    return open.ok ? stored(accountId, operation) : open
  }

  function ofPage(operation: string, isOver: AbortSignal, cancel = NEVER) {
    return { operation, asker: 'page', isOver, cancel } as const
  }

  function signalsOf(isOver: AbortSignal, cancel: AbortSignal) {
    return { isOver, cancel, signal: AbortSignal.any([closing.signal, isOver, cancel]) }
  }

  async function open(isOver: AbortSignal, accountId: string, asker: Asker): Promise<Result<AccountView, Failure>> {
    const account = stored(accountId, 'account.open')
    const leaver = { operation: 'account.open', asker, isOver }
    const mayLeave = leaverFor(leaver, accountId)
    const mayShow = await leaverFor(leaver)()
    if (!mayShow.ok) return mayShow
    // A live account must stay reachable, even if a file is unreadable or the trader rejects what the file says.
    const asItIs = (failed: Result<never, Failure>): Result<AccountView, Failure> => {
      const shown = live.show(accountId, null)
      return shown === null ? failed : ok(shown)
    }
    if (!account.ok) return asItIs(account)
    const unlocked = await unlock(account.value, 'account.open', asker, options)
    // If it is already in front, the page is told that it was not opened again.
    if (!unlocked.ok) return asker === 'page' && live.session()?.account.id === accountId ? unlocked : asItIs(unlocked)
    const places = placesOf(account.value)
    const dialect = dialectOf(account.value.dialect ?? {})
    const { credentials, reading } = unlocked.value
    const view = viewOfAccount(unlocked.value.account, presets)
    // Checked again, because something may have started while the question of `unlock` was open.
    const mayStill = await leaverFor(leaver)()
    if (!mayStill.ok) return mayStill
    if (live.show(accountId, places) !== null) return ok(view)
    return live.enter(view, { credentials, reading, dialect, places, asker, isOver, mayLeave })
  }

  /** A live account needs no key and no venue: it is put in front at once. */
  async function openAhead(accountId: string): Promise<Result<AccountView, Failure>> {
    const shown = live.show(accountId, null)
    return shown === null ? open(new AbortController().signal, accountId, 'main') : ok(shown)
  }

  const openInTurn = inTurn(open)

  /** A live account needs no turn either, unless the list says something new of it. */
  async function openForPage(accountId: string): Promise<Result<AccountView, Failure>> {
    const account = stored(accountId, 'account.open')
    const shown = account.ok && !options.isAsked() ? live.show(accountId, placesOf(account.value)) : null
    return shown === null ? openInTurn(accountId, 'page') : ok(shown)
  }

  function stop(why: Message): void {
    live.stop(why)
    closing.abort()
  }

  const end = inTurn(async () => {
    await live.leaveAll()
    const venue = await demo?.catch(() => null)
    venue?.stop()
    await vault.close()
  })

  return {
    snapshot,
    others,
    pushed,
    atDesk,
    atDeskOf,
    intents,
    markEventSeen,
    recordEventDelivery,

    leaving: () => unattended(live.answerable()),

    isIdle: () => live.answerable().every(({ desk }) => cutShort(desk.report()).length === 0),

    activity() {
      const sessions = live.answerable()
      const isRunning = sessions.some(({ desk }) => desk.report().intents.some(({ state }) => state === 'running'))
      return { isLive: sessions.length > 0, isRunning }
    },

    noteLeft: (lines) => live.answerable().forEach(({ desk }) => desk.noteLeft(lines)),

    startDemo: inTurn(async (isOver) => {
      const leaver = ofPage('account.startDemo', isOver)
      const mayLeave = leaverFor(leaver, DEMO_ID)
      const mayShow = await leaverFor(leaver)()
      if (!mayShow.ok) return mayShow
      // The vault starts beside it.
      const [venue] = await Promise.all([demoVenue().catch(() => null), vault.publicKey()])
      if (!venue) return err(localFailure('network', 'account.startDemo', message('main.demoNotStarted')))
      const { apiKey, apiSecret, spotBaseUrl, contractBaseUrl } = venue
      const held = await vault.hold(DEMO_ID, { apiKey, apiSecret })
      if (!held.ok) return held
      const keyTail = keyTailOf(apiKey)
      const account: AccountView = {
        id: DEMO_ID,
        name: DEMO_NAME,
        kind: 'demo',
        spotBaseUrl,
        contractBaseUrl,
        keyTail,
        preset: null,
        colour: null,
        probedAt: null,
        isWatchOnly: false,
      }
      const credentials = credentialsOfDemo(vault, DEMO_ID, { apiKey, apiSecret })
      const access = { credentials, reading: null, dialect: DEFAULT_DIALECT, places: '' } as const
      return live.enter(account, { ...access, asker: 'page', isOver, mayLeave })
    }),

    publicKey: () => vault.publicKey(),

    add: inTurn(async (isOver, account, sealedSecret, cancel = NEVER) => {
      const open = index.mayChange()
      if (!open.ok) return open
      const free = nameIsFree(account.name, 'account.add', index)
      if (!free.ok) return free
      const mayLeave = leaverFor(ofPage('account.add', isOver, cancel))
      const left = await mayLeave()
      if (!left.ok) return left
      return addAccount(account, sealedSecret, { ...adding, ...signalsOf(isOver, cancel), mayLeave })
    }),

    open(accountId, asker = 'page') {
      return asker === 'main' ? goAhead(() => openAhead(accountId)) : openForPage(accountId)
    },

    reopen: inTurn(async (isOver) => {
      const account = stored(last.id() ?? '', 'account.open')
      if (!account.ok || live.session() !== null) return null
      const opened = await open(isOver, account.value.id, 'main')
      if (opened.ok) return null
      return message('main.notReopened', { name: account.value.name, why: failureMessage(opened.error) })
    }),

    probe: inTurn(async (isOver, accountId, takesPreset, cancel = NEVER) => {
      const account = toChange(accountId, 'account.probe')
      if (!account.ok) return account
      const mayLeave = leaverFor(ofPage('account.probe', isOver, cancel), accountId)
      const left = await mayLeave()
      if (!left.ok) return left
      const unlocked = await unlock(account.value, 'account.probe', 'page', options)
      if (!unlocked.ok) return unlocked
      const probing = { ...adding, ...signalsOf(isOver, cancel), mayLeave }
      return probeAgain(unlocked.value, takesPreset, probing)
    }),

    addReadingKey: inTurn(async (isOver, accountId, apiKey, sealedSecret, cancel = NEVER) => {
      const account = toChange(accountId, 'account.addReadingKey')
      if (!account.ok) return account
      const unlocked = await unlock(account.value, 'account.addReadingKey', 'page', options)
      if (!unlocked.ok) return unlocked
      return addReadingKey(unlocked.value, apiKey, sealedSecret, { ...adding, ...signalsOf(isOver, cancel) })
    }),

    removeReadingKey: inTurn(async (_isOver, accountId) => {
      const account = toChange(accountId, 'account.removeReadingKey')
      return account.ok ? removeReadingKey(account.value, adding) : account
    }),

    change: inTurn(async (_isOver, accountId, change) => {
      const account = toChange(accountId, 'account.change')
      if (!account.ok) return account
      // A list of an earlier version may have equal names: an account in it can still get a colour.
      const free = change.name === undefined ? ok(null) : nameIsFree(change.name, 'account.change', index, accountId)
      if (!free.ok) return free
      const changed = await changeAccount(account.value, change, { ...options, live })
      return changed.ok ? ok(viewOfAccount(changed.value, presets)) : changed
    }),

    nameIsFree: (name, operation, ownId) => nameIsFree(name, operation, index, ownId),

    forget: inTurn(async (isOver, accountId) => {
      // If the account is not listed, there was no question about it.
      const account = toChange(accountId, 'account.forget')
      if (!account.ok) return account
      const left = await leaverFor(ofPage('account.forget', isOver), accountId)()
      if (!left.ok) return left
      await live.leave(accountId)
      for (const id of [readingIdOf(accountId), accountId]) {
        const forgotten = await vault.forget(id)
        if (!forgotten.ok) return forgotten
      }
      const cleared = notes.forget(accountId)
      if (!cleared.ok) return cleared
      const dropped = events.forget(accountId)
      if (!dropped.ok) return dropped
      if (last.id() === accountId) last.keep(null)
      const removed = index.remove(accountId)
      // Main may have opened the account meanwhile. Without its key, it can sign nothing now.
      await live.leave(accountId)
      return removed
    }),

    disconnectAccount: inTurn(async (isOver, accountId) => {
      const left = await leaverFor(ofPage('account.disconnect', isOver), accountId, unattendedLines)()
      if (left.ok) await live.leave(accountId)
      return left
    }),

    list() {
      const listed = index.list()
      return listed.ok ? ok(listed.value.map((one) => viewOfAccount(one, presets))) : listed
    },

    venues: () => presets.map(viewOfPreset),

    readProfile: viewOfProfile,

    exportProfile(accountId) {
      const account = stored(accountId, 'account.exportProfile')
      return account.ok ? ok(profileOf(account.value)) : account
    },

    wake: () => live.answerable().forEach((session) => session.wake()),
    readAgain: () => live.answerable().forEach((session) => session.readAgain()),
    reportingChanged: () => live.answerable().forEach(({ portfolio }) => portfolio.reportingChanged()),
    noteMachine: (code, since) => live.answerable().forEach(({ events: its }) => its.machine(code, since)),

    stop,

    close() {
      // A call that waits for a silent venue must not hold up leaving, and the desk must not go on sending until then.
      stop(message('main.closing'))
      return end()
    },
  }
}
