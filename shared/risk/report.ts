import type { Message } from '../domain/message.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { PriceFinding } from './doubt/price-doubt.ts'
import type { Figure } from './number/figure.ts'

/** Every risk figure of the screen, computed in main from one set of inputs. Amounts are Decimal, ratios float64. */
export interface RiskReport {
  /** The coin totals are expressed in. */
  readonly reportingCoin: string
  /** Coins that count as cash: they do not move in a shock, and are no exposure. */
  readonly cashAssets: readonly string[]
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
  readonly funding: FundingReport
  /** null until open orders were read. */
  readonly fills: FillsReport | null
  readonly calibration: Calibration
  /** Prices that are not to be believed as they are: every figure that rests on them is as doubtful. */
  readonly priceFindings: readonly PriceFinding[]
  readonly rests: Rests
}

/** What a figure rests on. */
export interface Rest {
  /** When the oldest read in it was started, main's monotonic ms; null: nothing was read for it. */
  readonly readAt: number | null
  /** The odd prices in it: it is as doubtful as they are. */
  readonly doubts: readonly PriceFinding[]
}

/** Of each figure its own: what was not read for it makes it no older, and no more doubtful. */
export interface Rests {
  /** The value of Spot. */
  readonly spot: Rest
  /** Margin rates of all units, liquidation prices, the load line. */
  readonly margin: Rest
  /** What contracts are worth, made and pay, in the reporting coin. */
  readonly contract: Rest
  /** Total equity, and exposure. */
  readonly equity: Rest
  /** Margin units with an odd price in them. */
  readonly units: readonly { readonly unitId: string; readonly doubts: readonly PriceFinding[] }[]
}

export type RiskInputName = 'instruments' | 'balances' | 'marginAccounts' | 'positions' | 'quotes'

/** How one asset was priced in the reporting coin. */
export interface AssetValue {
  readonly asset: string
  /** null where a part of it could not be read. */
  readonly quantity: Decimal | null
  /** Reporting coins per unit; null when it can not be priced. */
  readonly rate: Decimal | null
  readonly value: Decimal | null
  readonly method: 'self' | 'direct' | 'inverse' | `two-hop:${string}` | 'unpriceable'
  /** Pair symbols used, or "index of CONTRACT" where no pair joins the coins; "1/…" when used upside down. */
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
  /** crossEquity + isolatedEquity + orderMargin, in the coin, at the marks of this report; null: not all was readable. */
  readonly equity: Decimal | null
  /** In the reporting coin; null when the equity is not known or the coin can not be priced. */
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
  /** Units of the asset; without inverse positions that have no mark, whose units can not be told. */
  readonly delta: Decimal
  /**
   * In the reporting coin, signed; null when any part of it is unpriced: one half of a hedge is not its exposure. Such
   * an asset is in no total of `Exposure`.
   */
  readonly value: Decimal | null
  /**
   * The same split by where it comes from: holdings and coin collateral, and contract positions; each null as `value`
   * is.
   */
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
  /** Contracts held whose exposure is in no total: not in the venue's list, not modelled, without a price or not read. */
  readonly notCounted: readonly (string | Message)[]
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
  /**
   * A position of it, or one that may be of it, could not be read by the newest read: of its figures only equity and the
   * venue's own rate are known.
   */
  readonly unread: boolean
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
   * |own - venue| / mark: agree <= 0.1 %, note <= 1 %, disagree above or when only the venue has one. "venueSilent":
   * the venue gives none. "notCompared": ours was not computed, the position's `reason` says why.
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
  /** Against the price since opening, plus what was closed, fees and funding: what the trader made so far. */
  readonly totalPnl: Decimal | null
  readonly totalPnlValue: Decimal | null
  /** ROE: unrealised profit since opening / (value at opening / leverage). */
  readonly returnOnMargin: number | null
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
  /**
   * What the unit is worth now and is lost there (null when its coin is unpriced), and total equity left after it;
   * reporting coin.
   */
  readonly loss: number | null
  /** null where the load line does not know what is left: units not modelled, or positions not counted. */
  readonly equityLeft: number | null
}

/** Margin and equity under one shock of prices. float64: it is drawn, not traded on. */
export interface LoadLine {
  /** How prices follow the shock: all alike, one coin alone, or each by its beta to the market. */
  readonly model: 'uniform' | `coin:${string}` | 'betaGeometric' | 'betaArithmeticFloor'
  /** Ascending, -0.99 … 2; 0 is one of them. */
  readonly shocks: readonly number[]
  /**
   * Every cross account, then the isolated positions nearest to their breach, 24 in all: more can not be told apart.
   */
  readonly units: readonly {
    readonly id: string
    /** null where there is no position value. */
    readonly marginRate: readonly (number | null)[]
    readonly requiredRate: readonly (number | null)[]
  }[]
  /** Units that hold positions, but where they are liquidated is not known: they have no breach. */
  readonly notModelled: readonly string[]
  /** Contracts held of which a position is not in it, for want of a price, of the account it belongs to or of its row. */
  readonly notCounted: readonly (string | Message)[]
  /**
   * Total equity, reporting coin: ignoring liquidations (null with `notCounted`), and with the liquidations on the way
   * (null with `notModelled` too).
   */
  readonly equity: readonly number[] | null
  readonly equityWithLiquidation: readonly number[] | null
  /** Those that are known, in the order they happen when prices move away from here, each side. */
  readonly breaches: readonly Breach[]
}

/** What funding costs if the newest rate goes on: positive is received. Coin amounts are in the margin coin. */
export interface FundingReport {
  /** Hours between payments. The venue does not say: this is assumed. */
  readonly intervalHours: number
  /** Positions whose rate is known, the dearest first. */
  readonly positions: readonly FundingRow[]
  /**
   * All positions of an asset net of each other, reporting coins a day, the dearest first; null where one is unknown.
   */
  readonly assets: readonly { readonly asset: string; readonly dailyValue: Decimal | null }[]
  /** Reporting coins a day over all that is known, and over total equity. */
  readonly daily: Decimal
  readonly dailyShare: Figure
  /** Keys of the positions that lack a rate, a mark or a price: what they pay is in no sum. */
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

/** What the account becomes if its open orders fill; condition orders are not in it: no venue lists them. */
export interface FillsReport {
  /** Contracts with open orders, by name. */
  readonly contracts: readonly ContractFills[]
  /** Assets that open orders touch, the largest worst case first. */
  readonly assets: readonly AssetFills[]
  /**
   * Over every asset, the worse of all its buys filled and all its sells filled: an upper bound. Excludes what
   * `unpriced` names. Reporting coin; null with `unvalued`.
   */
  readonly worstGross: Decimal | null
  /** worstGross over equity. */
  readonly worstLeverage: Figure
  /** Contracts whose opening orders take a margin that can not be told. */
  readonly unknownMargin: readonly string[]
  /** Instruments with an order that can not be valued: no price, not in the venue's list, not modelled. */
  readonly unvalued: readonly string[]
  /** Assets held without a price, orders or not. */
  readonly unpriced: readonly string[]
  /** What Spot orders hold, against what the venue says is held; by coin. Empty until balances were read. */
  readonly locked: readonly LockedBalance[]
}

/** Units of a coin. A gap (reported - implied) is held by orders that are in no list. */
export interface LockedBalance {
  readonly asset: string
  /** null where an order has no limit price to go by. */
  readonly implied: Decimal | null
  /** null where it could not be read. */
  readonly reported: Decimal | null
  readonly gap: Decimal | null
}

/** Contracts of one contract, now and at most and least, when any of its orders fill. */
export interface ContractFills {
  readonly contract: string
  readonly long: FillRange
  readonly short: FillRange
  /** Signed. */
  readonly net: { readonly now: Decimal; readonly least: Decimal; readonly most: Decimal }
  /** The larger of `least` and `most` in size. */
  readonly worstNet: Decimal
  readonly grossMost: Decimal
  /**
   * Margin of the opening orders with the fee, in the margin coin, by the leverage of the position held; null when
   * there is none to go by.
   */
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

/**
 * Net exposure of an asset, reporting coin: now, all that raises it filled, all that lowers it filled. All null: held
 * without a price.
 */
export interface AssetFills {
  readonly asset: string
  readonly now: Decimal | null
  readonly allBuys: Decimal | null
  readonly allSells: Decimal | null
  /** The larger of the two in size. */
  readonly worst: Decimal | null
}

/** The rule a venue liquidates by, as far as its own liquidation prices tell. */
export interface MarginRule {
  /** The closing fee is part of the requirement. */
  readonly withFee: boolean
  /** Maintenance is a share of the value at the mark, or at the entry. */
  readonly basis: 'mark' | 'entry'
  /** Realised profit counts as margin. */
  readonly withRealized: boolean
}

/** What one reading of a rule speaks for: contracts of one margin mode and one direction. */
export type RuleScope = `${'isolated' | 'cross'}:${'linear' | 'inverse'}`

/**
 * Which rule our liquidation prices follow, by margin mode and direction: what was seen of one says nothing of another.
 */
export type Calibration = Readonly<Record<RuleScope, RuleFit>>

/** A rule in use, and how well it reproduces the venue's own prices. */
export interface RuleFit {
  readonly rule: MarginRule
  /**
   * `learning`: fewer than 20 distinct readings; `calibrated`: it fits; `misfit`: it does not, and nothing better is
   * certain.
   */
  readonly state: 'calibrated' | 'learning' | 'misfit'
  /** Distinct readings: the same account at the same printed price counts once. */
  readonly readings: number
  /** Median |ours - the venue's| over mark of the rule in use, a fraction; null without readings. */
  readonly residual: number | null
}
