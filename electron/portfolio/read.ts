import type { Failure } from '#shared/domain/failure.ts'
import type { PartName } from '#shared/snapshot/snapshot.ts'
import type { Answer, EndpointName, Params, Reply, VenueClient } from '../venue/port.ts'
import type { Parts } from './parts.ts'
import type { ReadEvery } from './reads.ts'
import type { Job } from './schedule.ts'

/**
 * What an answer changes: only open orders; the account and its prices, and so also risk; or candles and order books.
 */
type Changes = 'orders' | 'account' | 'market'
export type Outcome = { readonly failure: Failure } | { readonly quarantined: Answer<unknown>['quarantined'] }

export interface ReadContext {
  readonly client: VenueClient
  readonly parts: Parts
  /** Called after each read with what it changes, its result, and its instrument if it concerns one. */
  learned(operation: EndpointName, changes: Changes, outcome: Outcome, instrument?: string): void
}

/** A job, the endpoint it calls, and its failure, if any. */
export interface Read extends Job, ReadEvery {
  readonly endpoint: EndpointName
  run(): Promise<Failure | null>
}

/** Where the answer of a read goes. */
interface Handling<T> {
  readonly keep?: (answer: Answer<T>) => void
  /** Like `keep`, for an answer that may be wrong as a whole. Returns what contradicts it. */
  readonly believe?: (answer: Answer<T>) => Answer<T>['quarantined']
  /** Parts that record a failure of this read. */
  readonly parts?: readonly PartName[]
  readonly fail?: (failure: Failure) => void
  /** By default `account`. */
  readonly changes?: Changes
  /** Whether the venue may refuse the read. A refusal is then a finding and not a failure. */
  readonly isTrial?: boolean
  /** Distinguishes it from other reads of its endpoint, for example by instrument. */
  readonly name?: string
}

/** A read of one endpoint in the lane of the lowest priority. */
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

/** The key under which a job is scheduled. */
export function jobKey(endpoint: EndpointName, name?: string): string {
  return name === undefined ? endpoint : `${endpoint}:${name}`
}

/**
 * Runs every read once, except audits and endpoints in `skipped`. Calls `jobs` again after each round, as the answers
 * show what else to read. Resolves when there is nothing left to read, whatever failed.
 */
export async function readEachOnce(jobs: () => readonly Read[], skipped: ReadonlySet<EndpointName>): Promise<void> {
  const asked = new Set<string>()
  const askedAgain = new Set<string>()
  for (;;) {
    const round = jobs().filter(
      ({ key, endpoint, isAudit }) => !asked.has(key) && !skipped.has(endpoint) && isAudit !== true,
    )
    if (round.length === 0) return
    const failures = await Promise.all(round.map((job) => job.run()))
    for (const [index, { key }] of round.entries()) {
      // Another program may be using up the venue's limit. The read is tried once more, after the client has waited.
      if (failures[index]?.kind !== 'rateLimited' || askedAgain.has(key)) asked.add(key)
      else askedAgain.add(key)
    }
  }
}
