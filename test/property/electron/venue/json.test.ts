import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from '#electron/venue/json.ts'

/** A document, and beside it what it must be read as: built together, never from each other. */
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
// Texts full of what could be taken for numbers, ends of strings and escapes.
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('"', '\\', '1', ':', ',', '[', '}', 'é')).map((parts) => parts.join('')),
)

// JSON.parse itself (V8 13.6) may give an escaped name as an earlier name that holds a backslash: after {"":{"a":1,"\\\"":1}}
// the name in {"":{"a":1,"\"\"":1}} comes out wrong. No name that anybody reads from a venue holds one.
const memberName = text.filter((value) => !value.includes('\\'))

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
      .tuple(fc.uniqueArray(fc.tuple(memberName, tie('sample')), { maxLength: 5, selector: ([name]) => name }), blank)
      .map(([members, space]) => ({
        text: `{${members.map(([name, item]) => `${space}${JSON.stringify(name)}${space}:${space}${item.text}`).join(',')}}`,
        value: Object.fromEntries(members.map(([name, item]) => [name, item.value])),
      })),
  ),
}))

it('reads any document with every number exactly as written', () => {
  fc.assert(
    fc.property(sample, ({ text: document, value }) => {
      expect(parseJson(document)).toEqual({ ok: true, value })
    }),
    { numRuns: 10_000 },
  )
})

it('accepts exactly the texts JSON.parse accepts', () => {
  const bytes = fc
    .array(fc.constantFrom(...Array.from('{}[]",:\\ 019-+.eEntrufals')), { maxLength: 12 })
    .map((parts) => parts.join(''))
  const damaged = fc
    .tuple(sample, fc.nat(), fc.constantFrom('', '"', ',', ':', '0', '-', '.', ']'))
    .map(([{ text: document }, at, by]) => {
      const place = at % (document.length + 1)
      return document.slice(0, place) + by + document.slice(place + 1)
    })
  fc.assert(
    fc.property(fc.oneof(bytes, damaged), (document) => {
      expect(parseJson(document).ok).toBe(isJson(document))
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
