/**
 * The way out without a page: a native box with the account in words, and Cancel all and Flatten. Both go through a plan
 * and a submit of the desk, as the page's actions do.
 */
import type { Message } from '#shared/domain/message.ts'
import { WAYS_OUT, type WayOutName } from '#shared/ipc/place.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { failureMessage, message, type Code } from '#shared/words/message.ts'
import type { Desk } from '../../desk/desk.ts'
import { detailOf, showBox, type Asking, type Boxes } from '../desktop/boxes.ts'
import { accountLines, planLines, stateLines } from './way-out-words.ts'
import type { Workspace } from '../accounts/workspace.ts'

/** The buttons, in their order; the second list is for when no account is open. */
const WAYS = ['cancelAll', 'flatten', 'lookAgain', 'tryWindow', 'close'] as const
const ALWAYS = ['tryWindow', 'close'] as const

interface WayOutOptions {
  readonly boxes: Boxes
  readonly asking: Asking
  readonly workspace: Pick<Workspace, 'snapshot' | 'atDesk'>
  readonly newId: () => string
  /** Shows the window, with its page loaded anew. */
  readonly tryWindow: () => void
  /** Leaves Plimsoll, unless the trader would rather stay. @returns whether it is being left. */
  readonly leave: () => Promise<boolean>
}

/**
 * Opens the way out, unless it is open. `first`: what a menu asked for; its plan is shown at once, and carried out only when
 * confirmed.
 */
export type OpenWayOut = (why: 'pageLost' | 'asked', first?: WayOutName) => void

export function createWayOut(options: WayOutOptions): OpenWayOut {
  const { boxes, asking, workspace, tryWindow, leave } = options
  let isOpen = false
  const isShut = (): boolean => boxes.lock?.waysOut() === false

  async function stay(why: 'pageLost' | 'asked', first: WayOutName | undefined): Promise<void> {
    let outcome = first === undefined || isShut() ? null : await act(options, first)
    for (;;) {
      const snapshot = workspace.snapshot()
      const ways = snapshot.account === null || isShut() ? ALWAYS : WAYS
      const buttons = ways.map((way): Code => (way === 'close' ? 'main.fault.close' : `main.wayOut.${way}`))
      const lines = [...(outcome === null ? [] : [outcome]), ...stateLines(snapshot)]
      const pressed = await showBox(
        boxes,
        box(options, `main.wayOut.${why}`, lines, buttons, ways.indexOf('tryWindow')),
      )
      const way = ways[pressed] ?? 'tryWindow'
      if (way === 'tryWindow') return tryWindow()
      if (way === 'close' && (await leave())) return
      outcome = way === 'cancelAll' || way === 'flatten' ? await act(options, way) : null
    }
  }

  return (why, first) => {
    if (isOpen) return
    isOpen = true
    // If the box can not be shown, back to the window.
    void asking
      .during(stay(why, first))
      .catch(tryWindow)
      .finally(() => (isOpen = false))
  }
}

/**
 * Shows the plan of `way` and carries that very plan out if it is confirmed. `why`: a plan before it was not. @returns what
 * came of it; null: nothing.
 */
async function act(options: WayOutOptions, way: WayOutName, why: Message | null = null): Promise<Message | null> {
  const { boxes, workspace, newId } = options
  const action = WAYS_OUT[way]
  const snapshot = workspace.snapshot()
  const { runId } = snapshot
  const looked = at(await workspace.atDesk(runId, 'desk.preview', (desk: Desk) => desk.preview(action, 'main')))
  if ('code' in looked) return looked
  if (looked.kind === 'denied') return looked.denial.message
  const buttons = ['main.wayOut.back', `main.wayOut.${way}Now`] as const
  const lines = [...(why === null ? [] : [why]), ...accountLines(snapshot), ...planLines(looked.plan)]
  const pressed = await showBox(
    boxes,
    box(options, `main.wayOut.${way}Why`, lines, buttons, buttons.indexOf('main.wayOut.back')),
  )
  if (pressed !== 1) return null
  const { planId } = looked
  const answer = at(await workspace.atDesk(runId, 'desk.submit', (desk: Desk) => desk.submit(newId(), action, planId)))
  if ('code' in answer) return answer
  if (answer.kind !== 'denied') return message('main.wayOut.taken')
  // The box has no time limit and a plan has one: the plan of now is asked about at once.
  if (answer.denial.code === 'PLAN_EXPIRED') return act(options, way, message('main.wayOut.planOld'))
  return answer.denial.message
}

/** What the desk answered, or in words why it was not asked. */
function at<T>(asked: Result<T, Failure>): T | Message {
  return asked.ok ? asked.value : failureMessage(asked.error)
}

function box(
  { boxes }: WayOutOptions,
  headline: Code,
  lines: readonly Message[],
  buttons: readonly Code[],
  cancelId: number,
) {
  const said = (code: Code): string => boxes.say({ code, facts: {} })
  return {
    type: 'warning' as const,
    title: said('main.wayOut.title'),
    message: said(headline),
    detail: detailOf(boxes, lines),
    buttons: buttons.map(said),
    defaultId: cancelId,
    cancelId,
    noLink: true,
  }
}
