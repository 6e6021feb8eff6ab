import type { Message } from './message.ts'

/**
 * A failure as a value. It never holds a request, a header, a signature or a secret: only our message, the venue's words
 * as data, and the answers to two questions: did it take effect, and may it be tried again?
 */
export interface Failure {
  readonly kind: FailureKind
  /** What was attempted ("contract.cancelOrder", "vault.save"). */
  readonly operation: string
  /**
   * Did it take effect? `notSent`: no byte left. `rejected`: the venue said no. `unknown`: it may have; only evidence
   * from the venue decides. Failed reads are `unknown` too, which does not matter.
   */
  readonly outcome: 'notSent' | 'rejected' | 'unknown'
  /** Whether and when the same read may be tried again. Writes are never repeated by the client. */
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

/** A failure on our side, before any byte left. */
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

/** Whether any answer came: then the request did arrive. */
export function wasAnswered({ httpStatus, venue, kind }: Failure): boolean {
  return httpStatus !== null || venue !== null || kind === 'unexpectedReply'
}
