import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonObject, parseJson } from '#electron/venue/json/reader.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { parsed, plain } from '#test/support/json.ts'

/** A document and the reading that it must give, generated together but independently. */
interface Sample {
  readonly text: string
  readonly value: unknown
}

const digits = fc.stringMatching(/^(0|[1-9]\d{0,35})$/)
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.option(fc.stringMatching(/^\d{1,18}$/)),
    fc.option(fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
  )
  .map(
    ([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent ?? ''}`,
  )
const blank = fc.stringMatching(/^[ \t\n\r]{0,3}$/)
// Texts full of characters that look like numbers, ends of strings or escapes. Bytes hold no lone surrogates; escapes
// may.
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom('"', '\\', '1', ':', ',', '[', '}', 'é', '\ud800')).map((parts) => parts.join('')),
)

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 5 },
    number.map((literal) => ({ text: literal, value: literal })),
    text.map((value) => ({ text: JSON.stringify(value), value })),
    fc.constantFrom(true, false, null).map((value) => ({ text: String(value), value })),
    fc.tuple(fc.array(tie('sample'), { maxLength: 5 }), blank).map(([items, space]) => ({
      text: `[${items.map((item) => `${space}${item.text}${space}`).join(',')}]`,
      value: items.map((item) => item.value),
    })),
    fc
      .tuple(fc.uniqueArray(fc.tuple(text, tie('sample')), { maxLength: 5, selector: ([name]) => name }), blank)
      .map(([members, space]) => ({
        text: `{${members.map(([name, item]) => `${space}${JSON.stringify(name)}${space}:${space}${item.text}`).join(',')}}`,
        value: Object.fromEntries(members.map(([name, item]) => [name, item.value])),
      })),
  ),
}))

it('reads any document with every number exactly as written', () => {
  fc.assert(
    fc.property(sample, ({ text: document, value }) => {
      const read = parsed(document)
      expect(read.ok && plain(read.value)).toEqual(value)
    }),
    { numRuns: 10_000 },
  )
})

it('accepts exactly the texts JSON.parse accepts', () => {
  const bytes = fc
    .array(fc.constantFrom(...Array.from('{}[]",:\\ 019-+.eEntrufals')), { maxLength: 12 })
    .map((parts) => parts.join(''))
  const damaged = fc
    .tuple(sample, fc.nat(), fc.constantFrom('', '"', ',', ':', '0', '-', '.', ']', '\n', '\u0001', '\\'))
    .map(([{ text: document }, at, by]) => {
      const place = at % (document.length + 1)
      return document.slice(0, place) + by + document.slice(place + 1)
    })
  fc.assert(
    fc.property(fc.oneof(bytes, damaged), (document) => {
      expect(parsed(document).ok).toBe(isJson(document))
    }),
    { numRuns: 20_000 },
  )
})

function isJson(document: string): boolean {
  try {
    JSON.parse(document)
    return true
  } catch {
    return false
  }
}

it('never throws, whatever bytes arrive', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const read = parseJson(Buffer.from(bytes))
      if (read.ok) plain(read.value)
    }),
    { numRuns: 20_000 },
  )
})

it('keeps 100,000 ids and amounts to the last digit, in rows, lists and texts', () => {
  const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String)
  const amount = fc
    .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^(0|[1-9]\d{0,14})$/), fc.stringMatching(/^\d{1,18}$/))
    .map(([sign, whole, fraction]) => `${sign}${whole}.${fraction}`)
  const row = fc.tuple(id, amount, amount, blank, fc.boolean())
  let fields = 0
  fc.assert(
    fc.property(fc.array(row, { minLength: 50, maxLength: 50 }), (rows) => {
      const document = rows
        .map(([orderId, price, quantity, space, isText]) => {
          const written = isText ? `"${quantity}"` : quantity
          return `{"orderId":${space}${orderId},"p${space.length}":[${space}${price}${space}],"q":${written}}`
        })
        .join(',')
      const read = parsed(`{"note":"\\":${rows[0]?.[0] ?? ''},","rows":[${document}]}`)
      const list = read.ok && read.value instanceof JsonObject ? read.value.get('rows') : null
      rows.forEach(([orderId, price, quantity, space], index) => {
        const entry = Array.isArray(list) ? (list as unknown[])[index] : null
        if (!(entry instanceof JsonObject)) throw new Error('expected a row')
        const found = [entry.get('orderId'), entry.get(`p${space.length}`), entry.get('q')]
        expect(found).toEqual([orderId, [price], quantity])
        expect(entry.decimalAt(2)).toEqual(decimal(quantity))
        fields += found.length
      })
    }),
    { numRuns: 700 },
  )
  expect(fields).toBeGreaterThanOrEqual(100_000)
})
