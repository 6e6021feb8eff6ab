/** What tests look at of a message. */
import { isMessage, type Message } from '#shared/domain/message.ts'
import { inEnglish } from '#shared/words/say.ts'

/** The codes of the sentences in a message, one after the other. */
export function codesOf(message: Message | null | undefined): readonly string[] {
  if (!message) return []
  const { sentences } = message.facts
  return Array.isArray(sentences) ? sentences.flatMap((each) => (isMessage(each) ? codesOf(each) : [])) : [message.code]
}

/** A message as it is said in English; nothing where there is none. */
export function saidOf(message: Message | null | undefined): string {
  return message ? inEnglish(message) : ''
}
