/**
 * An untidy venue: a layer over the simulator that changes its answers by a list of mutations, each at one endpoint,
 * temporarily or permanently. Mutations are plain data, so that a run can be printed, repeated and reduced.
 */
import type { Clock } from '#shared/domain/clock.ts'
import type { Fault, Faults } from './faults.ts'
import type { Alter } from './request-hook.ts'
import { ENTRY_KINDS, FIELD_KINDS, LIST_KINDS, mutated, placeIn, type Place, type Target } from './mutations.ts'

export { ENTRY_KINDS, FIELD_KINDS, LIST_KINDS }

/** Mutations of the transport, as simulator faults. `value` decides where there is a choice. */
const ON_THE_WIRE = {
  pause: (value, clock) => ({ kind: 'status429', ...retryAfter(value, clock), times: 1 + (value % 3) }),
  ban: (value) => ({ kind: 'status418', retryAfter: 5 + (value % 3) * 20, times: 1 }),
  drip: (value) => ({ kind: 'trickle', ms: 1 + (value % 3) }),
  late: (value) => ({ kind: 'delay', ms: 500 + (value % 4) * 1_500 }),
  silent: () => ({ kind: 'delay', ms: 60_000, times: 3 }),
  broken: () => ({ kind: 'serverError' }),
  lost: () => ({ kind: '504NotExecuted', times: 2 }),
  doneAndLost: () => ({ kind: '504Executed', times: 2 }),
  doneLate: (value) => ({ kind: '504ExecutedLate', ms: 500 + (value % 4) * 1_000, times: 2 }),
  cutOff: () => ({ kind: 'truncate' }),
  reset: () => ({ kind: 'resetAfterRead', times: 2 }),
  page: () => ({ kind: 'malformed', body: '<html><body>Maintenance</body></html>' }),
} as const satisfies Readonly<Record<string, (value: number, clock: Clock) => Omit<Fault, 'match'>>>

export const WIRE_KINDS = Object.keys(ON_THE_WIRE) as (keyof typeof ON_THE_WIRE)[]

/** `stale`: answers are those from just before it began. */
export type MutationKind =
  | (typeof FIELD_KINDS | typeof ENTRY_KINDS | typeof LIST_KINDS | typeof WIRE_KINDS)[number]
  | 'stale'

export interface Mutation {
  /** A simulator endpoint ("contract.account"); for transport mutations also "spot.*", "contract.*" and "*". */
  readonly endpoint: string
  /** Ms since the beginning; null: permanent. */
  readonly from: number
  readonly until: number | null
  readonly kind: MutationKind
  readonly target: Target
}

export function isOnTheWire(kind: MutationKind): kind is (typeof WIRE_KINDS)[number] {
  return Object.hasOwn(ON_THE_WIRE, kind)
}

export class UntidyVenue {
  readonly #clock: Clock
  readonly #began: number
  readonly #mutations: readonly Mutation[]
  readonly #places = new Map<Mutation, Place>()
  /** The newest answer of each address from before its endpoint went stale, which is then repeated. */
  readonly #earlier = new Map<string, unknown>()

  constructor(mutations: readonly Mutation[], clock: Clock) {
    this.#clock = clock
    this.#began = clock.mono()
    this.#mutations = mutations.filter(({ kind }) => !isOnTheWire(kind))
  }

  /** Where each mutation has taken effect so far. */
  get places(): ReadonlyMap<Mutation, Place> {
    return this.#places
  }

  readonly alter: Alter = (endpoint, url, json) => {
    let answer = json
    const own = this.#mutations.filter((mutation) => mutation.endpoint === endpoint)
    for (const mutation of own) {
      if (mutation.kind === 'stale') answer = this.#stale(mutation, url, answer)
      else if (this.#isOn(mutation)) answer = this.#mutate(mutation, answer)
    }
    return answer
  }

  #isOn({ from, until }: Mutation): boolean {
    const at = this.#clock.mono() - this.#began
    return at >= from && (until === null || at < until)
  }

  #stale(mutation: Mutation, url: string, answer: unknown): unknown {
    if (!this.#isOn(mutation) || !this.#earlier.has(url)) this.#earlier.set(url, answer)
    return this.#earlier.get(url)
  }

  #mutate(mutation: Mutation, answer: unknown): unknown {
    const { kind, target } = mutation
    const place = this.#places.get(mutation) ?? placeIn(answer, kind, target)
    if (place === null) return answer
    this.#places.set(mutation, place)
    return mutated(answer, kind, place, target)
  }
}

/** Injects the transport faults of `mutations` from now on. */
export function injectTransportFaults(mutations: readonly Mutation[], faults: Faults, clock: Clock): void {
  for (const { kind, endpoint, from, until, target } of mutations) {
    if (!isOnTheWire(kind)) continue
    clock.after(from, () => {
      const takeBack = faults.inject({ times: Infinity, ...ON_THE_WIRE[kind](target.value, clock), match: endpoint })
      if (until !== null) clock.after(until - from, takeBack)
    })
  }
}

/** Absent, in seconds, or as an HTTP date. */
function retryAfter(value: number, clock: Clock): Pick<Fault, 'retryAfter'> {
  const seconds = [null, 60, 15, 5][value % 4] ?? null
  if (seconds === null) return {}
  return { retryAfter: value % 8 < 4 ? seconds : new Date(clock.wall() + seconds * 1_000).toUTCString() }
}
