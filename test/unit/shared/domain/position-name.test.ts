import { expect, it } from 'vitest'
import { positionKey, positionName } from '#shared/domain/account.ts'

it('calls a position by its side, its contract and its margin mode', () => {
  expect(positionName(positionKey('E-LINK-USDT', 'cross', 'long'))).toBe('long E-LINK-USDT cross')
  expect(positionName(positionKey('A:B', 'isolated', 'short'))).toBe('short A:B isolated')
  expect(positionName('anything else')).toBe('anything else')
})
