import type { Action } from '#shared/desk/action.ts'
import { compile, planOf } from '#shared/desk/compile.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { Denial, Plan } from '#shared/desk/plan.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Depth, DepthLevel } from '#shared/domain/quote.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import type { PoolBudget } from '#shared/domain/budget.ts'
import { inWords } from './in-words.ts'

/** An empty account, all of it read. */
export const NO_FACTS: DeskFacts = {
  instruments: [],
  positions: [],
  orders: [],
  balances: [],
  quotes: [],
  pace: { pools: [], roundTripMs: null },
  risk: null,
  depths: [],
  canceled: [],
  unread: [],
}

/** The plan that an action would show, or why there is no plan. */
export function shownPlan(action: Action, facts: DeskFacts, newClientOrderId: () => string): Result<Plan, Denial> {
  const draft = compile(action, facts, newClientOrderId)
  return draft.ok ? ok(planOf(action, draft.value, facts)) : draft
}

type Amount = string | number

/** An open limit buy of 1 at price 1 without fills. A contract order opens. */
export function openOrder(
  of: { readonly area: Area; readonly instrument: string; readonly orderId: string },
  overrides: Partial<Omit<Order, 'price' | 'quantity' | 'executed'>> & {
    readonly price?: Amount | null
    readonly quantity?: Amount
    readonly executed?: Amount
  } = {},
): Order {
  const { price = 1, quantity = 1, executed = 0, ...rest } = overrides
  return {
    ...of,
    clientOrderId: null,
    side: 'buy',
    action: of.area === 'contract' ? 'open' : null,
    type: 'limit',
    averagePrice: null,
    status: 'new',
    createdAt: null,
    ...rest,
    price: price === null ? null : decimal(price),
    quantity: decimal(quantity),
    executed: decimal(executed),
  }
}

type Level = readonly [price: Amount, quantity: Amount]

/**
 * An order book, best level first. A side that is left out starts at the other side's best price, with almost no size.
 */
export function depth(area: Area, instrument: string, bids: readonly Level[], asks: readonly Level[] = []): Depth {
  const levels = (side: readonly Level[]): DepthLevel[] => side.map(([price, size]) => [decimal(price), decimal(size)])
  const begun = ([first]: readonly Level[]): DepthLevel[] => (first ? levels([[first[0], '1e-9']]) : [])
  return {
    ...{ area, instrument },
    bids: bids.length > 0 ? levels(bids) : begun(asks),
    asks: asks.length > 0 ? levels(asks) : begun(bids),
  }
}

/** An unused rate pool, by default of 20 calls in 2 s. */
export function pool(area: Area, name: string, overrides: Partial<PoolBudget> = {}): PoolBudget {
  return { area, pool: `${area}.${name}`, limit: 20, windowMs: 2_000, used: 0, waiting: 0, reserved: 5, ...overrides }
}

/** The same as `shownPlan`, with every message in English. */
export function saidPlan(...asked: Parameters<typeof shownPlan>) {
  return inWords(shownPlan(...asked))
}
