import fc from 'fast-check'
import { expect, it } from 'vitest'
import { patched, patchOf } from '#shared/domain/patch.ts'

const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', 'b', null, NaN, true))
const row = fc.record({ key: fc.constantFrom('a', 'b', 'c', '__proto__'), price: scalar, reason: scalar })
const { data } = fc.letrec((again) => ({
  data: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(row, { maxLength: 5 }),
    fc.array(fc.tuple(scalar, scalar), { maxLength: 4 }),
    fc.array(again('data'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'key', '__proto__', 'constructor'), again('data')),
  ),
}))

/** Compared as JSON, which shows the order of members and values behind a setter. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (Number.isNaN(each) ? 'NaN' : each))

it('turns any data into any other, and changes neither', () => {
  fc.assert(
    fc.property(data, data, (before, after) => {
      const [one, other] = [text(before), text(after)]
      expect(text(patched(before, structuredClone(patchOf(before, after))))).toBe(other)
      expect([text(before), text(after)]).toEqual([one, other])
    }),
  )
})
