/** A refusal by the venue: its own code, and a message. */
export interface Refusal {
  readonly code: number
  readonly msg: string
}

const MESSAGES: ReadonlyMap<number, string> = new Map([
  [-1000, 'An unknown error occurred while processing the request.'],
  [-1002, 'You are not authorized to execute this request: API key header is missing.'],
  [-1003, 'Too many requests.'],
  [-1015, 'Too many new orders.'],
  [-1017, 'Content-Type is missing or is not application/json.'],
  [-1021, 'Timestamp for this request is outside of the recvWindow.'],
  [-1022, 'Signature for this request is not valid.'],
  [-1023, 'X-CH-TS is missing.'],
  [-1024, 'X-CH-SIGN is missing.'],
  [-1102, 'Mandatory parameter was not sent, was empty/null, or malformed.'],
  [-1111, 'Precision is over the maximum defined for this asset.'],
  [-1116, 'Invalid orderType.'],
  [-1117, 'Invalid side.'],
  [-1121, 'Invalid symbol.'],
  [-1136, 'Order volume lower than the minimum.'],
  [-1137, 'Order volume greater than the maximum.'],
  [-1145, 'The order status does not allow cancellation.'],
  [-1146, 'The contract is temporarily not tradable.'],
  [-1157, 'The position is frozen.'],
  [-1160, 'Order amount lower than the minimum.'],
  [-1165, 'Margin type does not match the one in use on this contract.'],
  [-1139, 'Market orders are not supported.'],
  [-1138, 'Order price is out of the permitted range.'],
  [-1166, 'The leverage value of the order is inconsistent with the user contract configuration'],
  [-2013, 'Order does not exist.'],
  [-2015, 'Invalid API-key, IP, or permissions for action.'],
  [-2017, 'Insufficient balance.'],
  [-2029, 'Order amount lower than the minimum.'],
  [-2100, 'Parameter error.'],
  [10015, 'Close volume exceeds what can be closed.'],
])

/** The refusal for a venue code. `detail` names what was wrong. */
export function refusal(code: number, detail?: string): Refusal {
  const message = MESSAGES.get(code)
  if (message === undefined) throw new RangeError(`expected a known refusal code, was ${code}`)
  return { code, msg: detail ? `${message} ${detail}` : message }
}

/** The first broken rule, or null. Rules are evaluated in order, up to the first refusal. */
export function firstRefusal(rules: readonly (() => Refusal | null)[]): Refusal | null {
  for (const rule of rules) {
    const broken = rule()
    if (broken) return broken
  }
  return null
}
