import fc from 'fast-check'
import type { Death } from '#test/support/desk-run.ts'
import type { Fate } from '#test/support/model-replies.ts'

/** The fate of a write. Every effect happens within the 7 s in which a lost request may still arrive. */
export const fate: fc.Arbitrary<Fate> = fc.oneof(
  fc.record({
    reply: fc.constant('ok' as const),
    effectAfterMs: fc.constantFrom(0, 0, 100, 900),
    fillPercent: fc.constantFrom(100, 100, 100, 50, 0),
  }),
  fc.record({
    reply: fc.constant('lost' as const),
    effectAfterMs: fc.constantFrom(null, 0, 700, 3_000, 6_500),
    fillPercent: fc.constantFrom(100, 100, 50, 0),
  }),
  fc.constantFrom<Fate>(
    { reply: 'rejected', effectAfterMs: null, fillPercent: 0 },
    { reply: 'notSent', effectAfterMs: null, fillPercent: 0 },
  ),
)

/** Up to three deaths, each within `most` steps. */
export function deaths(most: number): fc.Arbitrary<Death[]> {
  const when = fc.constantFrom<Death['when'][]>('before', 'after')
  return fc.array(fc.record({ step: fc.integer({ min: 1, max: most }), when }), { maxLength: 3 })
}
