/** From an action to the plan that carries it out: what is read for it, what is shown, and what is taken on. */
import { chaseOf, type Action } from '#shared/desk/action.ts'
import { compile, planOf } from '#shared/desk/compile.ts'
import { deny, type Draft, type NewClientOrderId } from '#shared/desk/compile/draft.ts'
import { shortOf } from '#shared/desk/compile/shortfall.ts'
import type { DeskFacts, DeskView } from '#shared/desk/facts.ts'
import { DEFAULT_LIMITS, type GuardMode, type GuardTerms } from '#shared/desk/guard.ts'
import type { Denial, Plan, Protection } from '#shared/desk/plan.ts'
import type { PreviewAnswer } from '#shared/desk/report.ts'
import { rankWays, type RescueAnswer } from '#shared/desk/rescue.ts'
import { booksOf } from '#shared/desk/rescue/unit.ts'
import { partsOfKey } from '#shared/domain/account.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Depth } from '#shared/domain/quote.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Message } from '#shared/domain/message.ts'
import { chaseInTheWay } from '../follow-up/chase/chase-rivals.ts'
import type { Intent } from '../state/intent.ts'
import type { DeskLog } from '../log/desk-log.ts'
import { takenSince } from '../run/lagging-lists.ts'
import { missedBy } from './missed.ts'
import { canceledBy, placedLastMinute, settlingOf, stuckOrders } from '../state/earlier-intents.ts'
import { legsOfKind } from '../state/select.ts'
import { readDepths, tradedBy } from './read-depths.ts'
import { EXIT_LOOK, FIRST_LOOK, HASTY_LOOK, LATER_LOOK, type Look, type Memory } from './thoroughness.ts'
import { within } from './patience.ts'
import { prepare } from './prepare.ts'
import type { Looking } from './reader.ts'
import { followsMarket, renewed } from './renew.ts'
import { asksTheSame, createShownPlans, isPlannedTwice, type ShownPlan, type ShownPlans } from './shown-plans.ts'

export interface PlansOptions extends Looking {
  readonly newId: () => string
  readonly view: () => DeskView
  readonly log: DeskLog
  readonly protections: () => readonly Protection[]
  readonly mode: () => GuardMode
}

export interface Plans {
  /** The plan `action` would be carried out by now, with what to expect of it; it is kept for a short while. */
  preview(action: Action): Promise<PreviewAnswer>
  /** The plan that was shown under `planId`, or, where it is undefined, the one of this moment. */
  choose(action: Action, planId: string | undefined): Promise<Result<ShownPlan, Denial>>
  /** The action is taken on: plans shown for the same are out of date. */
  drop(action: Action): void
  /** The cheapest ways to bring margin unit `unitId` back to a rate of `targetPercent`, by what is read now. */
  rescue(unitId: string, targetPercent: Decimal): Promise<RescueAnswer>
  /** What is read and known for the next round of `intent`; in haste only what can be closed at once. */
  prepareNext(intent: Intent, isHasty?: boolean): Promise<Result<DeskFacts, Denial>>
  draft(action: Action, facts: DeskFacts): Result<Draft, Denial>
  /** What orders that add risk are held to at this moment. */
  guardTerms(): GuardTerms
  readonly newClientOrderId: NewClientOrderId
}

interface Planning extends PlansOptions {
  readonly shown: ShownPlans
  readonly newClientOrderId: NewClientOrderId
}

export function createPlans(options: PlansOptions): Plans {
  const { newId, view, clock } = options
  // Contract takes fewer than 32 characters.
  const newClientOrderId: NewClientOrderId = () => newId().replaceAll('-', '').slice(-31)
  const planning: Planning = { ...options, shown: createShownPlans(clock), newClientOrderId }
  return {
    preview: (action) => preview(action, planning),
    choose: (action, planId) =>
      planId === undefined ? planNow(action, planning) : planShown(planId, action, planning),
    drop: (action) => planning.shown.drop(action),
    async rescue(unitId, targetPercent) {
      const prepared = await prepare({ kind: 'rescue' }, view(), memoryFor(null, FIRST_LOOK, planning), planning)
      if (!prepared.ok) return { kind: 'denied', denial: prepared.error }
      const facts = prepared.value
      const depths = await readDepths(booksOf(unitId, facts), planning)
      return rankWays(unitId, targetPercent.div(100), { ...facts, depths })
    },
    prepareNext: (intent, isHasty = false) =>
      prepare(intent.action, view(), memoryFor(intent, isHasty ? HASTY_LOOK : LATER_LOOK, planning), planning),
    draft: (action, facts) => compile(action, facts, newClientOrderId),
    guardTerms: () => guardTerms(planning),
    newClientOrderId,
  }
}

function guardTerms({ mode, log, clock }: Planning): GuardTerms {
  const placements = legsOfKind(log.state(), 'place')
  return { mode: mode(), limits: DEFAULT_LIMITS, placedLastMinute: placedLastMinute(placements, clock.mono()) }
}

/** What a plan is made from other than the account; `intent`: the one that goes on, null for a new one. */
function memoryFor(intent: Intent | null, look: Look, planning: Planning): Memory {
  const { protections, log } = planning
  return {
    guard: guardTerms(planning),
    protections: protections(),
    look,
    stuck: intent === null ? [] : stuckOrders(intent),
    touched: intent?.legs.map(({ request: { area, instrument } }) => ({ area, instrument })) ?? [],
    canceledBy: (intentId) => canceledBy(intentId, log.state()),
    takenSince: (positionKey, ms) => takenSince(positionKey, ms, log.known()),
  }
}

async function outline(
  action: Action,
  look: Look,
  planning: Planning,
): Promise<Result<{ facts: DeskFacts; draft: Draft }, Denial>> {
  const { intents } = planning.log.known()
  const inTheWay = chaseInTheWay(action, intents)
  if (inTheWay !== null) return deny('IN_FLIGHT', inTheWay)
  const settling = action.kind === 'restore' ? settlingOf(action.intentId, intents) : null
  // A part of what was cancelled would be placed again, and nothing would say that it was a part.
  if (settling !== null) return deny('STILL_SETTLING', stillSettling(settling))
  const [prepared, depths] = await Promise.all([
    prepare(action, planning.view(), memoryFor(null, look, planning), planning),
    readStart(action, planning),
  ])
  if (!prepared.ok) return prepared
  const facts = { ...prepared.value, depths }
  const drafted = compile(action, facts, planning.newClientOrderId)
  return drafted.ok ? ok({ facts, draft: drafted.value }) : drafted
}

async function preview(action: Action, planning: Planning): Promise<PreviewAnswer> {
  const { view, newId, shown } = planning
  const outlined = await outline(action, FIRST_LOOK, planning)
  if (!outlined.ok) return { kind: 'denied', denial: outlined.error }
  const { draft, facts } = outlined.value
  const depths = chaseOf(action) === null ? await readDepths(tradedBy(draft), planning) : facts.depths
  // The reads for this plan count against the limits it is to run within.
  const plan = planOf(action, draft, { ...facts, depths, pace: view().pace })
  const planId = newId()
  shown.keep(planId, shownOf(plan, facts))
  return { kind: 'plan', planId, plan }
}

async function planNow(action: Action, planning: Planning): Promise<Result<ShownPlan, Denial>> {
  const outlined = await outline(action, action.kind === 'restore' ? FIRST_LOOK : EXIT_LOOK, planning)
  if (!outlined.ok) return outlined
  const { facts, draft } = outlined.value
  return ok(shownOf(planOf(action, draft, null), facts))
}

/** The order book a chase begins at, read at the same time as the account: both take one wait. */
async function readStart(action: Action, planning: Planning): Promise<readonly Depth[]> {
  const isChase = action.kind === 'closePosition' && chaseOf(action) !== null
  const parts = isChase ? partsOfKey(action.positionKey) : null
  return parts === null ? [] : readDepths([{ area: 'contract', instrument: parts.contract }], planning)
}

/**
 * The plan at the prices of now. Positions that can not be read do not stop an exit: then the newest known are used,
 * without their marks, whose age only quotes tell; also where the plan itself went by the last known size.
 */
async function renew(plan: Plan, planning: Planning): Promise<Result<Plan, Denial>> {
  const { read, view } = planning
  const [positions, depths] = await Promise.all([
    isByLastKnown(plan) ? null : within(RENEW_PATIENCE_MS, planning)(read.forExit.positions()),
    chaseOf(plan.action) === null ? [] : readDepths(tradedBy(plan), planning),
  ])
  const now = view()
  const known = now.positions?.map((position) => ({ ...position, markPrice: null })) ?? null
  const held = positions?.ok === true ? positions.value.list : known
  return renewed(plan, { ...now, positions: held, depths, canceled: [], unread: [] })
}

async function planShown(planId: string, action: Action, planning: Planning): Promise<Result<ShownPlan, Denial>> {
  const { log, shown } = planning
  const inTheWay = chaseInTheWay(action, log.known().intents)
  if (inTheWay !== null) return deny('IN_FLIGHT', inTheWay)
  const kept = shown.take(planId, action)
  if (kept === null) return deny('PLAN_EXPIRED', message('intent.denied.planOld'))
  if (isPlannedTwice(action)) {
    const now = await planNow(action, planning)
    if (!now.ok) return now
    if (!asksTheSame(kept.plan, now.value.plan)) return deny('PLAN_EXPIRED', message('intent.denied.planChanged'))
  }
  const plan = followsMarket(kept.plan) ? await renew(kept.plan, planning) : ok(kept.plan)
  return plan.ok ? ok({ ...kept, plan: plan.value }) : plan
}

function shownOf(plan: Plan, facts: DeskFacts): ShownPlan {
  const short = shortOf(plan, facts)
  return { plan, orders: facts.orders, missed: missedBy(plan.action, facts) ?? short }
}

function stillSettling({ settled, of }: { settled: number; of: number }): Message {
  return settled < of ? message('intent.denied.settling', { settled, of }) : message('intent.denied.lookingForMore')
}

/** Whether every close in it goes by the last known size. */
function isByLastKnown({ legs }: Plan): boolean {
  const closes = legs.filter((leg) => leg.kind === 'close')
  return closes.length > 0 && closes.every(({ knownMs }) => knownMs !== undefined)
}

/** How long the prices of a plan that was shown are waited for, ms. */
const RENEW_PATIENCE_MS = 1_000
