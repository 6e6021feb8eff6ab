/**
 * The way out without a page: a native box with the account in words, Cancel all and Flatten. Both go through a plan
 * and a submit at the desk, like the page's actions.
 */
import type { Action } from '#shared/desk/action.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { wayOut, type WayOutName } from '#shared/ipc/place.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { knowledgeOf, ordersKnown, together } from '#shared/snapshot/knowledge.ts'
import type { AccountView, Snapshot } from '#shared/snapshot/snapshot.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { failureMessage, message, type Code } from '#shared/words/message.ts'
import type { Desk } from '../../desk/desk.ts'
import { showBox, type Asking, type Boxes } from '../desktop/boxes.ts'
import { accountLines, planLines, stateLines } from './way-out-words.ts'
import type { Accounts } from '../accounts/accounts.ts'

/** The buttons in order. `ALWAYS` is for when there is no account, or the lock allows no way out. */
const WAYS = ['cancelAll', 'flatten', 'lookAgain', 'tryWindow', 'close'] as const
const WAYS_OF_SEVERAL = ['cancelAll', 'flatten', 'other', 'lookAgain', 'tryWindow', 'close'] as const
const ALWAYS = ['tryWindow', 'close'] as const
/** The most accounts to pick from in one box. */
const MOST_PICKED = 4
/** The longest that a plan waits for the first reads of an account that was just opened, ms. */
const READ_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 100

interface WayOutOptions {
  readonly boxes: Boxes
  readonly asking: Asking
  readonly accounts: Pick<Accounts, 'snapshot' | 'others' | 'atDesk' | 'list' | 'open'>
  readonly clock: Clock
  readonly newId: () => string
  /** Shows the window with its page reloaded. */
  readonly tryWindow: () => void
  /** Leaves Plimsoll, unless the trader prefers to stay. @returns whether it is being left. */
  readonly leave: () => Promise<boolean>
}

/**
 * Opens the way out, unless it is open. `first`: the requested way; its plan is shown at once, and carried out only
 * when confirmed. If a page requested it (`byPage`), the trader may mean another way, and all of them are offered.
 */
export type OpenWayOut = (why: 'pageLost' | 'asked' | 'byPage', first?: WayOutName) => void

export function createWayOut(options: WayOutOptions): OpenWayOut {
  const { boxes, asking, accounts, tryWindow, leave } = options
  let isOpen = false
  const isShut = (): boolean => boxes.lock?.waysOut() === false

  function waysNow(): typeof WAYS | typeof WAYS_OF_SEVERAL | typeof ALWAYS {
    const isOpen = accounts.snapshot().account !== null
    // A list that cannot be read does not count as empty.
    const hasOthers = hasOther(accounts) ?? !isOpen
    if (isShut() || (!isOpen && !hasOthers)) return ALWAYS
    return isOpen && hasOthers ? WAYS_OF_SEVERAL : WAYS
  }

  /** @returns the result; null: nothing happened. */
  async function take(way: WayOutName): Promise<Message | null> {
    let came: Message | null | 'other' = accounts.snapshot().account === null ? 'other' : null
    do {
      if (isShut()) return null
      const why = came === 'other' ? await enter(options) : null
      if (isShut() || why !== null || accounts.snapshot().account === null) return why
      came = await act(options, way)
    } while (came === 'other')
    return came
  }

  async function stay(why: Parameters<OpenWayOut>[0], first: WayOutName | undefined): Promise<void> {
    // Until this is done, no page may open another account.
    let outcome = first === undefined ? null : await asking.during(take(first))
    // As far as main knows, the window is there. So a trader who goes back needs no further box.
    const isOver = outcome === null && accounts.snapshot().account !== null
    if (first !== undefined && why !== 'byPage' && !isShut() && isOver) return
    for (;;) {
      const ways = waysNow()
      const buttons = ways.map((way): Code => (way === 'close' ? 'main.fault.close' : `main.wayOut.${way}`))
      const lines = [...(outcome === null ? [] : [outcome]), ...stateLines(accounts.snapshot())]
      const headline = why === 'pageLost' ? 'main.wayOut.pageLost' : 'main.wayOut.asked'
      const pressed = show(boxes, headline, lines, buttons, ways.indexOf('tryWindow'))
      const way = ways[await asking.during(pressed)] ?? 'tryWindow'
      if (way === 'tryWindow') return tryWindow()
      if (way === 'close' && (await asking.during(leave()))) return
      if (way === 'cancelAll' || way === 'flatten') outcome = await asking.during(take(way))
      else outcome = way === 'other' && !isShut() ? await asking.during(enter(options)) : null
    }
  }

  return (why, first) => {
    if (isOpen) return
    isOpen = true
    // If the box cannot be shown, the window is shown instead.
    void stay(why, first)
      .catch(tryWindow)
      .finally(() => (isOpen = false))
  }
}

/**
 * Opens an account that is not open: the only one, or the one that is picked. So the ways out are available after a
 * start without a page or under the lock, and when a page opened another account. @returns why none was opened; null:
 * one was, or the trader wanted none.
 */
async function enter({ boxes, accounts, clock }: WayOutOptions): Promise<Message | null> {
  const others = othersOf(accounts)
  if (!others.ok) return failureMessage(others.error)
  const account = others.value.length > 1 ? await pick(boxes, others.value) : others.value[0]
  if (account === undefined) return null
  const opened = await accounts.open(account.id, 'main')
  if (!opened.ok) return failureMessage(opened.error)
  const until = clock.mono() + READ_WITHIN_MS
  while (!isRead(accounts.snapshot()) && clock.mono() < until) await wait(clock, LOOK_EVERY_MS)
  return null
}

/** The stored accounts that are not in front, plus the live ones in the background, even if the list fails. */
function othersOf({ list, snapshot, others }: WayOutOptions['accounts']): Result<readonly AccountView[], Failure> {
  const live = others().flatMap(({ account }) => (account === null ? [] : [account]))
  const listed = list()
  if (!listed.ok && live.length === 0) return listed
  const known = listed.ok ? listed.value : []
  const lost = live.filter(({ id }) => known.every((one) => one.id !== id))
  return ok([...known, ...lost].filter(({ id }) => id !== snapshot().account?.id))
}

/** null: the list cannot be read. */
function hasOther(accounts: WayOutOptions['accounts']): boolean | null {
  const others = othersOf(accounts)
  return others.ok ? others.value.length > 0 : null
}

/** Whether enough was read to make a plan. What was not read is mentioned in the plan. */
function isRead({ parts: { desk, orders, positions } }: Snapshot): boolean {
  const known = together(ordersKnown(orders), ...(positions.isAbsent ? [] : [knowledgeOf(positions)]))
  return known.state === 'known' && desk.data !== null && desk.data.state !== 'recovering'
}

/** Asks which of `accounts`. They are named even while Plimsoll is locked. */
async function pick(boxes: Boxes, accounts: readonly AccountView[]): Promise<AccountView | undefined> {
  for (let from = 0; ; from = from + MOST_PICKED < accounts.length ? from + MOST_PICKED : 0) {
    const page = accounts.slice(from, from + MOST_PICKED)
    const named = page.map(({ name, keyTail: tail }) => message('main.wayOut.one', { name, tail }))
    const others = accounts.length > MOST_PICKED ? [message('main.wayOut.others')] : []
    const back = named.length + others.length
    const pressed = await showBox(boxes, {
      type: 'question',
      title: message('main.wayOut.title'),
      message: message('main.wayOut.which'),
      buttons: [...named, ...others, message('main.wayOut.back')],
      cancelId: back,
    })
    if (others.length === 0 || pressed !== named.length) return page[pressed]
  }
}

/**
 * Shows the plan of `way` and carries out exactly that plan if it is confirmed. `why`: the reason why an earlier plan
 * was not. @returns the result; null: nothing; `other`: the trader means another account.
 */
async function act(
  options: WayOutOptions,
  way: WayOutName,
  why: Message | null = null,
): Promise<Message | null | 'other'> {
  const { boxes, accounts, newId } = options
  const snapshot = accounts.snapshot()
  const action = wayOut(way, snapshot.parts.desk.data?.spotPolicy ?? 'keep')
  const { runId } = snapshot
  const looked = at(await accounts.atDesk(runId, 'desk.preview', (desk: Desk) => desk.preview(action, 'main')))
  if ('code' in looked) return looked
  if (looked.kind === 'denied') return looked.denial.message
  const other = hasOther(accounts) === true ? (['main.wayOut.other'] as const) : []
  const buttons = ['main.wayOut.back', `main.wayOut.${way}Now`, ...other] as const
  const lines = [...(why === null ? [] : [why]), ...accountLines(snapshot), ...planLines(looked.plan)]
  const pressed = await show(boxes, whyOf(action), lines, buttons, buttons.indexOf('main.wayOut.back'))
  if (pressed === 2) return 'other'
  if (pressed !== 1) return null
  const { planId } = looked
  const answer = at(await accounts.atDesk(runId, 'desk.submit', (desk: Desk) => desk.submit(newId(), action, planId)))
  if ('code' in answer) return answer
  if (answer.kind !== 'denied') return message('main.wayOut.taken')
  // The box has no time limit but a plan has one, so a current plan is asked about at once.
  if (answer.denial.code === 'PLAN_EXPIRED') return act(options, way, message('main.wayOut.planOld'))
  return answer.denial.message
}

/** The question about a way out. */
function whyOf(action: Action): Code {
  if (action.kind !== 'flatten') return 'main.wayOut.cancelAllWhy'
  return action.spot === 'sell' ? 'main.wayOut.flattenSellWhy' : 'main.wayOut.flattenWhy'
}

/** The desk's answer, or the message why it was not asked. */
function at<T>(asked: Result<T, Failure>): T | Message {
  return asked.ok ? asked.value : failureMessage(asked.error)
}

function show(
  boxes: Boxes,
  headline: Code,
  lines: readonly Message[],
  buttons: readonly Code[],
  cancelId: number,
): Promise<number> {
  const plain = (code: Code): Message => ({ code, facts: {} })
  return showBox(boxes, {
    type: 'warning',
    title: message('main.wayOut.title'),
    message: plain(headline),
    lines,
    buttons: buttons.map(plain),
    cancelId,
  })
}
