import { expect, it } from 'vitest'
import { shortOf } from '#shared/desk/compile/shortfall.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { Action } from '#shared/desk/action.ts'
import type { Plan } from '#shared/desk/plan.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { NO_FACTS, openOrder, shownPlan } from '#test/support/desk-facts.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'
import { inEnglish } from '#shared/words/say.ts'
import { inWords } from '#test/support/in-words.ts'

const BTC = contract('BTC', 'USDT', { maxMarketVolume: 30 })
const ETH = contract('ETH', 'USDT')
const LONG = position(BTC)
const SHORT = position(ETH, { side: 'short' })
const FACTS: DeskFacts = { ...NO_FACTS, instruments: [BTC, ETH], positions: [LONG, SHORT] }

function planOf(action: Action, facts: DeskFacts = FACTS): Plan {
  let id = 0
  const plan = shownPlan(action, facts, () => `id${++id}`)
  if (!plan.ok) throw new Error(inEnglish(plan.error.message))
  return plan.value
}

/** The plan without its last order. */
function cut(plan: Plan): Plan {
  return { ...plan, legs: plan.legs.slice(0, -1) }
}

const reduce: Action = {
  kind: 'reduce',
  closes: [
    { positionKey: LONG.key, volume: '40' },
    { positionKey: SHORT.key, volume: '7' },
  ],
}
const halve = { kind: 'reduceAll', side: null, percent: 50 } as const
const closeAll: Action = {
  kind: 'closePosition',
  positionKey: LONG.key,
  size: { kind: 'percent', percent: 100 },
  tactic: { kind: 'market' },
}

const protect: Action = {
  ...{ kind: 'protect', positionKey: SHORT.key, purpose: 'stopLoss' },
  ...{ size: { kind: 'percent', percent: 100 }, trigger: { kind: 'price', price: '110' } },
}

it.each([
  ['a close', closeAll],
  ['a reduction', reduce],
  ['a reduction of all', halve],
  ['a protective order', protect],
  ['a flatten', { kind: 'flatten', spot: 'keep' }],
] as const)('nothing is missing from %s that is planned completely', (_, action) => {
  expect(shortOf(planOf(action), FACTS)).toBeNull()
})

it('what has no order in the plan is reported for each position', () => {
  expect(inWords(shortOf(cut(planOf(closeAll)), FACTS))).toBe(
    '10 of 100 contracts of E-BTC-USDT are not in this plan: ask for them again.',
  )
  expect(inWords(shortOf(cut(planOf(reduce)), FACTS))).toBe(
    '7 of 7 contracts of E-ETH-USDT are not in this plan: ask for them again.',
  )
  expect(inWords(shortOf({ ...planOf(reduce), legs: [] }, FACTS))).toBe(
    '40 of 40 contracts of E-BTC-USDT, 7 of 7 contracts of E-ETH-USDT are not in this plan: ask for them again.',
  )
})

it('a cancel at the start of the plan closes nothing', () => {
  const taken = { ...FACTS, positions: [{ ...LONG, pendingCloseVolume: decimal(95) }, SHORT] }
  const order = openOrder(
    { area: 'contract', instrument: BTC.name, orderId: '1' },
    { action: 'close', side: 'sell', quantity: 95 },
  )
  const plan = planOf(closeAll, { ...taken, orders: [order] })
  expect(plan.legs[0]).toMatchObject({ kind: 'cancel' })
  expect(shortOf(plan, taken)).toBeNull()
})

it('counts once each cancelled order that is not restored', () => {
  const gone = ['1', '2', '3'].map((orderId) => openOrder({ area: 'spot', instrument: 'BTCUSDT', orderId }))
  const plan: Plan = { ...planOf(closeAll), action: { kind: 'restore', intentId: 'one' } }
  // An order of the other area may have the same id.
  const unproved = [gone[0]!, { area: 'contract', instrument: BTC.name, orderId: '1' } as const]
  const short = (legs: number) =>
    inWords(
      shortOf(
        { ...plan, legs: Array.from({ length: legs }, () => plan.legs[0]!) },
        { ...FACTS, canceled: gone, unproved },
      ),
    )
  expect([4, 3, 2].map(short)).toEqual([
    null,
    'Cancelled order that could not be placed again: 1.',
    'Cancelled orders that could not be placed again: 2.',
  ])
})

it('says nothing of a position that no longer exists', () => {
  expect(shortOf(planOf(closeAll), { ...FACTS, positions: [] })).toBeNull()
})

it('names each position that a reduction of all leaves as it is, and says that there may be more', () => {
  const plan = planOf(halve)
  expect(inWords(shortOf(cut(plan), FACTS))).toBe('Not reduced: short E-ETH-USDT cross.')
  expect(inWords(shortOf(cut(plan), { ...FACTS, isPartial: true }))).toBe(
    'Not reduced: short E-ETH-USDT cross. Some positions could not be read; those stay open.',
  )
  expect(shortOf(cut(planOf({ ...halve, side: 'short' })), { ...FACTS, positions: [LONG] })).toBeNull()
  const small = { ...plan, legs: plan.legs.filter((leg) => leg.instrument !== BTC.name || leg !== plan.legs[0]) }
  expect(inWords(shortOf(small, FACTS))).toContain('of 50 contracts of E-BTC-USDT are not in this plan')
})

it('names each position of a reduction for which the venue takes no order', () => {
  const frozen = { ...SHORT, freeze: 'liquidation' } as const
  const stuck = (facts: DeskFacts) => inWords(shortOf(planOf(reduce, facts), facts))
  expect(stuck({ ...FACTS, positions: [LONG, frozen] })).toBe('Not reduced: short E-ETH-USDT cross.')
  expect(stuck({ ...FACTS, instruments: [BTC, contract('ETH', 'USDT', { tradable: false })] })).toBe(
    'Not reduced: short E-ETH-USDT cross.',
  )
  expect(stuck({ ...FACTS, positions: [LONG], isPartial: true })).toBe('Not reduced: short E-ETH-USDT cross.')
  expect(stuck({ ...FACTS, positions: [LONG] })).toBe(null)
})

it('says that break-even stops may miss positions that could not be read, and not which ones get none', () => {
  const known = { ...FACTS, positions: [position(BTC, { openPrice: 90, tradingFees: '0', fundingFees: '0' }), SHORT] }
  const plan = planOf({ kind: 'breakEvenAll' }, known)
  expect(plan.legs).toHaveLength(1)
  expect(inWords(shortOf(plan, known))).toContain('of 100 contracts of E-BTC-USDT are not in this plan')
  const whole = { ...known, instruments: [contract('BTC', 'USDT'), ETH] }
  expect(shortOf(planOf({ kind: 'breakEvenAll' }, whole), whole)).toBeNull()
  expect(inWords(shortOf(planOf({ kind: 'breakEvenAll' }, whole), { ...whole, isPartial: true }))).toBe(
    'Some positions could not be read.',
  )
})
