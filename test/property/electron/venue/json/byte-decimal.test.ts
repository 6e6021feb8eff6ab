import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimalIn } from '#electron/venue/json/byte-decimal.ts'
import { JsonObject, parseJson } from '#electron/venue/json/reader.ts'
import { decimal, isDecimal, parseDecimal } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'

/** Amounts as venues print them: up to 26 digits, with leading or trailing zeros, with or without a point. */
const plainText = fc
  .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n, max: 10n ** 26n - 1n }), fc.nat(20))
  .map(([sign, digits, places]) => {
    const padded = digits.toString().padStart(places + 1, '0')
    const point = padded.length - places
    return sign + (places === 0 ? padded : `${padded.slice(0, point)}.${padded.slice(point)}`)
  })
const oddText = fc.stringMatching(/^[-+]?\d{0,20}[.e]?[-+]?\d{0,60}$/)

const partsOf = (value: Decimal | null): unknown => value && [value.s, value.e, value.d]

it('reads every text as decimal.js does, part by part', () => {
  fc.assert(
    fc.property(fc.oneof(plainText, oddText, fc.string()), (text) => {
      expect(partsOf(decimalIn(text))).toEqual(partsOf(parseDecimal(text)))
    }),
    { numRuns: 20_000 },
  )
})

it('reads a number and a text of a document as decimal.js reads its digits', () => {
  fc.assert(
    fc.property(plainText, fc.constantFrom(',"b":1}', '}', ' }', '\n}'), (text, after) => {
      const digits = text.replace(/^(-?)0+(?=\d)/, '$1')
      const expected = partsOf(decimal(digits))
      for (const written of [digits, `"${text}"`]) {
        const parsed = parseJson(Buffer.from(`{"a":${written}${after}`))
        const object = parsed.ok && parsed.value instanceof JsonObject ? parsed.value : null
        expect(partsOf(object?.decimalAt(object.find('a')) ?? null)).toEqual(expected)
      }
    }),
    { numRuns: 10_000 },
  )
})

it('gives decimals that calculate like any other', () => {
  const third = decimalIn('1.50')!.div(3)
  expect(isDecimal(third)).toBe(true)
  expect(third.toFixed()).toBe('0.5')
  expect(decimalIn('1')!.div(3).precision()).toBe(40)
})
