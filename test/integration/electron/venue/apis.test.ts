/** The client at interfaces other than the family's, against replies written by hand from their documentation. */
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { EndpointName, VenueClient } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import { decimal } from '#test/support/amounts.ts'
import { KEY, SECRET, answer, credentials, startVenueServer } from './venue-server.ts'
import type { Arrival, VenueServer } from './venue-server.ts'

let venue: VenueServer
let client: VenueClient

beforeEach(async () => {
  venue = await startVenueServer()
  client = createVenueClient({
    ...{ spotBaseUrl: `${venue.baseUrl}/gate`, contractBaseUrl: venue.baseUrl, credentials, clock: systemClock },
    dialect: { ...DEFAULT_DIALECT, api: { spot: 'binance', contract: 'v2' } },
  })
})
afterEach(async () => {
  await client.close()
  await venue.stop()
})

const sign = (text: string): string => createHmac('sha256', SECRET).update(text).digest('hex')
const SELL = { symbol: 'BTCUSDT', side: 'sell', type: 'market', quantity: decimal('0.5'), clientOrderId: 'a' } as const
const CLOSE = {
  ...({ contract: 'E-BTC-USDT', side: 'sell', action: 'close', marginMode: 'cross', type: 'limit' } as const),
  ...({ price: decimal(9), volume: decimal(3), timeInForce: 'IOC', leverage: decimal(5), clientOrderId: 'b' } as const),
}

/** The only request so far. */
function arrived(): Arrival {
  const [arrival, ...more] = venue.arrivals
  if (!arrival || more.length > 0) throw new Error('expected one request')
  return arrival
}

/** The parts of a request whose signature is among its parameters. */
function signedParts(text: string) {
  const [, before = '', signature = ''] = /^(.*)&signature=(\w+)$/.exec(text) ?? []
  return { before, isRight: signature === sign(before) }
}

describe('Spot in the style of Binance', () => {
  it('gets a signed query, the key in its own header, and nothing of the family’s', async () => {
    venue.behave = answer(200, '{"balances":[]}')
    expect(await client.call('spot.account', {})).toMatchObject({ ok: true, value: { value: [] } })
    const { method, target, headers, body } = arrived()
    const [path, query = ''] = target.split('?')
    expect([method, path, body]).toEqual(['GET', '/gate/api/v1/account', ''])
    expect(signedParts(query).isRight).toBe(true)
    expect(signedParts(query).before).toMatch(/^recvWindow=5000&timestamp=\d{13}$/)
    expect(headers).toMatchObject({ 'x-mbx-apikey': KEY })
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ch-'))).toEqual([])
  })

  it('gets an order as a signed form and a cancel as a DELETE, each sent once', async () => {
    venue.behave = answer(200, '{"symbol":"BTCUSDT","orderId":307650651173648897,"clientOrderId":"a"}')
    expect(await client.call('spot.placeOrder', SELL)).toMatchObject({
      value: { value: { orderId: '307650651173648897' } },
    })
    await client.call('spot.cancelOrder', { symbol: 'BTCUSDT', orderId: '307650651173648897' })
    expect(venue.arrivals.map(({ method, target }) => [method, target.split('?')[0]])).toEqual([
      ['POST', '/gate/api/v1/order'],
      ['DELETE', '/gate/api/v1/order'],
    ])
    const [placed, canceled] = venue.arrivals
    expect(placed?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    const form = signedParts(placed?.body ?? '')
    expect(form.isRight).toBe(true)
    expect(form.before).toMatch(
      /^symbol=BTCUSDT&side=SELL&type=MARKET&quantity=0.5&newClientOrderId=a&recvWindow=5000&/,
    )
    expect(canceled?.body).toBe('')
    expect(signedParts(canceled?.target.split('?')[1] ?? '').isRight).toBe(true)
  })

  it('has neither key nor signature shown when a venue echoes them', async () => {
    venue.behave = (socket, arrival) =>
      answer(406, JSON.stringify({ code: -2010, msg: `refused ${arrival.body} of ${KEY}` }))(socket, arrival)
    const refused = await client.call('spot.placeOrder', SELL)
    expect(refused).toMatchObject({
      ok: false,
      error: { kind: 'rejected', outcome: 'rejected', venue: { code: '-2010' } },
    })
    const signature = /signature=(\w+)/.exec(venue.arrivals[0]?.body ?? '')?.[1] ?? 'none'
    expect(JSON.stringify(refused)).not.toContain(signature)
    expect(JSON.stringify(refused)).not.toContain(KEY)
    expect(JSON.stringify(refused)).toContain('[redacted]')
  })

  it('has its clock measured again when the code may mean that, and one retry; an order is not sent again', async () => {
    const refusal = answer(401, '{"code":-1022,"msg":"Signature for this request is not valid."}')
    venue.behave = (socket, arrival) =>
      (venue.arrivals.length === 1 ? refusal : answer(200, '{"balances":[]}'))(socket, arrival)
    await client.syncClock()
    const before = venue.timeReads
    expect(await client.call('spot.account', {})).toMatchObject({ ok: true })
    expect(venue.timeReads).toBeGreaterThan(before)
    expect(venue.arrivals).toHaveLength(2)
    venue.behave = refusal
    expect(await client.call('spot.placeOrder', SELL)).toMatchObject({
      ok: false,
      error: { kind: 'signature', outcome: 'rejected' },
    })
    expect(venue.arrivals).toHaveLength(3)
  })

  it('has an order looked up by client id among all orders since then, and reports that it is none of them', async () => {
    venue.behave = answer(200, '[]')
    const found = await client.call('spot.order', { symbol: 'BTCUSDT', clientOrderId: 'a', since: 1_700_000_000_000 })
    expect(found).toMatchObject({ ok: false, error: { kind: 'notFound', outcome: 'rejected' } })
    expect(venue.arrivals[0]?.target).toContain(
      '/allOrders?symbol=BTCUSDT&startTime=1700000000000&limit=1000&recvWindow',
    )
  })

  it('has an unknown order recognized by its code, whatever the status', async () => {
    venue.behave = answer(200, '{"code":-2013,"msg":"Order does not exist."}')
    const found = await client.call('spot.order', { symbol: 'BTCUSDT', orderId: '7' })
    expect(found).toMatchObject({ ok: false, error: { kind: 'notFound', outcome: 'rejected' } })
  })
})

describe('Contract at version 2', () => {
  it('is signed by headers over its own path, and a capped close has the type that does not rest', async () => {
    venue.behave = answer(200, '{"code":"0","msg":"Success","data":{"orderId":1690615676032452985}}')
    expect(await client.call('contract.placeOrder', CLOSE)).toMatchObject({
      value: { value: { orderId: '1690615676032452985' } },
    })
    const { method, target, headers, body } = arrived()
    expect(body).toBe(
      '{"contractName":"E-BTC-USDT","volume":3,"price":9,"amount":3,"side":"SELL","open":"CLOSE","positionType":1,"leverage":5,"clientOrderId":"b","type":"IOC"}',
    )
    expect(headers['x-ch-sign']).toBe(sign(`${headers['x-ch-ts'] ?? ''}${method}${target}${body}`))
    expect(target).toBe('/fapi/v2/order')
  })
})

it.each<[EndpointName, object]>([
  ['spot.testOrder', SELL],
  ['spot.batchOrders', { symbol: 'BTCUSDT', orders: [{ side: 'sell', type: 'market', quantity: decimal(1) }] }],
  ['spot.batchCancel', { symbol: 'BTCUSDT', orderIds: ['1', '2'] }],
  ['spot.openOrders', {}],
  ['contract.openOrders', {}],
  ['contract.conditionOrder', { ...CLOSE, trigger: 'rise', triggerPrice: decimal(1) }],
  ['contract.orderHistory', { contract: 'E-BTC-USDT' }],
  ['contract.profitHistory', { contract: 'E-BTC-USDT' }],
])('%s with %o is not offered, and nothing is sent', async (endpoint, params) => {
  const answered = await client.call(endpoint, params)
  expect(answered).toMatchObject({ ok: false, error: { kind: 'notSupported', outcome: 'notSent', retry: 'never' } })
  expect([venue.arrivals, venue.timeReads]).toEqual([[], 0])
  // The list of a whole area is one way to call the endpoint, and the call itself exists.
  expect(client.offers(endpoint)).toBe(endpoint.endsWith('openOrders'))
})
