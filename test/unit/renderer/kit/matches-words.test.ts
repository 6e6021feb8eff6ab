import { expect, it } from 'vitest'
import { matchesWords } from '../../../../renderer/src/kit/matches-words.ts'

it.each([
  ['usdt btc', true],
  ['BTC', true],
  ['btc eth', false],
])('finds every word, in any order and letter case: %s', (filter, found) => {
  expect(matchesWords(() => 'Long BTC in USDT', filter)).toBe(found)
})

it.each(['', '  '])('makes no text while nothing is looked for: "%s"', (filter) => {
  const made: string[] = []
  expect(matchesWords(() => made.push('text').toString(), filter)).toBe(true)
  expect(made).toEqual([])
})
