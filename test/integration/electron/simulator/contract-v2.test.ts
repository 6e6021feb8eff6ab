/** The second version of the contract interface over real HTTP: the shape of every reply, and every kind of refusal. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SimDialect } from '#electron/simulator/wire/sim-dialect.ts'
import { DIALECTS } from '#electron/simulator/testing/dialects.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { decimal, roundTo } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { caller } from './caller.ts'
import type { Answer, Call } from './caller.ts'

const clock = new ManualClock()
let simulator: Simulator
let call: Call

async function open(changes: Partial<SimDialect> = {}): Promise<void> {
  const dialect = { ...DIALECTS.bitrue, ...changes }
  simulator = await startSimulator({ seed: 7, clock, autoTick: false, life: false, dialect })
  call = caller(simulator, clock)
}
beforeEach(() => open())
afterEach(() => simulator.stop())

const BTC = 'E-BTC-USDT'
const LIMIT = {
  ...{ contractName: BTC, side: 'BUY', type: 'LIMIT', open: 'OPEN', positionType: 1 },
  ...{ price: '90000', volume: 10, amount: 10, leverage: 10 },
}
const CLOSE = { ...LIMIT, side: 'SELL', open: 'CLOSE', volume: 100 }
/** A public request, without key and content type. */
const OPEN = {
  headers: { 'content-type': undefined, 'x-ch-apikey': undefined, 'x-ch-sign': undefined, 'x-ch-ts': undefined },
}
const bare = (path: string) => call('GET', path, undefined, OPEN)
/** A signed request without a body, and so without a content type. */
const ask = (path: string) => call('GET', path, undefined, { headers: { 'content-type': undefined } })
const post = (path: string, body: object) => call('POST', path, body)

function dataOf({ json }: Answer): unknown {
  expect(json).toMatchObject({ code: '0', msg: 'Success' })
  return (json as { data: unknown }).data
}

async function place(body: object = LIMIT): Promise<string> {
  const made = await post('/fapi/v2/order', body)
  const [, id] = /"data":\{"orderId":(\d{19})\}/.exec(made.text) ?? []
  if (id === undefined) throw new Error(`expected an order, was ${made.text}`)
  return id
}

async function shown(id: string): Promise<unknown> {
  return dataOf(await ask(`/fapi/v2/order?contractName=${BTC}&orderId=${id}`))
}

function touch(side: 'BUY' | 'SELL', factor: string): string {
  const spec = simulator.exchange.contract(BTC)
  const best = simulator.exchange.books.best(spec, side)
  return roundTo(best.times(decimal(factor)), spec.pricePrecision, 'half-even').toFixed()
}

/** Leaves `count` contracts at the best price for a taker on `side`, and returns that price. */
function leave(side: 'BUY' | 'SELL', count: number): string {
  const { books } = simulator.exchange
  const spec = simulator.exchange.contract(BTC)
  const [best] = books.levels(spec, side, 1)
  if (!best) throw new Error('expected a book')
  books.eat(spec, side, best.quantity.minus(count))
  return best.price.toFixed()
}

describe('public calls', () => {
  it('need no key and no content type', async () => {
    expect((await bare('/fapi/v1/ping')).json).toEqual({})
    expect((await bare('/dapi/v1/time')).json).toEqual({
      serverTime: Math.floor(clock.wall()),
      timezone: 'China Standard Time',
    })
  })

  it('list linear contracts under one root and inverse ones under the other', async () => {
    const rows = (await bare('/fapi/v1/contracts')).json as Record<string, unknown>[]
    expect(rows.find(({ symbol }) => symbol === BTC)).toEqual({
      ...{ symbol: BTC, pricePrecision: 1, side: 1, multiplier: 0.0001, multiplierCoin: 'BTC', type: 'E', status: 1 },
      ...{ maxMarketVolume: 20_000, minOrderVolume: 1, maxMarketMoney: 1e6, maxLimitVolume: 100_000 },
      ...{ maxValidOrder: 50, minOrderMoney: 1, maxLimitMoney: 1e6 },
    })
    expect(rows.every(({ side }) => side === 1)).toBe(true)
    const inverse = (await bare('/dapi/v1/contracts')).json as Record<string, unknown>[]
    expect(inverse.map(({ symbol, multiplierCoin }) => [symbol, multiplierCoin])).toEqual([
      ['E-BTC-USD', 'USD'],
      ['E-ETH-USD', 'USD'],
    ])
  })

  it('show the order book, the 24 h statistics, the index and candles', async () => {
    const { json: book } = await bare(`/fapi/v1/depth?contractName=${BTC}&limit=5`)
    expect((book as { asks: unknown[] }).asks[0]).toEqual([expect.any(Number), expect.any(Number)])
    expect(book).toMatchObject({ time: Math.floor(clock.wall()) })
    expect((await bare(`/fapi/v1/ticker?contractName=${BTC}`)).json).toMatchObject({
      ...{ last: expect.any(String) as string, buy: expect.any(Number) as number, sell: expect.any(Number) as number },
      rose: expect.stringMatching(/^-?0\.\d{10}$/) as string,
    })
    const { json: index } = await bare(`/fapi/v1/index?contractName=${BTC}`)
    expect(Object.keys(index as object)).toEqual([
      'currentFundRate',
      'indexPrice',
      'tagPrice',
      'nextFundRate',
      'remainingSecond',
    ])
    const candles = async (interval: string) =>
      (await bare(`/fapi/v1/klines?contractName=${BTC}&interval=${interval}&limit=2`)).json
    for (const word of ['1min', '1h', '60min', '2h', '4h', '1day', '1week']) expect(await candles(word)).toHaveLength(2)
    expect(await candles('12h')).toEqual([])
  })

  it.each([
    ['an unknown name', '?contractName=E-NO-SUCH'],
    ['lower case', '?contractName=e-btc-usdt'],
    ['a pair', '?contractName=BTCUSDT'],
    ['no name', ''],
    ['a contract of the other path root', '?contractName=E-BTC-USD'],
  ])('refuse %s with 200', async (_what, query) => {
    for (const path of ['/fapi/v1/depth', '/fapi/v1/ticker', '/fapi/v1/index']) {
      expect(await bare(`${path}${query}`)).toMatchObject({
        status: 200,
        json: { code: '-1121', msg: 'Invalid contract', data: null },
      })
    }
  })
})

describe('orders', () => {
  it('are placed, shown, listed and cancelled under one exact id; no row names its contract', async () => {
    const id = await place({ ...LIMIT, clientOrderId: 'mine-1', recvWindow: 5000, timeInForce: 'IOC', postOnly: true })
    const wanted = {
      ...{ clientOrderId: 'mine-1', price: 90_000, origQty: 10, origAmount: 10, executedQty: 0, avgPrice: 0 },
      ...{ type: 'LIMIT', side: 'BUY', action: 'OPEN', transactTime: Math.floor(clock.wall()) },
    }
    expect(await shown(id)).toMatchObject({ ...wanted, status: 'INIT' })
    simulator.tick()
    expect(await shown(id)).toMatchObject({ ...wanted, status: 'NEW' })
    const listed = await ask(`/fapi/v2/openOrders?contractName=${BTC}`)
    expect(listed.text).toContain(`"orderId":${id}`)
    expect(listed.text).not.toContain('contractName')
    const named = await ask(`/fapi/v2/order?contractName=${BTC}&clientOrderId=mine-1`)
    expect(named.text).toContain(id)
    const canceled = await post('/fapi/v2/cancel', { contractName: BTC, orderId: id })
    expect(canceled.text).toContain(`"data":{"orderId":${id}}`)
    expect(await shown(id)).toMatchObject({ status: 'CANCELED' })
    expect((await ask(`/fapi/v2/openOrders?contractName=${BTC}`)).text).not.toContain(id)
  })

  it('that close at a cap (IOC) have ended when they return: filled, partly filled or unfilled', async () => {
    const all = await place({ ...CLOSE, type: 'IOC', price: touch('SELL', '0.99') })
    expect(await shown(all)).toMatchObject({ status: 'FILLED', type: 'IOC', action: 'CLOSE', executedQty: 100 })
    const part = await place({ ...CLOSE, type: 'IOC', price: leave('SELL', 40), volume: 6000 })
    const none = await place({ ...CLOSE, type: 'IOC', price: touch('SELL', '1.01') })
    expect(await shown(none)).toMatchObject({ status: 'CANCELED', executedQty: 0 })
    expect(await shown(part)).toMatchObject({ status: 'CANCELED', executedQty: 40 })
    const listed = await ask(`/fapi/v2/openOrders?contractName=${BTC}`)
    for (const id of [all, part, none]) expect(listed.text).not.toContain(id)
    const fills = dataOf(await ask(`/fapi/v2/myTrades?contractName=${BTC}`)) as Record<string, unknown>[]
    expect(fills[0]).toMatchObject({ contractName: BTC, side: 'SELL', isBuyer: false, isMaker: false })
    expect((await ask(`/fapi/v2/myTrades?contractName=${BTC}`)).text).toContain(`"askId":${all}`)
  })

  it('as FOK fill completely or not at all; as POST_ONLY they never take', async () => {
    const few = { ...LIMIT, price: leave('BUY', 4) }
    expect(await shown(await place({ ...few, type: 'FOK' }))).toMatchObject({ status: 'CANCELED', executedQty: 0 })
    const taking = { ...LIMIT, type: 'POST_ONLY', price: touch('BUY', '1.01') }
    expect(await shown(await place(taking))).toMatchObject({ status: 'CANCELED', executedQty: 0, type: 'POST_ONLY' })
    await simulator.stop()
    await open({ postOnlyTaking: 'rejected' })
    expect(await shown(await place(taking))).toMatchObject({ status: 'REJECTED', executedQty: 0 })
    const resting = await place({ ...taking, price: '90000' })
    await post('/fapi/v2/cancel', { contractName: BTC, orderId: resting })
    expect(await shown(resting)).toMatchObject({ status: 'CANCELED' })
  })

  it('at market open by amount, a value, and close by volume', async () => {
    const opened = await place({ ...LIMIT, type: 'MARKET', price: undefined, amount: '1000', volume: 7 })
    expect(await shown(opened)).toMatchObject({ status: 'FILLED', executedQty: 103 })
    const closed = await place({ ...CLOSE, type: 'MARKET', price: undefined, amount: 1, volume: 7 })
    expect(await shown(closed)).toMatchObject({ status: 'FILLED', executedQty: 7 })
    await simulator.stop()
    await open({ marketClose: 'refused', marketOpen: 'contracts' })
    expect((await post('/fapi/v2/order', { ...CLOSE, type: 'MARKET' })).json).toMatchObject({ code: '-1139' })
    expect(await shown(await place({ ...LIMIT, type: 'MARKET', volume: 7 }))).toMatchObject({ executedQty: 7 })
  })

  it('are all cancelled at once, or shown as a list of one in other words', async () => {
    await place()
    expect((await post('/fapi/v2/allOpenOrders', { contractName: BTC })).json).toEqual({
      ...{ code: '0', msg: 'Success', data: null },
    })
    expect(dataOf(await ask(`/fapi/v2/openOrders?contractName=${BTC}`))).toEqual([])
    await simulator.stop()
    await open({ details: 'list', contractStatus: 'plain', errorCode: 'number' })
    const id = await place({ ...LIMIT, type: 'IOC' })
    const { json } = await ask(`/fapi/v2/order?contractName=${BTC}&orderId=${id}`)
    expect(json).toMatchObject({ code: 0, data: [{ status: 'CANCELLED' }] })
  })
})

describe('the account', () => {
  it('contains the coins and positions of its root', async () => {
    const { account } = dataOf(await ask('/fapi/v2/account')) as { account: Record<string, unknown>[] }
    expect(account.map(({ marginCoin }) => marginCoin)).toEqual(['USDT', 'USDC'])
    expect(account[0]).toMatchObject({ coinPrecious: 8, sumMaintenanceMargin: null })
    const [first] = account[0]?.['positionVos'] as { positions: unknown[] }[]
    expect(first).toMatchObject({
      ...{ contractName: BTC, contractSymbol: 'BTC-USDT' },
      positions: [{ positionType: 1, side: 'BUY', volume: 9000, leverageLevel: 10, freezeLock: 0 }],
    })
    const inverse = dataOf(await ask('/dapi/v2/account')) as { account: Record<string, unknown>[] }
    expect(inverse.account.map(({ marginCoin }) => marginCoin)).toEqual(['BTC', 'ETH'])
  })
})

describe('a refusal', () => {
  it.each([
    ['a leverage other than the one set', { leverage: 5 }, '-1166', /configuration 10$/],
    ['no leverage', { leverage: undefined }, '-1102', /leverage/],
    ['no margin mode', { positionType: undefined }, '-1102', /positionType/],
    ['no amount', { amount: undefined }, '-1102', /amount/],
    ['a margin mode other than the one in use', { positionType: 2 }, '-1165', /./],
    ['an unknown type', { type: 'GTC' }, '-1116', /./],
    ['a limit without a price', { price: undefined }, '-1102', /price/],
    [
      'more than the position',
      { side: 'SELL', open: 'CLOSE', volume: 9001 },
      '-1156',
      /^The number of closed positions exceeds/,
    ],
    ['more margin than available', { volume: 90_000 }, '-2017', /./],
    ['a client id of 32 characters', { clientOrderId: 'x'.repeat(32) }, '-1102', /clientOrderId/],
    ['an order that waits for a price', { triggerOrderType: 1, triggerPrice: 80_000 }, '-2100', /./],
    ['an order that waits, marked as such', { conditionOrder: true }, '-2100', /./],
    ['a contract of the other path root', { contractName: 'E-BTC-USD' }, '-1121', /./],
  ])('is given for %s, with 200', async (_what, change, code, msg) => {
    const answer = await post('/fapi/v2/order', { ...LIMIT, ...change })
    expect(answer).toMatchObject({ status: 200, json: { code, data: null } })
    expect((answer.json as { msg: string }).msg).toMatch(msg)
    expect(simulator.ledger.arrivals({ endpoint: 'contract.newOrder', executed: true })).toEqual([])
  })

  it('is given for an unknown order, and for a cancel of a finished one', async () => {
    const nothing = { contractName: BTC, orderId: '1' }
    expect((await post('/fapi/v2/cancel', nothing)).json).toMatchObject({ code: '-2013' })
    expect((await ask(`/fapi/v2/order?contractName=${BTC}&orderId=1`)).json).toMatchObject({ code: '-2013' })
    const done = { contractName: BTC, orderId: await place({ ...LIMIT, type: 'IOC' }) }
    expect((await post('/fapi/v2/cancel', done)).json).toMatchObject({ code: '-1145' })
    await simulator.stop()
    await open({ cancelDone: 'unknown' })
    const gone = { contractName: BTC, orderId: await place({ ...LIMIT, type: 'IOC' }) }
    expect((await post('/fapi/v2/cancel', gone)).json).toMatchObject({ code: '-2013' })
  })

  it('is given for a list of open orders without a contract', async () => {
    expect((await ask('/fapi/v2/openOrders')).json).toMatchObject({ code: '-1121' })
    await simulator.stop()
    await open({ contractOpenOrders: 'all' })
    expect(dataOf(await ask('/fapi/v2/openOrders'))).toHaveLength(8)
    expect(dataOf(await ask('/dapi/v2/openOrders'))).toHaveLength(1)
  })

  it('is given for an unknown path, including the history of orders', async () => {
    const body = { args: null, code: '-1002', data: null, msg: expect.any(String) as string, succ: false }
    for (const path of ['/fapi/v1/nothing', '/dapi/v2/positions', '/fapi/v1/account']) {
      expect(await ask(path)).toMatchObject({ status: 200, json: body })
    }
    expect((await post('/fapi/v2/orderHistorical', {})).json).toEqual(body)
  })

  it('is given for a call that is not signed with its query, or is late', async () => {
    const unsigned = { signsQuery: false }
    const path = `/fapi/v2/openOrders?contractName=${BTC}`
    expect((await call('GET', path, undefined, unsigned)).json).toMatchObject({ code: '-1022' })
    expect((await bare('/fapi/v2/account')).json).toMatchObject({ code: '-1002' })
    simulator.clockSkewMs = 6000
    expect((await ask('/fapi/v2/account')).json).toMatchObject({ code: '-1021' })
    expect((await post('/fapi/v2/order', { recvWindow: 7000, ...LIMIT })).json).toMatchObject({ code: '0' })
  })

  it('is given for a body without a JSON content type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await call('POST', '/fapi/v2/order', LIMIT, { headers })).json).toMatchObject({ code: '-1102' })
  })
})

describe('test control', () => {
  it('uses the names of our endpoints, and injects faults', async () => {
    simulator.faults.inject({ match: 'contract.newOrder', kind: 'status400ButExecuted', code: -1000 })
    expect(await post('/fapi/v2/order', { ...LIMIT, clientOrderId: 'mine-2' })).toMatchObject({
      status: 400,
      json: { code: '-1000' },
    })
    expect(simulator.ledger.tally('mine-2')).toEqual({ arrived: 1, executed: 1 })
    simulator.faults.inject({ match: 'contract.account', kind: 'missingRow', field: 'marginCoin', body: 'USDT' })
    const { account } = dataOf(await ask('/fapi/v2/account')) as { account: unknown[] }
    expect(account).toHaveLength(1)
    simulator.faults.inject({ match: 'contract.openOrders', kind: 'emptyList' })
    expect(dataOf(await ask(`/fapi/v2/openOrders?contractName=${BTC}`))).toEqual([])
  })

  it('counts 20 calls of an endpoint in 2 s, over both roots', async () => {
    for (let made = 0; made < 20; made += 1) expect((await ask('/dapi/v2/account')).status).toBe(200)
    expect((await ask('/fapi/v2/account')).status).toBe(429)
  })
})
