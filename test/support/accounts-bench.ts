/**
 * Shared setup for tests of all accounts of a run: a vault over a keychain in memory, and a simulated venue over HTTP whose
 * market stands still. Virtual time passes only while a test waits for a fact.
 */
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { StepProgress } from '#shared/domain/probe.ts'
import type { NewAccount } from '#shared/ipc/contract.ts'
import type { AccountView, SnapshotPush } from '#shared/snapshot/snapshot.ts'
import { openJournal, type Journal } from '#electron/desk/log/journal.ts'
import { openAccountIndex } from '#electron/main/accounts/account-index.ts'
import { openDeskNotes } from '#electron/main/files/desk-notes.ts'
import { openLimitsFile } from '#electron/main/files/rate-limits-file.ts'
import { openLastAccount } from '#electron/main/files/last-account.ts'
import { openEvents } from '#electron/events/events-file.ts'
import { historyInMemory } from '#electron/history/store.ts'
import type { Answer, Question } from '#electron/main/authority/confirm.ts'
import { createAccounts, type Accounts } from '#electron/main/accounts/accounts.ts'
import { startSimulator, type Simulator, type SimulatorOptions } from '#electron/simulator/testing/test-simulator.ts'
import { createVault, type Vault } from '#electron/vault/client.ts'
import type { VenuePreset } from '#electron/venue/venue.ts'
import { MemoryKeychain } from '#test/support/memory-keychain.ts'
import { riskInThisThread } from '#test/support/risk-in-this-thread.ts'
import { LocalVaultPorts } from '#test/support/vault-port.ts'
import { sealed } from '#test/support/store-key.ts'
import { WireTime } from '#test/support/wire-time.ts'
import { inEnglish } from '#shared/words/say.ts'

// These tests open and close accounts faster than anybody could, and each account measures the venue's clock, so the
// venue has no limits.
const OPTIONS = { seed: 7, autoTick: false, life: false, limits: 'none' } as const

/** A fact that has not come after this many virtual ms never comes. */
const PATIENCE_MS = 600_000

/** The trader's input for adding an account: the fields of the form, and the secret from its own window. */
type TypedAccount = NewAccount & { readonly apiSecret?: string }
/** Seals the secret of `account`, unless a sealed secret is given. */
type AddTyped = (account: TypedAccount, sealedSecret?: string, cancel?: AbortSignal) => ReturnType<Accounts['add']>

export interface Bench {
  readonly folder: string
  readonly keychain: MemoryKeychain
  readonly venue: Simulator
  /** `addReadingKey` takes the secret as typed, and seals it. */
  readonly accounts: Accounts & { readonly add: AddTyped }
  readonly clock: Clock
  readonly pushes: readonly SnapshotPush[]
  /** What was told of the steps of probes. */
  readonly probes: readonly (readonly StepProgress[])[]
  /** Every demo venue that was started. */
  readonly started: readonly { readonly end: () => void }[]
  /** The questions that the trader was asked before leaving an account, and the present or future answer. */
  readonly askedToLeave: readonly (readonly Message[])[]
  /** The signals that withdraw these questions. */
  readonly withdrawn: readonly AbortSignal[]
  leaves: boolean | Promise<boolean>
  /** The questions that the trader was asked in a native dialog, and the answer. */
  readonly asked: readonly Question[]
  answer: Answer
  /** Whether a dialog about the open account is shown. */
  isAsked: boolean
  /** The presets that can be picked; none by default. */
  readonly presets: VenuePreset[]
  /** Another venue on the same clock. It stops when the test ends. */
  anotherVenue(options?: Partial<SimulatorOptions>): Promise<Simulator>
  replaceVenue(options: Partial<SimulatorOptions>): Promise<void>
  /** Starts Plimsoll again on the same files, after the previous run was closed. */
  restart(): void
  /** Lets time pass until `isSo`. */
  until(isSo: () => boolean): Promise<void>
  /** As `until`, but also checks while requests are on the wire. */
  asSoonAs(isSo: () => boolean): Promise<void>
  /** Lets `ms` of virtual time pass. */
  pass(ms: number): Promise<void>
  /** The trader's input for the account of the venue; `over` replaces fields. */
  account(over?: object): TypedAccount
  addedAs(over?: object): Promise<AccountView>
  /** Adds Quay, at a venue of its own, and Harbour, which is in front. Both are live and read. `over`: fields of Quay. */
  addedTwo(over?: object): Promise<{ front: AccountView; other: AccountView; away: Simulator }>
  /** Waits until the desk is open and the whole account was read. */
  known(): Promise<void>
  /** Whether the vault signs for an account. It must not, once the account was closed. */
  signsFor(accountId: string): Promise<boolean>
  /** Every account for which a key was ever held. */
  everHeld(): string[]
}

/** Gives each test of a file accounts and a venue of its own. Call once, at the top of the file. */
export function accountsBench(): Bench {
  let folder: string
  let journal: Journal
  let keychain: MemoryKeychain
  let venue: Simulator
  let pushes: SnapshotPush[]
  let probes: (readonly StepProgress[])[]
  let accounts: Bench['accounts']
  let started: { end: () => void }[]
  let askedToLeave: (readonly Message[])[]
  let withdrawn: AbortSignal[]
  let leaves: boolean | Promise<boolean>
  let asked: Question[]
  let answer: Answer
  let isAsked: boolean
  let ports: LocalVaultPorts
  let vault: Vault
  let time: WireTime
  let others: Simulator[]
  let presets: VenuePreset[]

  const venueOf = (options: Partial<SimulatorOptions> = {}): Promise<Simulator> =>
    startSimulator({ ...OPTIONS, clock: time.forVenue(), ...options })

  async function waitFor(isSo: () => boolean, how: 'until' | 'asSoonAs'): Promise<void> {
    if (!(await time[how](isSo, PATIENCE_MS))) throw new Error(`in ${PATIENCE_MS} ms it was never so: ${String(isSo)}`)
  }
  const until = (isSo: () => boolean): Promise<void> => waitFor(isSo, 'until')

  function begin(): void {
    const opened = openJournal(join(folder, 'journal.sqlite'), time)
    if (!opened.ok) throw new Error(opened.error.code)
    journal = opened.value
    ports = new LocalVaultPorts(keychain)
    vault = createVault({ start: ports.start, clock: time })
    const real = createAccounts({
      vault,
      index: openAccountIndex(join(folder, 'accounts.json')),
      presets,
      journal,
      notes: openDeskNotes(join(folder, 'notes')),
      last: openLastAccount(join(folder, 'last-account.json')),
      history: historyInMemory(),
      events: openEvents(join(folder, 'events.sqlite'), time),
      clock: time,
      limits: openLimitsFile(join(folder, 'limits.json'), time, () => time.mono()),
      startRisk: riskInThisThread,
      startDemoVenue: async (onEnd) => {
        started.push({ end: onEnd })
        return { ...venue, stop: () => undefined }
      },
      onPush: (push) => pushes.push(push),
      onProbe: (steps) => probes.push(steps),
      leavesAccount: async (lines, signal) => {
        askedToLeave.push(lines)
        withdrawn.push(signal)
        return leaves
      },
      isAsked: () => isAsked,
      confirm: async (question, atItsTurn) => {
        asked.push(question)
        return isAsked && atItsTurn === undefined ? 'busy' : answer
      },
    })
    accounts = {
      ...real,
      atDesk: (...args) => time.during(real.atDesk(...args)),
      atDeskOf: (...args) => time.during(real.atDeskOf(...args)),
      startDemo: () => time.during(real.startDemo()),
      add: ({ apiSecret = '', ...typed }: TypedAccount, secret?: string, cancel?: AbortSignal) =>
        time.during((async () => real.add(typed, secret ?? (await sealed(real, apiSecret)), cancel))()),
      open: (...args) => time.during(real.open(...args)),
      reopen: () => time.during(real.reopen()),
      probe: (...args) => time.during(real.probe(...args)),
      addReadingKey: (accountId, apiKey, secret, cancel) =>
        time.during((async () => real.addReadingKey(accountId, apiKey, await sealed(real, secret), cancel))()),
      change: (...args) => time.during(real.change(...args)),
      removeReadingKey: (accountId) => time.during(real.removeReadingKey(accountId)),
      forget: (accountId) => time.during(real.forget(accountId)),
      close: () => time.during(real.close()),
    }
  }

  beforeEach(async () => {
    time = new WireTime()
    others = []
    presets = []
    folder = mkdtempSync(join(tmpdir(), 'plimsoll-accounts-'))
    keychain = new MemoryKeychain()
    venue = await venueOf()
    pushes = []
    probes = []
    started = []
    askedToLeave = []
    withdrawn = []
    leaves = true
    asked = []
    answer = 'yes'
    isAsked = false
    begin()
  })
  afterEach(async () => {
    await accounts.close()
    journal.close()
    for (const each of [venue, ...others]) await each.stop()
    time.stop()
    rmSync(folder, { recursive: true })
  })

  function account(over: object = {}) {
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
    return { name: 'Harbour', spotBaseUrl, contractBaseUrl, apiKey, apiSecret, ...over }
  }

  const known = (): Promise<void> =>
    until(() => {
      const { desk, health, orders } = accounts.snapshot().parts
      const scopes = orders.data?.scopes ?? []
      const areRead = scopes.length > 0 && scopes.every(({ readAt }) => readAt !== null)
      return desk.data?.state === 'open' && health.data?.phase === 'live' && areRead
    })

  async function anotherVenue(options?: Partial<SimulatorOptions>): Promise<Simulator> {
    const another = await venueOf(options)
    others.push(another)
    return another
  }

  async function addedAs(over?: object): Promise<AccountView> {
    const added = await accounts.add(account(over))
    if (!added.ok) throw new Error(inEnglish(added.error.message))
    if (!added.value.account) throw new Error(JSON.stringify(added.value.report))
    return added.value.account
  }

  async function addedTwo(over?: object) {
    const away = await anotherVenue()
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = away
    const other = await addedAs({ name: 'Quay', spotBaseUrl, contractBaseUrl, apiKey, apiSecret, ...over })
    await known()
    const front = await addedAs()
    await known()
    return { front, other, away }
  }

  return {
    get folder() {
      return folder
    },
    get keychain() {
      return keychain
    },
    get venue() {
      return venue
    },
    get accounts() {
      return accounts
    },
    get clock() {
      return time
    },
    get pushes() {
      return pushes
    },
    get probes() {
      return probes
    },
    get started() {
      return started
    },
    get presets() {
      return presets
    },
    get askedToLeave() {
      return askedToLeave
    },
    get withdrawn() {
      return withdrawn
    },
    get leaves() {
      return leaves
    },
    set leaves(answer) {
      leaves = answer
    },
    get asked() {
      return asked
    },
    get answer() {
      return answer
    },
    set answer(given) {
      answer = given
    },
    get isAsked() {
      return isAsked
    },
    set isAsked(given) {
      isAsked = given
    },
    async replaceVenue(options) {
      await venue.stop()
      venue = await venueOf(options)
    },
    restart() {
      journal.close()
      begin()
    },
    anotherVenue,
    until,
    asSoonAs: (isSo) => waitFor(isSo, 'asSoonAs'),
    pass: (ms) => time.pass(ms),
    account,
    addedAs,
    addedTwo,
    known,
    signsFor: async (accountId) => (await vault.sign(accountId, 'text')).ok,
    everHeld: () =>
      ports.ports.flatMap(({ received }) =>
        (received as { kind: string; accountId: string }[])
          .filter(({ kind }) => kind === 'hold' || kind === 'take')
          .map(({ accountId }) => accountId),
      ),
  }
}
