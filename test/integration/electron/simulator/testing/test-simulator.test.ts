import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator, SimulatorOptions } from '#electron/simulator/testing/test-simulator.ts'
import { dialectOf } from '#electron/simulator/wire/sim-dialect.ts'
import { routesOf } from '#electron/simulator/wire/apis.ts'
import { ManualClock } from '#test/support/clock.ts'
import { caller } from '../caller.ts'
import type { Answer, Call } from '../caller.ts'
import { goodRequest } from '../requests.ts'

let clock: ManualClock
let simulator: Simulator
let call: Call

async function start(options: Partial<SimulatorOptions> = {}): Promise<void> {
  clock = new ManualClock()
  simulator = await startSimulator({ seed: 7, clock, autoTick: false, life: false, ...options })
  call = caller(simulator, clock)
}

beforeEach(() => start())
afterEach(() => simulator.stop())

const SPOT_ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price: '90000', volume: '0.01' }
const OPEN = {
  contractName: 'E-BTC-USDT',
  side: 'BUY',
  type: 'LIMIT',
  open: 'OPEN',
  positionType: 1,
  price: 90000,
  volume: 10,
}

/** The length of a list, of a "list" member, or of the bids of an order book. */
function lengthOf(json: unknown): number {
  if (Array.isArray(json)) return json.length
  const { list, bids } = json as { list?: unknown[]; bids?: unknown[] }
  return (list ?? bids ?? []).length
}

function codeOf(answer: Answer): unknown {
  const { json } = answer
  return json !== null && typeof json === 'object' && 'code' in json ? json.code : null
}

const ROUTES = routesOf(dialectOf())

describe('endpoints', () => {
  it('are the 32 of the interface', () => {
    expect(ROUTES).toHaveLength(32)
    expect(new Set(ROUTES.map(({ name }) => name)).size).toBe(32)
    expect(new Set(ROUTES.map(({ method, path }) => `${method} ${path}`)).size).toBe(32)
  })

  it.each(ROUTES)('$name answers a valid request', async ({ name, method, path, isSigned }) => {
    const request = goodRequest(simulator, name)
    const [query, body] = typeof request === 'string' ? [request, undefined] : ['', request]
    const answer = await call(method, `${path}${query}`, body, isSigned ? {} : { headers: { 'x-ch-sign': undefined } })
    expect([answer.status, codeOf(answer) ?? '0']).toEqual([200, '0'])
    expect(simulator.ledger.arrivals({ endpoint: name, status: 200, executed: true })).toHaveLength(1)
  })

  it.each(ROUTES.filter(({ isSigned }) => isSigned))('$name requires a signature', async ({ method, path }) => {
    const answer = await call(method, path, method === 'POST' ? {} : undefined, {
      headers: { 'x-ch-sign': 'f'.repeat(64) },
    })
    expect(String(codeOf(answer))).toBe('-1022')
  })

  it('answer a key that only reads, except those that order or cancel', async () => {
    const reading = { apiKey: 'reading-key', apiSecret: 'reading-secret', readsOnly: true } as const
    await simulator.stop()
    await start({ otherKeys: [reading], dialect: { rights: 'all' } })
    const callWith = caller({ ...simulator, ...reading }, clock)
    const refused: string[] = []
    for (const { name, method, path } of ROUTES.filter(({ isSigned }) => isSigned)) {
      const request = goodRequest(simulator, name)
      const [query, body] = typeof request === 'string' ? [request, undefined] : ['', request]
      const answer = await callWith(method, `${path}${query}`, body)
      if (String(codeOf(answer)) === '-2015') refused.push(name)
      if (name === 'spot.account') expect(answer.json).toMatchObject({ canTrade: false, canWithdraw: true })
    }
    expect(refused).toEqual([
      ...['spot.newOrder', 'spot.testOrder', 'spot.batchOrders', 'spot.cancel', 'spot.batchCancel'],
      ...['contract.newOrder', 'contract.conditionOrder', 'contract.cancel'],
    ])
    expect(simulator.ledger.arrivals({ apiKey: reading.apiKey, endpoint: 'contract.cancel' })).toHaveLength(1)
  })

  it('prints ids as bare 64-bit numbers on contracts and as text in Spot reads', async () => {
    const contract = await call('GET', '/fapi/v1/openOrders?contractName=E-BTC-USDT')
    expect(contract.text).toMatch(/"orderId":\d{19},/)
    const spot = await call('GET', '/sapi/v1/openOrders?symbol=btcusdt')
    expect(spot.text).toMatch(/"orderId":"\d{19}"/)
  })

  it('finds an order under the exact id it printed', async () => {
    const { text } = await call('GET', '/fapi/v1/openOrders?contractName=E-BTC-USDT')
    const id = /"orderId":(\d{19}),/.exec(text)?.[1] ?? ''
    const found = await call('GET', `/fapi/v1/order?contractName=E-BTC-USDT&orderId=${id}`)
    expect(found.text).toContain(`"orderId":${id},`)
  })

  it('lists newest first', async () => {
    for (const price of ['90001', '90002']) await call('POST', '/sapi/v1/order', { ...SPOT_ORDER, price })
    const { json } = await call('GET', '/sapi/v1/openOrders?symbol=btcusdt')
    expect((json as { price: string }[]).slice(0, 2).map(({ price }) => price)).toEqual(['90002', '90001'])
  })

  it('accepts prices and volumes as text or as numbers', async () => {
    const answer = await call('POST', '/sapi/v1/order', { ...SPOT_ORDER, price: 90000.5, volume: 0.01 })
    expect(answer.json).toMatchObject({ price: '90000.5', origQty: '0.01', status: 'NEW' })
  })

  it('reads the volume of a market buy as an amount', async () => {
    await call('POST', '/sapi/v1/order', { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', volume: '250' })
    const order = [...simulator.exchange.spot.orders.values()].at(-1)
    expect(order?.executedMoney.toNumber()).toBeGreaterThan(240)
    expect(order?.executedMoney.toNumber()).toBeLessThanOrEqual(250)
  })

  it.each([
    ['spot.depth', 100, 100],
    ['spot.trades', 100, 1000],
    ['spot.klines', 100, 300],
    ['contract.depth', 100, 100],
    ['contract.klines', 100, 300],
  ] as const)('%s lists %d by default and %d at most', async (name, usual, most) => {
    const route = ROUTES.find((candidate) => candidate.name === name)
    const query = (goodRequest(simulator, name) as string).replace(/&limit=\d+/, '')
    const lengths = async (limit: string) => {
      const { json } = await call('GET', `${route?.path}${query}${limit}`)
      return lengthOf(json)
    }
    expect([await lengths(''), await lengths('&limit=7'), await lengths('&limit=5000')]).toEqual([usual, 7, most])
  })

  it('accepts the documented names of client ids and of the ids of a batch cancel', async () => {
    await call('POST', '/sapi/v1/order', { ...SPOT_ORDER, newClientOrder: 'documented' })
    const { text } = await call('GET', '/sapi/v1/order?symbol=btcusdt&newClientOrderId=documented')
    const [id] = /\d{19}/.exec(text) ?? []
    const canceled = await call('POST', '/sapi/v1/batchCancel', { symbol: 'BTCUSDT', orderId: [id] })
    expect(canceled.text).toBe(`{"success":[${id}],"failed":[]}`)
  })

  it('accepts ten orders or ids at once, and refuses eleven as a whole', async () => {
    const entry = { side: 'BUY', batchType: 'LIMIT', price: '90000', volume: '0.001' }
    const batch = async (count: number) =>
      call('POST', '/sapi/v1/batchOrders', { symbol: 'BTCUSDT', orders: Array<object>(count).fill(entry) })
    const before = simulator.exchange.spot.openOrders().length
    expect(codeOf(await batch(11))).toBe(-1102)
    expect(simulator.exchange.spot.openOrders()).toHaveLength(before)
    const { json } = await batch(10)
    const { idsString } = json as { idsString: string[] }
    expect(idsString).toHaveLength(10)
    const cancel = (orderIds: readonly string[]) =>
      call('POST', '/sapi/v1/batchCancel', { symbol: 'BTCUSDT', orderIds })
    expect(codeOf(await cancel([...idsString, '1']))).toBe(-1102)
    expect((await cancel(idsString)).json).toMatchObject({ failed: [] })
    expect(simulator.exchange.spot.openOrders()).toHaveLength(before)
  })

  it('finds contract orders by client id too, the newest if several share it', async () => {
    for (const price of [90001, 90002]) await call('POST', '/fapi/v1/order', { ...OPEN, price, clientOrderId: 'twice' })
    const { json } = await call('GET', '/fapi/v1/order?contractName=E-BTC-USDT&clientOrderId=twice')
    expect(json).toMatchObject({ price: 90002 })
    expect(simulator.ledger.tally('twice')).toEqual({ arrived: 2, executed: 2 })
  })

  it('does not count a cancel as a placed order', async () => {
    await call('POST', '/sapi/v1/order', { ...SPOT_ORDER, newClientOrderId: 'once' })
    await call('POST', '/sapi/v1/cancel', { symbol: 'BTCUSDT', newClientOrderId: 'once' })
    expect(simulator.ledger.tally('once')).toEqual({ arrived: 1, executed: 1 })
  })

  it('looks the newest order up by client id', async () => {
    for (const price of ['90001', '90002']) {
      await call('POST', '/sapi/v1/order', { ...SPOT_ORDER, price, newClientOrderId: 'twice' })
    }
    const { json } = await call('GET', '/sapi/v1/order?symbol=btcusdt&newClientOrderId=twice')
    expect(json).toMatchObject({ clientOrderId: 'twice', price: 90002, status: 'New Order' })
    expect(simulator.ledger.arrivals({ method: 'POST', clientOrderId: 'twice', executed: true })).toHaveLength(2)
  })

  it('shows a contract order as INIT until it reaches matching', async () => {
    await call('POST', '/fapi/v1/order', OPEN)
    const status = async () => {
      const { json } = await call('GET', '/fapi/v1/openOrders?contractName=E-BTC-USDT')
      return (json as { status: string }[])[0]?.status
    }
    expect(await status()).toBe('INIT')
    simulator.tick()
    expect(await status()).toBe('NEW')
  })
})

describe('refusals', () => {
  it.each([
    ['spot', 'GET', '/sapi/v1/depth?symbol=nosuch', undefined, 400, -1121],
    ['spot', 'GET', '/sapi/v1/order?symbol=btcusdt&orderId=1', undefined, 400, -2013],
    ['spot', 'POST', '/sapi/v1/order', { ...SPOT_ORDER, price: '90000.123' }, 400, -1111],
    ['spot', 'POST', '/sapi/v1/order', { ...SPOT_ORDER, volume: '0.000001' }, 400, -1111],
    ['spot', 'POST', '/sapi/v1/order', { ...SPOT_ORDER, volume: '0.00001' }, 400, -2029],
    ['spot', 'GET', '/sapi/v1/order?symbol=btcusdt', undefined, 400, -1102],
    ['spot', 'POST', '/sapi/v1/order', { ...SPOT_ORDER, price: undefined }, 400, -1102],
    ['spot', 'POST', '/sapi/v1/order', { ...SPOT_ORDER, side: 'buy' }, 400, -1117],
    ['spot', 'POST', '/sapi/v1/order', { ...SPOT_ORDER, type: 'STOP' }, 400, -1116],
    ['spot', 'POST', '/sapi/v1/order', { ...SPOT_ORDER, volume: '99' }, 400, -2017],
    ['spot', 'POST', '/sapi/v1/batchOrders', { symbol: 'BTCUSDT', orders: Array<object>(11).fill({}) }, 400, -1102],
    ['contract', 'GET', '/fapi/v1/index', undefined, 200, '-1121'],
    ['contract', 'POST', '/fapi/v1/order', { ...OPEN, clientOrderId: 'x'.repeat(32) }, 200, '-1102'],
    ['contract', 'POST', '/fapi/v1/order', { ...OPEN, open: 'CLOSE', volume: 9001, side: 'SELL' }, 200, '10015'],
    ['contract', 'POST', '/fapi/v1/cancel', { contractName: 'E-BTC-USDT', orderId: '1' }, 200, '-2013'],
  ] as const)('%s: %s %s %j', async (_area, method, path, body, status, code) => {
    const answer = await call(method, path, body)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
    expect(simulator.ledger.arrivals({ executed: true })).toEqual([])
  })

  it('accepts a client id of 31 characters', async () => {
    expect(codeOf(await call('POST', '/fapi/v1/order', { ...OPEN, clientOrderId: 'x'.repeat(31) }))).toBeNull()
  })

  it('requires the content type on every request, public ones too', async () => {
    const answer = await call('GET', '/sapi/v1/ping', undefined, { headers: { 'content-type': undefined } })
    expect(codeOf(answer)).toBe(-1017)
  })

  it('answers an unknown path as the gateway does', async () => {
    expect((await call('GET', '/fapi/v1/ticker_all')).json).toMatchObject({ code: '-1002', succ: false })
    expect((await call('GET', '/sapi/v9/none')).status).toBe(404)
  })

  it('checks timestamps against its own clock, skew included, and applies recvWindow', async () => {
    const now = clock.wall()
    const at = async (stamp: number, recvWindow = 5000) =>
      codeOf(await call('POST', '/sapi/v1/order', { ...SPOT_ORDER, recvWindow }, { stamp }))
    expect(await at(now - 5000)).toBeNull()
    expect(await at(now - 5001)).toBe(-1021)
    expect(await at(now - 2001, 2000)).toBe(-1021)
    const otherwise = { ...SPOT_ORDER, recvwindow: 2000 }
    expect(codeOf(await call('POST', '/sapi/v1/order', otherwise, { stamp: now - 2001 }))).toBe(-1021)
    simulator.clockSkewMs = -3000
    expect(await at(now)).toBe(-1021)
    expect((await call('GET', '/sapi/v1/time')).json).toMatchObject({ serverTime: now - 3000 })
  })
})

describe('limits over the wire', () => {
  it.each(ROUTES.filter(({ limit }) => limit !== null))(
    '$name: $limit.count in 2 s, then 429',
    async ({ method, path, limit }) => {
      const count = limit?.count ?? 0
      const agent = new Agent({ keepAlive: true })
      const statuses: number[] = []
      for (let made = 0; made <= count; made += 1)
        statuses.push((await call(method, path, undefined, { agent })).status)
      agent.destroy()
      expect(statuses.slice(0, count)).not.toContain(429)
      expect(statuses[count]).toBe(429)
    },
  )

  it('opens again when the window has moved on, and bans the address from both areas', async () => {
    const read = async () => (await call('GET', '/fapi/v1/account')).status
    for (let made = 0; made < 20; made += 1) await read()
    expect(await read()).toBe(429)
    await clock.advance(2000)
    expect(await read()).toBe(200)
    for (let made = 0; made < 40; made += 1) await read()
    expect(await read()).toBe(418)
    await clock.advance(60_000)
    expect((await call('GET', '/fapi/v1/ping')).status).toBe(418)
    expect((await call('GET', '/sapi/v1/ping')).status).toBe(418)
  })
})

describe('options', () => {
  it('counts nothing without limits', async () => {
    await simulator.stop()
    await start({ limits: 'none' })
    const statuses = new Set<number>()
    for (let made = 0; made < 30; made += 1) statuses.add((await call('GET', '/fapi/v1/account')).status)
    expect([...statuses]).toEqual([200])
    expect(simulator.ledger.maxInWindow('contract.account', 2000)).toBe(30)
  })

  it('holds a contract on one side only in one-way mode', async () => {
    await simulator.stop()
    await start({ positionMode: 'oneWay' })
    const order = { ...OPEN, contractName: 'S-BTC-USDT', type: 'MARKET', volume: 5 }
    await call('POST', '/fapi/v1/order', order)
    await call('POST', '/fapi/v1/order', { ...order, side: 'SELL', volume: 3 })
    const held = simulator.exchange.contracts.positions().filter(({ spec }) => spec.name === 'S-BTC-USDT')
    expect(held.map(({ side, volume }) => [side, volume.toNumber()])).toEqual([['BUY', 2]])
  })

  it('runs its market faster than its clock, and checks signatures by the clock', async () => {
    await simulator.stop()
    await start({ speed: 60, autoTick: true })
    await clock.advance(2000)
    expect(simulator.exchange.market.steps).toBe(120)
    expect((await call('GET', '/sapi/v1/time')).json).toMatchObject({ serverTime: clock.wall() })
    expect((await call('GET', '/sapi/v1/account')).status).toBe(200)
    const ahead = simulator.exchange.time.now()
    simulator.clockSkewMs = 500
    expect(simulator.exchange.time.now() - ahead).toBe(500)
  })

  it('serves https with the given certificate, and can still reset a connection', async () => {
    await simulator.stop()
    const pem = (name: string) =>
      readFileSync(new URL(`../../../../fixtures/tls/self-signed.${name}.pem`, import.meta.url), 'utf8')
    await start({ tls: { key: pem('key'), cert: pem('cert') } })
    expect(simulator.spotBaseUrl).toMatch(/^https:/)
    await expect(call('GET', '/sapi/v1/account')).rejects.toThrow(/certificate/)
    const agent = new TlsAgent({ rejectUnauthorized: false, keepAlive: true })
    expect((await call('GET', '/sapi/v1/account', undefined, { agent })).status).toBe(200)
    simulator.faults.inject({ match: '*', kind: 'resetAfterRead' })
    await expect(call('GET', '/sapi/v1/account', undefined, { agent })).rejects.toMatchObject({ code: 'ECONNRESET' })
    agent.destroy()
  })
})

describe('ticking', () => {
  it('happens once a second by the clock, and stops with the simulator', async () => {
    await simulator.stop()
    await start({ autoTick: true })
    await clock.advance(3000)
    expect(simulator.exchange.market.steps).toBe(3)
    await simulator.stop()
    await clock.advance(3000)
    expect([simulator.exchange.market.steps, clock.pending]).toEqual([3, 0])
  })

  it('answers after the given latency', async () => {
    await simulator.stop()
    await start({ latencyMs: 80 })
    const answer = call('GET', '/sapi/v1/ping')
    await expect.poll(() => clock.pending).toBe(1)
    await clock.advance(80)
    expect((await answer).status).toBe(200)
  })

  it('numbers sockets and the requests on each', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let made = 0; made < 2; made += 1) await call('GET', '/sapi/v1/ping', undefined, { agent })
    await call('GET', '/sapi/v1/ping')
    agent.destroy()
    const seen = simulator.ledger.arrivals().map(({ socketId, numberOnSocket }) => [socketId, numberOnSocket])
    expect(seen).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ])
  })

  it('rejects when the port is taken', async () => {
    const port = parseInt(new URL(simulator.spotBaseUrl).port, 10)
    await expect(startSimulator({ seed: 1, clock, port, autoTick: false })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})
