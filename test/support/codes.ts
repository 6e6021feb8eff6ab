/** The parts of a message that tests check. */
import { isMessage, type Message } from '#shared/domain/message.ts'
import { inEnglish } from '#shared/words/say.ts'

/** The codes of the sentences in a message, in order. */
export function codesOf(message: Message | null | undefined): readonly string[] {
  if (!message) return []
  const { sentences } = message.facts
  return Array.isArray(sentences) ? sentences.flatMap((each) => (isMessage(each) ? codesOf(each) : [])) : [message.code]
}

/** The English text of a message; empty for no message. */
export function saidOf(message: Message | null | undefined): string {
  return message ? inEnglish(message) : ''
}
