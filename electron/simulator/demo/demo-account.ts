import type { PositionType } from '../exchange/account/sim-order.ts'
import type { Side } from '../exchange/market/books.ts'

/** The initial balances, orders and positions of the demo account. Prices are relative to the market's. */

/** Spot balances: some majors, some alts, dust, a coin without a price, and the zeros that every venue lists. */
export const SPOT_BALANCES: Readonly<Record<string, string>> = {
  USDT: '33250.5',
  USDC: '12400',
  BTC: '0.482',
  ETH: '5.2',
  SOL: '70.2',
  BNB: '7.4',
  XRP: '3150',
  ADA: '4800',
  DOGE: '14500',
  LINK: '172.5',
  AVAX: '64',
  LTC: '21.5',
  XMR: '14.2',
  TON: '310',
  DOT: '0.0431',
  ARB: '0.0077',
  KTO: '1250',
  ATOM: '0',
  FIL: '0',
  NEAR: '0',
  UNI: '0',
}

/** Contract wallets by margin coin, before the margin of isolated positions and orders is deducted. */
export const CONTRACT_WALLETS: Readonly<Record<string, string>> = { USDT: '41500', BTC: '0.25', ETH: '0', USDC: '0' }

export interface PositionSeed {
  readonly contract: string
  readonly positionType: PositionType
  readonly side: Side
  readonly volume: string
  /** Entry price since the last settlement, and since opening, as fractions above the market. */
  readonly average: number
  readonly opened: number
  /** Funding paid so far, in the margin coin. */
  readonly funding: string
}

export const POSITIONS: readonly PositionSeed[] = [
  seedPosition('E-BTC-USDT', 1, 'BUY', '9000', -0.021, -0.034, '-18.42'),
  seedPosition('E-ETH-USDT', 1, 'SELL', '500', 0.013, 0.013, '6.1'),
  seedPosition('E-XRP-USDT', 1, 'BUY', '1200', 0.018, 0.018, '-3.77'),
  seedPosition('E-BNB-USDT', 1, 'SELL', '1300', -0.009, -0.022, '1.94'),
  // The position in trouble: isolated at 12x, liquidated about 7.5 % below the market.
  seedPosition('E-SOL-USDT', 2, 'BUY', '1150', 0.0035, 0.0035, '-2.6'),
  seedPosition('E-DOGE-USDT', 2, 'SELL', '260', 0.027, 0.027, '0.88'),
  seedPosition('E-BTC-USD', 1, 'SELL', '1900', 0.011, 0.011, '0.00004'),
  seedPosition('E-LINK-USDT', 1, 'BUY', '310', -0.03, -0.03, '-0.41'),
]

/** Offsets are fractions above the market. */
export const SPOT_ORDERS = [
  { symbol: 'btcusdt', side: 'BUY', volume: '0.06', offset: -0.031 },
  { symbol: 'btcusdt', side: 'SELL', volume: '0.12', offset: 0.064 },
  { symbol: 'ethusdt', side: 'BUY', volume: '1.5', offset: -0.045 },
  { symbol: 'ethusdt', side: 'SELL', volume: '2.2', offset: 0.082 },
  { symbol: 'solusdt', side: 'BUY', volume: '25', offset: -0.052 },
  { symbol: 'solusdt', side: 'SELL', volume: '30', offset: 0.074 },
  { symbol: 'xrpusdt', side: 'SELL', volume: '1200', offset: 0.09 },
  { symbol: 'linkusdt', side: 'BUY', volume: '80', offset: -0.06 },
  { symbol: 'dogeusdt', side: 'SELL', volume: '6000', offset: 0.11 },
  { symbol: 'xmrbtc', side: 'SELL', volume: '4.5', offset: 0.05 },
] as const

/** Offsets are fractions above the market. */
export const CONTRACT_ORDERS = [
  { contract: 'E-BTC-USDT', side: 'SELL', action: 'CLOSE', positionType: 1, volume: '2000', offset: 0.045 },
  { contract: 'E-BTC-USDT', side: 'BUY', action: 'OPEN', positionType: 1, volume: '1000', offset: -0.04 },
  { contract: 'E-ETH-USDT', side: 'BUY', action: 'CLOSE', positionType: 1, volume: '300', offset: -0.05 },
  { contract: 'E-ETH-USDT', side: 'SELL', action: 'OPEN', positionType: 1, volume: '200', offset: 0.055 },
  { contract: 'E-SOL-USDT', side: 'SELL', action: 'CLOSE', positionType: 2, volume: '500', offset: 0.04 },
  { contract: 'E-XRP-USDT', side: 'SELL', action: 'CLOSE', positionType: 1, volume: '310', offset: 0.07 },
  { contract: 'E-DOGE-USDT', side: 'BUY', action: 'CLOSE', positionType: 2, volume: '130', offset: -0.08 },
  { contract: 'E-AVAX-USDT', side: 'BUY', action: 'OPEN', positionType: 1, volume: '120', offset: -0.05 },
  { contract: 'E-BTC-USD', side: 'BUY', action: 'CLOSE', positionType: 1, volume: '700', offset: -0.06 },
] as const

/** The orders of the account's own strategy (strategy.ts). */
export const SPOT_GRID: readonly { readonly symbol: string; readonly volume: string }[] = [
  { symbol: 'btcusdt', volume: '0.012' },
  { symbol: 'ethusdt', volume: '0.35' },
  { symbol: 'solusdt', volume: '4.5' },
  { symbol: 'xrpusdt', volume: '380' },
]

export const CONTRACT_GRID: readonly { readonly contract: string; readonly volume: string }[] = [
  { contract: 'E-BTC-USDT', volume: '180' },
  { contract: 'E-ETH-USDT', volume: '60' },
  { contract: 'E-BTC-USD', volume: '60' },
]

function seedPosition(
  contract: string,
  positionType: PositionType,
  side: Side,
  volume: string,
  average: number,
  opened: number,
  funding: string,
): PositionSeed {
  return { contract, positionType, side, volume, average, opened, funding }
}
