/** How a private call is authenticated. The secret is never here: only the text to sign, and the signature. */

/** Either headers that sign a separate text, or parameters added to those of the request. */
export type Authentication = 'headers' | 'parameters'

/**
 * What the headers sign: the X-CH-TS value, the method, the path as sent (with its query on venues that sign it) and
 * the body.
 */
export interface Signable {
  readonly timestamp: number
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Without the host and without a gateway's prefix: "/fapi/v1/openOrders". */
  readonly path: string
  /** Without the question mark, exactly as sent; empty: none. */
  readonly query: string
  /** Exactly as sent. Empty except on POST. */
  readonly body: string
}

/** A request as it will be sent, without its time and signature. */
export interface EncodedRequest extends Omit<Signable, 'timestamp'> {
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The oldest that a request may be when it arrives, ms. A write that was not answered may take effect for this long.
 */
const WINDOW_MS = 5_000

/** The parameters that authenticate a request. */
export const SIGNING: readonly string[] = ['recvWindow', 'timestamp', 'signature']

/**
 * The text of `request` at `timestamp` (venue time, ms) to sign with HMAC-SHA256, and a function that puts the
 * signature into it.
 */
export function toSign<T extends EncodedRequest>(
  how: Authentication,
  request: T,
  timestamp: number,
  signGetQuery: boolean,
): { readonly text: string; readonly signed: (apiKey: string, signature: string) => T } {
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

/** The text whose HMAC-SHA256 becomes X-CH-SIGN. It must be built from the exact strings that are sent. */
export function canonicalText(request: Signable, signGetQuery: boolean): string {
  const query = request.query !== '' && signGetQuery ? `?${request.query}` : ''
  return `${String(request.timestamp)}${request.method}${request.path}${query}${request.body}`
}
