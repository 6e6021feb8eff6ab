import { computed, shallowRef } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import { message, type Code, type Facts } from '#shared/words/message.ts'
import { sayIn, type Language } from '#shared/words/say.ts'

const language = shallowRef<Language>('en')
const speaker = computed(() => sayIn(language.value))

/** `message` in the language of the window. Called while rendering, it is said anew when the language changes. */
export function say(message: Message): string {
  return speaker.value(message)
}

/** The words of `code` in the language of the window, with what stands in them. Never kept past a render. */
export function t<C extends Code>(code: C, ...facts: Facts<C>): string {
  return say(message(code, ...facts))
}
