/** What can go wrong on the way. `executed` says whether the venue acts on the request all the same. */
export type FaultKind =
  /** 504 and nothing happened; 504 and it happened; 504 and it happens `ms` later. */
  | '504NotExecuted'
  | '504Executed'
  | '504ExecutedLate'
  /** The connection is reset: before the body is read, or after the request was read. */
  | 'resetBeforeRead'
  | 'resetAfterRead'
  /** The connection stays open and nothing comes. */
  | 'stall'
  /** The answer comes `ms` late. */
  | 'delay'
  | 'status429'
  | 'status418'
  /** The answer: cut in the middle, empty, no JSON at all, an error with status 200, an error though it was done. */
  | 'truncate'
  | 'emptyBody'
  | 'malformed'
  | 'errorWith200'
  | 'status400ButExecuted'
  /** 307 to `location`. */
  | 'redirect'
  /** The order made by this request is invisible to reads for `ms`. */
  | 'slowReads'

export interface Fault {
  /** Endpoint name ("contract.newOrder"), or "*" for any. */
  readonly match: string
  readonly kind: FaultKind
  /** How many requests it hits; 1 unless told. */
  readonly times?: number
  /** For the kinds that have a delay. */
  readonly ms?: number
  /** Default: true for kinds whose name does not say, except errorWith200. */
  readonly executed?: boolean
  readonly location?: string
  /** Error code of errorWith200 and status400ButExecuted. */
  readonly code?: number
  /** Retry-After of status429 and status418, in seconds. */
  readonly retryAfter?: number
}

const NOT_EXECUTED: ReadonlySet<FaultKind> = new Set([
  '504NotExecuted',
  'resetBeforeRead',
  'status429',
  'status418',
  'errorWith200',
  'redirect',
])

/** Faults that wait for their request. The oldest that matches is used first. */
export class Faults {
  #waiting: { fault: Fault; left: number }[] = []

  inject(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#waiting = []
  }

  take(endpoint: string | null): Fault | null {
    const found = this.#waiting.find(({ fault }) => fault.match === '*' || fault.match === endpoint)
    if (!found) return null
    found.left -= 1
    if (found.left <= 0) this.#waiting = this.#waiting.filter((other) => other !== found)
    return found.fault
  }
}

/** Whether the venue acts on a request that meets this fault. */
export function isExecuted(fault: Fault | null): boolean {
  return fault === null || (fault.executed ?? !NOT_EXECUTED.has(fault.kind))
}
