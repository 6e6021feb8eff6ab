/**
 * A venue's list of positions may lag behind its orders: what our own closes took a moment ago is not held any more,
 * whatever the list says. Nothing is closed by a size that is larger than they left.
 */
import type { Position } from '#shared/domain/account.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { sum, type Decimal } from '#shared/domain/decimal.ts'
import type { Intent } from '../intent.ts'
import { heldVolume } from '../read/before.ts'

/**
 * How long a list may lag, ms. After that a larger position is believed: somebody has opened more, and the way out of
 * that must not be shut.
 */
const LONGEST_LAG_MS = 10_000

/** The most contracts that positions can have, by key, where a close of ours took some lately: the newest tells. */
export function heldAtMost(intents: readonly Intent[]): ReadonlyMap<string, Decimal> {
  const taken = intents
    .flatMap(({ legs }) => legs)
    .flatMap(({ request, record: { before, executed }, ageMs }) =>
      request.kind === 'close' &&
      ageMs < LONGEST_LAG_MS &&
      before !== null &&
      before.isUnread !== true &&
      executed?.gt(0) === true
        ? [{ key: request.positionKey, most: heldVolume(before).minus(executed), ageMs }]
        : [],
    )
  return new Map(taken.toSorted((one, other) => other.ageMs - one.ageMs).map(({ key, most }) => [key, most]))
}

/** The positions that are listed larger than our own closes left them a moment ago. */
export function laggingIn(positions: readonly Position[] | null, intents: readonly Intent[]): readonly Position[] {
  const most = heldAtMost(intents)
  return (positions ?? []).filter(({ key, volume }) => most.get(key)?.lt(volume) === true)
}

const WITHOUT_EFFECT: ReadonlySet<LegState> = new Set([
  'planned',
  'rejected',
  'notSent',
  'absent',
  'skipped',
  'alreadyGone',
])

/** The most contracts that closes of ours may have taken of a position since a read of `ms` ago. */
export function takenSince(positionKey: string, ms: number, intents: readonly Intent[]): Decimal {
  const closes = intents
    .flatMap(({ legs }) => legs)
    .flatMap(({ request, record, ageMs }) =>
      request.kind === 'close' && request.positionKey === positionKey && ageMs <= ms + LONGEST_LAG_MS
        ? [{ request, record }]
        : [],
    )
    .filter(({ record: { state } }) => !WITHOUT_EFFECT.has(state))
  return sum(
    closes.map(({ request, record: { state, executed } }) =>
      (state === 'verified' || state === 'partial') && executed !== null ? executed : request.volume,
    ),
  )
}
