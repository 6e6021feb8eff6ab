import { afterEach, describe, expect, it } from 'vitest'
import { dialectOf } from '#electron/simulator/wire/sim-dialect.ts'
import type { SimDialect } from '#electron/simulator/wire/sim-dialect.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { ManualClock } from '#test/support/clock.ts'
import { caller } from '../caller.ts'
import type { Call } from '../caller.ts'
import { asker, codeOf, goodRequest } from '../requests.ts'
import type { Ask } from '../requests.ts'

let clock: ManualClock
let simulator: Simulator
let dialect: SimDialect
let ask: Ask

async function start(changes: Partial<SimDialect>): Promise<void> {
  clock = new ManualClock()
  dialect = dialectOf(changes)
  simulator = await startSimulator({ seed: 7, clock, autoTick: false, life: false, dialect: changes })
  ask = asker(simulator, clock, dialect)
}

afterEach(() => simulator.stop())

/** Creates fills in both areas, finished orders and closed positions. */
async function makeHistory(call: Call): Promise<void> {
  const { contracts } = simulator.exchange
  const atMarket = { contractName: 'E-BTC-USDT', type: 'MARKET', positionType: 1 }
  for (let made = 0; made < 5; made += 1) {
    await call('POST', '/sapi/v1/order', { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', volume: '100' })
    await call('POST', '/fapi/v1/order', { ...atMarket, side: 'BUY', open: 'OPEN', volume: 1 })
  }
  for (const { spec, positionType, side, volume } of contracts.positions().reverse()) {
    const order = {
      ...atMarket,
      contractName: spec.name,
      positionType,
      side: side === 'BUY' ? 'SELL' : 'BUY',
      open: 'CLOSE',
    }
    for (const pending of contracts.openOrders()) simulator.exchange.cancel(pending)
    await call('POST', '/fapi/v1/order', { ...order, volume: volume.toNumber() })
  }
}

describe('switches', () => {
  const text = async (changes: Partial<SimDialect>, name: string, request?: string | object) => {
    await start(changes)
    return (await ask(name, request)).text
  }

  it.each([
    [{ symbols: 'bare' }, 'spot.symbols', /^\[\{"symbol":"btcusdt"/],
    [{ symbols: 'data' }, 'spot.symbols', /^\{"code":0,"msg":"Success","data":\{"symbols":\[/],
    [{ spotLists: 'mixed' }, 'spot.trades', /^\{"list":\[/],
    [{ spotLists: 'mixed' }, 'spot.myTrades', /^\[/],
    [{ spotLists: 'list' }, 'spot.openOrders', /^\{"list":\[\{/],
    [{ spotLists: 'data' }, 'spot.openOrders', /^\{"code":0,"msg":"Success","data":\[\{/],
    [{ contractLists: 'dataList' }, 'contract.openOrders', /^\{"code":"0","msg":"Success","data":\{"list":\[/],
    [
      { objects: 'data', errorCode: 'number' },
      'contract.ping',
      /^\{"code":0,"msg":"Success","data":\{\},"succ":true\}$/,
    ],
    [{ details: 'list' }, 'contract.order', /^\[\{.*\}\]$/],
    [
      { condition: 'triggerIds' },
      'contract.conditionOrder',
      /^\{"code":"0",.*"data":\{"triggerIds":\["\d{19}"\],"ids":\[\]/,
    ],
    [{ condition: 'orderId' }, 'contract.conditionOrder', /^\{"orderId":\d{19}\}$/],
    [{ condition: 'orderId', createdId: 'string' }, 'contract.conditionOrder', /^\{"orderId":"\d{19}"\}$/],
    [{}, 'spot.newOrder', /"orderId":\d{19},.*"orderIdString":"\d{19}"/],
    [{ createdId: 'list', idStrings: false }, 'spot.newOrder', /"orderId":\["\d{19}"\],(?!.*orderIdString)/],
    [{ createdId: 'number' }, 'contract.newOrder', /^\{"orderId":\d{19}\}$/],
    [
      { batchIds: 'string', batchClientIds: true, idStrings: false },
      'spot.batchOrders',
      /^\{"ids":\["\d{19}"\],"newClientOrderIds":\[""\]\}$/,
    ],
    [{}, 'spot.batchOrders', /^\{"ids":\[\d{19}\],"idsString":\["\d{19}"\]\}$/],
    [{ numbers: 'padded' }, 'spot.openOrders', /"executedQty":0E-16,/],
    [{ numbers: 'string' }, 'contract.account', /"accountNormal":"[\d.]+"/],
    [{ numbers: 'number' }, 'spot.account', /"free":[\d.]+,/],
    [{ positionSide: 'position' }, 'contract.account', /"side":"LONG".*"side":"SHORT"/],
    [
      { shortVolume: 'negative' },
      'contract.account',
      /^(?=.*"side":"SELL",[^}]*"volume":-\d)(?!.*"side":"BUY",[^}]*"volume":-)/,
    ],
    [{ times: 'text' }, 'spot.openOrders', /"time":"\d{13}"/],
    [{ klineTime: 's' }, 'spot.klines', /"idx":\d{10},/],
    [{ klineTime: 's', times: 'text' }, 'contract.klines', /"idx":"\d{10}",/],
    [{ volumeName: 'theft' }, 'contract.ticker', /"theft":/],
    [{ volumeName: 'theft' }, 'spot.ticker', /"vol":/],
    [{ faceName: 'multiply' }, 'contract.contracts', /"multiply":[\d.]+/],
    [
      { index: 'live' },
      'contract.index',
      /^\{"currentFundRate":[-\d.]+,"indexPrice":[\d.]+,"tagPrice":[\d.]+,"nextFundRate":[-\d.]+\}$/,
    ],
    [{ index: 'documented' }, 'contract.index', /"contractName":"E-BTC-USDT".*"markPrice":.*"lastFundingRate":/],
    [{ timeName: 'server_time' }, 'spot.time', /"server_time":\d{13}/],
    [{ rose: 'signed' }, 'contract.ticker', /"rose":"[+-]0\.\d{8}"/],
    [{ rose: 'percent' }, 'contract.ticker', /"rose":"-?\d+\.\d{6}"/],
    [{ contractClientId: false }, 'contract.openOrders', /^(?!.*clientId)/],
    [{ createdStatus: 'integer' }, 'spot.newOrder', /"status":0,/],
    [{ createdStatus: 'words' }, 'spot.newOrder', /"status":"New Order"/],
    [{ spotStatus: 'plain' }, 'spot.openOrders', /"status":"NEW"/],
    [{ spotStatus: 'plain' }, 'spot.cancel', /"status":"CANCELED"/],
    [{}, 'spot.cancel', /"status":"PENDING_CANCEL"/],
    [{ depthTime: 'null' }, 'spot.depth', /"time":null/],
    [{ depthTime: 'ms' }, 'contract.depth', /"time":\d{13}/],
    [
      { depthColumns: 3 },
      'spot.depth',
      /"bids":\[\["[\d.]+","[\d.]+","[\d.]+"\],.*"asks":\[\["[\d.]+","[\d.]+","[\d.]+"\],/,
    ],
    [
      { depthColumns: 4 },
      'contract.depth',
      /"bids":\[\[[\d.]+,[\d.]+,[\d.]+\],.*"asks":\[\[[\d.]+,[\d.]+,[\d.]+,[\d.]+\],/,
    ],
    [{ batchTotalFailure: 'empty' }, 'spot.batchCancel', /^\{"success":\[\d{19}\],"failed":\[\]\}$/],
    [{ batchFailed: 'boolean' }, 'spot.batchCancel', /"failed":false\}$/],
  ] as const)('%j: %s', async (changes, name, expected) => {
    expect(await text(changes, name)).toMatch(expected)
  })

  it('adds up the further columns of an order book', async () => {
    const { asks } = JSON.parse(await text({ depthColumns: 4, numbers: 'string' }, 'contract.depth')) as {
      asks: string[][]
    }
    const [[price1, size1, so1, money1], [price2, size2, so2, money2]] = asks.map((row) =>
      row.map((cell) => JSON.parse(cell) as number),
    ) as [number[], number[]]
    expect([so1, so2]).toEqual([size1, size1! + size2!])
    expect(money1).toBeCloseTo(price1! * size1!, 6)
    expect(money2).toBeCloseTo(price1! * size1! + price2! * size2!, 5)
  })

  it.each([
    [{}, '{"success":[],"failed":[1,"x"]}'],
    [{ batchFailed: 'none' }, '{"success":[],"failed":[]}'],
    [{ batchFailed: 'boolean' }, '{"success":[],"failed":true}'],
    [{ batchTotalFailure: 'empty' }, '{}'],
    [{ batchIds: 'string' }, '{"success":[],"failed":["1","x"]}'],
  ] as const)('%j: answers a batch cancel in which every cancel failed', async (changes, expected) => {
    expect(await text(changes, 'spot.batchCancel', { symbol: 'BTCUSDT', orderIds: ['1', 'x'] })).toBe(expected)
  })

  it('answers null for an empty list', async () => {
    const answer = await text({ contractLists: 'dataOrNull' }, 'contract.openOrders', '?contractName=S-BTC-USDT')
    expect(answer).toBe('{"code":"0","msg":"Success","data":null,"succ":true}')
  })

  it('lists candles oldest first when the dialect says so', async () => {
    const times = JSON.parse(await text({ klineOrder: 'oldest' }, 'spot.klines')) as { idx: number }[]
    expect(times[0]!.idx).toBeLessThan(times[1]!.idx)
  })

  it('spells contract states with two Ls, and has none before matching', async () => {
    await start({ contractStatus: 'plain' })
    await ask('contract.newOrder')
    expect((await ask('contract.openOrders')).text).toContain('"status":"NEW"')
    const { contractName = '', orderId = '' } = goodRequest(simulator, 'contract.cancel', dialect) as Record<
      string,
      string
    >
    await ask('contract.cancel')
    const shown = await ask('contract.order', `?${new URLSearchParams({ contractName, orderId }).toString()}`)
    expect(shown.text).toContain('"status":"CANCELLED"')
  })

  it.each([
    [{ spotHour: '1h' }, 'spot.klines', '?symbol=btcusdt&interval=60min', '[]'],
    [{ contractHour: '60min' }, 'contract.klines', '?contractName=E-BTC-USDT&interval=1h', '[]'],
    [{}, 'contract.klines', '?contractName=E-BTC-USDT&interval=2h', '[]'],
  ] as const)('%j: %s has no candles for an hour in another spelling', async (changes, name, query, expected) => {
    expect(await text(changes, name, query)).toBe(expected)
  })

  it.each([
    [{ symbolCase: 'upper' }, 'spot.ticker', '?symbol=btcusdt', '-1121'],
    [{ symbolCase: 'lower' }, 'spot.ticker', '?symbol=BTCUSDT', '-1121'],
    [{ symbolCase: 'upper' }, 'contract.ticker', '?contractName=e-btc-usdt', '-1121'],
    [{ symbolCase: 'lower' }, 'contract.ticker', '?contractName=E-BTC-USDT', '"last"'],
    [{ symbolCase: 'any' }, 'spot.ticker', '?symbol=bTcUsDt', '"last"'],
    [{ spotVersion: 'v2' }, 'spot.ticker', '?symbol=BTC%2FUSDT', '"last"'],
    [{}, 'spot.ticker', '?symbol=BTC%2FUSDT', '-1121'],
  ] as const)('%j: %s%s', async (changes, name, query, expected) => {
    expect(await text(changes, name, query)).toContain(expected)
  })

  const condition = (triggerType: unknown) => ({
    ...{
      contractName: 'E-BTC-USDT',
      side: 'BUY',
      type: 'LIMIT',
      open: 'OPEN',
      positionType: 1,
      price: '1',
      volume: '1',
    },
    ...{ triggerType, triggerPrice: '99000' },
  })
  it.each([
    ['any', [3, '3', '3UP'], []],
    ['int', [1, 4], ['3', '3UP', 5]],
    ['text', ['1', '4'], [3, '3UP', '5']],
    ['label', ['3UP', '4DOWN'], [3, '3']],
  ] as const)('accepts only trigger types of the form %s', async (triggerType, good, bad) => {
    await start({ triggerType })
    for (const given of good)
      expect((await ask('contract.conditionOrder', condition(given))).text).toContain('triggerIds')
    for (const given of bad) expect((await ask('contract.conditionOrder', condition(given))).text).toContain('-1102')
  })

  it('requires the price of a conditional order at market only if the dialect does', async () => {
    const atMarket = { ...condition('3'), type: 'MARKET', price: undefined }
    expect(await text({}, 'contract.conditionOrder', atMarket)).toContain('triggerIds')
    await simulator.stop()
    expect(await text({ conditionPrice: 'required' }, 'contract.conditionOrder', atMarket)).toContain('-1102')
  })

  it.each([
    ['number', '0.01', '-1102'],
    ['number', 0.01, '"orderId"'],
    ['string', 0.01, '-1102'],
    ['string', '0.01', '"orderId"'],
  ] as const)('requires volumes to be a %s: %j', async (amounts, volume, expected) => {
    const price = amounts === 'number' ? 90000 : '90000'
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price, volume }
    expect(await text({ amounts }, 'spot.newOrder', order)).toContain(expected)
  })

  it.each([
    ['number', ['7'], '-1102'],
    ['string', [7], '-1102'],
    ['string', ['7'], '"failed"'],
  ] as const)('requires the ids of a batch cancel to be a %s: %j', async (cancelIds, orderIds, expected) => {
    expect(await text({ cancelIds }, 'spot.batchCancel', { symbol: 'BTCUSDT', orderIds })).toContain(expected)
  })

  it('reads the volume of an opening market order as contracts or as a value', async () => {
    const order = {
      contractName: 'E-BTC-USDT',
      side: 'BUY',
      type: 'MARKET',
      open: 'OPEN',
      positionType: 1,
      volume: '1000',
    }
    const made = () => [...simulator.exchange.contracts.orders.values()].at(-1)?.volume.toNumber()
    await text({ marketOpen: 'value' }, 'contract.newOrder', order)
    // 1000 USDT at a price of 96400, with 0.0001 BTC per contract.
    expect(made()).toBe(103)
    await ask('contract.newOrder', { ...order, orderUnit: 2 })
    expect(made()).toBe(1000)
    await ask('contract.newOrder', { ...order, orderUnit: 3 })
    expect(made()).toBe(103)
    // An inverse contract is worth its face value of 10 USD at any price.
    await ask('contract.newOrder', { ...order, contractName: 'E-BTC-USD', volume: '50' })
    expect(made()).toBe(5)
    await ask('contract.newOrder', { ...order, open: 'CLOSE', side: 'SELL' })
    expect(made()).toBe(1000)
  })

  it('accepts a closing market order, or refuses its order type', async () => {
    const held = { contractName: 'E-LINK-USDT', side: 'SELL', open: 'CLOSE', positionType: 1, volume: 10 }
    const refused = await text({ marketClose: 'refused' }, 'contract.newOrder', { ...held, type: 'MARKET' })
    expect(refused).toContain('-1116')
    const limit = { ...held, type: 'LIMIT', price: 21, timeInForce: 'IOC' }
    expect(await text({ marketClose: 'refused' }, 'contract.newOrder', limit)).toContain('orderId')
    expect(await text({}, 'contract.newOrder', { ...held, type: 'MARKET' })).toContain('orderId')
  })

  it.each([
    ['v1', [200, 404]],
    ['v2', [404, 200]],
    ['both', [200, 200]],
  ] as const)('serves Spot paths in version %s', async (spotVersion, statuses) => {
    await start({ spotVersion })
    const call = caller(simulator, clock)
    const answers = [await call('GET', '/sapi/v1/account'), await call('GET', '/sapi/v2/account')]
    expect(answers.map(({ status }) => status)).toEqual(statuses)
  })

  it('serves an endpoint only under the changed path', async () => {
    await start({ paths: { 'contract.conditionOrder': '/fapi/v1/conditionOrder/' } })
    const call = caller(simulator, clock)
    expect((await call('POST', '/fapi/v1/conditionOrder/', condition(3))).text).toContain('triggerIds')
    expect((await call('POST', '/fapi/v1/conditionOrder', condition(3))).text).toContain('-1002')
  })

  it('has a gateway whose prefix is not signed', async () => {
    await start({ spotPrefix: '/spot/open', contractPrefix: '/futures/open' })
    expect(simulator.spotBaseUrl).toMatch(/\/spot\/open$/)
    expect((await ask('spot.account')).status).toBe(200)
    expect((await ask('contract.account')).status).toBe(200)
    const { origin } = new URL(simulator.spotBaseUrl)
    expect((await fetch(`${origin}/sapi/v1/ping`)).status).toBe(404)
  })

  it('prints only the documented fields if configured', async () => {
    await start({ fields: 'documented', contractStatus: 'plain' })
    const [row] = JSON.parse((await ask('contract.openOrders')).text) as object[]
    expect(Object.keys(row!).toSorted()).toEqual(
      [
        'action',
        'avgPrice',
        'contractName',
        'executedQty',
        'orderId',
        'origQty',
        'price',
        'side',
        'status',
        'transactTime',
        'type',
      ].toSorted(),
    )
    const account = (await ask('contract.account')).text
    expect(account).toContain('"positionVos":[{"contractId":')
    expect(account).not.toContain('settleProfit')
  })

  it('accepts timestamps as far in the future as configured', async () => {
    await start({ futureSkewMs: 3000 })
    const at = async (ms: number) =>
      codeOf(await caller(simulator, clock)('GET', '/sapi/v1/account', undefined, { stamp: clock.wall() + ms }))
    expect(await at(2999)).toBeNull()
    expect(await at(3000)).toBe(-1021)
  })

  it('refuses in Chinese unless asked for English', async () => {
    await start({ language: 'zh' })
    const call = caller(simulator, clock)
    const refusal = async (headers: Record<string, string>) =>
      (await call('GET', '/sapi/v1/ticker?symbol=no', undefined, { headers })).text
    expect(await refusal({})).toBe('{"code":-1121,"msg":"请求失败（-1121）"}')
    expect(await refusal({ 'admin-language': 'en_US' })).toContain('Invalid symbol.')
  })

  it('has another status for too many requests', async () => {
    await start({ limitStatus: 410 })
    const statuses: number[] = []
    for (let made = 0; made < 21; made += 1) statuses.push((await ask('spot.account')).status)
    expect(statuses.at(-1)).toBe(410)
  })

  it.each(['older', 'newer'] as const)('pages every history %s than an id', async (fromId) => {
    await start({ fromId })
    const call = caller(simulator, clock)
    await makeHistory(call)
    for (const [method, path, key] of [
      ['GET', '/sapi/v1/myTrades?symbol=btcusdt', 'id'],
      ['GET', '/fapi/v1/myTrades?contractName=E-BTC-USDT', 'tradeId'],
      ['POST', '/fapi/v1/orderHistorical', 'orderId'],
      ['POST', '/fapi/v1/profitHistorical', 'id'],
    ] as const) {
      const ids = async (from: Record<string, string>) => {
        const query = method === 'GET' ? `${path}&${new URLSearchParams(from).toString()}` : path
        const { text: answer } = await call(method, query, method === 'GET' ? undefined : from)
        return [...answer.matchAll(new RegExp(`"${key}":"?(\\d+)`, 'g'))].map(([, id]) => id!)
      }
      const all = await ids({ limit: '100' })
      expect(all, path).toEqual(all.toSorted((one, other) => (BigInt(one) < BigInt(other) ? 1 : -1)))
      const middle = all[Math.floor(all.length / 2)] ?? ''
      const wanted =
        fromId === 'older'
          ? all.filter((id) => BigInt(id) <= BigInt(middle))
          : all.filter((id) => BigInt(id) >= BigInt(middle))
      expect(wanted.length, path).toBeGreaterThan(1)
      expect(await ids({ limit: '100', fromId: middle }), path).toEqual(wanted)
      const page = fromId === 'older' ? wanted.slice(0, 2) : wanted.slice(-2)
      expect(await ids({ limit: '2', fromId: middle }), path).toEqual(page)
    }
  })
})
