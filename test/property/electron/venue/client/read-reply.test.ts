import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENDPOINT_NAMES } from '#electron/venue/endpoints/table.ts'
import { isDecimal } from '#shared/domain/decimal.ts'
import { VENUE_FIXTURES, readAs } from '#test/support/venue-fixtures.ts'

/** Values that no venue should send. */
const junk = fc.constantFrom(
  'null',
  'true',
  '""',
  '"NaN"',
  '1e400',
  '-1',
  '-0',
  '0',
  '[]',
  '{}',
  '[[]]',
  '99999999999999999999999',
  '"\\u202e"',
  '{"__proto__":{"x":1}}',
)

/** Every amount in a read value is finite and of a plausible size. */
function amountsOf(value: unknown): readonly { isFinite(): boolean; e: number }[] {
  if (isDecimal(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(amountsOf)
}

describe('reading a reply', () => {
  it('never throws, whatever text arrives', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ENDPOINT_NAMES), fc.oneof(fc.json(), fc.string()), (endpoint, text) => {
        expect(['value', 'error', 'unreadable']).toContain(readAs(endpoint, text).kind)
      }),
      { numRuns: 5000 },
    )
  })

  it('survives junk in any place of a good reply, and accepts no impossible amount', () => {
    // The value of a member or the element of a list, chosen at random.
    const places = VENUE_FIXTURES.flatMap(({ endpoint, text }) =>
      [...text.matchAll(/(?<=[:[,]\s*)(?:"[^"]*"|-?\d[\d.eE+-]*|true|false|null)(?=\s*[,\]}])/g)].map((hit) => ({
        endpoint,
        text,
        hit,
      })),
    )
    expect(places.length).toBeGreaterThan(300)
    fc.assert(
      fc.property(fc.constantFrom(...places), junk, ({ endpoint, text, hit }, instead) => {
        const reply = readAs(endpoint, text.slice(0, hit.index) + instead + text.slice(hit.index + hit[0].length))
        if (reply.kind !== 'value') return
        for (const amount of amountsOf(reply.value)) expect(amount.isFinite() && Math.abs(amount.e) <= 40).toBe(true)
      }),
      { numRuns: 5000 },
    )
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('survives a reply that is cut anywhere', () => {
    for (const { endpoint, text } of VENUE_FIXTURES) {
      for (let at = 0; at < text.trimEnd().length; at++)
        expect(readAs(endpoint, text.slice(0, at)).kind).toBe('unreadable')
    }
  })
})
