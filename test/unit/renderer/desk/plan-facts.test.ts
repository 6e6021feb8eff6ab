import { describe, expect, it } from 'vitest'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { Plan } from '#shared/desk/plan.ts'
import { encode } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { closePlan, flattenPlan } from '#test/support/fixture/plan.ts'
import { holdLabelOf, legGroups, legWords, MOST_LEGS, planFacts } from '../../../../renderer/src/desk/plan-facts.ts'

const CLOSE = closeAtMarket('E-ETH-USDT:isolated:short')

const facts = (plan: Plan) => planFacts(encode(plan))
const fact = (plan: Plan, name: string) => facts(plan).find((each) => each.name === name)
const rows = (plan: Plan) => [...encode(plan).legs.entries()].map(legWords(encode(plan), {}).rowOf)

/** The close plan with other leg estimates, and matching totals. */
function priced(slippage: string | null, change: Partial<Plan['legs'][number]> = {}): Plan {
  const plan = closePlan(CLOSE)
  const { estimate } = plan
  const [leg] = plan.legs
  const [expected] = estimate?.legs ?? []
  if (!estimate || !leg || !expected) throw new Error('expected an estimate')
  const cost = slippage === null ? null : decimal(slippage)
  return {
    ...plan,
    legs: [{ ...leg, ...change } as typeof leg],
    estimate: {
      ...estimate,
      legs: [{ ...expected, slippage: cost }],
      slippage: cost ?? decimal(0),
      costIsPartial: cost === null,
    },
  }
}

describe('the button', () => {
  const close = (size: object, tactic: object = { kind: 'market' }) => ({ ...CLOSE, size, tactic }) as Action
  const half = { kind: 'percent', percent: 50 }
  const all = { kind: 'percent', percent: 100 }
  const reduceAll = (percent: 25 | 100): Action => ({ kind: 'reduceAll', side: null, percent })

  it.each<readonly [Action, string]>([
    [CLOSE, 'Hold to close E-ETH-USDT'],
    [close(all, { kind: 'capped', percent: '0.5' }), 'Hold to close E-ETH-USDT'],
    [close(half), 'Hold to reduce E-ETH-USDT'],
    [close({ kind: 'volume', volume: '3' }), 'Hold to reduce E-ETH-USDT'],
    [close(all, { kind: 'limit', price: '3420.5' }), 'Hold to place'],
    [close(all, { kind: 'chase', stopPercent: '1' }), 'Hold to chase'],
    [reduceAll(100), 'Hold to close'],
    [reduceAll(25), 'Hold to reduce'],
    [{ kind: 'closeSide', side: 'long' }, 'Hold to close'],
    [{ kind: 'flatten', spot: 'keep' }, 'Hold to flatten'],
    [{ kind: 'cancelOrder', area: 'spot', instrument: 'BTC/USDT', orderId: '1' }, 'Hold to cancel'],
    [{ kind: 'breakEvenAll' }, 'Hold to run'],
  ])('of %j says: %s', (action, label) => {
    expect(holdLabelOf(action, (_area, name) => name)).toBe(label)
  })
})

describe('totals', () => {
  it('come first: requests by kind, time with its bound, cost, margin rate before and after', () => {
    expect(facts(closePlan(CLOSE)).map(({ name, text, sub }) => [name, text, sub])).toEqual([
      ['Requests', '1', '1 close'],
      ['Time', '~0.6 s', '95 % within 1.4 s'],
      ['Cost', 'about 42.00 USDT', 'slippage 25.20 + fee 16.80'],
      ['Margin rate', '7.3\u202f% → no position', 'E-ETH-USDT short'],
    ])
  })

  it('show the least safe margin unit and count the others, which hover names', () => {
    const margin = fact(flattenPlan(), 'Margin rate')
    expect([margin?.text, margin?.sub]).toEqual(['7.3\u202f% → no position', 'E-ETH-USDT short and 1 more'])
    expect(margin?.title).toContain('USDT cross: 11.5\u202f% → no position')
  })

  const margin = (units: NonNullable<Plan['estimate']>['margin'], plan = flattenPlan()) => {
    if (!plan.estimate) throw new Error('expected an estimate')
    const { text, sub, title } = fact({ ...plan, estimate: { ...plan.estimate, margin: units } }, 'Margin rate') ?? {}
    return { text, sub, title }
  }

  it('count every margin unit, and hover names every one', () => {
    const { sub, title } = margin(['A', 'B', 'C', 'D'].map((unitId) => ({ unitId, before: 0.5, after: null })))
    expect(sub).toBe('A and 3 more')
    expect(title?.split('\n')).toHaveLength(4)
  })

  it('say that a rate improves by an unknown amount, never that it is unchanged', () => {
    expect(margin([{ unitId: 'cross:USDT', before: 0.55461, after: 0.55461 }])).toEqual({
      text: '55.5\u202f% or better',
      sub: 'USDT cross; how much better is unknown',
      title: 'USDT cross: 55.5\u202f% or better; how much better is unknown',
    })
    const isolated = { unitId: 'isolated:E-ETH-USDT:isolated:short', before: 0.073, after: 0.073 }
    expect(margin([isolated]).text).toBe('7.3\u202f% → 7.3\u202f%')
  })

  it('distinguish an unknown margin rate from an unchanged one', () => {
    expect(margin([{ unitId: 'cross:USDT', before: null, after: null }])).toMatchObject({
      text: 'not known',
      sub: 'USDT cross',
    })
    expect(margin([]).text).toBe('not known')
    const plan = flattenPlan()
    expect(margin([], { ...plan, legs: plan.legs.filter(({ kind }) => kind === 'cancel') }).text).toBe('unchanged')
  })

  it('say that a flatten without a close closes nothing', () => {
    const plan = flattenPlan()
    const legs = plan.legs.filter(({ kind }) => kind === 'cancel')
    expect(fact({ ...plan, legs }, 'Requests')?.sub).toBe('22 cancels, closes nothing')
    expect(fact({ ...plan, action: CLOSE, legs }, 'Requests')?.sub).toBe('22 cancels')
  })

  it('say that a cost is partial, and which part is unknown', () => {
    expect(fact(flattenPlan(), 'Cost')).toMatchObject({
      text: 'over 75.70 USDT',
      sub: 'slippage 42.20 + fee 33.50; 1 of 6 not known',
    })
  })

  it.each([
    ['no book was read', priced(null), 'not known'],
    ['it has a limit price', priced('10', { price: decimal(3500) }), 'at most 26.80 USDT'],
    ['it trades at market', priced('10'), 'about 26.80 USDT'],
  ] as const)('name the cost when %s', (_, plan, text) => {
    expect(fact(plan, 'Cost')?.text).toBe(text)
  })

  it('of a resting order hold if it fills, and a fee that is a bound is shown as one', () => {
    const plan = priced('0', { price: decimal(3500), timeInForce: 'rest' })
    const waiting = { ...plan, estimate: { ...plan.estimate!, isIfFilled: true, feeIsAtMost: true } }
    expect(fact(waiting, 'Cost if filled')).toMatchObject({
      text: 'at most 16.80 USDT',
      sub: 'slippage 0.00 + fee at most 16.80',
    })
    expect(fact(waiting, 'Margin rate if filled')).toBeDefined()
    expect(fact(waiting, 'Cost')).toBeUndefined()
  })

  it('claim nothing unknown of a plan without an estimate', () => {
    expect(facts({ ...flattenPlan(3), estimate: null })).toEqual([
      { name: 'Requests', text: '9', sub: '3 cancels, 6 closes' },
    ])
  })

  it('tell the orders of a close from the positions that they close', () => {
    const plan = flattenPlan(3)
    const twice = [...plan.legs, ...plan.legs.filter(({ kind }) => kind === 'close')]
    expect(facts({ ...plan, legs: twice, estimate: null })[0]?.sub).toBe('3 cancels, 12 orders close 6 positions')
  })
})

describe('legs', () => {
  it('say when they start, what they do and what that costs', () => {
    expect(rows(closePlan(CLOSE))).toEqual([
      {
        start: '+0.0 s',
        what: 'Close 800 ct short E-ETH-USDT at market',
        effect: 'buys 800 ct at about 3,501.2 (9 bps above the mark)',
        cost: '42.00 USDT',
        tag: '',
      },
    ])
  })

  it('mark one with an unknown cost before any known one, and do not say that it costs most', () => {
    expect(rows(flattenPlan()).flatMap(({ tag, what, cost }) => (tag === '' ? [] : [[tag, what, cost]]))).toEqual([
      ['cost unknown', 'Close 620 ct short E-XRP-USDT at market', 'not known'],
    ])
  })

  it('mark the costliest one when all costs are known', () => {
    const plan = flattenPlan(0)
    const legs = plan.estimate?.legs.map((leg, index) => ({
      ...leg,
      slippage: decimal(index === 2 ? 90 : 4),
      fee: decimal(1),
    }))
    if (!plan.estimate || !legs) throw new Error('expected an estimate')
    expect(rows({ ...plan, estimate: { ...plan.estimate, legs } }).map(({ tag }) => tag)).toEqual([
      '',
      '',
      'costs most',
      '',
      '',
      '',
    ])
  })

  it('are one line for each kind when there are many, with their time span and cost', () => {
    expect(flattenPlan().legs.length).toBeGreaterThan(MOST_LEGS)
    const groups = legGroups(encode(flattenPlan()))
    expect(groups.map(({ start, what }) => [start, what])).toEqual([
      ['+0.0–2.0 s', 'Cancel 22 orders'],
      ['+2.3 s', 'Place 6 closing orders'],
    ])
    expect(groups.map(({ cost }) => cost)).toEqual(['—', 'over 75.70 USDT'])
  })
})
