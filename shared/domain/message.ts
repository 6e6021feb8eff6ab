/**
 * Something to be said, as plain data: which sentence of the catalogue, and the facts that stand in it. The window, the
 * command line and documents say it in the reader's language (`shared/words`). No code decides anything by the words.
 */
export interface Message {
  /** A key of the catalogue. A journal of another version may have one that this version does not know. */
  readonly code: string
  readonly facts: Readonly<Record<string, Fact>>
}

/**
 * What stands in a sentence: a name or the venue's own text, a count, an amount, a duration, a share, a part of the
 * sentence that is a message itself, or several of these.
 */
export type Fact = string | number | Amount | Duration | Share | Message | readonly Fact[]

/** An exact decimal with as many digits as it is to be shown with. */
export interface Amount {
  readonly amount: string
}

export interface Duration {
  readonly ms: number
}

/** A fraction, shown as a percentage with so many digits after the point. */
interface Share {
  readonly share: number
  readonly places: number
}

/** The same for messages that say the same. */
export function messageKey({ code, facts }: Message): string {
  return JSON.stringify([code, facts])
}

export function isMessage(fact: Fact): fact is Message {
  return typeof fact === 'object' && 'code' in fact
}
