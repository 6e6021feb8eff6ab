/** Whether a position still has room for closing orders. */
import { wait } from '#shared/domain/clock.ts'
import type { CloseRequest } from '#shared/desk/plan.ts'
import { closable } from '#shared/desk/slice.ts'
import { CLOSED_SIDE, type Position } from '#shared/domain/account.ts'
import { sum, type Decimal } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order } from '#shared/domain/order.ts'
import { amount, message } from '#shared/words/message.ts'
import { heldVolume, nothingRead, readBefore, type PositionRead } from '../plan/position-before.ts'
import type { BeforeClose } from '../log/entry.ts'
import type { Leg } from '../state/intent.ts'
import { asKind } from '../state/leg-kinds.ts'
import { beyond, LONGEST_LAG_MS, type AtMost } from './lagging-lists.ts'
import { within } from '../plan/patience.ts'
import type { Looking } from '../plan/reader.ts'

/** How long to wait for orders that lock a position, and for a failing read, ms. */
export const LOCK_PATIENCE_MS = 5_000
/** The pause between reads of a position that is still locked, ms. */
export const LOCK_POLL_MS = 500

/**
 * `enough`: the closable contracts cover the orders. `gone`: nothing is held any more. `turned`: the contract is now
 * held on the other side, which was not asked to be closed. `lagging`: the list does not show yet what our own orders
 * have closed, so none of its sizes can be trusted.
 */
export type Room =
  | { readonly kind: 'enough'; readonly before: BeforeClose }
  | { readonly kind: 'gone' }
  | { readonly kind: 'turned'; readonly why: Message }
  | { readonly kind: 'lagging'; readonly why: Message }
  | { readonly kind: 'tooLittle'; readonly why: Message }

export interface RoomOptions extends Looking {
  /** The most that positions can hold, by key, after our own recent closes. */
  readonly heldAtMost: () => ReadonlyMap<string, AtMost>
  /**
   * The smallest size that a position can have, by what was last known; null: unknown, or too long ago. `orders`: the
   * open orders of its contract as just read; null: the known ones count.
   */
  readonly lastKnown: (positionKey: string, orders: readonly Order[] | null) => Position | null
  /** Keys of the positions that were held when the intent was accepted. */
  readonly heldThen: ReadonlySet<string>
}

/**
 * How long to wait for the position before the last known size is used, ms. Shorter if the plan could not read it
 * either; longer in a pause, where reads are sent one by one.
 */
const READ_PATIENCE_MS = 1_000
const AGAIN_PATIENCE_MS = 500

/**
 * Reads the position at least once, until it has room for `legs` or can get no more. It waits for locks and failed
 * reads until `until`, and for a lagging list as long as one may lag. If the position cannot be read, closes of the
 * first round use the last known size; those of later rounds never do.
 */
export async function findRoom(legs: readonly Leg[], until: number, options: RoomOptions): Promise<Room> {
  const { read, clock, signal, heldAtMost } = options
  const request = asKind(legs[0]?.request, 'close')
  const { positionKey, instrument, knownMs } = request
  const isOfClick = legs[0]?.round === 1
  const patience = { lag: clock.mono() + LONGEST_LAG_MS, lock: until }
  for (;;) {
    const known = isOfClick ? options.lastKnown(positionKey, null) : null
    // In a pause each read takes the slot of an order. And the account could not be read for the plan either.
    if (knownMs !== undefined && read.isPaused('contract') && known && closable(known).gte(planned(legs))) {
      return { kind: 'enough', before: { ...nothingRead(read.now()), lastHeld: known.volume } }
    }
    const patienceMs =
      knownMs !== undefined ? AGAIN_PATIENCE_MS : read.isPaused('contract') ? LOCK_PATIENCE_MS : READ_PATIENCE_MS
    const inTime = within(known === null ? null : patienceMs, options)
    const { position, orders, unread: before } = await readBefore(positionKey, instrument, read.forExit, inTime)
    const isMissing = !position.ok || (position.value.held === null && !position.value.isWhole)
    // The orders that were just read show which part is still locked.
    const least = isOfClick && isMissing ? options.lastKnown(positionKey, orders) : null
    if (least !== null && closable(least).gte(planned(legs)))
      return { kind: 'enough', before: { ...before, lastHeld: least.volume } }
    const room = position.ok
      ? (turnedOver(request, position.value, options.heldThen) ??
        judgeRoom(planned(legs), heldAtMost().get(positionKey), position.value))
      : unread(position.error.message)
    if (!('passes' in room) || clock.mono() >= patience[room.passes] || signal.aborted) return room
    await wait(clock, LOCK_POLL_MS, signal)
  }
}

/** There is no room now, for a reason that may pass. */
interface Passing {
  readonly kind: 'lagging' | 'tooLittle'
  readonly why: Message
  readonly passes: 'lock' | 'lag'
}

/**
 * Whether the position is now held on the other side. If the venue showed both sides when the intent was accepted,
 * those are two positions. Pure.
 */
function turnedOver(
  { positionKey, side: closing }: CloseRequest,
  { held, others }: PositionRead,
  heldThen: ReadonlySet<string>,
): Room | null {
  const isTwo = (key: string): boolean => heldThen.has(key) && heldThen.has(positionKey)
  const turned = others.find(({ key, side, volume }) => side !== CLOSED_SIDE[closing] && volume.gt(0) && !isTwo(key))
  if (held !== null || turned === undefined) return null
  const { contract, side, volume } = turned
  return { kind: 'turned', why: message(`leg.close.turned.${side}`, { contract, volume: amount(volume) }) }
}

/** Judges one read of the position. Only what is still held and free may be closed. Pure. */
function judgeRoom(wanted: Decimal, most: AtMost | undefined, { held, isWhole, before }: PositionRead): Room | Passing {
  if (held === null) return isWhole ? { kind: 'gone' } : unread(message('leg.close.someUnreadable'))
  const now = heldVolume(before)
  const more = beyond(most, { held: now, free: before.closable })
  if (more !== null) {
    const why = message('leg.close.lags', { listed: amount(more.listed), left: amount(more.left) })
    return { kind: 'lagging', why, passes: 'lag' }
  }
  if (before.closable.gte(wanted)) return { kind: 'enough', before }
  if (now.gte(wanted)) {
    const why = message('leg.close.locked', { locked: amount(before.pendingClose), held: amount(now) })
    return { kind: 'tooLittle', why, passes: 'lock' }
  }
  const was = most?.held.gt(now) === true ? most.held : wanted
  const facts = { taken: amount(was.minus(now)), held: amount(was) }
  return { kind: 'tooLittle', why: message('leg.close.takenFirst', facts) }
}

function unread(why: Message): Passing {
  return { kind: 'tooLittle', why: message('leg.close.unread', { why }), passes: 'lock' }
}

function planned(legs: readonly Leg[]): Decimal {
  return sum(legs.map(({ request }) => asKind(request, 'close').volume))
}
