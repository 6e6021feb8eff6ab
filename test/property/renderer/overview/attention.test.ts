/** The strip and the work list give one answer: whatever makes the strip amber or red is an item of the list. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encode } from '#shared/domain/decimal.ts'
import { assess } from '#shared/risk/assess.ts'
import { distanceSeverity, moreSevere, usageSeverity, type Severity } from '#shared/risk/severity.ts'
import { safetyOf } from '#shared/snapshot/safety.ts'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import { needsAttention } from '../../../../renderer/src/overview/attention.ts'
import { account } from '../../shared/risk/accounts.ts'

const URGENCY = { neutral: undefined, amber: 'mind', red: 'act' } as const
const DANGERS: readonly string[] = ['liquidating', 'danger', 'watch']

it('judges any account alike in the strip and in the work list, and by every figure of it', () => {
  fc.assert(
    fc.property(account, (inputs) => {
      const report = encode(assess(inputs))
      const { severity, word } = safetyOf(report)
      const { parts } = withPart(fixtureSnapshot(), 'risk', { data: report })
      const { risk } = parts
      const dangers = needsAttention({ parts: { risk }, ages: {} }).filter(({ id }) =>
        /^(danger|others danger)/.test(id),
      )
      expect(dangers[0]?.urgency).toBe(URGENCY[DANGERS.includes(word) ? severity : 'neutral'])

      const figures: readonly Severity[] = [
        ...report.positions.map(({ liquidation }) => distanceSeverity(liquidation?.distance ?? null)),
        ...report.margin.flatMap(({ state, usage, breachDown, breachUp }): Severity[] => {
          if (state !== 'ok') return [state === 'inLiquidation' ? 'red' : 'neutral']
          return [usageSeverity(usage ?? Infinity), distanceSeverity(breachDown), distanceSeverity(breachUp)]
        }),
      ]
      expect(DANGERS.includes(word) ? severity : 'neutral').toBe(figures.reduce(moreSevere, 'neutral'))
    }),
    { numRuns: 200 },
  )
})
