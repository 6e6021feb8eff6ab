import type { Clock } from '#shared/domain/clock.ts'
import { wasAnswered, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Credentials, EndpointName } from '../port.ts'

/** How often the trading key makes a poll of each account, ms: another key says nothing about this one. */
const TURN_EVERY_MS = 60_000
const TURNS: ReadonlySet<EndpointName> = new Set(['spot.account', 'contract.account'])
/** After both keys failed at a call, how long only one of them makes it, ms. */
const BOTH_FAIL_FOR_MS = 60_000

/** The venue refuses the key, or the vault cannot sign with it. */
const AGAINST_THE_KEY: ReadonlySet<FailureKind> = new Set([
  'key',
  'signature',
  'noCredentials',
  'vaultLocked',
  'vaultUnavailable',
])
/** Answers that say nothing about a key. */
const ABOUT_THE_HOST: ReadonlySet<FailureKind> = new Set(['rateLimited', 'banned', 'clock', 'timeout'])

/** A key, and what its polls have shown of it. */
interface Key {
  readonly credentials: Credentials | null
  /** Why it does not work, by the call that showed it. A key may work in one area alone. */
  readonly failures: Map<EndpointName, Failure>
  /** Calls that it was refused without a word of the key, and that the other key then made. */
  readonly doubted: Set<EndpointName>
}

/**
 * Signs polls with the reading key while it works, and otherwise with the trading key, which is the account's own. The
 * trading key takes a turn now and then. What one key is refused, the other is asked for: not every venue says that it
 * was the key.
 */
export class PollKeys {
  readonly #clock: Clock
  #trading: Key
  #reading: Key | null = null
  /** Monotonic ms. */
  readonly #turnAt = new Map<EndpointName, number>()
  readonly #bothFailedAt = new Map<EndpointName, number>()

  constructor(clock: Clock, trading: Credentials | null) {
    this.#clock = clock
    this.#trading = newKey(trading)
  }

  /** null: there is no reading key. */
  readWith(credentials: Credentials | null): void {
    this.#reading = credentials && newKey(credentials)
    this.#trading = newKey(this.#trading.credentials)
    this.#bothFailedAt.clear()
    // The trading key was proved to get here.
    for (const endpoint of TURNS) this.#turnAt.set(endpoint, this.#clock.mono())
  }

  /** Why the reading key was put aside; null: it is in use, or there is none. */
  readingFailure(): Failure | null {
    return whyNot(this.#reading)
  }

  /** Why the trading key failed when it took its turn; null: it did not, or it makes all polls. */
  tradingFailure(): Failure | null {
    return this.#reading !== null && whyNot(this.#reading) === null ? whyNot(this.#trading) : null
  }

  /** Makes a poll with the key whose turn it is, and with the other one if that is refused. */
  async ask<T>(
    endpoint: EndpointName,
    askWith: (credentials: Credentials | null) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const [reading, trading] = [this.#reading, this.#trading]
    if (reading === null || whyNot(reading) !== null) return askWith(trading.credentials)
    const [first, second] = this.#takesTurn(endpoint) ? [trading, reading] : [reading, trading]
    const answer = await askWith(first.credentials)
    if (answer.ok) return this.#works(first, endpoint, answer)
    const isPlain = AGAINST_THE_KEY.has(answer.error.kind)
    if ((!isPlain && !mayBeTheKey(answer.error)) || this.#bothFailed(endpoint)) return answer
    const other = await askWith(second.credentials)
    // What neither key is given says nothing about one of them: the vault is closed, or the venue doubts the clock.
    if (!other.ok && (!isPlain || AGAINST_THE_KEY.has(other.error.kind)))
      this.#bothFailedAt.set(endpoint, this.#clock.mono())
    else if (isPlain || first.doubted.has(endpoint)) first.failures.set(endpoint, answer.error)
    else this.#doubts(first, endpoint)
    return other
  }

  #works<T>(key: Key, endpoint: EndpointName, answer: T): T {
    key.doubted.delete(endpoint)
    if (key === this.#trading) key.failures.delete(endpoint)
    return answer
  }

  #doubts(key: Key, endpoint: EndpointName): void {
    key.doubted.add(endpoint)
    // It takes the next turn too: one bad answer may be chance.
    if (key === this.#trading) this.#turnAt.delete(endpoint)
  }

  #takesTurn(endpoint: EndpointName): boolean {
    if (!TURNS.has(endpoint) || this.#isWithin(this.#turnAt.get(endpoint), TURN_EVERY_MS)) return false
    this.#turnAt.set(endpoint, this.#clock.mono())
    return true
  }

  #bothFailed(endpoint: EndpointName): boolean {
    return this.#isWithin(this.#bothFailedAt.get(endpoint), BOTH_FAIL_FOR_MS)
  }

  #isWithin(at: number | undefined, ms: number): boolean {
    return at !== undefined && this.#clock.mono() - at < ms
  }
}

const newKey = (credentials: Credentials | null): Key => ({ credentials, failures: new Map(), doubted: new Set() })

const whyNot = (key: Key | null): Failure | null => key?.failures.values().next().value ?? null

/** Whether another key might get another answer. */
function mayBeTheKey(failure: Failure): boolean {
  return wasAnswered(failure) && failure.retry !== 'soon' && !ABOUT_THE_HOST.has(failure.kind)
}
