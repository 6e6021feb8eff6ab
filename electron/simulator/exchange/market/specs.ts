import { decimal, type Decimal } from '#shared/domain/decimal.ts'

/** An asset with its own price. Volatility is per year; correlation is with the market as a whole. */
export interface AssetSpec {
  readonly name: string
  readonly usd: number
  readonly volatility: number
  readonly correlation: number
}

export interface PairSpec {
  readonly area: 'spot'
  /** Lower case, as in the pair list. Requests may use either case. */
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly pricePrecision: number
  readonly quantityPrecision: number
  readonly minVolume: Decimal
  /** Smallest value of an order, in the quote coin. */
  readonly minMoney: Decimal
  /** Daily turnover in USD: the scale of the order book and volumes. */
  readonly turnover: number
}

export interface ContractSpec {
  readonly area: 'contract'
  readonly id: number
  readonly name: string
  readonly base: string
  readonly quote: string
  readonly marginCoin: string
  /** Inverse: face value in the quote coin, profit and margin in the base coin. */
  readonly inverse: boolean
  readonly tradable: boolean
  readonly multiplier: Decimal
  readonly pricePrecision: number
  readonly maxLeverage: number
  /** The leverage that this account has set for the contract. */
  readonly leverage: number
  /** Maintenance margin rate, and the highest fee of a closing trade. Both are part of the liquidation trigger. */
  readonly keepRate: Decimal
  readonly maxFeeRate: Decimal
  readonly minVolume: Decimal
  readonly minMoney: Decimal
  readonly maxMarketVolume: Decimal
  readonly maxLimitVolume: Decimal
  readonly maxOrders: number
  readonly turnover: number
}

export type InstrumentSpec = PairSpec | ContractSpec

/** The key of an instrument inside the simulator. */
export function keyOf(spec: InstrumentSpec): string {
  return spec.area === 'spot' ? spec.symbol : spec.name
}

/** Fee rates of a trade. */
export const SPOT_FEE = { maker: decimal('0.0008'), taker: decimal('0.001') } as const
export const CONTRACT_FEE = { maker: decimal('0.0002'), taker: decimal('0.0006') } as const

/** USDT is the numeraire: everything is priced in it. */
export const ASSETS: readonly AssetSpec[] = [
  { name: 'BTC', usd: 96_400, volatility: 0.55, correlation: 0.92 },
  { name: 'ETH', usd: 3_420, volatility: 0.72, correlation: 0.85 },
  { name: 'SOL', usd: 178, volatility: 0.95, correlation: 0.75 },
  { name: 'BNB', usd: 655, volatility: 0.6, correlation: 0.7 },
  { name: 'XRP', usd: 2.18, volatility: 0.9, correlation: 0.62 },
  { name: 'ADA', usd: 0.79, volatility: 0.95, correlation: 0.68 },
  { name: 'DOGE', usd: 0.312, volatility: 1.1, correlation: 0.66 },
  { name: 'LINK', usd: 21.6, volatility: 0.95, correlation: 0.7 },
  { name: 'AVAX', usd: 36.2, volatility: 1, correlation: 0.72 },
  { name: 'LTC', usd: 104, volatility: 0.8, correlation: 0.7 },
  { name: 'DOT', usd: 6.85, volatility: 0.9, correlation: 0.72 },
  { name: 'ARB', usd: 0.742, volatility: 1.05, correlation: 0.7 },
  { name: 'TON', usd: 5.22, volatility: 0.85, correlation: 0.55 },
  { name: 'XMR', usd: 196, volatility: 0.7, correlation: 0.45 },
  { name: 'USDC', usd: 0.9998, volatility: 0.004, correlation: 0 },
]

export const PAIRS: readonly PairSpec[] = [
  pair('BTC', 'USDT', 2, 5, '0.00001', 9e8),
  pair('ETH', 'USDT', 2, 4, '0.0001', 5e8),
  pair('SOL', 'USDT', 2, 3, '0.01', 2.5e8),
  pair('BNB', 'USDT', 2, 3, '0.001', 8e7),
  pair('XRP', 'USDT', 4, 1, '1', 1.5e8),
  pair('ADA', 'USDT', 4, 1, '1', 5e7),
  pair('DOGE', 'USDT', 5, 0, '10', 9e7),
  pair('LINK', 'USDT', 3, 2, '0.1', 4e7),
  pair('AVAX', 'USDT', 3, 2, '0.1', 3e7),
  pair('LTC', 'USDT', 2, 3, '0.01', 3e7),
  pair('DOT', 'USDT', 3, 2, '0.1', 2e7),
  pair('ARB', 'USDT', 4, 1, '1', 1.5e7),
  pair('TON', 'USDT', 3, 2, '0.1', 1.2e7),
  pair('USDC', 'USDT', 4, 1, '1', 2e8),
  pair('BTC', 'USDC', 2, 5, '0.00001', 8e7),
  pair('ETH', 'BTC', 6, 4, '0.001', 3e7),
  pair('SOL', 'BTC', 7, 2, '0.01', 8e6),
  pair('LINK', 'ETH', 6, 2, '0.1', 3e6),
  // Monero has no USDT pair, so its value goes through BTC.
  pair('XMR', 'BTC', 6, 3, '0.01', 6e6),
]

export const CONTRACTS: readonly ContractSpec[] = [
  contract(1, 'E-BTC-USDT', '0.0001', 1, 10, '0.004', 4e9),
  contract(2, 'E-ETH-USDT', '0.01', 2, 10, '0.005', 2e9),
  contract(3, 'E-SOL-USDT', '0.1', 3, 12, '0.0065', 8e8),
  contract(4, 'E-XRP-USDT', '10', 4, 8, '0.01', 4e8),
  contract(5, 'E-DOGE-USDT', '100', 5, 5, '0.01', 3e8),
  contract(6, 'E-BNB-USDT', '0.01', 2, 10, '0.01', 2e8),
  contract(7, 'E-LINK-USDT', '1', 3, 8, '0.0125', 1e8),
  contract(8, 'E-AVAX-USDT', '1', 3, 8, '0.0125', 8e7),
  contract(9, 'E-ADA-USDT', '10', 4, 8, '0.0125', 9e7),
  contract(21, 'E-BTC-USD', '10', 1, 5, '0.005', 5e8),
  contract(22, 'E-ETH-USD', '10', 2, 5, '0.0075', 2e8),
  // A dead listing and a test contract: every venue has some.
  { ...contract(31, 'E-LTC-USDT', '0.1', 2, 5, '0.0125', 1e7), tradable: false },
  contract(90, 'S-BTC-USDT', '0.0001', 1, 10, '0.004', 1e7),
]

function pair(
  base: string,
  quote: string,
  pricePrecision: number,
  quantityPrecision: number,
  minVolume: string,
  turnover: number,
): PairSpec {
  const minMoney = decimal({ USDT: '5', USDC: '5', BTC: '0.0001', ETH: '0.002' }[quote] ?? '1')
  const symbol = `${base}${quote}`.toLowerCase()
  const minimum = decimal(minVolume)
  return {
    area: 'spot',
    symbol,
    base,
    quote,
    pricePrecision,
    quantityPrecision,
    minVolume: minimum,
    minMoney,
    turnover,
  }
}

/** Type, base and quote are the three parts of the name. A contract quoted in USD is inverse. */
function contract(
  id: number,
  name: string,
  multiplier: string,
  pricePrecision: number,
  leverage: number,
  keepRate: string,
  turnover: number,
): ContractSpec {
  const [, base = '', quote = ''] = name.split('-')
  const inverse = quote === 'USD'
  return {
    area: 'contract',
    id,
    name,
    base,
    quote,
    marginCoin: inverse ? base : quote,
    inverse,
    tradable: true,
    multiplier: decimal(multiplier),
    pricePrecision,
    maxLeverage: 100,
    leverage,
    keepRate: decimal(keepRate),
    maxFeeRate: decimal('0.00075'),
    minVolume: decimal(1),
    minMoney: decimal(1),
    maxMarketVolume: decimal(20_000),
    maxLimitVolume: decimal(100_000),
    maxOrders: 50,
    turnover,
  }
}
