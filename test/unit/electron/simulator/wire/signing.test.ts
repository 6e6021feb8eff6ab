import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkSignature } from '#electron/simulator/wire/signing.ts'
import type { ReceivedRequest } from '#electron/simulator/wire/signing.ts'

const KEY = 'the-key'

/** Published and recomputed examples of the interface: secret, request, timestamp, signature. */
const VECTORS = [
  {
    secret: '902ae3cb34ecee2779aa4d3e1d226686',
    method: 'POST',
    url: '/sapi/v1/order/test',
    body: '{"symbol":"BTCUSDT","price":"9300","volume":"1","side":"BUY","type":"LIMIT"}',
    at: 1588591856950,
    sign: 'c50d0a74bb9427a9a03933d0eded03af9bf50115dc5b706882a4fcf07a26b761',
  },
  {
    secret: 'demo-secret',
    method: 'GET',
    url: '/fapi/v1/openOrders?contractName=E-BTC-USDT',
    body: '',
    at: 1767225600000,
    sign: 'a443689175306f3b825612193ea564f834ea0eda40cd0c6482af1d0a82f56111',
  },
  {
    secret: 'demo-secret',
    method: 'POST',
    url: '/fapi/v1/cancel',
    body: '{"contractName":"E-BTC-USDT","orderId":"3302507625176983697"}',
    at: 1767225600000,
    sign: 'f5bd1d4c0d15750aeb92a6b2c8f1cd01639410f897c0b9f1e8565793ff0a6fdd',
  },
] as const

type Vector = (typeof VECTORS)[number]

function check(
  vector: Vector,
  change: Partial<ReceivedRequest> = {},
  now: number = vector.at,
  headers: object = {},
  signsQuery = true,
) {
  const signed = { 'x-ch-apikey': KEY, 'x-ch-sign': vector.sign, 'x-ch-ts': String(vector.at), ...headers }
  const request: ReceivedRequest = {
    method: vector.method,
    url: vector.url,
    body: vector.body,
    headers: signed,
    ...change,
  }
  const rules = { secrets: new Map<string, string>([[KEY, vector.secret]]), signsQuery, futureSkewMs: 1000 }
  return checkSignature(request, rules, { now, recvWindow: 5000 })?.code ?? 'accepted'
}

describe('signature check', () => {
  it.each(VECTORS)('accepts the example $method $url', (vector) => {
    expect(check(vector)).toBe('accepted')
  })

  it('signs bytes, not characters', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d])
    const sign = createHmac('sha256', 'demo-secret')
      .update('1767225600000POST/fapi/v1/cancel')
      .update(bytes)
      .digest('hex')
    const sent = (body: Buffer | string) => check(VECTORS[2], { body }, VECTORS[2].at, { 'x-ch-sign': sign })
    expect(sent(bytes)).toBe('accepted')
    expect(sent(bytes.toString())).toBe(-1022)
  })

  it('signs the bytes of the request line', () => {
    const line = Buffer.from([0x2f, 0xe9, 0x3f, 0xff])
    const sign = createHmac('sha256', 'demo-secret').update('1767225600000GET').update(line).digest('hex')
    const url = line.toString('latin1')
    expect(check(VECTORS[1], { url }, VECTORS[1].at, { 'x-ch-sign': sign })).toBe('accepted')
  })

  it('accepts upper-case hex', () => {
    expect(check(VECTORS[1], {}, VECTORS[1].at, { 'x-ch-sign': VECTORS[1].sign.toUpperCase() })).toBe('accepted')
  })

  it.each([
    ['another method', { method: 'GET' }],
    ['another path', { url: '/fapi/v1/order' }],
    ['another body, even by one space', { body: `${VECTORS[2].body} ` }],
  ])('refuses %s', (_what, change) => {
    expect(check(VECTORS[2], change)).toBe(-1022)
  })

  it('signs the query as sent, and leaves it out at a venue of the old kind', () => {
    const old = { sign: '67dbe0c9370d3e1f1dd872d99e5ad55789cf41edde2db35a6a8148eb2804e360' }
    expect(check(VECTORS[1], { url: '/fapi/v1/openOrders?contractName=E-ETH-USDT' })).toBe(-1022)
    expect(check(VECTORS[1], {}, VECTORS[1].at, { 'x-ch-sign': old.sign }, false)).toBe('accepted')
    expect(check(VECTORS[1], {}, VECTORS[1].at, { 'x-ch-sign': old.sign }, true)).toBe(-1022)
  })

  it.each([
    ['no key', { 'x-ch-apikey': undefined }, -1002],
    ['no timestamp', { 'x-ch-ts': undefined }, -1023],
    ['no signature', { 'x-ch-sign': undefined }, -1024],
    ['a key in another case', { 'x-ch-apikey': KEY.toUpperCase() }, -2015],
    ['a timestamp that is not a number', { 'x-ch-ts': '2026-01-01' }, -1102],
  ])('refuses %s with its own code', (_what, headers, code) => {
    expect(check(VECTORS[1], {}, VECTORS[1].at, headers)).toBe(code)
  })

  it.each([
    ['5000 ms old', 5000, 'accepted'],
    ['5001 ms old', 5001, -1021],
    ['999 ms ahead', -999, 'accepted'],
    ['1000 ms ahead', -1000, -1021],
  ])('is exact about a timestamp %s', (_what, age, outcome) => {
    expect(check(VECTORS[1], {}, VECTORS[1].at + age)).toBe(outcome)
  })
})
