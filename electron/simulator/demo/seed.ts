import { decimal, ONE, roundTo, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { profit, valueAt } from '../exchange/account/contract-maths.ts'
import { initialMargin, signOf, type SimPosition } from '../exchange/account/sim-position.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { CONTRACT_FEE, type InstrumentSpec } from '../exchange/market/specs.ts'
import {
  CONTRACT_ORDERS,
  CONTRACT_WALLETS,
  POSITIONS,
  SPOT_BALANCES,
  SPOT_ORDERS,
  type PositionSeed,
} from './demo-account.ts'

const DAY_MS = 86_400_000
const FIRST_POSITION_ID = 13_500

/** Gives the exchange its demo account. Throws if the exchange refuses a ticket, as that is a mistake in the tables. */
export function seedDemoAccount(exchange: Exchange): void {
  for (const [asset, amount] of Object.entries(SPOT_BALANCES)) exchange.spot.deposit(asset, decimal(amount))
  for (const [coin, amount] of Object.entries(CONTRACT_WALLETS))
    exchange.contracts.wallet.deposit(coin, decimal(amount))
  POSITIONS.forEach((seed, at) => exchange.contracts.held.adopt(toPosition(exchange, seed, at)))
  for (const { symbol, offset, volume, side } of SPOT_ORDERS) {
    const spec = exchange.pair(symbol)
    mustPlace(
      exchange.spot.place({ spec, side, volume: decimal(volume), price: priceAt(exchange, spec, offset), ...RESTING }),
    )
  }
  for (const { contract, offset, volume, ...ticket } of CONTRACT_ORDERS) {
    const spec = exchange.contract(contract)
    const price = priceAt(exchange, spec, offset)
    mustPlace(
      exchange.contracts.place({ spec, ...ticket, volume: decimal(volume), price, timeInForce: 'GTC', ...RESTING }),
    )
  }
}

const RESTING = { type: 'LIMIT', clientOrderId: null } as const

function toPosition(exchange: Exchange, seed: PositionSeed, at: number): SimPosition {
  const spec = exchange.contract(seed.contract)
  const { side, positionType } = seed
  const volume = decimal(seed.volume)
  const averagePrice = priceAt(exchange, spec, seed.average)
  const openPrice = priceAt(exchange, spec, seed.opened)
  return {
    id: FIRST_POSITION_ID + at,
    spec,
    positionType,
    side,
    leverage: spec.leverage,
    freeze: 0,
    volume,
    averagePrice,
    openPrice,
    margin: initialMargin(spec, volume, averagePrice),
    realized: ZERO,
    createdAt: exchange.time.now() - (at + 2) * DAY_MS,
    changedAt: exchange.time.now() - DAY_MS / 2,
    tradeFee: valueAt(spec, volume, openPrice).times(CONTRACT_FEE.taker).negated(),
    capitalFee: decimal(seed.funding),
    settleProfit: profit(spec, signOf(seed), volume, openPrice, averagePrice),
    closeProfit: ZERO,
    closeVolume: ZERO,
    closeMoney: ZERO,
  }
}

function priceAt(exchange: Exchange, spec: InstrumentSpec, offset: number): Decimal {
  return roundTo(exchange.market.price(spec).times(ONE.plus(decimal(offset))), spec.pricePrecision, 'half-even')
}

function mustPlace(placed: { readonly ok: boolean; readonly error?: unknown }): void {
  if (!placed.ok)
    throw new Error(`expected the demo account's order to be accepted, was ${JSON.stringify(placed.error)}`)
}
