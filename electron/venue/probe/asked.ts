/** How a probe makes calls: it takes turns, keeps to its time limit, and remembers the result of each call. */
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { err, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { EndpointName, Reply } from '../endpoints/calls.ts'
import type { Answer, VenueClient } from '../port.ts'

/** What the steps need from a client. */
export type Asker = Pick<VenueClient, 'call' | 'dialect' | 'venueTime'>

/** Whether the venue offers a call, judged by its answers. */
type Offered = 'yes' | 'no' | 'unclear'

/** Failures that say something about the connection or the moment, and nothing about the call. */
const PROVES_NOTHING: ReadonlySet<Failure['kind']> = new Set([
  ...(['network', 'timeout', 'tls', 'redirect', 'rateLimited', 'banned', 'closed'] as const),
  ...(['venueError', 'unexpectedReply', 'invalidParameter', 'noCredentials', 'vaultLocked'] as const),
  ...(['vaultUnavailable', 'storage'] as const),
])

/** A good answer, and the venue's clock when it arrived, ms. */
interface GoodAnswer<E extends EndpointName> {
  readonly value: Reply<E>
  readonly venueTime: number
}

/** The result of each call of a probe, across all steps. */
export class CallResults {
  readonly #offered = new Map<EndpointName, Offered>()
  readonly #latest = new Map<EndpointName, GoodAnswer<EndpointName>>()

  note<E extends EndpointName>(endpoint: E, answer: Result<Answer<Reply<E>>, Failure>, venueTime: number | null): void {
    const now = answer.ok ? 'yes' : offeredBy(answer.error)
    // One good answer is proof; "missing" outweighs "unclear".
    const before = this.#offered.get(endpoint) ?? 'unclear'
    this.#offered.set(endpoint, before === 'yes' || now === 'unclear' ? before : now)
    if (answer.ok && venueTime !== null) this.#latest.set(endpoint, { value: answer.value.value, venueTime })
  }

  /** Notes a call that a client made on its own. */
  answered(endpoint: EndpointName): void {
    this.#offered.set(endpoint, 'yes')
  }

  offered(endpoint: EndpointName): Offered {
    return this.#offered.get(endpoint) ?? 'unclear'
  }

  latest<E extends EndpointName>(endpoint: E): GoodAnswer<E> | null {
    return (this.#latest.get(endpoint) as GoodAnswer<E> | undefined) ?? null
  }
}

function offeredBy({ kind }: Failure): Offered {
  if (kind === 'notSupported') return 'no'
  return PROVES_NOTHING.has(kind) ? 'unclear' : 'yes'
}

/**
 * Calls again after "too many requests"; the client waits as long as the venue wants. Only for calls without effect,
 * including test orders: a call refused for its rate was not processed.
 */
export async function patiently<T>(ask: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  const answer = await ask()
  return !answer.ok && answer.error.kind === 'rateLimited' ? ask() : answer
}

/** A client that retries patiently. */
export function patient(client: Asker): Asker {
  return {
    dialect: () => client.dialect(),
    venueTime: () => client.venueTime(),
    call: (endpoint, params, options) => patiently(() => client.call(endpoint, params, options)),
  }
}

/** A client that records its answers in `asked`. `isLate`: the probe has used up its time. */
export function remembered(client: Asker, asked: CallResults, isLate: () => boolean): Asker {
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
