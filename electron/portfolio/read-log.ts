import type { Failure } from '#shared/domain/failure.ts'
import type { Health } from '#shared/domain/snapshot.ts'
import type { RiskInputName } from '#shared/risk/report.ts'
import type { Answer, EndpointName } from '../venue/client.ts'
import type { Outcome } from './read.ts'

/** What an unreadable entry of these reads may hide: a position that could not be read is not one that is not there. */
const HIDDEN_BY: Partial<Record<EndpointName, readonly RiskInputName[]>> = {
  'spot.account': ['balances'],
  'contract.account': ['marginAccounts', 'positions'],
}

/** How the newest read of each kind went. */
export class ReadLog {
  /** Reads whose newest answer had entries that could not be read. */
  readonly #quarantined = new Map<EndpointName, Answer<unknown>['quarantined']>()
  /** What went wrong the newest time it was tried, the newest last. */
  readonly #failing = new Map<string, Failure>()
  /** Reads that were answered at least once. */
  readonly #answered = new Set<EndpointName>()

  note(operation: EndpointName, outcome: Outcome): void {
    this.tried(operation, 'failure' in outcome ? outcome.failure : null)
    if ('failure' in outcome) return
    this.#answered.add(operation)
    if (outcome.quarantined.length > 0) this.#quarantined.set(operation, outcome.quarantined)
    else this.#quarantined.delete(operation)
  }

  /** How anything that is done in the background went; null: well. */
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

  /** Parts of which something may be hidden. */
  incomplete(): readonly RiskInputName[] {
    return [...this.#quarantined.keys()].flatMap((operation) => HIDDEN_BY[operation] ?? [])
  }

  quarantined(): Health['quarantined'] {
    return [...this.#quarantined].flatMap(([operation, entries]) => entries.map((entry) => ({ operation, ...entry })))
  }

  /** The newest failure of what has not gone well since; null when there is none. */
  failure(): Failure | null {
    return [...this.#failing.values()].at(-1) ?? null
  }
}
