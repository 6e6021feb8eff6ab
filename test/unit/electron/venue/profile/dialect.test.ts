import { inEnglish } from '#shared/words/say.ts'
import { describe, expect, it } from 'vitest'
import type { EndpointName, Params } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'
import { ENDPOINT_NAMES, encodeRequest, pathOf } from '#electron/venue/endpoints/table.ts'
import { decimal } from '#test/support/amounts.ts'

/** A call as it is written for a venue with these differences. */
function speak<E extends EndpointName>(name: E, params: Params<E>, differences: Partial<Dialect> = {}) {
  const request = encodeRequest(name, params, { ...DEFAULT_DIALECT, ...differences })
  if (!request.ok) throw new Error(inEnglish(request.error))
  return { ...request.value, sent: request.value.body || request.value.query }
}

const order = {
  contract: 'E-BTC-USDT',
  side: 'buy',
  action: 'open',
  marginMode: 'cross',
  volume: decimal(3),
} as const
const condition = { ...order, type: 'market', trigger: 'rise', triggerPrice: decimal('70000.5') } as const

describe('a dialect', () => {
  it('moves all of Spot to another version, and nothing else', () => {
    const differences: Dialect = { ...DEFAULT_DIALECT, spotVersion: 'v2' }
    for (const name of ENDPOINT_NAMES) {
      expect(pathOf(name, differences)).toMatch(name.startsWith('spot.') ? /^\/sapi\/v2\// : /^\/fapi\/v1\//)
    }
  })

  it('has precedence for a path', () => {
    const paths = { 'contract.conditionOrder': '/fapi/v1/conditionOrder/', 'spot.account': '/sapi/v1/account/balance' }
    const marketOpen = 'contracts'
    expect(speak('contract.conditionOrder', condition, { paths, marketOpen }).path).toBe('/fapi/v1/conditionOrder/')
    expect(speak('spot.account', {}, { paths, spotVersion: 'v2' }).path).toBe('/sapi/v1/account/balance')
  })

  it("puts the query of a path before the call's own query, and signs both", () => {
    const paths = { 'spot.openOrders': '/orders?zone=a,b', 'spot.account': '/account/balance?symbols=BTC,USDT' }
    expect(speak('spot.account', {}, { paths })).toMatchObject({ path: '/account/balance', query: 'symbols=BTC,USDT' })
    const { path, query, body } = speak('spot.openOrders', { symbol: 'btcusdt' }, { paths })
    expect([path, query, body]).toEqual(['/orders', 'zone=a,b&symbol=btcusdt&limit=1000', ''])
  })

  it.each([
    ['string', '"volume":"3","price":"1.5"'],
    ['number', '"volume":3,"price":1.5'],
  ] as const)('writes Contract amounts as a %s', (contract, written) => {
    const numericEncoding = { spot: 'string', contract } as const
    const params = { ...order, type: 'limit', price: decimal('1.5'), clientOrderId: 'a' } as const
    expect(speak('contract.placeOrder', params, { numericEncoding }).sent).toContain(written)
  })

  it.each([
    ['number', '[7,8]'],
    ['string', '["7","8"]'],
  ] as const)('writes the ids of a batch cancel as a %s', (batchIds, written) => {
    expect(speak('spot.batchCancel', { symbol: 'a', orderIds: ['7', '8'] }, { batchIds }).sent).toContain(written)
  })

  it.each([
    ['number', 'rise', '"triggerType":3'],
    ['number', 'fall', '"triggerType":4'],
    ['text', 'rise', '"triggerType":"3"'],
    ['text', 'fall', '"triggerType":"4"'],
    ['label', 'rise', '"triggerType":"3UP"'],
    ['label', 'fall', '"triggerType":"4DOWN"'],
  ] as const)('writes a trigger as a %s: %s', (triggerType, trigger, written) => {
    const { sent } = speak(
      'contract.conditionOrder',
      { ...condition, trigger },
      { triggerType, marketOpen: 'contracts' },
    )
    expect(sent).toContain(`${written},"triggerPrice":"70000.5"`)
  })

  it('gives a conditional order at market its trigger price as price only if required', () => {
    const limit = { ...condition, type: 'limit', price: decimal(69_000) } as const
    const wanted = { conditionPriceRequired: true, marketOpen: 'contracts' } as const
    expect(speak('contract.conditionOrder', condition, { marketOpen: 'contracts' }).sent).not.toContain('"price"')
    expect(speak('contract.conditionOrder', condition, wanted).sent).toContain('"price":70000.5')
    expect(speak('contract.conditionOrder', limit, wanted).sent.match(/"price":/g)).toHaveLength(1)
  })

  it.each([
    ['verbatim', 'BtcUsdt'],
    ['upper', 'BTCUSDT'],
    ['lower', 'btcusdt'],
  ] as const)('writes a symbol in %s case', (symbolCase, written) => {
    expect(speak('spot.ticker', { symbol: 'BtcUsdt' }, { symbolCase }).query).toBe(`symbol=${written}`)
  })

  it("uses the venue's word for an interval in its area", () => {
    const intervals = { spot: {}, contract: { '60min': '1h' } } as const
    const hour = { interval: '60min' } as const
    expect(speak('contract.klines', { contract: 'E', ...hour }, { intervals }).query).toContain('interval=1h')
    expect(speak('spot.klines', { symbol: 'a', ...hour }, { intervals }).query).toContain('interval=60min')
  })

  it('opens at market only if the unit is known, and states it if the venue has several', () => {
    const market = { ...order, type: 'market', clientOrderId: 'a' } as const
    const plain = speak('contract.placeOrder', market, { marketOpen: 'contracts' })
    expect([plain.sent.includes('orderUnit'), plain.headers]).toEqual([false, DEFAULT_DIALECT.headers])
    const spoken = speak('contract.placeOrder', market, { marketOpen: 'orderUnit' })
    expect(spoken.sent).toContain('"orderUnit":2')
    expect(spoken.headers).toEqual({ ...DEFAULT_DIALECT.headers, 'futures-version': '101' })
  })

  it('closes at market without a unit', () => {
    const close = { ...order, action: 'close', type: 'market', clientOrderId: 'a' } as const
    expect(speak('contract.placeOrder', close).sent).toContain('"open":"CLOSE"')
    expect(speak('contract.placeOrder', close, { marketOpen: 'orderUnit' }).sent).not.toContain('orderUnit')
  })

  it('adds its headers', () => {
    expect(speak('spot.ping', {}, { headers: { 'x-venue': '1' } }).headers).toEqual({ 'x-venue': '1' })
  })
})
