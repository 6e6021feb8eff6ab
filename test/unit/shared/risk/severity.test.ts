import { expect, it } from 'vitest'
import { distanceSeverity, moreSevere, usageSeverity, type Severity } from '#shared/risk/severity.ts'

it.each<[number, Severity]>([
  [0, 'neutral'],
  [0.4999, 'neutral'],
  [0.5, 'amber'],
  [0.7999, 'amber'],
  [0.8, 'red'],
  [1.2, 'red'],
  [Infinity, 'red'],
])('a requirement of %f of the equity is %s', (usage, severity) => {
  expect(usageSeverity(usage)).toBe(severity)
})

it.each<[number | null, Severity]>([
  [null, 'neutral'],
  [0.2001, 'neutral'],
  [-0.2001, 'neutral'],
  [0.2, 'amber'],
  [-0.2, 'amber'],
  [0.1001, 'amber'],
  [0.1, 'red'],
  [-0.1, 'red'],
  [-0.05, 'red'],
])('a liquidation %f away is %s', (distance, severity) => {
  expect(distanceSeverity(distance)).toBe(severity)
})

it('the more severe of two is returned, whichever comes first', () => {
  expect(moreSevere('amber', 'red')).toBe('red')
  expect(moreSevere('red', 'amber')).toBe('red')
  expect(moreSevere('neutral', 'amber')).toBe('amber')
  expect(moreSevere('neutral', 'neutral')).toBe('neutral')
})
