import { expect, it } from 'vitest'
import { listed } from '#shared/domain/listed.ts'

it.each([
  [[], ''],
  [['BTC'], 'BTC'],
  [['BTC', 'ETH'], 'BTC, ETH'],
  [['BTC', 'ETH', 'SOL', 'XRP'], 'BTC, ETH and 2 more'],
])('names the first two of %j and counts the rest', (names, text) => {
  expect(listed(names, 2)).toBe(text)
})
