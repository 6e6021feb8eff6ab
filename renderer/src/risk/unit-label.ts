import type { Fact } from '#shared/domain/message.ts'
import { listed, message, unitName } from '#shared/words/message.ts'
import { say } from '../kit/say.ts'

/**
 * What each margin unit is called on screen, by unit id: "USDT cross", "E-XRP-USDT short". A name is put into words
 * when asked for: an account has hundreds of units, of which few are shown.
 */
export type UnitLabels = Pick<ReadonlyMap<string, string>, 'get'>

export const UNIT_LABELS: UnitLabels = { get: (id) => say(message('plain', { text: unitName(id) })) }

/** The most names before the rest is counted. */
const MOST_NAMED = 8

/** The name of one unit; its id when nothing better is known. */
export function labelOf(labels: UnitLabels, unitId: string): string {
  return labels.get(unitId) ?? unitId
}

/** The names of the first few units, and how many more there are. */
export function namesOf(labels: UnitLabels, unitIds: readonly string[]): Fact {
  return listed(unitIds, MOST_NAMED, (id) => labelOf(labels, id))
}
