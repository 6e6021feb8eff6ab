/** Which actions of a page need the trader's consent in a native box, and how that is asked. */
import { isSameAction, type Action } from '#shared/desk/action.ts'
import type { PreviewAnswer } from '#shared/desk/report.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { Desk } from '../../desk/desk.ts'
import type { Answer, Confirm, Question } from './confirm.ts'
import { RateCap } from './gate.ts'

/** How many exits per minute go out without a question because no box could be shown. */
const MOST_UNASKED = 6
const MINUTE_MS = 60_000

/**
 * What the trader is asked in a box; null: it only cancels orders, and the click in the window is enough. An exit waits
 * its turn, and is carried out without a box if none can be shown: the way out stays open.
 */
export const GESTURES: Readonly<Record<Action['kind'], 'exit' | 'other' | null>> = {
  cancelOrder: null,
  cancelOrders: null,
  cancelMatching: null,
  closePosition: 'exit',
  closeSide: 'exit',
  reduceAll: 'exit',
  reduce: 'exit',
  flatten: 'exit',
  protect: 'other',
  breakEvenAll: 'other',
  restore: 'other',
}

export function createGestures(confirm: Confirm, clock: Clock) {
  const unasked = new RateCap(clock, MOST_UNASKED, MINUTE_MS)
  return {
    /**
     * Asks in a box. A box that was answered too late is shown again with current facts. `anew` returns null if nothing
     * is left to ask.
     */
    async ask(first: Question, anew: () => Promise<Question | null>, isExit = false): Promise<Answer> {
      const atItsTurn = isExit ? anew : undefined
      let answer = await confirm(first, atItsTurn)
      while (answer === 'late') {
        const question = await anew()
        answer = question === null ? 'no' : await confirm(question, atItsTurn)
      }
      return answer
    },
    /** Why one action is not carried out after this answer; null: it is. */
    refusal(answer: Answer, isExit: boolean): Message | null {
      if (answer === 'yes' || (answer === 'unshown' && isExit && unasked.take())) return null
      return message(`main.confirm.${answer}`)
    },
  }
}

/**
 * Makes a plan for the question, unless the same action is already running: the last question may have been about it.
 */
export async function previewUnlessRunning(desk: Desk, action: Action): Promise<PreviewAnswer> {
  const isRunning = desk.report().intents.some((it) => it.state === 'running' && isSameAction(it.action, action))
  return isRunning ? IN_FLIGHT : desk.preview(action, 'main')
}

export const IN_FLIGHT = {
  kind: 'denied',
  denial: { code: 'IN_FLIGHT', message: message('intent.denied.inFlight') },
} as const
