/** Carries an accepted intent out, leg by leg. */
import { sum, toText } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Before } from './entries.ts'
import { execute } from './execute.ts'
import type { Intent, Leg } from './intents.ts'
import { readBefore } from './look-close.ts'
import type { Reader } from './reads.ts'
import { settle } from './reconcile.ts'
import type { SettleOptions } from './reconcile.ts'

/** Cancels on their way at the same time. */
const CANCELS_AT_ONCE = 4

export interface RunOptions extends SettleOptions {
  readonly read: Reader
}

/** `before` is the read the plan of a close was made from. Ends when every leg is settled, or `signal` says stop. */
export function runIntent(intent: Intent, before: Before | null, options: RunOptions): Promise<void> {
  return intent.action.kind === 'closePosition'
    ? runInOrder(intent.legs, before, options)
    : runCancels(intent.legs, options)
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

/** One slice after another: each is seen to be done before the next is sent, and the position is read in between. */
async function runInOrder(legs: readonly Leg[], before: Before | null, options: RunOptions): Promise<void> {
  const isStopped = (): boolean => options.signal.aborted
  let ready: Result<Before | null, string> = ok(before)
  for (const [index, leg] of legs.entries()) {
    const rest = legs.slice(index)
    if (index > 0) ready = await checkRoom(rest, options.read)
    if (isStopped()) return
    if (!ready.ok) return skip(rest, ready.error)
    await send(leg, ready.value, options)
    await settle(leg, options)
    if (isStopped()) return
    if (leg.record.state !== 'verified') {
      return skip(
        rest.slice(1),
        'Not sent, because the part before it was not closed as planned. Close again to go on.',
      )
    }
  }
}

async function send(leg: Leg, before: Before | null, { client, signal }: RunOptions): Promise<void> {
  if (!signal.aborted) await execute(leg, client, before)
}

/** Whether the position still has room for all that is left of the plan: it may have been closed by others meanwhile. */
async function checkRoom(legs: readonly Leg[], read: Reader): Promise<Result<Before, string>> {
  const [first] = legs
  if (first?.request.kind !== 'close') throw new Error('expected a closing order')
  const { positionKey, instrument } = first.request
  const now = await readBefore(positionKey, instrument, read)
  if (!now.ok) return err(`Not sent: the position could not be read (${now.error.message}). Close again to go on.`)
  const { closable } = now.value.before
  const planned = sum(legs.flatMap(({ request }) => (request.kind === 'close' ? [request.volume] : [])))
  if (closable.gte(planned)) return ok(now.value.before)
  return err(`Not sent: something else made the position smaller (${toText(closable)} closable). Close again to go on.`)
}

function skip(legs: readonly Leg[], detail: string): void {
  for (const leg of legs) leg.note({ state: 'skipped', detail })
}
