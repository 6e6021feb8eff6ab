import type { Balance, MarginAccount, Position } from '../domain/account.ts'
import type { Addresses } from '../domain/addresses.ts'
import type { Budget, ClockEstimate } from '../domain/budget.ts'
import type { Encoded } from '../domain/decimal.ts'
import type { Failure } from '../domain/failure.ts'
import type { Area, Instrument } from '../domain/instrument.ts'
import type { Order } from '../domain/order.ts'
import type { Quarantined } from '../domain/quarantine.ts'
import type { QuoteReading } from '../domain/quote.ts'
import type { AccountPreset } from '../domain/venue-preset.ts'
import type { LiquidityReport } from '../risk/liquidity/liquidity-report.ts'
import type { RiskReport } from '../risk/report.ts'
import type { StatisticsReport } from '../risk/statistics-report.ts'
import type { DeskReport } from '../desk/report.ts'
import type { AccountEvent } from '../events/event.ts'

/**
 * One part of what we know, with what a reader needs to judge it. A failed read keeps the last good data and its age:
 * never blank, never zero. Times are main's monotonic milliseconds (`Snapshot.mono` is the same clock).
 */
export interface Part<T> {
  /** Rises by one whenever anything in this part changes. */
  readonly version: number
  /** null until the first good read. */
  readonly data: T | null
  /** When the oldest read inside `data` was started; null with no data. */
  readonly readAt: number | null
  /** How often a fresh read is expected; null for parts that are not polled. */
  readonly expectEveryMs: number | null
  /** Why the newest read failed; null when it did not. */
  readonly failure: Failure | null
  /** The venue has no area this could be in: `data` is empty for good, is never read and does not age. Absent: it has. */
  readonly isAbsent?: true
  /** What the newest reply could not tell, and may hide a row. Absent: nothing. */
  readonly hidden?: readonly Quarantined[]
}

/** Open orders are read per instrument; a total is complete only when every instrument of interest was read. */
export interface OrderScope {
  readonly area: Area
  readonly instrument: string
  readonly readAt: number | null
  readonly failure: Failure | null
  /** There are probably more than the venue lists at once: the orders known of it are "at least". Absent: no. */
  readonly isCut?: boolean
  /** So many rows of its list could not be read, each of which may be an order. Absent: none. */
  readonly unreadRows?: number
}

export interface OpenOrders {
  /** `isKept`: its list may hide it since it was read. Absent: its newest list shows it. */
  readonly orders: readonly (Order & { readonly readAt: number; readonly isKept?: boolean })[]
  readonly scopes: readonly OrderScope[]
  /** Areas that may have orders nothing tells of. Absent: none. */
  readonly blind?: readonly Area[]
}

/**
 * Total equity over this run, newest last: [wall clock ms, reporting coin]. float64: it is only ever drawn. null: from
 * there to the next point it was not known; the first point never is.
 */
export type EquityPoint = readonly [at: number, equity: number | null]

export interface Health {
  /** `connecting` until the first full read; `blind` when no account read has succeeded for five expected intervals. */
  readonly phase: 'connecting' | 'live' | 'blind'
  readonly clock: ClockEstimate | null
  readonly budget: Budget
  /** Every entry of the newest replies that could not be read and was left out; `instrument` where one is read alone. */
  readonly quarantined: readonly (Quarantined & { readonly operation: string; readonly instrument: string | null })[]
  /** The newest failure of any background read; null when the last round was clean. */
  readonly failure: Failure | null
}

/** Who is looked at. The key itself never appears: only its last characters, to tell keys apart. */
export interface AccountView extends Addresses {
  readonly id: string
  readonly name: string
  readonly kind: 'demo' | 'venue'
  readonly keyTail: string
  /** The preset it was made from; null: from addresses of its own. */
  readonly preset: AccountPreset | null
  /** When the newest probe of its key was, wall ms; null: that one did not pass, or was not made. */
  readonly probedAt: number | null
}

/** Everything Plimsoll knows at one moment; amounts are `Decimal`. */
export interface PortfolioParts {
  readonly instruments: Part<readonly Instrument[]>
  readonly balances: Part<readonly Balance[]>
  readonly marginAccounts: Part<readonly MarginAccount[]>
  readonly positions: Part<readonly Position[]>
  readonly orders: Part<OpenOrders>
  readonly quotes: Part<readonly QuoteReading[]>
  readonly risk: Part<RiskReport>
  /** `readAt` is of the oldest price it values the account at; how old its history is, it says itself. */
  readonly statistics: Part<StatisticsReport>
  readonly liquidity: Part<LiquidityReport>
  readonly equityCurve: Part<readonly EquityPoint[]>
  readonly desk: Part<DeskReport>
  /** What happened at the venue without Plimsoll asking for it, newest first, bounded. */
  readonly events: Part<readonly AccountEvent[]>
  readonly health: Part<Health>
}

export type PartName = keyof PortfolioParts

/**
 * Names a moment of one run of main: `seq` rises by one per push, `runId` changes when main restarts or switches account.
 */
export interface SnapshotHeader {
  readonly runId: string
  readonly seq: number
  /**
   * Main's monotonic clock when this was sent, ms: the age of a part is `mono - readAt` plus the time since it arrived.
   */
  readonly mono: number
  /** Wall clock when sent, ms since 1970 UTC. */
  readonly wall: number
  readonly account: AccountView | null
}

/** As it crosses IPC: plain JSON, amounts as decimal text. */
export type Snapshot = SnapshotHeader & { readonly parts: Encoded<PortfolioParts> }
/** Only the parts whose version changed since the last push; sent at least once a second as a heartbeat. */
export type SnapshotPush = SnapshotHeader & { readonly parts: Partial<Encoded<PortfolioParts>> }
