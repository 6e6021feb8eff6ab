/**
 * The control port: a second server on 127.0.0.1 through which a test in another process injects faults, reads the
 * ledger and moves the market. JSON in, JSON out; 400 with a reason for a wrong command. Bodies must be declared as
 * JSON, which a page in a browser cannot do across origins.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { decimal, parseDecimal } from '#shared/domain/decimal.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { readFaults } from './fault-input.ts'
import type { Faults } from './faults.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { ASSETS } from '../exchange/market/specs.ts'
import { HOST, close, listen, readAll } from '../wire/listening.ts'
import type { Params } from '../wire/request-params.ts'

/** What can be controlled. */
interface Controlled {
  readonly exchange: Exchange
  readonly ledger: Ledger
  readonly faults: Faults
  clockSkewMs: number
  tick(count: number): void
}

type Command = (venue: Controlled, query: Readonly<Record<string, string>>, body: Params) => Result<unknown, string>

/** A day of market: more would block the venue for minutes. */
const MOST_TICKS = 86_400
/** Prices that the market's figures can handle. */
const PRICES = { least: decimal('1e-9'), most: decimal('1e12') }
/** The filters of GET /ledger, and how each is read; undefined: not a valid value. */
const FILTERS = {
  method: String,
  path: String,
  area: String,
  endpoint: String,
  apiKey: String,
  clientOrderId: String,
  orderId: String,
  fault: String,
  status: wholeNumber,
  socketId: wholeNumber,
  executed: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
} as const satisfies { readonly [K in keyof LedgerEntry]?: (text: string) => unknown }

const COMMANDS: Readonly<Record<string, Command>> = {
  'POST /faults': ({ faults }, _query, body) => {
    const read = readFaults(body)
    if (!read.ok) return read
    for (const fault of read.value) faults.inject(fault)
    return ok({ injected: read.value })
  },
  'GET /faults': ({ faults }) => ok(faults.waiting),
  'DELETE /faults': ({ faults }) => {
    faults.clear()
    return ok({})
  },
  'GET /ledger': ({ ledger }, query) => {
    const unknown = Object.keys(query).find((name) => !Object.hasOwn(FILTERS, name))
    if (unknown !== undefined) return err(`expected one of ${Object.keys(FILTERS).join(', ')}, was ${unknown}`)
    const wanted = Object.entries(query).map(
      ([name, text]) => [name, FILTERS[name as keyof typeof FILTERS](text)] as const,
    )
    const unclear = wanted.find(([, value]) => value === undefined)
    if (unclear) return err(`${unclear[0]} cannot be ${query[unclear[0]] ?? ''}`)
    return ok(ledger.arrivals(Object.fromEntries(wanted) as Partial<LedgerEntry>))
  },
  'GET /ledger/max': ({ ledger }, { endpoint, windowMs = '2000' }) => {
    if (endpoint === undefined) return err('expected endpoint')
    if (!/^[1-9]\d{0,9}$/.test(windowMs)) return err(`expected windowMs to be whole milliseconds, was ${windowMs}`)
    return ok({ max: ledger.maxInWindow(endpoint, parseInt(windowMs, 10)) })
  },
  'GET /ledger/tally': ({ ledger }, { clientOrderId }) =>
    clientOrderId === undefined ? err('expected clientOrderId') : ok(ledger.tally(clientOrderId)),
  'GET /ledger/twice': ({ ledger }) => ok(ledger.twice()),
  'DELETE /ledger': ({ ledger }) => {
    ledger.clear()
    return ok({})
  },
  'POST /clock': (venue, _query, { skewMs }) => {
    if (!Number.isSafeInteger(skewMs))
      return err(`expected skewMs to be whole milliseconds, was ${JSON.stringify(skewMs)}`)
    venue.clockSkewMs = skewMs as number
    return ok({ skewMs })
  },
  'POST /tick': (venue, _query, { seconds }) => {
    const isGood = Number.isSafeInteger(seconds) && (seconds as number) > 0 && (seconds as number) <= MOST_TICKS
    if (!isGood) return err(`expected seconds from 1 to ${MOST_TICKS}, was ${JSON.stringify(seconds)}`)
    venue.tick(seconds as number)
    return ok({ seconds })
  },
  'POST /price': ({ exchange }, _query, { asset, price }) => {
    if (!ASSETS.some(({ name }) => name === asset)) {
      return err(
        `expected asset to be one of ${ASSETS.map(({ name }) => name).join(', ')}, was ${JSON.stringify(asset)}`,
      )
    }
    const value = typeof price === 'string' || typeof price === 'number' ? parseDecimal(String(price)) : null
    if (!value || value.lt(PRICES.least) || value.gt(PRICES.most)) {
      return err(`expected price to be a number from 1e-9 to 1e12, was ${JSON.stringify(price)}`)
    }
    exchange.setPrice(asset as string, value)
    return ok({ asset, price: value.toFixed() })
  },
}

/** Listens on 127.0.0.1. Rejects with the system's error if the port is taken. */
export async function serveControl(
  venue: Controlled,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    // An unforeseen error must not end the process under test.
    respond(venue, request, response).catch((error: unknown) =>
      answer(response, 400, { error: `cannot be done: ${String(error)}` }),
    )
  })
  const listening = await listen(server, port)
  return { url: `http://${HOST}:${listening}`, close: () => close(server) }
}

async function respond(venue: Controlled, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const [path = '/', query = ''] = url.split('?', 2)
  const body = await readAll(request)
  if (body === null) return void request.socket.destroy()
  const command = Object.hasOwn(COMMANDS, `${method} ${path}`) ? COMMANDS[`${method} ${path}`] : undefined
  if (!command) return answer(response, 404, { error: `expected one of ${Object.keys(COMMANDS).join(', ')}` })
  const params = method === 'POST' ? readJson(request, body) : ok({})
  if (!params.ok) return answer(response, 400, { error: params.error })
  const done = command(venue, Object.fromEntries(new URLSearchParams(query)), params.value)
  answer(response, done.ok ? 200 : 400, done.ok ? done.value : { error: done.error })
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? parseInt(text, 10) : undefined
}

function answer(response: ServerResponse, status: number, json: unknown): void {
  const text = JSON.stringify(json)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(text)
}

function readJson(request: IncomingMessage, body: Buffer): Result<Params, string> {
  if (request.headers['content-type']?.startsWith('application/json') !== true) {
    return err('expected the header content-type: application/json')
  }
  try {
    const json: unknown = JSON.parse(body.toString())
    const isObject = json !== null && typeof json === 'object' && !Array.isArray(json)
    return isObject ? ok(json as Params) : err('expected a JSON object')
  } catch {
    return err('expected JSON')
  }
}
