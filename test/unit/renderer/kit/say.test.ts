import { listed, message, verbatim } from '#shared/words/message.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { say, sayAll, setLanguage } from '../../../../renderer/src/kit/say.ts'

vi.stubGlobal('document', { documentElement: { lang: '' } })
afterEach(() => setLanguage('en'))

it('joins sentences as the language does, and leaves out missing ones', () => {
  const texts = [message('kit.unread'), null, undefined, false, '', message('kit.waiting')] as const
  const [first, second] = [sayAll(texts[0]), sayAll(texts[5])]
  expect(sayAll(...texts)).toBe(`${first} ${second}`)
  setLanguage('zh')
  expect(sayAll(...texts)).toBe(`${sayAll(texts[0])}${sayAll(texts[5])}`)
  expect(sayAll(null, false)).toBe('')
})

it('names five of a longer list and counts the others, in a message within a message too', () => {
  const names = Array.from({ length: 700 }, (_, nth) => `C${nth}`)
  const left = message('kit.unknownNames', { names })
  expect(say(left)).toContain('C3, C4 and 695 more')
  expect(say(left)).not.toContain('C5')
  expect(sayAll(left, left).match(/and 695 more/g)).toHaveLength(2)
  expect(say(message('kit.unknownNames', { names: names.slice(0, 5) }))).toContain('C3, C4')
  expect(say(message('kit.unknownNames', { names: listed(names, 2) }))).toContain('C0, C1 and 698 more')
})

it('says every sentence of a row', () => {
  const sentences = Array.from({ length: 9 }, (_, nth) => verbatim(`${nth}.`))
  expect(sayAll(...sentences)).toBe('0. 1. 2. 3. 4. 5. 6. 7. 8.')
})
