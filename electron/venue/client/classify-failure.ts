/**
 * Turns what went wrong into a `Failure`. One rule holds for writes: `rejected` needs proof, which is a code or a
 * status that means "refused before anything was done". Any other failure after the first byte was sent is `unknown`.
 */
import { localFailure, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { inARow, message } from '#shared/words/message.ts'
import { CODES, NO_SUCH_ORDER, SLOW_DOWN, doubt, refusal, type CodeMeaning, type Codes } from './codes.ts'
import type { Exchange, Oddity } from '../http/transport.ts'
import type { VenueError } from '../http/envelopes.ts'

/** The facts about a call that a failure may contain. */
export interface Attempt {
  readonly operation: string
  readonly isWrite: boolean
  readonly timestamp: number | null
}

/**
 * The venue answered with an error code. A 5xx with a code still means a failing venue and proves nothing about a
 * write.
 */
export function refusedByCode(attempt: Attempt, error: VenueError, httpStatus: number, codes: Codes = CODES): Failure {
  const byStatus = meaningOfStatus(httpStatus)
  const byCode = httpStatus >= 500 ? undefined : codes.get(error.code)
  const meaning = (byStatus?.kind === 'banned' ? byStatus : (byCode ?? byStatus)) ?? UNKNOWN_CODE
  const venue = { code: printable(error.code), message: printable(error.message) }
  return { ...fail(attempt, meaning, null, httpStatus), venue }
}

/** The venue answered with an HTTP status other than 2xx and without a code. */
export function refusedByStatus(attempt: Attempt, httpStatus: number, oddity: Oddity | null = null): Failure {
  const meaning = meaningOfStatus(httpStatus) ?? (oddity && ODDITIES[oddity]) ?? UNKNOWN_STATUS
  return fail(
    attempt,
    meaning,
    message(`failure.http.${oddity ?? 'plain'}`, { status: String(httpStatus) }),
    httpStatus,
  )
}

/** The status was fine, but the reply does not match the interface. */
export function unreadableReply(
  attempt: Attempt,
  problem: Message,
  httpStatus: number,
  oddity: Oddity | null = null,
): Failure {
  return oddity
    ? fail(attempt, ODDITIES[oddity], message('failure.http.plain', { status: String(httpStatus) }), httpStatus)
    : fail(attempt, UNREADABLE, message('failure.found', { problem }), httpStatus)
}

/** A cache on the way answered a signed request: the reply may be old, and may belong to another request. */
export function keptReply(attempt: Attempt, httpStatus: number): Failure {
  return fail(attempt, KEPT, null, httpStatus)
}

/** The venue's list is complete, and the order asked for is not in it. */
export function notListed(attempt: Attempt, httpStatus: number): Failure {
  return fail(attempt, NO_SUCH_ORDER, null, httpStatus)
}

/** No complete answer arrived. */
export function transportFailure(attempt: Attempt, failed: Extract<Exchange, { kind: 'failed' }>): Failure {
  const meaning = { ...CAUSES[failed.cause], refused: false }
  const cause = failed.code === null ? null : message('failure.cause', { code: failed.code })
  if (failed.sentAt !== null) return fail(attempt, meaning, cause, failed.status)
  const { kind, retry, code } = meaning
  const sentences = [message(code), message('failure.nothingSent'), ...(cause ? [cause] : [])]
  return { ...localFailure(kind, attempt.operation, inARow(sentences)), retry, timestamp: attempt.timestamp }
}

/** How many characters of a venue's message are searched for secrets, far more than are ever shown. */
const MOST_SEARCHED = 65_536

/** The venue's words with every one of `secrets` redacted. A venue may echo what it was sent, in any encoding. */
export function withoutSecrets(error: VenueError, secrets: readonly string[]): VenueError {
  // No encoding is shorter than the secret, and most messages are too short to hold one.
  const longest = Math.max(error.code.length, error.message.length)
  const spellings = secrets.filter(({ length }) => length > 0 && length <= longest).flatMap(spellingsOf)
  const blot = (text: string): string =>
    spellings.reduce((clean, any) => clean.replace(any, '[redacted]'), text.slice(0, MOST_SEARCHED))
  return { code: blot(error.code), message: blot(error.message) }
}

/** Patterns for the secret: as it is, with any of its bytes percent-encoded, as hex, and as base64, in either case. */
function spellingsOf(secret: string): readonly RegExp[] {
  const bytes = Buffer.from(secret)
  const percent = Array.from(secret, (letter) => {
    const encoded = Buffer.from(letter).toString('hex').replace(/../g, '%$&')
    return `(?:${literally(letter)}|${encoded})`
  }).join('')
  const others = [bytes.toString('hex'), bytes.toString('base64').replace(/={1,2}$/, ''), bytes.toString('base64url')]
  return [percent, ...others.map(literally)].map((pattern) => new RegExp(pattern, 'gi'))
}

function literally(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const CAUSES: Readonly<Record<Extract<Exchange, { kind: 'failed' }>['cause'], Omit<CodeMeaning, 'refused'>>> = {
  network: { kind: 'network', retry: 'soon', code: 'failure.venue.network' },
  tls: { kind: 'tls', retry: 'never', code: 'failure.venue.tls' },
  notTls: { kind: 'tls', retry: 'never', code: 'failure.venue.notTls' },
  notHttp: { kind: 'unexpectedReply', retry: 'never', code: 'failure.venue.notHttp' },
  redirect: { kind: 'redirect', retry: 'never', code: 'failure.venue.redirect' },
  timeout: { kind: 'timeout', retry: 'later', code: 'failure.venue.timeout' },
  tooLarge: { kind: 'unexpectedReply', retry: 'later', code: 'failure.venue.tooLargeReply' },
  aborted: { kind: 'closed', retry: 'never', code: 'failure.venue.calledOff' },
}

const BANNED = refusal('banned', 'failure.venue.banned', 'later')
const UNKNOWN_CODE = doubt('failure.venue.unknownCode', 'never')
const UNKNOWN_STATUS = doubt('failure.venue.unknownStatus', 'never')
const UNREADABLE = doubt('failure.venue.unreadable', 'later', 'unexpectedReply')
/** What a body means that did not come from the venue's own service. */
const ODDITIES: Readonly<Record<Oddity, CodeMeaning>> = {
  compressed: doubt('failure.venue.compressed', 'later', 'unexpectedReply'),
  html: doubt('failure.venue.html', 'later', 'unexpectedReply'),
}
const KEPT = doubt('failure.venue.kept', 'later', 'unexpectedReply')
const DOWN = doubt('failure.venue.down', 'soon')
const GATEWAY_TIMEOUT = doubt('failure.venue.timedOut', 'soon', 'timeout')
const NO_SUCH_PATH = doubt('failure.venue.noSuchPath', 'never', 'notSupported')

function meaningOfStatus(status: number): CodeMeaning | null {
  if (status === 429 || status === 410) return SLOW_DOWN
  if (status === 418) return BANNED
  if (status === 404) return NO_SUCH_PATH
  if (status === 504) return GATEWAY_TIMEOUT
  return status >= 500 ? DOWN : null
}

function fail(attempt: Attempt, meaning: CodeMeaning, detail: Message | null, httpStatus: number | null): Failure {
  const openEnd = attempt.isWrite && !meaning.refused ? [message('failure.effectUnknown')] : []
  return {
    kind: meaning.kind,
    operation: attempt.operation,
    outcome: meaning.refused ? 'rejected' : 'unknown',
    retry: meaning.retry,
    message: inARow([message(meaning.code), ...openEnd, ...(detail ? [detail] : [])]),
    venue: null,
    httpStatus,
    timestamp: attempt.timestamp,
  }
}

/** Venue text that is safe to show: short, without control, direction or unpaired characters. */
function printable(text: string): string {
  const clipped = text.length > 200 ? `${text.slice(0, 200)}…` : text
  return clipped.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�')
}

const NOT_SERVED: ReadonlySet<FailureKind> = new Set(['rejected', 'notFound', 'notSupported'])

/** Whether this answer says that the venue does not serve the call. */
export function servesNone({ kind }: Failure): boolean {
  return NOT_SERVED.has(kind)
}
