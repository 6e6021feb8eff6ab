import { describe, expect, it } from 'vitest'
import type { Action, CloseSize } from '#shared/desk/action.ts'
import { grouped, worstFirst } from '#shared/desk/estimate/warning-order.ts'
import { retimed } from '#shared/desk/estimate.ts'
import type { DeskFacts, Pace } from '#shared/desk/facts.ts'
import type { PlanEstimate } from '#shared/desk/plan.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { assess } from '#shared/risk/assess.ts'
import { depth, NO_FACTS, openOrder, pool, saidPlan } from '#test/support/desk-facts.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'
import { inWords } from '#test/support/in-words.ts'
import { message } from '#shared/words/message.ts'
import type { Fact, Message } from '#shared/domain/message.ts'

const BTC = contract('BTC', 'USDT', { maxMarketVolume: 1_000 })
const INVERSE = contract('BTC', 'USD', { direction: 'inverse' })
const BTCUSDT = pair('BTC', 'USDT')
/** 2,000 contracts of 0.01 BTC at 3,500: 20 BTC. */
const LONG = position(BTC, { volume: 2_000, averagePrice: 3_500, markPrice: 3_500, maxFeeRate: '0.001' })
const BIDS = [
  [3_499, 500],
  [3_498, 1_000],
  [3_490, 500],
] as const
const FACTS: DeskFacts = {
  ...NO_FACTS,
  instruments: [BTC, INVERSE, BTCUSDT],
  positions: [LONG],
  quotes: [quote(BTCUSDT, 3_500), quote(BTC, 3_500)],
  depths: [depth('contract', BTC.name, BIDS)],
}
const ALL: CloseSize = { kind: 'percent', percent: 100 }
const CLOSE: Action = { kind: 'closePosition', positionKey: LONG.key, size: ALL, tactic: { kind: 'market' } }

function estimateOf(action: Action, facts: Partial<DeskFacts> = {}): ReturnType<typeof inWords<PlanEstimate>> {
  const plan = saidPlan(action, { ...FACTS, ...facts }, () => 'id')
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value.estimate!
}

const text = (values: readonly (ReturnType<typeof decimal> | null)[]) => values.map((value) => value && toText(value))

describe('a plan at a venue that asked to slow down', () => {
  it('gives the age of the positions it is based on', () => {
    const warned = (heldBackMs: number | null | undefined) =>
      estimateOf(CLOSE, { ...(heldBackMs !== undefined && { heldBackMs }) }).warnings.filter((each) =>
        each.includes('slow down'),
      )
    expect(warned(undefined)).toEqual([])
    expect(warned(null)).toEqual([expect.stringContaining('uses positions read before that')])
    expect(warned(90_000)).toEqual([expect.stringContaining('uses positions read 90 s ago')])
  })
})

describe('a plan shown for some time', () => {
  const plan = (() => {
    const made = saidPlan(CLOSE, { ...FACTS, pace: { pools: [], roundTripMs: 100 } }, () => 'id')
    if (!made.ok) throw new Error(made.error.message)
    return made.value
  })()
  const busy: Pace = { pools: [pool('contract', 'placeOrder', { used: 20 })], roundTripMs: 100 }

  it('updates the times of its calls by the current limits, and nothing else', () => {
    const before = plan.estimate!
    const { estimate, ...rest } = retimed(plan, busy, [])
    expect(estimate!.legs.map(({ startsAtMs }) => startsAtMs)).toEqual([2_000, 2_550])
    expect(before.legs.map(({ startsAtMs }) => startsAtMs)).toEqual([100, 650])
    expect(estimate!.likelyMs - before.likelyMs).toBe(1_900)
    const { likelyMs, p95Ms, legs } = estimate!
    const times = legs.map(({ startsAtMs }, at) => ({ ...before.legs[at], startsAtMs }))
    expect(estimate).toEqual({ ...before, likelyMs, p95Ms, legs: times })
    expect({ ...rest, estimate: before }).toEqual(plan)
  })

  it('stays unchanged without an estimate', () => {
    const bare = { ...plan, estimate: null }
    expect(retimed(bare, busy, [])).toBe(bare)
  })
})

describe('the cost of a plan', () => {
  it('gives each slice what the one before left in the order book', () => {
    const { legs, slippage, fee, costIsPartial } = estimateOf(CLOSE)
    expect(text(legs.map(({ price }) => price))).toEqual(['3498.5', '3494'])
    expect(text(legs.map((leg) => leg.slippage))).toEqual(['15', '60'])
    expect(text([...legs.map((leg) => leg.fee), slippage, fee])).toEqual(['34.985', '34.94', '75', '69.925'])
    expect(costIsPartial).toBe(false)
  })

  it('knows no price beyond the end of the order book, and says so', () => {
    const { legs, slippage, costIsPartial, warnings } = estimateOf(CLOSE, {
      depths: [depth('contract', BTC.name, BIDS.slice(0, 2))],
    })
    expect(text(legs.map(({ price }) => price))).toEqual(['3498.5', null])
    expect(legs[1]).toMatchObject({ slippage: null, fee: null })
    expect([toText(slippage), costIsPartial]).toEqual(['15', true])
    expect(warnings).toEqual([expect.stringContaining('The book of E-BTC-USDT is unknown or not deep enough')])
  })

  it.each<[string, Partial<DeskFacts['depths'][number]>]>([
    ['The book is crossed: its bid is above its ask.', { asks: [[decimal(3_400), decimal(1)]] }],
    ['The book has no asks.', { asks: [] }],
    ['The venue gives an empty book: it counts as none.', { bids: [], asks: [] }],
  ])('is unknown for an impossible order book: %s', (why, change) => {
    const depths = FACTS.depths.map((book) => ({ ...book, ...change }))
    const { legs, slippage, costIsPartial, warnings } = estimateOf(CLOSE, { depths })
    expect(legs).toMatchObject([1, 2].map(() => ({ price: null, slippage: null, fee: null })))
    expect([toText(slippage), costIsPartial, warnings]).toEqual([
      '0',
      true,
      [`The cost of trading ${BTC.name} is not counted. ${why}`],
    ])
    const selling = { positions: [], balances: [balance('BTC', 2)], risk: riskInputs() }
    const spot = { ...depth('spot', BTCUSDT.symbol, [[3_490, 5]]), ...change }
    expect(estimateOf({ kind: 'flatten', spot: 'sell' }, { ...selling, depths: [spot] })).toMatchObject({
      legs: [{ price: null, slippage: null }],
      warnings: [`The cost of trading ${BTCUSDT.symbol} is not counted. ${why}`],
    })
  })

  it('warns of a book that takes more than 1 % at market, but not of a bound that the trader set', () => {
    const thin = (price: number) => ({ depths: [depth('contract', BTC.name, [[price, 5_000]])] })
    const warned = (action: Action, facts: Partial<DeskFacts>) =>
      estimateOf(action, facts).warnings.filter((each) => each.includes('thin'))
    expect(warned(CLOSE, thin(3_465))).toEqual([])
    expect(warned(CLOSE, thin(3_464))).toEqual([
      'The book of E-BTC-USDT is thin: a market order would trade more than 1 % worse than the price now. A cap, a limit or smaller parts may cost less.',
    ])
    expect(warned({ ...CLOSE, tactic: { kind: 'capped', percent: '5' } }, thin(3_400))).toEqual([])
    const short = position(BTC, { side: 'short', volume: 10, averagePrice: 3_500, markPrice: 3_500 })
    const dear = { positions: [short], depths: [depth('contract', BTC.name, [], [[3_536, 5_000]])] } // prettier-ignore
    expect(warned({ ...CLOSE, positionKey: short.key }, dear)).toHaveLength(1)
  })

  it("uses the asks for a short, and the contract's own coin for an inverse one", () => {
    const short = position(INVERSE, { side: 'short', volume: 70, averagePrice: 3_500, markPrice: 3_500 })
    const { legs } = estimateOf(
      { ...CLOSE, positionKey: short.key },
      { positions: [short], depths: [depth('contract', INVERSE.name, [], [[3_535, 100]])] },
    )
    // 7,000 USD x (1 / 3,500 - 1 / 3,535) = 0.0198 BTC at 3,500.
    expect(legs[0]?.slippage?.toFixed(6)).toBe('69.306931')
    expect(legs[0]?.fee?.toFixed(6)).toBe('6.930693')
  })

  it('has no fee without its rate, and no cost without a price of the margin coin or a model of the contract', () => {
    const feeless = estimateOf(CLOSE, { positions: [{ ...LONG, maxFeeRate: null }] })
    expect([feeless.legs[0]?.fee, feeless.costIsPartial]).toEqual([null, true])
    const coin = estimateOf(CLOSE, { positions: [{ ...LONG, marginCoin: 'XYZ' }] })
    expect(coin.legs[0]).toMatchObject({ slippage: null, fee: null })
    const mixed = estimateOf(CLOSE, { instruments: [{ ...BTC, kind: 'mixed' }] })
    expect(mixed.legs[0]).toMatchObject({ price: decimal('3498.5'), slippage: null, fee: null })
  })

  it('of a Spot sell is relative to the market price, with no guess at its fee', () => {
    const facts = {
      positions: [],
      balances: [balance('BTC', 2)],
      risk: riskInputs(),
      depths: [
        depth('spot', BTCUSDT.symbol, [
          [3_490, 1],
          [3_480, 1],
        ]),
      ],
    }
    const { legs, costIsPartial } = estimateOf({ kind: 'flatten', spot: 'sell' }, facts)
    expect(legs[0]).toMatchObject({ price: decimal(3_485), slippage: decimal(30), fee: null })
    expect(costIsPartial).toBe(true)
  })
})

describe('the fee of a plan', () => {
  const listed = { ...BTC, makerFee: decimal('0.0002'), takerFee: decimal('0.0006') }
  const ownFees = {
    spot: { maker: null, taker: decimal('0.0008') },
    contract: { maker: null, taker: decimal('0.0004') },
  }
  const feeOf = (action: Action, facts: Partial<DeskFacts>) => {
    const { legs, feeIsAtMost = false } = estimateOf(action, facts)
    return [text([legs[0]!.fee])[0], feeIsAtMost, legs[0]!.effect.replace(/.*, fee /, '')]
  }

  it("comes from own trades, else from the venue's list, else is the highest there is, and says so", () => {
    expect(feeOf(CLOSE, {})).toEqual(['34.985', true, 'at most 34.99 USDT'])
    expect(feeOf(CLOSE, { instruments: [listed, BTCUSDT] })).toEqual(['20.991', false, 'about 21.00 USDT'])
    expect(feeOf(CLOSE, { instruments: [listed, BTCUSDT], ownFees })).toEqual(['13.994', false, 'about 14.00 USDT'])
  })

  it('is the maker fee for a resting order, and the fee of own trades on Spot', () => {
    const limit = { ...CLOSE, tactic: { kind: 'limit', price: '3600' } } as Action
    expect(feeOf(limit, { instruments: [listed, BTCUSDT] })).toEqual(['14.4', false, 'about 14.40 USDT'])
    // 1,500 contracts take at once, at the highest fee there is; 500 wait, at the maker fee.
    const crossing = { ...CLOSE, tactic: { kind: 'limit', price: '3498' } } as Action
    const onlyMaker = contract('BTC', 'USDT', { maxMarketVolume: 1_000, makerFee: '0.0002' })
    expect(feeOf(crossing, { instruments: [onlyMaker, BTCUSDT] }).slice(0, 2)).toEqual(['55.973', true])
    const selling = { positions: [], balances: [balance('BTC', 2)], risk: riskInputs(), ownFees }
    const spot = depth('spot', BTCUSDT.symbol, [[3_490, 5]])
    const { legs, costIsPartial } = estimateOf({ kind: 'flatten', spot: 'sell' }, { ...selling, depths: [spot] })
    expect([text([legs[0]!.fee]), costIsPartial]).toEqual([['5.584'], false])
  })
})

describe('a limit order', () => {
  const limitAt = (price: string) => ({ ...CLOSE, tactic: { kind: 'limit', price } }) as Action

  it('that crosses the order book says how much is filled at once, and how much rests', () => {
    const { legs, isIfFilled } = estimateOf(limitAt('3498'))
    expect(isIfFilled).toBe(true)
    expect(legs[0]?.effect).toBe(
      'sells 2,000 contracts at 3,498 or better, takes 1,500 at once at about 3,498.33 (4.8 bps below the mark); the other 500 wait until they are filled, fee at most 69.97 USDT',
    )
    // 1,500 contracts cost 25 in all, and 500 cost 2 each below the mark, at 0.01 BTC a contract.
    expect(legs[0]!.slippage!.toFixed(9)).toBe('35.000000000')
    expect(estimateOf(limitAt('3490')).legs[0]?.effect).toContain('takes all of it at once at about')
    // A level at the limit itself counts, for a sale and for a buy.
    const short = position(BTC, { side: 'short', volume: 10, averagePrice: 3_500, markPrice: 3_500 })
    const asks = [depth('contract', BTC.name, [], [[3_501, 3], [3_502, 7]])] // prettier-ignore
    const buying = { ...CLOSE, positionKey: short.key, tactic: { kind: 'limit', price: '3501' } } as Action
    expect(estimateOf(buying, { positions: [short], depths: asks }).legs[0]?.effect).toContain('takes 3 at once')
    // One contract, 1 below the mark.
    const least = estimateOf(limitAt('3499'), { depths: [depth('contract', BTC.name, [[3_499, 1], [3_490, 1]])] }) // prettier-ignore
    expect(least.legs[0]?.effect).toContain('takes 1 at once')
  })

  it.each([
    ['3,600', null],
    ['3,400', 'may be filled at once: the mark is 3,500.'],
    ['3,900', 'is 11.4 % above the mark of 3,500: it may wait a long time, or never be filled.'],
    ['350,000', 'is about 100 times the mark of 3,500: it may wait a long time, or never be filled. Is that a typo?'],
    [
      '35',
      'may be filled at once: it is about 1/100 of the mark of 3,500, so this limit gives you no price protection. Is that a typo?',
    ],
  ])('at %s, with the mark at 3500, warns: %s', (price, words) => {
    const { warnings } = estimateOf(limitAt(price.replace(',', '')))
    expect(warnings).toEqual(words === null ? [] : [`An order for E-BTC-USDT at ${price} ${words}`])
  })
})

describe('the effect of a leg', () => {
  const effects = (action: Action, facts: Partial<DeskFacts> = {}) =>
    estimateOf(action, facts).legs.map(({ effect }) => effect)

  it('shows prices as the venue prints them', () => {
    expect(effects(CLOSE)).toEqual([
      'sells 1,000 contracts at about 3,498.5 (4.3 bps below the mark), fee at most 34.99 USDT',
      'sells 1,000 contracts at about 3,494 (17.1 bps below the mark), fee at most 34.94 USDT',
    ])
    const short = position(BTC, { side: 'short', volume: 10, averagePrice: 3_500, markPrice: 3_500 })
    const back = { ...CLOSE, positionKey: short.key } as Action
    const above = { positions: [short], depths: [depth('contract', BTC.name, [], [[3_500.1, 10]])] }
    expect(effects(back, above)[0]).toContain('at about 3,500.1 (0.3 bps above the mark)')
    expect(effects(CLOSE, { depths: [] })[0]).toBe('sells 1,000 contracts at market; the price is not known')
  })

  it('of a limit order is its price, or better', () => {
    const limit = { ...CLOSE, tactic: { kind: 'limit', price: '3600' } } as Action
    expect(effects(limit)).toEqual([
      'sells 2,000 contracts at 3,600 or better, waits until it is filled, fee at most 72.00 USDT',
    ])
    expect(text([estimateOf(limit).slippage])).toEqual(['-2000'])
  })

  it('of a cancel is what it frees, or removes', () => {
    const at = (orderId: string) => ({ area: 'contract', instrument: BTC.name, orderId }) as const
    const orders = [
      openOrder(at('1'), { action: 'close', side: 'sell', quantity: 5, executed: 4 }),
      openOrder(at('2'), { price: '1234.50', quantity: 12 }),
      openOrder(at('3'), { price: null, side: 'sell' }),
    ]
    const action: Action = { kind: 'cancelOrders', orders: ['1', '2', '3', '4'].map(at) }
    expect(effects(action, { orders })).toEqual([
      'frees 1 contract',
      'cancels the order to buy 12 at 1,234.5',
      'cancels the order to sell 1',
      'cancels the order',
    ])
    expect(estimateOf(action, { orders })).toMatchObject({ costIsPartial: false, warnings: [], requests: 4 })
  })

  it('of a protective order is its trigger, and of a restored one its resting price', () => {
    const trigger = { kind: 'price', price: '3325' } as const
    expect(effects({ kind: 'protect', positionKey: LONG.key, purpose: 'stopLoss', size: ALL, trigger })[0]).toBe(
      'sells 1,000 contracts at market once the price falls to 3,325 (5.00 % from here)',
    )
    const canceled = [openOrder({ area: 'spot', instrument: BTCUSDT.symbol, orderId: '1' }, { price: 3_000 })]
    expect(effects({ kind: 'restore', intentId: '' }, { canceled })).toEqual([
      'buys 1 BTC at 3,000, waits in the book behind others',
    ])
  })

  it('is at the mark where that applies', () => {
    expect(effects(CLOSE, { depths: [depth('contract', BTC.name, [[3_500, 2_000]])] })[0]).toContain('(at the mark)')
  })
})

describe('the margin rate before and after', () => {
  const OTHER = position(INVERSE, { volume: 10 })
  const ISOLATED = position(BTC, {
    marginMode: 'isolated',
    side: 'short',
    volume: 1_000,
    averagePrice: 3_500,
    markPrice: 3_500,
    margin: 7_000,
  })
  const risk = riskInputs({
    instruments: FACTS.instruments,
    positions: [LONG, OTHER, ISOLATED],
    marginAccounts: [
      marginAccount('USDT', { crossEquity: 14_000, isolatedEquity: 7_000 }),
      marginAccount('BTC', { crossEquity: 1 }),
    ],
    quotes: [],
  })
  const known = { risk, positions: risk.positions }

  it('comes from the risk report before, and is no position after a full close', () => {
    expect(assess(risk).margin.find(({ id }) => id === 'cross:USDT')?.marginRate).toBe(0.2)
    expect(estimateOf(CLOSE, known).margin).toEqual([{ unitId: 'cross:USDT', before: 0.2, after: null }])
  })

  it('keeps the equity of a cross account except for the cost', () => {
    const half: Action = { ...CLOSE, size: { kind: 'percent', percent: 50 } }
    // 15 slippage and 34.985 fee of 14,000, over 10 BTC at 3,500.
    expect(estimateOf(half, known).margin[0]?.after).toBeCloseTo((14_000 - 49.985) / 35_000, 12)
  })

  it('returns the margin of an isolated position share by share', () => {
    const quarter: Action = { ...CLOSE, positionKey: ISOLATED.key, size: { kind: 'percent', percent: 25 } }
    const depths = [depth('contract', BTC.name, [], [[3_500, 250]])]
    // 0.75 of 7,000, less 8.75 fee, over 7.5 BTC at 3,500.
    expect(estimateOf(quarter, { ...known, depths }).margin).toEqual([
      { unitId: `isolated:${ISOLATED.key}`, before: 0.2, after: expect.closeTo((5_250 - 8.75) / 26_250, 12) },
    ])
  })

  it('covers the units that the plan affects, with a limit order counted as filled', () => {
    const flat = estimateOf({ kind: 'flatten', spot: 'keep' }, known).margin
    expect(flat.map(({ unitId, after }) => [unitId, after])).toEqual([
      ['cross:USDT', null],
      ['cross:BTC', null],
      [`isolated:${ISOLATED.key}`, null],
    ])
    const limit = { ...CLOSE, tactic: { kind: 'limit', price: '3600' } } as Action
    expect(estimateOf(limit, known)).toMatchObject({
      isIfFilled: true,
      margin: [{ unitId: 'cross:USDT', after: null }],
    })
    expect(estimateOf(CLOSE, known).isIfFilled).toBeUndefined()
  })

  it('is unknown when the account was not read, or its positions could not be', () => {
    const unknown = (id: string) => [{ unitId: id, before: null, after: null }]
    expect(estimateOf(CLOSE).margin).toEqual(unknown('cross:USDT'))
    expect(estimateOf({ ...CLOSE, positionKey: ISOLATED.key }, { positions: [ISOLATED] }).margin).toEqual(
      unknown(`isolated:${ISOLATED.key}`),
    )
    const orders = [openOrder({ area: 'contract', instrument: BTC.name, orderId: '1' })]
    const flat = { kind: 'flatten', spot: 'keep' } as const
    expect(estimateOf(flat, { ...known, positions: null, orders }).margin).toEqual(unknown('cross:USDT'))
  })

  describe('for an account whose cancelled order frees margin', () => {
    const at = (orderId: string) => ({ area: 'contract', instrument: BTC.name, orderId }) as const
    const [one, other] = [openOrder(at('1')), openOrder(at('2'))]
    const cancel: Action = { kind: 'cancelOrders', orders: [at('1')] }
    const holding = (orderMargin: number) => ({
      ...known,
      risk: { ...risk, marginAccounts: [marginAccount('USDT', { crossEquity: 14_000, orderMargin })] },
      orderReads: [{ area: 'contract', instrument: BTC.name, ageMs: 0 }] as const,
    })
    const margin = (facts: Partial<DeskFacts>) => estimateOf(cancel, { ...holding(700), ...facts }).margin

    it('is better by the margin of all orders when it is the only one', () => {
      expect(margin({ orders: [one] })).toEqual([{ unitId: 'cross:USDT', before: 0.2, after: 0.21 }])
    })

    it('is at least the one before when others hold, or may hold, a part of it', () => {
      const least = [{ unitId: 'cross:USDT', before: 0.2, after: 0.2 }]
      expect(margin({ orders: [one, other] })).toEqual(least)
      expect(margin({ orders: [one], unread: [BTC.name] })).toEqual(least)
      // Its effect is unknown, because it was not read.
      expect(margin({ orders: [] })).toEqual(least)
    })

    it('is not affected when the order closes, or no order holds margin', () => {
      expect(margin({ orders: [{ ...one, action: 'close' }] })).toEqual([])
      expect(margin({ ...holding(0), orders: [one, other] })).toEqual([])
    })
  })
})

describe('warnings', () => {
  it('of one kind are combined, and the worst comes first', () => {
    const frozen = ['A', 'B', 'C', 'D'].map((base) => position(contract(base, 'USDT'), { freeze: 'liquidation' }))
    const facts = { positions: [LONG, ...frozen], unread: ['A'], balances: null, depths: [] }
    expect(estimateOf({ kind: 'flatten', spot: 'sell' }, facts).warnings).toEqual([
      'Frozen by the venue (liquidation): E-A-USDT, E-B-USDT, E-C-USDT, E-D-USDT. Only the venue can act.',
      expect.stringContaining('The open orders of A could not be read'),
      expect.stringContaining('The Spot balances could not be read'),
      expect.stringContaining('The book of'),
    ])
  })

  it('are combined when only their lists differ', () => {
    const stays = (name: string, bound: number) =>
      message('plan.stays.slices', { parts: [message('plan.pendingOf', { volume: 1, contract: name })], bound })
    expect(grouped([stays('A', 20), stays('B', 20), stays('A', 20), stays('C', 30)])).toEqual([
      message('plan.stays.slices', { parts: [...partsOf(stays('A', 20)), ...partsOf(stays('B', 20))], bound: 20 }),
      stays('C', 30),
    ])
  })

  it('are all kept, however many there are', () => {
    const many = Array.from({ length: 9 }, (_, at) => message('plan.ordersCut', { instrument: `P${at}`, count: 100 }))
    const worst = message('plan.closesNothing')
    expect(worstFirst([...many, worst])).toEqual([worst, ...many])
  })

  it('count the names beyond the fifth', () => {
    const each = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => message('plan.notTraded', { names: [name] }))
    expect(inWords(grouped(each))).toEqual(['The venue does not trade A, B, C, D, E and 1 more now.'])
  })
})

function partsOf({ facts }: Message): readonly Fact[] {
  return facts['parts'] as readonly Fact[]
}
