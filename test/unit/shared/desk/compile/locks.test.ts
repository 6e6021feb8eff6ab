import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { enoughOf, freedBy, lockingOrders, pendingWarning, withPending } from '#shared/desk/compile/locks.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { NO_FACTS } from '#test/support/desk-facts.ts'
import { contract, order, position } from '#test/support/portfolio-fixtures.ts'
import { inWords } from '#test/support/in-words.ts'

const BTC = contract('BTC', 'USDT')
const ETH = contract('ETH', 'USDT')
const held = (pendingCloseVolume: number | null, overrides: Parameters<typeof position>[1] = {}, of = BTC) =>
  position(of, { volume: 25, pendingCloseVolume, ...overrides })
const closing = (orderId: string, quantity: number, overrides: Parameters<typeof order>[1] = {}) =>
  order(BTC, { orderId, side: 'sell', action: 'close', quantity, ...overrides })
const ids = (orders: readonly Order[]) => orders.map(({ orderId }) => orderId)

/** The orders that lock part of the first of `positions`, or of the first `owned` ones. */
const locking = (
  positions: readonly Position[],
  orders: readonly Order[],
  overrides: Partial<Parameters<typeof lockingOrders>[1]> = {},
  owned = 1,
) => ids(lockingOrders(positions.slice(0, owned), { ...NO_FACTS, positions, orders, ...overrides }))

describe('the orders that lock a position', () => {
  const ORDERS = [closing('2', 3), closing('1', 4), order(BTC, { orderId: 'opens', side: 'sell' })]

  it('are its closing orders, sorted by id, when no other position can own them', () => {
    expect(locking([held(7)], ORDERS)).toEqual(['1', '2'])
    expect(locking([held(1)], ORDERS.toReversed())).toEqual(['1', '2'])
    expect(locking([held(null)], ORDERS)).toEqual(['1', '2'])
    expect(locking([held(7), held(7, {}, ETH), held(7, { side: 'short' })], ORDERS)).toEqual(['1', '2'])
  })

  it('are none when no part of the position is locked', () => {
    expect([locking([held(0)], ORDERS), locking([held(null)], []), locking([], ORDERS)]).toEqual([[], [], []])
    expect(locking([held(1)], ORDERS)).toHaveLength(2)
  })

  it('exclude those that cannot be cancelled', () => {
    expect(locking([held(7)], ORDERS, { stuck: ['1'] })).toEqual(['2'])
  })

  it('are none for a position known from an earlier read: a protective order may be all that closes it', () => {
    const other = held(0, { marginMode: 'isolated' })
    const known = new Map([[held(7).key, 9]])
    expect(locking([held(7)], ORDERS, { knownMs: known })).toEqual([])
    expect(locking([held(7), other], ORDERS, { knownMs: known }, 2)).toEqual([])
    expect(locking([held(7)], ORDERS, { knownMs: new Map([['another', 9]]) })).toHaveLength(2)
  })

  describe('with another position of the same contract and side', () => {
    const other = (pending: number | null) => held(pending, { marginMode: 'isolated' })

    it('are all of them when they add up to its locked size and the other has none locked', () => {
      expect(locking([held(7), other(0)], ORDERS)).toEqual(['1', '2'])
      expect(locking([held(7), other(0)], ORDERS, { stuck: ['1'] })).toEqual(['2'])
      expect(locking([held(6), other(0)], ORDERS)).toEqual([])
      expect(locking([held(8), other(0)], ORDERS)).toEqual([])
    })

    it('are none when the other has, or may have, some locked', () => {
      expect([locking([held(7), other(1)], ORDERS), locking([held(7), other(null)], ORDERS)]).toEqual([[], []])
    })

    it('are all of them when both are to be closed', () => {
      expect(locking([held(4), other(3)], ORDERS, {}, 2)).toEqual(['1', '2'])
    })
  })

  it('with possibly unread positions, are those that add up to its locked size', () => {
    expect(locking([held(7)], ORDERS, { isPartial: true })).toEqual(['1', '2'])
    expect(locking([held(6)], ORDERS, { isPartial: true })).toEqual([])
    expect(ids(lockingOrders([held(7)], { ...NO_FACTS, positions: null, orders: ORDERS }))).toEqual([])
  })
})

describe('the orders that must be cancelled', () => {
  const enough = (wanted: number, ...orders: Order[]) => ids(enoughOf(orders, held(20), decimal(wanted)))
  // 25 held and 20 locked, so 5 are free.
  const [five, eight, seven] = [closing('5', 5), closing('8', 8), closing('7', 7)]

  it('are as few as possible: those that lock most first, and none when enough is free', () => {
    expect(enough(5, five, eight, seven)).toEqual([])
    expect(enough(6, five, eight, seven)).toEqual(['8'])
    expect(enough(13, five, eight, seven)).toEqual(['8'])
    expect(enough(14, five, eight, seven)).toEqual(['8', '7'])
    expect(enough(25, five, eight, seven)).toEqual(['8', '7', '5'])
  })

  it('are chosen by id when they lock the same size', () => {
    expect(enough(6, closing('b', 5), closing('a', 5))).toEqual(['a'])
    expect(enough(6, closing('a', 5), closing('b', 5))).toEqual(['a'])
  })

  it('include first what is already being cancelled', () => {
    const going = closing('1', 1, { status: 'canceling' })
    expect(enough(6, eight, going)).toEqual(['1'])
    expect(enough(6, going, eight)).toEqual(['1'])
    expect(enough(7, eight, going, closing('2', 2, { status: 'canceling' }))).toEqual(['2'])
  })
})

describe('what each position gets back', () => {
  const freed = (owned: readonly Position[], ...orders: Order[]) =>
    owned.map((each) => toText(freedBy(orders, owned)(each)))
  const other = (pending: number | null) => held(pending, { marginMode: 'isolated' })

  it('is everything when it is the only one', () => {
    expect(freed([held(3)], closing('1', 4), closing('2', 3, { executed: 1 }))).toEqual(['6'])
  })

  it('is its whole lock when the orders explain all locks, otherwise nothing', () => {
    expect(freed([held(4), other(3)], closing('1', 7))).toEqual(['4', '3'])
    expect(freed([held(4), other(3)], closing('1', 8))).toEqual(['4', '3'])
    expect(freed([held(4), other(3)], closing('1', 6))).toEqual(['0', '0'])
    expect(freed([held(0), other(null)], closing('1', 6))).toEqual(['0', '6'])
    expect(freed([held(1), other(null)], closing('1', 6))).toEqual(['0', '0'])
  })
})

describe('when the venue’s own figure could not be read', () => {
  const orders = [closing('1', 4)]
  const pendings = (positions: readonly Position[] | null) =>
    withPending({ positions, orders }).positions?.map(({ pendingCloseVolume }) => pendingCloseVolume?.toNumber())

  it('the pending size is computed from the closing orders', () => {
    expect(pendings([held(null), held(9, { marginMode: 'isolated' }), held(null, {}, ETH)])).toEqual([4, 9, 0])
  })

  it('facts that do not need this stay unchanged', () => {
    for (const positions of [[held(1), held(0, {}, ETH)], [], null]) {
      const facts = { positions, orders }
      expect(withPending(facts)).toBe(facts)
    }
  })

  it('the warning says so with the figure', () => {
    const gaps = [{ field: 'pendingCloseVolume', reason: message('expected.missing') }] as const
    expect(inWords(pendingWarning({ ...held(4), gaps }))[0]).toContain('The known orders show: 4 contracts of')
    expect(inWords(pendingWarning({ ...held(null), gaps }))[0]).toContain('0 contracts of')
    expect(pendingWarning(held(null))).toEqual([])
    expect(pendingWarning({ ...held(4), gaps: [{ field: 'openPrice', reason: message('expected.missing') }] })).toEqual(
      [],
    )
  })
})
