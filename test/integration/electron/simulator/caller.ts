import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Clock } from '#shared/domain/clock.ts'
import type { Simulator } from '#electron/simulator/simulator.ts'

export interface Answer {
  readonly status: number
  readonly text: string
  /** The body, or null when it is no JSON. Ids lose digits here: look at `text` for them. */
  readonly json: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Change {
  /** Headers to set; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Timestamp instead of the clock's. */
  readonly stamp?: number
  readonly agent?: Agent
}

/** A signed call written from the documentation alone. Rejects when the connection ends without an answer. */
export function caller(simulator: Simulator, clock: Clock) {
  return function call(method: 'GET' | 'POST', path: string, body?: object, change: Change = {}): Promise<Answer> {
    const stamp = String(change.stamp ?? Math.floor(clock.wall()))
    const text = body === undefined ? '' : JSON.stringify(body)
    const sign = createHmac('sha256', simulator.apiSecret).update(`${stamp}${method}${path}${text}`).digest('hex')
    const all: Record<string, string | undefined> = {
      'content-type': 'application/json',
      'x-ch-apikey': simulator.apiKey,
      'x-ch-sign': sign,
      'x-ch-ts': stamp,
      ...change.headers,
    }
    const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const agent = change.agent ?? new Agent({ keepAlive: false })
    return new Promise((resolve, reject) => {
      const sent = request(`${simulator.spotBaseUrl}${path}`, { method, headers, agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode ?? 0, text: answer, json: parsed(answer), headers: response.headers })
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
