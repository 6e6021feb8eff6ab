import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { Connection, VaultPort } from './connection.ts'
import { vaultFailure, type VaultTrouble } from './failures.ts'
import type { Outcome, Request } from './protocol.ts'
import { VaultProcesses } from './restarts.ts'

const KEYCHAIN_MS = 10_000
/** An API key and its secret: enters the vault once and the secret never comes out again. */
export interface KeyPair {
  readonly apiKey: string
  readonly apiSecret: string
}

/**
 * Secrets of accounts. Failures are `vaultLocked` (it is there, unlock the keyring) or `vaultUnavailable`; besides,
 * `noCredentials` for signing with an account that is not open, `invalidParameter` for an empty id, key, secret or
 * text, and `closed`. The vault process may end at any time, and as often as it likes: stored accounts are opened again
 * in another one by the next `sign`, held ones are lost and say so.
 */
export interface Vault {
  /** Writes a key to the OS keychain, proves it by reading it back, and opens the account with it. */
  save(accountId: string, keys: KeyPair): Promise<Result<null, Failure>>
  /** Keeps a key in the vault's memory only: the demo account needs no keychain. */
  hold(accountId: string, keys: KeyPair): Promise<Result<null, Failure>>
  /**
   * Loads a stored key for signing and gives its public half; null: there is none. `stored`: our own index says it
   * should be there. A locked keyring looks like an empty one, so for a stored key nothing means `vaultLocked`.
   */
  open(accountId: string, stored: boolean): Promise<Result<{ apiKey: string } | null, Failure>>
  /** Deletes a key from memory and, unless it was only held, from the keychain. Right when there was none. */
  forget(accountId: string): Promise<Result<null, Failure>>
  /**
   * HMAC-SHA256 of `text` under an opened account's secret, lower-case hex. `isUrgent`: an exit may wait for it, so that
   * whatever went wrong a moment ago is tried again at once.
   */
  sign(accountId: string, text: string, isUrgent?: boolean): Promise<Result<string, Failure>>
  /** Ends the vault process, and with it every key in memory. */
  close(): Promise<void>
}

export interface VaultOptions {
  /** Starts a vault process; called again, when it is next needed, after one crashed, got stuck or lost the keyring. */
  readonly start: () => VaultPort
  readonly clock: Clock
  /** How long a call to the keychain may take before it counts as stuck: an unanswered prompt. */
  readonly keychainMs?: number
}

/** An account with a key in some vault process. */
interface OpenAccount {
  readonly apiKey: string
  readonly origin: 'stored' | 'held'
  readonly connection: Connection
  /** The newest try to load it again after that process ended; the next one counts from 1 where it succeeds. */
  reopening?: Reopening
}

interface Reopening {
  readonly nth: number
  readonly result: Promise<Result<unknown, Failure>>
  /** Until when, by the monotonic clock, what can wait gets the same answer; null: under way. */
  backOffUntil: number | null
}

/** The vault. Nothing is started before the first call. Secrets pass through `save` and `hold` and are not kept here. */
export function createVault({ start, clock, keychainMs = KEYCHAIN_MS }: VaultOptions): Vault {
  const accounts = new Map<string, OpenAccount>()
  const used = (): ReadonlySet<Connection> => new Set([...accounts.values()].map(({ connection }) => connection))
  const processes = new VaultProcesses({ start, clock, keychainMs, used })

  /** Says where an account's key is from now on (null: nowhere), and clears it out of where it was. */
  function settle(accountId: string, account: OpenAccount | null): void {
    const before = accounts.get(accountId)?.connection
    if (account) accounts.set(accountId, account)
    else accounts.delete(accountId)
    if (before?.alive && before !== account?.connection) void before.ask({ kind: 'drop', accountId })
    processes.endUnused()
  }

  /** Asks one process. `onValue` is told a good answer, and who gave it, in the very moment it arrives. */
  async function ask(
    request: Request,
    at: Connection | VaultTrouble,
    onValue: (value: string | null, from: Connection) => void = () => {},
  ): Promise<Result<string | null, Failure>> {
    if (processes.isClosed) return err(vaultFailure(request.kind, 'closed'))
    if (typeof at === 'string') return err(vaultFailure(request.kind, at))
    const outcome: Outcome<VaultTrouble> = await at.ask(request, (value) => onValue(value, at))
    return outcome.ok ? ok(outcome.value) : err(vaultFailure(request.kind, outcome.trouble, outcome.said))
  }

  async function put(kind: 'save' | 'hold', accountId: string, keys: KeyPair): Promise<Result<null, Failure>> {
    const { apiKey, apiSecret } = keys
    const origin = kind === 'save' ? 'stored' : 'held'
    const answer = await ask({ kind, accountId, apiKey, apiSecret }, await processes.connect(false), (_, from) =>
      settle(accountId, { apiKey, origin, connection: from }),
    )
    return answer.ok ? ok(null) : answer
  }

  async function open(
    accountId: string,
    stored: boolean,
    isUrgent = false,
  ): Promise<Result<{ apiKey: string } | null, Failure>> {
    const known = accounts.get(accountId)
    if (known?.connection.alive) return ok({ apiKey: known.apiKey })
    const answer = await ask({ kind: 'open', accountId }, await processes.connect(isUrgent), (apiKey, from) => {
      if (apiKey !== null) settle(accountId, { apiKey, origin: 'stored', connection: from })
    })
    if (!answer.ok) return answer
    if (answer.value !== null) return ok({ apiKey: answer.value })
    return stored ? err(vaultFailure('open', 'locked')) : ok(null)
  }

  async function forget(accountId: string): Promise<Result<null, Failure>> {
    if (processes.isClosed) return err(vaultFailure('forget', 'closed'))
    if (accounts.get(accountId)?.origin !== 'held') {
      const answer = await ask({ kind: 'forget', accountId }, await processes.connect(false))
      if (!answer.ok) return answer
    }
    settle(accountId, null)
    return ok(null)
  }

  async function sign(accountId: string, text: string, isUrgent = false): Promise<Result<string, Failure>> {
    const first = await signOnce(accountId, text, isUrgent)
    // To sign changes nothing: what a process took along when it ended is asked for again in the next one.
    return first ?? (await signOnce(accountId, text, isUrgent)) ?? err(vaultFailure('sign', 'crashed'))
  }

  /** null: the process ended meanwhile. */
  async function signOnce(accountId: string, text: string, isUrgent: boolean): Promise<Result<string, Failure> | null> {
    const account = accounts.get(accountId)
    if (!account) return err(vaultFailure('sign', processes.isClosed ? 'closed' : 'notOpen'))
    if (!account.connection.alive) {
      const reopened = await reopen(accountId, account, isUrgent)
      if (!reopened.ok) return reopened
    }
    const at = accounts.get(accountId)?.connection ?? 'notOpen'
    const answer = await ask({ kind: 'sign', accountId, text }, at)
    if (!answer.ok) return at === 'notOpen' || at.alive || processes.isClosed ? answer : null
    return answer.value === null ? err(vaultFailure('sign', 'notOpen')) : ok(answer.value)
  }

  /** One try for all who wait. What is not urgent does not try again soon after one that failed. */
  function reopen(accountId: string, account: OpenAccount, isUrgent: boolean): Promise<Result<unknown, Failure>> {
    if (account.origin === 'held') return Promise.resolve(err(vaultFailure('sign', 'lost')))
    const { reopening: last } = account
    if (last?.backOffUntil === null) return last.result
    if (last !== undefined && !isUrgent && clock.mono() < last.backOffUntil) return last.result
    const reopening: Reopening = {
      nth: (last?.nth ?? 0) + 1,
      backOffUntil: null,
      result: open(accountId, true, isUrgent).finally(() => {
        reopening.backOffUntil = clock.mono() + processes.backOffMs(reopening.nth)
      }),
    }
    account.reopening = reopening
    return reopening.result
  }

  return {
    save: (accountId, keys) => put('save', accountId, keys),
    hold: (accountId, keys) => put('hold', accountId, keys),
    open: (accountId, stored) => open(accountId, stored),
    forget,
    sign,
    async close() {
      accounts.clear()
      processes.close()
    },
  }
}
