import type { ServerResponse } from 'node:http'
import type { Area } from '#shared/domain/instrument.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from './sim-dialect.ts'
import { inBinanceStyle } from './binance-refusals.ts'

/** An outgoing answer: JSON, or text that is sent unchanged. */
export interface Reply {
  readonly status: number
  readonly json?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function success(json: unknown): Reply {
  return { status: 200, json }
}

/**
 * `style`: the dialect in the language of the caller. In `mixed`, spot refuses with status 400 and a number, contracts
 * with 200 and a text.
 */
export function refused(area: Area, refusal: Refusal, style: SimDialect): Reply {
  if (area === 'spot' && style.spotApi === 'binance') return inBinanceStyle(refusal)
  const isV2 = area === 'contract' && style.contractApi === 'v2'
  const { code, msg } = isV2 ? (V2_WORDINGS.get(refusal.code) ?? refusal) : refusal
  const usual = area === 'spot' ? 400 : 200
  const json = { code: codeFor(area, code, style), msg: inLanguage(msg, code, style) }
  return {
    status: style.errorStatus === 'mixed' ? usual : style.errorStatus,
    json: area === 'spot' ? json : { ...json, data: null },
  }
}

/**
 * A path without an endpoint: the contract gateway answers like to a missing key, the spot host with its framework's
 * page.
 */
export function unknownPath(path: string, area: Area, style: SimDialect): Reply {
  const { code, msg } = refusal(-1002)
  if (area === 'spot')
    return { status: 404, json: { timestamp: 0, status: 404, error: 'Not Found', message: '', path } }
  const json = {
    code: codeFor(area, code, style),
    data: null,
    msg: inLanguage(msg, code, style),
    ...(style.contractApi === 'v2' ? { args: null } : { msgData: null }),
    succ: false,
  }
  return { status: 200, json }
}

/** Refusals with another wording or number in the second version of the contract interface. */
const V2_WORDINGS: ReadonlyMap<number, Refusal> = new Map([
  [-1121, { code: -1121, msg: 'Invalid contract' }],
  [10015, { code: -1156, msg: 'The number of closed positions exceeds the total number of positions' }],
])

/** Too many requests (429, or the dialect's status for it) and banned (418): the same form in both areas. */
export function tooMany(status: 429 | 418, area: Area, style: SimDialect, retryAfter?: number | string): Reply {
  const { code, msg } = refusal(-1003)
  const reply = {
    status: status === 429 ? style.limitStatus : status,
    json: { code: codeFor(area, code, style), msg: inLanguage(msg, code, style) },
  }
  return retryAfter === undefined ? reply : { ...reply, headers: { 'retry-after': String(retryAfter) } }
}

function codeFor(area: Area, code: number, { errorCode }: SimDialect): number | string {
  const isText = errorCode === 'mixed' ? area === 'contract' : errorCode === 'text'
  return isText ? String(code) : code
}

function inLanguage(msg: string, code: number, { language }: SimDialect): string {
  return language === 'en' ? msg : `请求失败（${code}）`
}

export function sendReply(response: ServerResponse, reply: Reply): void {
  const body = Buffer.from(bodyText(reply))
  writeHead(response, reply, body.length)
  response.end(body)
}

export function bodyText({ json, text }: Reply): string {
  return text ?? JSON.stringify(json)
}

export function writeHead(response: ServerResponse, { status, headers }: Reply, length: number): void {
  const isEmpty = status === 204
  response.writeHead(status, {
    ...(isEmpty ? {} : { 'content-type': 'application/json;charset=UTF-8', 'content-length': length }),
    ...headers,
  })
}
