import { describe, expect, it } from 'vitest'
import { coverOf, isCover, type Covered, type CoverSources } from '#shared/desk/cover.ts'
import type { Protection, ProtectRequest } from '#shared/desk/plan.ts'
import { decimal } from '#test/support/amounts.ts'
import { contract, order, position } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')
/** A hundred contracts at a mark of 100. */
const held = (overrides: Parameters<typeof position>[1] = {}): Covered => position(BTC, { volume: 100, ...overrides })
const LONG = held()
const SHORT = held({ side: 'short' })

type Terms = Partial<Omit<Protection, 'request'>> &
  Partial<Omit<ProtectRequest, 'volume' | 'triggerPrice'>> & { volume?: number; at?: number }
function protection({ intentId = 'a', state = 'believed', placedAt = 0, ...terms }: Terms = {}): Protection {
  const { volume = 100, at = 90, purpose = 'stopLoss', positionKey = LONG.key, trigger = 'fall' } = terms
  const request: ProtectRequest = {
    ...{ kind: 'protect', area: 'contract', instrument: BTC.name, marginMode: 'cross', side: 'sell' },
    ...{ positionKey, purpose, trigger, volume: decimal(volume), triggerPrice: decimal(at) },
  }
  return { intentId, request, triggerId: '1', placedAt, state }
}
const cover = (of: Covered, protections: readonly Protection[], overrides: Partial<CoverSources> = {}) =>
  coverOf(of, { protections, orders: [], ownLiquidation: null, ...overrides })
const brief = (...given: Parameters<typeof cover>) => {
  const { share, isAtLeast, protections } = cover(...given)
  return [share, isAtLeast, protections.map((each) => `${each.protection.intentId} ${each.verdict}`).join(', ')]
}
const closes = (quantity: number, price: number | null, overrides: Parameters<typeof order>[1] = {}) =>
  order(BTC, { side: 'sell', action: 'close', quantity, price, ...overrides })

describe('stops', () => {
  it('cover their size, of their own position, and never more than all of it', () => {
    expect(brief(LONG, [])).toEqual([0, false, ''])
    expect(brief(LONG, [protection({ volume: 40 })])).toEqual([0.4, false, 'a works'])
    expect(brief(LONG, [protection({ volume: 40, positionKey: SHORT.key })])).toEqual([0, false, ''])
    expect(brief(held({ volume: 0 }), [protection()])).toEqual([null, false, 'a locked'])
    expect(brief(held({ volume: '0.5' }), [protection({ volume: 0.5 })])).toEqual([1, false, 'a works'])
  })

  it.each([
    ['unknown', 'lost'],
    ['orphaned', 'gone'],
    ['overdue', 'overdue'],
  ] as const)('that are %s cover nothing', (state, verdict) => {
    expect(brief(LONG, [protection({ state }), protection({ intentId: 'b', volume: 60 })])).toEqual([
      0.6,
      false,
      `a ${verdict}, b works`,
    ])
  })

  it('cover nothing when the position is liquidated before or at their trigger', () => {
    const at = (own: number | null, venue: number | null = null, of = {}) =>
      brief(held({ venueLiquidationPrice: venue, ...of }), [protection()], {
        ownLiquidation: own === null ? null : decimal(own),
      })
    expect([at(89), at(90), at(95), at(null)].map(([share]) => share)).toEqual([1, 0, 0, 1])
    // The venue's liquidation price counts. A price on the other side of the mark does not concern the stop.
    expect([at(95, 50), at(50, 95), at(101), at(100)].map(([share]) => share)).toEqual([1, 0, 1, 1])
    expect(at(95, null, { markPrice: null })).toEqual([0, false, 'a late'])
    const rises = (own: number) =>
      brief(SHORT, [protection({ positionKey: SHORT.key, at: 110, trigger: 'rise' })], {
        ownLiquidation: decimal(own),
      })[0]
    expect([rises(111), rises(110), rises(105), rises(100), rises(99)]).toEqual([1, 0, 0, 1, 1])
  })

  it('use what closing orders leave, the one that triggers first before the others', () => {
    const locked = held({ pendingCloseVolume: 30 })
    const orders = [closes(30, 120)]
    const [high, low] = [
      protection({ intentId: 'high', at: 95, volume: 50 }),
      protection({ intentId: 'low', at: 80, volume: 30 }),
    ]
    for (const both of [
      [high, low],
      [low, high],
    ]) {
      const { share, protections } = cover(locked, both, { orders })
      expect([share, new Map(protections.map((each) => [each.protection, each.verdict])).get(low)]).toEqual([
        0.5,
        'locked',
      ])
    }
    expect(brief(locked, [low, protection({ intentId: 'high', at: 95, volume: 40 })], { orders })[0]).toBe(0.7)
    expect(brief(locked, [protection({ volume: 71 })], { orders })).toEqual([0, false, 'a locked'])
    expect(brief(locked, [protection({ volume: 70 })], { orders })).toEqual([0.7, false, 'a works'])
    const upward = (intentId: string, at: number) =>
      protection({ intentId, at, volume: 60, positionKey: SHORT.key, trigger: 'rise' })
    expect(brief(SHORT, [upward('far', 120), upward('near', 105)])).toEqual([0.6, false, 'far locked, near works'])
  })

  it('that do not work take nothing from those that do', () => {
    expect(brief(LONG, [protection({ state: 'unknown', at: 99 }), protection({ intentId: 'b' })])[0]).toBe(1)
    const late = protection({ at: 80 })
    expect(brief(LONG, [late, protection({ intentId: 'b' })], { ownLiquidation: decimal(85) })).toEqual([
      1,
      false,
      'a late, b works',
    ])
  })

  it('may be locked when it is unknown what locks the rest', () => {
    const locked = held({ pendingCloseVolume: 30 })
    expect(brief(locked, [protection({ volume: 80 })])).toEqual([null, true, 'a maybeLocked'])
    expect(brief(locked, [protection({ volume: 101 })])).toEqual([null, true, 'a locked'])
    expect(brief(locked, [protection({ volume: 70 })])).toEqual([0.7, true, 'a works'])
    const unread = { ...LONG, pendingCloseVolume: null }
    expect(brief(unread, [protection()])).toEqual([null, true, 'a maybeLocked'])
    expect(cover(unread, []).closable).toBeNull()
  })
})

describe('take-profits', () => {
  const profit = (terms: Terms = {}) =>
    protection({ intentId: 'p', purpose: 'takeProfit', at: 120, trigger: 'rise', ...terms })

  it('cover nothing, and take nothing from a stop', () => {
    expect(brief(LONG, [profit()])).toEqual([0, false, 'p works'])
    expect(brief(LONG, [profit(), protection()])).toEqual([1, false, 'a works, p works'])
    expect(cover(LONG, [profit(), protection()]).protections.map(isCover)).toEqual([true, false])
    expect(cover(LONG, [protection({ state: 'unknown' })]).protections.map(isCover)).toEqual([false])
  })

  it('are listed after the stops, newest first', () => {
    const all = [
      profit({ placedAt: 9 }),
      protection({ volume: 1, placedAt: 1 }),
      protection({ intentId: 'b', volume: 1, placedAt: 2 }),
    ]
    expect(brief(LONG, all)[2]).toBe('b works, a works, p works')
    expect(brief(LONG, all.toReversed())[2]).toBe('b works, a works, p works')
  })
})

describe('closing orders', () => {
  const split = (of: Covered, orders: CoverSources['orders']) => {
    const { covering, waiting, unknown } = cover(of, [], { orders }).orders
    return [covering, waiting, unknown].map((amount) => amount.toNumber())
  }
  const locked = (pendingCloseVolume: number, overrides: Parameters<typeof position>[1] = {}) =>
    held({ pendingCloseVolume, ...overrides })

  it('cover at the mark, on its losing side or at market, and only wait beyond it', () => {
    expect([99, 100, 101, null].map((price) => split(locked(30), [closes(30, price)]))).toEqual([
      [30, 0, 0],
      [30, 0, 0],
      [0, 30, 0],
      [30, 0, 0],
    ])
    const buys = (price: number) => [closes(30, price, { side: 'buy' })]
    expect([99, 100, 101].map((price) => split(locked(30, { side: 'short' }), buys(price))[0])).toEqual([0, 30, 30])
    expect(brief(locked(30), [], { orders: [closes(30, 99)] })).toEqual([0.3, false, ''])
    expect(brief(locked(30), [], { orders: [closes(30, 101)] })).toEqual([0, false, ''])
  })

  it('are matched by contract, side and unfilled size', () => {
    expect(split(locked(30), [closes(50, 99, { executed: 20 })])).toEqual([30, 0, 0])
    const others = [
      closes(30, 99, { side: 'buy' }),
      closes(30, 99, { action: 'open' }),
      closes(30, 99, { status: 'filled' }),
    ]
    expect(split(locked(30), others)).toEqual([0, 0, 30])
    expect(split(locked(30), [closes(10, 99, { executed: 20 })])).toEqual([0, 0, 30])
  })

  it('that are unknown may be either', () => {
    expect([split(locked(30), null), split(locked(30, { markPrice: null }), [closes(30, 99)])]).toEqual([
      [0, 0, 30],
      [0, 0, 30],
    ])
    expect(split(locked(30), [closes(10, 99), closes(5, 101)])).toEqual([10, 5, 15])
    expect(brief(locked(30), [])).toEqual([null, true, ''])
    expect(brief(locked(30), [], { orders: [closes(10, 99)] })).toEqual([0.1, true, ''])
  })

  it('of more than the locked size may belong to another position: only what must be this one’s counts', () => {
    expect(split(locked(30), [closes(20, 99), closes(20, 101)])).toEqual([10, 10, 10])
    expect(split(locked(30), [closes(40, 99)])).toEqual([30, 0, 0])
    expect(split(locked(30), [closes(40, 101), closes(40, 99)])).toEqual([0, 0, 30])
    expect(split(locked(0), [closes(40, 99)])).toEqual([0, 0, 0])
  })

  it('leave the rest to stops, never less than zero', () => {
    const left = (pending: number) => cover(locked(pending), []).closable?.toNumber()
    expect([left(0), left(30), left(100), left(120)]).toEqual([100, 70, 0, 0])
  })
})
