import { describe, expect, it } from 'vitest'
import type { EndpointName, Params } from '#electron/venue/client.ts'
import { DEFAULT_DIALECT } from '#electron/venue/dialect.ts'
import { ENDPOINTS, encodeRequest } from '#electron/venue/endpoints.ts'
import { decimal } from '#shared/domain/decimal.ts'

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
  it('speaks each method and path once', () => {
    const spoken = rows.map(([, row]) => `${row.method} ${row.path}`)
    expect(new Set(spoken).size).toBe(spoken.length)
  })

  it.each(rows)('%s is of its area, and never repeats what changes something', (name, row) => {
    expect(name.startsWith(`${row.area}.`)).toBe(true)
    expect(row.path.startsWith(row.area === 'spot' ? '/sapi/v1/' : '/fapi/v1/')).toBe(true)
    expect(row.retry).toBe(/placeOrder|cancelOrder/.test(name) ? 'never' : 'read')
    expect(row.security === 'NONE').toBe(!/placeOrder|cancelOrder|account|openOrders|order/.test(name))
  })

  it('keeps the published limits', () => {
    const published = {
      'spot.placeOrder': 100,
      'spot.cancelOrder': 100,
      'spot.order': 20,
      'spot.openOrders': 20,
      'spot.account': 20,
    }
    for (const [name, count] of Object.entries({ ...published, 'contract.cancelOrder': 20, 'contract.account': 20 })) {
      expect(ENDPOINTS[name as EndpointName].limit).toEqual({ count, windowMs: 2000 })
    }
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

  it('names a market buy by its amount', () => {
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
    const request = encode('spot.openOrders', { symbol: 'BTC/USDT', limit: 100 })
    expect(request).toMatchObject({ ok: true, value: { query: 'symbol=BTC%2FUSDT&limit=100', body: '' } })
  })

  it('follows the dialect', () => {
    const dialect = {
      ...DEFAULT_DIALECT,
      paths: { 'contract.placeOrder': '/fapi/v2/order' },
      numericEncoding: { spot: 'number', contract: 'string' },
      intervals: { spot: {}, contract: { '60min': '1h' } },
    } as const
    const order = encode('contract.placeOrder', { ...contractLimit, volume: decimal(3) }, dialect)
    expect(order).toMatchObject({
      ok: true,
      value: { path: '/fapi/v2/order', body: expect.stringContaining('"volume":"3"') as unknown },
    })
    const candles = encode('contract.klines', { contract: 'E-BTC-USDT', interval: '60min' }, dialect)
    expect(candles.ok && candles.value.query).toBe('contractName=E-BTC-USDT&interval=1h')
  })

  it.each<[string, () => { ok: boolean; error?: string }, string]>([
    [
      'a limit too high',
      () => encode('spot.klines', { symbol: 'BTCUSDT', interval: '1min', limit: 301 }),
      'limit: expected a whole number from 1 to 300, was 301',
    ],
    [
      'a broken limit',
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
      'a volume of nothing',
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
      'an id that is no number',
      () => encode('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '1e3' }),
      'orderId: expected an order id of 1 to 20 digits, was "1e3"',
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
      'expected either a quantity or an amount',
    ],
    [
      'a word from the prototype',
      () => encode('contract.placeOrder', { ...contractLimit, side: 'constructor' as never }),
      'side: expected one of buy, sell',
    ],
  ])('with %s is refused with field, bound and value', (_, make, message) => {
    const request = make()
    expect(request.ok).toBe(false)
    expect(request.error).toContain(message)
  })
})
