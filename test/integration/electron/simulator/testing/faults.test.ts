import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '#electron/simulator/testing/faults.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { ManualClock } from '#test/support/clock.ts'
import { caller } from '../caller.ts'
import type { Answer, Call } from '../caller.ts'

const ORDER = {
  contractName: 'E-BTC-USDT',
  side: 'BUY',
  type: 'LIMIT',
  open: 'OPEN',
  positionType: 1,
  price: 90000,
  volume: 7,
}

let clock: ManualClock
let simulator: Simulator
let call: Call

beforeEach(async () => {
  clock = new ManualClock()
  simulator = await startSimulator({ seed: 7, clock, autoTick: false, life: false })
  call = caller(simulator, clock)
})
afterEach(() => simulator.stop())

/** What the caller sees of an order that meets a fault: status and body, or "no answer". */
async function place(): Promise<{ status: number | 'no answer'; text: string }> {
  return call('POST', '/fapi/v1/order', ORDER).catch(() => ({ status: 'no answer' as const, text: '' }))
}

/** All bytes that arrive for a public path until the connection ends. */
async function raw(path: string): Promise<string> {
  const { port } = new URL(simulator.spotBaseUrl)
  const socket = connect(parseInt(port, 10), '127.0.0.1')
  socket.end(`GET ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Places an order and returns the whole answer. */
function post(): Promise<Answer> {
  return call('POST', '/fapi/v1/order', ORDER)
}

/** How many times the order was really placed. */
function made(): number {
  return simulator.exchange.contracts.openOrders().filter(({ volume }) => volume.eq(ORDER.volume)).length
}

function inject(fault: Omit<Fault, 'match'>): void {
  simulator.faults.inject({ match: 'contract.newOrder', ...fault })
}

describe('faults', () => {
  it.each([
    ['504NotExecuted', 504, 0],
    ['504Executed', 504, 1],
    ['resetBeforeRead', 'no answer', 0],
    ['resetAfterRead', 'no answer', 1],
    ['truncate', 'no answer', 1],
    ['emptyBody', 200, 1],
    ['malformed', 200, 1],
    ['errorWith200', 200, 0],
    ['status400ButExecuted', 400, 1],
    ['redirect', 307, 0],
    ['status429', 429, 0],
    ['status418', 418, 0],
    ['finWithoutReply', 'no answer', 1],
    ['408Close', 408, 1],
    ['serverError', 500, 1],
    ['lengthTooLong', 'no answer', 1],
    ['lengthTooShort', 'no answer', 1],
    ['badChunk', 'no answer', 1],
    ['hugeHeader', 'no answer', 1],
    ['status204', 204, 1],
    ['deepJson', 200, 1],
    ['mangled', 200, 1],
    ['maxIds', 200, 1],
  ] as const)('%s answers %s and places the order %d times', async (kind, status, times) => {
    inject({ kind })
    expect((await place()).status).toBe(status)
    expect(made()).toBe(times)
    const entries = simulator.ledger.arrivals({ endpoint: 'contract.newOrder' })
    expect(entries.map(({ executed }) => executed)).toEqual([times === 1])
    expect((await place()).status).toBe(200)
    expect(made()).toBe(times + 1)
  })

  it('executes a late 504 after its delay, not before', async () => {
    inject({ kind: '504ExecutedLate', ms: 4000 })
    expect((await place()).status).toBe(504)
    await clock.advance(3999)
    expect(made()).toBe(0)
    await clock.advance(1)
    expect(made()).toBe(1)
  })

  it('can reset a connection before acting', async () => {
    inject({ kind: 'resetAfterRead', executed: false })
    expect((await place()).status).toBe('no answer')
    expect(made()).toBe(0)
  })

  it('can stall: it acts, then keeps the connection open without an answer until it is stopped', async () => {
    inject({ kind: 'stall' })
    const answer = place()
    await expect.poll(made).toBe(1)
    expect(simulator.ledger.arrivals({ endpoint: 'contract.newOrder' })[0]?.status).toBeNull()
    await simulator.stop()
    expect((await answer).status).toBe('no answer')
  })

  it('can answer late', async () => {
    inject({ kind: 'delay', ms: 1500 })
    const answer = place()
    await expect.poll(() => clock.pending).toBe(1)
    await clock.advance(1500)
    expect((await answer).status).toBe(200)
  })

  it('can hide a new order from reads for a time', async () => {
    inject({ kind: 'slowReads', ms: 2000 })
    const { text } = await place()
    const { orderId } = JSON.parse(text) as { orderId: string }
    const isListed = async () =>
      (await call('GET', '/fapi/v1/openOrders?contractName=E-BTC-USDT')).text.includes(orderId)
    const found = async () => (await call('GET', `/fapi/v1/order?contractName=E-BTC-USDT&orderId=${orderId}`)).text
    expect(await isListed()).toBe(false)
    expect(await found()).toContain('-2013')
    await clock.advance(2000)
    expect(await isListed()).toBe(true)
    expect(await found()).toContain(orderId)
  })

  it('sends a redirect to the given address, and does not follow it', async () => {
    simulator.faults.inject({ match: '*', kind: 'redirect', location: 'http://127.0.0.1:1/elsewhere' })
    const answer = await call('GET', '/sapi/v1/account')
    expect([answer.status, answer.headers['location']]).toEqual([307, 'http://127.0.0.1:1/elsewhere'])
  })

  it('apply to the given number of requests, only to their endpoint, oldest fault first', async () => {
    inject({ kind: '504NotExecuted', times: 2 })
    inject({ kind: 'status429', retryAfter: 9 })
    expect((await call('GET', '/fapi/v1/ping')).status).toBe(200)
    const statuses = [await place(), await place(), await place(), await place()].map(({ status }) => status)
    expect(statuses).toEqual([504, 504, 429, 200])
  })

  it.each([301, 302, 303, 307, 308])('redirects with %d', async (status) => {
    inject({ kind: 'redirect', status })
    expect((await place()).status).toBe(status)
    expect(made()).toBe(0)
  })

  it('can ask to slow down with its own status, with or without a duration', async () => {
    inject({ kind: 'status429', status: 410 })
    inject({ kind: 'status429', retryAfter: 'Thu, 01 Jan 2026 00:00:09 GMT' })
    const answers = [await call('GET', '/fapi/v1/ping'), await post(), await post()]
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [200, undefined],
      [410, undefined],
      [429, 'Thu, 01 Jan 2026 00:00:09 GMT'],
    ])
  })

  it.each([
    ['lengthTooShort', (length: number) => length > 0, /"serverTime":\d{13}\}$/],
    ['lengthTooLong', (length: number) => length > 0, /"serverTime":\d{13}\}$/],
    ['badChunk', (length: number) => length === 0, /\r\n\r\nzz\r\n\{/],
  ] as const)('%s gives a wrong length', async (kind, hasLength, body) => {
    simulator.faults.inject({ match: '*', kind })
    const bytes = await raw('/fapi/v1/time')
    const declared = parseInt(/content-length: (\d+)/i.exec(bytes)?.[1] ?? '0', 10)
    const real = bytes.length - bytes.indexOf('\r\n\r\n') - 4
    expect(hasLength(declared)).toBe(true)
    expect(declared).not.toBe(real)
    expect(declared > real).toBe(kind === 'lengthTooLong')
    expect(bytes).toMatch(body)
  })

  it('can send an answer byte by byte', async () => {
    inject({ kind: 'trickle', ms: 10 })
    const answer = place()
    await expect.poll(() => clock.pending).toBe(1)
    await clock.advance(100)
    expect(clock.pending).toBe(1)
    await clock.advance(10_000)
    expect(JSON.parse((await answer).text)).toHaveProperty('orderId')
  })

  it('can compress 200 MiB into an answer', async () => {
    inject({ kind: 'gzipBomb' })
    const { headers, bytes } = await post()
    expect(headers['content-encoding']).toBe('gzip')
    expect(bytes.length).toBeLessThan(1_000_000)
    const head = gunzipSync(bytes, { maxOutputLength: 2 ** 30 })
    expect(head.length).toBeGreaterThan(200 * 2 ** 20)
    expect(JSON.parse(head.subarray(-100).toString())).toHaveProperty('orderId')
  })

  it('can send a given amount of JSON', async () => {
    inject({ kind: 'hugeJson', bytes: 3_000_000 })
    const { text } = await place()
    expect(text.length).toBeGreaterThanOrEqual(3_000_000)
    expect(Array.isArray(JSON.parse(text))).toBe(true)
  })

  it('can send a given body', async () => {
    inject({ kind: 'malformed', body: '{"code":0,' })
    expect((await place()).text).toBe('{"code":0,')
  })

  it('can repeat an earlier answer, but only to the same question', async () => {
    const ask = async (path: string) => (await call('GET', path)).text
    simulator.faults.inject({ match: 'contract.openOrders', kind: 'cached', times: 3 })
    const before = await ask('/fapi/v1/openOrders?contractName=E-BTC-USDT')
    await place()
    expect(await ask('/fapi/v1/openOrders?contractName=E-BTC-USDT')).toBe(before)
    expect(await ask('/fapi/v1/openOrders?contractName=S-BTC-USDT')).toBe('[]')
    expect(await ask('/fapi/v1/openOrders?contractName=E-BTC-USDT')).not.toBe(before)
  })

  it('can forget its orders for one read, in lists and one by one', async () => {
    const { text } = await place()
    const { orderId } = JSON.parse(text) as { orderId: string }
    simulator.faults.inject({ match: 'contract.*', kind: 'forgets', times: 2 })
    expect((await call('GET', '/fapi/v1/openOrders?contractName=E-BTC-USDT')).text).toBe('[]')
    const found = async () => (await call('GET', `/fapi/v1/order?contractName=E-BTC-USDT&orderId=${orderId}`)).text
    expect(await found()).toContain('-2013')
    expect(await found()).toContain(orderId)
  })

  it('hides the trades of a hidden order too', async () => {
    simulator.faults.inject({ match: 'spot.newOrder', kind: 'slowReads', ms: 2000 })
    await call('POST', '/sapi/v1/order', { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', volume: '250' })
    const trades = async () => (await call('GET', '/sapi/v1/myTrades?symbol=btcusdt')).json as unknown[]
    expect(await trades()).toEqual([])
    await clock.advance(2000)
    expect(await trades()).not.toEqual([])
  })

  it('hides the trades of a hidden contract order too', async () => {
    inject({ kind: 'slowReads', ms: 2000 })
    await call('POST', '/fapi/v1/order', { ...ORDER, type: 'MARKET' })
    const trades = async () => (await call('GET', '/fapi/v1/myTrades?contractName=E-BTC-USDT')).json as unknown[]
    expect(await trades()).toEqual([])
    await clock.advance(2000)
    expect(await trades()).not.toEqual([])
  })

  it('keeps the time that its clock has gained when the drift changes', async () => {
    const serverTime = async () => ((await call('GET', '/sapi/v1/time')).json as { serverTime: number }).serverTime
    for (const ms of [60, -30]) {
      simulator.faults.inject({ match: '*', kind: 'clockDrift', ms })
      await serverTime()
      await clock.advance(60_000)
    }
    expect((await serverTime()) - clock.wall()).toBe(30)
  })

  it('can have a clock that jumps and drifts', async () => {
    const serverTime = async () => ((await call('GET', '/sapi/v1/time')).json as { serverTime: number }).serverTime
    simulator.faults.inject({ match: '*', kind: 'clockJump', ms: -3000 })
    expect((await serverTime()) - clock.wall()).toBe(-3000)
    simulator.faults.inject({ match: '*', kind: 'clockDrift', ms: 50 })
    await serverTime()
    await clock.advance(120_000)
    expect((await serverTime()) - clock.wall()).toBe(-2900)
    const late = await call('GET', '/sapi/v1/account', undefined, { stamp: clock.wall() - 1901 })
    const early = await call('GET', '/sapi/v1/account', undefined, { stamp: clock.wall() - 1900 })
    expect([late.status, early.text.includes('-1021')]).toEqual([200, true])
  })

  it('records in the ledger which fault a request met', async () => {
    inject({ kind: 'truncate' })
    await place()
    await place()
    expect(simulator.ledger.arrivals({ fault: 'truncate' })).toHaveLength(1)
  })

  it('still refuse an unsigned request', async () => {
    inject({ kind: '504Executed' })
    await call('POST', '/fapi/v1/order', ORDER, { headers: { 'x-ch-sign': 'f'.repeat(64) } })
    expect(made()).toBe(0)
  })
})
