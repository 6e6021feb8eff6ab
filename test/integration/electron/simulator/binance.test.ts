/** Spot in the Binance style over real HTTP: the shape of every reply, and every kind of refusal. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialectOf } from '#electron/simulator/wire/sim-dialect.ts'
import { DIALECTS } from '#electron/simulator/testing/dialects.ts'
import type { SimDialect } from '#electron/simulator/wire/sim-dialect.ts'
import { routesOf } from '#electron/simulator/wire/apis.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { UntidyVenue } from '#electron/simulator/testing/untidy.ts'
import { ManualClock } from '#test/support/clock.ts'
import { styleCaller } from './style-caller.ts'

const clock = new ManualClock()
let simulator: Simulator
let call: ReturnType<typeof styleCaller>

async function open(changes: Partial<SimDialect> = {}, options: object = {}): Promise<void> {
  const dialect = { ...DIALECTS.bitrue, ...changes }
  simulator = await startSimulator({ seed: 7, clock, autoTick: false, life: false, dialect, ...options })
  call = styleCaller(simulator, clock)
}
beforeEach(() => open())
afterEach(() => simulator.stop())

const LIMIT = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', quantity: '0.01', price: '90000' }
const DECIMAL_16 = /^-?\d+\.\d{16}$/

async function place(fields: Readonly<Record<string, string>> = LIMIT): Promise<string> {
  const made = await call.post('/api/v1/order', fields)
  const [, id] = /"orderIdStr":"(\d{19})"/.exec(made.text) ?? []
  if (id === undefined) throw new Error(`expected an order, was ${made.text}`)
  return id
}

/** The row of an order as the venue shows it. */
async function shown(orderId: string): Promise<Readonly<Record<string, unknown>>> {
  const { json } = await call.ask('/api/v1/order', { symbol: 'BTCUSDT', orderId })
  return json as Readonly<Record<string, unknown>>
}

describe('public calls', () => {
  it('give the time and the listed pairs without a key', async () => {
    expect((await call.open('/api/v1/ping')).json).toEqual({})
    expect((await call.open('/api/v1/time')).json).toEqual({ serverTime: Math.floor(clock.wall()) })
    const { json } = await call.open('/api/v1/exchangeInfo')
    expect(json).toMatchObject({ timezone: 'CTT', exchangeFilters: [] })
    const { symbols, coins } = json as { symbols: Record<string, unknown>[]; coins: unknown[] }
    expect(symbols.find(({ symbol }) => symbol === 'BTCUSDT')).toMatchObject({
      ...{ status: 'TRADING', baseAsset: 'btc', quoteAsset: 'usdt', orderTypes: ['MARKET', 'LIMIT'] },
      filters: [
        { filterType: 'PRICE_FILTER', tickSize: '0.01', priceScale: 2 },
        { filterType: 'PERCENT_PRICE_BY_SIDE', bidMultiplierUp: '1.3', askMultiplierDown: '0.7' },
        { filterType: 'LOT_SIZE', minQty: '0.00001', minVal: '5', stepSize: '0.00001', volumeScale: 5 },
      ],
    })
    expect(coins).toContainEqual(expect.objectContaining({ coin: 'btc', coinFulName: 'BTC' }))
  })

  it('show the order book, the 24 h statistics, trades and candles', async () => {
    const { json: book } = await call.open('/api/v1/depth?symbol=BTCUSDT&limit=5')
    const { bids, asks } = book as { bids: unknown[][]; asks: unknown[][] }
    expect([bids.length, asks.length]).toEqual([5, 5])
    expect(bids[0]).toEqual([expect.stringMatching(/^\d+/), expect.stringMatching(/^\d/), []])
    expect(book).toHaveProperty('lastUpdateId')

    const { json: day } = await call.open('/api/v1/ticker/24hr?symbol=BTCUSDT')
    expect(day).toEqual([expect.objectContaining({ symbol: 'BTCUSDT', weightedAvgPrice: null, closeTime: 0 })])
    const { openPrice, lastPrice, priceChangePercent } = (day as Record<string, string>[])[0] ?? {}
    const percent = (JSON.parse(lastPrice ?? '') / JSON.parse(openPrice ?? '') - 1) * 100
    expect(JSON.parse(priceChangePercent ?? '')).toBeCloseTo(percent, 1)
    expect((await call.open('/api/v1/ticker/24hr')).json).toHaveLength(19)

    const { json: trades } = await call.open('/api/v1/trades?symbol=BTCUSDT&limit=3')
    expect(trades).toHaveLength(3)
    expect((trades as unknown[])[0]).toMatchObject({ id: expect.any(Number) as number, isBestMatch: true })

    const { json: candles } = await call.open('/api/v1/market/kline?symbol=BTCUSDT&scale=1H&limit=2')
    expect(candles).toMatchObject({ symbol: 'BTCUSDT', scale: 'KLINE_1H' })
    const [newest, older] = (candles as { data: { i: number; is: number }[] }).data
    expect([newest?.is, older?.is]).toEqual([newest!.i * 1000, newest!.is - 3_600_000])
  })

  it('know candles of 12 hours but of no month, and no symbol in lower case', async () => {
    const scale = async (word: string) => (await call.open(`/api/v1/market/kline?symbol=BTCUSDT&scale=${word}`)).status
    expect([await scale('12H'), await scale('1M'), await scale('1h')]).toEqual([200, 412, 412])
    expect(await call.open('/api/v1/depth?symbol=btcusdt')).toMatchObject({ status: 412, json: { code: -1121 } })
  })
})

describe('orders', () => {
  it('are placed, shown, listed and cancelled under one exact id', async () => {
    const made = await call.post('/api/v1/order', { ...LIMIT, newClientOrderId: 'mine-1', timeInForce: 'GTC' })
    const [, id = ''] = /"orderId":(\d{19}),"orderIdStr":"\1"/.exec(made.text) ?? []
    expect(Object.keys(made.json as object)).toEqual([
      'symbol',
      'orderId',
      'orderIdStr',
      'clientOrderId',
      'transactTime',
    ])
    const wanted = {
      ...{ symbol: 'BTCUSDT', orderId: id, clientOrderId: 'mine-1', price: '90000.0000000000000000' },
      ...{ origQty: '0.0100000000000000', executedQty: '0.0000000000000000', status: 'PENDING_CREATE' },
      ...{ cummulativeQuoteQty: '0.0000000000000000', timeInForce: '', type: 'LIMIT', side: 'BUY', stopPrice: '' },
      ...{ icebergQty: '', isWorking: false },
    }
    expect(await shown(id)).toMatchObject(wanted)
    simulator.tick()
    expect(await shown(id)).toMatchObject({ ...wanted, status: 'NEW' })
    const { json: listed } = await call.ask('/api/v1/openOrders', { symbol: 'BTCUSDT' })
    expect(listed).toContainEqual(expect.objectContaining({ orderId: id, clientOrderId: 'mine-1' }))
    const canceled = await call.remove('/api/v1/order', { symbol: 'BTCUSDT', orderId: id, newClientOrderId: 'c-1' })
    expect(canceled.text).toContain(`"origClientOrderId":"mine-1","orderId":${id},"clientOrderId":"c-1"`)
    expect(await shown(id)).toMatchObject({ status: 'CANCELED' })
    const { json: all } = await call.ask('/api/v1/allOrders', { symbol: 'BTCUSDT', fromId: id })
    expect(all).toEqual([expect.objectContaining({ orderId: id, status: 'CANCELED' })])
  })

  it('are cancelled by the client’s id, and shown by it only if the venue supports that', async () => {
    const named = { symbol: 'BTCUSDT', origClientOrderId: 'mine-2' }
    const id = await place({ ...LIMIT, newClientOrderId: 'mine-2' })
    expect(await call.ask('/api/v1/order', named)).toMatchObject({ status: 412, json: { code: -1102 } })
    expect(await call.remove('/api/v1/order', named)).toMatchObject({ status: 200 })
    expect(await shown(id)).toMatchObject({ status: 'CANCELED' })
    await simulator.stop()
    await open({ spotByClientId: 'taken' })
    await place({ ...LIMIT, newClientOrderId: 'mine-2' })
    expect((await call.ask('/api/v1/order', named)).json).toMatchObject({ clientOrderId: 'mine-2' })
  })

  it.each(['BUY', 'SELL'])('at market %s have their quantity in base coins', async (side) => {
    const id = await place({ symbol: 'BTCUSDT', side, type: 'MARKET', quantity: '0.02' })
    const row = await shown(id)
    expect(row).toMatchObject({ status: 'FILLED', origQty: '0.0200000000000000', executedQty: '0.0200000000000000' })
    const { json } = await call.ask('/api/v2/myTrades', { symbol: 'BTCUSDT' })
    const fills = json as Record<string, unknown>[]
    const coin = side === 'BUY' ? 'btc' : 'usdt'
    expect(fills.every(({ orderId }) => orderId === id)).toBe(true)
    for (const fill of fills) {
      expect(fill).toMatchObject({ commissionAsset: coin, commissionAssert: coin, isBuyer: side === 'BUY' })
      expect([fill['price'], fill['commission']]).toEqual([
        expect.stringMatching(DECIMAL_16),
        expect.stringMatching(DECIMAL_16),
      ])
    }
  })

  it('have no time in force: if sent, it is ignored and the order rests, or the order is refused', async () => {
    const ioc = { ...LIMIT, timeInForce: 'IOC' }
    const id = await place(ioc)
    simulator.tick()
    expect(await shown(id)).toMatchObject({ status: 'NEW' })
    await simulator.stop()
    await open({ spotTimeInForce: 'refused' })
    expect(await call.post('/api/v1/order', ioc)).toMatchObject({ status: 412, json: { code: -1102 } })
    expect(await call.post('/api/v1/order', { ...ioc, timeInForce: 'GTC' })).toMatchObject({ status: 200 })
  })

  it('in the past are listed between two times', async () => {
    const id = await place()
    const at = String(Math.floor(clock.wall()))
    const listed = async (fields: Readonly<Record<string, string>>) =>
      (await call.ask('/api/v1/allOrders', { symbol: 'BTCUSDT', fromId: id, ...fields })).json
    expect(await listed({ startTime: at, endTime: at })).toHaveLength(1)
    expect(await listed({ startTime: String(BigInt(at) + 1n) })).toEqual([])
    expect(await listed({ endTime: String(BigInt(at) - 1n) })).toEqual([])
  })
})

describe('the account', () => {
  it('lists all coins in lower case, including empty ones, and its permissions', async () => {
    const { json } = await call.ask('/api/v1/account')
    expect(json).toMatchObject({ canTrade: true, canWithdraw: false, canDeposit: true, updateTime: null })
    const { balances } = json as { balances: unknown[] }
    expect(balances).toContainEqual({ asset: 'atom', free: '0.0000000000000000', locked: '0.0000000000000000' })
    await simulator.stop()
    await open({ canWithdraw: true, feeCoinKey: 'commissionAssert' })
    expect((await call.ask('/api/v1/account')).json).toMatchObject({ canWithdraw: true })
    await place({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.001' })
    const [fill] = (await call.ask('/api/v2/myTrades', { symbol: 'BTCUSDT' })).json as object[]
    expect(fill).toMatchObject({ commissionAssert: 'btc' })
    expect(fill).not.toHaveProperty('commissionAsset')
  })
})

describe('a refusal', () => {
  it.each([
    ['an unknown pair', { symbol: 'NOSUCH' }, 412, -1121, 'Invalid symbol name given.'],
    ['an unknown side', { side: 'LONG' }, 412, -1102, /side/],
    ['an unknown type', { type: 'IOC' }, 412, -1102, /type/],
    ['no quantity', { quantity: '' }, 412, -1102, /quantity/],
    ['a limit without a price', { price: '' }, 412, -1102, /price/],
    ['a stop price', { stopPrice: '95000' }, 412, -1102, /stopPrice/],
    ['too small a quantity', { quantity: '0.000001' }, 412, -1111, /./],
    [
      'less than the minimum',
      { symbol: 'DOGEUSDT', quantity: '5', price: '0.3' },
      412,
      -1111,
      'quantity less then minQty.',
    ],
    ['too small a value', { quantity: '0.00001' }, 412, -1111, 'amount less then minVal.'],
    ['a price with too many digits', { price: '90000.001' }, 412, -1111, /price/],
    ['a price too far above the market', { price: '190000' }, 412, -1111, /range/],
    ['more than the balance', { quantity: '5' }, 406, -2010, 'Insufficient account balance.'],
  ])('is given for %s', async (_what, change, status, code, msg) => {
    const answer = await call.post('/api/v1/order', { ...LIMIT, ...change })
    expect(answer).toMatchObject({ status, json: { code, data: null } })
    expect((answer.json as { msg: string }).msg).toMatch(msg)
    expect(simulator.ledger.arrivals({ endpoint: 'spot.newOrder', executed: true })).toEqual([])
  })

  it('is given for a query of an unknown order (200) and a cancel of a finished one (406)', async () => {
    const nothing = { symbol: 'BTCUSDT', orderId: '1' }
    expect(await call.ask('/api/v1/order', nothing)).toMatchObject({ status: 200, json: { code: -2013 } })
    expect(await call.remove('/api/v1/order', nothing)).toMatchObject({ status: 200, json: { code: -2013 } })
    const done = { symbol: 'BTCUSDT', orderId: await place() }
    await call.remove('/api/v1/order', done)
    expect(await call.remove('/api/v1/order', done)).toMatchObject({ status: 406, json: { code: -2010 } })
    await simulator.stop()
    await open({ cancelDone: 'unknown' })
    const gone = { symbol: 'BTCUSDT', orderId: await place() }
    await call.remove('/api/v1/order', gone)
    expect(await call.remove('/api/v1/order', gone)).toMatchObject({ status: 200, json: { code: -2013 } })
  })

  it('is given for a list of open orders without a pair', async () => {
    expect(await call.ask('/api/v1/openOrders')).toMatchObject({ status: 412, json: { code: -1102 } })
    await simulator.stop()
    await open({ spotOpenOrders: 'all' })
    expect((await call.ask('/api/v1/openOrders')).json).toHaveLength(10)
  })

  it('has one code for a wrong signature and an old timestamp, and another for a timestamp that is no number', async () => {
    expect(await call.open(`/api/v1/account?timestamp=${Math.floor(clock.wall())}&signature=ab`)).toMatchObject({
      status: 401,
      json: { code: -1022 },
    })
    expect(await call.open('/api/v1/account')).toMatchObject({ status: 412, json: { code: -1102 } })
    simulator.clockSkewMs = 6000
    expect(await call.ask('/api/v1/account')).toMatchObject({ status: 401, json: { code: -1022 } })
    expect(await call.ask('/api/v1/account', { recvWindow: '7000' })).toMatchObject({ status: 200 })
  })

  it('is given for a path of the family', async () => {
    expect(await call.open('/sapi/v1/ping')).toMatchObject({ status: 404 })
    expect(routesOf(dialectOf()).map(({ path }) => path)).toContain('/sapi/v1/ping')
  })
})

describe('test control', () => {
  it('uses the names of our endpoints, with client ids and timestamps in the ledger', async () => {
    await place({ ...LIMIT, newClientOrderId: 'mine-3' })
    expect(simulator.ledger.tally('mine-3')).toEqual({ arrived: 1, executed: 1 })
    expect(simulator.ledger.arrivals({ endpoint: 'spot.newOrder' })).toMatchObject([
      { area: 'spot', method: 'POST', clientOrderId: 'mine-3', timestamp: String(Math.floor(clock.wall())) },
    ])
  })

  it('injects faults of the transport, of codes and of data', async () => {
    const { faults } = simulator
    faults.inject({ match: 'spot.newOrder', kind: 'status400ButExecuted', code: -1000 })
    expect(await call.post('/api/v1/order', { ...LIMIT, newClientOrderId: 'mine-4' })).toMatchObject({
      status: 400,
      json: { code: -1000 },
    })
    expect(simulator.ledger.tally('mine-4')).toEqual({ arrived: 1, executed: 1 })
    faults.inject({ match: 'spot.*', kind: 'status429', retryAfter: 2 })
    expect(await call.ask('/api/v1/account')).toMatchObject({ status: 429, json: { code: -1003 } })
    faults.inject({ match: 'spot.openOrders', kind: 'emptyList' })
    expect((await call.ask('/api/v1/openOrders', { symbol: 'BTCUSDT' })).json).toEqual([])
    faults.inject({ match: 'spot.order', kind: 'forgets' })
    const orderId = await place()
    expect((await call.ask('/api/v1/order', { symbol: 'BTCUSDT', orderId })).json).toMatchObject({ code: -2013 })
  })

  it('works from another process as for the family', async () => {
    await simulator.stop()
    await open({}, { controlPort: 0 })
    const control = async (path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${simulator.controlUrl ?? ''}${path}`, sent)).json() as Promise<unknown>
    }
    for (const match of ['spot.allOrders', 'contract.cancelAll']) {
      expect(await control('/faults', { match, kind: 'serverError' })).toHaveProperty('injected')
    }
    expect(await control('/faults', { match: 'spot.nothing', kind: 'serverError' })).toHaveProperty('error')
    await call.post('/api/v1/order', { ...LIMIT, newClientOrderId: 'mine-5' })
    expect(await control('/ledger/tally?clientOrderId=mine-5')).toEqual({ arrived: 1, executed: 1 })
  })

  it('can repeat its answer to the same question, whatever the timestamp', async () => {
    simulator.faults.inject({ match: 'spot.openOrders', kind: 'cached', times: Infinity })
    const listed = () => call.ask('/api/v1/openOrders', { symbol: 'BTCUSDT' })
    const first = (await listed()).json
    await place()
    await clock.advance(100)
    expect((await listed()).json).toEqual(first)
  })

  it('lets an untidy venue be stale', async () => {
    await simulator.stop()
    const stale = { endpoint: 'spot.openOrders', from: 0, until: null, kind: 'stale' } as const
    const target = { list: 0, row: 0, key: 0, value: 0 }
    const untidy = new UntidyVenue([{ ...stale, target }], clock)
    await open({}, { alter: untidy.alter })
    const listed = () => call.ask('/api/v1/openOrders', { symbol: 'BTCUSDT' })
    const first = (await listed()).json
    await place()
    await clock.advance(100)
    expect((await listed()).json).toEqual(first)
  })

  it('counts the weight of calls per minute and address, and orders separately', async () => {
    for (let made = 0; made < 100; made += 1) expect((await call.post('/api/v1/order', {})).status).toBe(412)
    expect((await call.post('/api/v1/order', {})).status).toBe(429)
    for (let made = 0; made < 240; made += 1) expect((await call.ask('/api/v1/account')).status).toBe(200)
    expect((await call.open('/api/v1/ping')).status).toBe(429)
    await clock.advance(60_000)
    expect((await call.open('/api/v1/ping')).status).toBe(200)
  })
})
