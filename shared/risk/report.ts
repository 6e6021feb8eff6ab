import type { Message } from '../domain/message.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { PriceFinding } from './doubt/price-doubt.ts'
import type { Figure } from './number/figure.ts'
import type { Reporting } from './reporting.ts'

/** Every risk figure, computed from one set of inputs. Amounts are Decimal, ratios float64. */
export interface RiskReport extends Reporting {
  /** Reporting coins per `MARKET_COIN`; null: no price. */
  readonly marketRate: Decimal | null
  /** Coins that count as cash: they do not move in a shock and are not exposure. */
  readonly cashAssets: readonly string[]
  /** Inputs that were never read: totals are without them. */
  readonly missing: readonly RiskInputName[]
  /** Inputs with entries that could not be read: totals are of the rest. */
  readonly incomplete: readonly RiskInputName[]
  readonly valuation: Valuation
  readonly equity: Equity
  readonly exposure: Exposure
  readonly margin: readonly MarginUnit[]
  readonly positions: readonly PositionRisk[]
  readonly loadLine: LoadLine
  readonly funding: FundingReport
  /** null until open orders were read. */
  readonly fills: FillsReport | null
  readonly calibration: Calibration
  /** Doubtful prices: every figure that uses one is doubtful too. */
  readonly priceFindings: readonly PriceFinding[]
  readonly provenance: Provenances
}

/** Where a figure comes from. */
export interface Provenance {
  /** Start of its oldest read, main's monotonic ms; null: nothing was read for it. */
  readonly readAt: number | null
  /** The doubtful prices it uses. */
  readonly doubts: readonly PriceFinding[]
}

/** Where each figure comes from: only reads that it uses make it older or doubtful. */
export interface Provenances {
  /** The value of Spot. */
  readonly spot: Provenance
  /** The figures of each position, but for a kept one, which has its own age. */
  readonly positions: Provenance
  /** Margin rates of all units, liquidation prices, the load line. */
  readonly margin: Provenance
  /** Value, profit and funding of contracts, in the reporting coin. */
  readonly contract: Provenance
  /** Total equity, and exposure. */
  readonly equity: Provenance
  /** Margin units with a doubtful price. */
  readonly units: readonly { readonly unitId: string; readonly doubts: readonly PriceFinding[] }[]
}

export type RiskInputName = 'instruments' | 'balances' | 'marginAccounts' | 'positions' | 'quotes'

/** How one asset was priced in the reporting coin. */
export interface AssetValue {
  readonly asset: string
  /** null where a part of it could not be read. */
  readonly quantity: Decimal | null
  /** Reporting coins per unit; null when it cannot be priced. */
  readonly rate: Decimal | null
  readonly value: Decimal | null
  readonly method: 'self' | 'fixed' | 'direct' | 'inverse' | `two-hop:${string}` | 'unpriceable'
  /**
   * The symbols of the pairs used, or "index of CONTRACT" if no pair joins the coins; "1/…" if the price is inverted.
   */
  readonly path: readonly string[]
}

export interface Valuation {
  readonly assets: readonly AssetValue[]
  /** Sum of the priced assets. */
  readonly total: Decimal
  readonly unpriceable: readonly string[]
  /** Priced assets / assets held, by count; null with none held. */
  readonly coverage: number | null
}

export interface Equity {
  /** Spot and contract together, in the reporting coin. Excludes what `unpriced` names. */
  readonly total: Decimal
  readonly spot: Decimal
  readonly contract: Decimal
  readonly coins: readonly {
    readonly marginCoin: string
    /** crossEquity + isolatedEquity + orderMargin, in the coin, at the marks of this report; null: not all was read. */
    readonly equity: Decimal | null
    /** In the reporting coin; null when the equity is not known or the coin cannot be priced. */
    readonly value: Decimal | null
  }[]
  readonly unpriced: readonly string[]
}

/** Net exposure of one asset, from all sources. */
export interface AssetExposure {
  readonly asset: string
  /** Units of the asset. Left out are inverse positions without a mark, because their units are unknown. */
  readonly delta: Decimal
  /** In the reporting coin, signed; null, and in no total, when a part is unpriced: half a hedge would mislead. */
  readonly value: Decimal | null
  /** The same split into holdings with coin collateral, and contract positions; each null like `value`. */
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
  /** The concentration of the net exposures: see `concentrationOf`. null without exposure. */
  readonly concentration: {
    readonly hhi: number | null
    readonly hhiNormalised: number | null
    readonly effectiveNumber: number | null
    readonly top1Share: number | null
    readonly top3Share: number | null
  }
  /** Held contracts whose exposure is in no total: unlisted, not modelled, without a price, or not read. */
  readonly notCounted: readonly (string | Message)[]
}

/** Liquidated as one: all cross positions of a margin coin, or one isolated position. */
export interface MarginUnit {
  /** "cross:USDT" or "isolated:<position key>". */
  readonly id: string
  readonly marginCoin: string
  readonly mode: 'cross' | 'isolated'
  /** The isolated position; null for a cross account. */
  readonly positionKey: string | null
  /** In the margin coin; null when an input is missing (the positions say which). */
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
  /**
   * The newest read missed a position that is, or may be, part of the unit. Only its equity and the venue's rate are
   * known.
   */
  readonly unread: boolean
  readonly venueMarginRate: number | null
  /**
   * With which prices our margin rate equals the venue's within 1 %: those of now, those of an older read, or the entry
   * prices; "none": with none of them. null when the venue gives none.
   */
  readonly venueRateMatch: 'now' | 'atOlderMark' | 'atEntry' | 'none' | null
  /** Breach points: the shock of all prices at which this unit is liquidated, each side; null: none in -99 % … +200 %. */
  readonly breachDown: number | null
  readonly breachUp: number | null
}

export interface LiquidationView {
  /** Ours; null: none in reach, or not computed (`agreement` is "notCompared"). */
  readonly own: Decimal | null
  readonly venue: Decimal | null
  /** The one nearer to the mark. */
  readonly headline: Decimal | null
  /**
   * |own - venue| / mark: agree <= 0.1 %, note <= 1 %, disagree above or when only the venue has one. "venueSilent": the
   * venue gives none. "notCompared": ours was not computed; the position's `reason` says why.
   */
  readonly agreement: 'agree' | 'note' | 'disagree' | 'venueSilent' | 'notCompared'
  /** headline / mark - 1, signed; null when none. */
  readonly distance: number | null
}

export interface PositionRisk {
  readonly key: string
  /** Its margin unit. */
  readonly unitId: string
  /** Position value at mark, in the margin coin and in the reporting coin. */
  readonly value: Decimal | null
  readonly notional: Decimal | null
  /** Ours, against averagePrice, in the margin coin. */
  readonly unrealizedPnl: Decimal | null
  /** The profit so far since the opening price, including closed contracts, fees and funding. */
  readonly totalPnl: Decimal | null
  readonly totalPnlValue: Decimal | null
  /** Unrealised profit since opening, against openPrice, in the margin coin. */
  readonly openPnl: Decimal | null
  /** ROE: unrealised profit since opening / (value at opening / leverage). */
  readonly returnOnMargin: number | null
  /** ROI: unrealised profit since opening / value at opening, as if without leverage. */
  readonly returnOnValue: number | null
  readonly breakEven: Decimal | null
  readonly marginRate: number | null
  readonly liquidation: LiquidationView | null
  /** Why figures are missing; null when complete. */
  readonly reason: Message | null
}

export interface Breach {
  readonly unitId: string
  readonly direction: 'down' | 'up'
  /** Price shock as a fraction. */
  readonly shock: number
  /** Value of the unit now, which is lost there, reporting coin; null when its coin is unpriced. */
  readonly loss: number | null
  /** Total equity left after it, reporting coin; null: some units are not modelled, or positions not counted. */
  readonly equityLeft: number | null
}

/** Margin and equity against one shock of prices. float64: it is drawn, not traded on. */
export interface LoadLine {
  /** How prices follow the shock: all alike, one coin alone, or each by its beta to the market. */
  readonly model: 'uniform' | `coin:${string}` | 'betaGeometric' | 'betaArithmeticFloor'
  /** Ascending, -0.99 … 2; 0 is one of them. */
  readonly shocks: readonly number[]
  /** Every cross account, then the isolated positions nearest to their breach, at most 24. */
  readonly units: readonly {
    readonly id: string
    /** null where there is no position value. */
    readonly marginRate: readonly (number | null)[]
    readonly requiredRate: readonly (number | null)[]
  }[]
  /** Units with positions whose liquidation is not known: they have no breach. */
  readonly notModelled: readonly string[]
  /** Held contracts with a position that the load line leaves out: its price, its account or its row is missing. */
  readonly notCounted: readonly (string | Message)[]
  /**
   * Total equity in the reporting coin: ignoring liquidations (null if `notCounted` names anything), and with
   * liquidations (null also if `notModelled` does).
   */
  readonly equity: readonly number[] | null
  readonly equityWithLiquidation: readonly number[] | null
  /** Known breaches on each side, in the order in which prices reach them. */
  readonly breaches: readonly Breach[]
}

/** Funding if the newest rates stay: positive is received. Coin amounts are in the margin coin. */
export interface FundingReport {
  /** Hours between payments: assumed, not reported by the venue. */
  readonly intervalHours: number
  /** Positions whose rate is known, the costliest first. */
  readonly positions: readonly FundingRow[]
  /** Net of all positions of an asset, reporting coins a day, the costliest first; null when one is not known. */
  readonly assets: readonly { readonly asset: string; readonly dailyValue: Decimal | null }[]
  /** Reporting coins a day over all that is known, and over total equity. */
  readonly daily: Decimal
  readonly dailyShare: Figure
  /** Paid (negative) or received by the held positions since each was opened, reporting coins; null: not all is known. */
  readonly accrued: Decimal | null
  /** Keys of positions without a rate, a mark or a price: their funding is in no sum. */
  readonly unknown: readonly string[]
}

export interface FundingRow {
  readonly key: string
  readonly contract: string
  /** A fraction per interval; positive: longs pay shorts. */
  readonly rate: Decimal
  /** The next payment, and a day's. */
  readonly payment: Decimal
  readonly daily: Decimal
  /** Reporting coin; null when the margin coin is unpriced. */
  readonly dailyValue: Decimal | null
  /** Simple yearly rate on the notional, signed as the payment. */
  readonly yearly: number
}

/** The account once its open orders fill. Without conditional orders: no venue lists them. */
export interface FillsReport {
  /** Contracts with open orders, by name. */
  readonly contracts: readonly ContractFills[]
  /**
   * Assets that open orders touch, the largest worst case first, with their net exposure in the reporting coin: now, with
   * all orders filled that raise it, with all filled that lower it. All null: held without a price.
   */
  readonly assets: readonly {
    readonly asset: string
    readonly now: Decimal | null
    readonly allBuys: Decimal | null
    readonly allSells: Decimal | null
    /** The larger of the two in size. */
    readonly worst: Decimal | null
  }[]
  /**
   * Σ over priced assets of the worse of all buys and all sells filled: an upper bound. Reporting coin; null with
   * `unvalued`.
   */
  readonly worstGross: Decimal | null
  /** worstGross over equity. */
  readonly worstLeverage: Figure
  /** Contracts with opening orders whose margin is not known. */
  readonly unknownMargin: readonly string[]
  /** Instruments with an order that cannot be valued: no price, not in the venue's list, not modelled. */
  readonly unvalued: readonly string[]
  /** Assets held without a price, with or without orders. */
  readonly unpriced: readonly string[]
  /**
   * Units of each coin that Spot orders should lock, and that the venue reports as locked. A gap (reported - implied) is
   * locked for orders that no list shows. Empty until balances were read.
   */
  readonly locked: readonly {
    readonly asset: string
    /** null: an order has no limit price. */
    readonly implied: Decimal | null
    /** null: not readable. */
    readonly reported: Decimal | null
    readonly gap: Decimal | null
  }[]
}

/** Volumes of one contract (contracts) now, and at least and at most as its orders fill. */
export interface ContractFills {
  readonly contract: string
  readonly long: FillRange
  readonly short: FillRange
  /** Signed. */
  readonly net: FillRange
  /** The larger of `least` and `most` in size. */
  readonly worstNet: Decimal
  readonly grossMost: Decimal
  /** Margin and fee of the opening orders, margin coin, at the leverage of the held position; null without one. */
  readonly orderMargin: Decimal | null
  /** Average entry after every opening order of the side has filled at its limit; null when one has no price. */
  readonly averageLong: Decimal | null
  readonly averageShort: Decimal | null
}

export interface FillRange {
  readonly now: Decimal
  readonly least: Decimal
  readonly most: Decimal
}

/** A venue's liquidation rule, as far as its liquidation prices show it. */
export interface MarginRule {
  /** The closing fee is part of the requirement. */
  readonly withFee: boolean
  /** Maintenance is a share of the value at the mark, or at the entry. */
  readonly basis: 'mark' | 'entry'
  /** Realised profit counts as margin. */
  readonly withRealized: boolean
}

/** The contracts that a reading applies to: those of one margin mode and direction. */
export type RuleScope = `${'isolated' | 'cross'}:${'linear' | 'inverse'}`

/**
 * The rule that our liquidation prices follow, by margin mode and direction. The rule of one says nothing about
 * another.
 */
export type Calibration = Readonly<Record<RuleScope, RuleFit>>

/** A rule in use, and how well it reproduces the venue's own prices. */
export interface RuleFit {
  readonly rule: MarginRule
  /**
   * `learning`: fewer than 20 distinct readings; `calibrated`: it fits; `misfit`: neither it nor another surely fits.
   */
  readonly state: 'calibrated' | 'learning' | 'misfit'
  /** Distinct readings: the same account at the same printed price counts once. */
  readonly readings: number
  /** Median |ours - the venue's| over mark of the rule in use, a fraction; null without readings. */
  readonly residual: number | null
}
