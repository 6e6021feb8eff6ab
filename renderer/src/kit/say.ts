import { shallowRef } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import { sayIn, type Language } from '#shared/words/say.ts'

const language = shallowRef<Language>('en')
const speakers = { en: sayIn('en'), zh: sayIn('zh') } as const satisfies Record<Language, (message: Message) => string>

/** `message` in the language of the window: said anew by itself, where it is called while rendering, when that changes. */
export function say(message: Message): string {
  return speakers[language.value](message)
}
