import { expect, it } from 'vitest'
import { distanceSeverity, moreSevere, usageSeverity } from '../../../shared/risk/severity.ts'

it.each([
  [0.49, 'neutral'],
  [0.5, 'amber'],
  [0.8, 'red'],
  [Infinity, 'red'],
] as const)('calls a requirement of %s of equity %s', (usage, severity) => {
  expect(usageSeverity(usage)).toBe(severity)
})

it.each([
  [null, 'neutral'],
  [-0.201, 'neutral'],
  [-0.2, 'amber'],
  [0.2, 'amber'],
  [0.1, 'red'],
  [-0.1, 'red'],
] as const)('calls a liquidation at %s %s, on either side', (distance, severity) => {
  expect(distanceSeverity(distance)).toBe(severity)
})

it('takes the worse of two', () => {
  expect([moreSevere('amber', 'red'), moreSevere('red', 'neutral'), moreSevere('neutral', 'neutral')]).toEqual([
    'red',
    'red',
    'neutral',
  ])
})
