import type { Message } from './message.ts'

/**
 * Why something did not work, as a value. It never holds a request, a header, a signature or a secret: only our own
 * words, the venue's own words as data, and the two questions a caller has: did it happen, and may it be tried again?
 */
export interface Failure {
  readonly kind: FailureKind
  /** What was attempted ("contract.cancelOrder", "vault.save"). */
  readonly operation: string
  /**
   * Did it take effect? `notSent`: no byte left. `rejected`: the venue said no. `unknown`: it may have happened; only
   * evidence from the venue can tell. Reads that fail are `unknown` too and it does not matter.
   */
  readonly outcome: 'notSent' | 'rejected' | 'unknown'
  /** May the same *read* be tried again, and when? Writes are never repeated by the client. */
  readonly retry: 'never' | 'soon' | 'later' | 'afterClockSync'
  /** What happened and what to do. */
  readonly message: Message
  /** The venue's own code and text, as data: shown as text only, marked as the venue's, never interpreted. */
  readonly venue: { readonly code: string; readonly message: string } | null
  readonly httpStatus: number | null
  /** The X-CH-TS the request was signed with, ms of venue time; null when nothing was signed. */
  readonly timestamp: number | null
}

export type FailureKind =
  | 'invalidParameter'
  | 'noCredentials'
  | 'vaultLocked'
  | 'vaultUnavailable'
  | 'storage'
  | 'crashed'
  | 'network'
  | 'timeout'
  | 'tls'
  | 'redirect'
  | 'rateLimited'
  | 'banned'
  | 'clock'
  | 'signature'
  | 'key'
  | 'rejected'
  | 'notFound'
  | 'venueError'
  | 'unexpectedReply'
  | 'notSupported'
  | 'closed'

/** A failure of our own making, before any byte left; the fields a venue would fill are empty. */
export function localFailure(kind: FailureKind, operation: string, message: Message): Failure {
  return {
    kind,
    operation,
    outcome: 'notSent',
    retry: 'never',
    message,
    venue: null,
    httpStatus: null,
    timestamp: null,
  }
}

/** Whether any answer came, however little it tells: a request that was answered did arrive. */
export function wasAnswered({ httpStatus, venue, kind }: Failure): boolean {
  return httpStatus !== null || venue !== null || kind === 'unexpectedReply'
}
