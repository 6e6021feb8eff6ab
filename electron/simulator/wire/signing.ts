import { createHmac, timingSafeEqual } from 'node:crypto'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { Params } from './request-params.ts'

/** A request as it arrived: the bytes that were signed. */
export interface ReceivedRequest {
  readonly method: string
  /** Path and raw query, exactly as sent, but without the gateway's prefix. */
  readonly url: string
  readonly body: Buffer | string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export const DEFAULT_WINDOW_MS = 5000

export interface SigningRules {
  /** The secret of each key of the account. */
  readonly secrets: ReadonlyMap<string, string>
  /** Whether the query of a GET is part of the signed text. Old venues omit it. */
  readonly signsQuery: boolean
  /** A timestamp this far ahead of the venue's clock, or further, is refused. */
  readonly futureSkewMs: number
}

/** The venue's clock, the maximum age of a request (ms), and its parameters (null: unreadable). */
export interface Sent {
  readonly now: number
  readonly recvWindow: number
  readonly params: Params | null
}

/** Why a signed request is refused; null: it is not. */
export function checkSignature(
  request: ReceivedRequest,
  rules: SigningRules,
  sent: Pick<Sent, 'now' | 'recvWindow'>,
): Refusal | null {
  const key = header(request, 'x-ch-apikey')
  const sign = header(request, 'x-ch-sign')
  const stamp = header(request, 'x-ch-ts')
  if (key === null) return refusal(-1002)
  if (stamp === null) return refusal(-1023)
  if (sign === null) return refusal(-1024)
  const secret = rules.secrets.get(key)
  if (secret === undefined) return refusal(-2015)
  if (!/^\d{1,16}$/.test(stamp)) return refusal(-1102, 'X-CH-TS')
  if (!isSame(sign.toLowerCase(), signatureOf(request, stamp, secret, rules))) return refusal(-1022)
  return isInTime(stamp, rules, sent) ? null : refusal(-1021)
}

/** Whether a timestamp (digits) is within the window of its request. */
export function isInTime(
  stamp: string,
  { futureSkewMs }: SigningRules,
  { now, recvWindow }: Pick<Sent, 'now' | 'recvWindow'>,
): boolean {
  const at = parseInt(stamp, 10)
  return at < now + futureSkewMs && now - at <= recvWindow
}

/** HMAC-SHA256 of timestamp, method, path (with its query) and body, in lower-case hex. */
function signatureOf(
  { method, url, body }: ReceivedRequest,
  stamp: string,
  secret: string,
  { signsQuery }: SigningRules,
): string {
  const path = signsQuery ? url : url.split('?', 1)[0]
  // Node reads the request line as latin1, so writing it that way gives the bytes that were sent.
  return createHmac('sha256', secret).update(`${stamp}${method}${path}`, 'latin1').update(body).digest('hex')
}

/** The API key that a request names, in the header of either interface; null: none. */
export function keyOf(headers: ReceivedRequest['headers']): string | null {
  return header({ headers }, 'x-ch-apikey') ?? header({ headers }, 'x-mbx-apikey')
}

export function header({ headers }: Pick<ReceivedRequest, 'headers'>, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
