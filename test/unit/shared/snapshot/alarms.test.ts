import { describe, expect, it } from 'vitest'
import { alarmsOf } from '#shared/snapshot/alarms.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { fixtureSnapshot, readFailure, withPart } from '#test/support/snapshot.ts'

const quiet = (): Snapshot => {
  const snapshot = fixtureSnapshot()
  const desk = withPart(snapshot, 'desk', { data: { ...snapshot.parts.desk.data!, intents: [] } })
  return withPart(desk, 'events', { data: [] })
}
const ids = (snapshot: Snapshot): readonly string[] => alarmsOf(snapshot).map(({ id }) => id)
const health = (snapshot: Snapshot) => snapshot.parts.health.data!

describe('alarms', () => {
  it('are empty for a quiet account, and without one', () => {
    expect(ids(quiet())).toEqual([])
    expect(ids({ ...fixtureSnapshot(), account: null })).toEqual([])
  })

  it('are unseen losses of control and changes of a position by others, but not orders that worked as intended', () => {
    const event = (id: string, facts: object, seenAt: number | null = null) =>
      ({ ...{ id, since: 1, at: 2, evidence: [], whileClosed: false }, facts, seenAt }) as never
    const at = { contract: 'E-SOL-USDT', marginMode: 'isolated', side: 'long' }
    const order = { area: 'contract', instrument: 'E-SOL-USDT', action: 'close' }
    const events = [
      event('1', { code: 'liquidated', ...at }),
      event('2', { code: 'liquidated', ...at }, 7),
      event('3', { code: 'closedElsewhere', ...at }),
      event('4', { code: 'orderFilled', ...order, isOwn: true }),
      event('5', { code: 'orderCanceled', ...order, isOwn: true }),
      event('6', { code: 'orderCanceled', ...order, isOwn: false }),
    ]
    const alarms = alarmsOf(withPart(quiet(), 'events', { data: events }))
    expect(alarms.map(({ id }) => id)).toEqual(['event:1', 'event:3', 'event:5'])
    expect(inEnglish(alarms[0]!.says)).toBe('E-SOL-USDT: liquidated')
    // Someone who only watches expects others to trade.
    const watched = { ...quiet(), account: { ...quiet().account!, isWatchOnly: true } }
    const ids = alarmsOf(withPart(watched, 'events', { data: events })).map(({ id }) => id)
    expect(ids).toEqual(['event:1', 'event:5'])
  })

  it('lead to their position while it is held, otherwise to the event; others to an intent or the account', () => {
    const held = quiet().parts.positions.data!.find(({ side }) => side === 'long')!
    const at = { contract: held.contract, marginMode: 'isolated', side: 'long' }
    const event = (id: string, facts: object) =>
      ({ ...{ id, since: 1, at: 2, evidence: [], whileClosed: false }, facts, seenAt: null }) as never
    const order = { area: 'contract', instrument: held.contract, action: 'close', isOwn: true, orderId: '7' }
    const data = [
      event('1', { code: 'reducedElsewhere', ...at }),
      event('2', { code: 'liquidated', ...at, contract: 'E-GONE-USDT' }),
      event('3', { code: 'orderCanceled', ...order, side: 'sell' }),
      event('4', { code: 'orderCanceled', ...order, side: 'sell', instrument: 'E-GONE-USDT' }),
    ]
    const position = { kind: 'row', list: 'positions', key: held.key }
    expect(alarmsOf(withPart(quiet(), 'events', { data })).map(({ place }) => place)).toEqual([
      position,
      { kind: 'row', list: 'events', key: '2' },
      position,
      { kind: 'row', list: 'events', key: '4' },
    ])
    const snapshot = withPart(quiet(), 'balances', {
      failure: { ...readFailure('contract.account', 'no'), kind: 'key' },
    })
    const places = alarmsOf(snapshot).map(({ place }) => place)
    expect(places).toContainEqual({ kind: 'row', list: 'accounts', key: snapshot.account!.id })
  })

  it('contain no amount, which others could read on the screen', () => {
    const at = { contract: 'E-SOL-USDT', marginMode: 'isolated', side: 'long' }
    const amounts = {
      volume: '1150.5',
      before: '2150.5',
      after: '1000',
      price: '139.7',
      amount: '777.7',
      asset: 'USDT',
    }
    const codes = [
      'liquidated',
      'forceReduced',
      'stopFired',
      'closedElsewhere',
      'positionChanged',
      'balanceFell',
    ] as const
    const data = codes.map((code) => ({
      ...{ id: code, since: 1, at: 2, evidence: [], whileClosed: false, seenAt: null },
      facts: { ...at, ...amounts, code },
    }))
    const said = alarmsOf(withPart(quiet(), 'events', { data: data as never })).map(({ says }) => inEnglish(says))
    expect(said).toHaveLength(codes.length)
    expect(said.filter((words) => /\d/.test(words))).toEqual([])
  })

  it('include one ban, however many areas it closes', () => {
    const snapshot = quiet()
    const [host] = health(snapshot).budget.hosts
    const hosts = (['spot', 'contract'] as const).map((area) => ({ ...host!, area, state: 'banned' as const }))
    const data = { ...health(snapshot), budget: { ...health(snapshot).budget, hosts } }
    expect(ids(withPart(snapshot, 'health', { data }))).toEqual(['banned'])
  })

  it('include a venue that is silent for long, a refused key, and a journal that accepts no rows', () => {
    const snapshot = quiet()
    const blind = withPart(snapshot, 'health', { data: { ...health(snapshot), phase: 'blind' } })
    expect(alarmsOf(blind)).toMatchObject([{ id: 'blind', lastsMs: 15_000 }])
    const refused = { ...readFailure('account', 'no'), kind: 'key' as const }
    expect(ids(withPart(snapshot, 'balances', { failure: refused }))).toEqual(['key'])
    const emergency = message('main.noAccount')
    const desk = { ...snapshot.parts.desk.data!, emergency }
    expect(ids(withPart(snapshot, 'desk', { data: desk }))).toEqual(['journal'])
  })

  it('include requests that a person must look at', () => {
    const snapshot = fixtureSnapshot()
    const [intent] = snapshot.parts.desk.data!.intents
    const intents = [null, 5].map((seenAt, nth) => ({
      ...intent!,
      ...{ intentId: String(nth), state: 'needsHuman' as const, seenAt },
    }))
    const desk = { ...snapshot.parts.desk.data!, intents }
    expect(ids(withPart(withPart(quiet(), 'desk', { data: desk }), 'events', { data: [] }))).toEqual(['intent:0'])
  })
})
