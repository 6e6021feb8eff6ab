/** Questions to the trader in a native box: no page can show it, hide it or answer it. */
import type { Clock } from '#shared/domain/clock.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { message, type Code } from '#shared/words/message.ts'
import type { Asker } from '../../desk/plan/shown-plans.ts'
import { showBox, type Asking, type Boxes } from '../desktop/boxes.ts'

/** How long a question stays valid, ms: as long as a plan. */
const ASKED_FOR_MS = 60_000
/** The pause between two boxes, ms: a key press meant for the first must not answer the next. */
const PAUSE_MS = 1_000
/** The most open and waiting questions. A trader has one in front of them; a page could ask for any number. */
const MOST_OPEN = 4

const BACK = 0
const YES = 1

export interface Question {
  /** The action, for example "Flatten, keep Spot". */
  readonly what: Message
  /** Its effects, one fact per line. */
  readonly lines: readonly Message[]
  /** The label of the confirming button. */
  readonly yes: Code
}

/**
 * `late`: confirmed when its facts were too old. `busy`: another question is open, or too many wait. `unshown`: no box
 * could be shown.
 */
export type Answer = 'yes' | 'no' | 'late' | 'busy' | 'unshown'

/**
 * Asks one question at a time. A question that nobody answers within a minute is withdrawn and counts as `no`. While
 * one question is open, another gets `busy`, except that an exit waits for its turn. `atItsTurn` marks an exit; it
 * makes the question again after the wait (null: nothing is left to ask). An exit from a page waits only if few are
 * waiting, an exit from main always. A page chooses the moment of each box, so Enter, which may be on its way already,
 * never confirms. While Plimsoll is locked nothing is asked, and the answer is `no`.
 */
export type Confirm = (question: Question, atItsTurn?: () => Promise<Question | null>, asker?: Asker) => Promise<Answer>

/** `asking` counts the open questions. While one is open, a page can open no other account. */
export function createConfirm(boxes: Boxes, clock: Clock, asking: Asking): Confirm {
  let open = 0
  let last: Promise<unknown> = Promise.resolve()

  async function askNext(before: Promise<unknown>, make: () => Promise<Question | null>): Promise<Answer> {
    await before
    await wait(clock, PAUSE_MS)
    const question = await make()
    return question === null ? 'no' : ask(question, boxes, clock)
  }

  return async (question, atItsTurn, asker = 'page') => {
    const waits = open > 0
    const isFull = asker === 'page' && open >= MOST_OPEN
    if (waits && (atItsTurn === undefined || isFull)) return 'busy'
    open += 1
    const answered = waits && atItsTurn ? askNext(last, atItsTurn) : ask(question, boxes, clock)
    last = answered.catch(() => undefined)
    return asking.during(answered.finally(() => (open -= 1)))
  }
}

async function ask({ what, lines, yes }: Question, boxes: Boxes, clock: Clock): Promise<Answer> {
  // The box could not show what it is about, and the person at the screen did not ask for it.
  if (boxes.lock?.isLocked()) return 'no'
  // While the machine sleeps, the monotonic clock may stand still, and with it the time limit of a box.
  const shownAt = { mono: clock.mono(), wall: clock.wall() }
  const isLate = (): boolean => Math.max(clock.mono() - shownAt.mono, clock.wall() - shownAt.wall) > ASKED_FOR_MS
  const isOver = new AbortController()
  const isAnswered = new AbortController()
  const pressed = showBox(boxes, {
    type: 'question',
    title: message('main.confirm.title'),
    message: what,
    lines,
    buttons: [message('main.confirm.back'), { code: yes, facts: {} }],
    cancelId: BACK,
    signal: isOver.signal,
  }).then(
    (button): Answer => (button !== YES ? 'no' : isLate() ? 'late' : 'yes'),
    (): Answer => 'unshown',
  )
  const tooLate = wait(clock, ASKED_FOR_MS, isAnswered.signal).then((): Answer => 'no')
  const answer = await Promise.race([pressed, tooLate])
  isAnswered.abort()
  isOver.abort()
  return answer
}
