/**
 * The only way to change anything at the venue: intent, plan, journal, one sending per leg, and reads until the venue
 * shows what became of it.
 */
import { actionKey } from '#shared/desk/action.ts'
import type { Action } from '#shared/desk/action.ts'
import { deny } from '#shared/desk/compile/draft.ts'
import type { DrillAnswer } from '#shared/desk/drill.ts'
import { retimed } from '#shared/desk/estimate.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import { guardAgain } from '#shared/desk/guard.ts'
import type { GuardMode, TradingMode } from '#shared/desk/guard.ts'
import type { RescueAnswer } from '#shared/desk/rescue.ts'
import type { Denial, Plan } from '#shared/desk/plan.ts'
import type { DeskReport, PreviewAnswer, SubmitAnswer } from '#shared/desk/report.ts'
import { watchStops, type Watch } from '#shared/desk/stop-watch.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { isConfirmed } from '#shared/domain/kept.ts'
import { ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Credentials, VenueClient } from '../venue/port.ts'
import { isUnderWay, keysInProgress, legKey } from './state/claims.ts'
import { createDrill, NO_DRILL } from './drill.ts'
import { EXPIRY_MS } from './run/execute.ts'
import { ordersOfCancels } from './state/intent.ts'
import type { Intent, Leg } from './state/intent.ts'
import { createIntentBook } from './state/intents.ts'
import type { TriggerEffect } from './log/entries.ts'
import type { Journal } from './log/journal.ts'
import { coinsAtMost, heldAtMost, lastKnown } from './run/lag.ts'
import { createLookAgain, lookMeanwhile } from './follow-up/look-again.ts'
import type { DeskNotes } from './log/notes.ts'
import { createPlans } from './plan/plans.ts'
import { createReader } from './plan/reads.ts'
import { createFollower } from './verify/follow.ts'
import { settle } from './verify/reconcile.ts'
import { newlyOrphaned, protectionsOf, reportOf, standing, withRefused } from './state/report.ts'
import { reportOfRefused } from './state/refused.ts'
import { createPermit } from './run/permit.ts'
import { runIntent } from './run/run.ts'
import { createSleeps } from './sleep.ts'

export interface DeskOptions {
  readonly client: VenueClient
  /** Signs as the client's requests are signed: a fire drill times it. */
  readonly sign: Credentials['sign']
  /** Open. The owner closes it after the desk. */
  readonly journal: Journal
  /** Whose intents these are; one journal serves several accounts, one desk serves one. */
  readonly accountId: string
  /** What is kept of this account besides. */
  readonly notes: DeskNotes
  /** The probe has passed for the account's key. Until it has, only exits are sent, whatever mode was chosen. */
  readonly isProved: boolean
  readonly clock: Clock
  /** A new unique id each time, at least 31 characters without its dashes (a UUID). */
  readonly newId: () => string
  /** The newest known account: for names and order limits; sizes are read afresh. */
  readonly view: () => DeskView
  readonly onReport: (report: DeskReport) => void
  /** Something was done to this instrument: what is shown of it is old. */
  readonly onTouched: (touched: { readonly area: Area; readonly instrument: string }) => void
}

export interface Desk {
  /**
   * Settles what earlier runs left open, by reads alone, then opens for orders: after `RECOVERY_PATIENCE_MS` at the
   * latest, with what is not settled still out of reach. Resolves when everything is settled, however long that takes.
   */
  recover(): Promise<void>
  /**
   * The plan an action would be carried out by now, or why there is none. Reads only; nothing is written down or sent.
   */
  preview(action: Action): Promise<PreviewAnswer>
  /**
   * Takes an intent on, or says why not. With the id of a plan that was shown it is that very plan, or none. Answers as
   * soon as the plan is on disk; the report tells how it goes on. The same id always gets the same answer and is
   * carried out once, in this run and later ones.
   */
  submit(intentId: string, action: Action, planId?: string): Promise<SubmitAnswer>
  /** The cheapest ways to bring margin unit `unitId` back to a rate of `targetPercent`. Reads only. */
  rescue(unitId: string, targetPercent: Decimal): Promise<RescueAnswer>
  /** Proves the way out by reads and test orders, and keeps the card; one drill at a time. */
  drill(): Promise<DrillAnswer>
  /** What orders that add risk are held to from now on, in later runs too. Exits never are. */
  setMode(mode: TradingMode): Promise<null>
  /** A person has looked at what `intentId` left to one; unknown ids and repeats change nothing. */
  markSeen(intentId: string): Promise<null>
  /** Writes down that Plimsoll is left although something goes on; `lines`: what the trader was told of it. */
  noteLeft(lines: readonly string[]): void
  report(): DeskReport
  /** Whether an order was placed from here, in this run or an earlier one. */
  owns(orderId: string): boolean
  /** The machine slept: what was asked for before and is not sent yet is not sent any more, and no chase goes on. */
  wake(): void
  /** The positions were read: reports anew if that changes what is believed of the protective orders. */
  reviewProtections(): void
  /** The open orders were read: looks what became of those of ours that waited. */
  reviewWaiting(): void
  /**
   * Sends nothing more and gives what is on its way a few seconds to be answered; the rest is settled by the next run.
   * The report says `why`, the first time.
   */
  close(why?: string): Promise<void>
}

const CLOSING_PATIENCE_MS = 5_000
/** Twice as long as a request can take effect, so that one lost answer is settled within it by the usual reads. */
const RECOVERY_PATIENCE_MS = 2 * EXPIRY_MS

export function createDesk(options: DeskOptions): Desk {
  const { client, sign, journal, accountId, notes, isProved, clock, newId, view, onReport, onTouched } = options
  const stop = new AbortController()
  const read = createReader(client, stop.signal, { known: () => knownAccount(view()), isOurs: wasClosedByUs })
  const reading = { read, clock, signal: stop.signal }
  const settling = { client, ...reading }
  /** What is asked for and not taken on or refused yet, by the key of its action. */
  const asked = new Set<string>()
  const running = new Set<Promise<void>>()
  const answering = new Map<string, Promise<SubmitAnswer>>()
  const book = createIntentBook({ journal, accountId, clock, onChange })
  const mode = (): GuardMode => (isProved ? notes.mode() : 'unproved')
  const sleeps = createSleeps(clock)
  const plans = createPlans({ newId, view, book, protections, mode, ...reading })
  const reviewWaiting = createFollower({ book, view, ...reading })
  const drill = createDrill({
    client,
    sign,
    clock,
    signal: stop.signal,
    view,
    protections,
    newClientOrderId: plans.newClientOrderId,
    onCard(card) {
      notes.setDrill(card)
      tell()
    },
  })
  let state: DeskReport['state'] = 'recovering'
  let reason: string | null = journal.notice
  let recovery: Promise<void> | null = null
  /** The protective orders, as the reads so far show them. */
  let watches: ReadonlyMap<string, Watch> = new Map()
  /** States of the protective orders as last reported. */
  let shownProtections = ''

  function wasClosedByUs(positionKey: string): boolean {
    return heldAtMost(book.all()).get(positionKey)?.lte(0) === true
  }

  function report(): DeskReport {
    const intents = withRefused(book.all().map(reportOf), book.refused().map(reportOfRefused))
    const unknownCount = intents.flatMap((intent) => intent.legs).filter((leg) => leg.state === 'unknown').length
    const trouble = book.trouble()
    return {
      state: trouble === null ? state : 'closed',
      reason: trouble ?? reason,
      intents,
      unknownCount,
      protections: protections(),
      mode: isProved ? notes.mode() : 'halted',
      modeNote: isProved ? notes.modeNote() : UNPROVED,
      drill: notes.drill(),
    }
  }

  function protections(): DeskReport['protections'] {
    const placed = book.protections()
    return placed.length === 0 ? [] : protectionsOf(placed, view(), clock.wall())
  }

  /** What fired, or should have, by the newest read of the positions. */
  function watchProtections(): void {
    const placed = new Map(standing(book.protections()).map((each) => [`${each.intentId} ${each.index}`, each]))
    const stops = [...placed].flatMap(([id, { leg }]) =>
      leg.request.kind === 'protect' ? [{ id, request: leg.request }] : [],
    )
    const looked = watchStops(watches, stops, view().positions ?? [], clock.mono())
    watches = looked.watches
    const note = (ids: readonly string[], effect: TriggerEffect): void => {
      for (const each of ids.map((id) => placed.get(id))) if (each && each.effect !== effect) book.trigger(each, effect)
    }
    note(looked.closed, 'closed')
    note(looked.nothing, 'nothing')
  }

  function tell(): void {
    const told = report()
    shownProtections = statesOf(told.protections)
    onReport(told)
  }

  function onChange(leg: Leg | null): void {
    // It is held against the position as it was when the venue took it on.
    if (leg?.request.kind === 'protect') watchProtections()
    tell()
    if (leg !== null && mayHaveTouched(leg)) onTouched({ area: leg.request.area, instrument: leg.request.instrument })
  }

  function become(next: DeskReport['state'], why: string | null): void {
    state = next
    reason = why
    tell()
  }

  /**
   * Watches work that no caller waits for. A throw is a fault of ours: the desk stops rather than go on with it.
   */
  function follow(work: Promise<void>): Promise<void> {
    const followed = work
      .catch((cause: unknown) => {
        stop.abort()
        become('closed', `Plimsoll met a fault of its own and stopped trading; restart it. (${String(cause)})`)
      })
      .finally(() => running.delete(followed))
    running.add(followed)
    return followed
  }

  async function settleEarlierRuns(): Promise<void> {
    const settled = Promise.all(book.restore().map(settleEarlier))
    tell()
    // A lost journal may have held a request that can still take effect: wait until none can.
    const quiet = journal.notice === null ? null : wait(clock, EXPIRY_MS, stop.signal)
    // What can not be settled keeps its own position or order to itself; it must not stand before every other exit.
    const patience = wait(clock, RECOVERY_PATIENCE_MS, stop.signal)
    await Promise.all([quiet, Promise.race([settled, patience])])
    if (!stop.signal.aborted) become('open', null)
    await settled
  }

  async function settleEarlier(intent: Intent): Promise<void> {
    for (const leg of intent.legs) takeUp(leg)
    await Promise.all(intent.legs.map((leg) => settle(leg, settling)))
    if (!stop.signal.aborted) book.tellEarlier(intent)
  }

  async function takeOn(intentId: string, action: Action, planId: string | undefined): Promise<Result<null, Denial>> {
    if (state !== 'open') return deny('DESK_NOT_OPEN', notOpen(state))
    const slept = sleeps.watch()
    const key = actionKey(action)
    // Where the action is a single leg's there is no need to read before one can say so.
    const isBusy = asked.has(key) || keysInProgress(book.all(), intentId).has(key)
    if (isBusy || isUnderWay(action, book.all())) return deny('IN_FLIGHT', IN_FLIGHT)
    asked.add(key)
    const accepted = await accept(intentId, action, planId).finally(() => asked.delete(key))
    if (!accepted.ok) return accepted
    const intent = accepted.value
    const looking = { book, plans, slept, ...reading }
    const run = runIntent(intent, {
      ...settling,
      permit: createPermit({ clock, mode, slept }),
      heldAtMost: () => heldAtMost(book.all()),
      coinsAtMost: () => coinsAtMost(book.all()),
      lastKnown: (positionKey, orders) => lastKnown(positionKey, view(), book.all(), orders),
      lookAgain: createLookAgain(intent, looking),
      lookMeanwhile: () => lookMeanwhile(intent, looking),
    })
    // No exit: what was placed again must be known as placed before more is planned.
    if (action.kind === 'restore') asked.add(key)
    void follow(action.kind === 'restore' ? run.finally(() => asked.delete(key)) : run)
    return ok(null)
  }

  async function accept(intentId: string, action: Action, planId: string | undefined) {
    const chosen = await plans.choose(action, planId)
    if (!chosen.ok) return chosen
    const { plan, orders, missed } = chosen.value
    // What another intent is doing is left to it; a close waits until the orders being cancelled are gone.
    const busy = keysInProgress(book.all(), intentId)
    const legs = plan.legs.filter((leg) => !busy.has(legKey(leg)))
    if (legs.length === 0) return deny('IN_FLIGHT', IN_FLIGHT)
    // The desk may have been closed while we read.
    if (stop.signal.aborted) return deny('DESK_NOT_OPEN', notOpen(state))
    // So may the mode have been changed, and others have taken what orders there may be in a minute.
    const barred = guardAgain(legs, plans.guardTerms())
    if (barred !== null) return deny(barred.code, barred.message)
    const intent = book.accept(
      intentId,
      retimed(withLegs(plan, legs), view().pace, orders),
      ordersOfCancels(legs, orders),
      { missed, left: leftToOthers(plan.legs.length - legs.length) },
    )
    if (!intent.ok) return deny('JOURNAL_UNAVAILABLE', `Nothing was sent. ${intent.error}`)
    plans.drop(action)
    return intent
  }

  async function answer(intentId: string, action: Action, planId: string | undefined): Promise<SubmitAnswer> {
    const earlier = journal.answer(accountId, intentId)
    if (earlier !== null) return earlier
    const taken = await takeOn(intentId, action, planId)
    if (taken.ok) return { kind: 'accepted', intentId }
    book.deny(intentId, action, taken.error)
    return { kind: 'denied', denial: taken.error }
  }

  return {
    recover: () => (recovery ??= follow(settleEarlierRuns())),
    async preview(action) {
      return state === 'closed' ? CLOSED_DENIAL : plans.preview(action)
    },
    async rescue(unitId, targetPercent) {
      return state === 'closed' ? CLOSED_DENIAL : plans.rescue(unitId, targetPercent)
    },
    submit(intentId, action, planId) {
      const pending = answering.get(intentId)
      if (pending !== undefined) return pending
      const answered = answer(intentId, action, planId).finally(() => answering.delete(intentId))
      answering.set(intentId, answered)
      return answered
    },
    async drill() {
      return state === 'closed' ? { kind: 'denied', message: NO_DRILL } : drill()
    },
    async setMode(next) {
      notes.setMode(next)
      tell()
      return null
    },
    async markSeen(intentId) {
      book.markSeen(intentId)
      return null
    },
    noteLeft(lines) {
      book.noteLeft(newId(), lines)
    },
    report,
    owns: (orderId) => book.owns(orderId),
    wake: () => sleeps.tell(),
    reviewWaiting,
    reviewProtections() {
      for (const placed of newlyOrphaned(book.protections(), view())) book.orphan(placed)
      watchProtections()
      if (statesOf(protections()) !== shownProtections) tell()
    },
    async close(why = 'The account is closed.') {
      stop.abort()
      if (state !== 'closed') become('closed', why)
      const enough = new AbortController()
      await Promise.race([Promise.all(running), wait(clock, CLOSING_PATIENCE_MS, enough.signal)])
      enough.abort()
    },
  }
}

/** What replies of the account are held against; null: it was not read yet. */
function knownAccount({ risk, balances }: DeskView) {
  if (!risk?.positions || !risk.marginAccounts || risk.positionsReadAt === null) return null
  const { marginAccounts, positionsReadAt: readAt } = risk
  // Of what could not be read the newest reply says nothing.
  return { positions: risk.positions.filter(isConfirmed), marginAccounts, readAt, balances }
}

/** Work left to another request may still fail there, so an intent that left some is not done. */
function leftToOthers(count: number): string | null {
  if (count === 0) return null
  const what = count === 1 ? '1 order or position was' : `${count} orders or positions were`
  return `${what} left to another request that is under way: see in the journal how that ends.`
}

/** The plan with the legs that are left to it; its estimate keeps to them. */
function withLegs(plan: Plan, legs: Plan['legs']): Plan {
  if (plan.estimate === null) return { ...plan, legs }
  const isLeft = (_: unknown, index: number): boolean => legs.includes(plan.legs[index] as Plan['legs'][number])
  return { ...plan, legs, estimate: { ...plan.estimate, legs: plan.estimate.legs.filter(isLeft) } }
}

/** A leg of an earlier run: nothing is sent at start-up, and what may have been sent is unknown until it is found. */
function takeUp(leg: Leg): void {
  if (leg.record.state === 'planned')
    leg.note({ state: 'skipped', detail: 'Plimsoll, or this account in it, was closed before this was sent.' })
  if (leg.record.state === 'journalled') {
    leg.note({ state: 'unknown', detail: 'Plimsoll stopped while this was being sent; looking for it at the venue.' })
  }
}

function statesOf(protections: DeskReport['protections']): string {
  return protections.map(({ state }) => state).join()
}

function mayHaveTouched({ record: { state } }: Leg): boolean {
  return state !== 'planned' && state !== 'journalled' && state !== 'notSent' && state !== 'skipped'
}

const UNPROVED =
  'Trading is off until the probe has passed for this key: only exits are sent. Probe the account in the list below.'

const CLOSED_DENIAL = { kind: 'denied', denial: { code: 'DESK_NOT_OPEN', message: notOpen('closed') } } as const

const IN_FLIGHT =
  'Another request for this is under way or has no answer yet; its outcome will show when the venue has confirmed it.'

function notOpen(state: DeskReport['state']): string {
  return state === 'recovering'
    ? 'Plimsoll is still finding out how the orders of its last run ended; nothing was sent. Try again in a moment.'
    : 'Trading is closed; nothing was sent.'
}
