/** Finds the outcome of intents from earlier runs, by reads alone: after a start, only a trader sends anything. */
import { looksAgain } from '#shared/desk/estimate.ts'
import { message } from '#shared/words/message.ts'
import type { DeskLog } from '../log/desk-log.ts'
import { isFinished, type Intent, type Leg } from '../state/intent.ts'
import { settle, type SettleOptions } from '../verify/settle.ts'
import { takeUpChase, recordChaseEnd } from './chase/note-chase.ts'
import { isChase } from './chase/chase-words.ts'
import { endLooking, giveUpLooking } from './end-looking.ts'

/** Resolves when all that earlier runs left open is settled. */
export async function settleEarlierRuns(options: SettleOptions): Promise<void> {
  const { log } = options
  for (const intent of log.state().intents) if (intent.look === 'pending') endLook(intent, log)
  const open = log.state().intents.filter((intent) => !isFinished(intent))
  await Promise.all(open.map((intent) => settleEarlier(intent, options)))
}

/** An intent of an earlier run gets no further rounds. */
function endLook(intent: Intent, log: DeskLog): void {
  if (isChase(intent)) takeUpChase(intent, log)
  else if (looksAgain(intent.action)) giveUpLooking(intent, message('intent.noLook'), log)
  else endLooking(intent, log)
}

async function settleEarlier(intent: Intent, options: SettleOptions): Promise<void> {
  const { log, signal } = options
  for (const leg of intent.legs) takeUpLeg(leg, log)
  await Promise.all(intent.legs.map((leg) => settle(leg, options)))
  if (!signal.aborted && isChase(intent)) recordChaseEnd(intent, log)
}

/** The effect of a request that may have been sent is unknown until a read finds it. */
function takeUpLeg(leg: Leg, log: DeskLog): void {
  const { state } = leg.record
  if (state === 'planned') log.noteLeg(leg, { state: 'skipped', detail: message('leg.closedBefore') })
  if (state === 'journalled') log.noteLeg(leg, { state: 'unknown', detail: message('leg.stoppedSending') })
}
