/** Whether a position still has room for closing orders. */
import { wait } from '#shared/domain/clock.ts'
import { sum, toText, type Decimal } from '#shared/domain/decimal.ts'
import { heldVolume, readBefore, type PositionRead } from '../read/before.ts'
import type { Before } from '../journal/entries.ts'
import type { Leg } from '../intent.ts'
import { asKind } from '../leg-kinds.ts'
import type { Looking } from '../read/reads.ts'

/** How long orders that lock a position are waited for, and a read that fails; what is free by then is closed. */
export const LOCK_PATIENCE_MS = 5_000
/** How often a position that is still locked is read again, ms. */
export const LOCK_POLL_MS = 500

/** `enough`: what can be closed covers the orders. `gone`: nothing is held any more. */
export type Room =
  | { readonly kind: 'enough'; readonly before: Before }
  | { readonly kind: 'gone' }
  | { readonly kind: 'tooLittle'; readonly why: string }

/** Whether the contracts no closing order has taken are as many as `legs` close together. */
export function covers({ closable }: Before, legs: readonly Leg[]): boolean {
  return closable.gte(planned(legs))
}

/**
 * Reads the position until it has room for `legs`, or can not have any more, or the clock shows `until`; at least once.
 * `expected` contracts are held if nothing else traded; null: what the first read shows. It is for the words only.
 */
export async function findRoom(
  legs: readonly Leg[],
  expected: Decimal | null,
  until: number,
  { read, clock, signal }: Looking,
): Promise<Room> {
  const { positionKey, instrument } = asKind(legs[0]?.request, 'close')
  for (;;) {
    const now = await readBefore(positionKey, instrument, read)
    const room = now.ok ? judgeRoom(planned(legs), expected, now.value) : unread(now.error.message)
    if (!('mayPass' in room) || clock.mono() >= until || signal.aborted) return room
    await wait(clock, LOCK_POLL_MS, signal)
  }
}

/** Room that is missing for a reason that may pass by itself. */
interface Passing extends Extract<Room, { kind: 'tooLittle' }> {
  readonly mayPass: true
}

/** Pure: what one read of the position says. It may only ever be closed as far as it is still held, and free. */
function judgeRoom(wanted: Decimal, expected: Decimal | null, { held, isWhole, before }: PositionRead): Room | Passing {
  if (held === null) return isWhole ? { kind: 'gone' } : unread('some positions of the answer are not readable')
  if (before.closable.gte(wanted)) return { kind: 'enough', before }
  const now = heldVolume(before)
  if (now.gte(wanted)) {
    const locked = `${toText(before.pendingClose)} of ${toText(now)} contracts are in closing orders`
    return { kind: 'tooLittle', why: `Not sent: ${locked}. Close again to go on.`, mayPass: true }
  }
  const was = expected?.gt(now) ? expected : wanted
  const lost = `${toText(was.minus(now))} of ${toText(was)} contracts were closed by another order that filled first`
  return { kind: 'tooLittle', why: `Not sent: ${lost}. Close again for the rest.` }
}

function unread(why: string): Passing {
  const detail = `Not sent: the position could not be read (${why}). Close again to go on.`
  return { kind: 'tooLittle', why: detail, mayPass: true }
}

function planned(legs: readonly Leg[]): Decimal {
  return sum(legs.map(({ request }) => asKind(request, 'close').volume))
}
