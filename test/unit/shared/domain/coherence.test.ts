import { describe, expect, it } from 'vitest'
import type { MarginAccount } from '#shared/domain/account.ts'
import { holdAgainst, isEmptied, NOTHING_BELIEVED } from '#shared/domain/coherence.ts'
import type { AccountRead, Belief } from '#shared/domain/coherence.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { balance, contract, marginAccount, position } from '#test/support/portfolio-fixtures.ts'

const BTC = position(contract('BTC', 'USDT'), { volume: 25, margin: 100 })
const ETH = position(contract('ETH', 'USDT'), { volume: 15, margin: 60 })
const FLAT = { isolatedMargin: 0, crossInitialMargin: 0, unrealizedPnl: 0, isolatedEquity: 0, walletBalance: 1000 }

function account(fields: Record<string, number | null> = {}): MarginAccount {
  const amounts = Object.entries(fields).map(([name, amount]) => [name, amount === null ? null : decimal(amount)])
  return { ...marginAccount('USDT', FLAT), ...Object.fromEntries(amounts) } as MarginAccount
}

function read(positions: AccountRead['positions'], fields: Record<string, number | null> = {}): AccountRead {
  return { positions, marginAccounts: [account(fields)] }
}

const codes = (
  now: AccountRead,
  belief: Belief = NOTHING_BELIEVED,
  at = 0,
  isOurs: (key: string) => boolean = () => false,
) => holdAgainst(now, at, belief, { isOurs }).doubts.map(({ code }) => code)

const after = (earlier: AccountRead): Belief => ({ ...NOTHING_BELIEVED, read: earlier })

describe('a reply contradicts itself', () => {
  it.each([
    ['flat, and the venue says so', read([]), []],
    ['every field null', read([], { isolatedMargin: null, crossInitialMargin: null, unrealizedPnl: null }), []],
    ['a position with every field 0', read([BTC]), []],
    ['cross margin in use, nothing listed', read([], { crossInitialMargin: 100 }), ['marginInUse']],
    ['isolated margin in use, a cross position listed', read([BTC], { isolatedMargin: 5 }), ['marginInUse']],
    ['isolated equity of zero', read([], { isolatedEquity: 3 }), ['isolatedEquity']],
    ['profit of zero', read([], { unrealizedPnl: -3 }), ['unrealizedPnl']],
    ['a rounding remainder', read([], { crossInitialMargin: 1e-10, unrealizedPnl: -1e-10 }), []],
  ])('%s', (_, now, expected) => {
    expect(codes(now)).toEqual(expected)
  })
})

it('is no proof while it lists nothing, once contract orders were open, until it lists something', () => {
  const nothing: AccountRead = { positions: [], marginAccounts: [] }
  const judge = (now: AccountRead, belief: Belief, hasOrders: boolean) => holdAgainst(now, 0, belief, { hasOrders })
  expect(judge(nothing, NOTHING_BELIEVED, false).doubts).toEqual([])
  const first = judge(nothing, NOTHING_BELIEVED, true)
  expect(first.doubts).toEqual([{ code: 'nothingListed' }])
  const second = judge(nothing, first.belief, false)
  expect(second.doubts).toEqual([{ code: 'nothingListed' }])
  const third = judge(read([]), second.belief, true)
  expect([third.doubts, judge(nothing, { ...third.belief, read: null }, false).doubts]).toEqual([[], []])
})

describe('a reply compared with the one before', () => {
  const both = after(read([BTC, ETH], { crossInitialMargin: 160 }))

  it.each([
    ['a close gave its margin back', read([ETH], { crossInitialMargin: 60 }), []],
    ['its margin is still in use', read([ETH], { crossInitialMargin: 160 }), ['vanished']],
    ['another position took its place', read([ETH, { ...BTC, key: 'new' }], { crossInitialMargin: 160 }), []],
    ['the coin is gone', { positions: [], marginAccounts: [] }, ['coinGone']],
  ])('a position is missing, and %s', (_, now, expected) => {
    expect(codes(now, both)).toEqual(expected)
  })

  it.each([
    ['the balance stays', { crossInitialMargin: null }, ['vanished']],
    ['the balance moved', { crossInitialMargin: null, walletBalance: 990 }, []],
  ])('of a venue that reports no margin, and %s', (_, fields, expected) => {
    const quiet = after(read([BTC], { crossInitialMargin: null }))
    expect(codes(read([], fields), quiet)).toEqual(expected)
  })

  it('is trusted after 15 s when only the list suggests it, and never while its margin is in use', () => {
    const quiet = after(read([BTC], { crossInitialMargin: null }))
    const gone = read([], { crossInitialMargin: null })
    const first = holdAgainst(gone, 1_000, quiet)
    expect(codes(gone, first.belief, 15_999)).toEqual(['vanished'])
    expect(codes(gone, first.belief, 16_000)).toEqual([])
    const loud = read([ETH], { crossInitialMargin: 160 })
    expect(codes(loud, holdAgainst(loud, 1_000, both).belief, 99_000)).toEqual(['vanished'])
  })

  it('is trusted when our own close took the position', () => {
    expect(codes(read([ETH], { crossInitialMargin: 160 }), both, 0, (key) => key === BTC.key)).toEqual([])
  })

  it('is not used for comparison with the next one while it is doubted', () => {
    const { belief } = holdAgainst(read([ETH], { crossInitialMargin: 160 }), 0, both)
    expect(belief.read).toBe(both.read)
    expect(holdAgainst(read([ETH], { crossInitialMargin: 60 }), 1, belief).belief.read?.positions).toEqual([ETH])
  })
})

it('Spot is treated as emptied when nothing is listed where something was held', () => {
  expect(isEmptied([balance('BTC', 1)], [])).toBe(true)
  expect(isEmptied([balance('BTC', 0)], [])).toBe(false)
  expect(isEmptied(null, [])).toBe(false)
  expect(isEmptied([balance('BTC', 1)], [balance('BTC', 0)])).toBe(false)
})
