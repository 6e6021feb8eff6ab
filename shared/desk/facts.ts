import type { Balance, MarginAccount, Position } from '../domain/account.ts'
import type { Area, Instrument, InstrumentRef } from '../domain/instrument.ts'
import type { Message } from '../domain/message.ts'
import type { Order } from '../domain/order.ts'
import type { Depth, Quote } from '../domain/quote.ts'
import type { HostBudget, PoolBudget } from '../domain/budget.ts'
import type { OwnFees } from '../risk/account/fees.ts'
import type { RiskInputs } from '../risk/inputs.ts'
import type { OrderRef } from './action.ts'
import type { Protection } from './plan.ts'
import type { GuardTerms } from './guard.ts'

/** What the time of a plan depends on. */
export interface Pace {
  /** The current state of the venue's rate pools. */
  readonly pools: readonly PoolBudget[]
  /** Whether the venue asked us to slow down, or banned us. Absent: it did neither. */
  readonly hosts?: readonly HostBudget[]
  /** Measured round trip, ms; null before the first measurement. */
  readonly roundTripMs: number | null
}

/** Open orders read longer ago than this, in ms, are stale and are read again before a plan relies on them. */
export const ORDERS_OLD_MS = 60_000

/** No venue truncates a list of open orders shorter than this. */
export const SHORTEST_CUT_LIST = 100

/** The age of the newest read of an instrument's open orders. */
export interface OrderRead extends InstrumentRef {
  /** ms; null: never read. */
  readonly ageMs: number | null
}

/** Prices as last read. */
export interface KnownQuote extends Quote {
  /** Age of the prices, ms; null or absent if unknown. */
  readonly ageMs?: number | null
}

/** When the open orders that a plan is made from were read. */
export type OrdersRead = Pick<DeskFacts, 'readSince' | 'orderReads'>

/** What is known about the account. For a plan, positions, orders and balances are read afresh. */
export interface DeskView {
  /** The areas the venue has. Absent: all. */
  readonly areas?: readonly Area[]
  readonly instruments: readonly Instrument[]
  /** null before the first good read. */
  readonly positions: readonly Position[] | null
  /** Age of the positions, ms; null or absent if unknown. */
  readonly positionsAgeMs?: number | null
  /** Ages of rows kept from earlier reads, by position key, ms; null if unknown. Absent: no kept rows. */
  readonly keptMs?: ReadonlyMap<string, number | null>
  /** Whether positions may be missing because some rows could not be read. */
  readonly isPartial?: boolean
  /** Why the list of positions is implausible: it contradicts itself or earlier reads. */
  readonly doubts?: readonly Message[]
  readonly orders: readonly Order[]
  /** Margin coins that hold order margin, on any contract. */
  readonly orderMarginCoins?: readonly string[]
  /** Read together with the positions. */
  readonly marginAccounts?: readonly MarginAccount[]
  /** When `orders` were read, per instrument. An instrument that is missing here was never read. */
  readonly orderReads?: readonly OrderRead[]
  /** Areas whose open orders can be listed with a single call, as far as we know. */
  readonly listedAreas?: readonly Area[]
  /**
   * Areas that may have orders on unknown instruments, because the instruments, or on Spot the balances, were not read.
   */
  readonly blind?: readonly Area[]
  /** null before the first good read. */
  readonly balances: readonly Balance[] | null
  readonly quotes: readonly KnownQuote[]
  readonly pace: Pace
  /**
   * How closes at market are sent: as market orders, or as IOC limit orders at a protective price. Absent: `market`.
   */
  readonly marketClose?: 'market' | 'limitIoc'
  /** Contracts whose prices are doubtful and must not set a price limit. Absent: none. */
  readonly doubtful?: readonly string[]
  /** Fee rates observed in the account's own trades. Absent: unknown. */
  readonly ownFees?: OwnFees
  /** Inputs for the margin rates before and after; null before the account was read. */
  readonly risk: RiskInputs | null
}

/** The orders that an earlier intent cancelled. */
export interface Canceled {
  /** The cancelled orders as they were last read. */
  readonly orders: readonly Order[]
  /** Orders whose end, or unfilled rest at the end, is unknown. */
  readonly unproved: readonly OrderRef[]
}

/** Everything a plan is made from. */
export interface DeskFacts extends DeskView {
  /** When the reads for this plan began, monotonic ms. Absent: not known. */
  readonly readSince?: number
  /** Order books read for this plan. Empty if the plan is not shown or the read failed. */
  readonly depths: readonly Depth[]
  /** Ages of unreadable positions by key, ms. Their `volume` is the smallest they can still have. Absent: none. */
  readonly knownMs?: ReadonlyMap<string, number>
  /** For `restore`: the cancelled orders, in their final state on Spot, as last read elsewhere. */
  readonly canceled: readonly Order[]
  /** Cancelled orders whose end is unknown. Absent: none. */
  readonly unproved?: readonly OrderRef[]
  /**
   * Age of the positions, ms, if they were not read for this plan because the venue asked us to slow down; null if that
   * age is unknown. Absent: they were read for this plan.
   */
  readonly heldBackMs?: number | null
  /** Instruments whose orders could not be read for this plan. */
  readonly unread: readonly string[]
  /** Instruments whose list of orders the venue truncates. Absent: none. */
  readonly cut?: readonly string[]
  /** Orders not listed any more that our own cancels are ending or just ended: their locks may be listed. Absent: none. */
  readonly ending?: readonly Order[]
  /** Ids of orders whose cancel just failed: what they lock stays locked. Absent: none. */
  readonly stuck?: readonly string[]
  /** Our conditional orders that the venue may still hold; it offers no list of them. Absent: unknown. */
  readonly protections?: readonly Protection[]
  /** The guard's terms for orders that add risk. Absent: active, with the default limits. */
  readonly guard?: GuardTerms
}
