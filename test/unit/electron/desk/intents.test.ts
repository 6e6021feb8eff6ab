import { describe, expect, it } from 'vitest'
import { intentState } from '#electron/desk/intents.ts'
import type { IntentReport, LegState } from '#shared/desk/plan.ts'

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
  ])('of legs %j is %s', (states, expected) => {
    expect(intentState(states)).toBe(expected)
  })
})
