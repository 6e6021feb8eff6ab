import { shallowRef } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import { inARow, message, verbatim, type Code, type Facts } from '#shared/words/message.ts'
import { groupIn, sayIn, type Language } from '#shared/words/say.ts'
import { privacy } from './privacy.ts'

const language = shallowRef<Language>('en')

/** From now on everything on screen is in `next`. */
export function setLanguage(next: Language): void {
  language.value = next
  document.documentElement.lang = next
}

/** `message` in the window's language, with hidden amounts masked. Called while rendering, it follows both. */
export function say(message: Message): string {
  return sayIn(language.value, privacy.value)(message)
}

/** Sentences in a row, joined as the language does it; absent and empty ones are left out. */
export function sayAll(...told: readonly (Message | string | null | undefined | false)[]): string {
  const left = told
    .filter((each) => each !== null && each !== undefined && each !== false)
    .filter((each) => each !== '')
  return say(inARow(left.map((each) => (typeof each === 'string' ? verbatim(each) : each))))
}

/** The words of `code` in the window's language, with its facts filled in. Never kept past a render. */
export function t<C extends Code>(code: C, ...facts: Facts<C>): string {
  return say(message(code, ...facts))
}

/** Decimal text with its digits grouped as in the window's language. */
export function grouped(text: string): string {
  return groupIn(language.value)(text)
}
