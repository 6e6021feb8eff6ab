import { describe, expect, it } from 'vitest'
import { intentState } from '#electron/desk/state/intent.ts'
import type { LegState } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'

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
