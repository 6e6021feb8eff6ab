import type { Message } from './message.ts'

/** A field of a row that is null because the venue's value could not be read, and why. */
export interface Gap {
  /** Our name of the field. */
  readonly field: string
  /** The venue's name of it, and what was wrong: "holdAmount: is missing". */
  readonly reason: Message
}

/** The coin of a row that does not name it. No coin has this name. */
export const UNKNOWN_COIN = '?'
