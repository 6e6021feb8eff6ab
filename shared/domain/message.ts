import type { PlainText } from './decimal-text.ts'

/**
 * A sentence of the catalogue as plain data: its code, and the facts in it. The window, the command line and documents
 * put it into the reader's language (`shared/words`). No code may depend on the wording.
 */
export interface Message {
  /** A key of the catalogue. A journal of another version may have unknown ones. */
  readonly code: string
  readonly facts: Readonly<Record<string, Fact>>
}

/**
 * A fact in a sentence: a name or the venue's text, a count, an amount, a duration, a share (a fraction, shown as a
 * percentage with so many `places`), a message, or a list of these. An amount is never plain text, which the privacy
 * setting could not hide.
 */
export type Fact =
  | PlainText
  | number
  | Amount
  | Duration
  | { readonly share: number; readonly places: number }
  | Message
  | readonly Fact[]

/** An exact decimal with the digits to show. */
export interface Amount {
  readonly amount: string
}

export interface Duration {
  readonly ms: number
}

/** Equal for messages that say the same. */
export function messageKey({ code, facts }: Message): string {
  return JSON.stringify([code, facts])
}

export function isMessage(fact: Fact): fact is Message {
  return typeof fact === 'object' && 'code' in fact
}
