export type SimArea = 'spot' | 'contract'

/** One request as the venue saw it. */
export interface LedgerEntry {
  /** Counts from 1 in order of arrival. */
  readonly number: number
  readonly method: string
  readonly path: string
  /** Null for a path nobody serves. */
  readonly area: SimArea | null
  readonly endpoint: string | null
  /** Monotonic ms, taken when the request's header was read. */
  readonly arrivedAt: number
  readonly socketId: number
  /** Counts from 1 on each socket. */
  readonly numberOnSocket: number
  /** Path, query and body, once they were read. */
  url: string
  body: string
  clientOrderId: string | null
  /** The order a request made or named. */
  orderId: string | null
  /** X-CH-TS as sent. */
  timestamp: string | null
  /** Null until answered, and for ever when no answer was sent. */
  status: number | null
  /** Whether the venue acted on it: a write that counts as done. */
  executed: boolean
}

export type LedgerFilter = Partial<
  Pick<
    LedgerEntry,
    'method' | 'path' | 'area' | 'endpoint' | 'clientOrderId' | 'orderId' | 'status' | 'socketId' | 'executed'
  >
>

/** More than any test asks for; a demo that runs for days must not keep all it ever saw. */
const KEPT = 50_000

/** Everything that ever arrived, so that a test can ask the venue instead of the client. */
export class Ledger {
  readonly #entries: LedgerEntry[] = []
  #count = 0

  add(
    arrival: Pick<
      LedgerEntry,
      'method' | 'path' | 'area' | 'endpoint' | 'arrivedAt' | 'socketId' | 'numberOnSocket' | 'url'
    >,
  ): LedgerEntry {
    this.#count += 1
    const unread = { body: '', clientOrderId: null, orderId: null, timestamp: null, status: null, executed: false }
    const entry: LedgerEntry = { number: this.#count, ...arrival, ...unread }
    this.#entries.push(entry)
    if (this.#entries.length > KEPT) this.#entries.shift()
    return entry
  }

  /** Requests that have all the given properties, oldest first. */
  arrivals(filter: LedgerFilter = {}): readonly LedgerEntry[] {
    const wanted = Object.entries(filter) as [keyof LedgerFilter, unknown][]
    return this.#entries.filter((entry) => wanted.every(([name, value]) => entry[name] === value))
  }

  /** The most arrivals of an endpoint in any half-open window of `windowMs`. */
  maxInWindow(endpoint: string, windowMs: number): number {
    const times = this.arrivals({ endpoint }).map((entry) => entry.arrivedAt)
    let most = 0
    let first = 0
    times.forEach((at, last) => {
      while ((times[first] as number) <= at - windowMs) first += 1
      most = Math.max(most, last - first + 1)
    })
    return most
  }

  clear(): void {
    this.#entries.length = 0
  }
}
