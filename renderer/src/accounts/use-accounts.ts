/** The accounts known on this computer, and the ways to open one. One task runs at a time; each ends in a value. */
import { storeToRefs } from 'pinia'
import { computed, onScopeDispose, shallowReactive, shallowRef } from 'vue'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import type { PresetView } from '#shared/domain/venue-preset.ts'
import type { NewAccount } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import { useSession } from '../app/session.ts'
import { useEntryStore, type Task } from '../app/stores/entry.ts'

export function useAccounts(onOpened: (account: AccountView) => void) {
  const { accounts: bridge } = useSession()
  const entry = useEntryStore()
  const { running, tried, found } = storeToRefs(entry)
  const stored = shallowRef<readonly AccountView[] | null>(null)
  /** Venues that can be picked by name; null before the list is known. If it is empty, the addresses are typed. */
  const venues = shallowRef<readonly PresetView[] | null>(null)
  const listFailure = shallowRef<Failure | null>(null)
  const failures = shallowReactive(new Map<Task, Failure>())
  const exported = shallowRef<{ readonly account: AccountView; readonly text: string } | null>(null)
  let left = false
  onScopeDispose(() => (left = true))

  const addFailure = computed(() => (tried.value && !tried.value.answer.ok ? tried.value.answer.error : null))

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
    if (addFailure.value) entry.setTried(null)
    await list()
  }

  /** Runs a task unless another is running; keeps its failure until the task is tried again. */
  async function run<T>(task: Task, ask: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure> | null> {
    if (running.value !== null) return null
    entry.setRunning(task)
    failures.delete(task)
    const done = await answer(`account.${task.split(' ')[0] ?? task}`, ask())
    entry.setRunning(null)
    if (!done.ok) failures.set(task, done.error)
    return done
  }

  async function enter(task: Task, ask: () => Promise<Result<AccountView, Failure>>): Promise<void> {
    const opened = await run(task, ask)
    if (!opened?.ok) return
    entry.setTried(null)
    // The trader may have moved to another screen, and stays there.
    if (!left) onOpened(opened.value)
  }

  /** The result goes to `found` or `addFailure`, even if the trader has left the screen meanwhile. */
  async function add(account: NewAccount): Promise<void> {
    if (running.value !== null) return
    entry.setTried(null)
    entry.setRunning('add')
    const added = await answer('account.add', bridge.addAccount(account))
    entry.setTried({ name: account.name.trim(), isAgain: false, answer: added })
    entry.setRunning(null)
  }

  /** Probes a stored account again, at its preset's newest version if asked; shows the result as for a new key. */
  async function probe({ id, name }: AccountView, takesPreset: boolean): Promise<void> {
    if (running.value !== null) return
    entry.setTried(null)
    const probed = await run(`probe ${id}`, () => bridge.probeAccount({ accountId: id, takesPreset }))
    if (!probed?.ok) return
    await list()
    entry.setTried({ name, isAgain: true, answer: probed })
  }

  /** Gives an account a reading key, and shows what it can do as for a new key. */
  async function addReadingKey({ id, name }: AccountView, apiKey: string): Promise<void> {
    if (running.value !== null) return
    entry.setTried(null)
    const added = await run(`addReading ${id}`, () => bridge.addReadingKey({ accountId: id, apiKey }))
    if (added?.ok) entry.setTried({ name, isAgain: true, answer: added })
  }

  return {
    stored,
    venues,
    listFailure,
    addFailure,
    running,
    failures,
    found,
    exported,
    keychain,
    list,
    listVenues,
    checkAgain,
    startDemo: () => enter('demo', () => bridge.startDemo()),
    open: (accountId: string) => enter(`open ${accountId}`, () => bridge.openAccount({ accountId })),
    add,
    probe,
    addReadingKey,
    removeReadingKey: (accountId: string) =>
      run(`dropReading ${accountId}`, () => bridge.removeReadingKey({ accountId })),
    readProfile: (text: string) => answer('account.readProfile', bridge.readProfile({ text })),
    exportProfile: async (account: AccountView): Promise<void> => {
      const text = await run(`export ${account.id}`, () => bridge.exportProfile({ accountId: account.id }))
      if (text?.ok) exported.value = { account, text: text.value }
    },
    disconnect: (accountId: string) => run(`disconnect ${accountId}`, () => bridge.disconnectAccount({ accountId })),
    forget: async (accountId: string): Promise<void> => {
      const forgotten = await run(`forget ${accountId}`, () => bridge.forgetAccount({ accountId }))
      if (forgotten?.ok) await list()
    },
    /** Puts the report away once it was looked at. */
    putAway: () => entry.setTried(null),
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
