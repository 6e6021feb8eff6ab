/** The most that a reply can cost, whatever its content: measured in values counted and kept, not in time. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonObject, parseJson } from '#electron/venue/json/reader.ts'
import { readReply } from '#electron/venue/client/read-reply.ts'
import { parseDecimal, toText } from '#shared/domain/decimal.ts'

const MIB = 1024 * 1024
const BOUNDS = { values: 400_000, newNames: 10_000, slack: 4 }

/** A piece that is repeated, each time slightly different, until the document is large. */
const piece = fc.constantFrom<(nth: number) => string>(
  () => '{}',
  () => '[]',
  () => '0',
  () => '""',
  () => '"\\u0041"',
  (nth) => `{"k${String(nth)}":1}`,
  (nth) => `{"a":{"b${String(nth % 7)}":[${String(nth)}]}}`,
  (nth) => `{"orderId":"x${String(nth)}","price":"${'9'.repeat(nth % 90)}"}`,
  (nth) => `"${String(nth).repeat(20)}"`,
  (nth) => `{"${'n'.repeat(nth % 400)}":null}`,
)
const wrapper = fc.constantFrom<(body: string) => string>(
  (body) => `[${body}]`,
  (body) => `{"code":"0","data":[${body}]}`,
  (body) => `{"list":[${body}]}`,
)
const hostile = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), wrapper, fc.integer({ min: 1, max: 2 * MIB }))
  .map(([pieces, wrap, bytes]) => {
    const parts: string[] = []
    for (let nth = 0, length = 0; length < bytes; nth++) {
      const part = pieces[nth % pieces.length]!(nth)
      parts.push(part)
      length += part.length + 1
    }
    return Buffer.from(wrap(parts.join(',')).slice(0, 2 * MIB))
  })

describe('a large reply', () => {
  it('of any shape costs a bounded number of values and names, and is read or refused as a whole', () => {
    fc.assert(
      fc.property(hostile, (bytes) => {
        const spent = { values: 0, newNames: 0 }
        parseJson(bytes, spent)
        expect(spent.values).toBeLessThanOrEqual(BOUNDS.values + BOUNDS.slack)
        expect(spent.newNames).toBeLessThanOrEqual(BOUNDS.newNames + 1)
        const reply = readReply('contract.openOrders', { contract: 'E-BTC-USDT' }, bytes)
        if (reply.kind === 'value') expect(reply.quarantined.length).toBeLessThanOrEqual(1_000)
      }),
      { numRuns: 15 },
    )
  })

  it.each([
    ['members of an object', `{${Array.from({ length: 10_001 }, (_, nth) => `"k${nth % 9}":1`).join(',')}}`],
    ['a name', `{"${'n'.repeat(300)}":1}`],
    ['values', `[${'0,'.repeat(400_000)}0]`],
    ['levels', `${'['.repeat(65)}${']'.repeat(65)}`],
  ])('is refused for too many values, or for too long ones: %s', (_, text) => {
    expect(parseJson(Buffer.from(text))).toMatchObject({ ok: false })
  })

  it('with 20,000 orders of 18 fields is read', () => {
    const order = `{${Array.from({ length: 18 }, (_, nth) => `"field${nth}":"1.5"`).join(',')}}`
    expect(parseJson(Buffer.from(`[${Array.from({ length: 20_000 }, () => order).join(',')}]`)).ok).toBe(true)
  })
})

describe('a number', () => {
  const digits = (most: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: most }).map((all) => all.join(''))

  it('of more than 64 characters or 40 significant digits is no number, whatever it consists of', () => {
    fc.assert(
      fc.property(digits(90), digits(90), fc.constantFrom('', '-', '+'), (whole, part, sign) => {
        const text = `${sign}${whole}${part === '' ? '' : `.${part}`}`
        const significant = `${whole}${part}`.replace(/^0+/, '').replace(/0+$/, '').length
        const isNumber = whole.length + part.length > 0
        const fits = isNumber && text.length <= 64 && significant <= 40
        const value = parseDecimal(text)
        expect(value !== null).toBe(fits)
        if (value !== null) expect(parseDecimal(toText(value))?.eq(value)).toBe(true)
      }),
    )
  })

  it('reads the same inside a document as alone', () => {
    fc.assert(
      fc.property(digits(70), digits(50), (whole, part) => {
        const text = `${whole === '' ? '1' : whole}.${part === '' ? '0' : part}`
        const parsed = parseJson(Buffer.from(`{"a":"${text}"}`))
        const document = parsed.ok ? parsed.value : null
        const read = document instanceof JsonObject ? document.decimalAt(document.find('a')) : null
        expect(read && toText(read)).toEqual(parseDecimal(text) && toText(parseDecimal(text)!))
      }),
    )
  })
})
