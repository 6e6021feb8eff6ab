import { describe, expect, it } from 'vitest'
import { PLANNED, type Entry, type LegRecord } from '#electron/desk/log/entry.ts'
import { NOTHING_KNOWN, type DeskState } from '#electron/desk/state/desk-state.ts'
import type { Intent, Leg } from '#electron/desk/state/intent.ts'
import { refusalOf, type Refusal } from '#electron/desk/state/transitions.ts'
import type { LegRequest, LegState } from '#shared/desk/plan.ts'
import { decimal } from '#test/support/amounts.ts'
import { REQUEST } from '#test/support/close-fixtures.ts'
import { verbatim } from '#shared/words/message.ts'

const STOP = { kind: 'protect' } as LegRequest
const legOf = (state: LegState, request: LegRequest = REQUEST, more: Partial<LegRecord> = {}): Leg =>
  ({ request, record: { ...PLANNED, state, ...more } }) as Leg
const known = (look: Intent['look'], ...legs: Leg[]): DeskState => ({
  ...NOTHING_KNOWN,
  intents: [{ id: 'one', look, legs } as unknown as Intent],
})
const refused = (state: DeskState, entry: Entry): Refusal | null => refusalOf(state, 'one', entry)

const PLAN = { action: { kind: 'flatten', spot: 'keep' }, legs: [], estimate: null } as const
const ENTRIES = {
  accepted: { kind: 'accepted', plan: PLAN, orders: [], missed: null },
  extended: { kind: 'extended', legs: [], orders: [] },
  looked: { kind: 'looked', look: 'unseen', note: null },
  orphaned: { kind: 'orphaned', leg: 1 },
  triggered: { kind: 'triggered', leg: 1, effect: 'closed' },
  seen: { kind: 'seen' },
  leg: { kind: 'leg', leg: 0, record: { ...PLANNED, state: 'journalled' } },
  left: { kind: 'left', lines: [] },
  unknown: { kind: 'unknown' },
} as const satisfies { readonly [K in Entry['kind']]?: Entry }
const PENDING = known('pending', legOf('planned'), legOf('accepted', STOP))

describe('an entry', () => {
  it.each<[keyof typeof ENTRIES, Refusal | null, DeskState, Refusal | null]>([
    ['accepted', null, PENDING, 'alreadyAccepted'],
    ['extended', 'noSuchIntent', PENDING, null],
    ['extended', 'noSuchIntent', known('unseen'), 'lookIsOver'],
    ['looked', 'noSuchIntent', PENDING, null],
    ['looked', 'noSuchIntent', known('unseen'), null],
    ['looked', 'noSuchIntent', known('clear'), 'lookIsOver'],
    ['orphaned', 'noSuchIntent', PENDING, null],
    ['orphaned', 'noSuchIntent', known('none', legOf('verified')), 'noSuchLeg'],
    ['triggered', 'noSuchIntent', PENDING, null],
    ['triggered', 'noSuchIntent', known('none', legOf('verified'), legOf('verified')), 'noSuchLeg'],
    ['seen', 'noSuchIntent', known('none', legOf('verified'), legOf('rejected')), null],
    ['seen', 'noSuchIntent', known('none', legOf('verified'), legOf('unknown')), 'notAtItsEnd'],
    ['leg', 'noSuchIntent', PENDING, null],
    ['leg', 'noSuchIntent', known('pending'), 'noSuchLeg'],
    ['leg', 'noSuchIntent', known('pending', legOf('journalled')), 'cannotFollow'],
    ['left', null, PENDING, null],
    ['unknown', null, PENDING, null],
  ])('%s is refused with %s of nothing known', (kind, ofNothing, state, ofState) => {
    expect([refused(NOTHING_KNOWN, ENTRIES[kind]), refused(state, ENTRIES[kind])]).toEqual([ofNothing, ofState])
  })
})

describe('a leg in a final state', () => {
  const DONE = { orderId: '7', executed: decimal(4) }
  const becomes = (more: Partial<LegRecord>, before: Partial<LegRecord> = DONE) => {
    const was = legOf('verified', REQUEST, before)
    const record = { ...was.record, ...more }
    return refused(known('none', was), { kind: 'leg', leg: 0, record }) === null
  }

  it('may change its words, and nothing that was found out', () => {
    expect(becomes({ detail: verbatim('In other words.') })).toBe(true)
    expect(becomes({ detail: verbatim('In other words.') }, {})).toBe(true)
    const changes = [{ state: 'partial' }, { orderId: '8' }, { executed: decimal(3) }, { executed: null }] as const
    expect(changes.map((each) => becomes(each))).toEqual([false, false, false, false])
    expect(becomes({ executed: decimal(0) }, {})).toBe(false)
  })
})
