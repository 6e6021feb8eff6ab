import { inspect } from 'node:util'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVenueClient, DEFAULT_DIALECT } from '#electron/venue/venue.ts'
import type { CallOptions, VenueClient } from '#electron/venue/port.ts'
import { systemClock } from '#electron/main/system-clock.ts'
import { decimal } from '#test/support/amounts.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { feed, ImpatientClock, KEY, SECRET, answer, connect, credentials, startVenueServer } from './venue-server.ts'
import type { Behaviour, VenueServer } from './venue-server.ts'
import { message } from '#shared/words/message.ts'

let venue: VenueServer
let client: VenueClient
let elsewhere: VenueServer

beforeEach(async () => {
  venue = await startVenueServer()
  elsewhere = await startVenueServer()
  client = connect(venue)
})
afterEach(async () => {
  await client.close()
  await venue.stop()
  await elsewhere.stop()
})

const ORDER = {
  contract: 'E-BTC-USDT',
  side: 'sell',
  action: 'close',
  marginMode: 'cross',
  volume: decimal(3),
  clientOrderId: 'pm-1',
  type: 'market',
} as const
const placeOrder = (by: VenueClient = client, options: CallOptions = {}) =>
  by.call('contract.placeOrder', ORDER, options)

async function failureOf(placing = placeOrder()): Promise<Failure> {
  const placed = await placing
  if (placed.ok) throw new Error('expected a failure')
  return placed.error
}

/** Resets the connection, as a failing proxy does after it read the request. */
const reset: Behaviour = (socket) => void socket.resetAndDestroy()
const EXECUTED = '{"orderId":"3302507625176983999"}'

const FAULTS: readonly [title: string, behave: Behaviour, outcome: Failure['outcome'], kind: Failure['kind']][] = [
  ['reset after it was read', reset, 'unknown', 'network'],
  ['socket closed without a reply', (socket) => void socket.end(), 'unknown', 'network'],
  [
    '408 and close',
    (socket, arrival) => (answer(408, '', { connection: 'close' })(socket, arrival), socket.end()),
    'unknown',
    'venueError',
  ],
  ['421, on which fetch would send again', answer(421, ''), 'unknown', 'venueError'],
  ['504', answer(504, ''), 'unknown', 'timeout'],
  ['500 with a code that means refused', answer(500, '{"code":-2017,"msg":"no money"}'), 'unknown', 'venueError'],
  [
    'body cut short',
    (socket) => (socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"orderId":"33'), socket.end()),
    'unknown',
    'network',
  ],
  [
    'bad chunk',
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    'unknown',
    'network',
  ],
  ['200 without an id', answer(200, '{}'), 'unknown', 'unexpectedReply'],
  ['200 with half a document', answer(200, '{"orderId":'), 'unknown', 'unexpectedReply'],
  ['204', (socket) => void socket.write('HTTP/1.1 204 No Content\r\n\r\n'), 'unknown', 'unexpectedReply'],
  [
    '400 with a code nobody knows, though it was executed',
    answer(400, '{"code":-9999,"msg":"?"}'),
    'unknown',
    'venueError',
  ],
  ['400 without a code', answer(400, 'bad request'), 'unknown', 'venueError'],
  ['200 with the code of an inner time-out', answer(200, '{"code":"-1007","msg":"timeout"}'), 'unknown', 'venueError'],
  ['200 with a refusal', answer(200, '{"code":"10015","msg":"too much"}'), 'rejected', 'rejected'],
  ['400 with a refusal', answer(400, '{"code":-1121,"msg":"Invalid symbol."}'), 'rejected', 'rejected'],
  ['window refusal', answer(400, '{"code":-1021,"msg":"timestamp"}'), 'rejected', 'clock'],
  ['429', answer(429, '{"code":-1003,"msg":"slow down"}'), 'rejected', 'rateLimited'],
  ['418', answer(418, ''), 'rejected', 'banned'],
]

describe('a write', () => {
  it.each(FAULTS)(
    'that meets "%s" arrives once, and its outcome is reported truthfully',
    async (_, behave, outcome, kind) => {
      venue.behave = behave
      const failure = await failureOf()
      expect({ outcome: failure.outcome, kind: failure.kind }).toEqual({ outcome, kind })
      expect(venue.arrivals).toHaveLength(1)
      expect(venue.arrivals[0]?.body).toBe(
        '{"contractName":"E-BTC-USDT","volume":3,"type":"MARKET","side":"SELL","open":"CLOSE","positionType":1,"clientOrderId":"pm-1"}',
      )
    },
  )

  it.each([301, 302, 303, 307, 308])('is not sent to another address by a %i', async (status) => {
    venue.behave = answer(status, '', { location: `${elsewhere.baseUrl}/fapi/v1/order` })
    const failure = await failureOf()
    expect(failure).toMatchObject({ kind: 'redirect', outcome: 'unknown', httpStatus: status })
    expect(venue.arrivals).toHaveLength(1)
    expect(elsewhere.arrivals).toHaveLength(0)
  })

  it('uses a socket of its own, so that a dying socket never makes it unknown', async () => {
    venue.behave = answer(200, EXECUTED)
    await client.call('contract.ping', {})
    await placeOrder()
    await placeOrder()
    expect(new Set(venue.arrivals.map(({ connection }) => connection)).size).toBe(3)
  })

  it('is unknown after the deadline, and its socket is closed', async () => {
    const clock = new ImpatientClock()
    const impatient = connect(venue, clock)
    const closed = new Promise<void>((resolve) => {
      venue.behave = (socket) => {
        socket.on('close', () => resolve())
        clock.fireDeadlines()
      }
    })
    const failure = await failureOf(placeOrder(impatient))
    await closed
    expect(failure).toMatchObject({ kind: 'timeout', outcome: 'unknown', retry: 'later' })
    expect(venue.arrivals).toHaveLength(1)
    await impatient.close()
  })

  it('is unknown when a slow reply passes the deadline', async () => {
    const clock = new ImpatientClock()
    const impatient = connect(venue, clock)
    venue.behave = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{')
      clock.fireDeadlines()
    }
    expect(await failureOf(placeOrder(impatient))).toMatchObject({ kind: 'timeout', outcome: 'unknown' })
    await impatient.close()
  })

  it('was not sent when nobody listens', async () => {
    // The clock is known already when the venue disappears.
    await client.syncClock()
    await venue.stop()
    expect(await failureOf()).toMatchObject({ kind: 'network', outcome: 'notSent' })
  })

  it('was not sent when the connection dies before it can be written', async () => {
    await client.syncClock()
    const { port } = new URL(venue.baseUrl)
    await venue.stop()
    const resetting = createServer((socket) => void socket.resetAndDestroy()).listen(
      Number.parseInt(port, 10),
      '127.0.0.1',
    )
    await new Promise((resolve) => resetting.once('listening', resolve))
    // The reset may be noticed before or after the first byte. The outcome is never "rejected", and no second
    // connection is used.
    expect(['notSent', 'unknown']).toContain((await failureOf()).outcome)
    await new Promise((resolve) => resetting.close(resolve))
  })

  it('is not sent again after a refused timestamp, but the clock is measured before the next one', async () => {
    venue.behave = (socket, arrival) => {
      answer(200, venue.arrivals.length === 1 ? '{"code":-1021,"msg":""}' : EXECUTED)(socket, arrival)
    }
    await client.syncClock()
    expect(await failureOf()).toMatchObject({ kind: 'clock', outcome: 'rejected', retry: 'afterClockSync' })
    expect(venue.arrivals).toHaveLength(1)
    const measured = venue.timeReads
    expect((await placeOrder()).ok).toBe(true)
    expect(venue.timeReads).toBeGreaterThan(measured)
    expect(venue.arrivals).toHaveLength(2)
  })

  it('in flight is not aborted when its caller gives up, and gets its answer', async () => {
    const calledOff = new AbortController()
    venue.behave = (socket, arrival) => {
      calledOff.abort()
      answer(200, EXECUTED)(socket, arrival)
    }
    expect(await placeOrder(client, { signal: calledOff.signal })).toMatchObject({ ok: true })
  })

  it('waiting for its slot is not sent once it is aborted, or when its caller declines at that point', async () => {
    const venueClock = { ...systemClock, wall: () => systemClock.wall() + sleptMs }
    let sleptMs = 0
    const limits = { 'contract.placeOrder': { count: 1, windowMs: 300 } }
    const slow = createVenueClient({
      ...{ spotBaseUrl: venue.baseUrl, contractBaseUrl: venue.baseUrl, credentials, clock: venueClock },
      dialect: { ...DEFAULT_DIALECT, limits },
    })
    venue.behave = answer(200, EXECUTED)
    const calledOff = new AbortController()
    const whyNot = () => (sleptMs > 0 ? message('account.slept') : null)
    const orders = [{ whyNot }, { whyNot }, { signal: calledOff.signal }].map((options) => placeOrder(slow, options))
    expect(await orders[0]).toMatchObject({ ok: true })
    calledOff.abort()
    sleptMs = 8 * 3_600_000
    const error = { kind: 'closed', outcome: 'notSent' }
    expect(await orders[1]).toMatchObject({ ok: false, error: { ...error, message: message('account.slept') } })
    expect(await orders[2]).toMatchObject({ ok: false, error })
    expect(venue.arrivals).toHaveLength(1)
    await slow.close()
  })

  it('of a test order is not sent twice, because some venues execute test orders', async () => {
    venue.behave = reset
    const test = {
      symbol: 'btcusdt',
      side: 'sell',
      type: 'market',
      quantity: decimal(1),
      clientOrderId: 'pm-2',
    } as const
    const tested = await client.call('spot.testOrder', test, { lane: 'verify' })
    expect(tested).toMatchObject({ ok: false, error: { outcome: 'unknown' } })
    expect(venue.arrivals).toHaveLength(1)
  })

  it('signs exactly the bytes it sends', async () => {
    const signed: string[] = []
    const witness = createVenueClient({
      spotBaseUrl: venue.baseUrl,
      contractBaseUrl: `${venue.baseUrl}/futures/open`,
      credentials: { ...credentials, sign: (text) => (signed.push(text), credentials.sign(text)) },
      clock: systemClock,
    })
    venue.behave = answer(200, EXECUTED)
    await placeOrder(witness)
    await witness.call('spot.openOrders', { symbol: 'BTC/USDT' })
    const sent = venue.arrivals.map(
      ({ headers, method, target, body }) => `${headers['x-ch-ts'] ?? ''}${method}${target}${body}`,
    )
    // The gateway's prefix is sent but not signed.
    expect(signed).toEqual(sent.map((text) => text.replace('/futures/open', '')))
    expect(signed[1]).toContain('GET/sapi/v1/openOrders?symbol=BTC%2FUSDT&limit=1000')
    await witness.close()
  })

  it('leaves no key, signature or secret in any failure, even when the venue echoes them', async () => {
    const echo: Behaviour = (socket, arrival) => {
      const { 'x-ch-apikey': key = '', 'x-ch-sign': sign = '' } = arrival.headers
      answer(400, JSON.stringify({ code: -1022, msg: `${key} ${sign} ${sign.toUpperCase()}`, data: key }))(
        socket,
        arrival,
      )
    }
    const behaviours = [...FAULTS.map(([, behave]) => behave), echo]
    for (const behave of behaviours) {
      const fresh = connect(venue)
      venue.behave = behave
      const failure = await failureOf(placeOrder(fresh))
      const signature = venue.arrivals.at(-1)?.headers['x-ch-sign'] ?? ''
      expect(signature).toMatch(/^[0-9a-f]{64}$/)
      const shown = (JSON.stringify(failure) + inspect(failure, { showHidden: true, depth: 9 })).toLowerCase()
      for (const canary of [KEY, SECRET, signature]) expect(shown).not.toContain(canary)
      await fresh.close()
    }
  })
})

describe('a read', () => {
  it('is sent at most three times when the venue fails', async () => {
    venue.behave = answer(500, '')
    const read = await client.call('contract.openOrders', { contract: 'E-BTC-USDT' })
    expect(read.ok).toBe(false)
    expect(venue.arrivals).toHaveLength(3)
  })

  it('is sent again after a lost connection and then answered', async () => {
    venue.behave = (socket, arrival) => (venue.arrivals.length === 1 ? reset : answer(200, '[]'))(socket, arrival)
    const read = await client.call('contract.openOrders', { contract: 'E-BTC-USDT' })
    expect(read).toMatchObject({ ok: true, value: { value: [] } })
    expect(venue.arrivals).toHaveLength(2)
  })

  it('gets a new timestamp and one retry after a refused timestamp', async () => {
    venue.behave = (socket, arrival) =>
      answer(200, venue.arrivals.length < 2 ? '{"code":"-1021"}' : '[]')(socket, arrival)
    expect((await client.call('contract.openOrders', { contract: 'E-BTC-USDT' })).ok).toBe(true)
    expect(venue.arrivals).toHaveLength(2)
  })

  it('is cut off at 8 MiB', async () => {
    const megabyte = ' '.repeat(1024 * 1024)
    venue.behave = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      feed(socket, megabyte)
    }
    const read = await client.call('spot.pairs', {})
    expect(read).toMatchObject({ ok: false, error: { kind: 'unexpectedReply' } })
  })

  it('sends the content type and asks for an uncompressed reply', async () => {
    await client.call('spot.ping', {})
    expect(venue.arrivals[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    })
  })
})

describe('a 418', () => {
  it('stops every call to the host, cancels included, with a countdown', async () => {
    venue.behave = answer(418, '')
    await client.call('contract.openOrders', { contract: 'E-BTC-USDT' })
    const seen = venue.arrivals.length
    const cancel = await client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '7' })
    expect(cancel).toMatchObject({ ok: false, error: { kind: 'banned', outcome: 'notSent' } })
    expect((await client.call('spot.ping', {})).ok).toBe(false)
    expect(venue.arrivals).toHaveLength(seen)
    expect(client.budget().hosts[0]?.state).toBe('banned')
    expect(client.budget().hosts[0]?.resumesInMs).toBeGreaterThan(0)
  })
})

describe('closing', () => {
  it('ends a waiting call as closed and drops the one in flight', async () => {
    const arrived = new Promise<void>((resolve) => {
      venue.behave = () => resolve()
    })
    const placing = failureOf()
    await arrived
    await client.close()
    expect(await placing).toMatchObject({ outcome: 'unknown' })
    expect(await failureOf()).toMatchObject({ kind: 'closed', outcome: 'notSent' })
  })
})
