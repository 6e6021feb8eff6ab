import { expect, it } from 'vitest'
import { ReadLog } from '#electron/portfolio/read-log.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { message, verbatim } from '#shared/words/message.ts'

const failure = (operation: string) => localFailure('timeout', operation, verbatim('no answer'))
const entry = { path: 'account[0]', reason: message('expected.missing') }

it('keeps the newest failure until that very read succeeds', () => {
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

it('lists what could not be read, until a complete answer comes', () => {
  const log = new ReadLog()
  log.note('contract.account', { quarantined: [entry] })
  log.note('spot.klines', { quarantined: [entry] })
  expect(log.quarantined()).toEqual([
    { operation: 'contract.account', instrument: null, ...entry },
    { operation: 'spot.klines', instrument: null, ...entry },
  ])
  // A failed read says nothing about what is hidden.
  log.note('contract.account', { failure: failure('contract.account') })
  expect(log.quarantined()).toHaveLength(2)
  log.note('contract.account', { quarantined: [] })
  expect(log.quarantined().map(({ operation }) => operation)).toEqual(['spot.klines'])
})

it('keeps what a scope could not read until that very scope is read completely', () => {
  const log = new ReadLog()
  log.note('contract.openOrders', { quarantined: [entry] }, 'E-BTC-USDT')
  log.note('contract.openOrders', { quarantined: [] }, 'E-ETH-USDT')
  log.note('contract.openOrders', { failure: failure('contract.openOrders') }, 'E-BTC-USDT')
  expect(log.quarantined()).toEqual([{ operation: 'contract.openOrders', instrument: 'E-BTC-USDT', ...entry }])
  // A good read of another scope does not clear this one.
  log.note('contract.openOrders', { quarantined: [] }, 'E-ETH-USDT')
  expect(log.failure()).not.toBeNull()
  log.note('contract.openOrders', { quarantined: [] }, 'E-BTC-USDT')
  expect([log.quarantined(), log.failure()]).toEqual([[], null])
})

it('forgets a scope that is no longer read', () => {
  const log = new ReadLog()
  log.note('spot.openOrders', { quarantined: [entry] }, 'BTCUSDT')
  log.note('spot.account', { quarantined: [entry] })
  log.retain('spot.openOrders', new Set(['BTCUSDT']))
  expect(log.quarantined()).toHaveLength(2)
  log.retain('spot.openOrders', new Set())
  expect(log.quarantined().map(({ operation }) => operation)).toEqual(['spot.account'])
})
