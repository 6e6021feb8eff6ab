/** Interfaces other than the family's: what they offer, how a call is written, and how its reply is read. */
import { inEnglish } from '#shared/words/say.ts'
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import type { EndpointName, Params } from '#electron/venue/port.ts'
import { CODES, CONTRACT_V2_CODES, SPOT_BINANCE_CODES } from '#electron/venue/client/codes.ts'
import {
  ENDPOINTS,
  ENDPOINT_NAMES,
  encodeRequest,
  endpointsOf,
  rowFor,
  rowOf,
  weightOf,
} from '#electron/venue/endpoints/table.ts'
import { refusedByCode } from '#electron/venue/client/classify-failure.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import { readReply } from '#electron/venue/client/read-reply.ts'
import { encode } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'

const OTHER = { ...DEFAULT_DIALECT, api: { spot: 'binance', contract: 'v2' } } as const
const THERE = endpointsOf(OTHER)

function speak<E extends EndpointName>(name: E, params: Params<E>) {
  return encodeRequest(name, params, OTHER)
}

/** The reading of a reply to a call, with amounts as text. */
function read<E extends EndpointName>(name: E, params: Params<E>, text: string): unknown {
  const row = rowFor(name, params, OTHER)
  if (!row) throw new Error(`expected ${name} to be there`)
  return encode(readReply(name, params, Buffer.from(text), row))
}

const value = (list: unknown) => ({ kind: 'value', value: list, quarantined: [] })

describe('the other interfaces', () => {
  it('lack six calls', () => {
    expect(ENDPOINT_NAMES.filter((name) => !THERE.includes(name))).toEqual([
      'spot.testOrder',
      'spot.batchOrders',
      'spot.batchCancel',
      'contract.conditionOrder',
      'contract.orderHistory',
      'contract.profitHistory',
    ])
  })

  it.each(THERE)('have the same meaning with %s, and repeat no more of it', (name) => {
    const { area, security, retry } = ENDPOINTS[name]
    expect(rowOf(name, OTHER)).toMatchObject({ area, security, retry })
  })

  it('use each method and path once', () => {
    const spoken = THERE.map((name) => `${rowOf(name, OTHER)!.method} ${rowOf(name, OTHER)!.path}`)
    expect(new Set(spoken).size).toBe(spoken.length)
  })

  it('do not list the open orders of an area', () => {
    expect(rowFor('spot.openOrders', {}, OTHER)).toBeNull()
    expect(rowFor('contract.openOrders', {}, OTHER)).toBeNull()
    expect(rowFor('spot.openOrders', { symbol: 'BTCUSDT' }, OTHER)).not.toBeNull()
  })
})

const ORDER = { symbol: 'BTCUSDT', clientOrderId: 'pm-1', quantity: decimal('0.00000012') } as const

describe('Spot in the style of Binance', () => {
  it('writes an order as a form', () => {
    expect(speak('spot.placeOrder', { ...ORDER, side: 'buy', type: 'limit', price: decimal('1e3') })).toEqual({
      ok: true,
      value: {
        method: 'POST',
        path: '/api/v1/order',
        query: '',
        body: 'symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=0.00000012&price=1000&newClientOrderId=pm-1',
        headers: { 'admin-language': 'en_US', 'content-type': 'application/x-www-form-urlencoded' },
      },
    })
  })

  it('sells at market by quantity, and never states a time in force', () => {
    const sell = speak('spot.placeOrder', { ...ORDER, side: 'sell', type: 'market' })
    expect(sell.ok && sell.value.body).toBe(
      'symbol=BTCUSDT&side=SELL&type=MARKET&quantity=0.00000012&newClientOrderId=pm-1',
    )
    expect(rowOf('spot.placeOrder', OTHER)?.fields.map(([, wire]) => wire)).not.toContain('timeInForce')
  })

  it.each<[string, Partial<Params<'spot.placeOrder'>>, string]>([
    [
      'a market buy for an amount',
      { side: 'buy', type: 'market', amount: decimal(5) } as never,
      'expected a quantity: this interface counts every market order in the base asset',
    ],
    ['a limit order without a price', { side: 'buy', type: 'limit' } as never, 'expected a price for a limit order'],
    [
      'a window of its own',
      { side: 'sell', type: 'market', recvWindow: 100 } as never,
      'expected no recvWindow: this interface has one for every call',
    ],
  ])('refuses %s', (_, order, error) => {
    const request = speak('spot.placeOrder', { ...ORDER, ...order } as never)
    expect(!request.ok && inEnglish(request.error)).toBe(error)
  })

  it.each<[EndpointName, object, string]>([
    ['spot.cancelOrder', { symbol: 'BTCUSDT', orderId: '7' }, 'DELETE /api/v1/order?symbol=BTCUSDT&orderId=7'],
    ['spot.order', { symbol: 'BTCUSDT', orderId: '7' }, 'GET /api/v1/order?symbol=BTCUSDT&orderId=7'],
    [
      'spot.order',
      { symbol: 'BTCUSDT', clientOrderId: 'pm-1', since: 1_700_000_000_000 },
      'GET /api/v1/allOrders?symbol=BTCUSDT&startTime=1700000000000&limit=1000',
    ],
    ['spot.openOrders', { symbol: 'BTCUSDT' }, 'GET /api/v1/openOrders?symbol=BTCUSDT'],
    ['spot.depth', { symbol: 'BTCUSDT', limit: 20 }, 'GET /api/v1/depth?symbol=BTCUSDT&limit=20'],
    ['spot.depth', { symbol: 'BTCUSDT', limit: 21 }, 'GET /api/v1/depth?symbol=BTCUSDT&limit=50'],
    ['spot.klines', { symbol: 'BTCUSDT', interval: '60min' }, 'GET /api/v1/market/kline?symbol=BTCUSDT&scale=1H'],
    ['spot.myTrades', { symbol: 'BTCUSDT', fromId: '9' }, 'GET /api/v2/myTrades?symbol=BTCUSDT&fromId=9'],
    ['spot.account', {}, 'GET /api/v1/account?'],
  ])('requests %s as documented', (name, params, wanted) => {
    const request = speak(name, params as never)
    expect(request.ok && `${request.value.method} ${request.value.path}?${request.value.query}`).toBe(wanted)
  })

  it('requests at most the depth that the venue allows, and one that it serves', () => {
    const at = (limit: number, spot: number) => {
      const dialect = { ...OTHER, depthLimit: { ...OTHER.depthLimit, spot } }
      const request = encodeRequest('spot.depth', { symbol: 'A', limit }, dialect)
      return request.ok ? request.value.query : inEnglish(request.error)
    }
    expect([at(100, 100), at(100, 50), at(30, 40), at(1, 5)]).toEqual([
      ...['symbol=A&limit=100', 'symbol=A&limit=50', 'symbol=A&limit=20', 'symbol=A&limit=5'],
    ])
    expect(at(101, 100)).toContain('expected a whole number from 1 to 100')
  })

  it('has no monthly candles', () => {
    expect(speak('spot.klines', { symbol: 'BTCUSDT', interval: '1month' })).toMatchObject({ ok: false })
  })

  it('has the documented weights', () => {
    expect(weightOf('spot.order', { symbol: 'A', orderId: '1' }, OTHER)).toBe(1)
    expect(weightOf('spot.order', { symbol: 'A', clientOrderId: 'a' }, OTHER)).toBe(5)
    expect(weightOf('spot.account', {}, OTHER)).toBe(5)
  })

  const SCALES =
    '{"filterType":"PRICE_FILTER","minPrice":"1","priceScale":2},{"filterType":"LOT_SIZE","minQty":"0.0001","volumeScale":4}'
  const STEPS =
    '{"filterType":"PRICE_FILTER","tickSize":"0.010"},{"filterType":"LOT_SIZE","minQty":"0.0001","maxQty":"900","stepSize":"0.0001"}'
  it.each([SCALES, STEPS])('reads a pair by its filters: %s', (filters) => {
    const pair = `{"symbol":"BTCUSDT","status":"TRADING","baseAsset":"btc","quoteAsset":"usdt","filters":[${filters}]}`
    expect(read('spot.pairs', {}, `{"timezone":"CTT","symbols":[${pair}],"coins":[]}`)).toEqual(
      value([
        {
          ...{ area: 'spot', symbol: 'BTCUSDT', baseAsset: 'BTC', quoteAsset: 'USDT' },
          ...{ pricePrecision: 2, quantityPrecision: 4, minMarketSell: '0.0001', makerFee: null, takerFee: null },
          ...(filters === STEPS && { maxSell: '900' }),
        },
      ]),
    )
  })

  it('leaves out a pair whose steps are not given', () => {
    const pair = '{"symbol":"A","baseAsset":"a","quoteAsset":"b","filters":[{"filterType":"LOT_SIZE","stepSize":"1"}]}'
    expect(read('spot.pairs', {}, `{"symbols":[${pair}]}`)).toEqual({
      kind: 'value',
      value: [],
      quarantined: [
        {
          path: 'exchangeInfo.symbols[0].filters',
          reason: message('expected.only', { what: message('expected.filter', { sort: 'PRICE_FILTER' }) }),
        },
      ],
    })
  })

  const ROW = {
    ...{ symbol: 'BTCUSDT', orderId: '307650651173648896', clientOrderId: '', price: '60000.0000000000000000' },
    ...{ origQty: '0.0010000000000000', executedQty: '0.0005000000000000', cummulativeQuoteQty: '30.5000000000000000' },
    ...{ status: 'PARTIALLY_FILLED', timeInForce: '', type: 'LIMIT', side: 'BUY', time: 1635551031000 },
    ...{ stopPrice: '', icebergQty: '', updateTime: 1635551031000, isWorking: false },
  }
  const READ_ROW = {
    ...{ area: 'spot', instrument: 'BTCUSDT', orderId: '307650651173648896', clientOrderId: null, side: 'buy' },
    ...{ action: null, type: 'limit', price: '60000', quantity: '0.001', executed: '0.0005', averagePrice: '61000' },
    ...{ status: 'partially-filled', createdAt: 1635551031000 },
  }

  it('reads an order and its average price', () => {
    const asked = { symbol: 'BTCUSDT', orderId: ROW.orderId }
    expect(read('spot.order', asked, JSON.stringify(ROW))).toEqual(value(READ_ROW))
    expect(read('spot.openOrders', { symbol: 'BTCUSDT' }, JSON.stringify([ROW]))).toEqual(value([READ_ROW]))
  })

  describe('the lookup of an order by its client id', () => {
    const asked = { symbol: 'BTCUSDT', clientOrderId: 'pm-1' }
    const named = (clientOrderId: string, orderId: string) => ({ ...ROW, clientOrderId, orderId })

    it('finds it among all orders since then', () => {
      const rows = [named('pm-0', '1'), named('pm-1', '2'), named('', '3')]
      expect(read('spot.order', asked, JSON.stringify(rows))).toEqual(
        value({ ...READ_ROW, orderId: '2', clientOrderId: 'pm-1' }),
      )
    })

    it('shows that it is absent from a list with the id of each order', () => {
      expect(read('spot.order', asked, JSON.stringify([named('pm-0', '1')]))).toEqual({ kind: 'absent' })
      expect(read('spot.order', asked, '[]')).toEqual({ kind: 'absent' })
    })

    it.each<[string, unknown[]]>([
      ['one does not state its id', [named('pm-0', '1'), named('', '2')]],
      ['one cannot be read', [named('pm-0', '1'), { ...ROW, side: 'UP' }]],
      ['there may be more', Array.from({ length: 1000 }, (_, at) => named('pm-0', String(at + 1)))],
    ])('does not prove its absence when %s', (_, rows) => {
      expect(read('spot.order', asked, JSON.stringify(rows))).toMatchObject({ kind: 'unreadable' })
    })
  })

  it('reads ids beyond the range of a number, as numbers and as text', () => {
    const placed =
      '{"symbol":"BTCUSDT","orderId":307650651173648897,"orderIdStr":"307650651173648897","clientOrderId":"pm-1"}'
    const order = { ...ORDER, side: 'sell', type: 'market' } as const
    const stated = value({ orderId: '307650651173648897', clientOrderId: 'pm-1' })
    expect(read('spot.placeOrder', order, placed)).toEqual(stated)
    expect(read('spot.placeOrder', order, placed.replace('"orderIdStr":"307650651173648897",', ''))).toEqual(stated)
  })

  it('reads an accepted cancel', () => {
    const reply = '{"symbol":"BTCUSDT","origClientOrderId":"a","orderId":307650651173648897,"clientOrderId":"b"}'
    expect(read('spot.cancelOrder', { symbol: 'BTCUSDT', orderId: '307650651173648897' }, reply)).toEqual(
      value({ orderId: '307650651173648897', status: 'canceling' }),
    )
  })

  it.each(['"commissionAssert":"usdt"', '"commissionAsset":"USDT"'])('reads a fill whose fee coin is %s', (coin) => {
    const row = `{"symbol":"XRPUSDT","id":101655008,"tradeId":4336943366145,"orderId":"479767730815549440","clientOrderId":"","price":"0.7310000000000000","qty":"38.3000000000000000","commission":"0.0274373540000000",${coin},"time":1700117080000,"isBuyer":true,"isMaker":false,"isBestMatch":true}`
    expect(read('spot.myTrades', { symbol: 'XRPUSDT' }, `[${row}]`)).toEqual(
      value([
        {
          ...{ area: 'spot', instrument: 'XRPUSDT', tradeId: '101655008', orderId: '479767730815549440', side: 'buy' },
          ...{ price: '0.731', quantity: '38.3', fee: '0.027437354', feeCoin: 'USDT', isMaker: false },
          time: 1700117080000,
        },
      ]),
    )
  })

  it('reads balances of lower-case coins by their usual names, unreadable ones too', () => {
    const reply =
      '{"balances":[{"asset":"btc","free":"1.5000000000000000","locked":"0.25"},{"asset":"eth","free":"x","locked":{}}]}'
    expect(read('spot.account', {}, reply)).toMatchObject({
      value: [
        { asset: 'BTC', free: '1.5', locked: '0.25', gaps: [] },
        { asset: 'ETH', free: null, locked: null },
      ],
    })
  })

  it('reads the market: a ticker in a list, trades by the maker side, candles in an envelope, levels of three', () => {
    const ticker = '[{"symbol":"BTCUSDT","lastPrice":"73369.84","bidPrice":"73369.83","askPrice":"73369.85"}]'
    expect(read('spot.ticker', { symbol: 'BTCUSDT' }, ticker)).toEqual(
      value({ last: '73369.84', bid: '73369.83', ask: '73369.85' }),
    )
    const trade = (isBuyerMaker: boolean, time: number) => ({ id: 1, price: '7', qty: '2', time, isBuyerMaker })
    const trades = JSON.stringify([trade(false, 1710327661000), trade(true, 1710327662000)])
    expect(read('spot.trades', { symbol: 'BTCUSDT' }, trades)).toEqual(
      value([
        { price: '7', quantity: '2', side: 'sell', time: 1710327662000 },
        { price: '7', quantity: '2', side: 'buy', time: 1710327661000 },
      ]),
    )
    const candle = '{"i":1710327600,"is":1710327600000,"a":"9","v":"272.8","c":"4","h":"5","l":"2","o":"3"}'
    const candles = `{"symbol":"BTCUSDT","scale":"KLINE_1H","data":[${candle}]}`
    expect(read('spot.klines', { symbol: 'BTCUSDT', interval: '60min' }, candles)).toEqual(
      value([{ openTime: 1710327600000, open: '3', high: '5', low: '2', close: '4', volume: '272.8' }]),
    )
    const depth = '{"lastUpdateId":1635474910177,"bids":[["61436.84","0.05",[]]],"asks":[["61452.46","0.0001",[]]]}'
    expect(read('spot.depth', { symbol: 'BTCUSDT' }, depth)).toMatchObject(
      value({ bids: [['61436.84', '0.05']], asks: [['61452.46', '0.0001']] }),
    )
  })

  it('reads a refusal in words only, too', () => {
    const reply = '{"msg":"You are not authorized to execute this request."}'
    expect(read('spot.account', {}, reply)).toMatchObject({ kind: 'error', error: { code: '' } })
  })

  it.each<[string, number, object]>([
    ['-2013', 200, { kind: 'notFound', outcome: 'rejected' }],
    ['-1022', 401, { kind: 'signature', outcome: 'rejected', retry: 'afterClockSync' }],
    ['-2010', 406, { kind: 'rejected', outcome: 'rejected' }],
    ['-1102', 412, { kind: 'rejected', outcome: 'rejected' }],
    ['-1111', 412, { kind: 'rejected', outcome: 'rejected' }],
    ['-1016', 500, { outcome: 'unknown' }],
    ['503', 503, { outcome: 'unknown' }],
    ['1', 200, { kind: 'venueError', outcome: 'unknown', retry: 'later' }],
    ['-1000', 200, { outcome: 'unknown' }],
  ])('interprets %s with HTTP %i as documented', (code, status, failure) => {
    const attempt = { operation: 'spot.placeOrder', isWrite: true, timestamp: 1 }
    expect(refusedByCode(attempt, { code, message: '' }, status, SPOT_BINANCE_CODES)).toMatchObject(failure)
  })
})

const CLOSE = {
  contract: 'E-BTC-USDT',
  side: 'sell',
  action: 'close',
  marginMode: 'isolated',
  clientOrderId: 'pm-1',
  volume: decimal(30),
} as const

describe('Contract at version 2', () => {
  it.each<[object, string]>([
    [
      { type: 'limit', price: decimal('9300.5'), timeInForce: 'IOC' },
      '"price":9300.5,"amount":30,"TERMS","type":"IOC"',
    ],
    [
      { type: 'limit', price: decimal('9300.5'), timeInForce: 'FOK' },
      '"price":9300.5,"amount":30,"TERMS","type":"FOK"',
    ],
    [
      { type: 'limit', price: decimal('9300.5'), timeInForce: 'POST_ONLY' },
      '"price":9300.5,"amount":30,"TERMS","type":"POST_ONLY"',
    ],
    [{ type: 'limit', price: decimal('9300.5') }, '"price":9300.5,"amount":30,"TERMS","type":"LIMIT"'],
    [{ type: 'market' }, '"amount":30,"TERMS","type":"MARKET"'],
  ])('expresses the time in force by its type: %o', (terms, wanted) => {
    const request = speak('contract.placeOrder', { ...CLOSE, ...terms, leverage: decimal(20) } as never)
    const own = '"side":"SELL","open":"CLOSE","positionType":2,"leverage":20,"clientOrderId":"pm-1"'
    expect(request).toMatchObject({
      ok: true,
      value: {
        path: '/fapi/v2/order',
        body: `{"contractName":"E-BTC-USDT","volume":30,${wanted.replace('"TERMS"', own)}}`,
      },
    })
  })

  it('works without a known leverage, so that the way out stays open', () => {
    const request = speak('contract.placeOrder', { ...CLOSE, type: 'market' })
    expect(request.ok && request.value.body).not.toContain('leverage')
  })

  it('opens nothing at market, whatever the profile says', () => {
    const open = { ...CLOSE, action: 'open', type: 'market' } as const
    const dialect = { ...OTHER, marketOpen: 'contracts' } as const
    expect(encodeRequest('contract.placeOrder', open, dialect)).toMatchObject({ ok: false })
  })

  const ROW =
    '{"orderId":1917641000000000001,"clientOrderId":2488514315,"price":100,"origQty":10,"origAmount":10,"executedQty":1,"avgPrice":12451,"status":"INIT","type":"IOC","side":"BUY","action":"OPEN","transactTime":1686717303975}'
  it.each([ROW, `[${ROW}]`, `[${ROW},{}]`])('reads one order, in a list or alone: %s', (data) => {
    const asked = { contract: 'E-BTC-USDT', orderId: '1917641000000000001' }
    expect(read('contract.order', asked, `{"code":"0","msg":"Success","data":${data}}`)).toMatchObject({
      kind: 'value',
      value: {
        ...{ instrument: 'E-BTC-USDT', orderId: '1917641000000000001', clientOrderId: '2488514315', type: 'limit' },
        ...{ status: 'new', action: 'open', quantity: '10', executed: '1' },
      },
    })
  })

  it("is asked for an order by our own id too, unlike the family's own interface", () => {
    const asked = { contract: 'E-BTC-USDT', clientOrderId: 'pm-1' }
    const request = speak('contract.order', asked)
    expect(request.ok && request.value.query).toBe('contractName=E-BTC-USDT&clientOrderId=pm-1')
    expect(rowFor('contract.order', asked, DEFAULT_DIALECT)).toBeNull()
    expect(speak('contract.order', { contract: 'E-BTC-USDT' })).toEqual({
      ok: false,
      error: message('expected.only', { what: message('expected.eitherId') }),
    })
  })

  it('treats two orders as none when one was requested', () => {
    const asked = { contract: 'E-BTC-USDT', orderId: '1917641000000000001' }
    expect(read('contract.order', asked, `{"code":0,"data":[${ROW},${ROW}]}`)).toMatchObject({ kind: 'unreadable' })
  })

  it('takes the contract of open orders from the request', () => {
    const reply = `{"code":"0","msg":"Success","data":[${ROW}]}`
    expect(read('contract.openOrders', { contract: 'E-BTC-USDT' }, reply)).toMatchObject({
      value: [{ instrument: 'E-BTC-USDT' }],
    })
  })

  it('reads whose order a fill belongs to, and when', () => {
    const row =
      '{"tradeId":12,"price":0.9,"qty":1,"amount":9,"contractName":"E-SAND-USDT","side":"BUY","fee":"0.0018","bidId":1558124009467904992,"askId":1558124043827644908,"isBuyer":false,"isMaker":true,"ctime":1678426306000}'
    expect(read('contract.myTrades', { contract: 'E-SAND-USDT' }, `{"code":"0","data":[${row}]}`)).toMatchObject({
      value: [{ tradeId: '12', orderId: '1558124043827644908', side: 'sell', time: 1678426306000, fee: '0.0018' }],
    })
  })

  it('reads a contract without a margin coin by its direction', () => {
    const row = (symbol: string, side: number, coin: string) =>
      `{"symbol":"${symbol}","pricePrecision":1,"side":${String(side)},"multiplier":0.0001,"minOrderVolume":1,"type":"E","multiplierCoin":"${coin}","maxValidOrder":50,"status":1}`
    const reply = `[${row('E-BTC-USDT', 1, 'BTC')},${row('E-BTC-USD', 0, 'USD')}]`
    expect(read('contract.contracts', {}, reply)).toMatchObject({
      value: [
        { name: 'E-BTC-USDT', kind: 'perpetual', direction: 'linear', marginCoin: 'USDT', tradable: true },
        { name: 'E-BTC-USD', kind: 'perpetual', direction: 'inverse', marginCoin: 'BTC' },
      ],
    })
  })

  it.each<[string, object]>([
    ['-1147', { kind: 'notSupported', outcome: 'rejected' }],
    ['-1154', { kind: 'rejected', outcome: 'rejected' }],
    ['-1156', { kind: 'rejected', outcome: 'rejected' }],
    ['-1165', { kind: 'rejected', outcome: 'rejected' }],
    ['-1166', { kind: 'rejected', outcome: 'rejected' }],
    ['-1167', { kind: 'rejected', outcome: 'rejected' }],
    ['-2013', { kind: 'notFound', outcome: 'rejected' }],
    ['-1021', { kind: 'clock', outcome: 'rejected' }],
    ['-1001', { outcome: 'unknown' }],
  ])('interprets %s as documented', (code, failure) => {
    const attempt = { operation: 'contract.placeOrder', isWrite: true, timestamp: 1 }
    expect(refusedByCode(attempt, { code, message: '' }, 200, CONTRACT_V2_CODES)).toMatchObject(failure)
  })

  it('leaves the family’s own meanings unchanged', () => {
    const attempt = { operation: 'contract.placeOrder', isWrite: true, timestamp: 1 }
    expect(refusedByCode(attempt, { code: '-1147', message: '' }, 200, CODES)).toMatchObject({ kind: 'rejected' })
    expect(refusedByCode(attempt, { code: '-1167', message: '' }, 200, CODES)).toMatchObject({ outcome: 'unknown' })
  })
})
