/**
 * A client of the model venue with the limits of a real one: every call waits for its slot, and pauses are respected.
 */
import type { Lane, VenueClient } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import { ENDPOINTS } from '#electron/venue/endpoints/table.ts'
import { RateLimits, SharedLimits } from '#electron/venue/limits/rate-limits.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'

const BASE_URLS = new Map([
  ['spot', 'https://spot.test'],
  ['contract', 'https://contract.test'],
] as const)

/** A call that was sent. */
interface Left {
  readonly endpoint: string
  readonly lane: Lane
  readonly isWrite: boolean
  readonly at: number
}

export interface Paced {
  readonly client: (client: VenueClient) => VenueClient
  readonly left: Left[]
  /** How many of the next writes the venue refuses for exceeding the rate. */
  refusals: number
  /** The venue refuses a call of `area` now and asks for a pause. */
  pause(area: Area, ms: number): void
  ban(area: Area, ms: number): void
  readonly limits: RateLimits
}

export function paced(clock: Clock): Paced {
  const limits = new RateLimits(new SharedLimits(clock), BASE_URLS, DEFAULT_DIALECT)
  const left: Left[] = []
  const tell = (area: Area, lane: Lane, kind: 'rateLimited' | 'banned', retryAfterMs: number): Failure => {
    const now = clock.mono()
    const answered = { kind: 'answered', status: 429, bytes: Buffer.alloc(0), sentAt: now, answeredAt: now } as const
    const failure: Failure = { ...localFailure(kind, 'a call', verbatim('slow down')), outcome: 'rejected' }
    const retryAfter = { text: String(retryAfterMs / 1_000), date: null }
    limits.learn(area, lane, { ...answered, retryAfter, oddity: null, keptMs: 0 }, failure, clock.wall())
    return failure
  }
  const made: Paced = {
    left,
    refusals: 0,
    limits,
    pause: (area, ms) => void tell(area, 'poll', 'rateLimited', ms),
    ban: (area, ms) => void tell(area, 'poll', 'banned', ms),
    client: (client) => ({
      ...client,
      budget: () => limits.budget(),
      async call(endpoint, params, options = {}) {
        const { area, retry } = ENDPOINTS[endpoint]
        const isWrite = retry === 'never'
        const lane = options.lane ?? (isWrite ? 'act' : 'poll')
        const slot = await limits.acquire(endpoint, lane, options.signal ?? new AbortController().signal)
        if (!slot.ok)
          return err(localFailure(slot.error === 'banned' ? 'banned' : 'closed', endpoint, verbatim(slot.error)))
        left.push({ endpoint, lane, isWrite, at: clock.mono() })
        if (isWrite && made.refusals > 0) {
          made.refusals -= 1
          slot.value.answered()
          return err({ ...tell(area, lane, 'rateLimited', 0), operation: endpoint })
        }
        const answer = await client.call(endpoint, params, options)
        slot.value.answered()
        return answer
      },
    }),
  }
  return made
}
