/**
 * Another program at the venue, which keeps an account from running empty: it opens positions, places orders and pays
 * in.
 */
import {
  CONTRACT_ORDERS,
  CONTRACT_WALLETS,
  POSITIONS,
  SPOT_BALANCES,
  SPOT_ORDERS,
} from '#electron/simulator/demo/demo-account.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { decimal, ONE, roundTo } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'

/** The most orders of one instrument. */
const MOST_ORDERS = 3

/** Restores what the demo account has on the instruments of `wanted`, where it is gone. */
export function restock({ exchange }: Pick<Simulator, 'exchange'>, wanted: ReadonlySet<string>): void {
  const { contracts, spot, market } = exchange
  const priceOf = (spec: Parameters<typeof market.price>[0], offset: number): Decimal =>
    roundTo(market.price(spec).times(ONE.plus(decimal(offset))), spec.pricePrecision, 'half-even')
  for (const [coin, text] of Object.entries(CONTRACT_WALLETS)) {
    const wallet = decimal(text)
    if (contracts.wallet.normal(coin).lt(wallet.div(2))) contracts.wallet.deposit(coin, wallet)
  }
  for (const [asset, text] of Object.entries(SPOT_BALANCES)) {
    const [amount, free] = [decimal(text), spot.balances().find((held) => held.asset === asset)?.free]
    if (free?.lt(amount.div(2)) === true) spot.deposit(asset, amount)
  }
  for (const { contract, side, positionType, volume } of POSITIONS) {
    const isHeld = contracts.positions().some(({ spec }) => spec.name === contract)
    if (isHeld || !wanted.has(contract)) continue
    const terms = { type: 'MARKET', price: null, timeInForce: 'GTC', clientOrderId: null } as const
    const half = decimal(volume).div(2).floor()
    contracts.place({ spec: exchange.contract(contract), side, action: 'OPEN', positionType, volume: half, ...terms })
  }
  const resting = { type: 'LIMIT', timeInForce: 'GTC', clientOrderId: null } as const
  for (const { contract, offset, volume, ...ticket } of CONTRACT_ORDERS) {
    const spec = exchange.contract(contract)
    const open = contracts.openOrders().filter((order) => order.spec === spec)
    if (!wanted.has(contract) || open.length >= MOST_ORDERS) continue
    contracts.place({
      spec,
      ...ticket,
      volume: decimal(volume).div(4).floor(),
      price: priceOf(spec, offset),
      ...resting,
    })
  }
  for (const { symbol, offset, volume, side } of SPOT_ORDERS) {
    const spec = exchange.pair(symbol)
    const open = spot.openOrders().filter((order) => order.spec === spec)
    if (!wanted.has(symbol) || open.length >= MOST_ORDERS) continue
    spot.place({
      spec,
      side,
      volume: decimal(volume),
      price: priceOf(spec, offset),
      type: 'LIMIT',
      clientOrderId: null,
    })
  }
}
