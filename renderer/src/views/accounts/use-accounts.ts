/** The accounts known on this computer and the ways into one: one at a time, each ending in a value. */
import { computed, onScopeDispose, shallowReactive, shallowRef } from 'vue'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountView } from '#shared/domain/snapshot.ts'
import type { NewAccount } from '#shared/ipc/contract.ts'
import { useSession } from '../../session.ts'

/** What is under way: a door, or a stored account by its id. */
export type Task = 'demo' | 'add' | `open ${string}` | `forget ${string}`

export function useAccounts(onOpened: (account: AccountView) => void) {
  const { accounts: bridge } = useSession()
  const stored = shallowRef<readonly AccountView[] | null>(null)
  const listFailure = shallowRef<Failure | null>(null)
  const running = shallowRef<Task | null>(null)
  const failures = shallowReactive(new Map<Task, Failure>())
  let left = false
  onScopeDispose(() => (left = true))

  /** Locked or absent, when the newest attempt at anything said so. */
  const keyring = computed<Failure | null>(() => {
    const all = [listFailure.value, ...failures.values()]
    return all.findLast((failure) => failure?.kind === 'vaultLocked' || failure?.kind === 'vaultUnavailable') ?? null
  })

  /** Reads the stored accounts; what failed before is forgotten, for it may go well now. */
  async function list(): Promise<void> {
    failures.clear()
    const listed = await answer('account.list', bridge.listAccounts())
    if (listed.ok) stored.value = listed.value
    listFailure.value = listed.ok ? null : listed.error
  }

  /** Runs one task unless another runs; its failure stays until it is tried again. */
  async function run<T>(task: Task, ask: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure> | null> {
    if (running.value !== null) return null
    running.value = task
    failures.delete(task)
    const done = await answer(`account.${task.split(' ')[0] ?? task}`, ask())
    running.value = null
    if (!done.ok) failures.set(task, done.error)
    return done
  }

  async function enter(task: Task, ask: () => Promise<Result<AccountView, Failure>>): Promise<boolean> {
    const opened = await run(task, ask)
    // Whoever went to another screen meanwhile is not pulled away from it.
    if (opened?.ok && !left) onOpened(opened.value)
    return opened?.ok ?? false
  }

  return {
    stored,
    listFailure,
    running,
    failures,
    keyring,
    list,
    startDemo: () => enter('demo', () => bridge.startDemo()),
    /** Whether the account was opened; only then may the form be emptied. */
    add: (account: NewAccount) => enter('add', () => bridge.addAccount(account)),
    open: (accountId: string) => enter(`open ${accountId}`, () => bridge.openAccount({ accountId })),
    forget: async (accountId: string): Promise<void> => {
      const forgotten = await run(`forget ${accountId}`, () => bridge.forgetAccount({ accountId }))
      if (forgotten?.ok) await list()
    },
  }
}

/** A call that throws instead of answering is a failure like any other. */
async function answer<T>(operation: string, asked: Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  try {
    return await asked
  } catch {
    const message = 'Plimsoll’s main process did not answer. Try again; restart Plimsoll if that does not help.'
    return { ok: false, error: localFailure('closed', operation, message) }
  }
}
