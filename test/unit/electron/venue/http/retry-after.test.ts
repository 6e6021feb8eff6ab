import { expect, it } from 'vitest'
import { retryAfterMs } from '#electron/venue/http/retry-after.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const DAY_MS = 86_400_000

it.each([
  ['60', 60_000],
  ['0', 0],
  ['1.5', 1_500],
  [' 7 ', 7_000],
  ['99999999999', 3 * DAY_MS],
  ['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
  ['Thursday, 01-Jan-26 00:01:30 GMT', 90_000],
  ['Thu Jan  1 00:01:30 2026', 90_000],
  ['Thu, 01 Jan 2099 00:00:00 GMT', 3 * DAY_MS],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['Thu, 99 Jan 2026 00:01:30 GMT', 0],
  ['-5', 0],
  ['soon', 0],
  ['2026-01-01T00:01:30Z', 0],
  ['', 0],
  [`${'9'.repeat(100_000)}x`, 0],
])('%s asks for %i ms', (text, ms) => {
  expect(retryAfterMs({ text, date: null }, NOW)).toBe(ms)
})

it('compares a date with the date of the answer, and with our own estimate only without one', () => {
  const text = 'Thu, 01 Jan 2026 00:01:30 GMT'
  expect(retryAfterMs({ text, date: 'Thu, 01 Jan 2026 00:01:00 GMT' }, NOW)).toBe(30_000)
  expect(retryAfterMs({ text, date: 'no date' }, NOW)).toBe(90_000)
  // A venue whose clock is a year ahead.
  expect(retryAfterMs({ text: text.replace('2026', '2027'), date: 'Fri, 01 Jan 2027 00:01:00 GMT' }, NOW)).toBe(30_000)
})

it('requests no wait without a header', () => {
  expect(retryAfterMs(null, NOW)).toBe(0)
})
