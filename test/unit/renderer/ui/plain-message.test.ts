import { expect, it } from 'vitest'
import { readFailure } from '#test/support/snapshot.ts'
import { asSentence, inOneSentence, withoutKeys } from '../../../../renderer/src/ui/plain-message.ts'

it.each([
  [
    'The account holds no position E-LINK-USDT:cross:long; nothing was sent.',
    'The account holds no long E-LINK-USDT cross; nothing was sent.',
  ],
  [
    'Some positions could not be read, E-BTC-USD:isolated:short may be one of them; nothing was sent.',
    'Some positions could not be read, short E-BTC-USD isolated may be one of them; nothing was sent.',
  ],
  ['E-LINK-USDT:cross:long', 'long E-LINK-USDT cross'],
  ['Nothing is left: at 12:04:05 it was long.', 'Nothing is left: at 12:04:05 it was long.'],
])('calls positions by name: %s', (message, words) => {
  expect(withoutKeys(message)).toBe(words)
})

it('tells a refusal and its reason as one sentence', () => {
  const banned = readFailure('contract.order', 'the venue has banned this address (code -1003)')
  const said = 'The venue refused it: the venue has banned this address (code -1003).'
  expect(inOneSentence(`The venue refused it. ${banned.message}`, banned)).toBe(said)
  expect(inOneSentence('The venue refused it.', banned)).toBe('The venue refused it.')
  expect(inOneSentence('The venue refused it. Something else.', banned)).toBe('The venue refused it. Something else.')
  expect(inOneSentence('The venue refused it. It is over.', null)).toBe('The venue refused it. It is over.')
})

it('gives a message that stands alone a capital and a full stop', () => {
  expect(asSentence('the venue did not answer')).toBe('The venue did not answer.')
  expect(asSentence('Timed out.')).toBe('Timed out.')
})
