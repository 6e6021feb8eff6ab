/** Carries an accepted intent out, leg by leg. */
import { ZERO } from '#shared/domain/decimal.ts'
import type { Before, LegRecord } from './entries.ts'
import { execute } from './execute.ts'
import { hasSucceeded, type Intent, type Leg } from './intents.ts'
import { heldVolume } from './look-close.ts'
import type { Reader } from './reads.ts'
import { settle } from './reconcile.ts'
import type { SettleOptions } from './reconcile.ts'
import { covers, findRoom, type Room } from './room.ts'

/** Cancels on their way at the same time. */
const CANCELS_AT_ONCE = 4

/** How long a position may still show as locked after its closing orders are gone, or after a read failed. */
const UNLOCK_PATIENCE_MS = 5_000

export interface RunOptions extends SettleOptions {
  readonly read: Reader
}

/** `before` is the read the plan of a close was made from. Ends when every leg is settled, or `signal` says stop. */
export function runIntent(intent: Intent, before: Before | null, options: RunOptions): Promise<void> {
  if (intent.action.kind !== 'closePosition') return runCancels(intent.legs, options)
  if (before === null) throw new Error('expected the position a close was planned from')
  return runClose(intent.legs, before, options)
}

async function runCancels(legs: readonly Leg[], options: RunOptions): Promise<void> {
  const lanes: Promise<void>[] = []
  const settled = legs.map((leg, index) => {
    const lane = index % CANCELS_AT_ONCE
    const sent = (lanes[lane] ?? Promise.resolve()).then(() => send(leg, null, options))
    lanes[lane] = sent
    return sent.then(() => settle(leg, options))
  })
  await Promise.all(settled)
}

/** First the closing orders that lock a part of the position are cancelled, and seen to be gone; then it is closed. */
async function runClose(legs: readonly Leg[], before: Before, options: RunOptions): Promise<void> {
  const cancels = legs.filter(({ request }) => request.kind === 'cancel')
  const closes = legs.filter(({ request }) => request.kind === 'close')
  await runCancels(cancels, options)
  if (options.signal.aborted) return
  const stuck = cancels.find(({ record }) => !hasSucceeded(record.state))
  if (stuck !== undefined) {
    const detail = `Not sent, because a closing order is not known to be gone. ${stuck.record.detail}`
    return endAll(closes, { state: 'skipped', detail })
  }
  // What was read before the cancels says nothing any more, and a plan may count on orders that others are cancelling.
  const first: Room =
    cancels.length === 0 && covers(before, closes)
      ? { kind: 'enough', before }
      : await findRoom(closes, heldVolume(before), UNLOCK_PATIENCE_MS, options)
  return runSlices(closes, first, options)
}

/** One slice after another: each is seen to be done before the next is sent, and the position is read in between. */
async function runSlices(legs: readonly Leg[], first: Room, options: RunOptions): Promise<void> {
  const isStopped = (): boolean => options.signal.aborted
  let room = first
  for (const [index, leg] of legs.entries()) {
    const rest = legs.slice(index + 1)
    if (isStopped()) return
    if (room.kind === 'gone') return endAll([leg, ...rest], { state: 'alreadyGone', executed: ZERO, detail: GONE })
    if (room.kind === 'tooLittle') return endAll([leg, ...rest], { state: 'skipped', detail: room.why })
    await send(leg, room.before, options)
    await settle(leg, options)
    if (isStopped() || rest.length === 0) return
    if (leg.record.state !== 'verified') return endAll(rest, { state: 'skipped', detail: UNEXPECTED })
    room = await findRoom(rest, heldVolume(room.before).minus(leg.record.executed ?? ZERO), 0, options)
  }
}

const GONE = 'The position is closed already, by another order that filled first.'
const UNEXPECTED = 'Not sent, because the part before it was not closed as planned. Close again to go on.'

async function send(leg: Leg, before: Before | null, { client, signal }: RunOptions): Promise<void> {
  if (!signal.aborted) await execute(leg, client, before)
}

function endAll(legs: readonly Leg[], change: Partial<LegRecord>): void {
  for (const leg of legs) leg.note(change)
}
