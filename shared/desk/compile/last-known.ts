/**
 * A way out when the account can not be read: positions are closed by the size they were last known to have, less all
 * that our own closes and the closing orders that are known may have taken since. Never more, and only as shown.
 */
import { closesSide, type Position } from '../../domain/account.ts'
import { sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import { remaining, type Order } from '../../domain/order.ts'
import { ok, type Result } from '../../domain/result.ts'
import { listed, message, positionTitle } from '../../words/message.ts'
import type { DeskFacts, DeskView } from '../facts.ts'
import type { CloseRequest, Denial } from '../plan.ts'
import type { Draft } from './draft.ts'
import { ageOf, whyPartial } from './unread.ts'

/** Sizes older than this, ms, close nothing: too much may have happened at the venue. */
const LONGEST_KNOWN_MS = 300_000

/**
 * How old the positions are that `view` knows, or the one of a key, ms, where that is young enough to close by; null: it
 * is not.
 */
export function lastKnownMs(
  { positions, positionsAgeMs = null, keptMs }: Pick<DeskView, 'positions' | 'positionsAgeMs' | 'keptMs'>,
  positionKey?: string,
): number | null {
  const own = positionKey === undefined ? undefined : keptMs?.get(positionKey)
  const ageMs = own === undefined ? positionsAgeMs : own
  return positions !== null && ageMs !== null && ageMs <= LONGEST_KNOWN_MS ? ageMs : null
}

/** The positions at their smallest. `taken`: contracts that closes of ours may have taken since, by key. */
export function leastHeld(
  positions: readonly Position[],
  orders: readonly Order[],
  taken: (positionKey: string) => Decimal,
): readonly Position[] {
  return positions.map((position) => {
    const left = position.volume.minus(taken(position.key))
    const closing = sum(orders.filter((order) => closesSide(order, position)).map(remaining))
    const pending = position.pendingCloseVolume
    return {
      ...position,
      volume: left.gt(0) ? left : ZERO,
      pendingCloseVolume: pending === null || closing.gt(pending) ? closing : pending,
      // A price of then bounds no order of now.
      markPrice: null,
    }
  })
}

/** The draft with the age of its size on every close of what could not be read, and said first. */
export function datedDraft(draft: Result<Draft, Denial>, facts: DeskFacts): Result<Draft, Denial> {
  const { knownMs } = facts
  if (!draft.ok || knownMs === undefined) return draft
  const legs = draft.value.legs.map((leg) => (leg.kind === 'close' ? dated(leg, knownMs) : leg))
  const keys = legs.flatMap((leg) => (leg.kind === 'close' && leg.knownMs !== undefined ? [leg.positionKey] : []))
  return ok({ legs, warnings: [...datedWords(new Set(keys), facts), ...draft.value.warnings] })
}

function dated(leg: CloseRequest, known: ReadonlyMap<string, number>): CloseRequest {
  const knownMs = known.get(leg.positionKey)
  return knownMs === undefined ? leg : { ...leg, knownMs }
}

/** What is said of closes by the last known size. */
function datedWords(keys: ReadonlySet<string>, facts: DeskFacts): readonly Message[] {
  const { knownMs, positions } = facts
  if (keys.size === 0 || knownMs === undefined) return []
  const age = ageOf(Math.max(...knownMs.values()), Math.ceil)
  if (positions?.every(({ key }) => knownMs.has(key)) !== true) {
    const names = listed([...keys].map(positionTitle), MOST_NAMES)
    return [message('plan.someByLastKnown', { why: whyPartial(facts), age, names })]
  }
  return (facts.doubts ?? []).length === 0
    ? [message('plan.byLastKnown', { age })]
    : [message('plan.allByLastKnown', { why: whyPartial(facts), age })]
}

/** More are counted, not named. */
const MOST_NAMES = 5
