/** The accounts known on this computer, and the ways to open one. One task runs at a time; each ends in a value. */
import { storeToRefs } from 'pinia'
import { computed, onScopeDispose, shallowReactive, shallowRef } from 'vue'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import type { PresetView } from '#shared/domain/venue-preset.ts'
import type { CommandArgs, NewAccount } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import { useSession } from '../app/session.ts'
import { useEntryStore, type Task } from '../app/stores/entry.ts'

export function useAccounts(onOpened: (account: AccountView) => void) {
  const { accounts: bridge } = useSession()
  const entry = useEntryStore()
  const { running, key, cancelled, probe, isCancelling } = storeToRefs(entry)
  const stored = shallowRef<readonly AccountView[] | null>(null)
  /** Venues that can be picked by name; null before the list is known. If it is empty, the addresses are typed. */
  const venues = shallowRef<readonly PresetView[] | null>(null)
  const listFailure = shallowRef<Failure | null>(null)
  const failures = shallowReactive(new Map<Task, Failure>())
  const exported = shallowRef<{ readonly account: AccountView; readonly text: string } | null>(null)
  let left = false
  onScopeDispose(() => (left = true))

  const addFailure = computed(() => (key.value?.answer?.ok === false ? key.value.answer.error : null))

  /** Locked or absent, if the newest attempt at anything found it so. */
  const keychain = computed(
    () => [listFailure.value, addFailure.value, ...failures.values()].findLast(isOfKeychain) ?? null,
  )

  async function list(): Promise<void> {
    const listed = await answer('account.list', bridge.listAccounts())
    if (listed.ok) stored.value = listed.value
    listFailure.value = listed.ok ? null : listed.error
  }

  async function listVenues(): Promise<void> {
    const listed = await answer('venue.list', bridge.listVenues())
    venues.value = listed.ok ? listed.value : []
  }

  /** Clears earlier failures: the next attempt may succeed. */
  async function checkAgain(): Promise<void> {
    failures.clear()
    if (addFailure.value) entry.setKey(null)
    await list()
  }

  async function perform<T>(task: Task, ask: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    entry.setRunning(task)
    failures.delete(task)
    const done = await answer(`account.${task.split(' ')[0] ?? task}`, ask())
    entry.setRunning(null)
    return done
  }

  /** Runs a task unless another is running; keeps its failure until the task is tried again. */
  async function run<T>(task: Task, ask: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure> | null> {
    if (running.value !== null) return null
    const done = await perform(task, ask)
    if (!done.ok) failures.set(task, done.error)
    return done
  }

  async function enter(task: Task, ask: () => Promise<Result<AccountView, Failure>>): Promise<void> {
    const opened = await run(task, ask)
    if (!opened?.ok) return
    entry.setKey(null)
    // The trader may have moved to another screen, and stays there.
    if (!left) onOpened(opened.value)
  }

  /** Tries a key unless a task is running. What comes of it is kept, even if the trader has left the screen meanwhile. */
  async function tryKey(
    task: Task,
    of: { readonly accountId: string | null; readonly name: string },
    ask: () => ReturnType<typeof bridge.addAccount>,
  ): Promise<void> {
    if (running.value !== null) return
    entry.setKey({ ...of, answer: null })
    const done = await perform(task, ask)
    if (done.ok || of.accountId === null) return entry.setKey({ ...of, answer: done })
    entry.setKey(null)
    failures.set(task, done.error)
  }

  /** Probes a stored account again, at its preset's newest version if asked; shows the result as for a new key. */
  async function probeAgain({ id, name }: AccountView, takesPreset: boolean): Promise<void> {
    await tryKey(`probe ${id}`, { accountId: id, name }, () => bridge.probeAccount({ accountId: id, takesPreset }))
    await list()
  }

  /** Main answers the try itself, once nothing is left of it. */
  async function cancelProbe(): Promise<void> {
    entry.setCancelling()
    await answer('account.cancelProbe', bridge.cancelProbe())
  }

  return {
    stored,
    venues,
    listFailure,
    addFailure,
    running,
    failures,
    probe,
    cancelled,
    isCancelling,
    exported,
    keychain,
    list,
    listVenues,
    checkAgain,
    startDemo: () => enter('demo', () => bridge.startDemo()),
    open: (accountId: string) => enter(`open ${accountId}`, () => bridge.openAccount({ accountId })),
    add: (account: NewAccount) =>
      tryKey('add', { accountId: null, name: account.name.trim() }, () => bridge.addAccount(account)),
    probeAgain,
    cancelProbe,
    /** Gives an account a reading key, and shows what it can do as for a new key. */
    addReadingKey: ({ id, name }: AccountView, apiKey: string) =>
      tryKey(`addReading ${id}`, { accountId: id, name }, () => bridge.addReadingKey({ accountId: id, apiKey })),
    removeReadingKey: (accountId: string) =>
      run(`dropReading ${accountId}`, () => bridge.removeReadingKey({ accountId })),
    readProfile: (text: string) => answer('account.readProfile', bridge.readProfile({ text })),
    exportProfile: async (account: AccountView): Promise<void> => {
      const text = await run(`export ${account.id}`, () => bridge.exportProfile({ accountId: account.id }))
      if (text?.ok) exported.value = { account, text: text.value }
    },
    /** Resolves with whether it was done. */
    change: async ({ id }: AccountView, to: Omit<CommandArgs<'changeAccount'>, 'accountId'>): Promise<boolean> => {
      const changed = await run(`change ${id}`, () => bridge.changeAccount({ accountId: id, ...to }))
      if (changed?.ok) await list()
      return changed?.ok === true
    },
    disconnect: (accountId: string) => run(`disconnect ${accountId}`, () => bridge.disconnectAccount({ accountId })),
    forget: async (accountId: string): Promise<void> => {
      const forgotten = await run(`forget ${accountId}`, () => bridge.forgetAccount({ accountId }))
      if (forgotten?.ok) await list()
    },
    /** Puts the report away once it was looked at, and that the trader has cancelled. */
    putAway: () => entry.setKey(null),
  }
}

function isOfKeychain(failure: Failure | null): failure is Failure & { kind: 'vaultLocked' | 'vaultUnavailable' } {
  return failure?.kind === 'vaultLocked' || failure?.kind === 'vaultUnavailable'
}

/** A call that throws instead of answering is a failure like any other. */
async function answer<T>(operation: string, asked: Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  try {
    return await asked
  } catch {
    return { ok: false, error: localFailure('closed', operation, message('accounts.noAnswer')) }
  }
}
