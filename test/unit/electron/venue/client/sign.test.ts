import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalText, toSign } from '#electron/venue/client/sign.ts'
import type { Signable } from '#electron/venue/client/sign.ts'

const get = (timestamp: number, path: string, query = ''): Signable => ({
  timestamp,
  method: 'GET',
  path,
  query,
  body: '',
})
const post = (timestamp: number, path: string, body: string): Signable => ({
  timestamp,
  method: 'POST',
  path,
  query: '',
  body,
})

/** Secret, request, whether the query of a GET is signed, and HMAC. The first three are published by venues. */
const VECTORS: readonly [string, Signable, boolean, string][] = [
  [
    '902ae3cb34ecee2779aa4d3e1d226686',
    post(
      1588591856950,
      '/sapi/v1/order/test',
      '{"symbol":"BTCUSDT","price":"9300","volume":"1","side":"BUY","type":"LIMIT"}',
    ),
    true,
    'c50d0a74bb9427a9a03933d0eded03af9bf50115dc5b706882a4fcf07a26b761',
  ],
  [
    'test-secret',
    post(1700000000000, '/sapi/v2/order', '{"symbol":"btcusdt","volume":"1"}'),
    true,
    '960bd10a714b8af8285913e904613b3bd7afdf00bfa67c3595f97faf2848f6f2',
  ],
  [
    'test-secret',
    get(1700000000000, '/sapi/v2/order', 'symbol=btc%2Fusdt&orderId=1'),
    true,
    'df7cad7455409bccae87d99ee7667c140fc143a783bb1780e974dfb134c97d3a',
  ],
  [
    'demo-secret',
    get(1767225600000, '/fapi/v1/openOrders', 'contractName=E-BTC-USDT'),
    true,
    'a443689175306f3b825612193ea564f834ea0eda40cd0c6482af1d0a82f56111',
  ],
  [
    'demo-secret',
    get(1767225600000, '/fapi/v1/openOrders', 'contractName=E-BTC-USDT'),
    false,
    '67dbe0c9370d3e1f1dd872d99e5ad55789cf41edde2db35a6a8148eb2804e360',
  ],
  [
    'demo-secret',
    get(1767225600000, '/fapi/v1/account'),
    true,
    'accd072bab27831558bb1296c6a1ec355d2c2f07edfe682433114dbf4f431eef',
  ],
  [
    'demo-secret',
    post(1767225600000, '/fapi/v1/cancel', '{"contractName":"E-BTC-USDT","orderId":"3302507625176983697"}'),
    true,
    'f5bd1d4c0d15750aeb92a6b2c8f1cd01639410f897c0b9f1e8565793ff0a6fdd',
  ],
]

describe('the signed text', () => {
  it.each(VECTORS)('gives the known signature (%#)', (secret, request, signGetQuery, hmac) => {
    expect(createHmac('sha256', secret).update(canonicalText(request, signGetQuery)).digest('hex')).toBe(hmac)
  })
})

describe('a request signed among its parameters', () => {
  /** The secret and the key of the venue's published example. */
  const secret = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j'
  const order = 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1'
  const hmac = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71'
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const request = { path: '/api/v1/order', headers: { a: 'b' } }

  it.each([
    ['GET', 'query'],
    ['DELETE', 'query'],
    ['POST', 'body'],
  ] as const)('of %s has them in its %s, with the known signature last', (method, place) => {
    const empty = { query: '', body: '' }
    const unsigned = toSign('parameters', { method, ...request, ...empty, [place]: order }, 1499827319559, true)
    expect(unsigned.text).toBe(`${order}&recvWindow=5000&timestamp=1499827319559`)
    expect(sign(unsigned.text)).toBe(hmac)
    expect(unsigned.signed('the key', sign(unsigned.text))).toEqual({
      ...{ method, ...request, ...empty },
      [place]: `${order}&recvWindow=5000&timestamp=1499827319559&signature=${hmac}`,
      headers: { a: 'b', 'X-MBX-APIKEY': 'the key' },
    })
  })

  it('without parameters of its own has only the time', () => {
    const unsigned = toSign('parameters', { method: 'GET', ...request, query: '', body: '' }, 7, false)
    expect(unsigned.text).toBe('recvWindow=5000&timestamp=7')
  })
})
