import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal, sum, toFloat, type Decimal } from '#shared/domain/decimal.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import type { Pair } from '#shared/domain/instrument.ts'
import { spotLegs, type Leg } from '#shared/risk/account/asset-fills.ts'
import { heldBy, liveOrders, openingValue } from '#shared/risk/account/open-orders.ts'
import type { Pricing } from '#shared/risk/account/valuation.ts'
import { assess, type RiskInputs } from '#shared/risk/assess.ts'
import { filledAt, heldAfter } from '#test/support/filled-orders.ts'
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
import { compareLeaves, readOracle } from '../oracle.ts'

interface OracleOrder {
  orderId: number
  symbol?: string
  price: string
  origQty: string
  executedQty: string
  side: 'BUY' | 'SELL'
  action?: 'OPEN' | 'CLOSE'
  status: 'NEW' | 'PARTIALLY_FILLED' | 'CANCELLED' | 'CANCELED'
}
interface OrdersOracle {
  inputs: {
    contract: { multiply: number }
    mark: number
    positions: { side: 'BUY'; volume: number; avgPrice: number; leverageLevel: number }[]
    orders: OracleOrder[]
    spot: { orders: OracleOrder[]; pairs: Record<string, [string, string]>; locked: Record<string, string> }
  }
  expected: object
  tolerance: { rel: number }
}

const STATUS: Record<OracleOrder['status'], OrderStatus> = {
  NEW: 'new',
  PARTIALLY_FILLED: 'partially-filled',
  CANCELLED: 'canceled',
  CANCELED: 'canceled',
}
const words = ({ orderId, side, action, status, price, origQty, executedQty }: OracleOrder): Partial<Order> => ({
  orderId: String(orderId),
  side: side === 'BUY' ? 'buy' : 'sell',
  action: action === undefined ? null : action === 'OPEN' ? 'open' : 'close',
  status: STATUS[status],
  price: decimal(price),
  quantity: decimal(origQty),
  executed: decimal(executedQty),
})

describe('the account after its orders fill', () => {
  it('agrees with the known answers of open_orders', () => {
    const { inputs, expected, tolerance } = readOracle('open_orders') as OrdersOracle
    const btc = contract('BTC', 'USDT', { multiplier: inputs.contract.multiply })
    const pairs = Object.entries(inputs.spot.pairs).map(([symbol, [base, own]]) => pair(base, own, { symbol }))
    const orders = inputs.orders.map((each) => order(btc, words(each)))
    const spotOrders = inputs.spot.orders.map((each) =>
      order(
        pairs.find(({ symbol }) => symbol === each.symbol)!,
        words(each),
      ),
    )
    const { fills } = assess(
      riskInputs({
        instruments: [btc, ...pairs],
        orders: [...orders, ...spotOrders],
        balances: Object.entries(inputs.spot.locked).map(([asset, locked]) => balance(asset, 0, locked)),
        // The known answers are for an account without fees.
        positions: inputs.positions.map(({ volume, avgPrice: averagePrice, leverageLevel: leverage }) =>
          position(btc, { volume, averagePrice, leverage, markPrice: inputs.mark, maxFeeRate: null }),
        ),
        quotes: pairs.map((each) => quote(each, 1)),
      }),
    )
    const row = fills!.contracts[0]!
    const live = orders.filter(({ status }) => status !== 'canceled')
    const held = { long: row.long.now, short: row.short.now }
    const at = (shock: string) => {
      const filled = filledAt(orders, decimal(inputs.mark).times(decimal(shock).plus(1)))
      const { long, short } = heldAfter(held, filled)
      return { filled_order_ids: filled.map(({ orderId }) => Number(orderId)), long, short, net: long.minus(short) }
    }
    const locked = new Map(fills!.locked.map((each) => [each.asset, each]))
    const perCoin = (figure: (asset: string) => unknown) =>
      Object.fromEntries(Object.keys(inputs.spot.locked).map((asset) => [asset, figure(asset)]))
    const actual = {
      long_now: row.long.now,
      short_now: row.short.now,
      long_max: row.long.most,
      long_min: row.long.least,
      short_max: row.short.most,
      short_min: row.short.least,
      net_max: row.net.most,
      net_min: row.net.least,
      worst_abs_net: row.worstNet,
      gross_max: row.grossMost,
      open_notional_buy_usd: openingValue('long', live, btc),
      open_notional_sell_usd: openingValue('short', live, btc),
      est_margin_open_orders_at_position_leverage: row.orderMargin,
      avg_price_long_after_all_open_buys: row.averageLong,
      avg_price_short_after_all_open_sells: row.averageShort,
      path_consistent: Object.fromEntries(['-0.1', '-0.05', '0.05', '0.1'].map((shock) => [shock, at(shock)])),
      spot: {
        by_symbol: Object.fromEntries(pairs.map((each) => [each.symbol, bySymbol(each, spotOrders)])),
        implied_locked: perCoin((asset) => locked.get(asset)?.implied),
        locked_reported: perCoin((asset) => locked.get(asset)?.reported?.toFixed()),
        locked_gap: perCoin((asset) => locked.get(asset)?.gap),
      },
    }
    expect(compareLeaves(actual, expected, tolerance)).toBe(15 + 19 + 21)
    expect(fills!.unknownMargin).toEqual([])
  })

  const btc = contract('BTC', 'USDT')
  const btcUsd = contract('BTC', 'USD', { direction: 'inverse' })
  const ethBtc = contract('ETH', 'BTC')
  const btcUsdt = pair('BTC', 'USDT')
  const ethBtcPair = pair('ETH', 'BTC')

  function fillsIn(orders: RiskInputs['orders'], overrides: Partial<RiskInputs> = {}) {
    return assess(
      riskInputs({
        instruments: [btc, btcUsd, ethBtc, btcUsdt, ethBtcPair],
        marginAccounts: [marginAccount('USDT', { crossEquity: 1000 })],
        quotes: [
          quote(btcUsdt, 100),
          quote(ethBtcPair, '0.1'),
          quote(btc, 100),
          quote(btcUsd, 100),
          quote(ethBtc, '0.1'),
        ],
        orders,
        ...overrides,
      }),
    ).fills
  }
  /** [now, all buys, all sells, worst] for each asset. */
  const rows = (fills: ReturnType<typeof fillsIn>) =>
    Object.fromEntries(
      (fills?.assets ?? []).map(({ asset, now, allBuys, allSells, worst }) => [
        asset,
        [now, allBuys, allSells, worst].map((value) => value && toFloat(value)),
      ]),
    )

  it('is unknown until orders were read, and equals the positions without orders', () => {
    expect(fillsIn(null)).toBeNull()
    const none = fillsIn([], { positions: [position(btc)] })
    expect(none).toMatchObject({ contracts: [], assets: [], unvalued: [] })
    expect(toFloat(none!.worstGross!)).toBe(100)
    expect(none!.worstLeverage.value).toBe(0.1)
  })

  it('counts orders that are being cancelled or in an unknown state, because both may still fill', () => {
    const one = (status: OrderStatus) => fillsIn([order(btc, { status })])!.contracts[0]?.long.most
    expect(toFloat(one('canceling')!)).toBe(1)
    expect(toFloat(one('unknown')!)).toBe(1)
    expect(one('filled')).toBeUndefined()
    expect(fillsIn([order(btc, { executed: 1 })])!.contracts).toEqual([])
  })

  it('treats an order with an unknown action as opening', () => {
    const [row] = fillsIn([order(btc, { action: null, side: 'sell', quantity: 30 })], {
      positions: [position(btc)],
    })!.contracts
    expect(toFloat(row!.short.most)).toBe(30)
    expect(toFloat(row!.long.least)).toBe(100)
  })

  it('values linear, inverse and Spot orders at current prices, and never lets closing reverse a position', () => {
    // Positions: 100 contracts of 0.01 BTC at 100, and 2 of 100 USD. Orders: +50 contracts, -500 closing contracts, +3
    // of 100 USD, -1.5 BTC.
    const fills = fillsIn(
      [
        order(btc, { quantity: 50, price: 90 }),
        order(btc, { side: 'sell', action: 'close', quantity: 500, price: 110 }),
        order(btcUsd, { quantity: 3, price: 80 }),
        order(btcUsdt, { side: 'sell', quantity: '1.5', price: 120 }),
      ],
      { positions: [position(btc), position(btcUsd, { volume: 2 })] },
    )
    expect(rows(fills)).toEqual({ BTC: [300, 650, 50, 650] })
    expect(toFloat(fills!.worstGross!)).toBe(650)
    expect(fills!.worstLeverage.value).toBe(0.65)
  })

  it('allows a short to be bought back completely', () => {
    const fills = fillsIn([order(btc, { action: 'close', quantity: 1000 })], {
      positions: [position(btc, { side: 'short' })],
    })
    expect(rows(fills)).toEqual({ BTC: [-100, 0, -100, -100] })
    expect(toFloat(fills!.contracts[0]!.worstNet)).toBe(100)
  })

  it('counts the quote coin as sold for what is bought, if it is not cash', () => {
    const spot = fillsIn([order(ethBtcPair, { quantity: 10, price: '0.2' })], { balances: [balance('BTC', 3)] })
    expect(rows(spot)).toEqual({ BTC: [300, 300, 100, 300], ETH: [0, 100, 0, 100] })
    const linear = fillsIn([order(ethBtc, { side: 'sell', quantity: 1000, price: 1 })])
    expect(rows(linear)).toEqual({ BTC: [0, 100, 0, 100], ETH: [0, 0, -100, -100] })
    expect(toFloat(linear!.worstGross!)).toBe(200)
  })

  it('reads the amount of a market buy in the quote coin', () => {
    const buy = order(btcUsdt, { type: 'market', price: null, quantity: 500 })
    const fills = fillsIn([buy], { balances: [balance('USDT', 0, 500)] })
    expect(rows(fills)).toEqual({ BTC: [0, 500, 0, 500] })
    expect(fills!.locked).toEqual([{ asset: 'USDT', implied: decimal(500), reported: decimal(500), gap: decimal(0) }])
  })

  it.each([
    ['a contract the venue’s list does not have', order(contract('GONE', 'USDT')), 'E-GONE-USDT'],
    ['a pair the venue’s list does not have', order(pair('GONE', 'USDT')), 'GONEUSDT'],
    ['a coin without a price', order(pair('XYZ', 'TRY')), 'XYZTRY'],
    ['a contract without a mark', order(contract('XYZ', 'USDT')), 'E-XYZ-USDT'],
    ['a contract that is not modelled', order(contract('MIX', 'USDT', { kind: 'mixed' })), 'E-MIX-USDT'],
    ['an absurd quantity', order(btc, { quantity: '1e31' }), 'E-BTC-USDT'],
  ])('has no worst case with %s', (_, odd, name) => {
    const more = [pair('XYZ', 'TRY'), contract('XYZ', 'USDT'), contract('MIX', 'USDT', { kind: 'mixed' })]
    const fills = fillsIn([order(btcUsdt), odd], { instruments: [btc, btcUsdt, ...more] })
    expect(fills).toMatchObject({ unvalued: [name], worstGross: null, worstLeverage: { value: null } })
    expect(rows(fills)).toEqual({ BTC: [0, 100, 0, 100] })
  })

  it.each([
    ['no order touches: it is left out of the worst case', [], 100],
    ['an order touches: there is none', [order(pair('ODD', 'USDT'), { side: 'sell', quantity: 2, price: 5 })], null],
  ])('names an asset without a price that %s', (_, odd: Order[], worst) => {
    const fills = fillsIn([order(btcUsdt), ...odd], {
      instruments: [btcUsdt, pair('ODD', 'USDT')],
      balances: [balance('ODD', 7)],
    })
    expect(fills!.unpriced).toEqual(['ODD'])
    expect(fills!.worstGross && toFloat(fills!.worstGross)).toBe(worst)
    expect(rows(fills).BTC).toEqual([0, 100, 0, 100])
  })

  it('does not know the result for an asset whose Spot half has no price', () => {
    const perpetual = contract('ODD', 'USDT')
    const fills = fillsIn([order(perpetual, { price: 90 })], {
      instruments: [perpetual],
      quotes: [quote(perpetual, 100, { index: null, mark: null })],
      balances: [balance('ODD', 7)],
      positions: [position(perpetual, { side: 'short' })],
    })
    expect(rows(fills)).toEqual({ ODD: [null, null, null, null] })
    expect(fills).toMatchObject({ unvalued: [], unpriced: ['ODD'] })
    expect(toFloat(fills!.worstGross!)).toBe(0)
  })

  it('has no worst leverage when equity is gone', () => {
    expect(fillsIn([order(btc)], { marginAccounts: [] })!.worstLeverage.reason).toEqual(
      message('figure.equityNotPositive'),
    )
  })

  it('uses the lowest leverage of the side, or of the other side, plus the fee; otherwise the margin is unknown', () => {
    const margin = (...positions: RiskInputs['positions'] & object) => {
      const fills = fillsIn([order(btc, { quantity: 100, price: 90 })], { positions })!
      const own = fills.contracts[0]!.orderMargin
      expect(fills.unknownMargin).toEqual(own ? [] : [btc.name])
      return own && toFloat(own)
    }
    const isolated = position(btc, { marginMode: 'isolated', leverage: 5, maxFeeRate: null })
    const short = position(btc, { side: 'short', leverage: 3, maxFeeRate: null })
    expect(margin(position(btc), isolated, short)).toBe(18)
    expect(margin(short)).toBe(30)
    expect(margin(position(btc, { leverage: 5, maxFeeRate: '0.001' }))).toBeCloseTo(18.09, 12)
    expect(margin()).toBeNull()
    expect(margin(position(btc, { leverage: 0 }))).toBeNull()
  })

  it('knows neither margin nor average of an opening order without a price, and needs neither for a closing one', () => {
    const open = fillsIn([order(btc, { type: 'market', price: null })], { positions: [position(btc)] })!.contracts[0]!
    expect(open).toMatchObject({ orderMargin: null, averageLong: null })
    const close = fillsIn([order(btc, { type: 'market', price: null, side: 'sell', action: 'close' })], {
      positions: [position(btc)],
    })!.contracts[0]!
    expect(toFloat(close.orderMargin!)).toBe(0)
    expect(toFloat(close.averageLong!)).toBe(100)
    expect(close.averageShort).toBeNull()
  })

  it('averages an inverse entry harmonically', () => {
    const [row] = fillsIn([order(btcUsd, { quantity: 1, price: 300 })], {
      positions: [position(btcUsd, { volume: 1 })],
    })!.contracts
    expect(toFloat(row!.averageLong!)).toBe(150)
  })

  it('cannot tell what a coin’s orders lock when one has no limit price', () => {
    const odd = order(btcUsdt, { type: 'other', price: null })
    const { locked } = fillsIn([odd, order(btcUsdt)], { balances: [balance('USDT', 0, 100), balance('BTC', 5)] })!
    expect(locked).toEqual([{ asset: 'USDT', implied: null, reported: decimal(100), gap: null }])
  })
})

/** The legs of a pair's live orders. At a price of one for each coin, they are quantities. */
function bySymbol(of: Pair, orders: readonly Order[]): object {
  const unit: Pricing = () => ({ rate: decimal(1), method: 'self', path: [] })
  const own = liveOrders(orders).filter(({ instrument }) => instrument === of.symbol)
  const legs = own.flatMap((each) => spotLegs(each, of, unit) ?? [])
  const total = (asset: string, figure: (leg: Leg) => Decimal): number =>
    sum(legs.filter((leg) => leg.asset === asset).map(figure)).toNumber()
  return {
    buy_base: total(of.baseAsset, ({ up }) => up),
    buy_quote: 0 - total(of.quoteAsset, ({ down }) => down),
    sell_base: 0 - total(of.baseAsset, ({ down }) => down),
  }
}

describe('heldBy', () => {
  const PAIR = pair('BTC', 'USDT')
  it.each([
    ['a sell: its remaining quantity', order(PAIR, { side: 'sell', quantity: 3, executed: 1 }), 'BTC', 2],
    [
      'a limit buy: its remaining quantity at its limit',
      order(PAIR, { quantity: 3, executed: 1, price: 50 }),
      'USDT',
      100,
    ],
    ['a market buy: its amount', order(PAIR, { type: 'market', price: null, quantity: 100 }), 'USDT', 100],
    ['a market sell: its quantity', order(PAIR, { type: 'market', side: 'sell', price: null, quantity: 2 }), 'BTC', 2],
    ['another buy without a limit: not known', order(PAIR, { type: 'other', price: null }), 'USDT', null],
  ])('gives %s', (_, of, asset, amount) => {
    const held = heldBy(of, PAIR)
    expect([held.asset, held.amount && toFloat(held.amount)]).toEqual([asset, amount])
  })
})
