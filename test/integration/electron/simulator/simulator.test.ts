import { Agent } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSimulator } from '#electron/simulator/simulator.ts'
import type { Simulator, SimulatorOptions } from '#electron/simulator/simulator.ts'
import { ROUTES } from '#electron/simulator/http/venue.ts'
import { ManualClock } from '#test/support/clock.ts'
import { caller } from './caller.ts'
import type { Answer, Call } from './caller.ts'

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

/** A good request for each endpoint. */
const GOOD: Readonly<Record<string, string | object>> = {
  'spot.depth': '?symbol=btcusdt&limit=5',
  'spot.ticker': '?symbol=btcusdt',
  'spot.trades': '?symbol=btcusdt',
  'spot.klines': '?symbol=btcusdt&interval=60min',
  'spot.newOrder': SPOT_ORDER,
  'spot.testOrder': SPOT_ORDER,
  'spot.batchOrders': {
    symbol: 'BTCUSDT',
    orders: [{ side: 'BUY', batchType: 'LIMIT', price: '90000', volume: '0.01' }],
  },
  'spot.openOrders': '?symbol=btcusdt',
  'spot.myTrades': '?symbol=btcusdt',
  'contract.depth': '?contractName=E-BTC-USDT',
  'contract.ticker': '?contractName=E-BTC-USDT',
  'contract.index': '?contractName=E-BTC-USDT',
  'contract.klines': '?contractName=E-BTC-USDT&interval=1day',
  'contract.newOrder': OPEN,
  'contract.conditionOrder': { ...OPEN, triggerType: '3UP', triggerPrice: '99000' },
  'contract.openOrders': '?contractName=E-BTC-USDT',
  'contract.orderHistorical': { contractName: 'E-BTC-USDT' },
  'contract.profitHistorical': { contractName: 'E-BTC-USDT' },
  'contract.myTrades': '?contractName=E-BTC-USDT',
}

/** Requests that name an order there is. */
function naming(name: string): string | object | undefined {
  const [spot] = simulator.exchange.spot.openOrders()
  const [contract] = simulator.exchange.contracts.openOrders()
  if (!spot || !contract) throw new Error('expected open orders')
  const named = { symbol: spot.spec.symbol, orderId: spot.orderId }
  const inContract = { contractName: contract.spec.name, orderId: contract.orderId }
  const requests: Readonly<Record<string, string | object>> = {
    'spot.order': `?${new URLSearchParams(named).toString()}`,
    'spot.cancel': named,
    'spot.batchCancel': { symbol: named.symbol, orderIds: [named.orderId] },
    'contract.order': `?${new URLSearchParams(inContract).toString()}`,
    'contract.cancel': inContract,
  }
  return requests[name]
}

function codeOf(answer: Answer): unknown {
  const { json } = answer
  return json !== null && typeof json === 'object' && 'code' in json ? json.code : null
}

describe('endpoints', () => {
  it('are the 32 of the interface', () => {
    expect(ROUTES).toHaveLength(32)
    expect(new Set(ROUTES.map(({ name }) => name)).size).toBe(32)
    expect(new Set(ROUTES.map(({ method, path }) => `${method} ${path}`)).size).toBe(32)
  })

  it.each(ROUTES)('$name answers a good request', async ({ name, method, path, isSigned }) => {
    const request = GOOD[name] ?? naming(name) ?? ''
    const [query, body] = typeof request === 'string' ? [request, undefined] : ['', request]
    const answer = await call(method, `${path}${query}`, body, isSigned ? {} : { headers: { 'x-ch-sign': undefined } })
    expect([answer.status, codeOf(answer) ?? '0']).toEqual([200, '0'])
    expect(simulator.ledger.arrivals({ endpoint: name, status: 200, executed: true })).toHaveLength(1)
  })

  it.each(ROUTES.filter(({ isSigned }) => isSigned))('$name wants a signature', async ({ method, path }) => {
    const answer = await call(method, path, method === 'POST' ? {} : undefined, {
      headers: { 'x-ch-sign': 'f'.repeat(64) },
    })
    expect(String(codeOf(answer))).toBe('-1022')
  })

  it('prints ids as bare 64-bit numbers on contracts and as text on spot reads', async () => {
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

  it('takes prices and volumes as text or as numbers', async () => {
    const answer = await call('POST', '/sapi/v1/order', { ...SPOT_ORDER, price: 90000.5, volume: 0.01 })
    expect(answer.json).toMatchObject({ price: '90000.5', origQty: '0.01', status: 'NEW' })
  })

  it('looks the newest order up by client id', async () => {
    for (const price of ['90001', '90002']) {
      await call('POST', '/sapi/v1/order', { ...SPOT_ORDER, price, newClientOrderId: 'twice' })
    }
    const { json } = await call('GET', '/sapi/v1/order?symbol=btcusdt&newClientOrderId=twice')
    expect(json).toMatchObject({ clientOrderId: 'twice', price: 90002, status: 'New Order' })
    expect(simulator.ledger.arrivals({ method: 'POST', clientOrderId: 'twice', executed: true })).toHaveLength(2)
  })

  it('calls a contract order INIT until the matching has looked at it', async () => {
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

  it('wants the content type on every request, public ones too', async () => {
    const answer = await call('GET', '/sapi/v1/ping', undefined, { headers: { 'content-type': undefined } })
    expect(codeOf(answer)).toBe(-1017)
  })

  it('answers a path nobody serves like the gateway does', async () => {
    expect((await call('GET', '/fapi/v1/ticker_all')).json).toMatchObject({ code: '-1002', succ: false })
    expect((await call('GET', '/sapi/v9/none')).status).toBe(404)
  })

  it('measures timestamps by its own clock, skew included, and obeys recvWindow', async () => {
    const now = clock.wall()
    const at = async (stamp: number, recvWindow = 5000) =>
      codeOf(await call('POST', '/sapi/v1/order', { ...SPOT_ORDER, recvWindow }, { stamp }))
    expect(await at(now - 5000)).toBeNull()
    expect(await at(now - 5001)).toBe(-1021)
    expect(await at(now - 2001, 2000)).toBe(-1021)
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

  it('opens again when the window has slid, and bans one area only', async () => {
    const read = async () => (await call('GET', '/fapi/v1/account')).status
    for (let made = 0; made < 20; made += 1) await read()
    expect(await read()).toBe(429)
    await clock.advance(2000)
    expect(await read()).toBe(200)
    for (let made = 0; made < 40; made += 1) await read()
    expect(await read()).toBe(418)
    await clock.advance(60_000)
    expect((await call('GET', '/fapi/v1/ping')).status).toBe(418)
    expect((await call('GET', '/sapi/v1/ping')).status).toBe(200)
  })
})

describe('ticking', () => {
  it('moves once a second by the clock, and stops with the simulator', async () => {
    await simulator.stop()
    await start({ autoTick: true })
    await clock.advance(3000)
    expect(simulator.exchange.market.steps).toBe(3)
    await simulator.stop()
    await clock.advance(3000)
    expect([simulator.exchange.market.steps, clock.pending]).toEqual([3, 0])
  })

  it('answers after the latency it is given', async () => {
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
