import { describe, expect, it } from 'vitest'
import { en } from '#shared/words/en/index.ts'
import { LANGUAGES, inEnglish, sayIn } from '#shared/words/say.ts'
import { formulaOf, noteOf, sourceOf, type MethodId } from '../../../../../renderer/src/risk/how/methods.ts'

const METHODS = Object.keys(en).flatMap((code) => /^how\.(\w+)\.title$/.exec(code)?.[1] ?? []) as MethodId[]
const note = (method: MethodId): string => inEnglish(noteOf(method)!)

it.each(LANGUAGES)('explains every method in %s with every figure that its text names', (language) => {
  const say = sayIn(language)
  for (const method of METHODS) {
    const texts = [formulaOf(method), sourceOf(method), noteOf(method) ?? sourceOf(method)]
    for (const each of texts) {
      const blanks = [...en[each.code as keyof typeof en].matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
      for (const blank of blanks) expect(each.facts, each.code).toHaveProperty(blank)
      expect(say(each), each.code).not.toMatch(/^how\.|[{}]/)
    }
  }
})

describe('in English', () => {
  it.each(['markGap', 'spreadCost', 'depthCost'] as const)('%s of inverse contracts has its own formula', (id) => {
    expect(inEnglish(formulaOf(id))).toMatch(/^linear: .*\ninverse: .*1 \//)
    expect(note(id)).toContain('contracts × multiplier')
  })

  it('names the fee rate that is used, and its unit', () => {
    expect(note('closingFee')).toMatch(/your own trades .* the highest rate it gives for the position/)
    for (const id of ['impactCost', 'depthShare', 'participationSeconds'] as const)
      expect(note(id)).toContain('assumed to be numbers of contracts')
  })

  it('gives the ES of Cornish–Fisher with its VaR', () => {
    expect(inEnglish(formulaOf('cornishFisherVar'))).toMatch(/VaR = .*\nES = /)
  })

  it('states the assumptions of the stressed market and the funding spike', () => {
    expect(inEnglish(formulaOf('stressedMarket'))).toMatch(/× 0\.25\n[^]*× 3$/)
    expect(note('scenarioPnl')).toMatch(/pays: \d+ payments of .* %, assumed, because/)
  })

  it('names the author of every formula beyond simple sums', () => {
    expect(inEnglish(sourceOf('repair'))).toBe('Higham 2002')
    expect(sourceOf('marginRate').code).toBe('how.own')
    expect(noteOf('marginRate')).toBeNull()
  })
})
