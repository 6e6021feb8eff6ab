/** From a click to a running intent: it is claimed, planned, journalled, and only then carried out. */
import type { Action } from '#shared/desk/action.ts'
import { deny } from '#shared/desk/compile/draft.ts'
import { retimed } from '#shared/desk/estimate.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import { guardAgain, type GuardMode } from '#shared/desk/guard.ts'
import type { Denial, Plan } from '#shared/desk/plan.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { inARow, message } from '#shared/words/message.ts'
import { createLookAgain, lookMeanwhile } from '../follow-up/next-round.ts'
import type { Plans } from '../plan/plans.ts'
import { looksAgain } from '#shared/desk/estimate.ts'
import type { ShownPlan } from '../plan/shown-plans.ts'
import type { createSleeps } from '../sleep.ts'
import { cancelledSince, createClaims, keysInProgress, legKey, withoutBlocked } from '../state/claims.ts'
import { ordersOfCancels, type Intent } from '../state/intent.ts'
import { intentOf } from '../state/select.ts'
import type { SettleOptions } from '../verify/settle.ts'
import type { RoomOptions } from './closable-now.ts'
import { coinsAtMost, heldAtMost, lastKnown } from './lagging-lists.ts'
import { createPermit } from './permit.ts'
import { runIntent } from './run.ts'

interface TakeOnOptions extends SettleOptions {
  readonly plans: Plans
  readonly sleeps: ReturnType<typeof createSleeps>
  readonly view: () => DeskView
  readonly mode: () => GuardMode
  readonly state: () => DeskReport['state']
  /** Watches work that no caller waits for. */
  readonly follow: (work: Promise<void>) => Promise<void>
}

/** Accepts or denies an intent. An accepted one is carried out whether or not anyone waits for it. */
export function createTakeOn(options: TakeOnOptions) {
  const { log, sleeps, view, state, follow } = options
  const claim = createClaims(log)
  return async (intentId: string, action: Action, planId: string | undefined): Promise<Result<null, Denial>> => {
    if (state() !== 'open') return deny('DESK_NOT_OPEN', notOpen(state()))
    // The facts at the moment of the request.
    const then = { slept: sleeps.watch(), heldThen: keysHeld(view()) }
    const release = claim(intentId, action)
    if (release === null) return deny('IN_FLIGHT', message('intent.denied.inFlight'))
    const accepted = await accept(intentId, action, planId, options).catch((cause: unknown) => {
      release()
      throw cause
    })
    if (!accepted.ok) {
      release()
      return accepted
    }
    const run = carryOut(accepted.value, then, options)
    // `restore` adds risk: what it places again must be known before anything more is planned.
    if (action.kind !== 'restore') release()
    void follow(action.kind === 'restore' ? run.finally(release) : run)
    return ok(null)
  }
}

/** The accepted intent, once it is on disk. */
async function accept(
  intentId: string,
  action: Action,
  planId: string | undefined,
  options: TakeOnOptions,
): Promise<Result<Intent, Denial>> {
  const { log, plans, view, state, signal } = options
  const chosen = await plans.choose(action, planId)
  if (!chosen.ok) return chosen
  const { plan, orders, missed, read } = chosen.value
  const { intents } = log.known()
  const done = cancelledSince(intents, read)
  const open = plan.legs.filter((leg) => !done.has(legKey(leg)))
  // A flatten without legs still looks whether anything else is open.
  if (open.length === 0 && !looksAgain(action))
    return deny('NOTHING_TO_CANCEL', message('intent.denied.cancelledMeanwhile'))
  // Legs that another intent is already carrying out are left to it.
  const busy = keysInProgress(intents, intentId)
  const legs = withoutBlocked(open, (leg) => busy.has(legKey(leg)), orders)
  if (open.length > 0 && legs.length === 0) return deny('IN_FLIGHT', message('intent.denied.inFlight'))
  // The desk may have been closed during the reads.
  if (signal.aborted) return deny('DESK_NOT_OPEN', notOpen(state()))
  // The mode may also have changed, and others may have used up this minute's orders.
  const barred = guardAgain(legs, plans.guardTerms())
  if (barred !== null) return deny(barred.code, barred.message)
  const timed = retimed(withLegs(plan, legs), view().pace, orders)
  // The other request may still fail, so an intent that left work to it cannot end as done.
  const count = open.length - legs.length
  const left = count === 0 ? null : message('intent.leftToOthers', { count })
  const taken = writeDown(intentId, { plan: timed, orders, missed }, left, options)
  if (!taken.ok) return deny('JOURNAL_UNAVAILABLE', message('leg.notSent', { why: taken.error }))
  plans.drop(action)
  return taken
}

/** `left`: the part of the plan that is left to another request. */
function writeDown(
  intentId: string,
  { plan, orders, missed }: Omit<ShownPlan, 'read'>,
  left: Message | null,
  { log }: TakeOnOptions,
): Result<Intent, Message> {
  const without = [missed, left].filter((each) => each !== null)
  const written = log.commit(intentId, {
    kind: 'accepted',
    plan,
    orders: ordersOfCancels(plan.legs, orders),
    missed: without.length > 0 ? inARow(without) : null,
    ...(left !== null && { left }),
  })
  if (!written.ok) return err(written.error.message)
  const intent = intentOf(log.state(), intentId)
  if (intent === undefined) throw new Error(`expected ${intentId} to be known`)
  return ok(intent)
}

function keysHeld({ positions }: DeskView): ReadonlySet<string> {
  return new Set((positions ?? []).flatMap(({ key, volume }) => (volume.gt(0) ? [key] : [])))
}

function carryOut(
  intent: Intent,
  { slept, heldThen }: Pick<RoomOptions, 'heldThen'> & { readonly slept: () => boolean },
  options: TakeOnOptions,
): Promise<void> {
  const { log, plans, view, mode, read, clock, signal } = options
  const looking = { log, plans, slept, read, clock, signal }
  return runIntent(intent, {
    ...options,
    permit: createPermit(clock, mode, slept),
    heldAtMost: () => heldAtMost(log.known()),
    coinsAtMost: () => coinsAtMost(log.known()),
    heldThen,
    lastKnown: (positionKey, orders) => lastKnown(positionKey, view(), log.known(), orders),
    lookAgain: createLookAgain(intent, looking),
    lookMeanwhile: () => lookMeanwhile(intent, looking),
  })
}

/** The plan reduced to these legs, with its estimate. */
function withLegs(plan: Plan, legs: Plan['legs']): Plan {
  if (plan.estimate === null) return { ...plan, legs }
  const isLeft = (_: unknown, index: number): boolean => legs.includes(plan.legs[index] as Plan['legs'][number])
  return { ...plan, legs, estimate: { ...plan.estimate, legs: plan.estimate.legs.filter(isLeft) } }
}

/** Why nothing is accepted while the desk is in `state`. */
export function notOpen(state: DeskReport['state']): Message {
  return message(state === 'recovering' ? 'intent.denied.recovering' : 'intent.denied.closed')
}
