import { describe, expect, it } from 'vitest'
import { decimal, toFloat } from '#shared/domain/decimal.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { assess, type RiskInputs } from '#shared/risk/assess.ts'
import { notFreed, without } from '#shared/risk/stress/left-out.ts'
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

const ETH = contract('ETH', 'USDT')
const SOL = contract('SOL', 'USDT')
const PAIR = pair('ETH', 'USDT')
const none: ReadonlySet<string> = new Set()
const leavePositions = (...keys: string[]) => ({ positions: new Set(keys), orders: none })
const leaveOrders = (...ids: string[]) => ({ positions: none, orders: new Set(ids) })

const cross = position(ETH, { markPrice: 100, averagePrice: 90, venueLiquidationPrice: 50, realizedPnl: 1 })
const isolated = position(SOL, { marginMode: 'isolated', margin: 20, realizedPnl: 2, averagePrice: 96 })
const account = riskInputs({
  instruments: [PAIR, ETH, SOL],
  quotes: [quote(ETH, 110), quote(SOL, 90)],
  balances: [balance('ETH', 1, 2), balance('USDT', 10, 150)],
  marginAccounts: [
    marginAccount('USDT', {
      crossEquity: 60,
      isolatedEquity: 26,
      orderMargin: 30,
      isolatedMargin: 20,
      crossInitialMargin: 10,
      crossMarginRate: '0.6',
    }),
  ],
  positions: [cross, isolated],
  orders: [
    order(ETH, { orderId: 'bid', price: 80, quantity: 250 }),
    order(SOL, { orderId: 'low bid', price: 40, quantity: 250 }),
    order(ETH, { orderId: 'close', side: 'sell', action: 'close', price: 120, quantity: 60 }),
    order(PAIR, { orderId: 'spot bid', price: 70, quantity: 2 }),
    order(PAIR, { orderId: 'spot ask', side: 'sell', price: 200, quantity: 2 }),
  ],
})
const coin = (inputs: RiskInputs) => {
  const { crossEquity, isolatedEquity, orderMargin, isolatedMargin, crossInitialMargin } = inputs.marginAccounts![0]!
  return [crossEquity!, isolatedEquity!, orderMargin!, isolatedMargin!, crossInitialMargin!].map(toFloat)
}

describe('an account without', () => {
  it('nothing left out is the account itself', () => {
    expect(without(account, leavePositions())).toBe(account)
  })

  it('a cross position has the proceeds of closing it at the newest mark', () => {
    const left = without(account, leavePositions(cross.key))
    expect(left.positions).toEqual([isolated])
    expect(coin(left)).toEqual([70, 26, 30, 20, 0])
    expect(left.marginAccounts![0]!.crossMarginRate).toBeNull()
    expect(toFloat(assess(left).equity.total)).toBe(toFloat(assess(account).equity.total))
  })

  it('an isolated position has its margin and profit in the cross account, and drops outdated figures of the venue', () => {
    const left = without(account, leavePositions(isolated.key))
    expect(coin(left)).toEqual([60 + 22 - 6, 0, 30, 0, 10])
    expect(left.positions![0]!.venueLiquidationPrice).toBeNull()
    expect(toFloat(assess(left).equity.total)).toBe(toFloat(assess(account).equity.total))
  })

  it('a position that cannot be valued keeps the equity that the venue reported, or stays if that is unknown', () => {
    const unpriced = {
      ...account,
      quotes: [],
      positions: [cross, isolated].map((each) => ({ ...each, markPrice: null })),
    }
    const left = without(unpriced, leavePositions(cross.key, isolated.key))
    expect(left.positions!.map(({ key }) => key)).toEqual([isolated.key])
    expect(coin(left).slice(0, 2)).toEqual([60, 26])
  })

  it('opening orders has their share of the order margin freed, by value', () => {
    const left = without(account, leaveOrders('low bid'))
    expect(coin(left)).toEqual([70, 26, 20, 20, 10])
    expect(left.orders!.map(({ orderId }) => orderId)).not.toContain('low bid')
    expect(coin(without(account, leaveOrders('low bid', 'bid')))).toEqual([90, 26, 0, 20, 10])
  })

  it('an order never frees more than it can hold, and what no listed order holds stays', () => {
    const more = { ...account, marginAccounts: [{ ...account.marginAccounts![0]!, orderMargin: decimal(1010) }] }
    // V / leverage + fee, for 100 at 10x and 0.1 %.
    expect(coin(without(more, leaveOrders('low bid')))).toEqual([60 + 10.1, 26, 1010 - 10.1, 20, 10])
  })

  it.each([
    ['has no limit', order(ETH, { orderId: 'x', price: null })],
    ['is not in the venue’s list', order(contract('NEW', 'USDT'), { orderId: 'x' })],
    ['is of a contract that is not modelled', order(contract('ODD', 'USDT', { kind: 'mixed' }), { orderId: 'x' })],
  ])('orders frees none when another order of the coin %s, and says so', (_, silent) => {
    const instruments = [...account.instruments!, contract('ODD', 'USDT', { kind: 'mixed' })]
    const odd = { ...account, instruments, orders: [...account.orders!, silent] }
    const left = leaveOrders('bid', 'close')
    expect(coin(without(odd, left))).toEqual(coin(account))
    const model = modelAccount(odd)
    expect(notFreed(model, odd.orders, left.orders).map(({ orderId }) => orderId)).toEqual(['bid'])
    expect(notFreed(modelAccount(account), account.orders!, left.orders)).toEqual([])
  })

  it('an order on a contract that is not held frees nothing, because its leverage is unknown', () => {
    const held = { ...account, positions: [cross] }
    expect(coin(without(held, leaveOrders('low bid')))).toEqual(coin(account))
    expect(coin(without(held, leaveOrders('bid'))).slice(0, 3)).toEqual([80, 26, 10])
  })

  it('a closing order has nothing pending and frees no margin, because it holds none', () => {
    const pending = { ...account, positions: [{ ...cross, pendingCloseVolume: cross.volume }, isolated] }
    const left = without(pending, leaveOrders('close'))
    expect(toFloat(left.positions![0]!.pendingCloseVolume!)).toBe(40)
    expect(coin(left)).toEqual(coin(account))
  })

  it('Spot orders has their locked amounts free', () => {
    const left = without(account, leaveOrders('spot bid', 'spot ask'))
    expect(left.balances!.map(({ free, locked }) => [free!, locked!].map(toFloat))).toEqual([
      [3, 0],
      [150, 10],
    ])
  })

  it('a market buy has its locked amount free', () => {
    const orders = [order(PAIR, { orderId: 'now', type: 'market', price: null, quantity: 100 })]
    const left = without({ ...account, orders }, leaveOrders('now'))
    const usdt = left.balances!.find(({ asset }) => asset === 'USDT')!
    expect([usdt.free!, usdt.locked!].map(toFloat)).toEqual([110, 50])
  })

  it('something that does not exist is the same account, and what was never read stays unread', () => {
    expect(without(account, leavePositions('gone'))).toEqual(account)
    const unread = { ...account, positions: null, balances: null, marginAccounts: null, orders: null }
    expect(without(unread, leaveOrders('bid'))).toEqual(unread)
  })
})
