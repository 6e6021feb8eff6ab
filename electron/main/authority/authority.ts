/**
 * What a page may do in the trader's name. Main makes every id. An action needs a plan that main showed to the same
 * window within a minute, and an action that trades needs a gesture that main itself saw.
 */
import { isSameAction, MOST_AT_A_CLICK, type Action, type OrderRef } from '#shared/desk/action.ts'
import { isLooser } from '#shared/desk/guard.ts'
import type { Plan } from '#shared/desk/plan.ts'
import type { PreviewAnswer, SubmitAnswer } from '#shared/desk/report.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { encode, type Encoded } from '#shared/domain/decimal.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { instrumentKey } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { CommandArgs } from '#shared/ipc/contract.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { actionTitle } from '#shared/desk/action-title.ts'
import { titlesOf } from '#shared/words/instrument-words.ts'
import { message } from '#shared/words/message.ts'
import type { Desk } from '../../desk/desk.ts'
import type { Answer, Confirm, Question } from './confirm.ts'
import { RateCap } from './gate.ts'
import { accountLines, planLines } from '../window/way-out-words.ts'
import type { Workspace } from '../accounts/workspace.ts'

/** How long a plan that was shown is valid, ms. */
const SHOWN_FOR_MS = 60_000
/** How long arming lasts, ms; nothing extends it. */
const ARMED_FOR_MS = 15 * 60_000
/** How many of the newest tickets are kept, used ones too: a repeated submit gets the answer of the first. */
const MOST_TICKETS = 500
const MINUTE_MS = 60_000
/** Reads per minute for orders that main does not list. */
const MOST_LOOKUPS = 30
/** Writes per minute for orders that main does not list and could not look up. */
const MOST_UNLISTED = 6
/** Exits per minute without a question, because no box could be shown. */
const MOST_UNASKED = 6

/**
 * What the trader is asked in a box; null: it only cancels orders, and the click in the window is enough. An exit waits
 * its turn, and is carried out without a box if none can be shown: the way out stays open.
 */
const GESTURES: Readonly<Record<Action['kind'], 'exit' | 'other' | null>> = {
  cancelOrder: null,
  cancelOrders: null,
  cancelMatching: null,
  closePosition: 'exit',
  closeSide: 'exit',
  reduce: 'exit',
  flatten: 'exit',
  protect: 'other',
  restore: 'other',
}

/** What a window may submit: once, within a minute, and exactly as it is here. */
interface Ticket {
  readonly from: number
  readonly runId: string
  readonly action: Action
  /** null: requested by one click, without a plan on screen. */
  readonly plan: Plan | null
  readonly at: Moment
  answer: Promise<Result<SubmitAnswer, Failure>> | null
}

/** A moment on both clocks: the monotonic one may stop while the machine sleeps, and the wall clock may be set. */
interface Moment {
  readonly mono: number
  readonly wall: number
}

interface Arming {
  readonly from: number
  readonly runId: string
  readonly at: Moment
}

interface AuthorityOptions {
  readonly workspace: Pick<Workspace, 'snapshot' | 'atDesk'>
  readonly confirm: Confirm
  readonly clock: Clock
  /** A random UUID. */
  readonly newId: () => string
}

export interface Authority {
  preview(args: CommandArgs<'preview'>, from: number): Promise<Result<Encoded<PreviewAnswer>, Failure>>
  propose(args: CommandArgs<'propose'>, from: number): Promise<Result<{ planId: string }, Failure>>
  submit(args: CommandArgs<'submit'>, from: number): Promise<Result<SubmitAnswer, Failure>>
  arm(args: CommandArgs<'arm'>, from: number): Promise<Result<{ forMs: number }, Failure>>
  /** Sets a stricter mode at once, and a looser one after the trader agreed in a box. */
  setMode(args: CommandArgs<'setMode'>): Promise<Result<null, Failure>>
}

export function createAuthority({ workspace, confirm, clock, newId }: AuthorityOptions): Authority {
  const tickets = new Map<string, Ticket>()
  const lookups = new RateCap(clock, MOST_LOOKUPS, MINUTE_MS)
  const unlisted = new RateCap(clock, MOST_UNLISTED, MINUTE_MS)
  const unasked = new RateCap(clock, MOST_UNASKED, MINUTE_MS)
  let arming: Arming | null = null

  const now = (): Moment => ({ mono: clock.mono(), wall: clock.wall() })
  const ageMs = ({ mono, wall }: Moment): number => Math.max(clock.mono() - mono, clock.wall() - wall)

  function keep(planId: string, ticket: Omit<Ticket, 'at' | 'answer'>): void {
    tickets.set(planId, { ...ticket, at: now(), answer: null })
    const [oldest] = tickets.keys()
    if (tickets.size > MOST_TICKETS && oldest !== undefined) tickets.delete(oldest)
  }

  function isArmed({ from, runId }: Pick<Arming, 'from' | 'runId'>): boolean {
    return arming?.from === from && arming.runId === runId && ageMs(arming.at) < ARMED_FOR_MS
  }

  /** What one click may do: cancel one order, cancel a few while armed, or close a position at market. */
  function isOneClick(action: Action, by: Pick<Arming, 'from' | 'runId'>): boolean {
    if (action.kind === 'cancelOrders')
      return action.orders.length === 1 || (action.orders.length <= MOST_AT_A_CLICK && isArmed(by))
    return action.kind === 'cancelOrder' || (action.kind === 'closePosition' && action.tactic.kind === 'market')
  }

  /** The id of the plan to carry out (undefined: none was shown), or why the ticket must not be carried out. */
  async function allowed(planId: string, ticket: Ticket): Promise<Result<string | undefined, Message>> {
    const { action, plan } = ticket
    const shown = ok(plan === null ? undefined : planId)
    if (ageMs(ticket.at) > SHOWN_FOR_MS) return err(message('intent.denied.planOld'))
    if (action.kind === 'cancelOrder' || action.kind === 'cancelOrders') {
      const barred = await barredCancels(action.kind === 'cancelOrder' ? [action] : action.orders, ticket)
      return barred === null ? shown : err(barred)
    }
    const gesture = GESTURES[action.kind]
    if (gesture === null || (action.kind === 'closePosition' && isArmed(ticket))) return shown
    return confirmed(planId, ticket, gesture === 'exit')
  }

  /** An exit that had to wait for another question is asked with a new plan, and that plan is carried out. */
  async function confirmed(
    planId: string,
    { action, plan, runId }: Ticket,
    isExit: boolean,
  ): Promise<Result<string | undefined, Message>> {
    if (workspace.snapshot().runId !== runId) return err(message('main.otherAccount'))
    const turn = { shown: plan === null ? undefined : planId, why: null as Message | null }
    function questionOf(wanted: Plan | null): Question {
      const snapshot = workspace.snapshot()
      const what = actionTitle(action, titlesOf(snapshot.parts.instruments.data ?? []))
      const lines = wanted === null ? [] : [...countLines(wanted), ...planLines(wanted)]
      return { what, lines: [...accountLines(snapshot), ...lines], yes: 'main.confirm.do' }
    }
    async function askAnew(): Promise<Question | null> {
      if (plan === null) return questionOf(null)
      const anew = await workspace.atDesk(runId, 'desk.submit', (desk) => previewUnlessRunning(desk, action))
      if (anew.ok && anew.value.kind === 'plan') {
        turn.shown = anew.value.planId
        return questionOf(anew.value.plan)
      }
      turn.why = anew.ok ? deniedIn(anew.value) : anew.error.message
      return null
    }
    const answer = await ask(questionOf(plan), askAnew, isExit)
    if (answer === 'yes' || (answer === 'unshown' && isExit && unasked.take())) return ok(turn.shown)
    return err(turn.why ?? message(`main.confirm.${answer}`))
  }

  /** A box that was answered too late is shown again with current facts. */
  async function ask(first: Question, anew: () => Promise<Question | null>, isExit = false): Promise<Answer> {
    const atItsTurn = isExit ? anew : undefined
    let answer = await confirm(first, atItsTurn)
    while (answer === 'late') {
      const question = await anew()
      answer = question === null ? 'no' : await confirm(question, atItsTurn)
    }
    return answer
  }

  /** Orders that main does not list are looked up, and cancelled only if the venue has them. */
  async function barredCancels(orders: readonly OrderRef[], { runId }: Ticket): Promise<Message | null> {
    const isListed = listedBy(workspace.snapshot())
    for (const order of orders.filter((each) => !isListed(each))) {
      if (!lookups.take()) return message('main.tooManyUnlisted')
      const found = await workspace.atDesk(runId, 'desk.submit', (desk) => desk.lookUp(order))
      if (!found.ok) return found.error.message
      if (found.value === 'gone') return message('main.noSuchOrder', { id: order.orderId })
      if (found.value === 'unread' && !unlisted.take()) return message('main.tooManyUnlisted')
    }
    return null
  }

  async function carryOut(planId: string, ticket: Ticket): Promise<Result<SubmitAnswer, Failure>> {
    const { runId, action } = ticket
    const shown = await allowed(planId, ticket)
    if (!shown.ok) return err(localFailure('closed', 'desk.submit', shown.error))
    // The ticket's id is the intent's id, so a repeat, even in a later run, is the same intent.
    return workspace.atDesk(runId, 'desk.submit', (desk) => desk.submit(planId, action, shown.value))
  }

  return {
    async preview({ runId, action }, from) {
      const answer = await workspace.atDesk(runId, 'desk.preview', (desk) => desk.preview(action))
      if (!answer.ok) return answer
      if (answer.value.kind === 'plan') keep(answer.value.planId, { from, runId, action, plan: answer.value.plan })
      return ok(encode(answer.value))
    },

    async propose({ runId, action }, from) {
      if (!isOneClick(action, { from, runId }))
        return err(localFailure('invalidParameter', 'desk.propose', message('main.planFirst')))
      const planId = newId()
      keep(planId, { from, runId, action, plan: null })
      return ok({ planId })
    },

    async submit({ runId, planId }, from) {
      const ticket = tickets.get(planId)
      if (ticket?.from !== from || ticket.runId !== runId)
        return err(localFailure('closed', 'desk.submit', message('intent.denied.planOld')))
      return (ticket.answer ??= carryOut(planId, ticket))
    },

    async arm({ runId, isOn }, from) {
      arming = null
      if (!isOn) return ok({ forMs: 0 })
      const snapshot = workspace.snapshot()
      if (snapshot.runId !== runId) return err(localFailure('closed', 'desk.arm', message('main.otherAccount')))
      const question = (): Question => {
        const until = new Date(clock.wall() + ARMED_FOR_MS).toTimeString().slice(0, 5)
        const armed = message('main.confirm.armedFor', { for: { ms: ARMED_FOR_MS }, until })
        const lines = [...accountLines(snapshot), armed]
        return { what: message('main.confirm.arm'), lines, yes: 'main.confirm.armNow' }
      }
      const answer = await ask(question(), async () => question())
      if (answer !== 'yes') return ok({ forMs: 0 })
      arming = { from, runId, at: now() }
      return ok({ forMs: ARMED_FOR_MS })
    },

    async setMode({ runId, mode }) {
      const current = await workspace.atDesk(runId, 'desk.setMode', async (desk) => desk.report().mode)
      if (!current.ok) return current
      if (isLooser(mode, current.value)) {
        const lines = [...accountLines(workspace.snapshot()), message(`desk.means.${mode}`)]
        const question: Question = { what: message(`main.confirm.mode.${mode}`), lines, yes: 'main.confirm.modeNow' }
        const answer = await ask(question, async () => question)
        if (answer !== 'yes') return err(localFailure('closed', 'desk.setMode', message(`main.confirm.${answer}`)))
      }
      return workspace.atDesk(runId, 'desk.setMode', (desk) => desk.setMode(mode))
    },
  }
}

/** Plans for the question, unless the same action is already running: the question before may have been about it. */
async function previewUnlessRunning(desk: Desk, action: Action): Promise<PreviewAnswer> {
  const isRunning = desk.report().intents.some((it) => it.state === 'running' && isSameAction(it.action, action))
  if (!isRunning) return desk.preview(action, 'main')
  return { kind: 'denied', denial: { code: 'IN_FLIGHT', message: message('intent.denied.inFlight') } }
}

function deniedIn(answer: PreviewAnswer): Message | null {
  return answer.kind === 'denied' ? answer.denial.message : null
}

/** The number of requests of each kind. */
function countLines({ legs }: Plan): readonly Message[] {
  const kinds = [...new Set(legs.map(({ kind }) => kind))]
  return kinds.map((kind) => message(`main.confirm.${kind}`, { count: legs.filter((leg) => leg.kind === kind).length }))
}

/** Whether main shows an order as open or works on it. Orders that it cancelled are left out. */
function listedBy({ parts: { orders, desk } }: Snapshot): (order: OrderRef) => boolean {
  const listed = new Set(orders.data?.orders.map(keyOf))
  const legs = desk.data?.intents.flatMap((intent) => intent.legs) ?? []
  for (const { request, orderId, state } of legs)
    if (state === 'working' && orderId !== null) listed.add(keyOf({ ...request, orderId }))
  for (const { request, state } of legs)
    if (request.kind === 'cancel' && (state === 'verified' || state === 'alreadyGone')) listed.delete(keyOf(request))
  return (order) => listed.has(keyOf(order))
}

function keyOf({ area, instrument, orderId }: OrderRef): string {
  return `${instrumentKey(area, instrument)}\n${orderId}`
}
