import { describe, expect, it } from 'vitest'
import { endsItsPosition, hasBatch, intentState, ordersOfCancels } from '#electron/desk/state/intent.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { CancelRequest, LegRequest, LegState } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import { order, REQUEST } from '#test/support/close-fixtures.ts'

describe('intentState', () => {
  it.each<[readonly LegState[], IntentReport['state']]>([
    [['verified', 'alreadyGone'], 'done'],
    [['verified', 'planned'], 'running'],
    [['journalled'], 'running'],
    [['acknowledged', 'needsHuman'], 'running'],
    [['unknown', 'planned', 'needsHuman'], 'unknown'],
    [['needsHuman', 'verified'], 'needsHuman'],
    [['verified', 'rejected'], 'partial'],
    [['partial', 'skipped'], 'partial'],
    [['rejected', 'skipped'], 'failed'],
    [['notSent'], 'failed'],
    [['absent'], 'failed'],
    [['working', 'accepted'], 'done'],
  ])('of legs %j is %s', (states, expected) => {
    expect(intentState(states)).toBe(expected)
  })

  it.each<[readonly LegState[], Parameters<typeof intentState>[1], IntentReport['state']]>([
    [['verified'], 'pending', 'running'],
    [['skipped', 'partial', 'verified'], 'clear', 'done'],
    [['verified'], 'unseen', 'partial'],
    [['rejected'], 'unseen', 'failed'],
    [['needsHuman', 'verified'], 'clear', 'needsHuman'],
    [['unknown'], 'pending', 'unknown'],
    [[], 'clear', 'done'],
  ])('of legs %j with a final read that is %s is %s', (states, look, expected) => {
    expect(intentState(states, look)).toBe(expected)
  })
})

const cancel = (orderId: string, instrument = 'X', area: 'spot' | 'contract' = 'spot'): CancelRequest => ({
  kind: 'cancel',
  area,
  instrument,
  orderId,
})

it.each<[string, readonly LegRequest[], boolean]>([
  ['two of one pair', [cancel('1'), cancel('2')], true],
  ['two of one pair among others', [cancel('1'), cancel('2', 'Y'), REQUEST, cancel('3', 'Y')], true],
  ['one of each of two pairs', [cancel('1'), cancel('2', 'Y')], false],
  ['two of one contract', [cancel('1', 'X', 'contract'), cancel('2', 'X', 'contract')], false],
  ['none', [REQUEST, REQUEST], false],
])('the cancels of %s may be sent in a batch: %s', (_, legs, may) => {
  expect(hasBatch(legs)).toBe(may)
})

it('the orders of cancels are those of their area and id', () => {
  const orders = [order('1'), order('2'), order('1', { area: 'spot' })]
  expect(ordersOfCancels([cancel('1', 'X', 'contract'), REQUEST], orders)).toEqual([orders[0]])
  expect(ordersOfCancels([cancel('1'), cancel('3')], orders)).toEqual([orders[2]])
})

describe('a close ends its position', () => {
  const other = { ...REQUEST, positionKey: 'other' }
  const legs = [cancel('1'), REQUEST, REQUEST, other]
  const ends = (action: Parameters<typeof endsItsPosition>[0]) => legs.map((_, at) => endsItsPosition(action, legs, at))

  it.each([
    ['a flatten', { kind: 'flatten', spot: 'keep' }],
    ['a close of a side', { kind: 'closeSide', side: 'long' }],
    ['a close of all of it', closeAtMarket('key')],
    ['a chase of all of it', { ...closeAtMarket('key'), tactic: { kind: 'chase', stopPercent: '1' } }],
  ] as const)('if it is the last of its position, in %s', (_, action) => {
    expect(ends(action)).toEqual([false, false, true, true])
  })

  it.each([
    ['of half of it', closeAtMarket('key', 50)],
    ['of a number of contracts', { ...closeAtMarket('key'), size: { kind: 'volume', volume: '100' } }],
    ['that only reduces', { kind: 'reduce', closes: [] }],
    ['of half of everything', { kind: 'reduceAll', side: null, percent: 50 }],
  ] as const)('but not a close %s', (_, action) => {
    expect(ends(action)).toEqual([false, false, false, false])
  })
})
