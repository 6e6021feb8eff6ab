/** Questions to the trader in a native box: no page can show it, hide it or answer it. */
import type { Clock } from '#shared/domain/clock.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { message, type Code } from '#shared/words/message.ts'
import { showBox, type Boxes } from '../desktop/boxes.ts'

/** As long as a plan is valid, ms. */
const ASKED_FOR_MS = 60_000

const BACK = 0
const YES = 1

export interface Question {
  /** What is asked for: "Flatten, keep Spot". */
  readonly what: Message
  /** What it would do, one fact a line. */
  readonly lines: readonly Message[]
  /** The words of the button that confirms. */
  readonly yes: Code
  /** Enter confirms: only for actions that reduce risk. */
  readonly isEnter: boolean
}

/** `busy`: another question is open. `unshown`: no box could be shown. */
export type Answer = 'yes' | 'no' | 'busy' | 'unshown'

/** Asks one question at a time. A question without an answer within a minute is withdrawn and counts as `no`. */
export type Confirm = (question: Question) => Promise<Answer>

export function createConfirm(boxes: Boxes, clock: Clock): Confirm {
  let isOpen = false
  return async ({ what, lines, yes, isEnter }) => {
    if (isOpen) return 'busy'
    isOpen = true
    const { say } = boxes
    const isOver = new AbortController()
    const isAnswered = new AbortController()
    const pressed = showBox(boxes, {
      type: 'question',
      title: say(message('main.confirm.title')),
      message: say(what),
      detail: lines.map((line) => `• ${say(line)}`).join('\n'),
      buttons: [say(message('main.confirm.back')), say({ code: yes, facts: {} })],
      defaultId: isEnter ? YES : BACK,
      cancelId: BACK,
      noLink: true,
      signal: isOver.signal,
    }).then(
      (button): Answer => (button === YES ? 'yes' : 'no'),
      (): Answer => 'unshown',
    )
    const tooLate = wait(clock, ASKED_FOR_MS, isAnswered.signal).then((): Answer => 'no')
    const answer = await Promise.race([pressed, tooLate])
    isAnswered.abort()
    isOver.abort()
    isOpen = false
    return answer
  }
}
