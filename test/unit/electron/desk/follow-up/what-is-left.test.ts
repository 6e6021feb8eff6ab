import { describe, expect, it } from 'vitest'
import type { Intent, Leg } from '#electron/desk/state/intent.ts'
import { PLANNED, type LegRecord } from '#electron/desk/log/entry.ts'
import {
  behindCut,
  cutInstruments,
  everyOrderIn,
  isClear,
  isWhole,
  restOf,
  roundsOf,
  stillToDo,
  turnedOver,
  unexplained,
  whatIsLeft,
} from '#electron/desk/follow-up/what-is-left.ts'
import { missedBy } from '#electron/desk/plan/plans.ts'
import { stuckOrders } from '#electron/desk/state/earlier-intents.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { CancelRequest, LegRequest, LegState, SellRequest } from '#shared/desk/plan.ts'
import { decimal } from '#test/support/amounts.ts'
import { instrumentKey } from '#shared/domain/instrument.ts'
import { err, ok } from '#shared/domain/result.ts'
import { BEFORE, BTC, HELD, REQUEST, order } from '#test/support/close-fixtures.ts'
import { NO_FACTS } from '#test/support/desk-facts.ts'
import { balance, pair, position, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { codesOf, saidOf } from '#test/support/codes.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const FLATTEN: Action = { kind: 'flatten', spot: 'keep' }
const cancel = (orderId: string, instrument = BTC.name): CancelRequest => ({
  kind: 'cancel',
  area: 'contract',
  instrument,
  orderId,
})
const sale = (quantity: number, asset = 'ETH'): SellRequest => ({
  ...{ kind: 'sell', area: 'spot', instrument: `${asset}USDT`, asset, clientOrderId: 'x' },
  ...{ quantity: decimal(quantity), held: decimal(10) },
})
const legOf = (request: LegRequest, record: Partial<LegRecord> = {}, round = 1): Leg =>
  ({ request, round, changedMono: 0, record: { ...PLANNED, ...record } }) as Leg
const intent = (legs: readonly Leg[], action: Action = FLATTEN, id = 'own'): Intent =>
  ({ id, legs, action }) as unknown as Intent
const facts = (overrides: Partial<DeskFacts> = {}): DeskFacts => ({ ...NO_FACTS, ...overrides })

describe('nothing is left', () => {
  const left = (overrides: Partial<DeskFacts>, action: Action = FLATTEN) => !isClear(action, facts(overrides))

  it('of a flatten when every list was read completely and is empty', () => {
    expect(left({})).toBe(false)
    expect(left({ positions: [position(BTC, { volume: 0 })], orders: [order('1', { status: 'canceled' })] })).toBe(
      false,
    )
  })

  it.each<[string, Partial<DeskFacts>]>([
    ['positions that were not read', { positions: null }],
    ['positions of which some may be hidden', { isPartial: true }],
    ['a position', { positions: [position(BTC, { volume: '0.5' })] }],
    ['an order', { orders: [order('1')] }],
    [
      'an order in a state nobody knows',
      { orders: [order('1', { status: 'unknown' }), order('2', { status: 'filled' })] },
    ],
    ['orders that were not read', { unread: ['x'] }],
    ['an area that was not read', { blind: ['spot'] }],
    ['a list that is cut', { cut: ['x'] }],
    ['a doubt', { doubts: [verbatim('Margin is in use.')] }],
    ['what is locked', { instruments: [pair('ETH', 'USDT')], balances: [balance('ETH', 0, 1)] }],
  ])('except for %s', (_, overrides) => {
    expect(left(overrides)).toBe(true)
  })

  it('of a flatten that sells, once the balances can be judged', () => {
    const sells: Action = { kind: 'flatten', spot: 'sell' }
    const risk = riskInputs({})
    expect([left({ risk }, sells), left({ risk: null }, sells), left({ balances: null, risk }, sells)]).toEqual([
      false,
      true,
      true,
    ])
    expect(left({ risk: null, balances: null })).toBe(false)
  })

  it('of a close once its position is gone, and of a side once its positions are gone', () => {
    const short = position(BTC, { side: 'short' })
    const other = { positions: [short], orders: [order('1')], unread: ['x'] }
    expect([left(other, closeAtMarket(HELD.key)), left(other, closeAtMarket(short.key))]).toEqual([false, true])
    expect([
      left(other, { kind: 'closeSide', side: 'long' }),
      left(other, { kind: 'closeSide', side: 'short' }),
    ]).toEqual([false, true])
    const gone = { positions: [position(BTC, { side: 'short', volume: 0 })] }
    expect(left(gone, closeAtMarket(short.key))).toBe(false)
    expect(left({ ...other, isPartial: true }, closeAtMarket(HELD.key))).toBe(true)
  })

  it('only when every list was read completely', () => {
    expect(isWhole(facts())).toBe(true)
    for (const each of [{ positions: null }, { unread: ['x'] }, { blind: ['contract' as const] }])
      expect(isWhole(facts(each))).toBe(false)
  })
})

describe('an action on orders that it does not name', () => {
  it('covers whole areas', () => {
    expect([...everyOrderIn(FLATTEN)].toSorted()).toEqual(['contract', 'spot'])
    expect(everyOrderIn({ kind: 'cancelMatching', filter: allOrdersOf('spot', 'x') })).toEqual(['spot'])
    expect(everyOrderIn(closeAtMarket('key'))).toEqual([])
  })

  it('considers amounts locked in its instrument, or in all', () => {
    const known = {
      ...NO_FACTS,
      instruments: [pair('ETH', 'USDT'), pair('SOL', 'USDT')],
      balances: [balance('ETH', 0, 1), balance('SOL', 0, 1)],
    }
    const coins = (action: Action) =>
      unexplained(action, known)
        .map(({ unit }) => unit)
        .toSorted()
    expect(coins(FLATTEN)).toEqual(['ETH', 'SOL'])
    expect(coins({ kind: 'cancelMatching', filter: allOrdersOf('spot', 'SOLUSDT') })).toEqual(['SOL'])
    expect(coins(closeAtMarket('key'))).toEqual([])
  })

  it('may miss orders when lists were not read', () => {
    const all: Action = { kind: 'cancelMatching', filter: { area: null, instrument: null, side: null, closing: true } }
    const missed = missedBy(all, facts({ unread: ['X'] }))
    expect(saidOf(missed)).toContain('X could not be read')
    expect([missedBy(all, facts()), missedBy(FLATTEN, facts({ unread: ['X'] }))]).toEqual([null, null])
  })
})

describe('a list that may be truncated', () => {
  const cancels = (count: number, instrument: string, round = 1) =>
    Array.from({ length: count }, (_, at) => legOf(cancel(`${instrument} ${String(at)}`, instrument), {}, round))

  it('is one from which a hundred orders were cancelled in one round', () => {
    const cut = (...legs: Leg[][]) => [...cutInstruments(intent(legs.flat()))]
    expect(cut(cancels(99, 'A'), cancels(100, 'B'))).toEqual([instrumentKey('contract', 'B')])
    expect(cut(cancels(99, 'A'), cancels(99, 'A', 2))).toEqual([])
    expect(cut(Array.from({ length: 100 }, () => legOf(REQUEST)))).toEqual([])
  })

  it('may show further orders: only those are cancelled too, for up to 300 rounds', () => {
    const own = intent(cancels(100, 'B'))
    const wanted = [cancel('new', 'B'), cancel('B 1', 'B'), cancel('new', 'A'), REQUEST]
    expect(behindCut(own, wanted)).toEqual([wanted[0]])
    const rounds = (round: number) =>
      behindCut(intent([...cancels(100, 'B'), legOf(cancel('z', 'B'), {}, round)]), wanted).length
    expect([rounds(299), rounds(300)]).toEqual([1, 0])
    expect([roundsOf(intent([])), roundsOf(intent([legOf(REQUEST, {}, 7)]))]).toEqual([0, 7])
  })
})

describe('the requests still to send', () => {
  const CLOSING = order('7', { status: 'new' })
  const sent = (
    wanted: readonly LegRequest[],
    own: readonly Leg[] = [],
    others: readonly Intent[] = [],
    orders = [CLOSING],
  ) => {
    const of = intent(own)
    const log = { known: () => ({ intents: [of, ...others], now: 0 }) }
    const rest = { legs: ok(wanted), lagging: [], laggingCoins: [] }
    return stillToDo(of, rest, facts({ orders }), log)
  }
  const WANTED = [cancel('7'), REQUEST, cancel('8')]

  it('are all that are wanted', () => {
    expect(sent(WANTED)).toEqual(WANTED)
    expect(sent(WANTED, [legOf(REQUEST, { state: 'verified' })])).toEqual(WANTED)
  })

  it.each<LegState>(['journalled', 'acknowledged', 'unknown', 'needsHuman'])(
    'exclude a close while the same close is %s, and the cancel of an order that may be that close',
    (state) => {
      expect(sent(WANTED, [legOf(REQUEST, { state })])).toEqual([cancel('8')])
      expect(sent(WANTED, [legOf(REQUEST, { state })], [], [order('7', { action: 'open' })])).toEqual([
        WANTED[0],
        WANTED[2],
      ])
      expect(sent(WANTED, [legOf(REQUEST, { state })], [], [order('7', { instrument: 'E-ETH-USDT' })])).toHaveLength(2)
    },
  )

  it('exclude what another intent is doing', () => {
    expect(sent(WANTED, [], [intent([legOf(cancel('8'), { state: 'unknown' })], FLATTEN, 'other')])).toEqual([
      cancel('7'),
      REQUEST,
    ])
  })

  it('exclude a sale whose size was refused twice', () => {
    const failure = { outcome: 'rejected' } as LegRecord['failure']
    const refused = (quantity: number, asset?: string) => legOf(sale(quantity, asset), { state: 'rejected', failure })
    expect(sent([sale(2)], [refused(2)])).toHaveLength(1)
    expect(sent([sale(2)], [refused(2), refused(2)])).toEqual([])
    expect(sent([sale(2)], [refused(2), refused(3)])).toHaveLength(1)
    expect(sent([sale(2)], [refused(2), refused(2, 'SOL')])).toHaveLength(1)
    expect(sent([sale(2)], [refused(2), legOf(sale(2), { state: 'absent' })])).toHaveLength(1)
  })

  it('do not count on orders that could not be cancelled', () => {
    const states: LegState[] = ['rejected', 'needsHuman', 'verified', 'unknown']
    const legs = states.map((state) => legOf(cancel(state), { state }))
    expect(stuckOrders(intent([...legs, legOf(REQUEST, { state: 'rejected' })]))).toEqual(['rejected', 'needsHuman'])
  })
})

describe('the rest of an intent', () => {
  const took = legOf(REQUEST, { state: 'verified', before: BEFORE, executed: decimal(4) })
  const sold = legOf(sale(3), { state: 'verified', executed: decimal(3) })
  const own = intent([took, sold])
  const drafted = [REQUEST, { ...REQUEST, positionKey: 'another' }, sale(1), sale(1, 'SOL'), cancel('1')]
  const rest = (volume: number, free: number) => {
    const options = {
      log: { known: () => ({ intents: [own], now: 0 }) },
      plans: { draft: () => ok({ legs: drafted, warnings: [] }) },
    }
    const known = facts({ positions: [{ ...HELD, volume: decimal(volume) }], balances: [balance('ETH', free)] })
    const { legs, lagging, laggingCoins } = restOf(own, known, options)
    return [legs.ok && legs.value, lagging.length, laggingCoins.length]
  }

  it('does not close or sell again what the lists do not yet show as gone', () => {
    expect(rest(8, 7)).toEqual([drafted, 0, 0])
    expect(rest(12, 7)).toEqual([drafted.slice(1), 1, 0])
    expect(rest(8, 10)).toEqual([[...drafted.slice(0, 2), ...drafted.slice(3)], 0, 1])
  })
})

describe('what the trader is told of the rest', () => {
  const failure = { outcome: 'rejected' } as LegRecord['failure']
  const refused = intent([1, 2].map(() => legOf(sale(2), { state: 'rejected', failure })))
  const NOTHING = { legs: ok([]), lagging: [], laggingCoins: [] }
  const DENIED = { ...NOTHING, legs: err({ code: 'NOTHING_TO_DO', message: message('plan.alreadyFlat') } as const) }
  const codes = (of: Intent, rest: Parameters<typeof whatIsLeft>[1], known: Partial<DeskFacts> = {}) =>
    codesOf(whatIsLeft(of, rest, facts(known)))
  const own = intent([])

  it.each<[string, readonly LegRequest[], Partial<DeskFacts>, readonly string[]]>([
    ['requests', [REQUEST, sale(1)], {}, ['intent.stillToDo']],
    ['a sale that is refused', [sale(2)], {}, ['intent.refusedToSell']],
    ['both', [REQUEST, sale(2)], {}, ['intent.stillToDo', 'intent.refusedToSell']],
    [
      'coins that orders lock',
      [cancel('7')],
      { balances: [balance('ETH', 0, 1)] },
      ['intent.stillToDo', 'intent.locked', 'plan.hidden.asset'],
    ],
    ['no locked coins', [cancel('7')], { balances: [balance('ETH', 1)] }, ['intent.stillToDo']],
    [
      'coins that orders may lock',
      [cancel('7')],
      { balances: [{ ...balance('ETH', 1), locked: null }] },
      ['intent.stillToDo', 'intent.lockedUnknown', 'plan.hiddenUnknown.asset'],
    ],
    [
      'locked coins, but nothing to cancel',
      [REQUEST],
      { balances: [balance('ETH', 0, 1)] },
      ['intent.stillToDo', 'plan.hidden.asset'],
    ],
    ['positions that were not read', [], { positions: null }, ['intent.noPositionRead']],
    ['positions of which some may be hidden', [], { isPartial: true }, ['intent.somePositionsUnread']],
    ['a doubt', [], { isPartial: true, doubts: [verbatim('Margin is in use.')] }, ['plan.listDoubted']],
    ['orders that were not read', [], { unread: ['x'] }, ['plan.ordersUnread']],
  ])('%s', (_, legs, known, expected) => {
    expect(codes(refused, { ...NOTHING, legs: ok(legs) }, known)).toEqual(expected)
  })

  it('lists that lag behind', () => {
    const behind = { ...NOTHING, lagging: [HELD], laggingCoins: [balance('ETH', 1)] }
    expect(codes(own, behind)).toEqual(['intent.listedStill.long', 'intent.coinsListedStill'])
  })

  it('why there is no plan, unless that is because of what was not read', () => {
    expect(codes(own, DENIED)).toEqual(['intent.somethingLeft'])
    expect(codes(own, DENIED, { positions: null })).toEqual(['intent.leftUnknown', 'intent.noPositionRead'])
  })

  it('unread orders matter to a flatten alone', () => {
    expect(codes(intent([], closeAtMarket('key')), DENIED, { unread: ['x'] })).toEqual(['intent.somethingLeft'])
  })

  it('a position that turned over while it was closed', () => {
    const detail = message('leg.close.turned.short', { contract: 'X', volume: { amount: '1' } })
    const turned = legOf(REQUEST, { state: 'skipped', detail })
    expect(turnedOver(intent([legOf(REQUEST, { state: 'skipped' }), turned]))).toEqual(detail)
    expect(turnedOver(intent([legOf(REQUEST, { state: 'rejected', detail })]))).toBeNull()
    expect(turnedOver(own)).toBeNull()
  })
})
