import type { Message } from '../../domain/message.ts'
import type { Figure } from '../number/figure.ts'

/** How far each price goes: fractions of the price before it (-0.37), of what is named; `others` goes for the rest. */
export interface Moves {
  readonly named: Readonly<Record<string, number>>
  readonly others: number
  /** How far contracts end from their coin, a fraction of its price after; nothing unless said. */
  readonly basis?: number
}

/**
 * A market that is tried out. `close` is where prices end (the profit of what survives), `low` the worst on the way, by
 * which it is decided what is liquidated; they are the same where nothing is known of the way.
 */
export interface Scenario {
  readonly id: string
  readonly name: Message
  /** What it is, or when it was, in a few words. */
  readonly about: Message
  readonly close: Moves
  readonly low: Moves
  /** How many days prices take to `close`; one unless said. */
  readonly days?: number
  /** What is paid for contracts besides; nothing unless said. */
  readonly funding?: FundingShock
}

/**
 * Funding that goes against the account: so many payments of `rate` (a fraction of value at the mark) in every
 * contract.
 */
export interface FundingShock {
  readonly rate: number
  readonly payments: number
}

/** A scenario of the trader's own, as it is kept. */
export interface OwnScenario {
  readonly id: string
  readonly name: string
  /** When it was saved, ms since 1970 UTC. */
  readonly savedAt: number
  readonly moves: Moves
}

/** The account under a scenario; money in the reporting coin. */
export interface ScenarioResult {
  /** Total equity, without what a unit has that is in liquidation already. */
  readonly equityBefore: number
  /**
   * Ignoring liquidations, and with every unit that is liquidated on the way worth nothing; none where a position is
   * not in it.
   */
  readonly pnl: Figure
  readonly pnlWithLiquidation: Figure
  readonly equityAfter: Figure
  readonly units: readonly ScenarioUnit[]
  readonly assets: readonly { readonly asset: string; readonly move: number; readonly pnl: number }[]
  /** What has no price, and so is not in it. */
  readonly unpriced: readonly string[]
}

export interface ScenarioUnit {
  readonly id: string
  /** Margin rate before, and at the end; null where it has no position value or is gone. */
  readonly rateBefore: number | null
  readonly rateAfter: number | null
  readonly isLiquidated: boolean
}
