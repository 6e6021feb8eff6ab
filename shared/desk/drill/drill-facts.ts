/** What a fire drill finds, and the shape of its verdicts. */
import { asBaseQuantity, type BaseQuantity } from '../../domain/amounts.ts'
import { roundTo, smaller, ZERO } from '../../domain/decimal.ts'
import type { Failure } from '../../domain/failure.ts'
import type { Message } from '../../domain/message.ts'
import type { Result } from '../../domain/result.ts'
import type { Budget, ClockEstimate } from '../../domain/budget.ts'
import { amount, message } from '../../words/message.ts'
import { draftFlatten } from '../compile/close-all.ts'
import type { Draft } from '../compile/draft.ts'
import { pairNamed } from '../compile/known.ts'
import type { DeskFacts } from '../facts.ts'
import type { Denial, SellRequest } from '../plan.ts'
import type { TimeRange } from '../predict-time.ts'
import type { DrillCheck } from '../drill.ts'

/** Consecutive signed reads of one kind, up to the first failure. */
export interface DrillReads {
  readonly wanted: number
  readonly tripsMs: readonly number[]
  /** Entries of the newest answer that could not be read. */
  readonly unreadable: number
  readonly failure: Failure | null
}

/** A sell that a flatten would send and the venue is asked to check. */
export type TestSell = Pick<SellRequest, 'instrument' | 'asset' | 'quantity'>

export interface DrillTest extends TestSell {
  /**
   * `accepted`: accepted, and the venue shows no such order. `placed`: the venue placed a real order. `unclear`: there
   * was no answer, or we could not read whether an order was left behind. `unseen`: accepted, but the venue cannot be
   * asked for a single order. `unsupported`: the venue has no test orders.
   */
  readonly outcome: 'accepted' | 'refused' | 'unsupported' | 'unclear' | 'unseen' | 'placed'
  readonly failure: Failure | null
}

export interface DrillFacts {
  /** Wall clock ms. */
  readonly at: number
  /** How long a signature took, ms. */
  readonly signing: Result<number, Failure>
  readonly clock: Result<ClockEstimate, Failure>
  /** null: the venue has no such area. */
  readonly spot: DrillReads | null
  readonly contract: DrillReads | null
  /** The rate budget before the drill used any of it. */
  readonly budget: Budget
  /** The facts for a flatten now, or the reason why they could not be read. */
  readonly account: Result<DeskFacts, Message>
  readonly tests: readonly DrillTest[]
}

/** The exit that is possible right now. */
export interface Exit {
  readonly facts: DeskFacts
  /** `keep`: a flatten that keeps Spot holdings. `sell`: one that sells them. */
  readonly keep: Result<Draft, Denial>
  readonly sell: Result<Draft, Denial>
  /** Time and number of calls of `keep`; null if it cannot be planned. */
  readonly time: (TimeRange & { readonly requests: number }) | null
}

/** The result of one check. */
export interface Judged {
  readonly verdict: DrillCheck['verdict']
  readonly found: readonly Message[]
}

export function judged(verdict: DrillCheck['verdict'], ...found: readonly Message[]): Judged {
  return { verdict, found }
}

/** The most test orders: each one costs a call. */
const MOST_TESTS = 12

/**
 * The sells to test: those of a flatten, each limited to what is free before its cancels. Also describes the sells that
 * are left untested.
 */
export function testsOf(facts: DeskFacts) {
  const draft = draftFlatten({ kind: 'flatten', spot: 'sell' }, facts, () => '')
  const sells = (draft.ok ? draft.value.legs : []).filter((leg) => leg.kind === 'sell')
  const now = sells.map(({ instrument, asset, quantity }) => {
    const free = freeOf(asset, instrument, facts)
    return { instrument, asset, quantity: smaller(quantity, free) }
  })
  const testable = now.filter(({ quantity }) => quantity.gt(0))
  const locked = now.filter(({ quantity }) => quantity.lte(0))
  return {
    sells: testable.slice(0, MOST_TESTS),
    untested: [
      ...locked.map(({ asset }) => message('drill.allInOrders', { asset })),
      ...testable.slice(MOST_TESTS).map(({ asset, quantity }) => sellOf({ asset, quantity })),
    ],
  }
}

function freeOf(asset: string, instrument: string, { balances, instruments }: DeskFacts): BaseQuantity {
  const free = balances?.find((balance) => balance.asset === asset)?.free ?? ZERO
  return asBaseQuantity(roundTo(free, pairNamed(instruments, instrument)?.quantityPrecision ?? 0, 'down'))
}

/** Describes a sell by quantity and asset. */
export function sellOf({ asset, quantity }: Pick<TestSell, 'asset' | 'quantity'>): Message {
  return message('plan.quantity', { quantity: amount(quantity), asset })
}
