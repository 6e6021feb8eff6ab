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

/** What the time of a plan depends on. */
export interface Pace {
  /** The venue's rate pools as they stand. */
  readonly pools: readonly PoolBudget[]
  /** Whether the venue asked to slow down, or banned us. Absent: it did not. */
  readonly hosts?: readonly HostBudget[]
  /** Measured, ms; null before the first measurement. */
  readonly roundTripMs: number | null
}

/** Reads of open orders older than this, ms, are stale: they are repeated before a plan relies on them. */
export const ORDERS_OLD_MS = 60_000

/** No venue cuts shorter lists of open orders. */
export const SHORTEST_CUT_LIST = 100

/** The age of the newest read of an instrument's open orders. */
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

/** The account as known. For a plan, positions, orders and balances are read for that plan. */
export interface DeskView {
  /** The areas of the venue. Absent: all. */
  readonly areas?: readonly Area[]
  readonly instruments: readonly Instrument[]
  /** null before the first good read. */
  readonly positions: readonly Position[] | null
  /** Their age, ms; null or absent: not known. */
  readonly positionsAgeMs?: number | null
  /** Ages of kept rows by key, ms; null: not known. Absent: none. */
  readonly keptMs?: ReadonlyMap<string, number | null>
  /** Whether positions may be missing, because some could not be read. */
  readonly isPartial?: boolean
  /** Why the list of positions is not plausible: it contradicts itself or earlier reads. */
  readonly doubts?: readonly Message[]
  readonly orders: readonly Order[]
  /** Margin coins with order margin, on whichever contract. */
  readonly orderMarginCoins?: readonly string[]
  /** As read with the positions. */
  readonly marginAccounts?: readonly MarginAccount[]
  /** The reads of `orders`. Any other instrument was never read. */
  readonly orderReads?: readonly OrderRead[]
  /** Areas whose open orders one call lists, as far as known. */
  readonly listedAreas?: readonly Area[]
  /** Areas that may have orders on unknown instruments: the instruments, or on Spot the balances, were not read. */
  readonly blind?: readonly Area[]
  /** null before the first good read. */
  readonly balances: readonly Balance[] | null
  readonly quotes: readonly KnownQuote[]
  readonly pace: Pace
  /** How closes at market are sent: as market orders, or as IOC limit orders at a protective price. Absent: the first. */
  readonly marketClose?: 'market' | 'limitIoc'
  /** Contracts with doubtful prices, which bound no order. Absent: none. */
  readonly doubtful?: readonly string[]
  /** Fee rates of the account's own trades; absent: none is known. */
  readonly ownFees?: OwnFees
  /** For margin rates before and after; null before the account was read. */
  readonly risk: RiskInputs | null
}

/** The orders that an earlier intent cancelled. */
export interface Canceled {
  /** As last read. */
  readonly orders: readonly Order[]
  /** Orders whose rest at the end, or whose end, is not known. */
  readonly unproved: readonly OrderRef[]
}

/** All facts of a plan. */
export interface DeskFacts extends DeskView {
  /** Order books read for this plan; none for actions without a shown plan, or if the read failed. */
  readonly depths: readonly Depth[]
  /** Ages of unreadable positions by key, ms: they have their last known size, at its smallest. Absent: none. */
  readonly knownMs?: ReadonlyMap<string, number>
  /** For `restore`: the cancelled orders, on Spot as they ended, elsewhere as last read. */
  readonly canceled: readonly Order[]
  /** Cancelled orders whose end is not known. Absent: none. */
  readonly unproved?: readonly OrderRef[]
  /** The venue asked to slow down, so the positions are this old, ms; null: not known. Absent: read for this plan. */
  readonly heldBackMs?: number | null
  /** Instruments whose orders could not be read now. */
  readonly unread: readonly string[]
  /** Instruments whose list of orders the venue cuts. Absent: none. */
  readonly cut?: readonly string[]
  /** Ids of orders that could not be cancelled just now: what they lock stays locked. Absent: none. */
  readonly stuck?: readonly string[]
  /** Our condition orders that the venue may still have; it lists none. Absent: not known. */
  readonly protections?: readonly Protection[]
  /** The limits of orders that add risk. Absent: active, with the default limits. */
  readonly guard?: GuardTerms
}
