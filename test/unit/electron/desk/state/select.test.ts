/** Whose an order is: an order of another leg is never taken for the result of this one. */
import { describe, expect, it } from 'vitest'
import { PLANNED } from '#electron/desk/log/entry.ts'
import { NOTHING_KNOWN, type DeskState } from '#electron/desk/state/desk-state.ts'
import type { Intent } from '#electron/desk/state/intent.ts'
import { intentOf, isAnothers, legOf, legsOfKind, newestFirst, owns } from '#electron/desk/state/select.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import { REQUEST } from '#test/support/close-fixtures.ts'

const CANCEL: LegRequest = { kind: 'cancel', area: 'spot', instrument: 'X', orderId: '1' }

function intent(id: string, number: number, orderIds: readonly (string | null)[], request: LegRequest = REQUEST) {
  const legs = orderIds.map((orderId, index) => ({ intentId: id, index, request, record: { ...PLANNED, orderId } }))
  return { id, number, legs } as unknown as Intent
}

const OLD = intent('old', 1, ['remembered'])
const FIRST = intent('first', 2, ['a', 'b', null])
const SECOND = intent('second', 3, ['c'], CANCEL)
const STATE: DeskState = {
  ...NOTHING_KNOWN,
  ...{ intents: [FIRST, SECOND], remembered: [OLD], pastOrderIds: [new Set(['past'])] },
}

describe('an order', () => {
  it.each([
    ['past', true, true],
    ['remembered', true, true],
    ['a', true, false],
    ['b', true, true],
    ['c', true, true],
    ['nobody', false, false],
  ])("%s is ours: %s, and another's than of the first leg: %s", (orderId, isOurs, isOther) => {
    expect(owns(STATE, orderId)).toBe(isOurs)
    expect(isAnothers(STATE, { intentId: 'first', index: 0 }, orderId)).toBe(isOther)
  })

  it("of a leg with the same number in another intent is another's", () => {
    expect(isAnothers(STATE, { intentId: 'second', index: 0 }, 'a')).toBe(true)
    expect(isAnothers(STATE, { intentId: 'second', index: 0 }, 'c')).toBe(false)
  })
})

it('an intent and its legs are found among those reported and those remembered', () => {
  expect([intentOf(STATE, 'old'), intentOf(STATE, 'second'), intentOf(STATE, 'none')]).toEqual([OLD, SECOND, undefined])
  expect(legOf(STATE, { intentId: 'first', index: 1 })?.record.orderId).toBe('b')
  expect(legOf(STATE, { intentId: 'first', index: 9 })).toBeUndefined()
})

it('intents are listed newest first, and legs of a kind oldest first', () => {
  expect(newestFirst(STATE)).toEqual([SECOND, FIRST])
  const late = { ...STATE, intents: [FIRST], remembered: [intent('later', 9, ['z']), OLD] }
  expect(legsOfKind(late, 'close').map(({ record }) => record.orderId)).toEqual(['remembered', 'a', 'b', null, 'z'])
  expect(legsOfKind(STATE, 'cancel')).toEqual(SECOND.legs)
})
