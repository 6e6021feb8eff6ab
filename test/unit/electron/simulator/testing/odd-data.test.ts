import { describe, expect, it } from 'vitest'
import { FAULT_KINDS } from '#electron/simulator/testing/faults.ts'
import type { Fault, FaultKind } from '#electron/simulator/testing/faults.ts'
import { frozen, ALTERATIONS } from '#electron/simulator/testing/odd-data.ts'
import { seededRandom } from '#electron/simulator/exchange/market/random.ts'
import { rawJSON } from '#electron/simulator/wire/leaves.ts'

const ORDERS = {
  code: '0',
  msg: 'Success',
  data: [
    {
      orderId: rawJSON('3302507625176983697'),
      price: '90000.5',
      origQty: rawJSON('2.0000000000000000'),
      status: 'NEW',
    },
    {
      orderId: '3302507625176983698',
      price: '90001',
      origQty: rawJSON('0E-16'),
      status: 'FILLED',
      time: 1_767_225_600_123,
    },
  ],
}

/** The reply's text after a fault with a seeded random source. */
function twisted(kind: FaultKind, json: unknown = ORDERS, change: Partial<Fault> = {}, seed = 1): string {
  const twist = ALTERATIONS[kind]
  if (!twist) throw new Error(`expected a fault of data, was ${kind}`)
  return JSON.stringify(twist(json, { match: '*', kind, ...change }, seededRandom(seed)))
}

const plain = JSON.stringify(ORDERS)

describe('faults of data', () => {
  it.each(FAULT_KINDS.filter((kind) => ALTERATIONS[kind]))('%s leaves JSON and changes what it concerns', (kind) => {
    const book = {
      bids: [
        ['1', '2'],
        ['0.9', '3'],
      ],
      asks: [
        ['1.1', '2'],
        ['1.2', '1'],
      ],
      last: '5',
      time: 1_767_225_600_123,
      row: ORDERS,
    }
    const text = twisted(kind, book, {}, 3)
    expect(() => JSON.parse(text) as unknown).not.toThrow()
    expect(text).not.toBe(JSON.stringify(book))
    expect(JSON.stringify(ORDERS)).toBe(plain)
  })

  it('is the same for the same seed', () => {
    for (const kind of ['oddNumbers', 'missingField', 'wrongType', 'hostileText', 'unsortedBook'] as const) {
      expect(twisted(kind, ORDERS, {}, 5)).toBe(twisted(kind, ORDERS, {}, 5))
    }
  })

  it('makes ids the largest possible ones, all different, in their type', () => {
    expect(twisted('maxIds')).toContain('"orderId":9223372036854775807,')
    expect(twisted('maxIds')).toContain('"orderId":"9223372036854775806"')
  })

  it('writes an odd number in the given place, whatever it is', () => {
    expect(twisted('oddNumbers', ORDERS, { field: 'origQty', body: '1e400' })).toBe(
      plain.replace('2.0000000000000000', '1e400').replace('0E-16', '1e400'),
    )
  })

  it('eventually uses every odd number, but never for ids, times and states', () => {
    const seen = Array.from({ length: 60 }, (_, seed) => twisted('oddNumbers', ORDERS, {}, seed)).join('')
    for (const odd of ['1e400', '-0', '"NaN"', '1E+5', '12345678901234567890.123456789012', '-1.5'])
      expect(seen).toContain(odd)
    expect(seen.match(/3302507625176983697/g)).toHaveLength(60)
    expect(seen.match(/1767225600123/g)).toHaveLength(60)
  })

  it('doubles entries, identical or contradicting', () => {
    expect((JSON.parse(twisted('duplicates')) as typeof ORDERS).data).toHaveLength(4)
    const conflicts = twisted('conflicts')
    expect(conflicts).toContain('"price":"900005"')
    expect(conflicts.match(/3302507625176983697/g)).toHaveLength(2)
  })

  it('removes fields and gives them other types', () => {
    expect(twisted('missingField', ORDERS, { field: 'price' })).not.toContain('price')
    expect(
      twisted('wrongType', ORDERS, { field: 'status', body: '{"a":1}' }).match(/"status":\{"a":1\}/g),
    ).toHaveLength(2)
  })

  it('uses words that nobody knows', () => {
    expect(twisted('unknownWords').match(/"status":"SOMETHING_NEW"/g)).toHaveLength(2)
  })

  it('carries __proto__ as a key on the wire', () => {
    const text = twisted('protoKeys')
    expect(text).toContain('"__proto__":{"polluted":true}')
    expect(text).toContain('"constructor":{"prototype":')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('eventually uses every hostile text', () => {
    const seen = Array.from({ length: 60 }, (_, seed) => twisted('hostileText', ORDERS, {}, seed)).join('')
    for (const text of ['<img src=x', '\u202e', '\u200b', '\\u0000', '\\ud800', 'x'.repeat(10_000)])
      expect(seen).toContain(text)
  })

  it('crosses an order book, and shuffles it', () => {
    const book = {
      bids: [
        ['1', '2'],
        ['0.9', '3'],
      ],
      asks: [
        ['1.1', '2'],
        ['1.2', '1'],
      ],
    }
    expect(twisted('crossedBook', book)).toBe(JSON.stringify({ bids: book.asks, asks: book.bids }))
    const shuffled = Array.from(
      { length: 9 },
      (_, seed) => JSON.parse(twisted('unsortedBook', book, {}, seed)) as typeof book,
    )
    expect(shuffled.some(({ bids }) => bids[0]?.[0] === '0.9')).toBe(true)
    expect(shuffled.every(({ bids }) => bids.length === 2)).toBe(true)
  })

  it.each([
    ['"96400.5"', '"964005"'],
    ['"0.00123"', '"0.0123"'],
    ['96400', '964000'],
  ])('sets the last price %s to ten times what it was', (last, expected) => {
    expect(twisted('farPrice', { last: last.startsWith('"') ? JSON.parse(last) : rawJSON(last), high: '1' })).toBe(
      `{"last":${expected},"high":"1"}`,
    )
  })

  it('scales the numbers of one field, and keeps their format', () => {
    const answer = { indexPrice: rawJSON('96400.5'), other: 1, rows: [{ indexPrice: '2' }] }
    expect(twisted('scaledNumbers', answer, { field: 'indexPrice' })).toBe(
      '{"indexPrice":96.4005,"other":1,"rows":[{"indexPrice":"0.002"}]}',
    )
    expect(twisted('scaledNumbers', answer, { field: 'other', body: '1000' })).toContain('"other":1000')
    const memory = new Map<string, unknown>()
    const then = frozen(answer, 'indexPrice', memory, '/account')
    const now = frozen({ ...answer, indexPrice: 5, other: 2 }, 'indexPrice', memory, '/account')
    expect([JSON.stringify(then), JSON.stringify(now)]).toEqual([
      JSON.stringify(answer),
      JSON.stringify({ ...answer, other: 2 }),
    ])
  })

  it('gives times in seconds, or old ones', () => {
    expect(twisted('timesInSeconds', { time: 1_767_225_600_123, idx: '1767225600000' })).toBe(
      '{"time":1767225600,"idx":"1767225600"}',
    )
    expect(twisted('oldTimes', { serverTime: 1_767_225_600_123 }, { ms: 123 })).toBe('{"serverTime":1767225600000}')
  })
})
