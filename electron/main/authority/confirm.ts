/** Questions to the person before the screen, in a box of the desktop: no page can show it, hide it or answer it. */
import type { Clock } from '#shared/domain/clock.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { message, type Code } from '#shared/words/message.ts'
import { showBox, type Boxes } from '../desktop/boxes.ts'

/** As long as a plan may be looked at: an answer after that would be to something old. */
const ASKED_FOR_MS = 60_000

const BACK = 0
const YES = 1

export interface Question {
  /** What is asked for: "Flatten, keep Spot". */
  readonly what: Message
  /** What comes of it, one fact a line. */
  readonly lines: readonly Message[]
  /** What the button says that does it. */
  readonly yes: Code
  /** Enter does it: for what only makes less of what can be lost. */
  readonly isEnter: boolean
}

/** `busy`: another question is open. `unshown`: no box could be shown, so nobody was asked. */
export type Answer = 'yes' | 'no' | 'busy' | 'unshown'

/** Asks one question at a time; one that nobody answers within a minute is taken back, and was not agreed to. */
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
