import { describe, expect, it } from 'vitest'
import { toText } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { orderMargins } from '#shared/risk/account/order-margin.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { contract, marginAccount, order, position, riskInputs } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')
/** 100 contracts of 0.01 at 100 are worth 100: margin 10 at 10x or 5 at 20x, plus 0.1 for the fee. */
const buy = order(BTC, { orderId: 'buy', price: 100, quantity: 100 })
const sell = order(BTC, { orderId: 'sell', side: 'sell', price: 100, quantity: 100 })
const long = position(BTC)
const short = position(BTC, { side: 'short', leverage: 20 })

function held(orders: readonly Order[], positions: RiskInputs['positions'], orderMargin: number | null = 1_000) {
  const marginAccounts = [marginAccount('USDT', { crossEquity: 500, orderMargin })]
  const { held, unknown } = orderMargins(
    modelAccount(riskInputs({ instruments: [BTC], positions, marginAccounts })),
    orders,
  )
  return [Object.fromEntries([...held].map(([id, margin]) => [id, toText(margin)])), [...unknown]]
}

describe('the least margin that an order can hold', () => {
  it('uses the leverage of the position on its side', () => {
    expect(held([buy, sell], [long, short])).toEqual([{ buy: '10.1', sell: '5.1' }, []])
  })

  it('uses that of the other side when its own side has none', () => {
    expect(held([buy, sell], [long])).toEqual([{ buy: '10.1', sell: '10.1' }, []])
  })

  it('uses the highest of several', () => {
    const isolated = position(BTC, { marginMode: 'isolated', leverage: 25 })
    expect(held([buy], [long, isolated])).toEqual([{ buy: '4.1' }, []])
  })

  it('is at most its share, by value, of the margin that the venue reports for all orders', () => {
    const thrice = { ...buy, orderId: 'thrice', quantity: buy.quantity.times(3) }
    expect(held([buy, thrice], [long], 4)).toEqual([{ buy: '1', thrice: '3' }, []])
  })

  it('is unknown without a position, when another order has no limit price, or when the venue gives no total', () => {
    expect(held([buy], [])).toEqual([{}, ['buy']])
    expect(held([buy, { ...sell, price: null }], [long])).toEqual([{}, ['buy', 'sell']])
    expect(held([buy], [long], null)).toEqual([{}, ['buy']])
  })

  it('is zero when the venue says that no order holds any', () => {
    expect(held([buy, { ...sell, price: null }], [], 0)).toEqual([{ buy: '0', sell: '0' }, []])
  })
})
