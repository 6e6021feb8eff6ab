/** What a fire drill found out, and what judging it comes to. */
import { asBaseQuantity, type BaseQuantity } from '../../domain/amounts.ts'
import { roundTo, ZERO } from '../../domain/decimal.ts'
import type { Failure } from '../../domain/failure.ts'
import type { Message } from '../../domain/message.ts'
import type { Result } from '../../domain/result.ts'
import type { Budget, ClockEstimate } from '../../domain/budget.ts'
import { amount, message } from '../../words/message.ts'
import { draftFlatten } from '../compile/close-all.ts'
import type { Draft } from '../compile/draft.ts'
import { pairNamed } from '../compile/known.ts'
import type { DrillVerdict } from '../drill.ts'
import type { DeskFacts } from '../facts.ts'
import type { Denial, SellRequest } from '../plan.ts'
import type { TimeRange } from '../schedule.ts'

/** Signed reads of one kind, one after the other; they end with the first that fails. */
export interface DrillReads {
  readonly wanted: number
  readonly tripsMs: readonly number[]
  /** Entries of the newest answer that could not be read. */
  readonly unreadable: number
  readonly failure: Failure | null
}

/** A sell a flatten would send, as the venue is asked to check it. */
export type TestSell = Pick<SellRequest, 'instrument' | 'asset' | 'quantity'>

export interface DrillTest extends TestSell {
  /**
   * `accepted`: and the venue has no such order. `placed`: the venue took the test for an order. `unclear`: no answer, or
   * whether it left an order could not be read. `unseen`: it was accepted, and the venue shows no single orders, so it
   * could not be looked for. `unsupported`: the venue has no test order.
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
  /** The limits as they stood before the drill took anything of them. */
  readonly budget: Budget
  /** What a flatten of this moment is made from; why it could not be read. */
  readonly account: Result<DeskFacts, Message>
  readonly tests: readonly DrillTest[]
}

/** The way out of this moment. */
export interface Exit {
  readonly facts: DeskFacts
  /** A flatten that keeps Spot, and one that sells it too. */
  readonly keep: Result<Draft, Denial>
  readonly sell: Result<Draft, Denial>
  /** How long the first takes and how many calls; null: there is none. */
  readonly time: (TimeRange & { readonly requests: number }) | null
}

/** What one check came to. */
export interface Judged {
  readonly verdict: DrillVerdict
  readonly found: readonly Message[]
}

export function judged(verdict: DrillVerdict, ...found: readonly Message[]): Judged {
  return { verdict, found }
}

/** More are not tested: a test order costs a call too. */
const MOST_TESTS = 12

export interface TestPlan {
  readonly sells: readonly TestSell[]
  /** Sold by a flatten and not tested. */
  readonly untested: readonly Message[]
}

/** What to ask the venue to check: the sells of a flatten, as far as they could be sent before its cancels. */
export function testsOf(facts: DeskFacts): TestPlan {
  const draft = draftFlatten('sell', facts, () => '')
  const sells = (draft.ok ? draft.value.legs : []).filter((leg) => leg.kind === 'sell')
  const now = sells.map(({ instrument, asset, quantity }) => {
    const free = freeOf(asset, instrument, facts)
    return { instrument, asset, quantity: quantity.lt(free) ? quantity : free }
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

/** A sell, by how much of what. */
export function sellOf({ asset, quantity }: Pick<TestSell, 'asset' | 'quantity'>): Message {
  return message('drill.sell', { quantity: amount(quantity), asset })
}
