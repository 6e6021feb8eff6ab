/** What a row does not tell, because it could not be read. */
import type { Message } from './message.ts'

/** A field of a row that is null because what the venue sent there could not be read, and what that was. */
export interface Gap {
  /** Our name of the field. */
  readonly field: string
  /** The venue's name of it, and what was wrong: "holdAmount: is missing". */
  readonly reason: Message
}

/** The margin coin of a position whose row does not tell it. No coin is called so. */
export const UNKNOWN_COIN = '?'
