import { describe, expect, it } from 'vitest'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import { MOST_WAYS } from '#shared/desk/rescue/ways.ts'
import { contractsFor, gainOf, reliefOf } from '#shared/desk/rescue/relief.ts'
import { booksOf } from '#shared/desk/rescue/unit.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { assess } from '#shared/risk/assess.ts'
import { depth, NO_FACTS, openOrder, shownPlan } from '#test/support/desk-facts.ts'
import { contract, marginAccount, position, quote } from '#test/support/portfolio-fixtures.ts'
import {
  BIDS,
  BTC,
  BTCUSDT,
  denied,
  ETH,
  factsOf,
  INVERSE,
  ISOLATED,
  LONG,
  ranked,
  sizes,
} from '#test/support/rescue-facts.ts'

describe('the smallest sufficient part of a position', () => {
  it('of a linear contract accounts for order book levels and fee, and is rounded up', () => {
    const { ways, before, target, reportingCoin } = ranked(factsOf([LONG]), '0.25')
    // Needed: 0.25 x 70,000 - 14,000 = 3,500. A contract gains 0.25 x 35 = 8.75 less 0.01 of slippage and 0.03499 of fee
    // for the first 300, less 0.1 and 0.0349 after: 300 + (3,500 - 2,611.503) / 8.6151 = 403.1.
    expect([before, target, reportingCoin]).toEqual([0.2, 0.25, 'USDT'])
    expect(ways).toHaveLength(1)
    expect(ways[0]).toMatchObject({
      action: { kind: 'closePosition', positionKey: LONG.key, size: { kind: 'volume', volume: '404' } },
      reaches: true,
    })
    const cost = 300 * 0.01 + 104 * 0.1 + 0.001 * (300 * 34.99 + 104 * 34.9)
    expect(ways[0]?.cost?.toNumber()).toBeCloseTo(cost, 10)
    expect(ways[0]?.after).toBeCloseTo((14_000 - cost) / (1_596 * 35), 14)
    // 404 contracts from 3,400 to the mark; 15.96 BTC are left. What was paid before is not realized by closing.
    expect(ways[0]?.realized?.toNumber()).toBeCloseTo(404, 10)
    const paid = { ...LONG, tradingFees: decimal(-20), fundingFees: decimal(6) }
    expect(ranked(factsOf([paid]), '0.25').ways[0]?.realized?.toNumber()).toBeCloseTo(404, 10)
    expect(ways[0]?.netExposure?.toNumber()).toBeCloseTo(15.96 * 3_500, 8)
  })

  it('is predicted from the order book before a plan is made, and gains just what is needed', () => {
    const relief = reliefOf({ position: LONG, contract: BTC, mark: decimal(3_500), perContract: decimal('8.75') }, BIDS)
    const exact = contractsFor(decimal(3_500), relief)
    expect(exact.toNumber()).toBeCloseTo(300 + (3_500 - 300 * 8.70501) / 8.6151, 10)
    expect(gainOf(exact, relief)?.toNumber()).toBeCloseTo(3_500, 10)
    // The order book ends at 3,300. Beyond that, closing is assumed to cost nothing, and its gain is unknown.
    expect(contractsFor(decimal(35_000), relief)).toEqual(decimal(4_000))
    expect(gainOf(decimal(3_301), relief)).toBeNull()
  })

  it('of an inverse contract is computed in its coin, in which the cost counts too', () => {
    // 2,000 contracts of 100 USD at 40,000 are 5 BTC, on an equity of 1 BTC.
    const held = position(INVERSE, { volume: 2_000, averagePrice: 40_000, openPrice: 32_000, markPrice: 40_000 })
    const facts = factsOf(
      [held],
      { marginAccounts: [marginAccount('BTC', { crossEquity: 1 })], quotes: [quote(BTCUSDT, 40_000)] },
      { depths: [depth('contract', INVERSE.name, [[39_800, 1_000]])] },
    )
    const { ways } = ranked(facts, '0.25', 'cross:BTC')
    // 0.25 x 5 - 1 = 0.25 BTC, by 0.000625 - (100.1 / 39,800 - 0.0025) = 0.00060992… each: 409.9.
    expect(sizes(ranked(facts, '0.25', 'cross:BTC'))).toEqual([`${held.key} 410`])
    const cost = 410 * (100.1 / 39_800 - 0.0025)
    expect(ways[0]?.cost?.toNumber()).toBeCloseTo(cost * 40_000, 8)
    expect(ways[0]?.after).toBeCloseTo((1 - cost) / (1_590 * 0.0025), 14)
    // 41,000 USD from 32,000 to 40,000: 0.25625 BTC.
    expect(ways[0]?.realized?.toNumber()).toBeCloseTo(0.25625 * 40_000, 8)
    expect(ways[0]?.netExposure?.toNumber()).toBeCloseTo((1 - cost + 3.975) * 40_000, 7)
  })

  it('of a contract in a coin that is no cash changes the net exposure by its cost alone', () => {
    // 2,000 contracts of 0.01 ETH at 0.05 BTC are 1 BTC, on an equity of 0.2 BTC. The ETH gone is BTC no longer owed.
    const cross = contract('ETH', 'BTC')
    const held = position(cross, { volume: 2_000, averagePrice: '0.05', markPrice: '0.05' })
    const facts = factsOf(
      [held],
      {
        instruments: [cross, BTCUSDT],
        marginAccounts: [marginAccount('BTC', { crossEquity: '0.2' })],
        quotes: [quote(BTCUSDT, 40_000)],
      },
      { depths: [depth('contract', cross.name, [['0.0499', 2_000]])] },
    )
    const [way] = ranked(facts, '0.25', 'cross:BTC').ways
    expect(way?.reaches).toBe(true)
    const before = assess(facts.risk!).exposure.net
    expect(way?.netExposure?.toNumber()).toBeCloseTo(before.minus(way!.cost!).toNumber(), 6)
  })

  it("is at least the minimum order, and a size that the venue's orders can add up to", () => {
    const few = contract('BTC', 'USDT', { minOrderVolume: 500, maxMarketVolume: 500 })
    expect(sizes(ranked(factsOf([LONG], { instruments: [few] }), '0.25'))).toEqual([`${LONG.key} 500`])
    // 404 contracts take two orders of at least 300.
    const two = contract('BTC', 'USDT', { minOrderVolume: 300, maxMarketVolume: 400 })
    expect(sizes(ranked(factsOf([LONG], { instruments: [two] }), '0.25'))).toEqual([`${LONG.key} 600`])
  })

  it('is a whole number of steps when it is exact', () => {
    const free = { ...LONG, maxFeeRate: decimal(0) }
    const facts = factsOf([free], {}, { depths: [depth('contract', BTC.name, [[3_500, 2_000]])] })
    expect(sizes(ranked(facts, '0.25'))).toEqual([`${LONG.key} 400`])
    expect(ranked(facts, '0.25').ways[0]).toMatchObject({ after: 0.25, cost: decimal(0) })
  })

  it('is all that can be closed when no part is enough', () => {
    const other = position(ETH, { volume: 100_000, averagePrice: 1, markPrice: 1 })
    const locked = { ...LONG, pendingCloseVolume: decimal(1_990) }
    const { ways } = ranked(factsOf([locked, other]), '0.25')
    expect(ways.find(({ action }) => action.kind === 'closePosition' && action.positionKey === LONG.key)).toMatchObject(
      {
        action: closeAtMarket(LONG.key),
        reaches: false,
      },
    )
  })

  it('cancels the closing orders that lock it', () => {
    const locked = { ...LONG, pendingCloseVolume: decimal(1_990) }
    const where = { area: 'contract', instrument: BTC.name, orderId: '1' } as const
    const closing = openOrder(where, { action: 'close', side: 'sell', price: 4_000, quantity: 1_990 })
    expect(sizes(ranked(factsOf([locked], {}, { orders: [closing] }), '0.25'))).toEqual([`${LONG.key} 404`])
  })

  it('leaves no position when everything has to go: there is no rate then, and none is needed', () => {
    const { ways } = ranked(factsOf([LONG]), '100000')
    expect(ways).toMatchObject([{ action: closeAtMarket(LONG.key), after: null, reaches: true }])
  })

  it('has no cost, and says so, without a deep enough order book or a fee rate', () => {
    const said = expect.arrayContaining([expect.stringContaining('Where no cost is shown')])
    for (const facts of [
      factsOf([LONG], {}, { depths: [] }),
      factsOf([LONG], {}, { depths: [depth('contract', BTC.name, [[3_499, 300]])] }),
      factsOf([{ ...LONG, maxFeeRate: null }]),
    ])
      expect(ranked(facts, '0.25')).toMatchObject({ ways: [{ cost: null, reaches: true }], warnings: said })
  })

  it('has no cost with an impossible order book: crossed, or with one side', () => {
    for (const [asks, why] of [
      [[[3_400, 1]], 'The book is crossed: its bid is above its ask.'],
      [[], 'The book has no asks.'],
    ] as const) {
      const { asks: levels } = depth('contract', BTC.name, [], asks)
      const { ways, warnings } = ranked(factsOf([LONG], {}, { depths: [{ ...BIDS, asks: levels }] }), '0.25')
      expect(ways).toMatchObject([{ cost: null }])
      expect(warnings).toContainEqual(`The cost of trading ${BTC.name} is not counted. ${why}`)
      // 3,500 are missing, and each contract gains 8.75 as far as is known.
      expect(sizes(ranked(factsOf([LONG], {}, { depths: [{ ...BIDS, asks: levels }] }), '0.25'))).toEqual([
        `${LONG.key} 400`,
      ])
    }
  })
})

describe('orders that hold margin', () => {
  const opening = openOrder({ area: 'contract', instrument: ETH.name, orderId: '7' })
  const frozen = { marginAccounts: [marginAccount('USDT', { crossEquity: 14_000, orderMargin: 3_500 })] }
  const orders = [opening]
  const cancel = { kind: 'cancelOrders', orders: [{ area: 'contract', instrument: ETH.name, orderId: '7' }] } as const

  it('free all of it at no cost, once all of them are cancelled', () => {
    const facts = factsOf([LONG], frozen, { orders })
    const { ways } = ranked(facts, '0.25')
    expect(ways[0]).toEqual({
      action: cancel,
      after: 0.25,
      reaches: true,
      cost: decimal(0),
      realized: decimal(0),
      netExposure: decimal(70_000),
    })
    expect(ways).toHaveLength(2)
    const plan = shownPlan(cancel, facts, () => 'id')
    expect(plan.ok && plan.value.estimate?.margin).toEqual([{ unitId: 'cross:USDT', before: 0.2, after: 0.25 }])
  })

  it.each<[string, Partial<DeskFacts>]>([
    ['the orders of a contract of the coin could not be read', { unread: [BTC.name] }],
    ['they were read too long ago', { orderReads: [{ area: 'contract', instrument: ETH.name, ageMs: 60_001 }] }],
    ['it is not known which contracts there are', { blind: ['contract'] }],
  ])('are no way when %s: what they free is unknown', (_, more) => {
    const { ways, warnings } = ranked(factsOf([LONG], frozen, { orders, ...more }), '0.25')
    expect(ways.map(({ action }) => action.kind)).toEqual(['closePosition'])
    expect(warnings).toContainEqual(expect.stringContaining('not all of them are known'))
  })

  it('exclude those that close a position, have ended, or hold another coin', () => {
    const others = [
      { ...opening, action: 'close' as const },
      { ...opening, status: 'filled' as const },
      { ...opening, instrument: INVERSE.name },
    ]
    expect(ranked(factsOf([LONG], frozen, { orders: others }), '0.25').ways).toHaveLength(1)
    expect(ranked(factsOf([LONG], {}, { orders }), '0.25').ways).toHaveLength(1)
  })

  it('hold no margin of an isolated position', () => {
    const facts = factsOf([ISOLATED], frozen, { orders })
    expect(sizes(ranked(facts, '0.25', `isolated:${ISOLATED.key}`))).toEqual([`${ISOLATED.key} all`])
  })
})

describe('two positions', () => {
  const DEEP = [[99.9, 10_000]] as const
  const [A, B, C] = ['A', 'B', 'C'].map((base) => contract(base, 'USDT', { multiplier: 1 })) as [
    typeof BTC,
    typeof BTC,
    typeof BTC,
  ]
  /** Three positions of 10,000 USDT each, on an equity of 3,000: a rate of 10 %. */
  const held = [A, B, C].map((of) => position(of, { volume: 100, maxFeeRate: 0 }))
  const known = factsOf(
    held,
    { instruments: [A, B, C], marginAccounts: [marginAccount('USDT', { crossEquity: 3_000 })] },
    { depths: [A, B, C].map(({ name }) => depth('contract', name, DEEP)) },
  )

  it('are considered only when no single one is enough', () => {
    expect(ranked(known, '0.14').ways.map(({ action }) => action.kind)).toEqual(Array(3).fill('closePosition'))
  })

  it('are closed: one completely, and as much of the costlier one as is needed', () => {
    const worse = { ...known, depths: [...known.depths.slice(0, 2), depth('contract', C.name, [[99.5, 10_000]])] }
    const { ways } = ranked(worse, '0.2')
    // 0.2 x 30,000 - 3,000 = 3,000: A or B gives 100 x (20 - 0.1) = 1,990, and C gives 19.5 each: 51.8.
    expect(ways.map(({ reaches }) => reaches)).toEqual([true, true, true, false, false, false])
    const pairs = ways.slice(0, 3).map(({ action }) => (action.kind === 'reduce' ? action.closes : []))
    expect(pairs).toContainEqual([
      { positionKey: held[0]!.key, volume: '100' },
      { positionKey: held[2]!.key, volume: '52' },
    ])
    expect(pairs[0]).toEqual([
      { positionKey: held[0]!.key, volume: '100' },
      { positionKey: held[1]!.key, volume: '51' },
    ])
    const plan = shownPlan(ways[0]!.action, worse, () => 'id')
    expect(plan.ok && plan.value.estimate?.margin).toEqual([
      { unitId: 'cross:USDT', before: 0.1, after: ways[0]!.after },
    ])
  })

  it('are listed with their effect even when nothing is enough', () => {
    const { ways, warnings } = ranked(known, '0.9')
    expect(ways.every(({ reaches }) => !reaches)).toBe(true)
    expect(ways[0]?.action.kind).toBe('reduce')
    expect(warnings[0]).toContain('None of these reaches 90 %')
  })
})

describe('the order of the ways', () => {
  const contracts = Array.from({ length: 10 }, (_, n) => contract(`C${n}`, 'USDT', { multiplier: 1 }))
  const held = contracts.map((of) => position(of, { volume: 100, maxFeeRate: 0 }))
  const opening = openOrder({ area: 'contract', instrument: 'E-C0-USDT', orderId: '7' })
  const facts = factsOf(
    held,
    { instruments: contracts, marginAccounts: [marginAccount('USDT', { crossEquity: 10_000, orderMargin: 1 })] },
    {
      orders: [opening],
      orderReads: contracts.map(({ name }) => ({ area: 'contract', instrument: name, ageMs: 0 })),
      depths: contracts.slice(1).map(({ name }, n) => depth('contract', name, [[99.9 - n / 10, 1_000]])),
    },
  )

  it('is by cost with unknown costs last; a free way is listed even if it is not enough', () => {
    const { ways } = ranked(facts, '0.105')
    expect(ways).toHaveLength(MOST_WAYS)
    const keys = ways.map(({ action }) => (action.kind === 'closePosition' ? action.positionKey : action.kind))
    expect(keys).toEqual([...held.slice(1, 8).map(({ key }) => key), 'cancelOrders'])
    const few = { ...facts, depths: facts.depths.slice(0, 2) }
    expect(ranked(few, '0.105').ways.map(({ cost }) => cost !== null)).toEqual([
      ...[true, true, false, false, false, false, false],
      true,
    ])
  })

  it('puts the smaller one first at equal costs', () => {
    const two = [contract('C0', 'USDT', { multiplier: 1, minOrderVolume: 50 }), ...contracts.slice(1, 2)]
    const flat = factsOf(
      held.slice(0, 2),
      { instruments: two, marginAccounts: [marginAccount('USDT', { crossEquity: 2_000 })] },
      { depths: two.map(({ name }) => depth('contract', name, [[100, 1_000]])) },
    )
    expect(sizes(ranked(flat, '0.105'))).toEqual([`${held[1]!.key} 10`, `${held[0]!.key} 50`])
  })
})

describe('obstacles to a rescue', () => {
  it('are reported when an isolated position can only be closed completely', () => {
    const { ways, warnings } = ranked(factsOf([ISOLATED]), '0.25', `isolated:${ISOLATED.key}`)
    expect(ways).toMatchObject([{ action: closeAtMarket(ISOLATED.key), after: null, reaches: true }])
    expect(warnings).toEqual([expect.stringContaining('releases its margin in proportion')])
  })

  it('are reported for hedges, for unreadable data, and for a rate that differs from the venue’s', () => {
    const short = position(BTC, { side: 'short', volume: 100, averagePrice: 3_500, markPrice: 3_500 })
    const accounts = [marginAccount('USDT', { crossEquity: 14_000, crossMarginRate: '0.4' })]
    const { warnings } = ranked(factsOf([LONG, short], { marginAccounts: accounts }, { isPartial: true }), '0.25')
    expect(warnings).toEqual([
      expect.stringContaining('Some positions could not be read'),
      expect.stringContaining('the venue says 40.00 %, Plimsoll’s figures give 19.04 %'),
      expect.stringContaining('Longs and shorts of BTC hedge each other'),
      expect.stringContaining('Where no cost is shown'),
    ])
  })

  it('leave the net exposure unknown when not all of it was read', () => {
    expect(ranked(factsOf([LONG], {}, { isPartial: true }), '0.25').ways[0]?.netExposure).toBeNull()
    expect(ranked(factsOf([LONG], { balances: null }), '0.25').ways[0]?.netExposure).toBeNull()
  })

  it.each<[string, DeskFacts, string, string, string]>([
    ['the account was not read', { ...NO_FACTS, positions: null }, '0.25', 'cross:USDT', 'READ_FAILED'],
    ['there is no such unit', factsOf([LONG]), '0.25', 'cross:XYZ', 'POSITION_NOT_FOUND'],
    ['the rate is no number above zero', factsOf([LONG]), '0', 'cross:USDT', 'BAD_AMOUNT'],
    ['it is there already', factsOf([LONG]), '0.2', 'cross:USDT', 'NOTHING_TO_DO'],
    ['no position is held', factsOf([]), '0.25', 'cross:USDT', 'NOTHING_TO_DO'],
    ['its equity is not known', factsOf([LONG], { marginAccounts: [] }), '0.25', 'cross:USDT', 'READ_FAILED'],
    [
      'no equity is left',
      factsOf([LONG], { marginAccounts: [marginAccount('USDT', { crossEquity: -1 })] }),
      '0.25',
      'cross:USDT',
      'NOTHING_TO_DO',
    ],
    [
      'its equity is exactly nothing',
      factsOf([LONG], { marginAccounts: [marginAccount('USDT', { crossEquity: 0 })] }),
      '0.25',
      'cross:USDT',
      'NOTHING_TO_DO',
    ],
    ['nothing can be closed', factsOf([{ ...LONG, freeze: 'liquidation' }]), '0.25', 'cross:USDT', 'NOTHING_CLOSABLE'],
  ])('deny when %s', (_, facts, target, unitId, code) => {
    expect(denied(facts, target, unitId)?.code).toBe(code)
  })
})

it('a rescue needs only the order books of the unit, the largest position first', () => {
  const small = position(ETH, { volume: 1 })
  const facts = factsOf([small, ISOLATED, LONG])
  expect(booksOf('cross:USDT', facts).map(({ instrument }) => instrument)).toEqual([BTC.name, ETH.name])
  expect(booksOf(`isolated:${ISOLATED.key}`, facts)).toHaveLength(1)
})
