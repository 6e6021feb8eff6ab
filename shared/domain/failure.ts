import type { Message } from './message.ts'

export const OUTCOMES = ['notSent', 'rejected', 'unknown'] as const
export const RETRIES = ['never', 'soon', 'later', 'afterClockSync'] as const

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
  readonly outcome: (typeof OUTCOMES)[number]
  /** Whether and when the same read may be tried again. Writes are never repeated by the client. */
  readonly retry: (typeof RETRIES)[number]
  /** What happened and what to do. */
  readonly message: Message
  /** The venue's own code and text, as data: shown as text only, marked as the venue's, never interpreted. */
  readonly venue: { readonly code: string; readonly message: string } | null
  readonly httpStatus: number | null
  /** The X-CH-TS the request was signed with, ms of venue time; null when nothing was signed. */
  readonly timestamp: number | null
}

export const FAILURE_KINDS = [
  'invalidParameter',
  'noCredentials',
  'vaultLocked',
  'vaultUnavailable',
  'storage',
  'crashed',
  'network',
  'timeout',
  'tls',
  'redirect',
  'rateLimited',
  'banned',
  'clock',
  'signature',
  'key',
  'rejected',
  'notFound',
  'venueError',
  'unexpectedReply',
  'notSupported',
  'closed',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

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
