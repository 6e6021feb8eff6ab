import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { ManualClock } from '#test/support/clock.ts'
import { caller } from './caller.ts'
import type { Call } from './caller.ts'

let clock: ManualClock
let simulator: Simulator
let call: Call

beforeEach(async () => {
  clock = new ManualClock()
  simulator = await startSimulator({ seed: 7, clock, autoTick: false, life: false, controlPort: 0 })
  call = caller(simulator, clock)
})
afterEach(() => simulator.stop())

interface Reply {
  readonly status: number
  readonly json: unknown
}

async function control(method: string, path: string, body?: unknown): Promise<Reply> {
  const request = {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const response = await fetch(`${simulator.controlUrl}${path}`, request)
  return { status: response.status, json: await response.json() }
}

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  price: '90000',
  volume: '0.01',
  newClientOrderId: 'mine',
}

describe('the control port', () => {
  it('exists only on request', async () => {
    const other = await startSimulator({ seed: 7, clock, autoTick: false, life: false })
    expect(other.controlUrl).toBeNull()
    await other.stop()
  })

  it('injects faults one by one or as a script, lists those that wait, and clears them', async () => {
    expect(await control('POST', '/faults', { kind: 'serverError', match: 'spot.ping' })).toEqual({
      status: 200,
      json: { injected: [{ kind: 'serverError', match: 'spot.ping' }] },
    })
    await control('POST', '/faults', { script: 'F4', match: 'spot.newOrder' })
    expect((await control('GET', '/faults')).json).toHaveLength(4)
    expect((await call('GET', '/sapi/v1/ping')).status).toBe(500)
    expect((await call('POST', '/sapi/v1/order', ORDER)).status).toBe(504)
    await control('DELETE', '/faults')
    expect((await call('POST', '/sapi/v1/order', ORDER)).status).toBe(200)
  })

  it('reads the ledger', async () => {
    for (let made = 0; made < 3; made += 1) await call('POST', '/sapi/v1/order', ORDER)
    await call('GET', '/sapi/v1/ping')
    const entries = (await control('GET', '/ledger?endpoint=spot.newOrder&clientOrderId=mine&executed=true&status=200'))
      .json
    expect(entries).toHaveLength(3)
    expect(entries).toMatchObject([{ number: 1, body: JSON.stringify(ORDER), executed: true }, {}, {}])
    expect((await control('GET', '/ledger?executed=false')).json).toEqual([])
    expect((await control('GET', '/ledger/max?endpoint=spot.newOrder&windowMs=2000')).json).toEqual({ max: 3 })
    expect((await control('GET', '/ledger/tally?clientOrderId=mine')).json).toEqual({ arrived: 3, executed: 3 })
    expect((await control('GET', '/ledger/twice')).json).toEqual({
      clientIds: 1,
      arrived: ['mine'],
      executed: ['mine'],
    })
    await control('DELETE', '/ledger')
    expect((await control('GET', '/ledger')).json).toEqual([])
  })

  it('moves the clock, the market and a price', async () => {
    await control('POST', '/clock', { skewMs: -3000 })
    expect((await call('GET', '/sapi/v1/time')).json).toMatchObject({ serverTime: clock.wall() - 3000 })
    await control('POST', '/tick', { seconds: 5 })
    expect(simulator.exchange.market.steps).toBe(5)
    expect((await control('POST', '/price', { asset: 'BTC', price: '50000.5' })).status).toBe(200)
    expect((await call('GET', '/sapi/v1/ticker?symbol=btcusdt')).json).toMatchObject({ last: 50000.5 })
  })

  it.each([
    ['POST', '/faults', { kind: 'nonsense' }, 'expected kind'],
    ['POST', '/faults', [], 'expected a JSON object'],
    ['GET', '/ledger?what=x', undefined, 'expected one of method'],
    ['GET', '/ledger/max', undefined, 'expected endpoint'],
    ['GET', '/ledger/max?endpoint=a&windowMs=-1', undefined, 'expected windowMs'],
    ['GET', '/ledger/tally', undefined, 'expected clientOrderId'],
    ['POST', '/clock', { skewMs: 'x' }, 'expected skewMs'],
    ['POST', '/tick', { seconds: 86_401 }, 'expected seconds from 1 to 86400'],
    ['POST', '/price', { asset: 'NOPE', price: 1 }, 'expected asset to be one of BTC'],
    ['POST', '/price', { asset: 'BTC', price: '-1' }, 'expected price'],
  ])('refuses %s %s %j with a reason', async (method, path, body, reason) => {
    const { status, json } = await control(method, path, body)
    expect(status).toBe(400)
    expect((json as { error: string }).error).toContain(reason)
  })

  it('answers an unforeseen error with 400, and continues', async () => {
    // The body is nested too deep for an answer that quotes it.
    const depth = 100_000
    const body = `{"skewMs":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const headers = { 'content-type': 'application/json' }
    const refused = await fetch(`${simulator.controlUrl}/clock`, { method: 'POST', headers, body })
    expect([refused.status, await refused.json()]).toEqual([400, { error: expect.stringMatching(/^cannot be done: /) }])
    expect((await control('POST', '/tick', { seconds: 1 })).status).toBe(200)
  })

  it('refuses any other command, and a body that is not declared as JSON', async () => {
    expect((await control('GET', '/toString')).status).toBe(404)
    const plain = await fetch(`${simulator.controlUrl}/tick`, { method: 'POST', body: '{"seconds":1}' })
    expect([plain.status, await plain.json()]).toEqual([
      400,
      { error: 'expected the header content-type: application/json' },
    ])
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }
    expect(await (await fetch(`${simulator.controlUrl}/tick`, broken)).json()).toEqual({ error: 'expected JSON' })
  })
})
