/** What a probe asks through: it waits its turn, ends in time, and remembers what came of each call. */
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { err, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { EndpointName, Reply } from '../endpoints/calls.ts'
import type { Answer, VenueClient } from '../port.ts'

/** What the steps need of a client. */
export type Asker = Pick<VenueClient, 'call' | 'dialect' | 'venueTime'>

/** Whether the venue offers a call, as far as its answers tell. */
export type Offered = 'yes' | 'no' | 'unclear'

/** Failures that prove nothing about the call: of the way there, or of a moment. */
const PROVES_NOTHING: ReadonlySet<Failure['kind']> = new Set([
  ...(['network', 'timeout', 'tls', 'redirect', 'rateLimited', 'banned', 'closed'] as const),
  ...(['venueError', 'unexpectedReply', 'invalidParameter', 'noCredentials', 'vaultLocked'] as const),
  ...(['vaultUnavailable', 'storage'] as const),
])

/** A good answer and the venue's clock when it came, ms. */
export interface Came<E extends EndpointName> {
  readonly value: Reply<E>
  readonly venueTime: number
}

/** What came of each call of a probe, whichever step asked. */
export class Asked {
  readonly #offered = new Map<EndpointName, Offered>()
  readonly #latest = new Map<EndpointName, Came<EndpointName>>()

  note<E extends EndpointName>(endpoint: E, answer: Result<Answer<Reply<E>>, Failure>, venueTime: number | null): void {
    const now = answer.ok ? 'yes' : offeredBy(answer.error)
    // One good answer is proof; that a call is missing outweighs that nothing is known.
    const before = this.#offered.get(endpoint) ?? 'unclear'
    this.#offered.set(endpoint, before === 'yes' || now === 'unclear' ? before : now)
    if (answer.ok && venueTime !== null) this.#latest.set(endpoint, { value: answer.value.value, venueTime })
  }

  /** Of a call that a client made by itself. */
  answered(endpoint: EndpointName): void {
    this.#offered.set(endpoint, 'yes')
  }

  offered(endpoint: EndpointName): Offered {
    return this.#offered.get(endpoint) ?? 'unclear'
  }

  latest<E extends EndpointName>(endpoint: E): Came<E> | null {
    return (this.#latest.get(endpoint) as Came<E> | undefined) ?? null
  }
}

function offeredBy({ kind }: Failure): Offered {
  if (kind === 'notSupported') return 'no'
  return PROVES_NOTHING.has(kind) ? 'unclear' : 'yes'
}

/**
 * Asks once more when other callers have used up the venue's limit: the client waits as long as the venue wants before
 * it does. Only for calls that change nothing, a test order among them: one turned away for that was not looked at.
 */
export async function patiently<T>(ask: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  const answer = await ask()
  return !answer.ok && answer.error.kind === 'rateLimited' ? ask() : answer
}

/** A client that asks so. */
export function patient(client: Asker): Asker {
  return {
    dialect: () => client.dialect(),
    venueTime: () => client.venueTime(),
    call: (endpoint, params, options) => patiently(() => client.call(endpoint, params, options)),
  }
}

/** A client whose answers are remembered. `isLate`: whether the probe has used up its time. */
export function remembered(client: Asker, asked: Asked, isLate: () => boolean): Asker {
  return {
    dialect: () => client.dialect(),
    venueTime: () => client.venueTime(),
    async call(endpoint, params, options) {
      const answer = await client.call(endpoint, params, options)
      asked.note(endpoint, answer, client.venueTime())
      const isGivenUp = !answer.ok && answer.error.kind === 'closed' && isLate()
      return isGivenUp
        ? err({ ...answer.error, ...localFailure('timeout', endpoint, message('failure.checkLate')) })
        : answer
    },
  }
}
