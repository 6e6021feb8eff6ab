/** The table of a leg's possible transitions. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLANNED, type LegRecord } from '#electron/desk/log/entry.ts'
import { reduce } from '#electron/desk/state/reduce.ts'
import { NOTHING_KNOWN, type DeskState } from '#electron/desk/state/desk-state.ts'
import { NEXT_STATES, refusalOf } from '#electron/desk/state/transitions.ts'
import { isInProgress, type LegState } from '#shared/desk/plan.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { verbatim } from '#shared/words/message.ts'
import { REQUEST } from '#test/support/close-fixtures.ts'
import { CLOSE } from '#test/support/desk-bench.ts'

const STATES = Object.keys(NEXT_STATES) as readonly LegState[]
const ENDS = STATES.filter((state) => NEXT_STATES[state].length === 0)

const begun: DeskState = reduce(NOTHING_KNOWN, {
  ...{ intentId: 'a', at: 1, mono: 1 },
  entry: { kind: 'accepted', plan: { action: CLOSE, legs: [REQUEST], estimate: null }, orders: [], missed: null },
})

const record: fc.Arbitrary<LegRecord> = fc.record({
  state: fc.constantFrom(...STATES),
  orderId: fc.constantFrom(null, null, '7'),
  executed: fc.constantFrom(null, decimal(0), decimal(3)),
  detail: fc.constantFrom(verbatim('one'), verbatim('another')),
  failure: fc.constant(null),
  expiresAt: fc.constant(null),
  before: fc.constant(null),
})

const legIn = (state: DeskState): LegRecord => state.intents[0]?.legs[0]?.record ?? PLANNED

describe('a leg', () => {
  it('can end from every state, and is not in progress in an end state', () => {
    for (const state of STATES) expect([state, endsFrom(state, new Set()).length > 0]).toEqual([state, true])
    expect(ENDS.filter(isInProgress)).toEqual([])
    expect(ENDS).toEqual([
      ...['verified', 'canceled', 'accepted', 'alreadyGone', 'partial', 'rejected', 'notSent', 'absent'],
      ...['needsHuman', 'skipped'],
    ])
  })

  it('is sent once: only a plan leads to sending, and nothing leads back to a plan', () => {
    const before = (next: LegState) => STATES.filter((state) => NEXT_STATES[state].includes(next))
    expect(before('journalled')).toEqual(['planned'])
    expect(before('planned')).toEqual([])
    expect(before('skipped')).toEqual(['planned'])
    expect(before('notSent')).toEqual(['planned', 'journalled'])
  })

  it('does not change once it has ended, whatever a file says; an impossible entry is counted', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 40 }), (records) => {
        let state = begun
        for (const next of records) {
          const before = legIn(state)
          const entry = { kind: 'leg', leg: 0, record: next } as const
          const refused = refusalOf(state, 'a', entry)
          const after = reduce(state, { intentId: 'a', entry, at: 2, mono: 2 })
          expect(after.quarantined - state.quarantined).toBe(refused === null ? 0 : 1)
          if (refused !== null) expect(legIn(after)).toBe(before)
          if (ENDS.includes(before.state)) {
            const { state: ended, orderId, executed } = legIn(after)
            expect([ended, orderId, executed]).toEqual([before.state, before.orderId, before.executed])
          }
          state = after
        }
      }),
    )
  })
})

function endsFrom(state: LegState, seen: ReadonlySet<LegState>): readonly LegState[] {
  if (NEXT_STATES[state].length === 0) return [state]
  return NEXT_STATES[state].flatMap((next) => (seen.has(next) ? [] : endsFrom(next, new Set([...seen, state]))))
}

describe('an impossible entry is refused', () => {
  const accepted = {
    kind: 'accepted',
    plan: { action: CLOSE, legs: [], estimate: null },
    orders: [],
    missed: null,
  } as const
  const ended = reduce(begun, { intentId: 'a', at: 2, mono: 2, entry: { kind: 'extended', legs: [], orders: [] } })

  it.each([
    ['a second answer', begun, 'a', accepted, 'alreadyAccepted'],
    ['a round of an unknown intent', begun, 'b', { kind: 'extended', legs: [], orders: [] }, 'noSuchIntent'],
    ['a round after the last look', ended, 'a', { kind: 'extended', legs: [], orders: [] }, 'lookIsOver'],
    [
      'a look after one that found nothing left',
      ended,
      'a',
      { kind: 'looked', look: 'none', note: null },
      'lookIsOver',
    ],
    ['a leg that does not exist', begun, 'a', { kind: 'leg', leg: 1, record: PLANNED }, 'noSuchLeg'],
    [
      'a trigger of a leg that is no protective order',
      begun,
      'a',
      { kind: 'triggered', leg: 0, effect: 'closed' },
      'noSuchLeg',
    ],
    ['a mark as seen while the intent is running', begun, 'a', { kind: 'seen' }, 'notAtItsEnd'],
    [
      'a second sending',
      reduce(begun, {
        intentId: 'a',
        at: 2,
        mono: 2,
        entry: { kind: 'leg', leg: 0, record: { ...PLANNED, state: 'journalled' } },
      }),
      'a',
      { kind: 'leg', leg: 0, record: { ...PLANNED, state: 'journalled' } },
      'cannotFollow',
    ],
  ] as const)('%s', (_, state, intentId, entry, refusal) => {
    expect(refusalOf(state, intentId, entry)).toBe(refusal)
  })
})
