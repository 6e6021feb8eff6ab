import { message } from '#shared/words/message.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { Believing } from '#electron/portfolio/believe.ts'
import { Parts } from '#electron/portfolio/parts.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import type { Position } from '#shared/domain/account.ts'
import { balance, contract, marginAccount, order, position } from '#test/support/portfolio-fixtures.ts'

const LINK = position(contract('LINK', 'USDT'), { margin: 100 })
const BTC = position(contract('BTC', 'USDT'), { margin: 60 })
const inUse = (crossInitialMargin: number) => marginAccount('USDT', { crossInitialMargin, unrealizedPnl: 0 })
const unread = (about: Partial<Quarantined> = {}): Quarantined => ({
  ...{ path: 'account[0]', reason: message('expected.missing'), hides: ['positions'], coin: 'USDT' },
  ...about,
})

let parts: Parts
let believing: Believing
/** For each reply, whether it was to be compared as a complete one. */
let compared: boolean[]

beforeEach(() => {
  parts = new Parts()
  compared = []
  const events = {
    account: ({ quarantined }: { quarantined: readonly unknown[] }) => void compared.push(quarantined.length === 0),
    spot: () => undefined,
  }
  believing = new Believing(parts, () => undefined, events)
})

function read(at: number, positions: readonly Position[], used: number, quarantined: readonly Quarantined[] = []) {
  const value = { marginAccounts: [inUse(used)], positions }
  return believing.account({ value, sentAt: at, answeredAt: at, timestamp: null, quarantined })
}
const shown = () => parts.part('positions').data?.map(({ contract: name, keptFrom }) => [name, keptFrom])

describe('a position whose row can no longer be read', () => {
  it('stays as last read, while the others are as read now and nothing is doubted', () => {
    read(1_000, [LINK, BTC], 160)
    expect(read(2_000, [BTC], 160, [unread({ contract: 'E-LINK-USDT' })])).toEqual([])
    expect(shown()).toEqual([
      ['E-BTC-USDT', undefined],
      ['E-LINK-USDT', 1_000],
    ])
    expect(parts.part('positions')).toMatchObject({
      readAt: 2_000,
      failure: null,
      hidden: [{ contract: 'E-LINK-USDT' }],
    })
    expect(parts.incomplete()).toEqual(['positions'])
    expect(compared).toEqual([true, false])
  })

  it('is as read once it can be, and gone once a complete reply does not list it', () => {
    read(1_000, [LINK, BTC], 160)
    read(2_000, [BTC], 160, [unread()])
    read(3_000, [LINK, BTC], 160)
    expect(shown()?.map(([, keptFrom]) => keptFrom)).toEqual([undefined, undefined])
    read(4_000, [BTC], 160, [unread()])
    read(5_000, [BTC], 60)
    expect(shown()).toEqual([['E-BTC-USDT', undefined]])
    expect(parts.incomplete()).toEqual([])
  })

  it('has an unknown age when the machine slept since', () => {
    read(1_000, [LINK, BTC], 160)
    parts.wake(5_000)
    read(6_000, [BTC], 160, [unread()])
    expect(shown()).toContainEqual(['E-LINK-USDT', null])
  })
})

describe('a reply that contradicts itself for longer than a minute', () => {
  it('is shown with the missing positions as they were, and is not compared', () => {
    read(1_000, [LINK], 100)
    for (const at of [2_000, 30_000]) expect(read(at, [], 100)).toHaveLength(2)
    expect(parts.part('positions')).toMatchObject({ readAt: 1_000, data: [{ contract: 'E-LINK-USDT' }] })
    const why = JSON.stringify(parts.part('positions').failure?.message)
    expect(why).toContain('account.notBelieved')
    expect(why).toContain('account.doubt.marginInUse.cross')
    read(62_000, [], 100)
    expect(shown()).toEqual([['E-LINK-USDT', 1_000]])
    expect(parts.part('positions')).toMatchObject({ readAt: 62_000, failure: null })
    expect(parts.incomplete()).toEqual(['positions'])
    expect(compared).toEqual([true, false])
    read(63_000, [], 0)
    expect(shown()).toEqual([])
    expect(parts.incomplete()).toEqual([])
  })

  it('from the first read on never makes the part known to be empty', () => {
    read(1_000, [], 100)
    expect([shown(), parts.incomplete()]).toEqual([[], ['positions']])
  })
})

it('does not take a reply that lists nothing for an empty account once a contract order was known to be open', () => {
  const nothing = (at: number) =>
    believing.account({
      value: { marginAccounts: [], positions: [] },
      ...{ sentAt: at, answeredAt: at, timestamp: null, quarantined: [] },
    })
  expect(nothing(1_000)).toEqual([])
  expect(parts.incomplete()).toEqual([])
  parts.keep('orders', { orders: [{ ...order(contract('BTC', 'USDT')), readAt: 1_500 }], scopes: [] }, 1_500, [])
  expect(nothing(2_000)).toHaveLength(1)
  expect(parts.incomplete()).toEqual(['marginAccounts', 'positions'])
})

it('keeps balances whose rows cannot be read, and all of them when none is listed', () => {
  const answer = { answeredAt: 0, timestamp: null }
  const hidden: Quarantined = {
    path: 'balances[0]',
    reason: message('expected.missing'),
    hides: ['balances'],
    coin: 'BTC',
  }
  const rows = () => parts.part('balances').data?.map(({ asset, keptFrom }) => [asset, keptFrom])
  believing.balances({ ...answer, value: [balance('BTC', 1), balance('USDT', 5)], sentAt: 1_000, quarantined: [] })
  believing.balances({ ...answer, value: [balance('USDT', 6)], sentAt: 2_000, quarantined: [hidden] })
  expect(rows()).toEqual([
    ['USDT', undefined],
    ['BTC', 1_000],
  ])
  for (const sentAt of [3_000, 70_000]) believing.balances({ ...answer, value: [], sentAt, quarantined: [] })
  expect(rows()).toEqual([
    ['USDT', 2_000],
    ['BTC', 1_000],
  ])
  expect(parts.incomplete()).toEqual(['balances'])
})
