import type { Balance, MarginAccount, Position } from '../domain/account.ts'
import type { Area, Instrument } from '../domain/instrument.ts'
import type { Message } from '../domain/message.ts'
import type { Order } from '../domain/order.ts'
import type { Depth, Quote } from '../domain/quote.ts'
import type { HostBudget, PoolBudget } from '../domain/budget.ts'
import type { OwnFees } from '../risk/account/fees.ts'
import type { RiskInputs } from '../risk/inputs.ts'
import type { OrderRef } from './action.ts'
import type { Protection } from './plan.ts'
import type { GuardTerms } from './guard.ts'

/** What orders cost in calls and time. */
export interface Pace {
  /** The venue's rate pools as they stand. */
  readonly pools: readonly PoolBudget[]
  /** Whether the venue asked to slow down, or banned us. Absent: it did not. */
  readonly hosts?: readonly HostBudget[]
  /** Measured, ms; null before the first measurement. */
  readonly roundTripMs: number | null
}

/** Open orders read longer ago than this, ms, are read again before one says that there are no others. */
export const ORDERS_OLD_MS = 60_000

/** No venue cuts a list of open orders that is shorter. */
export const SHORTEST_CUT_LIST = 100

/** How old what is known of an instrument's open orders is. */
export interface OrderRead {
  readonly area: Area
  readonly instrument: string
  /** ms; null: never read. */
  readonly ageMs: number | null
}

/** Prices as last read. */
export interface KnownQuote extends Quote {
  /** How old they are, ms; null or absent: not known. */
  readonly ageMs?: number | null
}

/** What is known of the account. For a plan, positions, orders and balances come from reads made for this plan. */
export interface DeskView {
  /** The areas the venue has; in another there is nothing, and nothing is asked. Absent: all. */
  readonly areas?: readonly Area[]
  readonly instruments: readonly Instrument[]
  /** null before the first good read. */
  readonly positions: readonly Position[] | null
  /** How old those are, ms; null or absent: not known. */
  readonly positionsAgeMs?: number | null
  /** Of those that the newest read may hide, by key: how long ago they were last read, ms; null: not known. Absent: none. */
  readonly keptMs?: ReadonlyMap<string, number | null>
  /** Whether there may be positions that are not listed, because some could not be read. */
  readonly isPartial?: boolean
  /** Why the list of positions can not be believed: it contradicts itself or the reads before it. */
  readonly doubts?: readonly Message[]
  readonly orders: readonly Order[]
  /** Margin coins of which the venue holds a part back for orders that open, whichever contract they are on. */
  readonly orderMarginCoins?: readonly string[]
  /** The margin accounts as read with the positions. */
  readonly marginAccounts?: readonly MarginAccount[]
  /** Where `orders` come from, and where others may be. An instrument that is not named was never read. */
  readonly orderReads?: readonly OrderRead[]
  /** Areas whose open orders one call lists, as far as is known. */
  readonly listedAreas?: readonly Area[]
  /** Areas that may have orders nothing tells of: their instruments, or on Spot the balances, were not read. */
  readonly blind?: readonly Area[]
  /** null before the first good read. */
  readonly balances: readonly Balance[] | null
  readonly quotes: readonly KnownQuote[]
  readonly pace: Pace
  /**
   * How this venue's market orders that close are sent: as such, or, where they are not safe, as limit orders that take
   * what the book has up to a protective price and give up what is left. Absent: as such.
   */
  readonly marketClose?: 'market' | 'limitIoc'
  /** Contracts whose prices are doubtful: no order is bound by them. Absent: none. */
  readonly doubtful?: readonly string[]
  /** Fee rates of the account's own trades; absent: none is known. */
  readonly ownFees?: OwnFees
  /** What margin rates are reckoned from, before and after; null before the account was read. */
  readonly risk: RiskInputs | null
}

/** What an earlier intent took back. */
export interface Canceled {
  /** As last read. */
  readonly orders: readonly Order[]
  /** Those of which it is not known what was left of them when they ended, or whether they did. */
  readonly unproved: readonly OrderRef[]
}

/** All a plan is made from. */
export interface DeskFacts extends DeskView {
  /** Books read for this plan; none for what is sent without a plan shown, and none where the read failed. */
  readonly depths: readonly Depth[]
  /** Positions that could not be read now, by key: they are those of so many ms ago, at their smallest. Absent: none. */
  readonly knownMs?: ReadonlyMap<string, number>
  /** The orders an earlier intent cancelled: on Spot as they ended, elsewhere as last read; for `restore`. */
  readonly canceled: readonly Order[]
  /** Those of them of which that is not known. Absent: none. */
  readonly unproved?: readonly OrderRef[]
  /**
   * The venue asked to slow down, so the positions are those last read: how old they are, ms; null: not known. Absent:
   * they were read for this plan.
   */
  readonly heldBackMs?: number | null
  /** Instruments whose orders could not be read now: they may have orders that are not in `orders`. */
  readonly unread: readonly string[]
  /** Instruments with more open orders than the venue lists at once: some are not in `orders`. Absent: none. */
  readonly cut?: readonly string[]
  /** Ids of orders that could not be cancelled just now: what they lock stays locked. Absent: none. */
  readonly stuck?: readonly string[]
  /** The condition orders of ours the venue may still have; it lists none. Absent: not known, nothing is said. */
  readonly protections?: readonly Protection[]
  /** What orders that add risk are held against. Absent: active, with the default limits. */
  readonly guard?: GuardTerms
}
