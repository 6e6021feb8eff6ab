/**
 * What is signed: the X-CH-TS value, the method, the path as sent (with its query on venues that sign it), the body.
 */
export interface Signable {
  readonly timestamp: number
  readonly method: 'GET' | 'POST'
  /** Without host and without a gateway's prefix: "/fapi/v1/openOrders". */
  readonly path: string
  /** Without the question mark, exactly as sent; empty when there is none. */
  readonly query: string
  /** Exactly as sent; empty on GET. */
  readonly body: string
}

/** The text whose HMAC-SHA256 goes into X-CH-SIGN. Must be built from the very strings that are sent. */
export function canonicalText(request: Signable, signGetQuery: boolean): string {
  const query = request.query !== '' && signGetQuery ? `?${request.query}` : ''
  return `${String(request.timestamp)}${request.method}${request.path}${query}${request.body}`
}
