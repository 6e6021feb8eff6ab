import { afterEach, expect, it } from 'vitest'
import { changedDigits } from '../../../../renderer/src/kit/flash.ts'
import { setNumbers } from '../../../../renderer/src/kit/say.ts'

afterEach(() => setNumbers('commaPoint'))

/** The part of `after` that flashes, with an arrow for its direction; null: none. */
function flashing(before: string, after: string): string | null {
  const found = changedDigits(before, after)
  return found && `${after.slice(found.from, found.to)} ${found.isUp ? '↑' : '↓'}`
}

it.each([
  ['the last digits', '61,204.10', '61,204.50', '50 ↑'],
  ['digits and marks from the first that differs', '61,204.50', '61,198.50', '198.50 ↓'],
  ['a loss that grows, as a fall', '−1,073.10 USDT', '−1,079.10 USDT', '9.10 ↓'],
  ['a sign that turns, with all digits', '−0.50', '+0.50', '+0.50 ↑'],
  ['a number that got longer, as a whole', '999.50', '1,000.50', '1,000.50 ↑'],
  ['the number alone, not its unit', '6.7\u202f%', '6.9\u202f%', '9 ↑'],
  ['the number behind a word', 'entry 61,000.0', 'entry 61,100.0', '100.0 ↑'],
])('is %s', (_, before, after, digits) => {
  expect(flashing(before, after)).toBe(digits)
})

it('is read as the trader writes numbers', () => {
  setNumbers('pointComma')
  expect(flashing('1.204,50', '1.204,60')).toBe('60 ↑')
  setNumbers('spaceComma')
  expect(flashing('9\u202f204,5', '9\u202f198,5')).toBe('198,5 ↓')
  setNumbers('apostrophePoint')
  expect(flashing('9’204.5', '9’304.5')).toBe('304.5 ↑')
})

it.each([
  ['the first number in place of none', '?', '61,204.50'],
  ['a number that is not known any more', '61,204.50', '?'],
  ['the same number with more zeros', '0.1', '0.10'],
  ['an amount in another coin', '1.50 BTC', '1.60 ETH'],
  ['another scale', '999k', '1.00M'],
  ['a time', '14:03:11', '14:03:12'],
  ['words', 'Safe', 'Near'],
])('is nothing for %s', (_, before, after) => {
  expect(flashing(before, after)).toBeNull()
})
