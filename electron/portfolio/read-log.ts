import type { Failure } from '#shared/domain/failure.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import type { Health } from '#shared/snapshot/snapshot.ts'
import type { EndpointName } from '../venue/port.ts'
import { jobKey, type Outcome } from './read.ts'

/** The result of the newest read of each scope: of an endpoint, or of one instrument of it. */
export class ReadLog {
  /** Scopes whose newest answer had unreadable entries. */
  readonly #quarantined = new Map<
    string,
    { readonly operation: EndpointName; readonly instrument: string | null; readonly entries: readonly Quarantined[] }
  >()
  /** The reads that failed when last tried, newest last. */
  readonly #failing = new Map<string, Failure>()
  /** Reads that were answered at least once. */
  readonly #answered = new Set<EndpointName>()

  note(operation: EndpointName, outcome: Outcome, instrument?: string): void {
    const scope = jobKey(operation, instrument)
    this.tried(scope, 'failure' in outcome ? outcome.failure : null)
    if ('failure' in outcome) return
    this.#answered.add(operation)
    this.#quarantined.delete(scope)
    const { quarantined: entries } = outcome
    if (entries.length > 0) this.#quarantined.set(scope, { operation, instrument: instrument ?? null, entries })
  }

  /** Drops the scopes of `operation` that are no longer read. */
  retain(operation: EndpointName, instruments: ReadonlySet<string>): void {
    for (const [scope, { operation: of, instrument }] of this.#quarantined) {
      if (of === operation && instrument !== null && !instruments.has(instrument)) this.#quarantined.delete(scope)
    }
  }

  /** Records the outcome of background work. `failure` null: it succeeded. */
  tried(operation: string, failure: Failure | null): void {
    this.#failing.delete(operation)
    if (failure !== null) this.#failing.set(operation, failure)
  }

  wasAnswered(operation: EndpointName): boolean {
    return this.#answered.has(operation)
  }

  isFailing(operation: string): boolean {
    return this.#failing.has(operation)
  }

  quarantined(): Health['quarantined'] {
    return [...this.#quarantined.values()].flatMap(({ operation, instrument, entries }) =>
      entries.map((entry) => ({ operation, instrument, ...entry })),
    )
  }

  /** The newest failure that no success followed; null: none. */
  failure(): Failure | null {
    return [...this.#failing.values()].at(-1) ?? null
  }
}
