import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { Agent as TlsAgent, request as requestTls } from 'node:https'
import type { Clock } from '#shared/domain/clock.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'

export interface Answer {
  readonly status: number
  readonly text: string
  readonly bytes: Buffer
  /** The parsed body, or null when it is not JSON. Ids lose digits here; read them from `text`. */
  readonly json: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Change {
  /** Headers to set; undefined omits one. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Used as the timestamp instead of the clock's time. */
  readonly stamp?: number
  readonly agent?: Agent | TlsAgent
  /** Whether the query is signed; true by default. */
  readonly signsQuery?: boolean
}

/** Sends signed calls, written from the documentation alone. Rejects when the connection ends without an answer. */
export function caller(simulator: Simulator, clock: Clock) {
  return function call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    change: Change = {},
  ): Promise<Answer> {
    const stamp = String(change.stamp ?? Math.floor(clock.wall()))
    const text = body === undefined ? '' : JSON.stringify(body)
    const signed = change.signsQuery === false ? path.split('?', 1)[0] : path
    const sign = createHmac('sha256', simulator.apiSecret).update(`${stamp}${method}${signed}${text}`).digest('hex')
    const all: Record<string, string | undefined> = {
      'content-type': 'application/json',
      'x-ch-apikey': simulator.apiKey,
      'x-ch-sign': sign,
      'x-ch-ts': stamp,
      ...change.headers,
    }
    const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const base = path.startsWith('/fapi/') ? simulator.contractBaseUrl : simulator.spotBaseUrl
    const isTls = base.startsWith('https:')
    const agent = change.agent ?? new (isTls ? TlsAgent : Agent)({ keepAlive: false })
    return new Promise((resolve, reject) => {
      const sent = (isTls ? requestTls : request)(`${base}${path}`, { method, headers, agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const answer = bytes.toString()
          const { statusCode: status = 0, headers: own } = response
          resolve({ status, text: answer, json: parsed(answer), bytes, headers: own })
        })
      })
      sent.on('error', reject)
      sent.end(text)
    })
  }
}

export type Call = ReturnType<typeof caller>

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
