import { expect, it } from 'vitest'
import { positionKey } from '#shared/domain/account.ts'
import { message, positionTitle } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'

const named = (key: string) => inEnglish(message('plain', { text: positionTitle(key) }))

it('names a position by its side, its contract and its margin mode', () => {
  expect(named(positionKey('E-LINK-USDT', 'cross', 'long'))).toBe('long E-LINK-USDT cross')
  expect(named(positionKey('A:B', 'isolated', 'short'))).toBe('short A:B isolated')
  expect(named('anything else')).toBe('anything else')
})
