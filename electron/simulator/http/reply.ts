import { refusal } from '../account/refusal.ts'
import type { Refusal } from '../account/refusal.ts'
import type { SimArea } from '../ledger.ts'
import { toJson } from '../routes/wire.ts'

/** An answer on its way out. */
export interface Reply {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

export function success(body: unknown): Reply {
  return { status: 200, body: toJson(body) }
}

/** The two areas say no in their own ways: spot with 400 and a number, contracts with 200 and a text. */
export function refused(area: SimArea, { code, msg }: Refusal): Reply {
  if (area === 'spot') return { status: 400, body: toJson({ code, msg }) }
  return { status: 200, body: toJson({ code: String(code), msg, data: null }) }
}

/** A path nobody serves: the contract gateway answers like to a missing key, the spot host with its framework's page. */
export function unknownPath(path: string): Reply {
  const { code, msg } = refusal(-1002)
  if (path.startsWith('/fapi/')) {
    return { status: 200, body: toJson({ code: String(code), data: null, msg, msgData: null, succ: false }) }
  }
  return { status: 404, body: toJson({ timestamp: 0, status: 404, error: 'Not Found', message: '', path }) }
}

/** 429 and 418: one shape in both areas, with the code each of them uses for it. */
export function tooMany(status: 429 | 418, area: SimArea, retryAfter?: number): Reply {
  const { code, msg } = refusal(-1003)
  const body = toJson({ code: area === 'spot' ? code : String(code), msg })
  return retryAfter === undefined ? { status, body } : { status, body, headers: { 'retry-after': String(retryAfter) } }
}
