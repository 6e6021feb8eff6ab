import type { Balance, MarginAccount, Position } from '#shared/domain/account.ts'
import type { Gap } from '#shared/domain/gap.ts'
import { positionKey } from '#shared/domain/account.ts'
import { decimal, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Contract, Pair } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { QuoteReading } from '#shared/domain/quote.ts'
import type { RiskInputs } from '#shared/risk/assess.ts'
import { FUNDING_INTERVAL_HOURS } from '#shared/risk/account/funding.ts'
import { CASH_ASSETS } from '#shared/risk/cash.ts'
import { UNCALIBRATED } from './calibrations.ts'

/**
 * Small builders of domain values. A test states the fields that it is about; the others have plausible defaults.
 * Amounts may be text or numbers; `null` stays null.
 */
type Amount = string | number | Decimal
type Loose<T> = {
  [K in keyof T]?: Decimal extends T[K] ? Amount | Extract<T[K], null> : T[K]
}

export function pair(baseAsset: string, quoteAsset: string, overrides: Partial<Pair> = {}): Pair {
  return {
    area: 'spot',
    symbol: `${baseAsset}${quoteAsset}`,
    baseAsset,
    quoteAsset,
    pricePrecision: 2,
    quantityPrecision: 6,
    minMarketSell: null,
    makerFee: null,
    takerFee: null,
    ...overrides,
  }
}

const NO_GAPS: readonly Gap[] = []

/**
 * A perpetual. By default it is linear and margined in its quote coin; `direction: 'inverse'` makes it margined in its
 * base coin.
 */
export function contract(baseAsset: string, quoteAsset: string, overrides: Loose<Contract> = {}): Contract {
  const isLinear = overrides.direction !== 'inverse'
  return {
    area: 'contract',
    name: `E-${baseAsset}-${quoteAsset}`,
    kind: 'perpetual',
    direction: 'linear',
    tradable: true,
    baseAsset,
    quoteAsset,
    marginCoin: isLinear ? quoteAsset : baseAsset,
    multiplierCoin: isLinear ? baseAsset : quoteAsset,
    pricePrecision: 2,
    maxValidOrders: null,
    gaps: NO_GAPS,
    ...amounts({
      multiplier: isLinear ? '0.01' : '100',
      minOrderVolume: 1,
      minOrderMoney: null,
      maxMarketVolume: null,
      maxMarketMoney: null,
      maxLimitVolume: null,
      makerFee: null,
      takerFee: null,
    }),
    ...amounts(overrides),
  } as Contract
}

export function balance(asset: string, free: Amount, locked: Amount = ZERO): Balance {
  return { asset, free: decimal(free), locked: decimal(locked), gaps: [] }
}

/** A margin account. By default it has only `crossEquity`. */
export function marginAccount(marginCoin: string, overrides: Loose<MarginAccount> = {}): MarginAccount {
  return {
    marginCoin,
    gaps: NO_GAPS,
    ...amounts({
      walletBalance: 0,
      orderMargin: 0,
      isolatedMargin: null,
      crossInitialMargin: null,
      realizedPnl: null,
      unrealizedPnl: null,
      crossEquity: 0,
      isolatedEquity: 0,
      crossMarginRate: null,
      accountMarginRate: null,
    }),
    ...amounts(overrides),
  } as MarginAccount
}

/** By default a cross long of 100 contracts at 10x, with entry and mark at 100. The key follows from the fields. */
export function position(of: Contract, overrides: Loose<Position> = {}): Position {
  const { marginMode = 'cross', side = 'long' } = overrides
  return {
    key: positionKey(of.name, marginMode, side),
    id: `id-${of.name}-${marginMode}-${side}`,
    contract: of.name,
    marginCoin: of.marginCoin,
    marginMode,
    side,
    freeze: 'none',
    gaps: NO_GAPS,
    ...amounts({
      volume: 100,
      pendingCloseVolume: 0,
      openPrice: overrides.averagePrice ?? 100,
      averagePrice: 100,
      markPrice: 100,
      leverage: 10,
      margin: 10,
      realizedPnl: 0,
      closedPnl: 0,
      unrealizedPnl: null,
      tradingFees: 0,
      fundingFees: 0,
      maintenanceRate: '0.005',
      maxFeeRate: '0.001',
      venueMarginRate: null,
      venueLiquidationPrice: null,
    }),
    ...amounts(overrides),
  } as Position
}

/** A quote whose last, bid and ask are one price; for a contract also the mark. */
export function quote(
  of: Pair | Contract,
  price: Amount,
  overrides: Loose<QuoteReading> & { readAt?: number } = {},
): QuoteReading {
  const isContract = of.area === 'contract'
  const { readAt = 0 } = overrides
  return {
    area: of.area,
    instrument: of.area === 'spot' ? of.symbol : of.name,
    ...{ readAt, lastAt: readAt, indexAt: isContract ? readAt : null },
    ...amounts({
      last: price,
      bid: price,
      ask: price,
      mark: isContract ? price : null,
      index: isContract ? price : null,
      fundingRate: null,
    }),
    ...amounts(overrides),
  } as QuoteReading
}

/** By default an open limit buy of 1 at 100 without fills; a contract order opens. The id follows from the fields. */
export function order(of: Pair | Contract, overrides: Loose<Order> = {}): Order {
  const instrument = of.area === 'spot' ? of.symbol : of.name
  const { side = 'buy', action = of.area === 'spot' ? null : 'open' } = overrides
  return {
    area: of.area,
    instrument,
    orderId: `${instrument}-${side}-${String(action)}-${String(overrides.price ?? 100)}`,
    clientOrderId: null,
    side,
    action,
    type: 'limit',
    status: 'new',
    createdAt: null,
    ...amounts({ price: 100, quantity: 1, executed: 0, averagePrice: null }),
    ...amounts(overrides),
  } as Order
}

/** Inputs with everything read and empty, in USDT, at time 0. */
export function riskInputs(overrides: Partial<RiskInputs> = {}): RiskInputs {
  return {
    reportingCoin: 'USDT',
    cashAssets: CASH_ASSETS,
    instruments: [],
    balances: [],
    marginAccounts: [],
    positions: [],
    quotes: [],
    orders: [],
    fundingIntervalHours: FUNDING_INTERVAL_HOURS,
    calibration: UNCALIBRATED,
    incomplete: [],
    positionsReadAt: 0,
    now: 0,
    ...overrides,
  }
}

const AMOUNTS = new Set(
  [
    'multiplier minOrderVolume minOrderMoney maxMarketVolume maxMarketMoney maxLimitVolume makerFee takerFee',
    'walletBalance orderMargin isolatedMargin crossInitialMargin realizedPnl closedPnl unrealizedPnl',
    'crossEquity isolatedEquity crossMarginRate accountMarginRate',
    'volume pendingCloseVolume openPrice averagePrice markPrice leverage margin tradingFees fundingFees',
    'price quantity executed',
    'maintenanceRate maxFeeRate venueMarginRate venueLiquidationPrice last bid ask mark index fundingRate',
  ].flatMap((names) => names.split(' ')),
)

/** Converts the amounts among `fields` to Decimal; null stays null. */
function amounts(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      AMOUNTS.has(name) && value !== null ? decimal(value as Amount) : value,
    ]),
  )
}
