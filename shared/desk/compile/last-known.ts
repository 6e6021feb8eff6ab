/**
 * The way out when the account cannot be read. A position is closed by its last known size, minus what our own closes
 * and known closing orders may have taken since. No order is larger than that, and the plan shows it.
 */
import { closingVolume, type Position } from '../../domain/account.ts'
import { notNegative, type Decimal } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import type { Order } from '../../domain/order.ts'
import { ok, type Result } from '../../domain/result.ts'
import { listed, message, positionTitle } from '../../words/message.ts'
import type { DeskFacts, DeskView } from '../facts.ts'
import type { Denial } from '../plan.ts'
import { MOST_NAMES } from './cancel-legs.ts'
import type { Draft } from './draft.ts'
import { ageOf, whyPartial } from './unread.ts'

/** Sizes older than this, in ms, are not used to close: too much may have happened at the venue. */
const LONGEST_KNOWN_MS = 300_000

/**
 * The age of the last known positions, ms, or of the one with `positionKey`. null: the age is unknown, or too high to
 * close by.
 */
export function lastKnownMs(
  { positions, positionsAgeMs = null, keptMs }: Pick<DeskView, 'positions' | 'positionsAgeMs' | 'keptMs'>,
  positionKey?: string,
): number | null {
  const own = positionKey === undefined ? undefined : keptMs?.get(positionKey)
  const ageMs = own === undefined ? positionsAgeMs : own
  return positions !== null && ageMs !== null && ageMs <= LONGEST_KNOWN_MS ? ageMs : null
}

/**
 * The positions at the smallest size that they can have now. `taken`: contracts that our closes may have taken since,
 * by position key.
 */
export function leastHeld(
  positions: readonly Position[],
  orders: readonly Order[],
  taken: (positionKey: string) => Decimal,
): readonly Position[] {
  return positions.map((position) => {
    const closing = closingVolume(position, orders)
    const pending = position.pendingCloseVolume
    return {
      ...position,
      volume: notNegative(position.volume.minus(taken(position.key))),
      pendingCloseVolume: pending === null || closing.gt(pending) ? closing : pending,
      // An old mark must not set the price limit of a new order.
      markPrice: null,
    }
  })
}

/**
 * The draft, with the age of the size on each close that uses the last known size, and with a warning about that in
 * front.
 */
export function datedDraft(draft: Result<Draft, Denial>, facts: DeskFacts): Result<Draft, Denial> {
  const { knownMs: known } = facts
  if (!draft.ok || known === undefined) return draft
  const keys = new Set<string>()
  const legs = draft.value.legs.map((leg) => {
    const knownMs = leg.kind === 'close' ? known.get(leg.positionKey) : undefined
    if (leg.kind !== 'close' || knownMs === undefined) return leg
    keys.add(leg.positionKey)
    return { ...leg, knownMs }
  })
  const warnings = keys.size === 0 ? [] : [lastKnownWarning(keys, known, facts)]
  return ok({ legs, warnings: [...warnings, ...draft.value.warnings] })
}

function lastKnownWarning(keys: ReadonlySet<string>, known: ReadonlyMap<string, number>, facts: DeskFacts): Message {
  const age = ageOf(Math.max(...known.values()), Math.ceil)
  if (facts.positions?.every(({ key }) => known.has(key)) !== true) {
    const names = listed([...keys].map(positionTitle), MOST_NAMES)
    return message('plan.someByLastKnown', { why: whyPartial(facts), age, names })
  }
  return (facts.doubts ?? []).length === 0
    ? message('plan.byLastKnown', { age })
    : message('plan.allByLastKnown', { why: whyPartial(facts), age })
}
