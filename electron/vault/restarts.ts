import { wait, type Clock } from '#shared/domain/clock.ts'
import { Connection, type VaultPort } from './connection.ts'
import type { VaultTrouble } from './failures.ts'

/**
 * The least time between two starts, ms. A crash loop then starts two processes a second, and no exit waits longer than
 * this for its signature.
 */
const PACE_MS = 500
/**
 * How long a failed keychain is left alone by callers that are not urgent, ms: every try may show the user a prompt.
 */
const BACK_OFF_MS = 60_000

interface Needs {
  readonly start: () => VaultPort
  readonly clock: Clock
  readonly keychainMs: number
  /** The processes that hold a key of some account. */
  readonly used: () => ReadonlySet<Connection>
}

/**
 * The vault's processes: which one gets new keys, when another is started, and when one is ended. A process whose
 * keychain fails or gets stuck is not killed while keys are open in it. It keeps signing, so that an unanswered
 * keychain prompt never stands between a trader and an exit. New keychain calls go to its replacement, and the old
 * process is ended when it holds no key any more.
 */
export class VaultProcesses {
  readonly #needs: Needs
  readonly #connections = new Set<Connection>()
  readonly #closing = new AbortController()
  #current: Connection | null = null
  /** The first start does not count. */
  #restartedAt = -Infinity

  constructor(needs: Needs) {
    this.#needs = needs
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /**
   * The process for a new key: the present one while it is in good order, otherwise a new one. A crashed process is
   * replaced at once; one with a failed keychain after a while, unless the call is urgent.
   */
  async connect(isUrgent: boolean): Promise<Connection | VaultTrouble> {
    const { start, clock, keychainMs } = this.#needs
    while (this.#current !== null && !isGood(this.#current) && !this.isClosed) {
      const sinceMs = clock.mono() - this.#restartedAt
      const { condition } = this.#current
      if (!isUrgent && condition !== 'crashed' && sinceMs < BACK_OFF_MS)
        return condition === 'stuck' ? 'stuck' : this.#current
      if (sinceMs >= PACE_MS) break
      await wait(clock, PACE_MS - sinceMs, this.#closing.signal)
    }
    if (this.isClosed) return 'closed'
    if (this.#current !== null && isGood(this.#current)) return this.#current
    if (this.#current !== null) this.#restartedAt = clock.mono()
    try {
      this.#current = new Connection(start(), clock, keychainMs, () => this.endUnused())
    } catch {
      return 'notStarted'
    }
    this.#connections.add(this.#current)
    this.endUnused()
    return this.#current
  }

  /** Ends every useless process: one that holds no key and runs no call, and is stuck or does not get new keys. */
  endUnused(): void {
    const used = this.#needs.used()
    for (const each of this.#connections) {
      const isWanted = each === this.#current && each.condition !== 'stuck'
      if (each.alive && !isWanted && !used.has(each) && each.idle) each.end('closed')
      if (!each.alive) this.#connections.delete(each)
    }
  }

  /**
   * How long non-urgent callers wait, ms, before they load a key again after its `nth` failure. Doubles after crashes.
   */
  backOffMs(nth: number): number {
    return this.#current?.condition === 'crashed' ? Math.min(BACK_OFF_MS, PACE_MS * 2 ** nth) : BACK_OFF_MS
  }

  close(): void {
    this.#closing.abort()
    for (const each of this.#connections) each.end('closed')
  }
}

function isGood({ alive, condition }: Connection): boolean {
  return alive && condition === 'good'
}
