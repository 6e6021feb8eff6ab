import { describe, expect, it } from 'vitest'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { LegState } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import { encode, type Encoded } from '#shared/domain/decimal.ts'
import { verbatim } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import type { Message } from '#shared/domain/message.ts'
import { fixtureSnapshot, intents } from '#test/support/snapshot.ts'
import { titlesOf } from '#shared/words/instrument-words.ts'
import { actionTitle } from '#shared/desk/action-title.ts'
import { intentProgress, legProgress } from '../../../../renderer/src/desk/intent-words.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const CLOSE = closeAtMarket('E-ETH-USDT:isolated:short')
const PROTECT = {
  kind: 'protect',
  positionKey: 'E-ETH-USDT:isolated:short',
  purpose: 'stopLoss',
  size: { kind: 'percent', percent: 75 },
  trigger: { kind: 'breakEven' },
} as const

function intent(state: IntentReport['state'], ...legs: LegState[]): Encoded<IntentReport> {
  const [sample] = encode(intents())
  const [leg] = sample?.legs ?? []
  if (!sample || !leg) throw new Error('expected an intent with a leg')
  return { ...sample, state, legs: legs.map((each) => ({ ...leg, state: each, detail: verbatim(`why ${each}`) })) }
}

describe('intentProgress', () => {
  it.each([
    ['running', ['journalled'], 'busy', 'sending', true],
    ['running', ['acknowledged'], 'busy', 'acknowledged', true],
    ['done', ['verified'], 'ok', 'verified', false],
    ['done', ['alreadyGone'], 'ok', 'already gone', false],
    ['done', ['working'], 'ok', 'working', false],
    ['done', ['accepted'], 'reported', 'accepted', false],
    ['done', ['verified', 'accepted'], 'reported', 'accepted 2 of 2', false],
    ['partial', ['partial'], 'amber', 'partial', false],
    ['failed', ['rejected'], 'red', 'rejected', false],
    ['failed', ['notSent'], 'red', 'not sent', false],
    ['unknown', ['unknown'], 'amber', 'unknown', true],
    ['needsHuman', ['needsHuman'], 'red', 'needs you', false],
    ['done', ['verified', 'alreadyGone'], 'ok', 'verified 2 of 2', false],
    ['unknown', ['verified', 'unknown', 'verified'], 'amber', 'unknown 2 of 3', true],
    ['running', [], 'busy', 'planning', true],
    // A close that first cancels a closing order.
    ['running', ['acknowledged', 'planned'], 'busy', 'acknowledged 0 of 2', true],
    ['running', ['verified', 'planned'], 'busy', 'planned 1 of 2', true],
    ['running', ['verified', 'journalled'], 'busy', 'sending 1 of 2', true],
    ['done', ['alreadyGone', 'alreadyGone'], 'ok', 'already gone 2 of 2', false],
    ['partial', ['verified', 'partial'], 'amber', 'partial 1 of 2', false],
    ['partial', ['verified', 'skipped'], 'amber', 'partial 1 of 2', false],
    ['failed', ['rejected', 'skipped'], 'red', 'rejected 0 of 2', false],
    ['needsHuman', ['needsHuman', 'skipped'], 'red', 'needs you 0 of 2', false],
    // Before the final read of the account has ended, and when it never did.
    ['running', ['verified', 'verified'], 'busy', 'checking 2 of 2', true],
    ['partial', ['verified', 'verified'], 'amber', 'not sure 2 of 2', false],
  ] as const)('%s with legs %j is %s "%s", in flight %s', (state, legs, tone, word, inFlight) => {
    expect(intentProgress(intent(state, ...legs))).toMatchObject({ tone, word, inFlight })
  })

  it('says how an intent without a request ended', () => {
    expect(intentProgress(intent('done')).word).toBe('done')
  })

  it('shows what is known of the whole before what is known of a leg', () => {
    expect(intentProgress({ ...intent('partial', 'verified'), note: verbatim('Not seen flat.') }).why).toBe(
      'Not seen flat.',
    )
    expect(intentProgress({ ...intent('partial', 'partial'), note: verbatim('Not seen flat.') }).why).toBe(
      'Not seen flat. why partial',
    )
  })

  it('is never green while one leg was not seen to take effect, whatever the intent says', () => {
    for (const leg of ['acknowledged', 'accepted', 'partial', 'rejected', 'unknown', 'skipped', 'absent'] as const) {
      expect(intentProgress(intent('done', 'verified', leg)).tone).not.toBe('ok')
    }
  })

  it('gives the reason of the most important leg', () => {
    expect(intentProgress(intent('partial', 'verified', 'rejected')).why).toBe('why rejected')
    expect(intentProgress(intent('partial', 'verified', 'partial')).why).toBe('why partial')
  })

  it('says how a successful plan ended', () => {
    expect(intentProgress(intent('done', 'verified', 'alreadyGone')).why).toBe('why alreadyGone')
  })
})

describe('an intent of several rounds', () => {
  /** A close that the first round left out, and its result in a later round. */
  function rounds(later: Partial<Encoded<IntentReport>['legs'][number]>) {
    const report = intent('done', 'skipped', 'verified')
    const [first, second] = report.legs
    if (!first || !second) throw new Error('expected two legs')
    return intentProgress({ ...report, legs: [first, { ...second, round: 2, ...later }] })
  }

  it('ignores a skipped leg that a later round did with a fresh size', () => {
    expect(rounds({})).toMatchObject({ tone: 'ok', word: 'verified' })
  })

  it('ignores a partial close once a later round closed the rest', () => {
    const report = intent('done', 'partial', 'verified')
    const [first, second] = report.legs
    if (!first || !second) throw new Error('expected two legs')
    expect(intentProgress({ ...report, legs: [first, { ...second, round: 2 }] })).toMatchObject({
      tone: 'ok',
      word: 'verified',
    })
    expect(intentProgress(report).tone).toBe('amber')
  })

  it('ignores an absent leg once a later round did it', () => {
    const report = intent('done', 'absent', 'verified')
    const [first, second] = report.legs
    if (!first || !second) throw new Error('expected two legs')
    const legs = [first, { ...second, round: 2 }]
    expect(intentProgress({ ...report, legs })).toMatchObject({ tone: 'ok', word: 'verified' })
    expect(intentProgress(report).tone).toBe('red')
    expect(legProgress(first)).toMatchObject({ tone: 'red', word: 'did not happen' })
  })

  it('does not confuse another position with the skipped one', () => {
    const request = { ...intent('done', 'verified').legs[0]?.request, positionKey: 'other' }
    expect(rounds({ request } as Parameters<typeof rounds>[0])).toMatchObject({ tone: 'amber', word: 'skipped 1 of 2' })
  })
})

describe('a chase', () => {
  const CHASE = { ...CLOSE, tactic: { kind: 'chase', stopPercent: '0.5' } } as const
  const CANCEL = { kind: 'cancel', area: 'contract', instrument: 'E-ETH-USDT', orderId: '11' } as const

  /** An order that was moved once: cancelled, seen gone, placed again. */
  function moved(state: IntentReport['state'], newest: LegState, note: Message | null = null) {
    const report = intent(state, 'partial', 'verified', newest)
    const [first, second, third] = report.legs
    if (!first || !second || !third) throw new Error('expected three legs')
    const legs = [
      { ...first, executed: '3' },
      { ...second, request: CANCEL, round: 2 },
      { ...third, executed: newest === 'verified' ? '7' : null, round: 3 },
    ]
    return intentProgress({ ...report, action: CHASE, note, legs } as Encoded<IntentReport>)
  }

  it('continues while its newest order rests, and blocks no other close', () => {
    expect(moved('running', 'working')).toEqual({
      tone: 'busy',
      word: 'chasing',
      why: 'why working',
      inFlight: false,
    })
    expect(moved('running', 'journalled')).toMatchObject({ word: 'sending 1 of 2', inFlight: true })
  })

  it('has not failed because of the orders that it moved, and reports its total trades', () => {
    expect(moved('done', 'verified')).toMatchObject({ tone: 'ok', word: 'verified 2 of 2', why: '10 ct closed.' })
  })

  it('says why it ended before it filled', () => {
    const note = verbatim('The price went away.')
    expect(moved('partial', 'partial', note)).toMatchObject({ tone: 'amber', why: 'The price went away. why partial' })
  })
})

it.each([
  [{ kind: 'cancelOrders', orders: [] }, 'Cancel 0 orders'],
  [
    { kind: 'cancelMatching', filter: { area: null, instrument: null, side: null, closing: true } },
    'Cancel all orders',
  ],
  [
    { kind: 'cancelMatching', filter: { area: 'contract', instrument: 'E-BTC-USDT', side: 'buy', closing: false } },
    'Cancel all buys of E-BTC-USDT, closing orders stay',
  ],
  [
    { kind: 'cancelMatching', filter: { area: 'spot', instrument: null, side: 'sell', closing: false } },
    'Cancel all Spot sells',
  ],
  [{ ...CLOSE, size: { kind: 'percent', percent: 50 } }, 'Close 50\u202f% of short E-ETH-USDT isolated at market'],
  [CLOSE, 'Close short E-ETH-USDT isolated at market'],
  [
    { ...CLOSE, size: { kind: 'volume', volume: '1200' }, tactic: { kind: 'limit', price: '3420.5' } },
    'Close 1,200 ct of short E-ETH-USDT isolated at 3,420.5',
  ],
  [{ ...CLOSE, tactic: { kind: 'limit', price: '' } }, 'Close short E-ETH-USDT isolated at …'],
  [
    { ...CLOSE, tactic: { kind: 'capped', percent: '0.5' } },
    'Close short E-ETH-USDT isolated at market, at most 0.5\u202f% away',
  ],
  [
    { ...CLOSE, size: { kind: 'percent', percent: 50 }, tactic: { kind: 'chase', stopPercent: '1' } },
    'Close 50\u202f% of short E-ETH-USDT isolated, chasing the best price',
  ],
  [
    { kind: 'reduce', closes: [{ positionKey: CLOSE.positionKey, volume: '1420' }] },
    'Reduce short E-ETH-USDT isolated by 1,420 ct',
  ],
  [
    {
      kind: 'reduce',
      closes: [
        { positionKey: CLOSE.positionKey, volume: '420' },
        { positionKey: 'E-BTC-USDT:cross:long', volume: '10' },
      ],
    },
    'Reduce 2 positions',
  ],
  [{ kind: 'closeSide', side: 'long' }, 'Close all longs at market'],
  [{ kind: 'flatten', spot: 'keep' }, 'Flatten, keep Spot'],
  [{ kind: 'flatten', spot: 'sell' }, 'Flatten and sell Spot'],
  [
    { ...PROTECT, trigger: { kind: 'price', price: '3720' } },
    'Stop-loss for 75\u202f% of short E-ETH-USDT isolated at 3,720',
  ],
  [PROTECT, 'Stop-loss for 75\u202f% of short E-ETH-USDT isolated at break-even'],
  [{ kind: 'restore', intentId: 'x' }, 'Restore cancelled orders'],
] as const satisfies readonly (readonly [Action, string])[])('puts %j into words', (action, title) => {
  expect(inEnglish(actionTitle(action))).toBe(title)
})

it('names an action in the venue’s own words', () => {
  expect(inEnglish(actionTitle({ kind: 'cancelMatching', filter: allOrdersOf('spot', 'BTCUSDT') }))).toBe(
    'Cancel all orders of BTCUSDT',
  )
  expect(
    inEnglish(
      actionTitle({ kind: 'cancelOrder', area: 'contract', instrument: 'E-BTC-USDT', orderId: '9117288301884499819' }),
    ),
  ).toBe('Cancel E-BTC-USDT order …499819')
})

it('names a pair by its coins if it is known', () => {
  const titleOf = titlesOf(fixtureSnapshot().parts.instruments.data ?? [])
  const title = (instrument: string) =>
    inEnglish(actionTitle({ kind: 'cancelMatching', filter: allOrdersOf('spot', instrument) }, titleOf))
  expect(title('BTCUSDT')).toBe('Cancel all orders of BTC/USDT')
  expect(title('NOSUCH')).toBe('Cancel all orders of NOSUCH')
})
