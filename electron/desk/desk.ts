/**
 * The only way to change anything at the venue. An intent becomes a plan, each leg is journalled and sent once, and
 * reads show what became of it.
 */
import type { Action, OrderRef, SpotPolicy } from '#shared/desk/action.ts'
import type { DrillAnswer } from '#shared/desk/drill.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import type { GuardLimits, GuardMode, MaySend, TradingMode } from '#shared/desk/guard.ts'
import { guardLimits, type OrderLimits } from '#shared/desk/order-limits.ts'
import type { RescueAnswer } from '#shared/desk/rescue.ts'
import type { DeskReport, PreviewAnswer, SubmitAnswer } from '#shared/desk/report.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { InstrumentRef } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { isConfirmed } from '#shared/domain/kept.ts'
import { hasOpenContract } from '#shared/domain/order.ts'
import { message } from '#shared/words/message.ts'
import type { Credentials, VenueClient } from '../venue/port.ts'
import { createDrill, NO_DRILL } from './fire-drill.ts'
import { settleEarlierRuns } from './follow-up/recover.ts'
import { createDeskLog, type DeskLog } from './log/desk-log.ts'
import type { Journal } from './log/journal.ts'
import type { DeskNotes } from './log/notes.ts'
import { createPlans } from './plan/plans.ts'
import type { Asker } from './plan/shown-plans.ts'
import { lookUp } from './plan/read-orders.ts'
import { createReader } from './plan/reader.ts'
import { EXPIRY_MS } from './run/execute.ts'
import { heldAtMost } from './run/lagging-lists.ts'
import { createTakeOn, notOpen } from './run/take-on.ts'
import { createSleeps } from './sleep.ts'
import { isUnderWay } from './state/claims.ts'
import { isFinished, type Leg } from './state/intent.ts'
import { intentOf, owns } from './state/select.ts'
import { createStatus } from './status.ts'
import { createFollower } from './verify/waiting-orders.ts'
import { createHurry, type SettleOptions } from './verify/settle.ts'
import { createProtections } from './verify/watch-protections.ts'

interface DeskOptions {
  readonly client: VenueClient
  /** Signs as requests are signed. The fire drill times it. */
  readonly sign: Credentials['sign']
  /** Already open. The owner closes it after the desk. */
  readonly journal: Journal
  /** The account of this desk. One journal serves several accounts. */
  readonly accountId: string
  /** What is stored about this account outside the journal. */
  readonly notes: DeskNotes
  /** What may be sent for this account, whatever mode was chosen. */
  readonly maySend: MaySend
  readonly clock: Clock
  /** A new unique id each time, at least 31 characters without its dashes (a UUID). */
  readonly newId: () => string
  /** The newest known account. The desk takes names and order limits from it; sizes are read afresh. */
  readonly view: () => DeskView
  readonly onReport: (report: DeskReport) => void
  /** A request touched this instrument, so what the screen shows about it is out of date. */
  readonly onTouched: (touched: InstrumentRef) => void
}

export type Desk = ReturnType<typeof createDesk>

const CLOSING_PATIENCE_MS = 5_000
/** Twice the time in which a request can take effect, so that the usual reads settle one lost answer within it. */
const RECOVERY_PATIENCE_MS = 2 * EXPIRY_MS

/** Creates the parts of a desk and wires them together. */
function assemble(options: DeskOptions) {
  const { client, journal, accountId, notes, maySend, clock, newId, view, onTouched } = options
  const stop = new AbortController()
  const log = createDeskLog(journal, accountId, clock, onChange)
  const wasClosedByUs = (positionKey: string): boolean => heldAtMost(log.known()).get(positionKey)?.held.lte(0) === true
  const witness = {
    known: () => knownAccount(view()),
    isOurs: wasClosedByUs,
    hasOrders: () => hasOpenContract(view().orders),
  }
  const read = createReader(client, stop.signal, witness)
  const hurry = createHurry()
  const settling = { client, log, read, clock, signal: stop.signal, hurry: hurry.signal }
  const mode = (): GuardMode => ({ all: notes.mode(), exits: 'unproved', nothing: 'watching' } as const)[maySend]
  const limits = (): GuardLimits => guardLimits(notes.limits())
  const sleeps = createSleeps(clock)
  const protections = createProtections(log, view, clock)
  const plans = createPlans({ ...settling, newId, view, protections: protections.now, mode, limits })
  const status = createStatus({ ...options, log, protections })
  const { follow, settled } = createFollowed((cause) => {
    stop.abort()
    status.become('closed', message('intent.faulty', { cause: String(cause) }))
  })
  const takeOn = createTakeOn({ ...settling, plans, sleeps, view, mode, state: status.state, follow })

  function onChange(leg: Leg | null): void {
    // A new protective order is compared with the position at the time the venue accepted it.
    if (leg?.request.kind === 'protect') protections.watch()
    status.publish()
    if (leg !== null && mayHaveTouched(leg)) onTouched({ area: leg.request.area, instrument: leg.request.instrument })
  }

  return { stop, log, settling, hurry, sleeps, protections, plans, status, follow, settled, takeOn }
}

export function createDesk(options: DeskOptions) {
  const { journal, notes, clock, newId, view } = options
  const { stop, log, settling, hurry, sleeps, protections, plans, status, follow, settled, takeOn } = assemble(options)
  let recovery: Promise<void> | null = null
  const noted = async (note: () => void): Promise<null> => {
    note()
    status.publish()
    return null
  }
  const drill = createDrill({
    ...options,
    signal: stop.signal,
    protections: protections.now,
    newClientOrderId: plans.newClientOrderId,
    onCard(card) {
      notes.setDrill(card)
      status.publish()
    },
  })
  return {
    /**
     * Settles what earlier runs left open, by reads alone, then opens for orders after `RECOVERY_PATIENCE_MS` at most.
     * Legs that are still unsettled then stay blocked. Resolves when everything is settled, however long that takes.
     */
    recover: (): Promise<void> => (recovery ??= follow(recover(settling, journal, status))),
    /** The plan that would carry out the action now, or why there is none. It only reads: nothing is stored or sent. */
    preview: async (action: Action, asker: Asker = 'page'): Promise<PreviewAnswer> =>
      status.state() === 'closed' ? CLOSED_DENIAL : plans.preview(action, asker),
    /** Whether the same action is running and progressed a moment ago, so that it would be denied now. */
    isUnderWay: (action: Action): boolean => isUnderWay(action, log.known()),
    /** The cheapest ways to bring margin unit `unitId` back to a rate of `targetPercent`. Reads only. */
    rescue: async (unitId: string, targetPercent: Decimal): Promise<RescueAnswer> =>
      status.state() === 'closed' ? CLOSED_DENIAL : plans.rescue(unitId, targetPercent),
    /**
     * Accepts or denies an intent. With `planId`, it carries out exactly the plan that was shown, or nothing. Answers
     * once the plan is on disk; the report shows the progress. The same id always gets the same answer and is carried
     * out once, in this run and later ones.
     */
    submit: createAnswers(options, takeOn, log),
    /** Reads whether `order` is open at the venue now. */
    lookUp: (order: OrderRef) => lookUp(order, settling.read),
    /** Tests the way out with reads and test orders, and keeps the resulting card. Only one drill runs at a time. */
    async drill(): Promise<DrillAnswer> {
      if (options.maySend === 'nothing') return { kind: 'denied', message: message('plan.watching') }
      return status.state() === 'closed' ? { kind: 'denied', message: NO_DRILL } : drill()
    },
    /** Sets which orders that add risk are allowed, in later runs too. Exits are always allowed. */
    setMode: (next: TradingMode) => noted(() => notes.setMode(next)),
    /** Sets the limits on those orders, in later runs too. */
    setLimits: (next: OrderLimits) => noted(() => notes.setLimits(next)),
    /** Sets what a flatten does with Spot holdings, in later runs too. */
    setSpotPolicy: (next: SpotPolicy) => noted(() => notes.setSpotPolicy(next)),
    /** Marks `intentId` as seen by the trader. Unknown ids and repeats change nothing. */
    async markSeen(intentId: string): Promise<null> {
      const intent = intentOf(log.state(), intentId)
      if (intent?.seenAt === null && isFinished(intent)) log.note(intentId, { kind: 'seen' })
      return null
    },
    /** Journals that the trader left Plimsoll while something was in progress. `lines`: the warnings shown. */
    noteLeft: (lines: readonly Message[]): void => log.note(newId(), { kind: 'left', lines }),
    report: status.report,
    /** Whether Plimsoll placed this order, in this run or an earlier one. */
    owns: (orderId: string): boolean => owns(log.state(), orderId),
    /** The machine slept: drops requests that are still unsent, and ends chases. */
    wake(): void {
      sleeps.report()
      hurry.give()
    },
    /** Looks at once for the outcome of unsettled requests. */
    lookAgain: hurry.give,
    /** Call it after open orders were read. Looks for the outcome of our orders that wait at their price. */
    reviewWaiting: createFollower(settling, log, view),
    /** Call it after positions were read. Reports if the state of protective orders changed. */
    reviewProtections(): void {
      protections.review()
      status.tellIfChanged()
    },
    /**
     * Sends nothing more and waits a few seconds for answers on their way; the next run settles the rest. The first
     * call puts `why` in the report.
     */
    async close(why: Message = message('intent.accountClosed')): Promise<void> {
      stop.abort()
      if (status.state() !== 'closed') status.become('closed', why)
      const enough = new AbortController()
      await Promise.race([settled(), wait(clock, CLOSING_PATIENCE_MS, enough.signal)])
      enough.abort()
    },
  }
}

async function recover(
  settling: SettleOptions,
  journal: Journal,
  status: ReturnType<typeof createStatus>,
): Promise<void> {
  const { clock, signal } = settling
  const settled = settleEarlierRuns(settling)
  status.publish()
  // The lost journal may have recorded a request that can still take effect. Wait until no such request can.
  const quiet = journal.notice === null ? null : wait(clock, EXPIRY_MS, signal)
  // An unsettled leg blocks only its own position or order, not every other exit.
  const patience = wait(clock, RECOVERY_PATIENCE_MS, signal)
  await Promise.all([quiet, Promise.race([settled, patience])])
  if (!signal.aborted) status.become('open', null)
  await settled
}

/** Runs work that no caller waits for. An exception there is our bug and stops the desk. */
function createFollowed(onFault: (cause: unknown) => void) {
  const running = new Set<Promise<void>>()
  return {
    follow: (work: Promise<void>): Promise<void> => {
      const followed = work.catch(onFault).finally(() => running.delete(followed))
      running.add(followed)
      return followed
    },
    settled: () => Promise.all(running),
  }
}

/** The same id always gets the same answer, in this run and later ones. */
function createAnswers({ journal, accountId }: DeskOptions, takeOn: ReturnType<typeof createTakeOn>, log: DeskLog) {
  const answering = new Map<string, Promise<SubmitAnswer>>()

  async function answer(intentId: string, action: Action, planId: string | undefined): Promise<SubmitAnswer> {
    const earlier = journal.answer(accountId, intentId)
    if (earlier !== null) return earlier
    const taken = await takeOn(intentId, action, planId)
    if (taken.ok) return { kind: 'accepted', intentId }
    log.note(intentId, { kind: 'denied', action, denial: taken.error })
    return { kind: 'denied', denial: taken.error }
  }

  return (intentId: string, action: Action, planId?: string): Promise<SubmitAnswer> => {
    const pending = answering.get(intentId)
    if (pending !== undefined) return pending
    const answered = answer(intentId, action, planId).finally(() => answering.delete(intentId))
    answering.set(intentId, answered)
    return answered
  }
}

/** The known account, for comparison with replies. null: the account was not read yet. */
function knownAccount({ risk, balances }: DeskView) {
  if (!risk?.positions || !risk.marginAccounts || risk.positionsReadAt === null) return null
  const { marginAccounts, positionsReadAt: readAt } = risk
  // Leaves out rows that are kept from an earlier read because the newest reply may hide them.
  return { positions: risk.positions.filter(isConfirmed), marginAccounts, readAt, balances }
}

function mayHaveTouched({ record: { state } }: Leg): boolean {
  return state !== 'planned' && state !== 'journalled' && state !== 'notSent' && state !== 'skipped'
}

const CLOSED_DENIAL = { kind: 'denied', denial: { code: 'DESK_NOT_OPEN', message: notOpen('closed') } } as const
