import { expect, it } from 'vitest'
import { ReadLog } from '#electron/portfolio/read-log.ts'
import { localFailure } from '#shared/domain/failure.ts'

const failure = (operation: string) => localFailure('timeout', operation, 'no answer')
const entry = { path: 'account[0]', reason: 'no' }

it('keeps the newest failure until that very read goes well again', () => {
  const log = new ReadLog()
  expect(log.failure()).toBeNull()
  log.note('spot.account', { failure: failure('spot.account') })
  log.tried('history', failure('history.store'))
  expect([log.failure()?.operation, log.wasAnswered('spot.account')]).toEqual(['history.store', false])
  log.tried('history', null)
  expect([log.failure()?.operation, log.isFailing('spot.account')]).toEqual(['spot.account', true])
  log.note('spot.account', { quarantined: [] })
  expect([log.failure(), log.wasAnswered('spot.account')]).toEqual([null, true])
})

it('names what unreadable entries may hide, until a whole answer comes', () => {
  const log = new ReadLog()
  log.note('contract.account', { quarantined: [entry] })
  log.note('spot.klines', { quarantined: [entry] })
  expect(log.incomplete()).toEqual(['marginAccounts', 'positions'])
  expect(log.quarantined()).toEqual([
    { operation: 'contract.account', ...entry },
    { operation: 'spot.klines', ...entry },
  ])
  // A failed read says nothing about what is hidden.
  log.note('contract.account', { failure: failure('contract.account') })
  expect(log.incomplete()).toHaveLength(2)
  log.note('contract.account', { quarantined: [] })
  expect(log.incomplete()).toEqual([])
})
