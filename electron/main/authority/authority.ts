/**
 * What a page may do in the trader's name. Main makes every id. An action needs a plan that main showed to the same
 * window within a minute, and an action that trades needs a gesture that main itself saw.
 */
import { isDeepStrictEqual } from 'node:util'
import { MOST_AT_A_CLICK, type Action, type OrderRef } from '#shared/desk/action.ts'
import { isLooser } from '#shared/desk/guard.ts'
import { loosened, sameLimits, tightened, type OrderLimits } from '#shared/desk/order-limits.ts'
import type { Plan } from '#shared/desk/plan.ts'
import type { PreviewAnswer, SubmitAnswer } from '#shared/desk/report.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Moment } from '#shared/events/reading.ts'
import { decimal, encode } from '#shared/domain/decimal.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { instrumentKey } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { CommandArgs } from '#shared/ipc/contract.ts'
import { MARKET_COIN } from '#shared/risk/cash.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { actionTitle } from '#shared/desk/action-title.ts'
import { titlesOf } from '#shared/words/instrument-words.ts'
import { amount, message } from '#shared/words/message.ts'
import type { Confirm, Question } from './confirm.ts'
import { RateCap, type Handlers } from './gate.ts'
import { createGestures, GESTURES, previewUnlessRunning } from './gestures.ts'
import { ageMs, createTickets, momentOf, type Ticket } from './tickets.ts'
import { createFanOut } from './fan-out.ts'
import { accountLines, planLines } from '../window/way-out-words.ts'
import type { Accounts } from '../accounts/accounts.ts'

/** How long arming lasts, ms; nothing extends it. */
const ARMED_FOR_MS = 15 * 60_000
const MINUTE_MS = 60_000
/** Reads per minute for orders that main does not list. */
const MOST_LOOKUPS = 30
/** Writes per minute for orders that main does not list and could not look up. */
const MOST_UNLISTED = 6

/** What a window may submit. */
interface Submittable {
  readonly runId: string
  readonly action: Action
  /** null: requested by one click, without a plan on screen. */
  readonly plan: Plan | null
}
type Shown = Ticket<Submittable, Result<SubmitAnswer, Failure>>

interface Arming {
  readonly from: number
  readonly runId: string
  readonly at: Moment
}

export interface Authority extends Pick<
  Handlers,
  'preview' | 'propose' | 'submit' | 'previewWay' | 'submitWays' | 'arm'
> {
  /** Sets a stricter mode at once, and a looser one after the trader agreed in a box. */
  setMode(args: CommandArgs<'setMode'>): Promise<Result<null, Failure>>
  /** Tightens limits at once, and loosens any only after the trader agreed in a box. */
  setLimits(args: CommandArgs<'setLimits'>): Promise<Result<null, Failure>>
}

/** `newId` returns a random UUID. */
export function createAuthority(
  accounts: Pick<Accounts, 'snapshot' | 'atDesk' | 'atDeskOf'>,
  confirm: Confirm,
  clock: Clock,
  newId: () => string,
): Authority {
  const tickets = createTickets<Submittable, Result<SubmitAnswer, Failure>>(clock)
  const gestures = createGestures(confirm, clock)
  const lookups = new RateCap(clock, MOST_LOOKUPS, MINUTE_MS)
  const unlisted = new RateCap(clock, MOST_UNLISTED, MINUTE_MS)
  let arming: Arming | null = null

  function isArmed({ from, runId }: Pick<Arming, 'from' | 'runId'>): boolean {
    return arming?.from === from && arming.runId === runId && ageMs(arming.at, clock) < ARMED_FOR_MS
  }

  /** What one click may do: cancel one order, cancel a few while armed, or close a position at market. */
  function isOneClick(action: Action, by: Pick<Arming, 'from' | 'runId'>): boolean {
    if (action.kind === 'cancelOrders')
      return action.orders.length === 1 || (action.orders.length <= MOST_AT_A_CLICK && isArmed(by))
    return action.kind === 'cancelOrder' || (action.kind === 'closePosition' && action.tactic.kind === 'market')
  }

  /** The id of the plan to carry out (undefined: none was shown), or why the ticket must not be carried out. */
  async function allowed(planId: string, ticket: Shown): Promise<Result<string | undefined, Message>> {
    const { action, plan } = ticket
    const shown = ok(plan === null ? undefined : planId)
    if (tickets.isOld(ticket)) return err(message('intent.denied.planOld'))
    if (action.kind === 'cancelOrder' || action.kind === 'cancelOrders') {
      const barred = await barredCancels(action.kind === 'cancelOrder' ? [action] : action.orders, ticket)
      return barred === null ? shown : err(barred)
    }
    const gesture = GESTURES[action.kind]
    if (gesture === null || (action.kind === 'closePosition' && isArmed(ticket))) return shown
    return confirmed(planId, ticket, gesture === 'exit')
  }

  /** An exit that had to wait for another question is asked with a new plan, and then that plan is carried out. */
  async function confirmed(
    planId: string,
    { action, plan, runId }: Shown,
    isExit: boolean,
  ): Promise<Result<string | undefined, Message>> {
    if (accounts.snapshot().runId !== runId) return err(message('main.otherAccount'))
    const turn = { shown: plan === null ? undefined : planId, why: null as Message | null }
    function questionOf(wanted: Plan | null): Question {
      const snapshot = accounts.snapshot()
      const what = actionTitle(action, titlesOf(snapshot.parts.instruments.data ?? []))
      const lines = wanted === null ? [] : [...countLines(wanted), ...planLines(wanted)]
      return { what, lines: [...accountLines(snapshot), ...lines], yes: 'main.confirm.do' }
    }
    async function askAnew(): Promise<Question | null> {
      if (plan === null) return questionOf(null)
      const anew = await accounts.atDesk(runId, 'desk.submit', (desk) => previewUnlessRunning(desk, action))
      if (anew.ok && anew.value.kind === 'plan') {
        turn.shown = anew.value.planId
        return questionOf(anew.value.plan)
      }
      turn.why = anew.ok ? deniedIn(anew.value) : anew.error.message
      return null
    }
    const answer = await gestures.ask(questionOf(plan), askAnew, isExit)
    const refused = gestures.refusal(answer, isExit)
    return refused === null ? ok(turn.shown) : err(turn.why ?? refused)
  }

  /** Orders that main does not list are looked up, and cancelled only if the venue has them. */
  async function barredCancels(orders: readonly OrderRef[], { runId }: Shown): Promise<Message | null> {
    const isListed = listedBy(accounts.snapshot())
    for (const order of orders.filter((each) => !isListed(each))) {
      if (!lookups.take()) return message('main.tooManyUnlisted')
      const found = await accounts.atDesk(runId, 'desk.submit', (desk) => desk.lookUp(order))
      if (!found.ok) return found.error.message
      if (found.value === 'gone') return message('main.noSuchOrder', { id: order.orderId })
      if (found.value === 'unread' && !unlisted.take()) return message('main.tooManyUnlisted')
    }
    return null
  }

  /** Why the trader's answer does not allow it; null: it does. */
  async function refusedBy(question: Question): Promise<Message | null> {
    const answer = await gestures.ask(question, async () => question)
    return answer === 'yes' ? null : message(`main.confirm.${answer}`)
  }

  async function carryOut(planId: string, ticket: Shown): Promise<Result<SubmitAnswer, Failure>> {
    const { runId, action } = ticket
    const shown = await allowed(planId, ticket)
    if (!shown.ok) return err(localFailure('closed', 'desk.submit', shown.error))
    // The ticket's id is the intent's id, so a repeat, even in a later run, is the same intent.
    return accounts.atDesk(runId, 'desk.submit', (desk) => desk.submit(planId, action, shown.value))
  }

  return {
    ...createFanOut({ accounts, gestures, clock }),

    async preview({ runId, action }, from) {
      const answer = await accounts.atDesk(runId, 'desk.preview', (desk) => desk.preview(action))
      if (!answer.ok) return answer
      if (answer.value.kind === 'plan')
        tickets.keep(answer.value.planId, from, { runId, action, plan: answer.value.plan })
      return ok(encode(answer.value))
    },

    async propose({ runId, action }, from) {
      if (!isOneClick(action, { from, runId }))
        return err(localFailure('invalidParameter', 'desk.propose', message('main.planFirst')))
      const planId = newId()
      tickets.keep(planId, from, { runId, action, plan: null })
      return ok({ planId })
    },

    async submit({ runId, planId }, from) {
      const ticket = tickets.find(planId, from)
      if (ticket?.runId !== runId) return err(localFailure('closed', 'desk.submit', message('intent.denied.planOld')))
      return (ticket.answer ??= carryOut(planId, ticket))
    },

    async arm({ runId, isOn }, from) {
      arming = null
      if (!isOn) return ok({ forMs: 0 })
      const snapshot = accounts.snapshot()
      if (snapshot.runId !== runId) return err(localFailure('closed', 'desk.arm', message('main.otherAccount')))
      const question = (): Question => {
        const until = new Date(clock.wall() + ARMED_FOR_MS).toTimeString().slice(0, 5)
        const armed = message('main.confirm.armedFor', { for: { ms: ARMED_FOR_MS }, until })
        const lines = [...accountLines(snapshot), armed]
        return { what: message('main.confirm.arm'), lines, yes: 'main.confirm.armNow' }
      }
      const answer = await gestures.ask(question(), async () => question())
      if (answer !== 'yes') return ok({ forMs: 0 })
      arming = { from, runId, at: momentOf(clock) }
      return ok({ forMs: ARMED_FOR_MS })
    },

    async setMode({ runId, mode }) {
      const current = await accounts.atDesk(runId, 'desk.setMode', async (desk) => desk.report().mode)
      if (!current.ok) return current
      if (isLooser(mode, current.value)) {
        const lines = [...accountLines(accounts.snapshot()), message(`desk.means.${mode}`)]
        const question: Question = { what: message(`main.confirm.mode.${mode}`), lines, yes: 'main.confirm.modeNow' }
        const refused = await refusedBy(question)
        if (refused !== null) return err(localFailure('closed', 'desk.setMode', refused))
      }
      return accounts.atDesk(runId, 'desk.setMode', (desk) => desk.setMode(mode))
    },

    async setLimits({ runId, limits }) {
      const set = (next: OrderLimits) => accounts.atDesk(runId, 'desk.setLimits', (desk) => desk.setLimits(next))
      let agreed: readonly Message[] = []
      for (;;) {
        const current = await accounts.atDesk(runId, 'desk.setLimits', async (desk) => desk.report().limits)
        if (!current.ok) return current
        const looser = limitLines(limits, current.value)
        // If the limits changed while the box was open, the box did not show all that would be loosened. Ask again.
        if (looser.length === 0 || isDeepStrictEqual(looser, agreed)) break
        // A tighter limit holds at once, whatever is answered.
        const tight = tightened(limits, current.value)
        const held = sameLimits(tight, current.value) ? current : await set(tight)
        if (!held.ok) return held
        const lines = [...accountLines(accounts.snapshot()), ...looser, message('desk.limitsFor')]
        const refused = await refusedBy({ what: message('main.confirm.limits'), lines, yes: 'main.confirm.limitsNow' })
        if (refused !== null) return err(localFailure('closed', 'desk.setLimits', refused))
        agreed = looser
      }
      return set(limits)
    },
  }
}

function deniedIn(answer: PreviewAnswer): Message | null {
  return answer.kind === 'denied' ? answer.denial.message : null
}

/** What each loosened limit was and is to be. */
function limitLines(limits: OrderLimits, before: OrderLimits): readonly Message[] {
  return loosened(limits, before).map((name) => {
    const said = (each: OrderLimits) => amount(decimal(each[name]))
    return message(`main.confirm.limit.${name}`, { from: said(before), to: said(limits), coin: MARKET_COIN })
  })
}

/** The number of requests of each kind. */
function countLines({ legs }: Plan): readonly Message[] {
  const kinds = [...new Set(legs.map(({ kind }) => kind))]
  return kinds.map((kind) => message(`main.confirm.${kind}`, { count: legs.filter((leg) => leg.kind === kind).length }))
}

/** Whether main shows an order as open or is acting on it. Orders that it has cancelled do not count. */
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
