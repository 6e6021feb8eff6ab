/** Binance-style refusals: few codes for many reasons, each with a status. */
import type { Refusal } from '../exchange/account/refusal.ts'

interface Wording {
  readonly status: number
  /** Absent: unchanged. */
  readonly code?: number
  readonly msg?: string
}

const PARAMETER: Wording = { status: 412, code: -1102 }
const AMOUNT: Wording = { status: 412, code: -1111 }
const REJECTED: Wording = { status: 406, code: -2010 }
const NOT_ALLOWED = 'Invalid signature or Invalid timestamp or Unauthorized for API.'

const WORDINGS: ReadonlyMap<number, Wording> = new Map([
  [-1000, { status: 500 }],
  [-1022, { status: 401, msg: NOT_ALLOWED }],
  [-1102, PARAMETER],
  [-1116, PARAMETER],
  [-1117, PARAMETER],
  [-1111, AMOUNT],
  [-1136, { ...AMOUNT, msg: 'quantity less then minQty.' }],
  [-1137, { ...AMOUNT, msg: 'quantity more then maxQty.' }],
  [-1138, AMOUNT],
  [-2029, { ...AMOUNT, msg: 'amount less then minVal.' }],
  [-1121, { status: 412, msg: 'Invalid symbol name given.' }],
  [-2013, { status: 200, msg: 'Could not find order information for given order ID.' }],
  [-2017, { ...REJECTED, msg: 'Insufficient account balance.' }],
  [-1145, { ...REJECTED, msg: 'Order placement or cancellation or withdrawal rejected.' }],
])

export function inBinanceStyle({ code, msg }: Refusal): { readonly status: number; readonly json: unknown } {
  const wording = WORDINGS.get(code) ?? { status: 400 }
  return { status: wording.status, json: { code: wording.code ?? code, msg: wording.msg ?? msg, data: null } }
}
