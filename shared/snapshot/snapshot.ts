import type { Balance, MarginAccount, Position } from '../domain/account.ts'
import type { AccountColour } from '../domain/account-colour.ts'
import type { Addresses } from '../domain/addresses.ts'
import type { Budget, ClockEstimate } from '../domain/budget.ts'
import type { DecimalText, Encoded } from '../domain/decimal.ts'
import type { Failure } from '../domain/failure.ts'
import type { Area, Instrument, InstrumentRef } from '../domain/instrument.ts'
import type { Order } from '../domain/order.ts'
import type { Patch } from '../domain/patch.ts'
import type { Quarantined } from '../domain/quarantine.ts'
import type { QuoteReading } from '../domain/quote.ts'
import type { AccountPreset } from '../domain/venue-preset.ts'
import type { LiquidityReport } from '../risk/liquidity/liquidity-report.ts'
import type { RiskReport } from '../risk/report.ts'
import type { StatisticsReport } from '../risk/statistics-report.ts'
import type { ExitTime } from '../desk/predict-time.ts'
import type { DeskReport } from '../desk/report.ts'
import type { AccountEvent } from '../events/event.ts'
import type { Fact, Message } from '../domain/message.ts'
import type { Severity } from '../risk/severity.ts'
import type { AgeView, Freshness } from './freshness.ts'

/**
 * One part of the snapshot, with its age and failure. A failed read keeps the last good data and its age: never blank,
 * never zero. Times are main's monotonic ms, as in `Snapshot.mono`.
 */
export interface Part<T> {
  /** Rises by one whenever anything in this part changes. */
  readonly version: number
  /** null until the first good read. */
  readonly data: T | null
  /** Start of the oldest read in `data`; null with no data. */
  readonly readAt: number | null
  /** How often a new read is expected; null for parts that are not polled. */
  readonly expectEveryMs: number | null
  /** Why the newest read failed; null: it did not. */
  readonly failure: Failure | null
  /** The venue has no such area: `data` is empty, never read, and does not age. Absent: it has. */
  readonly isAbsent?: true
  /** Unreadable entries of the newest reply that may hide a row. Absent: none. */
  readonly hidden?: readonly Quarantined[]
}

/** Open orders are read per instrument. A total is complete once every instrument of interest was read. */
export interface OrderScope extends InstrumentRef {
  readonly readAt: number | null
  readonly failure: Failure | null
  /** The venue probably truncates its list, so there may be more orders. Absent: no. */
  readonly isCut?: boolean
  /** How many rows of its list could not be read. Absent: none. */
  readonly unreadRows?: number
}

export interface OpenOrders {
  /** `isKept`: from an earlier list, as the newest may hide it. Absent: the newest list shows it. */
  readonly orders: readonly (Order & { readonly readAt: number; readonly isKept?: boolean })[]
  readonly scopes: readonly OrderScope[]
  /** Areas that may have orders on unknown instruments. Absent: none. */
  readonly blind?: readonly Area[]
}

/**
 * Total equity in this run, newest last: [wall clock ms, reporting coin]. float64, as it is only drawn. null: unknown
 * until the next point. The first point is always known.
 */
export type EquityPoint = readonly [at: number, equity: number | null]

export interface Health {
  /** `connecting` until the first full read; `blind` when no account read has succeeded for five expected intervals. */
  readonly phase: 'connecting' | 'live' | 'blind'
  readonly clock: ClockEstimate | null
  readonly budget: Budget
  /** Entries of the newest replies left out as unreadable. `instrument`: for reads of a single one. */
  readonly quarantined: readonly (Quarantined & { readonly operation: string; readonly instrument: string | null })[]
  /** The newest failure of a background read; null when the last round had none. */
  readonly failure: Failure | null
  /**
   * The key that polls are signed with; null: there is none, and the account's own key makes all calls. `failure`: why it
   * was put aside, so that the account's own key makes its calls too. `tradingFailure`: why the account's own key does
   * not work, which the reads no longer show.
   */
  readonly readingKey: {
    readonly keyTail: string
    readonly failure: Failure | null
    readonly tradingFailure: Failure | null
  } | null
}

/** The open account. Only the last characters of the key are included, to tell keys apart. */
export interface AccountView extends Addresses {
  readonly id: string
  readonly name: string
  /** null: the trader gave it none. */
  readonly colour: AccountColour | null
  readonly kind: 'demo' | 'venue'
  readonly keyTail: string
  /** The preset it uses; null: it has its own addresses. */
  readonly preset: AccountPreset | null
  /** Wall clock ms of the newest probe of its key, if it passed; null: it did not, or there was none. */
  readonly probedAt: number | null
  /** Its key is for reading: nothing is ever sent for it, not even exits. */
  readonly isWatchOnly: boolean
}

/** Am I safe, is it true, what am I worth, what am I exposed to, what can I do. */
export type FactName = 'safe' | 'true' | 'worth' | 'exposed' | 'can'

/** One of the five facts in the strip: `headline` is the main text, `more` explains it. */
export interface FactView {
  readonly label: Message
  readonly headline: readonly Fact[]
  readonly more: readonly Fact[]
  readonly severity: Severity
  readonly state: Freshness
}

/** A live account and its five facts at the time of the snapshot. */
export interface LiveAccount {
  readonly account: AccountView
  readonly severity: Severity
  readonly facts: Readonly<Record<FactName, FactView>>
}

/** Totals over the live accounts. Margin is never summed: that of one account covers no other. */
export interface AllAccounts {
  /** The coin of the amounts. */
  readonly coin: string
  /** How many accounts the sums include. */
  readonly counted: number
  /** Names of accounts in no sum, because their totals are not known. */
  readonly missing: readonly string[]
  /** Names of accounts whose totals leave out something without a price or not read. */
  readonly partial: readonly string[]
  readonly equity: DecimalText
  /** Exposure is netted by coin across accounts. `net` sums it with sign, `gross` without. */
  readonly net: DecimalText
  readonly gross: DecimalText
  /** The coins with the largest exposure, signed. */
  readonly coins: readonly { readonly asset: string; readonly value: DecimalText }[]
  readonly moreCoins: number
  /** The age of the oldest total, and the worst state. */
  readonly age: AgeView
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
  /** `readAt`: when the oldest price in it was read. The report has the age of its history. */
  readonly statistics: Part<StatisticsReport>
  readonly liquidity: Part<LiquidityReport>
  readonly equityCurve: Part<readonly EquityPoint[]>
  /** `readAt`: when it was computed, from what was known then. */
  readonly exit: Part<ExitTime>
  readonly desk: Part<DeskReport>
  /** What happened to the account without Plimsoll, newest first, bounded. */
  readonly events: Part<readonly AccountEvent[]>
  readonly health: Part<Health>
}

export type PartName = keyof PortfolioParts
/** The parts in the form that crosses to the window. */
export type Parts = Encoded<PortfolioParts>

/** Identifies a snapshot: `seq` rises by one per push, `runId` changes when main restarts or switches account. */
export interface SnapshotHeader {
  readonly runId: string
  readonly seq: number
  /** Main's monotonic ms when sent: the age of a part is `mono - readAt` plus the time since it arrived. */
  readonly mono: number
  /** Wall clock when sent, ms since 1970 UTC. */
  readonly wall: number
  /** The account in front, which the parts are about. */
  readonly account: AccountView | null
  /** Every live account, if there are several. */
  readonly live: readonly LiveAccount[]
  /** Their totals; null: there is only one account, or no total is known. */
  readonly all: AllAccounts | null
}

/** The snapshot as sent over IPC: plain JSON, amounts as decimal text. */
export type Snapshot = SnapshotHeader & { readonly parts: Parts }

/** A part as pushed: whole, or as a change to the data of version `from`; `patch` null: the data is unchanged. */
export type PushedPart<K extends PartName = PartName> =
  | Parts[K]
  | (Omit<Parts[K], 'data'> & {
      readonly change: { readonly from: number; readonly patch: Patch | null }
    })

/** The parts whose version changed since the last push. Sent at least once a second, as a heartbeat. */
export type SnapshotPush = SnapshotHeader & { readonly parts: { readonly [K in PartName]?: PushedPart<K> } }
