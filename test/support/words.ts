import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'

/** A message that says `text` as it is, in every language. */
export const plain = (text: string): Message => message('plain', { text })
