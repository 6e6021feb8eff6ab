import type { Message } from '#shared/domain/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { describe, expect, it } from 'vitest'
import type { EndpointName, Params } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import { ENDPOINTS, encodeRequest } from '#electron/venue/endpoints/table.ts'
import { decimal } from '#test/support/amounts.ts'

const rows = Object.entries(ENDPOINTS)
const encode = <E extends EndpointName>(name: E, params: Params<E>, dialect = DEFAULT_DIALECT) =>
  encodeRequest(name, params, dialect)
const spotLimit = {
  symbol: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  quantity: decimal('0.00000012'),
  price: decimal('1e3'),
  clientOrderId: 'pm-1',
} as const
const contractLimit = {
  contract: 'E-BTC-USDT',
  side: 'sell',
  action: 'close',
  marginMode: 'isolated',
  volume: decimal('12345678901234567890'),
  clientOrderId: 'pm-1',
  type: 'limit',
  price: decimal('0.1000000000000000000000001'),
} as const

describe('the endpoint table', () => {
  it('uses each method and path once', () => {
    const spoken = rows.map(([, row]) => `${row.method} ${row.path}`)
    expect(new Set(spoken).size).toBe(spoken.length)
  })

  it('has a row for each of the 32 endpoints of the interface', () => {
    expect(rows.filter(([, row]) => row.area === 'spot')).toHaveLength(16)
    expect(rows.filter(([, row]) => row.area === 'contract')).toHaveLength(16)
  })

  it.each(rows)('%s belongs to its area, and never repeats what changes something', (name, row) => {
    // Some venues execute a test order.
    const changes = /place|conditionOrder|testOrder|cancel|batch/i.test(name)
    const isPublic = /ping|time|pairs|contracts|depth|ticker|trades|klines|index/.test(name)
    expect(name.startsWith(`${row.area}.`)).toBe(true)
    expect(row.path.startsWith(row.area === 'spot' ? '/sapi/v1/' : '/fapi/v1/')).toBe(true)
    expect(row.retry).toBe(changes ? 'never' : 'read')
    expect(row.security).toBe(isPublic ? 'NONE' : name.endsWith('.account') ? 'USER_DATA' : 'TRADE')
  })

  it('has the published limits, and the strictest of them where none is published', () => {
    const published: Partial<Record<EndpointName, number>> = {
      'spot.placeOrder': 100,
      'spot.batchOrders': 50,
      'spot.cancelOrder': 100,
      'spot.batchCancel': 50,
    }
    for (const [name, { limit }] of rows) {
      expect([name, limit]).toEqual([name, { count: published[name as EndpointName] ?? 20, windowMs: 2000 }])
    }
  })

  it('has the published weights', () => {
    const heavy: Partial<Record<EndpointName, number>> = {
      'spot.depth': 5,
      'spot.ticker': 5,
      'spot.trades': 5,
      'spot.placeOrder': 5,
      'spot.cancelOrder': 5,
      'spot.batchOrders': 10,
      'spot.batchCancel': 10,
    }
    for (const [name, { weight }] of rows) expect([name, weight]).toEqual([name, heavy[name as EndpointName] ?? 1])
  })
})

describe('a request', () => {
  it('carries Spot amounts as decimal strings', () => {
    expect(encode('spot.placeOrder', spotLimit)).toEqual({
      ok: true,
      value: {
        method: 'POST',
        path: '/sapi/v1/order',
        query: '',
        body: '{"symbol":"BTCUSDT","volume":"0.00000012","side":"BUY","type":"LIMIT","price":"1000","newClientOrderId":"pm-1"}',
        headers: { 'admin-language': 'en_US' },
      },
    })
  })

  it('carries Contract amounts as bare numbers, digit for digit', () => {
    const request = encode('contract.placeOrder', { ...contractLimit, timeInForce: 'IOC' })
    expect(request.ok && request.value.body).toBe(
      '{"contractName":"E-BTC-USDT","volume":12345678901234567890,"price":0.1000000000000000000000001,"type":"LIMIT","side":"SELL",' +
        '"open":"CLOSE","positionType":2,"clientOrderId":"pm-1","timeInForce":"IOC"}',
    )
  })

  it('gives a market buy by its amount', () => {
    const request = encode('spot.placeOrder', {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'market',
      amount: decimal(50),
      clientOrderId: 'pm-1',
    })
    expect(request.ok && request.value.body).toBe(
      '{"symbol":"BTCUSDT","volume":"50","side":"BUY","type":"MARKET","newClientOrderId":"pm-1"}',
    )
  })

  it('cancels by an id as text', () => {
    const request = encode('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '3302507625176983697' })
    expect(request.ok && request.value.body).toBe('{"contractName":"E-BTC-USDT","orderId":"3302507625176983697"}')
  })

  it('puts the parameters of a GET into the query, encoded once', () => {
    const request = encode('spot.openOrders', { symbol: 'BTC/USDT' })
    expect(request).toMatchObject({ ok: true, value: { query: 'symbol=BTC%2FUSDT&limit=1000', body: '' } })
  })

  it('carries a batch as a list of orders, and ids of a batch cancel as bare numbers', () => {
    const limit = { side: 'sell', type: 'limit', quantity: decimal(2), price: decimal('9.5') } as const
    const market = { side: 'buy', type: 'market', amount: decimal(30), clientOrderId: 'pm-2' } as const
    const batch = encode('spot.batchOrders', { symbol: 'solusdt', orders: [limit, market] })
    expect(batch.ok && batch.value.body).toBe(
      '{"symbol":"solusdt","orders":[{"volume":"2","side":"SELL","batchType":"LIMIT","price":"9.5"},' +
        '{"volume":"30","side":"BUY","batchType":"MARKET","client_order_id":"pm-2"}]}',
    )
    const cancel = encode('spot.batchCancel', { symbol: 'solusdt', orderIds: ['3176908865623395001', '7'] })
    expect(cancel.ok && cancel.value.body).toBe('{"symbol":"solusdt","orderIds":[3176908865623395001,7]}')
  })

  it('requests a page of history with the documented types', () => {
    const page = { contract: 'E-BTC-USDT', limit: 50, fromId: '3215386721681460001' }
    const history = encode('contract.orderHistory', page)
    expect(history.ok && history.value.body).toBe(
      '{"contractName":"E-BTC-USDT","limit":"50","fromId":3215386721681460001}',
    )
    const fills = encode('contract.myTrades', page)
    expect(fills.ok && fills.value.query).toBe('contractName=E-BTC-USDT&limit=50&fromId=3215386721681460001')
  })

  it.each<[string, () => { ok: boolean; error?: Message }, string]>([
    [
      'a limit too high',
      () => encode('spot.klines', { symbol: 'BTCUSDT', interval: '1min', limit: 301 }),
      'limit: expected a whole number from 1 to 300, was 301',
    ],
    [
      'a fractional limit',
      () => encode('spot.depth', { symbol: 'BTCUSDT', limit: 1.5 }),
      'limit: expected a whole number from 1 to 100, was 1.5',
    ],
    [
      'no symbol',
      () => encode('spot.depth', { symbol: '' }),
      'symbol: expected an instrument name of 1 to 64 letters, digits or ._:/-, was ""',
    ],
    [
      'a symbol with a control character',
      () => encode('spot.ticker', { symbol: 'BTC\u202EUSDT' }),
      'symbol: expected an instrument name',
    ],
    [
      'a volume of zero',
      () => encode('contract.placeOrder', { ...contractLimit, volume: decimal(0) }),
      'volume: expected an amount above 0, was 0',
    ],
    [
      'a negative volume',
      () => encode('contract.placeOrder', { ...contractLimit, volume: decimal(-1) }),
      'volume: expected an amount above 0, was -1',
    ],
    [
      'half a contract',
      () => encode('contract.placeOrder', { ...contractLimit, volume: decimal('1.5') }),
      'volume: expected a whole number of contracts, was 1.5',
    ],
    [
      'a number for an amount',
      () => encode('spot.placeOrder', { ...spotLimit, price: 1 as never }),
      'price: expected an amount above 0, was 1',
    ],
    [
      'a client id of 32 characters',
      () => encode('contract.placeOrder', { ...contractLimit, clientOrderId: 'x'.repeat(32) }),
      'clientOrderId: expected a client order id of 1 to 31',
    ],
    [
      'an id that is not a number',
      () => encode('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '1e3' }),
      'orderId: expected an id of 1 to 20 digits, was "1e3"',
    ],
    ['an order without any id', () => encode('spot.order', { symbol: 'BTCUSDT' }), 'expected orderId or clientOrderId'],
    [
      'a limit order without a price',
      () => encode('contract.placeOrder', { ...contractLimit, price: undefined } as never),
      'expected a price for a limit order',
    ],
    [
      'a market order with a price',
      () => encode('contract.placeOrder', { ...contractLimit, type: 'market' } as never),
      'expected no price for a market order',
    ],
    [
      'both a quantity and an amount',
      () => encode('spot.placeOrder', { ...spotLimit, amount: decimal(1) } as never),
      'expected no amount for this order; its size is its quantity',
    ],
    [
      'a market buy of a quantity',
      () =>
        encode('spot.placeOrder', {
          symbol: 'BTCUSDT',
          side: 'buy',
          type: 'market',
          quantity: decimal(1),
          clientOrderId: 'a',
        } as never),
      'expected no quantity for this order; its size is its amount',
    ],
    [
      'no size at all',
      () => encode('spot.testOrder', { ...spotLimit, quantity: undefined } as never),
      'expected the quantity of this order',
    ],
    [
      'a window longer than recommended',
      () => encode('spot.placeOrder', { ...spotLimit, recvWindow: 5001 }),
      'recvWindow: expected a whole number from 1 to 5000, was 5001',
    ],
    [
      'eleven orders in a batch',
      () => encode('spot.batchOrders', { symbol: 'BTCUSDT', orders: Array.from({ length: 11 }, () => spotLimit) }),
      'orders: expected a list of 1 to 10, was a list of 11',
    ],
    [
      'an empty batch',
      () => encode('spot.batchCancel', { symbol: 'BTCUSDT', orderIds: [] }),
      'orderIds: expected a list of 1 to 10, was a list of 0',
    ],
    [
      'a wrong price inside a batch',
      () => encode('spot.batchOrders', { symbol: 'BTCUSDT', orders: [spotLimit, { ...spotLimit, price: decimal(0) }] }),
      'orders[1].price: expected an amount above 0, was 0',
    ],
    [
      'a limit order without a price inside a batch',
      () => encode('spot.batchOrders', { symbol: 'BTCUSDT', orders: [{ ...spotLimit, price: undefined } as never] }),
      'orders[0]: expected a price for a limit order',
    ],
    [
      'an invalid id inside a batch',
      () => encode('spot.batchCancel', { symbol: 'BTCUSDT', orderIds: ['1', 'x'] }),
      'orderIds[1]: expected an id of 1 to 20 digits, was "x"',
    ],
    [
      'too long a page',
      () => encode('contract.profitHistory', { contract: 'E-BTC-USDT', limit: 1001 }),
      'limit: expected a whole number from 1 to 1000, was 1001',
    ],
    [
      'a page from an invalid id',
      () => encode('spot.myTrades', { symbol: 'BTCUSDT', fromId: '-1' }),
      'fromId: expected an id of 1 to 20 digits, was "-1"',
    ],
    [
      'an unknown trigger direction',
      () => encode('contract.conditionOrder', { ...contractLimit, trigger: 'up' as never, triggerPrice: decimal(1) }),
      'trigger: expected one of rise, fall, was "up"',
    ],
    [
      'a trigger price of zero',
      () => encode('contract.conditionOrder', { ...contractLimit, trigger: 'rise', triggerPrice: decimal(0) }),
      'triggerPrice: expected an amount above 0, was 0',
    ],
    [
      'an opening market order whose unit is unknown',
      () =>
        encode('contract.placeOrder', { ...contractLimit, action: 'open', type: 'market', price: undefined } as never),
      'whether this venue counts a market order that opens a position in contracts or in value is not known',
    ],
    [
      'a name from the prototype',
      () => encode('contract.placeOrder', { ...contractLimit, side: 'constructor' as never }),
      'side: expected one of buy, sell',
    ],
  ])('with %s is refused with field, bound and value', (_, make, message) => {
    const request = make()
    expect(request.ok).toBe(false)
    expect(request.error && inEnglish(request.error)).toContain(message)
  })
})
