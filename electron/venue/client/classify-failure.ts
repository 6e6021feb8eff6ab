/**
 * Turns whatever went wrong into a `Failure`. For a write the rule is one: `rejected` needs proof, a code or status
 * that means "turned down before anything was done"; everything else after the first byte left is `unknown`.
 */
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import { verbatim } from '#shared/words/message.ts'
import type { Message } from '#shared/domain/message.ts'
import { CODES, NO_SUCH_ORDER, SLOW_DOWN, doubt, refusal } from './codes.ts'
import type { CodeMeaning, Codes } from './codes.ts'
import type { Exchange, Oddity } from '../http/transport.ts'
import type { VenueError } from '../http/envelopes.ts'

/** The call that failed, as far as a failure may know it. */
export interface Attempt {
  readonly operation: string
  readonly isWrite: boolean
  readonly timestamp: number | null
}

type FailedExchange = Extract<Exchange, { kind: 'failed' }>

/**
 * The venue answered with an error code. A 5xx with a code is still a failing venue and proves nothing about a write.
 */
export function refusedByCode(attempt: Attempt, error: VenueError, httpStatus: number, codes: Codes = CODES): Failure {
  const byStatus = meaningOfStatus(httpStatus)
  const byCode = httpStatus >= 500 ? undefined : codes.get(error.code)
  const meaning = (byStatus?.kind === 'banned' ? byStatus : (byCode ?? byStatus)) ?? UNKNOWN_CODE
  const detail = /^-?\d{1,9}$/.test(error.code) ? `code ${error.code}` : null
  const venue = { code: printable(error.code), message: printable(error.message) }
  return { ...fail(attempt, meaning, detail, httpStatus), venue }
}

/** The venue answered with an HTTP status other than 2xx and no code. */
export function refusedByStatus(attempt: Attempt, httpStatus: number, oddity: Oddity | null = null): Failure {
  const odd = oddity && ODDITIES[oddity]
  const meaning = meaningOfStatus(httpStatus) ?? odd?.meaning ?? UNKNOWN_STATUS
  const status = `HTTP ${String(httpStatus)}`
  return fail(attempt, meaning, odd ? `${status}, ${odd.name}` : status, httpStatus)
}

/** The venue answered well by its status, and its reply is not what the interface promises. */
export function unreadableReply(
  attempt: Attempt,
  problem: string,
  httpStatus: number,
  oddity: Oddity | null = null,
): Failure {
  return oddity
    ? fail(attempt, ODDITIES[oddity].meaning, `HTTP ${String(httpStatus)}`, httpStatus)
    : fail(attempt, UNREADABLE, problem, httpStatus)
}

/** The venue listed what there is, and what was asked for is not among it. */
export function notListed(attempt: Attempt, httpStatus: number): Failure {
  return fail(attempt, NO_SUCH_ORDER, null, httpStatus)
}

/** No whole answer came. */
export function transportFailure(attempt: Attempt, failed: FailedExchange): Failure {
  const { kind, retry, text } = CAUSES[failed.cause]
  if (failed.sentAt !== null) return fail(attempt, { kind, retry, text, refused: false }, failed.code, failed.status)
  const code = failed.code === null ? '' : ` (${failed.code})`
  const unsent = localFailure(kind, attempt.operation, sentence(`${text}; nothing was sent${code}`))
  return { ...unsent, retry, timestamp: attempt.timestamp }
}

/** Far more of a venue's words than is ever shown, however many secrets in it are blotted out. */
const MOST_SEARCHED = 65_536

/** The venue's words with everything in `secrets` blotted out: a venue may echo what it was sent, in any spelling. */
export function withoutSecrets(error: VenueError, secrets: readonly string[]): VenueError {
  // No spelling is shorter than what it spells: most words of a venue's are too short to hold a secret.
  const longest = Math.max(error.code.length, error.message.length)
  const spellings = secrets.filter(({ length }) => length > 0 && length <= longest).flatMap(spellingsOf)
  const blot = (text: string): string =>
    spellings.reduce((clean, any) => clean.replace(any, '[redacted]'), text.slice(0, MOST_SEARCHED))
  return { code: blot(error.code), message: blot(error.message) }
}

/** As it is or with any of its bytes percent-encoded, as hex, as base64; in any case. */
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

const CAUSES: Readonly<Record<FailedExchange['cause'], Pick<CodeMeaning, 'kind' | 'retry' | 'text'>>> = {
  network: { kind: 'network', retry: 'soon', text: 'the connection to the venue failed; check the network' },
  tls: {
    kind: 'tls',
    retry: 'never',
    text: 'the venue’s certificate could not be trusted; check the address, and that nothing on this network intercepts it',
  },
  notTls: {
    kind: 'tls',
    retry: 'never',
    text: 'there is no https at this address: what answered speaks something else, perhaps plain http; check the address and its port',
  },
  notHttp: {
    kind: 'unexpectedReply',
    retry: 'never',
    text: 'what answered at this address does not speak http; perhaps the port is for https; check the address and its port',
  },
  redirect: {
    kind: 'redirect',
    retry: 'never',
    text: 'the venue pointed to another address, which is never followed; check the address',
  },
  timeout: { kind: 'timeout', retry: 'later', text: 'the venue did not answer in time; check the network, or wait' },
  tooLarge: {
    kind: 'unexpectedReply',
    retry: 'later',
    text: 'the venue’s reply was larger than 8 MiB; check the address',
  },
  aborted: { kind: 'closed', retry: 'never', text: 'the call was called off' },
}

const BANNED = refusal(
  'banned',
  'the venue has banned this address for a while; nothing is sent until the countdown is over, use the venue’s own site or app meanwhile',
  'later',
)
const UNKNOWN_CODE = doubt('the venue answered with an error Plimsoll does not know; its own words say more', 'never')
const UNKNOWN_STATUS = doubt('the venue answered with an error status; check the address, or try again later', 'never')
const UNREADABLE = doubt(
  'the venue’s reply could not be read; if that stays so, it differs from what Plimsoll knows, please report it',
  'later',
  'unexpectedReply',
)
/** What is told of a body that is no reply of the interface at all. */
const ODDITIES: Readonly<Record<Oddity, { readonly name: string; readonly meaning: CodeMeaning }>> = {
  compressed: {
    name: 'a compressed body',
    meaning: doubt(
      'the reply came compressed although that was not asked for, and is not unpacked; check the address, and what stands between here and the venue (a proxy)',
      'later',
      'unexpectedReply',
    ),
  },
  html: {
    name: 'a page of HTML',
    meaning: doubt(
      'a page of HTML came instead of a reply; perhaps this network asks you to sign in first, a protection service stands before the venue, or the address is of its website',
      'later',
      'unexpectedReply',
    ),
  },
}
const DOWN = doubt('the venue reported an internal error; try again later', 'soon')
const GATEWAY_TIMEOUT = doubt('the venue timed out inside; try again later', 'soon', 'timeout')
const NO_SUCH_PATH = doubt(
  'the venue does not offer this call at this address; check the address',
  'never',
  'notSupported',
)

function meaningOfStatus(status: number): CodeMeaning | null {
  if (status === 429 || status === 410) return SLOW_DOWN
  if (status === 418) return BANNED
  if (status === 404) return NO_SUCH_PATH
  if (status === 504) return GATEWAY_TIMEOUT
  return status >= 500 ? DOWN : null
}

function fail(attempt: Attempt, meaning: CodeMeaning, detail: string | null, httpStatus: number | null): Failure {
  const openEnd = attempt.isWrite && !meaning.refused ? '; whether it took effect is not known yet' : ''
  return {
    kind: meaning.kind,
    operation: attempt.operation,
    outcome: meaning.refused ? 'rejected' : 'unknown',
    retry: meaning.retry,
    message: sentence(`${meaning.text}${openEnd}${detail === null ? '' : ` (${detail})`}`),
    venue: null,
    httpStatus,
    timestamp: attempt.timestamp,
  }
}

/** `text` with a capital and a stop. */
function sentence(text: string): Message {
  return verbatim(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`)
}

/** Venue text made fit to show: short, and free of control, direction and unpaired characters. */
function printable(text: string): string {
  const clipped = text.length > 200 ? `${text.slice(0, 200)}…` : text
  return clipped.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�')
}

const NOT_SERVED: ReadonlySet<FailureKind> = new Set(['rejected', 'notFound', 'notSupported'])

/** Whether the venue does not serve what was asked, as far as this answer tells. */
export function servesNone({ kind }: Failure): boolean {
  return NOT_SERVED.has(kind)
}
