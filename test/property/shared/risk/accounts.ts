import fc from 'fast-check'
import type { MarginMode, Position, PositionSide } from '#shared/domain/account.ts'
import { decimal, sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Contract } from '#shared/domain/instrument.ts'
import type { RiskInputs } from '#shared/risk/assess.ts'
import { isModelled } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import { RULES } from '#shared/risk/account/margin-rule.ts'
import { unrealizedAt } from '#shared/risk/account/contract-pnl.ts'
import { calibratedTo } from '#test/support/calibrations.ts'
import {
  balance,
  contract,
  marginAccount,
  order,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'

/** A decimal in [low, high] with up to six significant digits. */
export function amount(low: number, high: number): fc.Arbitrary<Decimal> {
  return fc
    .integer({ min: 0, max: 999_999 })
    .map((step) => decimal((low + ((high - low) * step) / 999_999).toPrecision(6)))
}

export const LINEAR = ['BTC', 'ETH', 'SOL'].map((base) => contract(base, 'USDT'))
export const INVERSE = ['BTC', 'ETH'].map((base) => contract(base, 'USD', { direction: 'inverse' }))
const PAIRS = ['BTC', 'ETH', 'SOL'].map((base) => pair(base, 'USDT'))

/** A plausible position: entry within 30 % of the mark, with realistic rates. */
function heldPosition(of: Contract, mark: Decimal): fc.Arbitrary<Position> {
  return fc
    .record({
      marginMode: fc.constantFrom<MarginMode>('cross', 'isolated'),
      side: fc.constantFrom<PositionSide>('long', 'short'),
      volume: amount(1, 5000),
      entry: amount(0.7, 1.3),
      leverage: amount(1, 50),
      maintenanceRate: amount(0.004, 0.02),
      maxFeeRate: amount(0.0005, 0.002),
    })
    .map(({ entry, leverage, volume, ...rest }) => {
      const averagePrice = mark.times(entry)
      const size = volume.times(of.multiplier!)
      const value = of.direction === 'linear' ? size.times(averagePrice) : size.div(averagePrice)
      return position(of, { ...rest, volume, leverage, averagePrice, markPrice: mark, margin: value.div(leverage) })
    })
}

/** An open order of any instrument, at any price, possibly partly filled. */
const openOrder: fc.Arbitrary<Order> = fc
  .record({
    of: fc.constantFrom(...PAIRS, ...LINEAR, ...INVERSE),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    closes: fc.boolean(),
    price: amount(10, 90_000),
    quantity: amount(1, 4000),
    filled: amount(0, 0.9),
  })
  .map(({ of, closes, filled, quantity, ...rest }) => {
    const action = of.area === 'spot' ? null : closes ? ('close' as const) : ('open' as const)
    const size = of.area === 'spot' ? quantity.div(100) : quantity
    return order(of, { ...rest, action, quantity: size, executed: size.times(filled) })
  })

/**
 * A complete account of plausible size: Spot, three margin coins, up to eight positions with distinct keys, up to six
 * open orders, at a venue with any margin rule.
 */
export const account: fc.Arbitrary<RiskInputs> = fc
  .record({ btc: amount(20_000, 90_000), eth: amount(1_000, 5_000), sol: amount(20, 300) })
  .chain(({ btc, eth, sol }) => {
    const mark: Record<string, Decimal> = { BTC: btc, ETH: eth, SOL: sol }
    const held = fc.uniqueArray(
      fc.constantFrom(...LINEAR, ...INVERSE).chain((of) => heldPosition(of, mark[of.baseAsset]!)),
      { maxLength: 8, selector: ({ key }) => key },
    )
    const holdings = fc.tuple(amount(0, 50_000), amount(0, 3), amount(0, 40), amount(0, 9))
    const equities = fc.record({ USDT: amount(100, 200_000), BTC: amount(0.01, 5), ETH: amount(0.1, 60) })
    const orders = fc.array(openOrder, { maxLength: 6 })
    const rates = fc.tuple(...[...LINEAR, ...INVERSE].map(() => amount(-0.003, 0.003)))
    const rule = fc.constantFrom(...RULES)
    return fc.record({ held, holdings, equities, orderMargin: amount(0, 500), orders, rates, rule }).map((made) => {
      const [usdt, btcHeld, ethHeld, dead] = made.holdings
      return riskInputs({
        instruments: [...PAIRS, ...LINEAR, ...INVERSE],
        balances: [balance('USDT', usdt), balance('BTC', btcHeld), balance('ETH', ethHeld), balance('DEAD', dead)],
        marginAccounts: Object.entries(made.equities).map(([coin, crossEquity]) =>
          marginAccount(coin, {
            crossEquity,
            orderMargin: coin === 'USDT' ? made.orderMargin : 0,
            isolatedEquity: isolatedEquity(coin, made.held),
          }),
        ),
        positions: made.held,
        quotes: [
          ...PAIRS.map((each) => quote(each, mark[each.baseAsset]!)),
          ...[...LINEAR, ...INVERSE].map((each, index) =>
            quote(each, mark[each.baseAsset]!, { fundingRate: made.rates[index]! }),
          ),
        ],
        orders: made.orders,
        calibration: calibratedTo(made.rule),
      })
    })
  })

function isolatedEquity(coin: string, held: readonly Position[]): Decimal {
  const contracts = new Map([...LINEAR, ...INVERSE].map((each) => [each.name, each]))
  return sum(
    held.map((each) => {
      const of = contracts.get(each.contract)
      if (!of || !isModelled(of) || !each.markPrice || each.marginMode === 'cross' || each.marginCoin !== coin)
        return ZERO
      const size = each.volume.times(of.multiplier)
      const sign = each.side === 'long' ? 1 : -1
      const profit = unrealizedAt({ direction: of.direction, sign, size, entry: each.averagePrice! }, each.markPrice)
      return each.margin!.plus(each.realizedPnl!).plus(profit)
    }),
  )
}
