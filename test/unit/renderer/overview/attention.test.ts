import { describe, expect, it } from 'vitest'
import type { Protection } from '#shared/desk/plan.ts'
import { encode, type DecimalText } from '#shared/domain/decimal.ts'
import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { areaTitle, inARow, message, verbatim } from '#shared/words/message.ts'
import { pool } from '#test/support/desk-facts.ts'
import { stopOf } from '#test/support/fixture/plan.ts'
import { fixtureSnapshot, readFailure, withPart } from '#test/support/snapshot.ts'
import { ALL_PRICES, moveSentence } from '../../../../renderer/src/risk/load-line/moved-prices.ts'
import { needsAttention } from '../../../../renderer/src/overview/attention.ts'
import { type Facts } from '../../../../renderer/src/overview/attention-item.ts'

const LINK_LONG = message('plan.position.long', { contract: 'E-LINK-USDT' })
const ETH_SHORT = message('plan.position.short', { contract: 'E-ETH-USDT' })
const USDT = message('risk.unit.cross', { coin: 'USDT' })
const all = (way: 'fall' | 'rise', size: string) => moveSentence(ALL_PRICES, way === 'fall', `${size}\u202f%`)
const FRESH = { ageMs: 900, state: 'fresh' } as const

function attention(snapshot: Snapshot, ages: Facts['ages'] = { positions: FRESH }) {
  return needsAttention({ parts: snapshot.parts, ages })
}
const titles = (snapshot: Snapshot, ages?: Facts['ages']) => attention(snapshot, ages).map(({ title }) => title)

/** The fixture account without anything that needs attention. */
function calm(): Snapshot {
  const snapshot = fixtureSnapshot()
  const { risk, orders, desk, positions } = snapshot.parts
  if (!risk.data || !orders.data || !desk.data || !positions.data) throw new Error('expected a full fixture')
  const quiet = { state: 'ok', breachDown: -0.5, breachUp: null, venueRateMatch: 'now', usage: 0.05 } as const
  const report = {
    ...risk.data,
    margin: risk.data.margin.map((unit) => ({ ...unit, ...quiet })),
    positions: risk.data.positions.map((each) => ({ ...each, liquidation: null })),
    valuation: { ...risk.data.valuation, unpriceable: [] },
  }
  const known = orders.data.orders.map((order) => ({ ...order, status: 'new' as const }))
  const scopes = orders.data.scopes.map((scope) => ({ ...scope, failure: null }))
  const free = positions.data.map((position) => ({ ...position, freeze: 'none' as const }))
  let made = withPart(snapshot, 'risk', { data: report })
  made = withPart(made, 'orders', { data: { orders: known, scopes } })
  made = withPart(made, 'positions', { data: free })
  return withPart(made, 'desk', { data: { ...desk.data, intents: [] } })
}

function withUnit(change: object): Snapshot {
  const snapshot = calm()
  const report = snapshot.parts.risk.data
  const unit = report?.margin.find(({ id }) => id === 'cross:USDT')
  if (!report || !unit) throw new Error('expected the USDT cross account')
  return withPart(snapshot, 'risk', { data: { ...report, margin: [{ ...unit, ...change }] } })
}

describe('needsAttention', () => {
  it('is empty when nothing needs attention', () => {
    expect(attention(calm())).toEqual([])
  })

  it('names a position that could not be read again, and open orders that are not all known', () => {
    const { positions, orders } = calm().parts
    const data = positions.data!.map((each) => (each.contract === 'E-LINK-USDT' ? { ...each, keptFrom: 0 } : each))
    const { orders: rows, scopes } = orders.data!
    const cut = scopes.map((scope, index) => ({ ...scope, isCut: index === 0 }))
    const snapshot = withPart(withPart(calm(), 'positions', { data }), 'orders', {
      data: { orders: rows, scopes: cut, blind: ['spot'] },
    })
    expect(attention(snapshot)).toMatchObject([
      { urgency: 'act', title: message('overview.kept', { position: LINK_LONG }), detail: message('overview.keptWhy') },
      {
        urgency: 'mind',
        title: message('overview.ordersPartly'),
        detail: { facts: { sentences: [{ code: 'account.blind' }, { code: 'account.cut' }] } },
      },
    ])
  })

  it.each([
    [{ breachDown: -0.2 }, [message('overview.danger.allPrices', { unit: USDT, move: all('fall', '20.0') })]],
    [{ breachDown: -0.2001 }, []],
    [{ breachUp: 0.05 }, [message('overview.danger.allPrices', { unit: USDT, move: all('rise', '5.0') })]],
    [{ usage: 0.5 }, [message('overview.danger.usage', { unit: USDT, usage: '50.0\u202f%' })]],
    [{ state: 'inLiquidation', breachDown: null }, [message('overview.lost', { unit: USDT })]],
    [{ state: 'notModelled', breachDown: null }, [message('overview.unmodelled', { unit: USDT })]],
    [{ state: 'notModelled', unread: true }, [message('overview.unitUnread', { unit: USDT })]],
    [{ venueRateMatch: 'none' }, [message('overview.rate', { unit: USDT })]],
  ])('judges a margin unit with %j', (change, expected) => {
    expect(titles(withUnit(change))).toEqual(expected)
  })

  it('is amber for what may come into danger, names the position whose price alone is near, and its account', () => {
    const near = (change: object, distance: number) => {
      const snapshot = withUnit(change)
      const report = snapshot.parts.risk.data!
      const [sample] = fixtureSnapshot().parts.risk.data!.positions.filter(({ key }) => key.startsWith('E-BTC-USDT'))
      const positions = [{ ...sample!, unitId: 'cross:USDT', liquidation: { ...sample!.liquidation!, distance } }]
      return attention(withPart(snapshot, 'risk', { data: { ...report, positions } }))[0]
    }
    const [position, unit] = [message('plan.position.long', { contract: 'E-BTC-USDT' }), USDT]
    const rates = { rate: '11.50\u202f%', required: '0.56\u202f%' }
    expect(near({}, -0.15)).toMatchObject({
      urgency: 'mind',
      title: message('overview.danger.falls', { position, size: '15.0\u202f%' }),
      detail: message('overview.dangerIn', { unit, ...rates }),
    })
    expect(near({}, 0.05)).toMatchObject({
      urgency: 'act',
      title: message('overview.danger.rises', { position, size: '5.0\u202f%' }),
    })
    expect(near({ breachDown: -0.1 }, -0.15)?.detail).toEqual(message('overview.dangerBy', rates))
    expect(near({ state: 'inLiquidation' }, -0.15)?.offers).toEqual([{ kind: 'rescue', unitId: 'cross:USDT' }])
  })

  it('says that events are not stored', () => {
    const failure = readFailure('events.keep', 'Events cannot be stored: the disk is full.')
    const found = attention(withPart(calm(), 'events', { failure }))
    expect(found).toMatchObject([{ urgency: 'mind', title: message('overview.eventsUnkept'), screen: 'journal' }])
    expect(found[0]?.detail).toEqual(failure.message)
  })

  it('ranks danger before doubt and doubt before notes, nearest liquidation first', () => {
    const urgencies = attention(fixtureSnapshot()).map(({ urgency }) => urgency)
    const rank = { act: 0, mind: 1, note: 2 }
    expect(urgencies).toEqual(urgencies.toSorted((a, b) => rank[a] - rank[b]))
    expect(new Set(urgencies)).toEqual(new Set(['act', 'mind', 'note']))
    expect(titles(fixtureSnapshot())[0]).toEqual(
      message('overview.danger.falls', { position: LINK_LONG, size: '2.3\u202f%' }),
    )
  })

  it('reports an unknown outcome as something to act on', () => {
    const { desk } = fixtureSnapshot().parts
    const items = attention(withPart(calm(), 'desk', { data: desk.data }))
    expect(items).toMatchObject([{ urgency: 'act', screen: 'orders' }])
  })

  it('lets a person dismiss what only a person can judge, and does not list it again elsewhere', () => {
    const desk = calm().parts.desk.data
    const [sample] = fixtureSnapshot().parts.desk.data?.intents ?? []
    if (!desk || !sample) throw new Error('expected a desk with an intent')
    const stop = encode([stopOf('E-ETH-USDT:isolated:short', 600, 'unknown')])
    const at = (state: 'unknown' | 'needsHuman', seenAt: number | null) => {
      const intents = [{ ...sample, intentId: stop[0]!.intentId, state, seenAt }]
      return attention(withPart(calm(), 'desk', { data: { ...desk, intents, protections: stop } }))
    }
    expect(at('unknown', null)).toMatchObject([{ urgency: 'act', offers: [] }])
    const seen = { kind: 'seen', intentId: stop[0]!.intentId }
    expect(at('needsHuman', null)).toMatchObject([{ urgency: 'act', offers: [seen] }])
    expect(at('needsHuman', 5)).toEqual([])
  })

  it('offers the rescue of a unit near liquidation, and a stop for its only position without one', () => {
    const snapshot = withUnit({ breachDown: -0.05 })
    const report = snapshot.parts.risk.data
    const desk = snapshot.parts.desk.data
    const [near] = report?.positions ?? []
    if (!report || !desk || !near) throw new Error('expected figures')
    const rescue = { kind: 'rescue', unitId: 'cross:USDT' }
    // The venue liquidates the position at 49,965.
    const offers = (positions: readonly object[], state?: Protection['state'], triggerPrice = '60000') => {
      const of = (each: object) => ({ ...near, ...each, unitId: 'cross:USDT' })
      const risk = withPart(snapshot, 'risk', { data: { ...report, positions: positions.map(of) } })
      const made = state ? encode([stopOf(near.key, 1, state)]) : []
      const at = triggerPrice as DecimalText
      const protections = made.map((each) => ({ ...each, request: { ...each.request, triggerPrice: at } }))
      return attention(withPart(risk, 'desk', { data: { ...desk, protections } }))[0]?.offers
    }
    const stop = { kind: 'stop', positionKey: near.key }
    expect(offers([{}])).toEqual([rescue, stop])
    expect(offers([{}], 'orphaned')).toEqual([rescue, stop])
    expect(offers([{}], 'believed')).toEqual([rescue])
    expect(offers([{}], 'believed', '49000')).toEqual([rescue, stop])
    expect(offers([{}, { key: 'E-BTC-USDT:cross:long' }])).toEqual([rescue])
  })

  it('offers no stop at a venue that accepts none', () => {
    const snapshot = withUnit({ breachDown: -0.05 })
    const health = snapshot.parts.health.data
    const report = snapshot.parts.risk.data
    if (!health || !report) throw new Error('expected figures')
    const pools = [pool('contract', 'placeOrder')]
    const there = withPart(snapshot, 'health', { data: { ...health, budget: { ...health.budget, pools } } })
    const positions = report.positions.slice(0, 1).map((each) => ({ ...each, unitId: 'cross:USDT' }))
    const risk = withPart(there, 'risk', { data: { ...report, positions } })
    expect(attention(risk)[0]?.offers).toEqual([{ kind: 'rescue', unitId: 'cross:USDT' }])
  })

  it('reports a stop whose position is liquidated first, and offers a nearer one', () => {
    const key = 'E-ETH-USDT:isolated:short'
    const desk = calm().parts.desk.data
    if (!desk) throw new Error('expected a desk')
    const at = (...prices: string[]) => {
      const stops = prices.map((price) => ({ ...stopOf(key, 600), intentId: price }))
      const protections = encode(stops).map((each) => ({
        ...each,
        request: { ...each.request, triggerPrice: each.intentId as DecimalText },
      }))
      return attention(withPart(calm(), 'desk', { data: { ...desk, protections } }))
    }
    // The venue liquidates the position at 3,739.
    expect(at('3750')).toMatchObject([
      {
        urgency: 'act',
        title: message('overview.stop.late', { position: ETH_SHORT, trigger: '3,750' }),
        detail: message('overview.stop.lateWhy', { price: '3,739.00' }),
        offers: [{ kind: 'stop', positionKey: key }],
      },
    ])
    expect(at('3750', '3700')).toEqual([])
  })

  it('reports a stop that should have triggered, and one for which other closing orders leave too little', () => {
    const key = 'E-ETH-USDT:isolated:short'
    const desk = calm().parts.desk.data
    if (!desk) throw new Error('expected a desk')
    const having = (...stops: readonly Protection[]) =>
      attention(withPart(calm(), 'desk', { data: { ...desk, protections: encode(stops) } }))
    const offers = [{ kind: 'stop', positionKey: key }]
    // 400 of the position's 1,200 contracts are in a closing order.
    expect(having(stopOf(key, 801))).toMatchObject([
      {
        urgency: 'act',
        title: message('overview.stop.locked', { position: ETH_SHORT, trigger: '3,720' }),
        detail: message('overview.stop.lockedWhy', { closable: '800', volume: '801' }),
        offers,
      },
    ])
    expect(having(stopOf(key, 800))).toEqual([])
    expect(having(stopOf(key, 800, 'overdue'))).toMatchObject([
      {
        urgency: 'act',
        title: message('overview.stop.overdue', { position: ETH_SHORT, trigger: '3,720' }),
        offers,
      },
    ])
  })

  it('reports protective orders that are orphaned or lost, and never asks for a stop on a safe position', () => {
    const desk = calm().parts.desk.data
    if (!desk) throw new Error('expected a desk')
    const key = 'E-ETH-USDT:isolated:short'
    const having = (state: Protection['state'], intents = desk.intents) =>
      titles(withPart(calm(), 'desk', { data: { ...desk, intents, protections: encode([stopOf(key, 600, state)]) } }))
    expect(having('believed')).toEqual([])
    const order = 'Stop-loss 600 ct short E-ETH-USDT at 3,720'
    expect(having('orphaned')).toEqual([message('overview.protectionOrphaned', { order })])
    expect(having('unknown')).toEqual([message('overview.protectionLost', { order })])
  })

  it('reports a stale or failed part with its age and reason, but not a short delay', () => {
    const failure = readFailure('spot.openOrders', 'The venue did not answer.')
    const failed = withPart(calm(), 'orders', { failure })
    const stale = { ageMs: 20_000, state: 'stale' } as const
    expect(attention(failed, { orders: stale })).toMatchObject([
      {
        title: message('overview.old', { part: message('overview.part.orders'), age: '20 s' }),
        detail: verbatim('The venue did not answer.'),
      },
    ])
    expect(attention(calm(), { orders: { ageMs: 6_000, state: 'delayed' } })).toEqual([])
  })

  it('does not complain about parts whose first read is in progress', () => {
    expect(attention(calm(), { quotes: { ageMs: null, state: 'unknown' } })).toEqual([])
  })

  it('names instruments whose orders could not be read, so that no total looks complete', () => {
    const snapshot = calm()
    const open = snapshot.parts.orders.data
    if (!open) throw new Error('expected orders')
    const failure = readFailure('contract.openOrders', 'Timed out.')
    const scopes = open.scopes.map((scope, index) => (index === 0 ? { ...scope, failure } : scope))
    expect(titles(withPart(snapshot, 'orders', { data: { ...open, scopes } }))).toEqual([
      message('overview.ordersUnread', { instrument: 'E-BTC-USDT' }),
    ])
  })

  it('shows one row for lists that a ban blocks, and names a list that failed for another reason', () => {
    const snapshot = calm()
    const { health, orders } = snapshot.parts
    const failure = (kind: FailureKind): Failure => ({ ...readFailure('contract.openOrders', 'No.'), kind })
    const scopes = Array.from({ length: 24 }, (_, index) => ({
      ...({ area: 'contract', instrument: `E-C${index}-USDT`, readAt: null } as const),
      failure: failure(index === 7 ? 'network' : 'banned'),
    }))
    const hosts = [{ area: 'contract', state: 'banned', resumesInMs: 61_000, isAsked: false, weight: null } as const]
    const budget = { ...health.data!.budget, hosts }
    const banned = withPart(snapshot, 'health', { data: { ...health.data!, budget } })
    const unread = (of: Snapshot) => attention(withPart(of, 'orders', { data: { ...orders.data!, scopes } }))
    expect(unread(banned).map(({ title, detail }) => [title, detail])).toEqual([
      [
        message('overview.host.banned', { area: areaTitle('contract') }),
        inARow([
          message('overview.host.bannedFor', { wait: '1 min 01 s' }),
          message('overview.host.lists', { count: 23 }),
        ]),
      ],
      [message('overview.ordersUnread', { instrument: 'E-C7-USDT' }), failure('network').message],
    ])
    // The host is open again, so no ban explains the unread lists.
    expect(unread(snapshot).length).toBe(5)
  })

  it('shows four of a kind separately, and names and counts the others in one row', () => {
    const snapshot = calm()
    const [first] = snapshot.parts.positions.data!
    const held = (count: number) =>
      withPart(snapshot, 'positions', {
        data: Array.from({ length: count }, (_, index) => ({
          ...({
            ...first!,
            key: `key ${index}`,
            contract: `E-C${index}-USDT`,
            side: 'long',
            freeze: 'liquidation',
          } as const),
        })),
      })
    const frozen = (index: number) =>
      message('overview.frozen', { position: message('plan.position.long', { contract: `E-C${index}-USDT` }) })
    expect(titles(held(5))).toEqual([0, 1, 2, 3, 4].map(frozen))
    expect(titles(held(100))).toEqual([...[0, 1, 2, 3].map(frozen), message('overview.others', { count: 96 })])
    expect(attention(held(100)).at(-1)).toMatchObject({
      urgency: 'act',
      screen: 'positions',
      detail: message('overview.othersAre', {
        titles: message('andMore', { names: [4, 5, 6, 7, 8].map(frozen), count: 91 }),
      }),
    })
  })

  it('says that the trading key does not work while another key reads', () => {
    const snapshot = calm()
    const tradingFailure = readFailure('contract.account', 'key')
    const readingKey = { keyTail: '7c1d', failure: null, tradingFailure }
    const lost = withPart(snapshot, 'health', { data: { ...snapshot.parts.health.data!, readingKey } })
    expect(attention(lost)).toMatchObject([
      { urgency: 'act', title: message('desktop.alarm.tradingKey'), detail: tradingFailure.message },
    ])
  })

  it('counts down a ban', () => {
    const snapshot = calm()
    const health = snapshot.parts.health.data
    if (!health) throw new Error('expected health')
    const hosts = [{ area: 'spot', state: 'banned', resumesInMs: 61_000, isAsked: false, weight: null } as const]
    const banned = withPart(snapshot, 'health', { data: { ...health, budget: { ...health.budget, hosts } } })
    expect(attention(banned)).toMatchObject([
      {
        urgency: 'act',
        title: message('overview.host.banned', { area: areaTitle('spot') }),
        detail: message('overview.host.bannedFor', { wait: '1 min 01 s' }),
      },
    ])
    const heard = (ageMs: number) =>
      attention(banned, { health: { ageMs, state: 'fresh' } }).map(({ detail }) => detail)
    expect(heard(11_000)).toEqual([message('overview.host.bannedFor', { wait: '50 s' })])
    expect(heard(61_000)).toEqual([])
  })

  it.each([
    [-0.3, 1],
    [2.1, 0],
  ])('reports liquidation prices that disagree when they are close enough to matter (%s: %s)', (distance, count) => {
    const snapshot = calm()
    const report = snapshot.parts.risk.data
    const [held, ...others] = report?.positions ?? []
    if (!report || !held) throw new Error('expected positions')
    const price = held.notional
    const liquidation = { own: price, venue: null, headline: price, agreement: 'disagree', distance } as const
    const positions = [{ ...held, liquidation }, ...others]
    expect(attention(withPart(snapshot, 'risk', { data: { ...report, positions } }))).toHaveLength(count)
  })

  it('names assets without a price', () => {
    const snapshot = calm()
    const report = snapshot.parts.risk.data
    if (!report) throw new Error('expected a report')
    const valuation = { ...report.valuation, unpriceable: ['WEN'] }
    expect(titles(withPart(snapshot, 'risk', { data: { ...report, valuation } }))).toEqual([
      message('overview.unpriceable', { names: ['WEN'] }),
    ])
  })
})
