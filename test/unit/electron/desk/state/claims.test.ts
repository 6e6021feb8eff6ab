import { describe, expect, it } from 'vitest'
import { cancelledSince, createClaims, keysInProgress, legKey } from '#electron/desk/state/claims.ts'
import type { Intent, Leg } from '#electron/desk/state/intent.ts'
import { PLANNED } from '#electron/desk/log/entry.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { CancelRequest, LegRequest, LegState } from '#shared/desk/plan.ts'
import { REQUEST } from '#test/support/close-fixtures.ts'

const CANCEL: CancelRequest = { kind: 'cancel', area: 'spot', instrument: 'X', orderId: '1' }
const CLOSE = closeAtMarket('key')
const legOf = (request: LegRequest, state: LegState, ageMs = 0): Leg =>
  ({ request, changedMono: -ageMs, round: 1, record: { ...PLANNED, state } }) as Leg
const intent = (id: string, legs: readonly Leg[], action: Action = CLOSE): Intent =>
  ({ id, legs, action, look: 'none' }) as unknown as Intent
const claims = (...intents: readonly Intent[]) => createClaims({ known: () => ({ intents, now: 0 }) })

describe('the keys in progress', () => {
  it("are those of other intents' unfinished legs", () => {
    const mine = intent('mine', [legOf(REQUEST, 'unknown')])
    const others = intent('other', [legOf(CANCEL, 'journalled'), legOf({ ...CANCEL, orderId: '2' }, 'verified')])
    expect([...keysInProgress([mine, others], 'mine')]).toEqual([legKey(CANCEL)])
    expect([...keysInProgress([mine, others], 'other')]).toEqual([legKey(REQUEST)])
    expect(keysInProgress([mine, others], 'third').size).toBe(2)
  })

  it('distinguish area, instrument and order', () => {
    const keys = [
      CANCEL,
      { ...CANCEL, area: 'contract' as const },
      { ...CANCEL, instrument: 'Y' },
      { ...CANCEL, orderId: '2' },
    ]
    expect(new Set(keys.map(legKey)).size).toBe(4)
  })
})

describe('the same action', () => {
  const busy = (ageMs: number, action: Action = CLOSE) =>
    // Its legs act on something else than the action itself.
    claims(intent('a', [legOf(CANCEL, 'unknown', ageMs)]))('b', action) === null

  it('is in progress while one of its legs changed in the last five seconds', () => {
    expect([busy(0), busy(4_999), busy(5_000)]).toEqual([true, true, false])
    const legs = [legOf(CANCEL, 'unknown', 9_000), legOf({ ...CANCEL, orderId: '2' }, 'journalled', 10)]
    expect(claims(intent('a', legs))('b', CLOSE)).toBeNull()
  })

  it('does not block another size, and is not in progress once it has ended', () => {
    expect(busy(0, closeAtMarket('key', 50))).toBe(false)
    expect(claims(intent('a', [legOf(CANCEL, 'verified')]))('b', CLOSE)).not.toBeNull()
    expect(claims()('b', CLOSE)).not.toBeNull()
  })
})

describe('a click', () => {
  it('claims its key until the claim is released', () => {
    const claim = claims()
    const release = claim('a', CLOSE)
    expect([
      release === null,
      claim('b', closeAtMarket('key', 50)),
      claim('b', closeAtMarket('other')) === null,
    ]).toEqual([false, null, false])
    release?.()
    expect(claim('b', CLOSE)).not.toBeNull()
  })

  it('is refused while a leg of another intent acts on its key, however long that takes', () => {
    const claim = claims(intent('a', [legOf(REQUEST, 'unknown', 60_000)], { kind: 'flatten', spot: 'keep' }))
    const same = closeAtMarket(REQUEST.positionKey)
    expect(claim('b', same)).toBeNull()
    expect(claim('a', same)).not.toBeNull()
  })
})

describe('a cancel counts as done although its order is still listed', () => {
  const other = { area: 'spot', instrument: 'Y', ageMs: 500 } as const
  const LIST = { area: 'spot', instrument: 'X', ageMs: 3_000 } as const

  /** A cancel that ended at `endedAt` ms, against reads that began at 10,000 ms. */
  function counts(endedAt: number, read: Parameters<typeof cancelledSince>[1], leg: Leg = legOf(CANCEL, 'verified')) {
    return cancelledSince([intent('a', [{ ...leg, changedMono: endedAt }])], read).has(legKey(leg.request))
  }

  it.each([
    ['from the moment the reads began', { readSince: 10_000 }, 10_000],
    ['or earlier, by the age of its list', { readSince: 10_000, orderReads: [other, LIST] }, 7_000],
    ['but not by the age of another list', { readSince: 10_000, orderReads: [other] }, 10_000],
    ['nor by an age that is unknown', { readSince: 10_000, orderReads: [{ ...LIST, ageMs: null }] }, 10_000],
  ])('%s', (_, read, since) => {
    expect([counts(since, read), counts(since - 1, read)]).toEqual([true, false])
  })

  it('never if it is unknown when the list was read, and only if a cancel succeeded', () => {
    const read = { readSince: 10_000 }
    expect(counts(99_999, {})).toBe(false)
    const ends: LegState[] = ['verified', 'alreadyGone', 'acknowledged', 'rejected', 'needsHuman']
    expect(ends.map((state) => counts(10_000, read, legOf(CANCEL, state)))).toEqual([true, true, false, false, false])
    expect(counts(10_000, read, legOf(REQUEST, 'verified'))).toBe(false)
  })
})
