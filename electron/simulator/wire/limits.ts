import type { Limit } from '../routes/route.ts'

/** The verdict on a call: admitted, too many (429), or banned (418). */
export type Verdict = 'pass' | 'slow-down' | 'banned'

/** How many calls after a 429 lead to a ban, and how long bans last. */
export interface BanRules {
  readonly after: number
  readonly forgivenAfterMs: number
  readonly firstMs: number
  readonly maxMs: number
}

const BAN_RULES: BanRules = { after: 10, forgivenAfterMs: 60_000, firstMs: 120_000, maxMs: 3 * 86_400_000 }

/**
 * Rate limits as the venue counts them: a strict sliding window over the arrivals of an endpoint, including refused
 * ones. Further calls after a 429 ban the address from both areas, each time for twice as long.
 */
export class Limits {
  readonly #rules: BanRules
  readonly #arrivals = new Map<string, number[]>()
  #warnings: number[] = []
  #bannedUntil = 0
  #bans = 0

  constructor(rules: BanRules = BAN_RULES) {
    this.#rules = rules
  }

  /** Counts a call that arrived at `now` (monotonic ms) and returns the verdict. */
  arrive(endpoint: string, limit: Limit | null, now: number): Verdict {
    const isOver = limit !== null && this.#count(limit.pool ?? endpoint, limit, now) > limit.count
    if (now < this.#bannedUntil) {
      this.#warn(now)
      return 'banned'
    }
    if (!isOver) return 'pass'
    return this.#warn(now) ? 'banned' : 'slow-down'
  }

  #count(name: string, { windowMs, weight = 1 }: Limit, now: number): number {
    const recent = (this.#arrivals.get(name) ?? []).filter((at) => at > now - windowMs)
    for (let counted = 0; counted < weight; counted += 1) recent.push(now)
    this.#arrivals.set(name, recent)
    return recent.length
  }

  /** Records one call too many. True: it led to a ban, or a longer one. */
  #warn(now: number): boolean {
    const { after, forgivenAfterMs, firstMs, maxMs } = this.#rules
    this.#warnings = this.#warnings.filter((at) => at > now - forgivenAfterMs)
    this.#warnings.push(now)
    if (this.#warnings.length <= after) return false
    this.#bannedUntil = now + Math.min(maxMs, firstMs * 2 ** this.#bans)
    this.#bans += 1
    this.#warnings = []
    return true
  }
}
