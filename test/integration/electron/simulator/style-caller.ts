import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Clock } from '#shared/domain/clock.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'

interface Answer {
  readonly status: number
  readonly text: string
  /** The parsed body, with numbers as float64. Read ids from `text`. */
  readonly json: unknown
}

type Fields = Readonly<Record<string, string>>

/**
 * Calls Spot in the Binance style, written from its documentation alone: parameters in the query for GET and DELETE, as
 * a form for POST.
 */
export function styleCaller(simulator: Simulator, clock: Clock) {
  const signed = (fields: Fields): string => {
    const text = new URLSearchParams({ ...fields, timestamp: String(Math.floor(clock.wall())) }).toString()
    return `${text}&signature=${createHmac('sha256', simulator.apiSecret).update(text).digest('hex')}`
  }
  return {
    /** Sends no key and no signature. */
    open: (path: string) => send(simulator, 'GET', path, ''),
    ask: (path: string, fields: Fields = {}) => send(simulator, 'GET', `${path}?${signed(fields)}`, ''),
    remove: (path: string, fields: Fields) => send(simulator, 'DELETE', `${path}?${signed(fields)}`, ''),
    post: (path: string, fields: Fields) => send(simulator, 'POST', path, signed(fields)),
  }
}

function send(simulator: Simulator, method: string, path: string, body: string): Promise<Answer> {
  const type = body === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const headers = { 'x-mbx-apikey': simulator.apiKey, ...type }
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false })
    const sent = request(`${simulator.spotBaseUrl}${path}`, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, text, json: JSON.parse(text) as unknown })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
