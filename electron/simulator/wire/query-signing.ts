/** Binance-style signatures: over the query and body as sent, which include the signature and its time. */
import { createHmac } from 'node:crypto'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import { paramText, type Params } from './request-params.ts'
import { readBody } from './leaves.ts'
import { header, isInTime, isSame, type ReceivedRequest, type Sent, type SigningRules } from './signing.ts'

const NAME = 'signature='

/** The parameters in the query and in the body (a form, or JSON by its content type). The query wins. */
export function readQueryAndBody({ url, body, headers }: ReceivedRequest): Params | null {
  const text = body.toString()
  const isJson = headers['content-type']?.toString().startsWith('application/json') === true
  const sent = isJson ? readBody(text) : Object.fromEntries(new URLSearchParams(text))
  return sent && { ...sent, ...Object.fromEntries(new URLSearchParams(queryOf(url))) }
}

/**
 * Why a signed request is refused; null: it is not. A wrong key, a wrong signature and a timestamp outside the window
 * share one code; an unreadable timestamp has another.
 */
export function checkQuerySignature(
  request: ReceivedRequest,
  rules: SigningRules,
  { now, recvWindow, params }: Sent,
): Refusal | null {
  const stamp = paramText(params?.['timestamp'])
  if (params === null) return refusal(-1102, 'The body is not a JSON object.')
  if (stamp === undefined || !/^\d{1,16}$/.test(stamp)) {
    return { code: -1102, msg: 'timestamp IllegalArgumentException.' }
  }
  const signed = signedPart(request)
  const secret = rules.secrets.get(header(request, 'x-mbx-apikey') ?? '')
  const isSigned =
    signed !== null &&
    secret !== undefined &&
    isSame(signed.signature.toLowerCase(), createHmac('sha256', secret).update(signed.text, 'latin1').digest('hex'))
  return isSigned && isInTime(stamp, rules, { now, recvWindow }) ? null : refusal(-1022)
}

/**
 * The query followed by the body, without the signature at the end of one of them; null: there is none. In latin1, as
 * Node reads the request line, so that the bytes are those that were sent.
 */
function signedPart({ url, body }: ReceivedRequest): { readonly text: string; readonly signature: string } | null {
  const [query, form] = [queryOf(url), Buffer.from(body).toString('latin1')]
  const inQuery = cut(query)
  if (inQuery) return { text: inQuery.rest + form, signature: inQuery.signature }
  const inForm = cut(form)
  return inForm && { text: query + inForm.rest, signature: inForm.signature }
}

/** Parameters that end with a signature, split from it. */
function cut(params: string): { readonly rest: string; readonly signature: string } | null {
  const at = params.lastIndexOf(NAME)
  const isLast = at >= 0 && !params.includes('&', at) && (at === 0 || params[at - 1] === '&')
  return isLast ? { rest: params.slice(0, Math.max(0, at - 1)), signature: params.slice(at + NAME.length) } : null
}

function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}
