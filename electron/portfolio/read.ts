import type { Failure } from '#shared/domain/failure.ts'
import type { PartName } from '#shared/snapshot/snapshot.ts'
import type { Answer, EndpointName, Params, Reply, VenueClient } from '../venue/port.ts'
import type { Parts } from './parts.ts'
import type { ReadEvery } from './reads.ts'
import type { Job } from './schedule.ts'

/**
 * What an answer changes: open orders alone; the account and its prices, and so the risk figures; or the market behind
 * them, which nothing on the screen hurries for.
 */
type Changes = 'orders' | 'account' | 'market'
export type Outcome = { readonly failure: Failure } | { readonly quarantined: Answer<unknown>['quarantined'] }

export interface ReadContext {
  readonly client: VenueClient
  readonly parts: Parts
  /** Called after each read: what it changed or failed to, how it went, and of which instrument where it is of one. */
  learned(operation: EndpointName, changes: Changes, outcome: Outcome, instrument?: string): void
}

/** A job, what it calls, and why it failed if it did. */
export interface Read extends Job, ReadEvery {
  readonly endpoint: EndpointName
  run(): Promise<Failure | null>
}

/** Where the answer of a read goes. */
export interface Handling<T> {
  readonly keep?: (answer: Answer<T>) => void
  /** The same where the answer may be wrong as a whole: gives what speaks against it. */
  readonly believe?: (answer: Answer<T>) => Answer<T>['quarantined']
  /** Parts that note a failure of this read. */
  readonly parts?: readonly PartName[]
  readonly fail?: (failure: Failure) => void
  /** "account" unless told. */
  readonly changes?: Changes
  /** Whether the venue may refuse it: then that is what was found out, and no failure. */
  readonly isTrial?: boolean
  /** What tells it from others of its endpoint: the instrument, where it is read once per instrument. */
  readonly name?: string
}

/** A read of one endpoint in the lane that waits for all others. */
export function readOf<E extends EndpointName>(
  context: ReadContext,
  endpoint: E,
  params: Params<E>,
  every: ReadEvery,
  handling: Handling<Reply<E>>,
): Read {
  const changes = handling.changes ?? 'account'
  return {
    endpoint,
    key: jobKey(endpoint, handling.name),
    ...every,
    async run() {
      const result = await context.client.call(endpoint, params, { lane: 'poll' })
      if (result.ok) {
        handling.keep?.(result.value)
        const doubts = handling.believe?.(result.value) ?? []
        context.learned(endpoint, changes, { quarantined: [...result.value.quarantined, ...doubts] }, handling.name)
        return null
      }
      for (const part of handling.parts ?? []) context.parts.fail(part, result.error)
      handling.fail?.(result.error)
      if (handling.isTrial && result.error.outcome === 'rejected') return null
      context.learned(endpoint, changes, { failure: result.error }, handling.name)
      return result.error
    },
  }
}

/** The key a job is scheduled under. */
export function jobKey(endpoint: EndpointName, name?: string): string {
  return name === undefined ? endpoint : `${endpoint}:${name}`
}
