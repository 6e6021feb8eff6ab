/**
 * Turns an action into the plan that carries it out: reads the account, shows plans, and hands over the plan that is
 * sent.
 */
import { chaseOf, tacticOf, type Action, type CloseTactic } from '#shared/desk/action.ts'
import { compile, planOf } from '#shared/desk/compile.ts'
import { hiddenFrom } from '#shared/desk/compile/cancel-legs.ts'
import { deny, type Draft } from '#shared/desk/compile/draft.ts'
import { shortOf } from '#shared/desk/compile/shortfall.ts'
import type { DeskFacts, DeskView } from '#shared/desk/facts.ts'
import type { GuardLimits, GuardMode, GuardTerms } from '#shared/desk/guard.ts'
import type { Denial, Plan, Protection } from '#shared/desk/plan.ts'
import type { PreviewAnswer } from '#shared/desk/report.ts'
import { rankWays, type RescueAnswer } from '#shared/desk/rescue.ts'
import { booksOf } from '#shared/desk/rescue/unit.ts'
import { partsOfKey } from '#shared/domain/account.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Depth } from '#shared/domain/quote.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { inARow, message } from '#shared/words/message.ts'
import type { Message } from '#shared/domain/message.ts'
import { chaseInTheWay } from '../follow-up/chase/chase-rivals.ts'
import type { Intent } from '../state/intent.ts'
import type { DeskLog } from '../log/desk-log.ts'
import { endingOrders, takenSince } from '../run/lagging-lists.ts'
import { canceledBy, placedLastMinute, settlingOf, stuckOrders } from '../state/earlier-intents.ts'
import { legsOfKind } from '../state/select.ts'
import { readDepths, tradedBy } from './read-depths.ts'
import { EXIT_LOOK, FIRST_LOOK, HASTY_LOOK, LATER_LOOK, type Look, type Memory } from './thoroughness.ts'
import { within } from './patience.ts'
import { prepare } from './prepare.ts'
import type { Looking } from './reader.ts'
import { followsMarket, renewed } from './renew.ts'
import { asksTheSame, createShownPlans, isPlannedTwice, type Asker, type ShownPlan } from './shown-plans.ts'

export type Plans = ReturnType<typeof createPlans>

interface Planning extends Looking {
  readonly newId: () => string
  readonly view: () => DeskView
  readonly log: DeskLog
  readonly protections: () => readonly Protection[]
  readonly mode: () => GuardMode
  readonly limits: () => GuardLimits
  readonly shown: ReturnType<typeof createShownPlans>
  readonly newClientOrderId: () => string
}

export function createPlans(options: Omit<Planning, 'shown' | 'newClientOrderId'>) {
  const { newId, view, clock } = options
  // The Contract API takes client order ids of fewer than 32 characters.
  const newClientOrderId = () => newId().replaceAll('-', '').slice(-31)
  const planning: Planning = { ...options, shown: createShownPlans(clock), newClientOrderId }
  const asked = createAsked(planning)
  return {
    /** The plan that would carry out `action` now, with its estimate. It is kept for a short while. */
    preview: (action: Action, asker: Asker): Promise<PreviewAnswer> =>
      asked(asker, (wanted) => preview(action, asker, wanted)),
    /** The plan shown under `planId`, or a plan made now if it is undefined. */
    choose: (action: Action, planId: string | undefined): Promise<Result<ShownPlan, Denial>> =>
      planId === undefined ? planNow(action, planning) : planShown(planId, action, planning),
    /** The action was accepted, so plans shown for the same action are out of date. */
    drop: (action: Action): void => planning.shown.drop(action),
    /** The cheapest ways to bring margin unit `unitId` back to a rate of `targetPercent`, from fresh reads. */
    rescue: (unitId: string, targetPercent: Decimal): Promise<RescueAnswer> =>
      asked('page', async (wanted) => {
        const prepared = await prepare({ kind: 'rescue' }, view(), memoryFor(null, FIRST_LOOK, wanted), wanted)
        if (!prepared.ok) return { kind: 'denied', denial: prepared.error }
        const facts = prepared.value
        const depths = await readDepths(booksOf(unitId, facts), wanted)
        return rankWays(unitId, targetPercent.div(100), { ...facts, depths })
      }),
    /** The facts for the next round of `intent`. `isHasty`: only what can be closed at once. */
    prepareNext: (intent: Intent, isHasty = false): Promise<Result<DeskFacts, Denial>> =>
      prepare(intent.action, view(), memoryFor(intent, isHasty ? HASTY_LOOK : LATER_LOOK, planning), planning),
    draft: (action: Action, facts: DeskFacts): Result<Draft, Denial> => compile(action, facts, newClientOrderId),
    /** The present limits on orders that add risk. */
    guardTerms: (): GuardTerms => guardTerms(planning),
    newClientOrderId,
  }
}

/** How many plans may be made for a page at once. */
const MOST_FOR_A_PAGE = 8

/**
 * Makes plans that a caller waits for. Once a plan is done, its reads that are still queued are dropped. A page may
 * have only a few plans in the making: a further one ends the oldest, because a page that keeps asking must not delay
 * the looks of an exit.
 */
function createAsked(planning: Planning) {
  const ofPage = new Set<AbortController>()
  return async <T>(asker: Asker, make: (wanted: Planning) => Promise<T>): Promise<T> => {
    const isOver = new AbortController()
    if (asker === 'page') ofPage.add(isOver)
    for (const oldest of [...ofPage].slice(0, -MOST_FOR_A_PAGE)) oldest.abort()
    return make({ ...planning, read: planning.read.for(isOver.signal) }).finally(() => {
      ofPage.delete(isOver)
      isOver.abort()
    })
  }
}

function guardTerms({ mode, limits, log, clock }: Planning): GuardTerms {
  const placements = legsOfKind(log.state(), 'place')
  return { mode: mode(), limits: limits(), placedLastMinute: placedLastMinute(placements, clock.mono()) }
}

/**
 * What a plan is made from besides the account. `intent`: the intent that continues; null: the plan is for a new one.
 */
function memoryFor(intent: Intent | null, look: Look, planning: Planning): Memory {
  const { protections, log } = planning
  return {
    guard: guardTerms(planning),
    protections: protections(),
    look,
    stuck: intent === null ? [] : stuckOrders(intent),
    touched: intent?.legs.map(({ request: { area, instrument } }) => ({ area, instrument })) ?? [],
    canceledBy: (intentId) => canceledBy(intentId, log.state()),
    ending: endingOrders(log.known()),
    takenSince: (positionKey, ms) => takenSince(positionKey, ms, log.known()),
  }
}

/** Closes whose price is measured from the mark. */
const FROM_MARK: ReadonlySet<CloseTactic['kind']> = new Set(['capped', 'offset', 'chase'])

async function outline(
  action: Action,
  look: Look,
  planning: Planning,
): Promise<Result<{ facts: DeskFacts; draft: Draft }, Denial>> {
  // Checked here because every intent begins with a plan.
  if (planning.mode() === 'watching') return deny('WATCH_ONLY', message('plan.watching'))
  const { intents } = planning.log.known()
  const inTheWay = chaseInTheWay(action, intents)
  if (inTheWay !== null) return deny('IN_FLIGHT', inTheWay)
  const settling = action.kind === 'restore' ? settlingOf(action.intentId, intents) : null
  // Otherwise `restore` would silently place only some of the cancelled orders again.
  if (settling !== null) return deny('STILL_SETTLING', stillSettling(settling))
  const [prepared, depths] = await Promise.all([
    prepare(action, planning.view(), memoryFor(null, look, planning), planning),
    readStart(action, planning),
  ])
  if (!prepared.ok) return prepared
  const facts = { ...prepared.value, depths }
  const drafted = compile(action, facts, planning.newClientOrderId)
  // In a pause, a plan is first made from positions read before it. A position missing there may be held all the same, and
  // their marks are too old to measure a distance from.
  if (facts.heldBackMs !== undefined && (!drafted.ok || FROM_MARK.has(tacticOf(action).kind)))
    return outline(action, EXIT_LOOK, planning)
  return drafted.ok ? ok({ facts, draft: drafted.value }) : drafted
}

async function preview(action: Action, asker: Asker, planning: Planning): Promise<PreviewAnswer> {
  const { view, newId, shown } = planning
  const outlined = await outline(action, FIRST_LOOK, planning)
  if (!outlined.ok) return { kind: 'denied', denial: outlined.error }
  const { draft, facts } = outlined.value
  const depths = chaseOf(action) === null ? await readDepths(tradedBy(draft), planning) : facts.depths
  // The pace is taken after the reads for this plan, because they count against the same limits.
  const plan = planOf(action, draft, { ...facts, depths, pace: view().pace })
  const planId = newId()
  shown.keep(planId, shownOf(plan, facts), asker)
  return { kind: 'plan', planId, plan }
}

async function planNow(action: Action, planning: Planning): Promise<Result<ShownPlan, Denial>> {
  const outlined = await outline(action, action.kind === 'restore' ? FIRST_LOOK : EXIT_LOOK, planning)
  if (!outlined.ok) return outlined
  const { facts, draft } = outlined.value
  return ok(shownOf(planOf(action, draft, null), facts))
}

/** The order book that a chase begins at, read together with the account to save a wait. */
async function readStart(action: Action, planning: Planning): Promise<readonly Depth[]> {
  const isChase = action.kind === 'closePosition' && chaseOf(action) !== null
  const parts = isChase ? partsOfKey(action.positionKey) : null
  return parts === null ? [] : readDepths([{ area: 'contract', instrument: parts.contract }], planning)
}

/**
 * The plan at current prices. If positions cannot be read, an exit uses the newest known ones. Their marks are dropped,
 * because only quotes have a known age. The same holds if the plan itself used the last known size.
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
  return { plan, orders: facts.orders, read: facts, missed: missedBy(plan.action, facts) ?? short }
}

/**
 * What the plan of a cancel may miss because lists were not read whole; null: nothing. A later look reads them again.
 */
export function missedBy(action: Action, facts: DeskFacts): Message | null {
  const hidden = action.kind === 'cancelMatching' ? hiddenFrom(action.filter, facts) : []
  return hidden.length > 0 ? inARow(hidden) : null
}

function stillSettling({ settled, of }: { settled: number; of: number }): Message {
  return settled < of ? message('intent.denied.settling', { settled, of }) : message('intent.denied.lookingForMore')
}

/** Whether every close in the plan uses the last known size. */
function isByLastKnown({ legs }: Plan): boolean {
  const closes = legs.filter((leg) => leg.kind === 'close')
  return closes.length > 0 && closes.every(({ knownMs }) => knownMs !== undefined)
}

/** How long to wait for the prices of a plan that was shown, ms. */
const RENEW_PATIENCE_MS = 1_000
