/**
 * A venue's list of positions may lag behind its orders: what our own closes took a moment ago is not held any more,
 * whatever the list says. Nothing is closed by a size that is larger than they left.
 */
import type { Position } from '#shared/domain/account.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Intent } from '../intent.ts'
import { heldVolume } from '../read/before.ts'

/**
 * How long a list may lag, ms. After that a larger position is believed: somebody has opened more, and the way out of
 * that must not be shut.
 */
const LONGEST_LAG_MS = 10_000

/** The most contracts that position `key` can have by the newest close of ours that took some lately; null: none did. */
export function mostHeld(key: string, intents: readonly Intent[]): Decimal | null {
  const left = intents
    .flatMap(({ legs }) => legs)
    .flatMap(({ request, record: { before, executed }, ageMs }) => {
      const isOfIt = request.kind === 'close' && request.positionKey === key && ageMs < LONGEST_LAG_MS
      return isOfIt && before !== null && executed?.gt(0) === true
        ? [{ most: heldVolume(before).minus(executed), ageMs }]
        : []
    })
    .toSorted((one, other) => one.ageMs - other.ageMs)
  return left[0]?.most ?? null
}

/** The positions that are listed larger than our own closes left them a moment ago. */
export function laggingIn(positions: readonly Position[] | null, intents: readonly Intent[]): readonly Position[] {
  return (positions ?? []).filter(({ key, volume }) => mostHeld(key, intents)?.lt(volume) === true)
}
