import { describe, expect, it } from 'vitest'
import type { DeskFacts } from '#shared/desk/facts.ts'
import { decimal } from '#test/support/amounts.ts'
import { openOrder } from '#test/support/desk-facts.ts'
import { BTC, closing, compiled, ETH, SOL, STOP } from '#test/support/planned-in-words.ts'
import { balance, contract, pair, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'

const LONGS = { kind: 'closeSide', side: 'long' } as const
const FLATTEN = { kind: 'flatten', spot: 'keep' } as const

describe('closeSide', () => {
  it('closes every position of the side, the most valuable first, and leaves the other side alone', () => {
    const positions = [
      position(BTC, { volume: 5 }),
      position(ETH, { volume: 50 }),
      position(SOL, { side: 'short', volume: 9 }),
      position(SOL, { volume: 0 }),
    ]
    expect(compiled(LONGS, { positions }).legs).toEqual([
      'sell 50 E-ETH-USDT:cross:long',
      'sell 5 E-BTC-USDT:cross:long',
    ])
    expect(compiled({ ...LONGS, side: 'short' }, { positions }).legs).toEqual(['buy 9 E-SOL-USDT:cross:short'])
  })

  it('closes an isolated position about to be liquidated before larger ones', () => {
    const dying = position(BTC, { marginMode: 'isolated', volume: 1, venueLiquidationPrice: 96 })
    const far = position(SOL, { marginMode: 'isolated', volume: 2, venueLiquidationPrice: 94 })
    expect(compiled(LONGS, { positions: [far, position(ETH, { volume: 50 }), dying] }).legs).toEqual([
      'sell 1 E-BTC-USDT:isolated:long',
      'sell 50 E-ETH-USDT:cross:long',
      'sell 2 E-SOL-USDT:isolated:long',
    ])
  })

  it('cancels what locks them, even if it is unclear which of two positions an order closes', () => {
    const positions = [
      position(BTC, { volume: 9, pendingCloseVolume: 3 }),
      position(BTC, { marginMode: 'isolated', volume: 4, pendingCloseVolume: 2 }),
    ]
    // The free part is closed whatever happens to the cancels.
    const closes = [
      ...['sell 6 E-BTC-USDT:cross:long', 'sell 3 E-BTC-USDT:cross:long'],
      ...['sell 2 E-BTC-USDT:isolated:long', 'sell 2 E-BTC-USDT:isolated:long'],
    ]
    const explained = [closing('1', 4), closing('2', 1), closing('3', 1, BTC, 'buy')]
    expect(compiled(LONGS, { positions, orders: explained }).legs).toEqual(['cancel 1', 'cancel 2', ...closes])
    expect(compiled(LONGS, { positions, orders: [closing('1', 4)] }).legs).toEqual([
      'cancel 1',
      'sell 6 E-BTC-USDT:cross:long',
      'sell 2 E-BTC-USDT:isolated:long',
    ])
  })

  it('names what cannot be closed and closes the rest', () => {
    const positions = [
      position(BTC, { freeze: 'liquidation' }),
      position(ETH, { volume: 5 }),
      position(contract('XRP', 'USDT')),
      position(SOL, { volume: 0.5 }),
    ]
    const { legs, warnings } = compiled(LONGS, { positions })
    expect(legs).toEqual(['sell 5 E-ETH-USDT:cross:long', 'sell 100 E-XRP-USDT:cross:long'])
    expect(warnings).toEqual([
      expect.stringContaining('Frozen by the venue (liquidation): E-BTC-USDT.'),
      expect.stringContaining('Nothing of E-SOL-USDT can be closed now'),
      expect.stringContaining('Not in the venue’s contract list: E-XRP-USDT.'),
    ])
  })

  it.each<[string, Partial<DeskFacts>]>([
    ['NOTHING_TO_DO', {}],
    ['NOTHING_TO_DO', { positions: [position(BTC, { freeze: 'delivery' })] }],
    ['READ_FAILED', { positions: null }],
    ['READ_FAILED', { isPartial: true }],
  ])('is refused with %s when nothing is left: %j', (code, facts) => {
    expect(compiled(LONGS, facts).code).toBe(code)
  })
})

describe('flatten', () => {
  it('cancels opening orders, then closing ones, then closes both sides, and keeps Spot holdings', () => {
    const orders = [
      closing('closing', 2),
      openOrder({ area: 'contract', instrument: BTC.name, orderId: 'far' }, { price: 50 }),
      openOrder({ area: 'contract', instrument: BTC.name, orderId: 'near' }, { price: 99 }),
      openOrder({ area: 'spot', instrument: 'BTCUSDT', orderId: 'spot' }, { price: 90 }),
      openOrder({ area: 'contract', instrument: BTC.name, orderId: 'going' }, { status: 'canceling' }),
    ]
    const positions = [
      position(SOL, { side: 'short', volume: 9 }),
      position(BTC, { volume: 10, pendingCloseVolume: 2 }),
    ]
    const facts = {
      orders,
      positions,
      quotes: [quote(BTC, 100), quote(pair('BTC', 'USDT'), 100)],
      balances: [balance('BTC', 1)],
    }
    expect(compiled(FLATTEN, facts).legs).toEqual([
      'cancel near',
      'cancel spot',
      'cancel far',
      'cancel closing',
      'sell 8 E-BTC-USDT:cross:long',
      'sell 2 E-BTC-USDT:cross:long',
      'buy 9 E-SOL-USDT:cross:short',
    ])
  })

  it('closes within its cap, and leaves a position without a mark, its closing order included', () => {
    const capped = { ...FLATTEN, spot: 'sell', tactic: { kind: 'capped', percent: '2' } } as const
    const facts = {
      positions: [
        position(BTC, { volume: 5, markPrice: 100 }),
        position(ETH, { side: 'short', volume: 50, markPrice: null }),
      ],
      orders: [closing('ours', 1), closing('theirs', 1, ETH, 'buy')],
      quotes: [],
      risk: riskInputs({ cashAssets: ['USDT'] }),
      balances: [balance('BTC', 1)],
    }
    const { legs, warnings } = compiled(capped, facts)
    expect(legs).toEqual(['cancel ours', 'sell 5 E-BTC-USDT:cross:long', 'sell 1 BTC by BTCUSDT'])
    expect(warnings).toContainEqual(expect.stringContaining('The mark of E-ETH-USDT is not known'))
    expect(warnings).toContain('1 closing order stays, because its position stays open.')
    expect(compiled({ ...capped, tactic: { kind: 'capped', percent: '51' } }, facts).code).toBe('BAD_AMOUNT')
  })

  it('closes the others within its cap when one is too cheap for a price at that distance', () => {
    const cheap = contract('PEPE', 'USDT', { pricePrecision: 2 })
    const positions = [
      position(BTC, { volume: 5, markPrice: 100 }),
      position(cheap, { side: 'short', volume: 9, markPrice: 0.004 }),
    ]
    const capped = { ...FLATTEN, tactic: { kind: 'capped', percent: '2' } } as const
    const { legs, warnings } = compiled(capped, { instruments: [BTC, cheap], positions })
    expect(legs).toEqual(['sell 5 E-BTC-USDT:cross:long'])
    expect(warnings).toContainEqual(expect.stringContaining('that price is zero'))
  })

  it('sells last, for each asset, the free part and what its cancelled orders free, rounded down', () => {
    const spot = (orderId: string, instrument: string, side: 'buy' | 'sell', quantity: string, price = '0.05') =>
      openOrder({ area: 'spot', instrument, orderId }, { side, quantity, price })
    const facts: Partial<DeskFacts> = {
      risk: riskInputs({ cashAssets: ['USDT', 'USDC'] }),
      balances: [
        balance('USDT', 500),
        balance('USDC', 5),
        balance('SOL', '3.19'),
        balance('BTC', '0.1234567', '0.6'),
        balance('ETH', '1', '2'),
        balance('DUST', 1),
      ],
      // The sell frees 0.2 BTC and the buy of ETH 0.05; unknown orders lock 0.35.
      orders: [spot('1', 'BTCUSDT', 'sell', '0.2', '100'), spot('2', 'ETHBTC', 'buy', '1')],
    }
    const { legs, warnings } = compiled({ ...FLATTEN, spot: 'sell' }, facts)
    expect(legs.slice(2)).toEqual(['sell 0.373456 BTC by BTCUSDT', 'sell 3.1 SOL by SOLUSDC'])
    expect(warnings).toEqual([
      '0.35 BTC is locked on Spot by an order Plimsoll cannot see.',
      '2 ETH is locked on Spot by an order Plimsoll cannot see.',
      'No pair sells DUST, ETH for cash; it stays.',
      'Counts as cash and stays: USDC.',
    ])
  })

  it('never counts more as freed than is locked, and names dust', () => {
    const facts = {
      risk: riskInputs({ cashAssets: ['USDC'] }),
      balances: [balance('BTC', 1, 1), balance('SOL', '0.04')],
      orders: [openOrder({ area: 'spot', instrument: 'BTCUSDT', orderId: '1' }, { side: 'sell', quantity: 5 })],
    }
    const { legs, warnings } = compiled({ ...FLATTEN, spot: 'sell' }, facts)
    expect(legs[1]).toBe('sell 2 BTC by BTCUSDT')
    expect(warnings).toEqual(['Too little to sell: SOL.'])
  })

  it("sells at most the pair's maximum in one order, in a limited number of orders", () => {
    const sell = { ...FLATTEN, spot: 'sell' } as const
    const most = (held: string) => ({
      risk: riskInputs(),
      balances: [balance('BTC', held)],
      instruments: [pair('BTC', 'USDT', { minMarketSell: decimal('0.5'), maxSell: decimal('2.0000005') })],
    })
    expect(compiled(sell, most('2')).legs).toEqual(['sell 2 BTC by BTCUSDT'])
    expect(compiled(sell, most('5')).legs).toEqual(['2', '2', '1'].map((part) => `sell ${part} BTC by BTCUSDT`))
    expect(compiled(sell, most('2.3')).legs).toEqual(['1.8', '0.5'].map((part) => `sell ${part} BTC by BTCUSDT`))
    expect(compiled(sell, most('1000')).legs).toHaveLength(50)
  })

  it("sells no less than the pair's minimum", () => {
    const least = (minMarketSell: string) => ({
      risk: riskInputs(),
      balances: [balance('BTC', '0.5')],
      instruments: [pair('BTC', 'USDT', { minMarketSell: decimal(minMarketSell) })],
    })
    const sell = { ...FLATTEN, spot: 'sell' } as const
    expect(compiled(sell, least('0.5')).legs).toEqual(['sell 0.5 BTC by BTCUSDT'])
    expect(compiled(sell, { ...least('0.500001'), orders: [closing('1', 1)] }).warnings).toEqual([
      'Too little to sell: BTC.',
    ])
  })

  it.each<[string, Partial<DeskFacts>]>([
    ['Some positions could not be read; those stay open.', { isPartial: true }],
    ['The open orders of BTCUSDT could not be read, so some may stay open.', { unread: ['BTCUSDT'] }],
    ['2 conditional orders stay', { protections: [STOP, STOP] }],
    ['1 conditional order stays', { protections: [STOP] }],
    ['The Spot balances could not be read; nothing is sold.', { balances: null }],
    ['The account was not read yet; nothing is sold.', { risk: null }],
  ])('continues with the rest and says: %s', (text, facts) => {
    const known = { positions: [position(BTC)], risk: riskInputs(), orders: [closing('1', 1)] }
    const { legs, warnings } = compiled({ ...FLATTEN, spot: 'sell' }, { ...known, ...facts })
    expect(legs).toContain('cancel 1')
    expect(warnings?.[0]).toContain(text)
  })

  describe('while no position can be read', () => {
    const read = { positions: [position(BTC), position(ETH), position(SOL, { volume: 0 })], positionsReadAt: 1_000 }
    const unread = { positions: null, risk: riskInputs({ ...read, now: 43_900 }) }
    const opening = openOrder({ area: 'contract', instrument: BTC.name, orderId: 'opens' })
    const onSpot = openOrder({ area: 'spot', instrument: 'BTCUSDT', orderId: 'spot' }, { side: 'sell', price: 2 })
    const headline = 'CLOSES NOTHING: no position could be read. The last read, at least 42 s ago, showed 2 positions.'

    it('keeps closing orders, cancels all others, and says first that it closes nothing', () => {
      const orders = [closing('out', 1), opening, onSpot, closing('stop', 2, ETH, 'buy')]
      expect(compiled(FLATTEN, { ...unread, orders, blind: ['spot'] })).toMatchObject({
        legs: ['cancel opens', 'cancel spot'],
        warnings: [
          `${headline} 2 closing orders stay.`,
          expect.stringContaining('Not all Spot balances could be read'),
        ],
      })
      expect(compiled(FLATTEN, { ...unread, orders: [opening] }).warnings).toEqual([headline])
    })

    it('is no plan when there are only closing orders', () => {
      const { code, message } = compiled(FLATTEN, { ...unread, orders: [closing('out', 1)] })
      expect([code, message]).toEqual(['READ_FAILED', `${headline} 1 closing order stays. Nothing was sent.`])
    })

    it.each<[string, Partial<DeskFacts>]>([
      ['at least 12 min ago, showed 2 positions', { risk: riskInputs({ ...read, now: 1_000 + 12.9 * 60_000 }) }],
      ['showed 1 position.', { risk: riskInputs({ ...read, positions: [position(BTC)], now: 1_000 }) }],
      ['none was read before.', { risk: riskInputs({ positions: null, positionsReadAt: null }) }],
      ['none was read before.', { risk: null }],
    ])('gives the age of the last known positions: %s', (text, facts) => {
      expect(compiled(FLATTEN, { ...unread, ...facts, orders: [opening] }).warnings?.[0]).toContain(text)
    })
  })

  it('keeps the orders that may close an unreadable position, while others were read', () => {
    const orders = [
      closing('known', 1),
      closing('long', 1, ETH),
      closing('other', 1, BTC, 'buy'),
      closing('gone', 1, SOL),
    ]
    const positions = [position(BTC), position(SOL, { volume: 0 })]
    const partial = compiled(FLATTEN, { positions, orders, isPartial: true })
    expect(partial.legs.filter((leg) => leg.startsWith('cancel'))).toEqual(['cancel known'])
    expect(partial.warnings).toEqual(['Some positions could not be read; those stay open. 3 closing orders stay.'])
    expect(compiled(FLATTEN, { positions, orders }).legs).toHaveLength(5)
  })

  it.each<[string, Partial<DeskFacts>]>([
    ['NOTHING_TO_DO', {}],
    ['READ_FAILED', { positions: null }],
    ['READ_FAILED', { unread: ['BTCUSDT'] }],
  ])('is refused with %s when there is nothing to do: %j', (code, facts) => {
    expect(compiled(FLATTEN, facts).code).toBe(code)
  })
})

describe('flatten of a position that it cannot close', () => {
  const takeProfit = openOrder(
    { area: 'contract', instrument: BTC.name, orderId: 'profit' },
    { side: 'sell', action: 'close', quantity: 100 },
  )

  it.each<[string, Partial<DeskFacts>]>([
    [
      'a contract the venue has closed',
      { instruments: [contract('BTC', 'USDT', { tradable: false })], positions: [position(BTC)] },
    ],
    ['a position it has frozen', { positions: [position(BTC, { freeze: 'delivery' })] }],
    ['less than the smallest order', { positions: [position(BTC, { volume: '0.5' })] }],
  ])('keeps the closing order of %s', (_, facts) => {
    const { code, message } = compiled({ kind: 'flatten', spot: 'keep' }, { ...facts, orders: [takeProfit] })
    expect([code, message]).toEqual([
      'NOTHING_TO_DO',
      expect.stringContaining('1 closing order stays, because its position stays open'),
    ])
  })

  it('cancels it when the position can be closed, listed or not', () => {
    const { legs } = compiled(
      { kind: 'flatten', spot: 'keep' },
      { instruments: [], positions: [position(BTC)], orders: [takeProfit] },
    )
    expect(legs).toEqual(['cancel profit', 'sell 100 E-BTC-USDT:cross:long'])
  })
})
