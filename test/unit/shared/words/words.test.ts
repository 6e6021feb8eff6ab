import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import type { Fact, Message } from '#shared/domain/message.ts'
import { en } from '#shared/words/en/index.ts'
import { amount, inARow, listed, message, withoutRepeats, type Code } from '#shared/words/message.ts'
import { LANGUAGES, sayIn } from '#shared/words/say.ts'
import { zh } from '#shared/words/zh/index.ts'

const CODES = Object.keys(en) as Code[]
const blanksOf = (sentence: string): readonly string[] =>
  [...new Set([...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort()

/** A fact for each blank of a sentence. */
function sample(code: Code, count: number): Message {
  const fact = (name: string): Fact => (name === 'count' ? count : name === 'sentences' ? [] : `<${name}>`)
  return { code, facts: Object.fromEntries(blanksOf(en[code]).map((name) => [name, fact(name)])) }
}

describe('the catalogue', () => {
  it('has the same blanks in every language', () => {
    const differing = CODES.filter((code) => blanksOf(zh[code]).join() !== blanksOf(en[code]).join())
    expect(differing).toEqual([])
  })

  it.each(LANGUAGES)('has every message in %s, complete, for none, one and many', (language) => {
    const say = sayIn(language)
    const unsound = CODES.flatMap((code) => [0, 1, 2].map((count) => [code, count, say(sample(code, count))] as const))
      .filter(([code, count, said]) => {
        const blanks = blanksOf(en[code]).filter((blank) => blank !== 'sentences')
        const isWhole = blanks.every((blank) => said.includes(blank === 'count' ? String(count) : `<${blank}>`))
        return !isWhole || /[{}|]|undefined|\[object/.test(said)
      })
      .map(([code, count, said]) => `${code} of ${count}: ${said}`)
    expect(unsound).toEqual([])
  })

  it.each([
    'Nothing was asked for in this account yet',
    'a Spot sell among it',
    'Made real',
    '19 in 20',
    'blind',
    'the time at a tenth of it is of the others',
    'for a venue that differs',
    'this venue differs, please report it',
    'see byte 0, please report it',
    'vault.save',
  ])('never says "%s" to a trader', (gone) => {
    const isSaid = (sentence: string): boolean => sentence.toLowerCase().includes(gone.toLowerCase())
    expect(CODES.filter((code) => isSaid(en[code]) || isSaid(zh[code]))).toEqual([])
  })

  it('has no unused sentence', () => {
    const root = join(import.meta.dirname, '../../../..')
    const files = globSync('{electron,renderer,shared}/**/*.{ts,vue}', { cwd: root }).filter(
      (file) => !/^shared\/words\/(en|zh)\//.test(file),
    )
    const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    const said = new Set([...source.matchAll(/'([\w.]+)'/g)].map(([, code]) => code))
    // A code may contain a variable part: `area.${area}`.
    const made = [...source.matchAll(/`([a-z]\w*\.(?:[\w.]+|\$\{[^{}`]*\})+)`/gi)].map(([, code]) =>
      code!.replace(/\$\{[^{}]*\}|\./g, (part) => (part === '.' ? '\\.' : '\\w+')),
    )
    const patterns = [...new Set(made)].map((pattern) => new RegExp(`^${pattern}$`))
    const unsaid = CODES.filter((code) => !said.has(code) && !patterns.some((pattern) => pattern.test(code)))
    expect(unsaid).toEqual([])
  })
})

describe('a message', () => {
  const say = sayIn('en')

  it('has the grammatical number of its count', () => {
    expect([0, 1, 2].map((count) => say(message('contracts', { count })))).toEqual([
      '0 contracts',
      '1 contract',
      '2 contracts',
    ])
    expect(say(message('hours', { count: 0.5 }))).toBe('0.5 hours')
  })

  it('groups the digits of an amount and keeps every one', () => {
    const text = (value: string, places?: number) => say(message('plain', { text: amount(decimal(value), places) }))
    expect(text('1234567.10', 2)).toBe('1,234,567.10')
    expect(text('-98765432109876543210.123456789012345678')).toBe('-98,765,432,109,876,543,210.123456789012345678')
    expect(text('0.00000001')).toBe('0.00000001')
  })

  it.each([
    [0.4, 'under 1 ms'],
    [12.4, '12 ms'],
    [1_400, '1.4 s'],
    [95_020, '95 s'],
    [130_000, '2 min'],
    [28_800_000, '8 h'],
  ])('shows %s ms as %s', (ms, text) => {
    expect(say(message('plain', { text: { ms } }))).toBe(text)
  })

  it('joins names and sentences as the language does', () => {
    const names = listed(['A', 'B', 'C'], 2)
    const both = inARow([message('probe.callsSpare', { names }), message('probe.mayTrade')])
    expect(say(both)).toBe(
      'Not offered, and not needed: A, B and 1 more. The venue says that trading on Spot is allowed.',
    )
    expect(sayIn('zh')(both)).toBe('不提供，也不需要：A、B等，另有 1 个。交易所表示允许现货交易。')
  })

  it('that occurs twice is shown once', () => {
    const held = (count: number) => message('contracts', { count })
    expect(withoutRepeats([held(1), held(2), held(1)])).toEqual([held(1), held(2)])
  })

  it('of another version is shown as its code and its facts', () => {
    expect(say({ code: 'plan.later', facts: { instrument: 'E-BTC-USDT', amount: { amount: '5' } } })).toBe(
      'plan.later E-BTC-USDT 5',
    )
  })
})
