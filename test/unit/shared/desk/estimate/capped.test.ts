import { describe, expect, it } from 'vitest'
import type { Action, CloseTactic } from '#shared/desk/action.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { PlanEstimate } from '#shared/desk/plan.ts'
import { toText, type Decimal } from '#shared/domain/decimal.ts'
import { depth, NO_FACTS, saidPlan } from '#test/support/desk-facts.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'
import type { inWords } from '#test/support/in-words.ts'

const BTC = contract('BTC', 'USDT', { maxLimitVolume: 1_000, pricePrecision: 1 })
const BTCUSDT = pair('BTC', 'USDT')
/** 2,000 contracts of 0.01 BTC at 3,500: 20 BTC. */
const LONG = position(BTC, { volume: 2_000, averagePrice: 3_500, markPrice: 3_500, maxFeeRate: '0.001' })
const SHORT = position(BTC, { side: 'short', volume: 100, averagePrice: 3_500, markPrice: 3_500, maxFeeRate: null })
const BIDS = [
  [3_499, 500],
  [3_498, 700],
  [3_430, 5_000],
] as const
const FACTS: DeskFacts = {
  ...NO_FACTS,
  instruments: [BTC, BTCUSDT],
  positions: [LONG, SHORT],
  quotes: [quote(BTCUSDT, 3_500), quote(BTC, 3_500)],
  depths: [depth('contract', BTC.name, BIDS, [[3_501, 40], [3_600, 5_000]])], // prettier-ignore
}

function closeOf(held: typeof LONG, tactic: CloseTactic): Action {
  return { kind: 'closePosition', positionKey: held.key, size: { kind: 'percent', percent: 100 }, tactic }
}

const CAPPED = closeOf(LONG, { kind: 'capped', percent: '1' })

function estimateOf(action: Action, facts: Partial<DeskFacts> = {}): ReturnType<typeof inWords<PlanEstimate>> {
  const plan = saidPlan(action, { ...FACTS, ...facts }, () => 'id')
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value.estimate!
}

const text = (values: readonly (Decimal | null | undefined)[]) => values.map((value) => value && toText(value))
const effects = (action: Action, facts: Partial<DeskFacts> = {}) =>
  estimateOf(action, facts).legs.map(({ effect }) => effect)

describe('a close with a price cap', () => {
  it('costs what the order book has within the cap, each order after the one before it', () => {
    const { legs, slippage, costIsPartial, isIfFilled, warnings } = estimateOf(CAPPED)
    // 500 at 3,499 and 500 at 3,498, then the remaining 200 within 3,465, of 0.01 BTC each.
    expect(text(legs.map(({ price }) => price))).toEqual(['3498.5', '3498'])
    expect(text([...legs.map((leg) => leg.slippage), slippage])).toEqual(['15', '4', '19'])
    expect(text(legs.map((leg) => leg.fee))).toEqual(['34.985', '6.996'])
    expect([costIsPartial, isIfFilled, warnings]).toEqual([false, undefined, []])
  })

  it('says how much may stay open', () => {
    expect(effects(CAPPED)).toEqual([
      'sells 1,000 contracts at about 3,498.5 (4.3 bps below the mark), at worst at 3,465, fee at most 34.99 USDT',
      'sells about 200 of 1,000 contracts at about 3,498 (5.7 bps below the mark), at worst at 3,465; about 800 contracts may stay, fee at most 7.00 USDT',
    ])
    expect(effects(closeOf(SHORT, { kind: 'capped', percent: '2' }))).toEqual([
      'buys about 40 of 100 contracts at about 3,501 (2.9 bps above the mark), at worst at 3,570; about 60 contracts may stay',
    ])
  })

  it('costs nothing when the order book has nothing within the cap', () => {
    const tight = closeOf(LONG, { kind: 'capped', percent: '0.01' })
    const { legs, costIsPartial, warnings } = estimateOf(tight)
    expect(legs[0]?.effect).toBe('finds nothing in the book at 3,499.7 or better; about 1,000 contracts may stay')
    expect(text([legs[0]?.price, legs[0]?.slippage, legs[0]?.fee])).toEqual([null, '0', '0'])
    expect([costIsPartial, warnings]).toEqual([false, []])
  })

  it('has no price when the known order book ends before the cap', () => {
    const depths = [depth('contract', BTC.name, BIDS.slice(0, 2))]
    const { legs, costIsPartial, isIfFilled, warnings } = estimateOf(CAPPED, { depths })
    expect(text(legs.map(({ price }) => price))).toEqual(['3498.5', null])
    expect(legs[1]).toMatchObject({
      effect: 'sells 1,000 contracts at once at 3,465 or better and cancels the rest; how much fills is not known',
      slippage: null,
    })
    expect([costIsPartial, isIfFilled]).toEqual([true, true])
    expect(warnings).toEqual([expect.stringContaining('The book of E-BTC-USDT is unknown or not deep enough')])
  })

  it('counts towards the margin rate by what the order book gives', () => {
    const marginAccounts = [marginAccount('USDT', { crossEquity: 14_000 })]
    const risk = riskInputs({ instruments: FACTS.instruments, positions: [LONG], marginAccounts, quotes: [] })
    // 12 of 20 BTC are closed, at 19 of slippage and 41.981 of fees.
    expect(estimateOf(CAPPED, { risk, positions: [LONG] }).margin).toEqual([
      { unitId: 'cross:USDT', before: 0.2, after: expect.closeTo((14_000 - 60.981) / 28_000, 12) },
    ])
  })
})

it('the cap of a flatten is not one for Spot: a thin book there is warned of all the same', () => {
  const capped = { kind: 'flatten', spot: 'sell', tactic: { kind: 'capped', percent: '5' } } as const
  const { warnings } = estimateOf(capped, {
    balances: [balance('BTC', 2)],
    risk: riskInputs(),
    depths: [depth('contract', BTC.name, [[3_400, 5_000]]), depth('spot', BTCUSDT.symbol, [[3_400, 5_000]])], // prettier-ignore
  })
  expect(warnings.filter((each) => each.includes('thin'))).toEqual([
    expect.stringContaining(`The book of ${BTCUSDT.symbol} is thin`),
  ])
})

it('the bound of a close at market is described as one that will be renewed', () => {
  expect(effects(closeOf(SHORT, { kind: 'market' }), { marketClose: 'limitIoc' })).toEqual([
    'buys about 40 of 100 contracts at about 3,501 (2.9 bps above the mark), at worst at 3,570; about 60 contracts may stay; the limit price is updated when the order is sent',
  ])
})

it('a chase is described with its progress and its own end', () => {
  const chase = closeOf(SHORT, { kind: 'chase', stopPercent: '0.5' })
  expect(effects(chase, { depths: [depth('contract', BTC.name, [['3501.2', 40]])] })).toEqual([
    'buys 100 contracts at 3,501.2 (updated when it is sent), follows the best price until filled, gives up 0.5 % away from there (now at 3,518.7); how long that takes is not known',
  ])
})
