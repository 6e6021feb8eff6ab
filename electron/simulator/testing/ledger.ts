import type { FaultKind } from './faults.ts'
import type { RequestHead } from '../wire/hook.ts'

/** One request as the venue saw it. */
export interface LedgerEntry extends Omit<RequestHead, 'socket'> {
  /** Counts from 1 in order of arrival. */
  readonly number: number
  readonly socketId: number
  /** Counts from 1 on each socket. */
  readonly numberOnSocket: number
  /** The fault it met. */
  readonly fault: FaultKind | null
  /** Set once it was read. */
  body: string
  /** The first one of a batch. */
  clientOrderId: string | null
  /** The order a request made or named. */
  orderId: string | null
  /** X-CH-TS as sent. */
  timestamp: string | null
  /** Null: not answered. */
  status: number | null
  /** Whether the venue executed it. */
  executed: boolean
}

/** What is known about a request before it is read. */
type Unread = Omit<RequestHead, 'socket' | 'apiKey'> &
  Pick<LedgerEntry, 'socketId' | 'numberOnSocket'> &
  Partial<Pick<LedgerEntry, 'fault' | 'apiKey'>>

/** Counts for one client id: requests to place its order (each batch entry counts), and orders made. */
interface Tally {
  arrived: number
  executed: number
}

/** How many complete entries are kept: a venue that runs for days must not keep everything. */
const KEPT_ENTRIES = 50_000
/** How many arrival times are kept per endpoint, and for how many client ids arrivals are counted. */
const KEPT_TIMES = 4_000_000
const KEPT_IDS = 2_000_000

/**
 * Records what arrived, so that a test can ask the venue instead of the client. It keeps the newest entries; counts by
 * client id and endpoint go back much further.
 */
export class Ledger {
  #entries: LedgerEntry[] = []
  #tallies = new Map<string, Tally>()
  #times = new Map<string, number[]>()
  #count = 0
  readonly #awaited = new Set<(entry: LedgerEntry) => void>()

  add(arrival: Unread): LedgerEntry {
    this.#count += 1
    const unread = { body: '', clientOrderId: null, orderId: null, timestamp: null, status: null, executed: false }
    const entry: LedgerEntry = { number: this.#count, fault: null, apiKey: null, ...arrival, ...unread }
    // Trimmed by half: removing one entry at a time would move all the others.
    if (this.#entries.length >= 2 * KEPT_ENTRIES) this.#entries = this.#entries.slice(-KEPT_ENTRIES)
    this.#entries.push(entry)
    if (arrival.endpoint !== null) this.#noteTime(arrival.endpoint, arrival.arrivedAt)
    for (const tell of this.#awaited) tell(entry)
    return entry
  }

  /** The first request to an endpoint, once it arrives. */
  async arrival(endpoint: string): Promise<LedgerEntry> {
    const [first] = this.arrivals({ endpoint })
    if (first) return first
    return new Promise((resolve) => {
      const tell = (entry: LedgerEntry): void => {
        if (entry.endpoint !== endpoint) return
        this.#awaited.delete(tell)
        resolve(entry)
      }
      this.#awaited.add(tell)
    })
  }

  /** Records the client ids that a request names. Those of requests that place orders are counted. */
  name(entry: LedgerEntry, clientOrderIds: readonly string[], arePlaced: boolean): void {
    entry.clientOrderId = clientOrderIds[0] ?? null
    if (arePlaced) for (const id of clientOrderIds) this.#tallyOf(id).arrived += 1
  }

  /** Counts an order made under a client id. */
  made(clientOrderId: string): void {
    this.#tallyOf(clientOrderId).executed += 1
  }

  /** How many times a client id arrived to place an order, and how many times one was made. */
  tally(clientOrderId: string): Readonly<Tally> {
    return this.#tallies.get(clientOrderId) ?? { arrived: 0, executed: 0 }
  }

  /** The number of client ids, and the ids that arrived or were executed more than once. */
  twice(): { clientIds: number; arrived: readonly string[]; executed: readonly string[] } {
    const more = (what: keyof Tally) => [...this.#tallies].filter(([, tally]) => tally[what] > 1).map(([id]) => id)
    return { clientIds: this.#tallies.size, arrived: more('arrived'), executed: more('executed') }
  }

  /** Kept requests with all the given properties, oldest first. */
  arrivals(filter: Partial<LedgerEntry> = {}): readonly LedgerEntry[] {
    const wanted = Object.entries(filter) as [keyof LedgerEntry, unknown][]
    return this.#entries.filter((entry) => wanted.every(([name, value]) => entry[name] === value))
  }

  /** The most arrivals of an endpoint in any half-open window of `windowMs`. */
  maxInWindow(endpoint: string, windowMs: number): number {
    const times = this.#times.get(endpoint) ?? []
    let most = 0
    let first = 0
    times.forEach((at, last) => {
      while ((times[first] as number) <= at - windowMs) first += 1
      most = Math.max(most, last - first + 1)
    })
    return most
  }

  clear(): void {
    this.#entries = []
    this.#tallies = new Map()
    this.#times = new Map()
  }

  #noteTime(endpoint: string, at: number): void {
    const times = this.#times.get(endpoint)
    if (!times) this.#times.set(endpoint, [at])
    else if (times.push(at) > 2 * KEPT_TIMES) this.#times.set(endpoint, times.slice(-KEPT_TIMES))
  }

  #tallyOf(clientOrderId: string): Tally {
    const known = this.#tallies.get(clientOrderId)
    if (known) return known
    const tally: Tally = { arrived: 0, executed: 0 }
    this.#tallies.set(clientOrderId, tally)
    if (this.#tallies.size > KEPT_IDS) {
      const [oldest] = this.#tallies.keys()
      if (oldest !== undefined) this.#tallies.delete(oldest)
    }
    return tally
  }
}
