import type { Decimal } from '../domain/decimal.ts'

/** Every risk figure of the screen, computed in main from one set of inputs. Amounts are Decimal, ratios float64. */
export interface RiskReport {
  /** The coin totals are expressed in. */
  readonly reportingCoin: string
  /** Inputs that were never read: totals leave out what they would have brought. */
  readonly missing: readonly RiskInputName[]
  /** Inputs of which some entries could not be read: their totals are of the rest, and what they hide is not known. */
  readonly incomplete: readonly RiskInputName[]
  readonly valuation: Valuation
  readonly equity: Equity
  readonly exposure: Exposure
  readonly margin: readonly MarginUnit[]
  readonly positions: readonly PositionRisk[]
  readonly loadLine: LoadLine
}

export type RiskInputName = 'instruments' | 'balances' | 'marginAccounts' | 'positions' | 'quotes'

/** How one asset was priced in the reporting coin. */
export interface AssetValue {
  readonly asset: string
  readonly quantity: Decimal
  /** Reporting coins per unit; null when it can not be priced. */
  readonly rate: Decimal | null
  readonly value: Decimal | null
  readonly method: 'self' | 'direct' | 'inverse' | `two-hop:${string}` | 'unpriceable'
  /** Pair symbols used; "1/SYMBOL" when used upside down. */
  readonly path: readonly string[]
}

export interface Valuation {
  readonly assets: readonly AssetValue[]
  /** Sum of what could be priced. */
  readonly total: Decimal
  readonly unpriceable: readonly string[]
  /** Priced assets / assets held, by count; null with none held. */
  readonly coverage: number | null
}

export interface CoinEquity {
  readonly marginCoin: string
  /** crossEquity + isolatedEquity + orderMargin, in the coin, at the marks of this report. */
  readonly equity: Decimal
  /** In the reporting coin; null when the coin can not be priced. */
  readonly value: Decimal | null
}

export interface Equity {
  /** Spot and contract together, in the reporting coin. Excludes what `unpriced` names. */
  readonly total: Decimal
  readonly spot: Decimal
  readonly contract: Decimal
  readonly coins: readonly CoinEquity[]
  readonly unpriced: readonly string[]
}

/** Net delta of one asset: how many units the account gains with, from all sources. */
export interface AssetExposure {
  readonly asset: string
  /** Units of the asset. */
  readonly delta: Decimal
  /** In the reporting coin, signed; null when unpriced. */
  readonly value: Decimal | null
  /** The same split by where it comes from: holdings and coin collateral, and contract positions. */
  readonly holdingValue: Decimal | null
  readonly contractValue: Decimal | null
}

export interface Exposure {
  /** Risk assets only (cash coins left out), largest first. */
  readonly assets: readonly AssetExposure[]
  /** Cash left when every delta is taken out; sum(delta x price) + cash = total equity. */
  readonly cash: Decimal
  readonly gross: Decimal
  readonly net: Decimal
  readonly long: Decimal
  readonly short: Decimal
  /** Sum of position values before netting. */
  readonly positionNotional: Decimal
  /** gross / equity, net / equity, positionNotional / contract equity; null when equity is not positive. */
  readonly effectiveLeverage: number | null
  readonly netLeverage: number | null
  readonly contractLeverage: number | null
  readonly longShortRatio: number | null
  readonly concentration: Concentration
}

export interface Concentration {
  readonly hhi: number | null
  readonly hhiNormalised: number | null
  readonly effectiveNumber: number | null
  readonly top1Share: number | null
  readonly top3Share: number | null
}

/** What is liquidated as one: all cross positions of a margin coin, or one isolated position. */
export interface MarginUnit {
  /** "cross:USDT" or "isolated:<position key>". */
  readonly id: string
  readonly marginCoin: string
  readonly mode: 'cross' | 'isolated'
  /** The isolated position; null for a cross account. */
  readonly positionKey: string | null
  /** In the margin coin; null when a figure it needs is missing (the positions say which). */
  readonly equity: Decimal | null
  readonly requirement: Decimal | null
  readonly positionValue: Decimal | null
  /** equity / positionValue, a fraction; lower is worse. null with no position. */
  readonly marginRate: number | null
  /** requirement / positionValue: liquidation is where marginRate meets this. */
  readonly requiredRate: number | null
  /** requirement / equity: 1 is liquidation. null when equity is not positive. */
  readonly usage: number | null
  readonly state: 'ok' | 'inLiquidation' | 'noPosition' | 'notModelled'
  readonly venueMarginRate: number | null
  /** Whether our margin rate equals the venue's within 1 %; null when it gives none. */
  readonly venueRateReproduced: boolean | null
  /** Shock of all prices at once at which this unit is liquidated, each side; null = none in -99 % … +200 %. */
  readonly breachDown: number | null
  readonly breachUp: number | null
}

export interface LiquidationView {
  /** Ours; null = none (unreachable), or not computed when `agreement` is "notCompared". */
  readonly own: Decimal | null
  readonly venue: Decimal | null
  /** The one nearer to the mark of the two. */
  readonly headline: Decimal | null
  /**
   * |own - venue| / mark: agree <= 0.1 %, note <= 1 %, disagree above or when only the venue has one. "venueSilent": the
   * venue gives none. "notCompared": ours was not computed, the position's `reason` says why.
   */
  readonly agreement: 'agree' | 'note' | 'disagree' | 'venueSilent' | 'notCompared'
  /** headline / mark - 1, signed; null when none. */
  readonly distance: number | null
}

export interface PositionRisk {
  readonly key: string
  /** The margin unit it lives in. */
  readonly unitId: string
  /** Position value at mark, in the margin coin and in the reporting coin. */
  readonly value: Decimal | null
  readonly notional: Decimal | null
  /** Ours, against averagePrice, in the margin coin. */
  readonly unrealizedPnl: Decimal | null
  /** Against the price since opening, plus fees and funding: what the trader made so far. */
  readonly totalPnl: Decimal | null
  readonly totalPnlValue: Decimal | null
  readonly returnOnMargin: number | null
  readonly breakEven: Decimal | null
  readonly marginRate: number | null
  readonly liquidation: LiquidationView | null
  /** Why figures are missing ("not modelled", "no mark price"); null when complete. */
  readonly reason: string | null
}

export interface Breach {
  readonly unitId: string
  readonly direction: 'down' | 'up'
  /** Price shock as a fraction. */
  readonly shock: number
  /** What the unit is worth now and is lost there (null when its coin is unpriced), and total equity left after it; reporting coin. */
  readonly loss: number | null
  readonly equityLeft: number
}

/** Margin and equity under one shock of all prices. float64: it is drawn, not traded on. */
export interface LoadLine {
  readonly model: 'uniform'
  /** Ascending, -0.99 … 2; 0 is one of them. */
  readonly shocks: readonly number[]
  /** Every cross account, then the isolated positions nearest to their breach, 24 in all: more can not be told apart. */
  readonly units: readonly {
    readonly id: string
    /** null where there is no position value. */
    readonly marginRate: readonly (number | null)[]
    readonly requiredRate: readonly (number | null)[]
  }[]
  /** Total equity, reporting coin: ignoring liquidations, and with the liquidations on the way. */
  readonly equity: readonly number[]
  readonly equityWithLiquidation: readonly number[]
  /** In the order they happen when prices move away from here, each side. */
  readonly breaches: readonly Breach[]
}
