import { expect, it } from 'vitest'
import { Ledger } from '#electron/simulator/testing/ledger.ts'
import { cancelsTwice } from '#test/support/ledger.ts'

const CANCEL = {
  method: 'POST',
  path: '/sapi/v1/cancel',
  url: '/sapi/v1/cancel',
  area: 'spot',
  endpoint: 'spot.cancel',
  socketId: 1,
  numberOnSocket: 1,
  arrivedAt: 0,
} as const
const REFUSED = { status: 400, executed: false }
const LOST = { status: null, executed: false }
const DONE = { status: 200, executed: true }

function sent(...answers: { status: number | null; executed: boolean }[]): readonly string[] {
  const ledger = new Ledger()
  for (const answer of answers) Object.assign(ledger.add(CANCEL), { orderId: '7' }, answer)
  return cancelsTwice(ledger)
}

it('counts a second cancel when the first may have worked', () => {
  expect(sent(DONE, DONE)).toEqual(['7'])
  expect(sent(DONE, REFUSED)).toEqual(['7'])
  expect(sent(LOST, DONE)).toEqual(['7'])
})

it('ignores a second cancel when the venue refused the first', () => {
  expect(sent(REFUSED, DONE)).toEqual([])
  expect(sent(REFUSED, REFUSED, LOST)).toEqual([])
})
