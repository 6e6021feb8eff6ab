/**
 * Faults that wait for their request. The effect of each kind is in send-faulty.ts, spoil.ts, odd-data.ts,
 * request-hook.ts or test-simulator.ts.
 */
import type { Random } from '../exchange/market/random.ts'

/** Every kind, and whether the venue executes a request that meets it, unless `executed` overrides that. */
const ACTS = {
  /** 504 without execution; 504 after execution; 504 at once, with execution `ms` later. */
  '504NotExecuted': false,
  '504Executed': true,
  '504ExecutedLate': true,
  /** The connection is reset: before the body is read, or after the request was read. */
  resetBeforeRead: false,
  resetAfterRead: true,
  /** The connection is closed (FIN) without an answer, or with 408 and "connection: close". */
  finWithoutReply: true,
  '408Close': true,
  /** The connection stays open, and nothing comes. */
  stall: true,
  /** The answer comes `ms` late. */
  delay: true,
  /** Too many requests (429, or `status` 410); banned (418). With `retryAfter`. */
  status429: false,
  status418: false,
  /** `status` (default 500) with a page of HTML. */
  serverError: true,
  /** The answer is cut in the middle; empty; 204; declared too long or too short; or has a broken chunk. */
  truncate: true,
  emptyBody: true,
  status204: true,
  lengthTooLong: true,
  lengthTooShort: true,
  badChunk: true,
  /** One byte every `ms` (default 1000); a header of 64 kB; `bytes` (default 200 MiB) from a small gzip. */
  trickle: true,
  hugeHeader: true,
  gzipBomb: true,
  /**
   * The answer is gzipped although the request did not ask for it; or replaced by an HTML page, such as a sign-in page.
   */
  compressed: true,
  htmlPage: false,
  /**
   * Invalid JSON: `body`, or a cut object; bytes of the answer changed at random; lists nested 200,000 deep; `bytes`
   * (50 MB) long.
   */
  malformed: true,
  mangled: true,
  deepJson: true,
  hugeJson: true,
  /** An error `code` with status 200; or with status 400 although the request was executed. */
  errorWith200: false,
  status400ButExecuted: true,
  /** `status` (default 307) to `location`. */
  redirect: false,
  /**
   * The order made by this request is invisible to reads for `ms`; in addition its answer is lost; or reads know no
   * order at all.
   */
  slowReads: true,
  lostAndHidden: true,
  forgets: true,
  /** The first answer of a URL is repeated to later requests: silently, or by a cache that reports its age. */
  cached: true,
  aged: true,
  /**
   * Right after the request, another program closes the position in `where` (by default the first) and opens the same
   * size on the other side.
   */
  turnsOver: true,
  /** From this request on, the venue's clock is `ms` ahead; or gains `ms` per minute. */
  clockJump: true,
  clockDrift: true,
  /** The ids in the answer become the largest possible: 2^63-1 and down. */
  maxIds: true,
  /**
   * Numbers (those of `field`) are replaced by odd ones, or by `body`: 1e400, -0, negative, "NaN", exponents, 32
   * digits.
   */
  oddNumbers: true,
  /** List entries appear twice, with the same or with different content. */
  duplicates: true,
  conflicts: true,
  /** Each object loses `field` or a random key; gains keys; or has another type in `field` or a random key. */
  missingField: true,
  extraFields: true,
  /** Lists in `field` (by default any list) come empty. The rest of the answer is unchanged. */
  emptyList: true,
  /**
   * Objects whose `field` is `body` (by default the first) disappear from their list. Texts in `field` end in `body`.
   */
  missingRow: true,
  renamed: true,
  wrongType: true,
  /** Words such as states and sides are replaced by unknown ones. */
  unknownWords: true,
  /** Objects gain the keys __proto__, constructor and toString. */
  protoKeys: true,
  /** Free text becomes hostile: bidirectional, zero-width, 10,000 characters, lone surrogates, HTML. */
  hostileText: true,
  /** An order book with bids above asks; or unsorted. The last price times ten. Times in seconds; or `ms` old. */
  crossedBook: true,
  unsortedBook: true,
  farPrice: true,
  /** Numbers (those of `field`) are multiplied by `body` (default 0.001), or frozen at the first answer that met it. */
  scaledNumbers: true,
  frozenNumbers: true,
  timesInSeconds: true,
  oldTimes: true,
} as const satisfies Readonly<Record<string, boolean>>

export type FaultKind = keyof typeof ACTS

export const FAULT_KINDS = Object.keys(ACTS) as FaultKind[]

export interface Fault {
  /** Endpoint name ("contract.newOrder"), an area ("spot.*"), or "*" for any. */
  readonly match: string
  readonly kind: FaultKind
  /** Only requests with this API key; default: with any or none. */
  readonly apiKey?: string
  /** How many requests it hits; default 1, Infinity: for ever. */
  readonly times?: number
  /** The share of matching requests it hits, drawn from the seed; default 1. */
  readonly chance?: number
  /** For the kinds that have a delay. */
  readonly ms?: number
  /** Whether the venue executes the request; default: according to its kind. */
  readonly executed?: boolean
  /** For redirect, serverError, status429 and htmlPage. */
  readonly status?: number
  readonly location?: string
  /** Error code of errorWith200 and status400ButExecuted. */
  readonly code?: number
  /** Retry-After for status429 and status418: seconds, or an HTTP date. */
  readonly retryAfter?: number | string
  /**
   * The key that oddNumbers, missingField, wrongType, emptyList, missingRow, renamed, scaledNumbers and frozenNumbers
   * act on.
   */
  readonly field?: string
  /** Changes data only in and below objects with this value (one contract, one asset). */
  readonly where?: string
  /** Text of malformed, missingRow and renamed; JSON of oddNumbers and wrongType; the factor of scaledNumbers. */
  readonly body?: string
  /** Size of gzipBomb and hugeJson. */
  readonly bytes?: number
}

/** A fault that met its request, with its memory across requests. */
export interface ActiveFault {
  readonly fault: Fault
  readonly memory: Map<string, unknown>
}

/** Waiting faults. The oldest one that matches, and whose chance comes up, is used. */
export class Faults {
  /** Randomness for `chance`, and for the kinds that choose. */
  readonly random: Random
  #waiting: (ActiveFault & { left: number })[] = []

  constructor(random: Random) {
    this.random = random
  }

  /** Returns a function that removes the fault. */
  inject(fault: Fault): () => void {
    const met = { fault, memory: new Map(), left: fault.times ?? 1 }
    this.#waiting.push(met)
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== met)
    }
  }

  clear(): void {
    this.#waiting = []
  }

  get waiting(): readonly Fault[] {
    return this.#waiting.map(({ fault }) => fault)
  }

  take(endpoint: string | null, apiKey: string | null = null): ActiveFault | null {
    if (this.#waiting.length === 0) return null
    const found = this.#waiting.find(({ fault }) => isFor(fault, endpoint, apiKey) && this.#comesUp(fault))
    if (!found) return null
    found.left -= 1
    if (found.left <= 0) this.#waiting = this.#waiting.filter((other) => other !== found)
    return found
  }

  #comesUp({ chance = 1 }: Fault): boolean {
    return chance >= 1 || this.random.chance(chance)
  }
}

function isFor({ match, ...fault }: Fault, endpoint: string | null, apiKey: string | null): boolean {
  if (fault.apiKey !== undefined && fault.apiKey !== apiKey) return false
  if (match === '*' || match === endpoint) return true
  return match.endsWith('.*') && (endpoint?.startsWith(match.slice(0, -1)) ?? false)
}

/** Whether the venue acts on a request that meets this fault. */
export function isExecuted(fault: Fault | null): boolean {
  return fault === null || (fault.executed ?? ACTS[fault.kind])
}
