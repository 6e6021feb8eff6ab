import type { Fact } from '#shared/domain/message.ts'
import { listed, message, unitName } from '#shared/words/message.ts'
import { say } from '../kit/say.ts'

/** The most names before the rest is counted. */
const MOST_NAMED = 8

/** What a margin unit is called on screen, by its id: "USDT cross", "E-XRP-USDT short". */
export function labelOf(unitId: string): string {
  return say(message('plain', { text: unitName(unitId) }))
}

/** The names of the first few units, and how many more there are. */
export function namesOf(unitIds: readonly string[]): Fact {
  return listed(unitIds, MOST_NAMED, labelOf)
}
