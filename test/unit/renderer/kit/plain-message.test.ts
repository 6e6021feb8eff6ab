import { expect, it } from 'vitest'
import { asSentence } from '../../../../renderer/src/kit/plain-message.ts'

it('gives a message that stands alone a capital and a full stop', () => {
  expect(asSentence('the venue did not answer')).toBe('The venue did not answer.')
  expect(asSentence('Timed out.')).toBe('Timed out.')
})
