import { expect, it } from 'vitest'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import { encode } from '#shared/domain/decimal.ts'
import { flattenPlan } from '#test/support/fixture/plan.ts'
import { missingField, undoWords, withShare } from '../../../../renderer/src/desk/draft.ts'
import { staged } from '../../../../renderer/src/positions/actions.ts'

const KEY = 'E-ETH-USDT:isolated:short'
const close = (change: Partial<Extract<Action, { kind: 'closePosition' }>>): Action => ({
  ...closeAtMarket(KEY),
  ...change,
})
const stop = (price: string): Action => ({
  kind: 'protect',
  positionKey: KEY,
  purpose: 'stopLoss',
  size: { kind: 'percent', percent: 100 },
  trigger: { kind: 'price', price },
})

it.each([
  [close({}), null],
  [close({ size: { kind: 'volume', volume: '' } }), 'Enter the number of contracts.'],
  [close({ size: { kind: 'volume', volume: '12.5' } }), null],
  [close({ tactic: { kind: 'limit', price: '' } }), 'Enter the limit price.'],
  [close({ tactic: { kind: 'limit', price: '3,420' } }), 'must be above 0, written like 3420.5'],
  [close({ tactic: { kind: 'capped', percent: '' } }), 'Enter the distance from the mark, in percent.'],
  [close({ tactic: { kind: 'capped', percent: '100' } }), 'above 0 and up to 50'],
  [close({ tactic: { kind: 'capped', percent: '0.5' } }), null],
  [close({ tactic: { kind: 'chase', stopPercent: '' } }), 'Enter the give-up distance, in percent.'],
  [close({ tactic: { kind: 'chase', stopPercent: '0,5' } }), 'written like 0.5'],
  [close({ tactic: { kind: 'chase', stopPercent: '0.5' } }), null],
  [close({ tactic: { kind: 'chase', stopPercent: '10.1' } }), 'above 0 and up to 10'],
  [
    close({ tactic: { kind: 'chase', stopPercent: '0.5' }, size: { kind: 'volume', volume: '' } }),
    'number of contracts',
  ],
  [stop(''), 'Enter the trigger price.'],
  [stop('0'), 'must be above 0, written like 3420.5'],
  [stop('-1'), 'must be above 0, written like 3420.5'],
  [stop('1e3'), 'must be above 0, written like 3420.5'],
  [stop('3720.5'), null],
  [staged(KEY, 'even'), null],
  [{ kind: 'flatten', spot: 'keep' }, null],
  [{ kind: 'flatten', spot: 'keep', tactic: { kind: 'capped', percent: '' } }, 'Enter the distance from the mark'],
  [{ kind: 'reduce', closes: [], tactic: { kind: 'capped', percent: '51' } }, 'above 0 and up to 50'],
] as const)('asks for a field that is still empty: %j', (action, wish) => {
  if (wish === null) expect(missingField(action)).toBeNull()
  else expect(missingField(action)).toContain(wish)
})

it('uses 1 to 4 for a share of a position, of a side or of everything, and for nothing else', () => {
  expect(['1', '2', '3', '4'].map((key) => withShare(staged(KEY, 'close'), key, 'keep'))).toMatchObject(
    [25, 50, 75, 100].map((percent) => ({ kind: 'closePosition', size: { kind: 'percent', percent } })),
  )
  expect(withShare(staged(KEY, 'stop'), '2', 'keep')).toMatchObject({ kind: 'protect', size: { percent: 50 } })
  expect(['0', '5', 'x', ' '].map((key) => withShare(staged(KEY, 'close'), key, 'keep'))).toEqual([
    null,
    null,
    null,
    null,
  ])
  const flatten = { kind: 'flatten', spot: 'sell' } as const
  expect(withShare(flatten, '1', 'keep')).toEqual({ kind: 'reduceAll', side: null, percent: 25 })
  const longs = { kind: 'closeSide', side: 'long' } as const
  expect(withShare(longs, '2', 'keep')).toEqual({ kind: 'reduceAll', side: 'long', percent: 50 })
  // All of everything is a flatten again.
  expect(withShare({ kind: 'reduceAll', side: null, percent: 25 }, '4', 'keep')).toEqual({
    kind: 'flatten',
    spot: 'keep',
  })
  expect(withShare({ kind: 'reduceAll', side: null, percent: 25 }, '4', 'sell')).toEqual(flatten)
  const capped = { kind: 'reduceAll', side: null, percent: 25, tactic: { kind: 'capped', percent: '0.5' } } as const
  expect(withShare(capped, '3', 'keep')).toEqual({ ...capped, percent: 75 })
  expect(withShare(capped, '4', 'sell')).toEqual({ ...flatten, tactic: capped.tactic })
  expect(withShare({ ...flatten, tactic: capped.tactic }, '1', 'keep')).toEqual(capped)
  // Orders that wait are not flat: all of everything at limits closes positions and does nothing else.
  const limits = { ...capped, tactic: { kind: 'offset', percent: '1' } } as const
  expect(withShare(limits, '4', 'sell')).toEqual({ ...limits, percent: 100 })
  expect([missingField(capped), missingField({ ...capped, tactic: { kind: 'capped', percent: '' } })]).toEqual([
    null,
    'Enter the distance from the mark, in percent.',
  ])
  expect(missingField({ ...capped, tactic: { kind: 'offset', percent: '51' } })).toContain('up to 50 percent')
  expect(withShare({ kind: 'reduceAll', side: 'long', percent: 25 }, '4', 'sell')).toEqual(longs)
  expect(withShare({ kind: 'restore', intentId: 'one' }, '1', 'keep')).toBeNull()
})

it('says what can be undone', () => {
  const { legs } = encode(flattenPlan())
  const spot = legs.filter((leg) => leg.kind === 'cancel' && leg.area === 'spot')
  const contract = legs.filter((leg) => leg.kind === 'cancel' && leg.area === 'contract')
  const closes = legs.filter(({ kind }) => kind === 'close')
  expect([spot, contract, closes].map(({ length }) => length)).not.toContain(0)
  expect(undoWords(closes)).toBe('Trades cannot be undone.')
  expect(undoWords([...spot, ...closes])).toContain('cancelled Spot orders can be placed again')
  expect(undoWords([...contract, ...closes])).toBe('Trades cannot be undone.')
  expect(undoWords(contract)).toBe('')
})
