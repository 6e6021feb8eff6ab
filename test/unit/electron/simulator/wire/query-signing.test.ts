import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { questionOf } from '#electron/simulator/testing/request-hook.ts'
import { checkQuerySignature, readQueryAndBody } from '#electron/simulator/wire/query-signing.ts'
import type { ReceivedRequest } from '#electron/simulator/wire/signing.ts'

const KEY = 'the-key'
/** The secret of the published examples. */
const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j'
const AT = 1_499_827_319_559
const FORM = `symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=${AT}`
const FORM_SIGN = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71'
const JSON_BODY = `{"symbol":"LTCBTC","side":"BUY","type":"LIMIT","timeInForce":"GTC","price":0.1,"quantity":1,"timestamp":${AT},"recvWindow":5000}`
const JSON_SIGN = 'a96755b9616ffcb19b47f38ee1c8e20bb9ff5ffdd3936ace8f457975fbc91a6a'
const AS_FORM = { 'content-type': 'application/x-www-form-urlencoded' }

interface Given {
  readonly query?: string
  readonly body?: string | Buffer
  readonly headers?: ReceivedRequest['headers']
  readonly now?: number
}

function signed(text: string | Buffer): string {
  return createHmac('sha256', SECRET).update(text).digest('hex')
}

function check({ query = '', body = '', headers = {}, now = AT }: Given): string {
  const url = `/api/v1/order${query === '' ? '' : `?${query}`}`
  const request: ReceivedRequest = { method: 'POST', url, body, headers: { 'x-mbx-apikey': KEY, ...headers } }
  const rules = { secrets: new Map([[KEY, SECRET]]), signsQuery: true, futureSkewMs: 1000 }
  const refused = checkQuerySignature(request, rules, { now, recvWindow: 5000, params: readQueryAndBody(request) })
  return refused ? `${refused.code} ${refused.msg}` : 'accepted'
}

describe('a signature in the query', () => {
  it('accepts the published example in the query, in a form, and in both', () => {
    expect(check({ query: `${FORM}&signature=${FORM_SIGN}` })).toBe('accepted')
    expect(check({ body: `${FORM}&signature=${FORM_SIGN}`, headers: AS_FORM })).toBe('accepted')
    const [query = '', form = ''] = FORM.split('&quantity')
    // There is no separator between query and body, so the body's first name carries it here.
    expect(check({ query, body: `&quantity${form}&signature=${FORM_SIGN}`, headers: AS_FORM })).toBe('accepted')
  })

  it('accepts the published example with a body of JSON, signed in the query', () => {
    const headers = { 'content-type': 'application/json' }
    expect(check({ query: `signature=${JSON_SIGN}`, body: JSON_BODY, headers })).toBe('accepted')
    expect(check({ query: `signature=${JSON_SIGN}`, body: `${JSON_BODY} `, headers })).toMatch(/^-1022/)
    expect(check({ query: `signature=${JSON_SIGN}`, body: JSON_BODY.slice(1), headers })).toMatch(/^-1102/)
  })

  it('accepts upper-case hex, and parameters in any order', () => {
    expect(check({ query: `${FORM}&signature=${FORM_SIGN.toUpperCase()}` })).toBe('accepted')
    const other = `timestamp=${AT}&symbol=LTCBTC`
    expect(check({ query: `${other}&signature=${signed(other)}` })).toBe('accepted')
  })

  it.each([
    ['a stray byte', { query: `${FORM}&signature=${FORM_SIGN}&` }],
    ['another value', { query: `${FORM.replace('0.1', '0.2')}&signature=${FORM_SIGN}` }],
    ['parameters in another order than signed', { query: `recvWindow=5000&${FORM}&signature=${FORM_SIGN}` }],
    ['a signature that is not the last', { query: `signature=${FORM_SIGN}&${FORM}` }],
    ['a body beside the signed query', { query: `${FORM}&signature=${FORM_SIGN}`, body: 'x=1', headers: AS_FORM }],
    ['no signature', { query: FORM }],
    ['an empty signature', { query: `${FORM}&signature=` }],
    ['no key', { query: `${FORM}&signature=${FORM_SIGN}`, headers: { 'x-mbx-apikey': undefined } }],
    ['another key', { query: `${FORM}&signature=${FORM_SIGN}`, headers: { 'x-mbx-apikey': 'THE-KEY' } }],
    [
      'the key of the other interface',
      { query: `${FORM}&signature=${FORM_SIGN}`, headers: { 'x-mbx-apikey': undefined, 'x-ch-apikey': KEY } },
    ],
  ])('refuses %s', (_what, given: Given) => {
    expect(check(given)).toMatch(/^-1022 /)
  })

  it('signs bytes, not characters', () => {
    const text = Buffer.concat([Buffer.from(`timestamp=${AT}&x=`), Buffer.from([0xff, 0xe9])])
    const body = Buffer.concat([text, Buffer.from(`&signature=${signed(text)}`)])
    expect(check({ body, headers: AS_FORM })).toBe('accepted')
  })

  it.each([
    ['5000 ms old', 5000, 'accepted'],
    ['5001 ms old', 5001, '-1022'],
    ['999 ms ahead', -999, 'accepted'],
    ['1000 ms ahead', -1000, '-1022'],
  ])('is exact about a timestamp %s', (_what, age, outcome) => {
    expect(check({ query: `${FORM}&signature=${FORM_SIGN}`, now: AT + age }).split(' ')[0]).toBe(outcome)
  })

  it.each([
    ['missing', 'symbol=LTCBTC'],
    ['a date', 'timestamp=2026-01-01'],
    ['empty', 'timestamp='],
  ])('has its own code for a timestamp that is %s', (_what, query) => {
    expect(check({ query: `${query}&signature=${signed(query)}` })).toBe('-1102 timestamp IllegalArgumentException.')
  })
})

describe('parameters of a request in the Binance style', () => {
  it('come from the query before the body', () => {
    const request = { method: 'POST', url: '/api/v1/order?side=BUY', body: 'side=SELL&type=LIMIT', headers: AS_FORM }
    expect(readQueryAndBody(request)).toEqual({ side: 'BUY', type: 'LIMIT' })
  })

  it('are the same whenever they are read', () => {
    expect(questionOf(`/api/v1/openOrders?symbol=BTCUSDT&recvWindow=5000&timestamp=${AT}&signature=ab`)).toBe(
      '/api/v1/openOrders?symbol=BTCUSDT',
    )
    expect(questionOf(`/api/v1/account?timestamp=${AT}&signature=ab`)).toBe('/api/v1/account')
    expect(questionOf('/fapi/v1/depth?contractName=E-BTC-USDT&limit=5')).toBe(
      '/fapi/v1/depth?contractName=E-BTC-USDT&limit=5',
    )
  })
})
