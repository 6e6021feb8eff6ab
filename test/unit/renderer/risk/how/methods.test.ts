import { expect, it } from 'vitest'
import { METHODS } from '../../../../../renderer/src/risk/how/methods.ts'

it.each(['markGap', 'spreadCost', 'depthCost'] as const)('gives %s of inverse contracts its own formula', (id) => {
  expect(METHODS[id].formula).toMatch(/^linear: .*\ninverse: .*1 \//)
  expect(METHODS[id].note).toContain('contracts × multiplier')
})

it('says by which fee rate, and in which unit, it counts', () => {
  expect(METHODS.closingFee.note).toMatch(/your own trades .* the most it tells of the position/)
  for (const id of ['impactCost', 'depthShare', 'participationSeconds'] as const)
    expect(METHODS[id].note).toContain('taken to be contracts')
})

it('has the ES of Cornish–Fisher beside its VaR', () => {
  expect(METHODS.cornishFisherVar.formula).toMatch(/VaR = .*\nES = /)
})
