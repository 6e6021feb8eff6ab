import { message } from '#shared/words/message.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { sayAll, setLanguage } from '../../../../renderer/src/kit/say.ts'

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
