/** Renews a plan that is carried out later than shown: sizes and ids stay, prices are current. */
import { chaseOf, tacticOf, type Action, type CloseTactic } from '#shared/desk/action.ts'
import { deny } from '#shared/desk/compile/draft.ts'
import { holdingOf } from '#shared/desk/compile/known.ts'
import { marketTerms, termsOf } from '#shared/desk/compile/close-price.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { CloseRequest, Denial, LegRequest, Plan } from '#shared/desk/plan.ts'
import { ok, type Result } from '#shared/domain/result.ts'

/** Whether a price of `plan` follows the market instead of being set by the trader. */
export function followsMarket({ action, legs }: Plan): boolean {
  return legs.some((leg) => isBounded(leg, action)) || chaseOf(action) !== null
}

/** The same plan at the prices of `facts`, or why it cannot begin. Pure. */
export function renewed(plan: Plan, facts: DeskFacts): Result<Plan, Denial> {
  const { action } = plan
  const tactic = chaseOf(action)
  const legs: LegRequest[] = []
  for (const leg of plan.legs) {
    const priced =
      tactic !== null && leg.kind === 'close' ? chaseStart(leg, tactic, facts) : ok(bounded(leg, action, facts))
    if (!priced.ok) return priced
    legs.push(priced.value)
  }
  return ok({ ...plan, legs })
}

function isBounded(leg: LegRequest, action: Action): leg is CloseRequest {
  return tacticOf(action).kind === 'market' && leg.kind === 'close' && leg.price !== null && leg.timeInForce === 'IOC'
}

/** A close at market with a current price bound, or as shown if no bound is known: an exit is never refused. */
function bounded(leg: LegRequest, action: Action, facts: DeskFacts): LegRequest {
  if (!isBounded(leg, action)) return leg
  const holding = holdingOf(leg.positionKey, facts)
  const price = holding.ok ? marketTerms(holding.value, facts).price : null
  return price === null ? leg : { ...leg, price }
}

/** The first order of a chase, at the current market price. */
function chaseStart(leg: CloseRequest, tactic: CloseTactic, facts: DeskFacts): Result<CloseRequest, Denial> {
  const holding = holdingOf(leg.positionKey, facts)
  if (!holding.ok) return holding
  const terms = termsOf(tactic, holding.value, facts)
  return terms.ok ? ok({ ...leg, price: terms.value.price }) : deny('PLAN_EXPIRED', terms.error.message)
}
