import { memoise } from '#shared/domain/memoise.ts'
import type { Health } from '#shared/snapshot/snapshot.ts'
import type { Risk } from '../risk/risk-client.ts'
import { EquityCurve } from './equity-curve.ts'
import { keysToQuote } from './interest.ts'
import type { AccountSources, KnownAccount } from './known-account.ts'
import type { Market } from './market/market.ts'

/** The shortest time between two computations, ms. Risk is the most expensive part to compute and to send. */
const ASSESS_EVERY_MS = 500
/** If the account was not read for this long, ms, the phase is `blind`. */
const BLIND_AFTER_MS = 5_000

interface AssessmentOptions extends AccountSources {
  readonly account: KnownAccount
  readonly risk: Risk
  readonly market: Market | undefined
  /** There are new figures, or they could not be computed. */
  readonly onFigures: () => void
}

/** The risk figures of the newest account, and what depends on them: the phase and the equity curve. */
export class Assessment {
  readonly #options: AssessmentOptions
  readonly #curve: EquityCurve
  #isDirty = true
  #isLive = false
  /** Whether figures were requested since the account was whole. */
  #wasWhole = false
  #startedAt = -Infinity
  /** When the account of the newest figures was read. */
  #accountReadAt = -Infinity

  constructor(options: AssessmentOptions) {
    this.#options = options
    this.#curve = new EquityCurve(options.clock)
  }

  /** The account changed since the newest figures were requested. */
  changed(): void {
    this.#isDirty = true
  }

  isDirty(): boolean {
    return this.#isDirty
  }

  isDue(): boolean {
    if (!this.#isDirty) return false
    return this.isFirstWhole() || this.#options.clock.mono() - this.#startedAt >= ASSESS_EVERY_MS
  }

  /**
   * Whether the account was read and every price it needs was asked for, and no figures were requested since: the first
   * totals wait for nothing else.
   */
  isFirstWhole(): boolean {
    return !this.#wasWhole && isWhole(this.#options)
  }

  /** Resolves when the risk figures match the account, or could not be computed. */
  async assess(): Promise<void> {
    const { clock, parts, log, risk, market, onFigures } = this.#options
    let of = null as ReturnType<typeof askedOf> | null
    const answer = await risk.compute('risk', () => {
      this.#startedAt = clock.mono()
      this.#isDirty = false
      of = askedOf(this.#options)
      this.#wasWhole ||= of.isWhole
      return of.inputs
    })
    if (answer === null || of === null) return
    log.tried('risk', answer.ok ? null : answer.error)
    if (answer.ok) {
      const { report, books } = answer.value
      if (this.#curve.measureIn(report)) parts.compose('equityCurve', [], of.readAt)
      parts.compose('risk', report, of.readAt)
      this.#accountReadAt = of.accountReadAt
      market?.assessed(of.inputs, report, books)
      // While prices are still missing, the total would look like a loss. Once they arrive, it would look like a gain.
      this.#isLive ||= report.missing.length === 0 && of.isWhole
    } else {
      parts.fail('risk', answer.error)
      this.#isDirty = true
    }
    onFigures()
  }

  phase(): Health['phase'] {
    const { account, clock, parts } = this.#options
    const readAt = account.oldestOf(ACCOUNT)
    if (!this.#isLive || readAt === null) return 'connecting'
    return parts.isBeforeSleep(readAt) || clock.mono() - readAt > BLIND_AFTER_MS ? 'blind' : 'live'
  }

  recordEquity(): void {
    const { parts } = this.#options
    const { data: report, readAt } = parts.part('risk')
    const isLive = this.phase() === 'live' && !parts.isBeforeSleep(readAt)
    const points = this.#curve.record(isLive ? report : null, this.#accountReadAt)
    if (points) parts.compose('equityCurve', points, readAt)
  }
}

/** The inputs of the figures as they are now. Whatever is read later goes into the next computation. */
function askedOf({ account, quotes }: AssessmentOptions) {
  return {
    inputs: account.riskInputs(),
    readAt: account.riskReadAt(),
    accountReadAt: account.oldestOf(ACCOUNT) ?? -Infinity,
    isWhole: isWhole({ account, quotes }),
  }
}

function isWhole({ account, quotes }: Pick<AssessmentOptions, 'account' | 'quotes'>): boolean {
  const known = account.known()
  const isRead = known.balances !== null && known.positions !== null && known.marginAccounts !== null
  return isRead && quotes.asked(wantedQuotes(known))
}

const ACCOUNT = ['balances', 'positions'] as const

/** The instruments whose prices the account needs, by `instrumentKey`. */
export const wantedQuotes = memoise(keysToQuote)
