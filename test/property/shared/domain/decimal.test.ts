import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decimal,
  encode,
  floorToStep,
  magnitudeOf,
  parseDecimal,
  roundTo,
  sum,
  toFloat,
  toText,
  ZERO,
} from '#shared/domain/decimal.ts'

/** Decimal text of up to 26 digits as venues print it: sign, leading or trailing zeros, with or without a point. */
const plainText = fc
  .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n, max: 10n ** 26n - 1n }), fc.nat(20))
  .map(([sign, digits, places]) => {
    const padded = digits.toString().padStart(places + 1, '0')
    const point = padded.length - places
    return sign + (places === 0 ? padded : `${padded.slice(0, point)}.${padded.slice(point)}`)
  })
const anyDecimal = plainText.map((text) => decimal(text))
/** Steps as instruments have them: 1 to 999 units of some decimal place. */
const step = fc
  .tuple(fc.integer({ min: 1, max: 999 }), fc.nat(12))
  .map(([digits, places]) => decimal(`${digits}e-${places}`))

function partsOf(text: string): unknown {
  const { s, e, d } = decimal(text)
  return [s, e, d]
}

describe('decimal text', () => {
  it('is the same after printing and parsing', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        expect(parseDecimal(toText(value))?.eq(value)).toBe(true)
      }),
    )
  })

  it('is read as decimal.js itself reads it, part by part', () => {
    const odd = fc.stringMatching(/^[-+]?\d{0,20}[.e]?[-+]?\d{0,60}$/)
    fc.assert(
      fc.property(fc.oneof(plainText, odd), (text) => {
        const read = parseDecimal(text)
        const isNumeric = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?$/.test(text)
        expect(read === null ? null : [read.s, read.e, read.d]).toEqual(isNumeric ? partsOf(text) : null)
      }),
      { numRuns: 20_000 },
    )
  })

  it('is converted to the nearest float64, to the last bit', () => {
    const short = fc
      .tuple(fc.integer(), fc.integer({ min: -40, max: 40 }))
      .map(([digits, e]) => decimal(`${digits}e${e}`))
    fc.assert(
      fc.property(fc.oneof(anyDecimal, short), (value) => {
        expect(toFloat(value)).toBe(value.toNumber())
      }),
      { numRuns: 20_000 },
    )
    expect(toFloat(decimal('-0'))).toBe(-0)
  })

  it('gives the magnitude of a positive value', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        const magnitude = magnitudeOf(value)
        if (value.lte(0)) expect(magnitude).toBeNaN()
        else expect(value.gte(`1e${magnitude}`) && value.lt(`1e${magnitude + 1}`)).toBe(true)
      }),
    )
  })

  it('is printed without an exponent, whatever the size', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: -300, max: 300 }), (value, exponent) => {
        expect(toText(value.times(decimal(`1e${exponent}`)))).toMatch(/^-?\d+(\.\d+)?$/)
      }),
    )
  })

  it('is read with an exponent as without one', () => {
    fc.assert(
      fc.property(plainText, fc.integer({ min: -30, max: 30 }), (text, exponent) => {
        const read = parseDecimal(`${text}e${exponent}`)
        expect(read?.eq(decimal(text).times(decimal(10).pow(exponent)))).toBe(true)
      }),
    )
  })

  it('is not read from anything that is not a number', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parseDecimal(text)
        if (read) expect(text).toMatch(/^[+\-.\deE]+$/)
        expect(read === null || read.isFinite()).toBe(true)
      }),
    )
    for (const text of ['', ' 1', '1 ', '0x1', 'NaN', 'Infinity', '1,5', '1e', '--1', '.']) {
      expect(parseDecimal(text), text).toBeNull()
    }
  })

  it('is the encoding of every decimal inside plain data', () => {
    fc.assert(
      fc.property(anyDecimal, fc.string(), (value, text) => {
        const encoded = encode({ rows: [{ value, text, none: null }] })
        expect(encoded).toEqual({ rows: [{ value: toText(value), text, none: null }] })
      }),
    )
    const hostile: unknown = JSON.parse('{ "__proto__": { "a": 1 } }')
    expect(JSON.stringify(encode(hostile))).toBe('{"__proto__":{"a":1}}')
  })
})

describe('rounding down to a step', () => {
  it('gives a whole number of steps of the same sign, not larger, and less than one step away', () => {
    fc.assert(
      fc.property(anyDecimal, step, (value, of) => {
        const floored = floorToStep(value, of)
        expect(floored.div(of).isInteger()).toBe(true)
        expect(floored.abs().lte(value.abs())).toBe(true)
        expect(value.minus(floored).abs().lt(of)).toBe(true)
        expect(floored.isZero() || floored.isNegative() === value.isNegative()).toBe(true)
      }),
    )
  })

  it('keeps a value that is a whole number of steps already', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.nat(12), (count, places) => {
        const value = decimal(`${count}e-${places}`)
        expect(floorToStep(value, decimal(`1e-${places}`)).eq(value)).toBe(true)
      }),
    )
  })

  it('refuses a step that is not positive', () => {
    expect(() => floorToStep(decimal(1), ZERO)).toThrow(RangeError)
  })
})

describe('sums and roundings', () => {
  it('add up exactly, in any order', () => {
    const amount = fc.tuple(fc.maxSafeInteger(), fc.nat(8)).map(([digits, places]) => decimal(`${digits}e-${places}`))
    fc.assert(
      fc.property(fc.array(amount), (values) => {
        expect(sum(values).eq(sum(values.toReversed()))).toBe(true)
        expect(sum([...values, ...values.map((value) => value.neg())]).isZero()).toBe(true)
      }),
    )
  })

  it('down is never larger and up never smaller, within one unit of the last place', () => {
    fc.assert(
      fc.property(anyDecimal, fc.nat(12), (value, places) => {
        const unit = decimal(`1e-${places}`)
        const down = roundTo(value, places, 'down')
        const up = roundTo(value, places, 'up')
        expect(down.abs().lte(value.abs()) && up.abs().gte(value.abs())).toBe(true)
        expect(up.minus(down).abs().lte(unit)).toBe(true)
      }),
    )
  })
})
