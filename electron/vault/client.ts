import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { Connection, VaultPort } from './connection.ts'
import { vaultFailure, type VaultTrouble } from './failures.ts'
import type { Outcome, Request } from './protocol.ts'
import { VaultProcesses } from './restarts.ts'

const KEYCHAIN_MS = 10_000
/** How long an exit's signature is retried while the vault's processes crash one after another, ms. */
const EXIT_PATIENCE_MS = 5_000

/** An API key and its secret, as text. */
export interface KeyPair {
  readonly apiKey: string
  readonly apiSecret: string
}

export type Vault = ReturnType<typeof createVault>

interface OpenedKey {
  readonly apiKey: string
  /** Set if the keychain does not keep the key for these places. */
  readonly isLent?: true
}

/** An account with a key in some vault process. */
interface OpenAccount {
  readonly apiKey: string
  /** What its stored key may be used for; null: the key is only held in memory. */
  readonly places: string | null
  /**
   * How the key was loaded. The trader's answer holds until Plimsoll ends, so another process loads the key in the same
   * way.
   */
  readonly loads: 'open' | 'bind' | 'lend'
  readonly connection: Connection
  /** The newest try to load the key again after its process ended. After a success the count starts from 1 again. */
  reopening?: {
    readonly nth: number
    readonly result: Promise<Result<unknown, Failure>>
    /** Until when (monotonic clock) non-urgent callers get the same answer; null: in progress. */
    backOffUntil: number | null
  }
}

/**
 * The secrets of accounts. Nothing is started before the first call, and no readable secret passes through here.
 * Failures are `vaultLocked` (the secret is there, but the keychain must be unlocked) and `vaultUnavailable`; also
 * `noCredentials` for signing with an account that is not open, `invalidParameter` for an empty id, key, secret or
 * text, and `closed`. The vault process may end at any time and any number of times. The next `sign` then loads stored
 * keys again in a new process; a key that was only held in memory is lost, and `sign` reports that.
 */
export function createVault(options: {
  /** Starts a vault process. Called again, when next needed, after one crashed, got stuck or lost the keychain. */
  readonly start: () => VaultPort
  readonly clock: Clock
  /** How long a keychain call may take before it counts as stuck on an unanswered prompt. */
  readonly keychainMs?: number
}) {
  const { start, clock, keychainMs = KEYCHAIN_MS } = options
  const accounts = new Map<string, OpenAccount>()
  const used = (): ReadonlySet<Connection> => new Set([...accounts.values()].map(({ connection }) => connection))
  const processes = new VaultProcesses({ start, clock, keychainMs, used })

  /** Records where an account's key is from now on (null: nowhere), and removes it from its old place. */
  function settle(accountId: string, account: OpenAccount | null): void {
    const before = accounts.get(accountId)?.connection
    if (account) accounts.set(accountId, account)
    else accounts.delete(accountId)
    if (before?.alive && before !== account?.connection) void before.ask({ kind: 'drop', accountId })
    processes.endUnused()
  }

  /** Asks one process. `onValue` gets a good answer, and its sender, at the moment it arrives. */
  async function ask(
    request: Request,
    at: Connection | VaultTrouble,
    onValue: (value: string | null, from: Connection) => void = () => {},
  ): Promise<Result<string | null, Failure>> {
    const outcome = await outcomeOf(request, at, onValue)
    return outcome.ok ? ok(outcome.value) : err(vaultFailure(request.kind, outcome.trouble, outcome.detail))
  }

  async function outcomeOf(
    request: Request,
    at: Connection | VaultTrouble,
    onValue: (value: string | null, from: Connection) => void,
  ): Promise<Outcome<VaultTrouble>> {
    if (processes.isClosed) return { ok: false, trouble: 'closed', detail: null }
    if (typeof at === 'string') return { ok: false, trouble: at, detail: null }
    return at.ask(request, (value) => onValue(value, at))
  }

  async function put(request: Request<'take'> | Request<'hold'>): Promise<Result<null, Failure>> {
    const { accountId, apiKey } = request
    const answer = await ask(request, await processes.connect(false), (_, connection) =>
      settle(accountId, { apiKey, places: null, loads: 'open', connection }),
    )
    return answer.ok ? ok(null) : answer
  }

  /**
   * Writes a key from memory to the OS keychain, for use only at `places`, and proves it by reading it back. If that
   * fails the key is forgotten.
   */
  async function save(accountId: string, places: string): Promise<Result<null, Failure>> {
    const account = accounts.get(accountId)
    if (!account) return err(vaultFailure('save', processes.isClosed ? 'closed' : 'notOpen'))
    const answer = await ask({ kind: 'save', accountId, places }, account.connection)
    if (accounts.get(accountId) === account) settle(accountId, answer.ok ? { ...account, places, loads: 'open' } : null)
    return answer.ok ? ok(null) : answer
  }

  async function load(request: Request<OpenAccount['loads']>, isUrgent: boolean): Promise<Outcome<VaultTrouble>> {
    const { kind, accountId, places } = request
    const known = accounts.get(accountId)
    // A key that is only held in memory may be used wherever its account is being added.
    const isHere = known?.connection.alive === true && (known.places ?? places) === places
    const isStored = known?.loads !== 'lend' || kind !== 'bind'
    if (isHere && isStored) return { ok: true, value: known.apiKey }
    return outcomeOf(request, await processes.connect(isUrgent), (apiKey, connection) => {
      if (apiKey !== null) settle(accountId, { apiKey, places, loads: kind, connection })
    })
  }

  /** If the keychain does not return a stored key, it is locked. */
  function loaded(outcome: Outcome<VaultTrouble>, accountId: string): Result<OpenedKey, Failure> {
    if (!outcome.ok)
      return err(vaultFailure('open', outcome.trouble, outcome.trouble === 'elsewhere' ? null : outcome.detail))
    if (outcome.value === null) return err(vaultFailure('open', 'locked'))
    return ok({ apiKey: outcome.value, ...(accounts.get(accountId)?.loads === 'lend' && { isLent: true }) })
  }

  /** Deletes a key from memory and, unless it was only held, from the keychain. Succeeds if there was none. */
  async function forget(accountId: string): Promise<Result<null, Failure>> {
    if (processes.isClosed) return err(vaultFailure('forget', 'closed'))
    if (accounts.get(accountId)?.places !== null) {
      const answer = await ask({ kind: 'forget', accountId }, await processes.connect(false))
      if (!answer.ok) return answer
    }
    settle(accountId, null)
    return ok(null)
  }

  /**
   * HMAC-SHA256 of `text` under an opened account's secret, lower-case hex. `isUrgent`: an exit may be waiting for it,
   * so a recent failure is retried at once.
   */
  async function sign(accountId: string, text: string, isUrgent = false): Promise<Result<string, Failure>> {
    const until = clock.mono() + (isUrgent ? EXIT_PATIENCE_MS : 0)
    // Signing changes nothing. So a request that was lost with its process is repeated in the next one.
    for (let tried = 1; ; tried++) {
      const signed = await signOnce(accountId, text, isUrgent)
      const isCrash = !signed.ok && signed.error.message.code === 'failure.vault.crashed'
      if (!isCrash || (tried > 1 && clock.mono() >= until)) return signed
    }
  }

  async function signOnce(accountId: string, text: string, isUrgent: boolean): Promise<Result<string, Failure>> {
    const account = accounts.get(accountId)
    if (!account) return err(vaultFailure('sign', processes.isClosed ? 'closed' : 'notOpen'))
    if (!account.connection.alive) {
      const reopened = await reopen(accountId, account, isUrgent)
      if (!reopened.ok) return reopened
    }
    const at = accounts.get(accountId)?.connection ?? 'notOpen'
    const answer = await ask({ kind: 'sign', accountId, text }, at)
    if (!answer.ok) {
      const isOver = at === 'notOpen' || at.alive || processes.isClosed
      return isOver ? answer : err(vaultFailure('sign', 'crashed'))
    }
    return answer.value === null ? err(vaultFailure('sign', 'notOpen')) : ok(answer.value)
  }

  /** Loads the key once for all callers that wait. After a failure, callers that are not urgent do not retry soon. */
  function reopen(accountId: string, account: OpenAccount, isUrgent: boolean): Promise<Result<unknown, Failure>> {
    const { places, loads } = account
    if (places === null) return Promise.resolve(err(vaultFailure('sign', 'lost')))
    const { reopening: last } = account
    if (last?.backOffUntil === null) return last.result
    if (last !== undefined && !isUrgent && clock.mono() < last.backOffUntil) return last.result
    const reopening: NonNullable<OpenAccount['reopening']> = {
      nth: (last?.nth ?? 0) + 1,
      backOffUntil: null,
      result: load({ kind: loads, accountId, places }, isUrgent)
        .then((outcome) => loaded(outcome, accountId))
        .finally(() => (reopening.backOffUntil = clock.mono() + processes.backOffMs(reopening.nth))),
    }
    account.reopening = reopening
    return reopening.result
  }

  return {
    /** The key for which secrets are sealed (`seal.ts`), as base64. It changes when the process restarts. */
    async publicKey(): Promise<Result<string, Failure>> {
      const answer = await ask({ kind: 'publicKey' }, await processes.connect(false))
      return answer.ok ? ok(answer.value ?? '') : answer
    },
    /** Keeps a key in the vault's memory only, until it is saved. `sealed`: its secret, sealed for `publicKey`. */
    take: (accountId: string, apiKey: string, sealed: string) => put({ kind: 'take', accountId, apiKey, sealed }),
    /** Keeps the demo's key, which is no secret, in the vault's memory only. */
    hold: (accountId: string, { apiKey, apiSecret }: KeyPair) => put({ kind: 'hold', accountId, apiKey, apiSecret }),
    save,
    /**
     * Loads a stored key for signing at `places` and returns its public half; null: there is no such key. `elsewhere`:
     * the key is kept for those other places and was not loaded (empty: an earlier version stored no places). `stored`:
     * our own index says that the key should be there. A locked keychain looks like an empty one. So if a stored key is
     * not found, that means `vaultLocked`.
     */
    async open(
      accountId: string,
      stored: boolean,
      places: string,
    ): Promise<Result<OpenedKey | { elsewhere: string } | null, Failure>> {
      const outcome = await load({ kind: 'open', accountId, places }, false)
      if (outcome.ok && outcome.value === null && !stored) return ok(null)
      if (!outcome.ok && outcome.trouble === 'elsewhere') return ok({ elsewhere: outcome.detail ?? '' })
      return loaded(outcome, accountId)
    },
    /**
     * Loads a stored key that the trader wants used at `places` from now on, and stores them with it. If the keychain
     * accepts no change, the key is loaded anyway, and `open` answers `elsewhere` the next time.
     */
    bind: async (accountId: string, places: string) =>
      loaded(await load({ kind: 'bind', accountId, places }, false), accountId),
    /** As `bind`, but only until Plimsoll ends: nothing is stored, and `open` answers `elsewhere` in the next run. */
    lend: async (accountId: string, places: string) =>
      loaded(await load({ kind: 'lend', accountId, places }, false), accountId),
    forget,
    sign,
    /** Ends the vault process, and with it every key in memory. */
    async close(): Promise<void> {
      accounts.clear()
      processes.close()
    },
  }
}
