import { isFlatWith } from '#shared/desk/predict-time.ts'
import type { Risk } from '../risk/risk-client.ts'
import type { AccountSources, KnownAccount } from './known-account.ts'
import { EXIT_TIME_EVERY_MS } from './reads.ts'

interface ExitTimingOptions extends AccountSources {
  readonly account: KnownAccount
  readonly risk: Risk
  /** There is a new time, or it could not be computed. */
  readonly onTime: () => void
}

/** Has the risk worker compute how long a flatten would take. */
export class ExitTiming {
  readonly #options: ExitTimingOptions
  #askedAt = -Infinity
  /** Whether there was nothing to close when the time was last asked for. */
  #wasFlat: boolean | null = null

  constructor(options: ExitTimingOptions) {
    this.#options = options
  }

  /**
   * Call it after the risk figures were computed, or could not be. Asks for the time when it is due, and at once when
   * there is suddenly something to close or nothing left. It runs after the risk figures, so that they are the first to
   * notice a hung worker.
   */
  assessed(): void {
    const { clock, account } = this.#options
    const { positions, orders } = account.known()
    if (positions === null) return
    const isFlat = isFlatWith(positions, orders)
    if (isFlat === this.#wasFlat && clock.mono() - this.#askedAt < EXIT_TIME_EVERY_MS) return
    this.#askedAt = clock.mono()
    this.#wasFlat = isFlat
    void this.#compute()
  }

  async #compute(): Promise<void> {
    const { client, clock, parts, log, risk, account, onTime } = this.#options
    let knownAt = -Infinity
    const answer = await risk.compute('exit', () => {
      knownAt = clock.mono()
      const { positions, orders } = account.known()
      const pace = { ...client.budget(), roundTripMs: client.clock()?.roundTripMs ?? null }
      return { instruments: parts.part('instruments').data, positions, orders, pace }
    })
    if (answer === null) return
    log.tried('exit', answer.ok ? null : answer.error)
    if (!answer.ok) parts.fail('exit', answer.error)
    else if (answer.value !== null) parts.compose('exit', answer.value, knownAt)
    onTime()
  }
}
