import { describe, expect, it } from 'vitest'
import type { IntentReport, LegState } from '#shared/desk/plan.ts'
import { encode, type Encoded } from '#shared/domain/decimal.ts'
import { fixtureSnapshot, intents } from '#test/support/snapshot.ts'
import { titlesOf } from '../../../../renderer/src/ui/instrument-words.ts'
import { actionTitle, intentProgress } from '../../../../renderer/src/ui/intent-words.ts'

function intent(state: IntentReport['state'], ...legs: LegState[]): Encoded<IntentReport> {
  const [sample] = encode(intents())
  const [leg] = sample?.legs ?? []
  if (!sample || !leg) throw new Error('expected an intent with a leg')
  return { ...sample, state, legs: legs.map((each) => ({ ...leg, state: each, detail: `why ${each}` })) }
}

describe('intentProgress', () => {
  it.each([
    ['running', ['journalled'], 'busy', 'sending', true],
    ['running', ['acknowledged'], 'busy', 'acknowledged', true],
    ['done', ['verified'], 'ok', 'verified', false],
    ['done', ['alreadyGone'], 'ok', 'already gone', false],
    ['partial', ['partial'], 'amber', 'partial', false],
    ['failed', ['rejected'], 'red', 'rejected', false],
    ['failed', ['notSent'], 'red', 'not sent', false],
    ['unknown', ['unknown'], 'amber', 'unknown', true],
    ['needsHuman', ['needsHuman'], 'red', 'needs you', false],
    ['done', ['verified', 'alreadyGone'], 'ok', 'verified 2 of 2', false],
    ['unknown', ['verified', 'unknown', 'verified'], 'amber', 'unknown 2 of 3', true],
    ['running', [], 'busy', 'planning', true],
    // A close that cancels a closing order first.
    ['running', ['acknowledged', 'planned'], 'busy', 'acknowledged 0 of 2', true],
    ['running', ['verified', 'planned'], 'busy', 'planned 1 of 2', true],
    ['running', ['verified', 'journalled'], 'busy', 'sending 1 of 2', true],
    ['done', ['alreadyGone', 'alreadyGone'], 'ok', 'already gone 2 of 2', false],
    ['partial', ['verified', 'partial'], 'amber', 'partial 1 of 2', false],
    ['partial', ['verified', 'skipped'], 'amber', 'partial 1 of 2', false],
    ['failed', ['rejected', 'skipped'], 'red', 'rejected 0 of 2', false],
    ['needsHuman', ['needsHuman', 'skipped'], 'red', 'needs you 0 of 2', false],
  ] as const)('%s with legs %j is %s "%s", in flight %s', (state, legs, tone, word, inFlight) => {
    expect(intentProgress(intent(state, ...legs))).toMatchObject({ tone, word, inFlight })
  })

  it('is never green while one leg was not seen to have its effect, whatever the intent says', () => {
    for (const leg of ['acknowledged', 'partial', 'rejected', 'unknown', 'skipped', 'absent'] as const) {
      expect(intentProgress(intent('done', 'verified', leg)).tone).not.toBe('ok')
    }
  })

  it('tells the reason of the leg most worth telling', () => {
    expect(intentProgress(intent('partial', 'verified', 'rejected')).why).toBe('why rejected')
    expect(intentProgress(intent('partial', 'verified', 'partial')).why).toBe('why partial')
  })

  it('tells how a plan that worked out ended', () => {
    expect(intentProgress(intent('done', 'verified', 'alreadyGone')).why).toBe('why alreadyGone')
  })
})

it('names an action in the venue’s own words', () => {
  expect(actionTitle({ kind: 'closePosition', positionKey: 'E-ETH-USDT:isolated:short' })).toBe(
    'Close E-ETH-USDT isolated short',
  )
  expect(actionTitle({ kind: 'cancelInstrument', area: 'spot', instrument: 'BTCUSDT' })).toBe(
    'Cancel all orders of BTCUSDT',
  )
  expect(
    actionTitle({ kind: 'cancelOrder', area: 'contract', instrument: 'E-BTC-USDT', orderId: '9117288301884499819' }),
  ).toBe('Cancel E-BTC-USDT order …499819')
})

it('names a pair by its coins where it is known', () => {
  const titleOf = titlesOf(fixtureSnapshot().parts.instruments.data ?? [])
  const title = (instrument: string) => actionTitle({ kind: 'cancelInstrument', area: 'spot', instrument }, [], titleOf)
  expect(title('BTCUSDT')).toBe('Cancel all orders of BTC/USDT')
  expect(title('NOSUCH')).toBe('Cancel all orders of NOSUCH')
})
