/** Plans that were shown, and may be carried out as they are for a short while. */
import { actionKey, isProtective, isSameAction, type Action } from '#shared/desk/action.ts'
import type { OrdersRead } from '#shared/desk/facts.ts'
import type { Plan } from '#shared/desk/plan.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { encode } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order } from '#shared/domain/order.ts'

/** How long a shown plan is valid, ms: a minute in the window, and another in the confirmation box. */
const KEPT_MS = 120_000
/** How many plans are kept per asker. Each asker shows one at a time. */
const MOST = 8

/** Where a plan was shown. A compromised page must not push out the plan that main itself shows in a box. */
export type Asker = 'page' | 'main'

export interface ShownPlan {
  readonly plan: Plan
  /** The orders that the plan was made from. */
  readonly orders: readonly Order[]
  /** When these orders were read. */
  readonly read: OrdersRead
  /** What the plan may miss because it could not be read; null: nothing. */
  readonly missed: Message | null
}

/**
 * Whether the plan is made again before it is carried out: for actions that read nothing on the way and do harm if they
 * act late. Closes and cancels are checked against fresh reads as they go.
 */
export function isPlannedTwice(action: Action): boolean {
  return action.kind === 'restore' || isProtective(action)
}

/** Whether two plans make the same requests, apart from the ids of their orders. */
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
    /** The plan, if it is known, is for this action and is not too old. It can be taken only once. */
    take(planId: string, action: Action): ShownPlan | null {
      const shown = plans.get(planId)
      if (shown === undefined || !isSameAction(shown.plan.action, action)) return null
      plans.delete(planId)
      // The monotonic clock may stand still while the machine sleeps; the wall clock does not.
      const ageMs = Math.max(clock.mono() - shown.shownAt, clock.wall() - shown.shownAtWall)
      return ageMs > KEPT_MS ? null : shown
    },
    /** The action was accepted, so plans shown for the same action are out of date. */
    drop(action: Action): void {
      const key = actionKey(action)
      for (const [planId, { plan }] of plans) if (actionKey(plan.action) === key) plans.delete(planId)
    },
  }
}
