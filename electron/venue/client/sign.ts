/** How a private call is authenticated. The secret is never here: only the text to sign, and the signature. */

/** Headers over a text of their own, or parameters among those of the request. */
export type Authentication = 'headers' | 'parameters'

/**
 * What headers sign: the X-CH-TS value, the method, the path as sent (with its query on venues that sign it), the body.
 */
export interface Signable {
  readonly timestamp: number
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Without host and without a gateway's prefix: "/fapi/v1/openOrders". */
  readonly path: string
  /** Without the question mark, exactly as sent; empty when there is none. */
  readonly query: string
  /** Exactly as sent; empty but on POST. */
  readonly body: string
}

/** A request to sign: the text for the HMAC-SHA256, and how the request looks with the signature in it. */
interface Unsigned<T> {
  readonly text: string
  readonly signed: (apiKey: string, signature: string) => T
}

interface Request extends Omit<Signable, 'timestamp'> {
  readonly headers: Readonly<Record<string, string>>
}

/** The oldest a request may be when it arrives, ms. A write without an answer can take effect for as long. */
const WINDOW_MS = 5_000

/** The parameters that sign a request. */
export const SIGNING: readonly string[] = ['recvWindow', 'timestamp', 'signature']

/** `request`, ready to be signed at `timestamp` (venue time, ms). */
export function toSign<T extends Request>(
  how: Authentication,
  request: T,
  timestamp: number,
  signGetQuery: boolean,
): Unsigned<T> {
  if (how === 'headers') {
    return {
      text: canonicalText({ ...request, timestamp }, signGetQuery),
      signed: (apiKey, signature) => ({
        ...request,
        headers: {
          ...request.headers,
          'X-CH-APIKEY': apiKey,
          'X-CH-SIGN': signature,
          'X-CH-TS': String(timestamp),
        },
      }),
    }
  }
  const place = request.method === 'POST' ? 'body' : 'query'
  const own = `recvWindow=${String(WINDOW_MS)}&timestamp=${String(timestamp)}`
  const text = request[place] === '' ? own : `${request[place]}&${own}`
  return {
    text,
    signed: (apiKey, signature) => ({
      ...request,
      [place]: `${text}&signature=${signature}`,
      headers: { ...request.headers, 'X-MBX-APIKEY': apiKey },
    }),
  }
}

/** The text whose HMAC-SHA256 goes into X-CH-SIGN. Must be built from the very strings that are sent. */
export function canonicalText(request: Signable, signGetQuery: boolean): string {
  const query = request.query !== '' && signGetQuery ? `?${request.query}` : ''
  return `${String(request.timestamp)}${request.method}${request.path}${query}${request.body}`
}
