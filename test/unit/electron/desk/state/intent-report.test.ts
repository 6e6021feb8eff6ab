import { describe, expect, it } from 'vitest'
import { PLANNED, type LegRecord } from '#electron/desk/log/entry.ts'
import type { Intent, Leg } from '#electron/desk/state/intent.ts'
import {
  newlyOrphaned,
  protectionsOf,
  reportOf,
  stillWatched,
  withRefused,
} from '#electron/desk/state/intent-report.ts'
import type { CancelRequest, LegRequest, LegState, ProtectRequest } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import { decimal } from '#test/support/amounts.ts'
import { HELD, REQUEST } from '#test/support/close-fixtures.ts'

const DAY_MS = 86_400_000
const STOP: ProtectRequest = {
  ...{ kind: 'protect', area: 'contract', instrument: HELD.contract, positionKey: HELD.key, purpose: 'stopLoss' },
  ...{ side: 'sell', marginMode: 'cross', volume: decimal(1), triggerPrice: decimal(1), trigger: 'fall' },
}
const cancel = (orderId: string): CancelRequest => ({ kind: 'cancel', area: 'spot', instrument: 'X', orderId })
const legOf = (
  request: LegRequest,
  state: LegState,
  more: Partial<Leg> = {},
  record: Partial<LegRecord> = {},
): Leg => ({
  ...{ intentId: 'one', index: 0, request, round: 1, endsPosition: false, changedAt: 0, changedMono: 0 },
  ...{ isOrphaned: false, effect: null, record: { ...PLANNED, state, ...record } },
  ...more,
})
const intent = (legs: readonly Leg[], more: Partial<Intent> = {}): Intent => ({
  ...{ id: 'one', number: 1, action: { kind: 'flatten', spot: 'keep' }, createdAt: 1_000, estimate: null, orders: [] },
  ...{ look: 'none', note: null, missed: null, left: null, clearAt: null, seenAt: null, legs },
  ...more,
})

describe('the report on an intent', () => {
  it.each<[string, Intent, number | null]>([
    [
      'to its newest change',
      intent([legOf(REQUEST, 'verified', { changedAt: 4_000 }), legOf(REQUEST, 'absent')]),
      3_000,
    ],
    [
      'to the look that found nothing',
      intent([legOf(REQUEST, 'verified', { changedAt: 4_000 })], { clearAt: 6_000 }),
      5_000,
    ],
    ['nothing when the clock was set back', intent([legOf(REQUEST, 'verified', { changedAt: 10 })]), 0],
    ['no time yet while it goes on', intent([legOf(REQUEST, 'journalled', { changedAt: 4_000 })]), null],
    ['no time yet before its last look', intent([legOf(REQUEST, 'verified')], { look: 'pending' }), null],
  ])('says that it took %s', (_, of, tookMs) => {
    expect(reportOf(of).tookMs).toBe(tookMs)
  })

  it.each<[string, readonly Leg[], IntentReport['state']]>([
    ['was sent again later', [legOf(cancel('1'), 'rejected'), legOf(cancel('1'), 'verified', { round: 2 })], 'done'],
    ['was absent and sent again', [legOf(cancel('1'), 'absent'), legOf(cancel('1'), 'verified', { round: 2 })], 'done'],
    [
      'was not sent, and then was',
      [legOf(cancel('1'), 'notSent'), legOf(cancel('1'), 'verified', { round: 2 })],
      'done',
    ],
    [
      'was sent again for another order',
      [legOf(cancel('1'), 'rejected'), legOf(cancel('2'), 'verified', { round: 2 })],
      'partial',
    ],
    ['was sent twice in one round', [legOf(cancel('1'), 'rejected'), legOf(cancel('1'), 'verified')], 'partial'],
    ['is a close', [legOf(REQUEST, 'rejected'), legOf(REQUEST, 'verified', { round: 2 })], 'partial'],
    ['needs a person', [legOf(cancel('1'), 'needsHuman'), legOf(cancel('1'), 'verified', { round: 2 })], 'needsHuman'],
  ])('leaves a cancel without effect out of its state only if it was sent again: one that %s', (_, legs, state) => {
    expect(reportOf(intent(legs)).state).toBe(state)
  })

  it('is placed among denials by time', () => {
    const at = (createdAt: number, intentId: string) => ({ createdAt, intentId }) as IntentReport
    const taken = [at(30, 'c'), at(10, 'a')]
    const ids = (...refused: IntentReport[]) =>
      withRefused(taken, refused)
        .map(({ intentId }) => intentId)
        .join('')
    expect([ids(at(20, 'x')), ids(at(40, 'x')), ids(at(5, 'x')), ids(at(10, 'x')), ids()]).toEqual([
      'cxa',
      'xca',
      'cax',
      'cax',
      'ca',
    ])
  })
})

describe('a protective order', () => {
  const view = { positions: [HELD] }
  const now = { at: 0, mono: 0 }
  const stateOf = (leg: Leg, at = now, of: Parameters<typeof protectionsOf>[1] = view) =>
    protectionsOf([leg], of, at)[0]?.state ?? null

  it.each<[LegState, string | null, boolean]>([
    ['accepted', 'believed', true],
    ['journalled', 'unknown', false],
    ['unknown', 'unknown', false],
    ['needsHuman', 'unknown', true],
    ['planned', null, false],
    ['rejected', null, false],
    ['skipped', null, false],
  ])('that is %s is %s', (state, expected, isWatched) => {
    expect([stateOf(legOf(STOP, state)), stillWatched([legOf(STOP, state)]).length]).toEqual([
      expected,
      isWatched ? 1 : 0,
    ])
  })

  it('is overdue when the price passed it and nothing happened, and over when it closed its position', () => {
    expect(stateOf(legOf(STOP, 'accepted', { effect: 'nothing' }))).toBe('overdue')
    expect(stateOf(legOf(STOP, 'accepted', { effect: 'closed' }))).toBeNull()
    expect(stillWatched([legOf(STOP, 'accepted', { effect: 'closed' })])).toEqual([])
  })

  it.each([
    ['on the wall clock', { at: 14 * DAY_MS, mono: 0 }],
    ['on the monotonic clock', { at: -DAY_MS, mono: 14 * DAY_MS }],
  ])('is dropped by the venue after fourteen days %s', (_, at) => {
    const later = { at: at.at + (at.at > 0 ? 1 : 0), mono: at.mono + (at.mono > 0 ? 1 : 0) }
    expect([stateOf(legOf(STOP, 'accepted'), at), stateOf(legOf(STOP, 'accepted'), later)]).toEqual(['believed', null])
  })

  it.each<[string, Parameters<typeof protectionsOf>[1], boolean]>([
    ['is listed', view, false],
    ['is not in a whole list', { positions: [] }, true],
    ['is listed with nothing left', { positions: [{ ...HELD, volume: decimal(0) }] }, true],
    ['may be missing from the list', { positions: [], isPartial: true }, false],
    ['was not read', { positions: null }, false],
  ])('is orphaned only if its position is gone: one that %s', (_, of, isGone) => {
    expect(stateOf(legOf(STOP, 'accepted'), now, of)).toBe(isGone ? 'orphaned' : 'believed')
    // A read that began before the position was opened does not count.
    expect(newlyOrphaned([legOf(STOP, 'accepted')], of, 5_001)).toHaveLength(isGone ? 1 : 0)
    expect(newlyOrphaned([legOf(STOP, 'accepted')], of, 5_000)).toEqual([])
  })

  it('that was orphaned once stays so, and is not watched any more', () => {
    const orphaned = legOf(STOP, 'accepted', { isOrphaned: true })
    expect([stateOf(orphaned), stillWatched([orphaned]), newlyOrphaned([orphaned], { positions: [] }, 9_000)]).toEqual([
      'orphaned',
      [],
      [],
    ])
  })

  it('is listed before older ones', () => {
    const legs = ['old', 'new'].map((intentId) => legOf(STOP, 'accepted', { intentId }))
    expect(protectionsOf(legs, view, now).map(({ intentId }) => intentId)).toEqual(['new', 'old'])
  })
})
