import type { Message } from '../../domain/message.ts'
import type { Figure } from '../number/figure.ts'

/** Price moves as fractions (-0.37): of `named` assets, and of all `others`. */
export interface Moves {
  readonly named: Readonly<Record<string, number>>
  readonly others: number
  /** How far contracts end from their coin, a fraction of its price after; absent: 0. */
  readonly basis?: number
}

/**
 * A stress scenario. `close`: where prices end, for the profit of survivors; `low`: the worst on the way, which decides
 * liquidations; the same where the way is not known.
 */
export interface Scenario {
  readonly id: string
  readonly name: Message
  /** A short description, or its date. */
  readonly about: Message
  readonly close: Moves
  readonly low: Moves
  /** Days until `close`; absent: 1. */
  readonly days?: number
  /**
   * Funding against the account too: so many payments of `rate` (a fraction of the value at the mark) in every
   * contract. Absent: none.
   */
  readonly funding?: { readonly rate: number; readonly payments: number }
}

/** A trader's own scenario, as stored. */
export interface OwnScenario {
  readonly id: string
  readonly name: string
  /** When it was saved, ms since 1970 UTC. */
  readonly savedAt: number
  readonly moves: Moves
}

/** Names differ by more than their case and the room around them. */
export function isSameScenarioName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** The account under a scenario; money in the reporting coin. */
export interface ScenarioResult {
  /** Total equity without that of units already in liquidation. */
  readonly equityBefore: number
  /** Ignoring liquidations, and with units liquidated on the way worth 0; none if they would miss a position. */
  readonly pnl: Figure
  readonly pnlWithLiquidation: Figure
  readonly equityAfter: Figure
  readonly units: readonly ScenarioUnit[]
  /** Left out: no price. */
  readonly unpriced: readonly string[]
}

/** What one asset adds to a scenario's profit. */
export interface AssetPnl {
  readonly asset: string
  /** Where its price ends, a fraction. */
  readonly move: number
  readonly pnl: number
}

export interface ScenarioUnit {
  readonly id: string
  /** Margin rate before, and at the end; null without a position value, or if liquidated. */
  readonly rateBefore: number | null
  readonly rateAfter: number | null
  readonly isLiquidated: boolean
}
