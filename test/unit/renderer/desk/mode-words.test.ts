import { expect, it } from 'vitest'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import { keptWords } from '../../../../renderer/src/desk/mode-words.ts'

it('promises no more than is so: the mode of the demo account is gone with Plimsoll', () => {
  const of = (kind: AccountView['kind']): AccountView => ({ kind }) as AccountView
  expect(keptWords(of('venue'))).toBe('Kept until you change it.')
  expect(keptWords(of('demo'))).toBe('Kept until Plimsoll is closed.')
})
