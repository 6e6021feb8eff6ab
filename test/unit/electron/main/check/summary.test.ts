import { message, verbatim } from '#shared/words/message.ts'
import { inEnglish, sayIn } from '#shared/words/say.ts'
import { describe, expect, it } from 'vitest'
import { formatHelp, formatReport } from '#electron/main/check/summary.ts'
import { columnsOf } from '#electron/main/check/terminal-text.ts'
import type { ProbeReport } from '#shared/domain/probe.ts'

describe('a probe’s report on a terminal', () => {
  it('has the verdict and a line for each step, in columns', () => {
    const report: ProbeReport = {
      verdict: 'limited',
      steps: [
        { id: 'spotClock', outcome: 'passed', found: [verbatim('Spot answers in 4 ms.')], facts: [] },
        {
          id: 'contractAccount',
          outcome: 'failed',
          found: [verbatim('The Contract account cannot be read.')],
          facts: [],
        },
        { id: 'testOrder', outcome: 'skipped', found: [verbatim('There is no pair.')], facts: [] },
      ],
    }
    expect(formatReport(report, inEnglish))
      .toBe(`The venue is limited: the account can be watched, but what is marked "failed" does not work.
  passed   Spot clock        Spot answers in 4 ms.
  failed   Contract account  The Contract account cannot be read.
  skipped  Test order        There is no pair.`)
  })

  it('wraps long text between words below its start, and keeps every word', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`)
    const text = [...words, 'x'.repeat(200), 'end'].join(' ')
    const [, ...lines] = formatReport(
      {
        verdict: 'healthy',
        steps: [{ id: 'pairs', outcome: 'warned', found: [verbatim(text)] }],
      },
      inEnglish,
    ).split('\n')
    const long = lines.filter((line) => line.length > 110)
    expect(long).toEqual([' '.repeat(29) + 'x'.repeat(200)])
    expect(lines.slice(1).every((line) => line.startsWith(' '.repeat(29)))).toBe(true)
    expect(lines.map((line) => line.slice(29)).join(' ')).toBe(text)
  })

  it('stays in columns in Chinese too, where a character is two columns wide', () => {
    const say = sayIn('zh')
    const found = Array.from({ length: 12 }, () => message('probe.rightsNotStated'))
    const [head, first, ...others] = formatReport(
      { verdict: 'limited', steps: [{ id: 'pairs', outcome: 'warned', found }] },
      say,
    ).split('\n')
    expect(head).toMatch(/^交易所功能受限：/)
    expect(first).toMatch(/^ {2}注意 {5}交易对 {12}交易所未说明密钥的权限。/)
    expect(others.length).toBeGreaterThan(2)
    expect(others.every((line) => columnsOf(line) <= 110 && /^ {29}[^ ，。：）]/.test(line))).toBe(true)
    expect([first!.slice(24), ...others].map((line) => line.trim()).join('')).toBe(
      found.map(say).join('').replaceAll(' ', ''),
    )
  })

  it('describes each option of the command in both languages', () => {
    for (const language of ['en', 'zh'] as const) {
      const help = formatHelp(sayIn(language))
      for (const option of ['--venue NAME', '--profile FILE', '--json', '--report', '--language en|zh', '--help'])
        expect(help).toContain(`\n  ${option}`)
      expect(help.split('\n').every((line) => columnsOf(line) <= 120)).toBe(true)
    }
  })

  it.each([
    ['healthy', 'what a trader needs works here'],
    ['refused', 'cannot be used with this key'],
  ] as const)('explains %s', (verdict, words) => {
    expect(formatReport({ verdict, steps: [] }, inEnglish)).toContain(words)
  })
})
