import type { Clock } from '#shared/domain/clock.ts'
import type { HostBudget } from '#shared/domain/budget.ts'

/** One start per this many ms and area: a fifth of the tightest published limit, 20 in 2 s. */
const PACE_MS = 500
/** How long market reads pause after a host's first refusal, once the host is open again, ms. Doubles each time. */
const PAUSE_MS = 60_000
/** The slow-down and pause stop growing after this many refusals: at 16 s and 16 min. */
const MOST_REFUSALS = 5
/** After this long without another refusal, ms, one refusal is forgiven. */
const FORGIVEN_MS = 3_600_000

/**
 * How fast candles and order books may be read from one host. These reads share the venue's limit with the reads of the
 * account, which must never be crowded out. While the host asks us to wait, and for a pause after that, none is sent;
 * then they continue at half the pace. Reads of the account and of orders are not slowed.
 */
export class MarketPace {
  readonly #clock: Clock
  readonly #hostState: () => HostBudget['state']
  #refusals = 0
  #wasOpen = true
  #pausedUntil = -Infinity
  #forgivesAt = Infinity

  constructor(clock: Clock, hostState: () => HostBudget['state']) {
    this.#clock = clock
    this.#hostState = hostState
  }

  /** Ms between two starts. */
  paceMs(): number {
    return PACE_MS * 2 ** this.#refusals
  }

  /** Whether reads may be sent now. It also watches the state of the host, so it must be called often. */
  isOpen(): boolean {
    const now = this.#clock.mono()
    const isOpen = this.#hostState() === 'open'
    if (!isOpen) {
      if (this.#wasOpen) this.#refusals = Math.min(this.#refusals + 1, MOST_REFUSALS)
      this.#pausedUntil = now + PAUSE_MS * 2 ** (this.#refusals - 1)
      this.#forgivesAt = this.#pausedUntil + FORGIVEN_MS
    } else if (this.#refusals > 0 && now >= this.#forgivesAt) {
      this.#refusals--
      this.#forgivesAt = now + FORGIVEN_MS
    }
    this.#wasOpen = isOpen
    return isOpen && now >= this.#pausedUntil
  }
}
