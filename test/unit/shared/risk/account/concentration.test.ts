import { expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { concentrationOf } from '#shared/risk/account/concentration.ts'

const NONE = { hhi: null, hhiNormalised: null, effectiveNumber: null, top1Share: null, top3Share: null }

it.each<[string, readonly number[], Partial<typeof NONE> | Record<string, number | null>]>([
  ['nothing', [], NONE],
  ['assets that net to nothing', [0, 0], NONE],
  ['one asset', [5], { hhi: 1, hhiNormalised: null, effectiveNumber: 1, top1Share: 1, top3Share: 1 }],
  ['one asset beside one that nets to nothing', [0, -5], { hhi: 1, hhiNormalised: null, top1Share: 1 }],
  [
    'a long three times a short',
    [-1, 3],
    { hhi: 0.625, hhiNormalised: 0.25, effectiveNumber: 1.6, top1Share: 0.75, top3Share: 1 },
  ],
  ['two alike', [2, 2], { hhi: 0.5, hhiNormalised: 0, effectiveNumber: 2, top1Share: 0.5, top3Share: 1 }],
  ['four', [1, 4, -3, 2], { hhi: 0.3, effectiveNumber: 10 / 3, top1Share: 0.4, top3Share: 0.9 }],
])('of %s', (_, exposures, expected) => {
  const found = concentrationOf(exposures.map((each) => decimal(each)))
  for (const [name, value] of Object.entries(expected)) {
    if (value === null) expect(found[name as keyof typeof found]).toBeNull()
    else expect(found[name as keyof typeof found]).toBeCloseTo(value, 12)
  }
})
