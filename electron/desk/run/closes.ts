/** Closes one position with slices, one after the other. Each must fit into what a fresh read says is closable. */
import { ZERO } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { amount, message } from '#shared/words/message.ts'
import type { DeskLog } from '../log/desk-log.ts'
import type { LegRecord } from '../log/entry.ts'
import { execute, type SendOptions } from './execute.ts'
import type { Leg } from '../state/intent.ts'
import { asKind } from '../state/leg-kinds.ts'
import { isCapped } from '../verify/look-close.ts'
import { settle, type SettleOptions } from '../verify/settle.ts'
import { findRoom, type Room, type RoomOptions } from './closable-now.ts'

/**
 * Sends the slices of the close of one position, in order. `until`: the `clock.mono()` until which the position may
 * still be locked or unreadable. `onHandedOver` is called once other closes need not wait for this one: when it ends,
 * or when its answer is lost.
 */
export async function runCloses(
  legs: readonly Leg[],
  until: number,
  onHandedOver: () => void,
  options: SettleOptions & SendOptions & RoomOptions,
): Promise<void> {
  const { clock, signal, log } = options
  const isStopped = (): boolean => signal.aborted
  // As the orders that lock the position go, its closable volume grows. That growth could hide the effect of an
  // unanswered close, so these orders get time to go first. Whatever is free by then is closed anyway.
  const whole = await findRoom(legs, until, options)
  for (const [index, leg] of legs.entries()) {
    const rest = legs.slice(index + 1)
    const room: Room = index === 0 && whole.kind !== 'tooLittle' ? whole : await findRoom([leg], clock.mono(), options)
    if (isStopped()) return
    if (room.kind === 'gone') {
      const gone = { state: 'alreadyGone', executed: ZERO, detail: message('leg.close.goneBefore') } as const
      return endAll([leg, ...rest], gone, log)
    }
    if (room.kind === 'turned' || room.kind === 'lagging') {
      return endAll([leg, ...rest], { state: 'skipped', detail: room.why }, log)
    }
    if (room.kind === 'tooLittle') {
      // A smaller slice after it may still fit; the next round plans what is left.
      log.noteLeg(leg, { state: 'skipped', detail: room.why })
      continue
    }
    await execute(leg, options, room.before)
    if (log.leg(leg).record.state === 'unknown') onHandedOver()
    // The next slice or round closes what this one left.
    await settle(leg, options, true)
    if (isStopped() || rest.length === 0) return
    const closed = log.leg(leg)
    if (!isAsPlanned(closed)) return endAll(rest, { state: 'skipped', detail: whyNotSent(closed) }, log)
  }
}

/** A slice that waits at its price locks its own contracts and leaves the rest of the position free. */
function isAsPlanned({ record: { state } }: Leg): boolean {
  return state === 'verified' || state === 'working'
}

/** If the order book had nothing at the price of one slice, it has nothing for the next slice either. */
function whyNotSent({ request, record: { state } }: Leg): Message {
  const close = asKind(request, 'close')
  return state === 'partial' && isCapped(close)
    ? message('leg.close.bookEmpty', { price: amount(close.price) })
    : message('leg.close.unexpected')
}

function endAll(legs: readonly Leg[], change: Partial<LegRecord>, log: DeskLog): void {
  for (const leg of legs) log.noteLeg(leg, change)
}
