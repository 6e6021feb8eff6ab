/** Plans that were shown, and for a short while may be carried out as they are. */
import { actionKey, isSameAction, type Action } from '#shared/desk/action.ts'
import type { Plan } from '#shared/desk/plan.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { encode } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order } from '#shared/domain/order.ts'

/** How long a plan may be looked at, ms: a minute in the window, and another in the box that asks whether it is meant. */
const KEPT_MS = 120_000
/** Of each asker: both show one at a time. */
const MOST = 8

/** Who was shown a plan. A page that was taken over must not push out what main itself shows in a box. */
export type Asker = 'page' | 'main'

export interface ShownPlan {
  readonly plan: Plan
  /** The orders it was made from. */
  readonly orders: readonly Order[]
  /** What it may miss, because it could not be read; null: nothing. */
  readonly missed: Message | null
}

export type ShownPlans = ReturnType<typeof createShownPlans>

/**
 * Whether the plan is made again before it is carried out: where nothing is read on the way, and acting late does harm.
 * Closes and cancels are checked against fresh reads as they go.
 */
export function isPlannedTwice({ kind }: Action): boolean {
  return kind === 'restore' || kind === 'protect'
}

/** Whether two plans ask the same of the venue, whatever ids their orders have. */
export function asksTheSame(one: Plan, other: Plan): boolean {
  const textOf = ({ legs }: Plan): string =>
    JSON.stringify(encode(legs), (name, value: unknown) => (name === 'clientOrderId' ? '' : value))
  return textOf(one) === textOf(other)
}

export function createShownPlans(clock: Clock) {
  const plans = new Map<
    string,
    ShownPlan & { readonly asker: Asker; readonly shownAt: number; readonly shownAtWall: number }
  >()
  return {
    keep(planId: string, shown: ShownPlan, asker: Asker): void {
      plans.set(planId, { ...shown, asker, shownAt: clock.mono(), shownAtWall: clock.wall() })
      const own = [...plans].filter(([, plan]) => plan.asker === asker)
      const [oldest] = own.map(([id]) => id)
      if (own.length > MOST && oldest !== undefined) plans.delete(oldest)
    },
    /** The plan, if it is known, of this action and not too old; it can be taken once. */
    take(planId: string, action: Action): ShownPlan | null {
      const shown = plans.get(planId)
      if (shown === undefined || !isSameAction(shown.plan.action, action)) return null
      plans.delete(planId)
      // The monotonic clock may stand still while the machine sleeps; the wall clock does not.
      const ageMs = Math.max(clock.mono() - shown.shownAt, clock.wall() - shown.shownAtWall)
      return ageMs > KEPT_MS ? null : shown
    },
    /** The action is taken on: plans shown for the same are out of date. */
    drop(action: Action): void {
      const key = actionKey(action)
      for (const [planId, { plan }] of plans) if (actionKey(plan.action) === key) plans.delete(planId)
    },
  }
}
