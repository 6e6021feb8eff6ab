import { expect, it } from 'vitest'
import { groupThousands } from '#shared/domain/decimal.ts'

it.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['1234567.89012', '1,234,567.89012'],
  ['-123456', '-123,456'],
  ['-1234.5', '-1,234.5'],
  ['0.0001234', '0.0001234'],
])('%s is printed as %s', (text, printed) => {
  expect(groupThousands(text)).toBe(printed)
})
