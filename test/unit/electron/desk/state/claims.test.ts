import { describe, expect, it } from 'vitest'
import { isUnderWay, keysInProgress, legKey } from '#electron/desk/state/claims.ts'
import type { Intent, Leg } from '#electron/desk/state/intent.ts'
import { PLANNED } from '#electron/desk/log/entries.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { CancelRequest, LegRequest, LegState } from '#shared/desk/plan.ts'
import { REQUEST } from '#test/support/close-fixtures.ts'

const CANCEL: CancelRequest = { kind: 'cancel', area: 'spot', instrument: 'X', orderId: '1' }
const CLOSE = closeAtMarket('key')
const legOf = (request: LegRequest, state: LegState, ageMs = 0): Leg =>
  ({ request, ageMs, round: 1, record: { ...PLANNED, state } }) as Leg
const intent = (id: string, legs: readonly Leg[], action: Action = CLOSE): Intent =>
  ({ id, legs, action, look: 'none' }) as unknown as Intent

describe('what is being acted on', () => {
  it('is what legs of other intents have not come to an end with', () => {
    const mine = intent('mine', [legOf(REQUEST, 'unknown')])
    const others = intent('other', [legOf(CANCEL, 'journalled'), legOf({ ...CANCEL, orderId: '2' }, 'verified')])
    expect([...keysInProgress([mine, others], 'mine')]).toEqual([legKey(CANCEL)])
    expect([...keysInProgress([mine, others], 'other')]).toEqual([legKey(REQUEST)])
    expect(keysInProgress([mine, others], 'third').size).toBe(2)
  })

  it('is told apart by area, instrument and order', () => {
    const keys = [
      CANCEL,
      { ...CANCEL, area: 'contract' as const },
      { ...CANCEL, instrument: 'Y' },
      { ...CANCEL, orderId: '2' },
    ]
    expect(new Set(keys.map(legKey)).size).toBe(4)
  })
})

describe('the very same action', () => {
  const busy = (ageMs: number, action: Action = CLOSE) =>
    isUnderWay(action, [intent('a', [legOf(REQUEST, 'unknown', ageMs)])])

  it('is under way while something came of it in the last five seconds', () => {
    expect([busy(0), busy(4_999), busy(5_000)]).toEqual([true, true, false])
    const legs = [legOf(REQUEST, 'unknown', 9_000), legOf(CANCEL, 'journalled', 10)]
    expect(isUnderWay(CLOSE, [intent('a', legs)])).toBe(true)
  })

  it('is none of another size, nor one that has ended', () => {
    expect(busy(0, closeAtMarket('key', 50))).toBe(false)
    expect(isUnderWay(CLOSE, [intent('a', [legOf(REQUEST, 'verified')])])).toBe(false)
    expect(isUnderWay(CLOSE, [])).toBe(false)
  })
})
