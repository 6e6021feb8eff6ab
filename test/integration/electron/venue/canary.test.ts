import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { Credentials, VenueClient } from '#electron/venue/port.ts'
import { CODES } from '#electron/venue/client/codes.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import { ImpatientClock, KEY, SECRET, answer, credentials, startVenueServer } from './venue-server.ts'
import type { Arrival, Behaviour, VenueServer } from './venue-server.ts'
import { inEnglish } from '#shared/words/say.ts'

let venue: VenueServer
let signature = ''
beforeEach(async () => {
  venue = await startVenueServer()
  signature = ''
})
afterEach(() => venue.stop())

/** Every encoding of a text that a reader would still recognize. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text)
  const percent = bytes.toString('hex').replace(/../g, '%$&')
  const encoded = (['hex', 'base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding))
  return [text, text.toUpperCase(), encodeURIComponent(text), percent, percent.toUpperCase(), ...encoded]
}

/** Everything that the venue was sent and could echo. */
function everythingSent({ headers }: Arrival): string {
  signature = headers['x-ch-sign'] ?? ''
  return [...spellings(headers['x-ch-apikey'] ?? ''), ...spellings(signature), JSON.stringify(headers)].join(' ')
}

type Echo = (status: number, body: (echo: string) => string, header?: string) => Behaviour
const echo: Echo = (status, body, header) => (socket, arrival) => {
  const sent = everythingSent(arrival)
  const headers = header === undefined ? {} : { [header]: sent.replace(/[^ -~]/g, '') }
  answer(status, body(sent), { 'x-echo': encodeURIComponent(sent), ...headers })(socket, arrival)
}
const code = (value: string) => echo(200, (sent) => JSON.stringify({ code: value, msg: sent, data: sent }))
const noticed =
  (then: Behaviour): Behaviour =>
  (socket, arrival) => {
    everythingSent(arrival)
    then(socket, arrival)
  }

interface Setting {
  readonly behave?: Behaviour
  readonly credentials?: Credentials | null
  readonly clock?: Clock
  readonly baseUrl?: string
  /** The call to make instead of a cancel. */
  readonly call?: (client: VenueClient) => Promise<{ ok: true } | { ok: false; error: Failure }>
}

const cancel = (client: VenueClient) => client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '7' })
const locked = (kind: FailureKind): Credentials => ({
  apiKey: KEY,
  sign: () => Promise.resolve(err(localFailure(kind, 'vault.sign', verbatim('unlock the keyring')))),
})
const impatient = (): Setting => {
  const clock = new ImpatientClock()
  return { clock, behave: noticed(() => clock.fireDeadlines()) }
}
/** A read may be aborted at any time. A write in flight ends only with its client. */
const calledOff = (): Setting => {
  const abort = new AbortController()
  const read = (client: VenueClient) => client.call('contract.account', {}, { signal: abort.signal })
  return { behave: noticed(() => abort.abort()), call: read }
}
const closed = (): Setting => {
  let close = (): void => undefined
  const write = (client: VenueClient) => {
    close = () => void client.close()
    return cancel(client)
  }
  return { behave: noticed(() => close()), call: write }
}

/**
 * One or more ways to every kind of failure that a venue can cause. Only the vault gives `storage`, and only the risk
 * worker gives `crashed`.
 */
const PATHS: Readonly<Record<Exclude<FailureKind, 'storage' | 'crashed'>, readonly (() => Setting)[]>> = {
  invalidParameter: [() => ({ call: (client) => client.call('spot.depth', { symbol: 'BTCUSDT', limit: 0 }) })],
  noCredentials: [() => ({ credentials: null })],
  vaultLocked: [() => ({ credentials: locked('vaultLocked') })],
  vaultUnavailable: [() => ({ credentials: locked('vaultUnavailable') })],
  network: [
    () => ({ behave: noticed((socket) => void socket.resetAndDestroy()) }),
    () => ({ behave: noticed((socket) => void socket.end()) }),
    () => ({ behave: (socket, arrival) => void socket.end(`HTTP/1.1 200 OK\r\n${everythingSent(arrival)}\r\n\r\n`) }),
    () => ({
      behave: (socket, arrival) =>
        void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n${everythingSent(arrival)}`),
    }),
  ],
  timeout: [impatient, () => ({ behave: echo(504, (sent) => sent) })],
  tls: [],
  redirect: [
    () => ({ behave: echo(302, (sent) => sent, 'location') }),
    () => ({
      behave: (socket, arrival) => {
        const { 'x-ch-apikey': key = '', 'x-ch-sign': sign = '' } = arrival.headers
        everythingSent(arrival)
        answer(307, '', { location: `https://example.invalid/${key}/${sign}` })(socket, arrival)
      },
    }),
  ],
  rateLimited: [() => ({ behave: code('-1003') }), () => ({ behave: echo(429, (sent) => sent, 'retry-after') })],
  banned: [() => ({ behave: echo(418, (sent) => sent) })],
  clock: [() => ({ behave: code('-1021') })],
  signature: [() => ({ behave: code('-1022') })],
  key: [() => ({ behave: code('-2015') })],
  rejected: [...CODES].flatMap(([known, { kind }]) => (kind === 'rejected' ? [() => ({ behave: code(known) })] : [])),
  notFound: [() => ({ behave: code('-2013') })],
  venueError: [
    () => ({ behave: code('-1007') }),
    () => ({ behave: code('-9999') }),
    () => ({ behave: echo(200, (sent) => JSON.stringify({ code: sent, message: sent })) }),
    () => ({ behave: echo(400, (sent) => sent) }),
    () => ({ behave: echo(500, (sent) => JSON.stringify({ code: '-2017', msg: sent })) }),
  ],
  unexpectedReply: [
    () => ({ behave: echo(200, (sent) => sent) }),
    () => ({ behave: echo(200, (sent) => JSON.stringify({ orderId: sent })) }),
    () => ({ behave: echo(200, (sent) => JSON.stringify({ [sent]: sent })) }),
    () => ({ behave: echo(200, (sent) => JSON.stringify([sent, { sent }])) }),
    () => ({
      behave: (socket, arrival) => {
        const sent = everythingSent(arrival)
        socket.write(`HTTP/1.1 200 OK\r\n\r\n${sent.repeat(Math.ceil((9 * 1024 * 1024) / sent.length))}`)
      },
    }),
  ],
  notSupported: [() => ({ behave: code('-1002') }), () => ({ behave: echo(404, (sent) => sent) })],
  closed: [calledOff, closed],
}

async function failureOf({ call = cancel, ...setting }: Setting): Promise<Failure> {
  venue.behave = setting.behave ?? answer(200, '{}')
  const baseUrl = setting.baseUrl ?? venue.baseUrl
  const client = createVenueClient({
    ...{ spotBaseUrl: baseUrl, contractBaseUrl: baseUrl, clock: setting.clock ?? systemClock },
    credentials: setting.credentials === undefined ? credentials : setting.credentials,
  })
  const called = await call(client)
  await client.close()
  if (called.ok) throw new Error('expected a failure')
  return called.error
}

/** Nothing that was sent or used for signing may occur in what a failure shows, in any encoding. */
function expectClean(failure: Failure): void {
  const shown = [inEnglish(failure.message), JSON.stringify(failure), inspect(failure, { showHidden: true, depth: 9 })]
  const text = shown.join('\n').toLowerCase()
  const canaries = [KEY, SECRET, ...(signature === '' ? [] : [signature])].flatMap(spellings)
  for (const canary of canaries) expect(text).not.toContain(canary.replace(/=+$/, '').toLowerCase())
}

describe('a failure', () => {
  const paths = Object.entries(PATHS).flatMap(([kind, ways]) => ways.map((way, index) => [kind, index, way] as const))

  it.each(paths)('of kind %s (%i) shows nothing of the key, the secret or the signature', async (kind, _, way) => {
    const failure = await failureOf(way())
    expect(failure.kind).toBe(kind)
    if (failure.outcome !== 'notSent') expect(signature).toMatch(/^[0-9a-f]{64}$/)
    expectClean(failure)
  })

  it('of kind tls shows nothing either', async () => {
    const pem = (name: string): Buffer =>
      readFileSync(new URL(`../../../fixtures/tls/self-signed.${name}.pem`, import.meta.url))
    const server = createServer({ key: pem('key'), cert: pem('cert') })
    server.on('tlsClientError', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    const failure = await failureOf({ baseUrl })
    expect(failure.kind).toBe('tls')
    expectClean(failure)
    server.close()
  })

  it('that shows any of them is detected by this test', () => {
    signature = 'ab'.repeat(32)
    const clean = localFailure('network', 'x', verbatim('the connection failed'))
    expectClean(clean)
    for (const leak of [KEY, SECRET, signature].flatMap(spellings)) {
      expect(() => expectClean({ ...clean, message: verbatim(`<${leak}>`) }), leak).toThrow()
      expect(() => expectClean({ ...clean, venue: { code: '1', message: leak } }), leak).toThrow()
    }
  })
})
