import { verbatim } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { formatReport } from '#electron/main/summary.ts'
import type { ProbeReport } from '#shared/domain/probe.ts'

describe('a probe’s report on a terminal', () => {
  it('is its verdict and a line for each step, in columns', () => {
    const report: ProbeReport = {
      verdict: 'limited',
      steps: [
        { id: 'spotClock', outcome: 'passed', found: [verbatim('Spot answers in 4 ms.')], facts: [] },
        {
          id: 'contractAccount',
          outcome: 'failed',
          found: [verbatim('The Contract account can not be read.')],
          facts: [],
        },
        { id: 'testOrder', outcome: 'skipped', found: [verbatim('There is no pair.')], facts: [] },
      ],
    }
    expect(formatReport(report))
      .toBe(`The venue is limited: the account can be watched, but what is marked "failed" does not work.
  passed   Spot clock        Spot answers in 4 ms.
  failed   Contract account  The Contract account can not be read.
  skipped  Test order        There is no pair.`)
  })

  it('breaks long text between words, under where it began, and keeps every word', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`)
    const text = [...words, 'x'.repeat(200), 'end'].join(' ')
    const [, ...lines] = formatReport({
      verdict: 'healthy',
      steps: [{ id: 'pairs', outcome: 'warned', found: [verbatim(text)] }],
    }).split('\n')
    const long = lines.filter((line) => line.length > 110)
    expect(long).toEqual([' '.repeat(29) + 'x'.repeat(200)])
    expect(lines.slice(1).every((line) => line.startsWith(' '.repeat(29)))).toBe(true)
    expect(lines.map((line) => line.slice(29)).join(' ')).toBe(text)
  })

  it.each([
    ['healthy', 'what a trader needs works here'],
    ['refused', 'can not be used with this key'],
  ] as const)('says of %s what it means', (verdict, words) => {
    expect(formatReport({ verdict, steps: [] })).toContain(words)
  })
})
