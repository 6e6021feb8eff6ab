import { shallowRef } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import { inARow, message, verbatim, type Code, type Facts } from '#shared/words/message.ts'
import { groupIn, sayIn, type Language } from '#shared/words/say.ts'
import { privacy } from './privacy.ts'

const language = shallowRef<Language>('en')

/** Everything on screen is said in `next` from now on. */
export function setLanguage(next: Language): void {
  language.value = next
  document.documentElement.lang = next
}

/** `message` in the language of the window, with the amounts hidden that are. Called while rendering, it is said anew when either changes. */
export function say(message: Message): string {
  return sayIn(language.value, privacy.value)(message)
}

/** Sentences one after the other, joined as the language joins them; what is absent or empty is left out. */
export function sayAll(...told: readonly (Message | string | null | undefined | false)[]): string {
  const left = told
    .filter((each) => each !== null && each !== undefined && each !== false)
    .filter((each) => each !== '')
  return say(inARow(left.map((each) => (typeof each === 'string' ? verbatim(each) : each))))
}

/** The words of `code` in the language of the window, with what stands in them. Never kept past a render. */
export function t<C extends Code>(code: C, ...facts: Facts<C>): string {
  return say(message(code, ...facts))
}

/** Decimal text with its digits grouped as the language of the window does. */
export function grouped(text: string): string {
  return groupIn(language.value)(text)
}
