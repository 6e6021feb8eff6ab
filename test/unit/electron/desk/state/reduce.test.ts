/** Which intents are reported, which are kept for their orders, and of which only the orders are known. */
import { expect, it } from 'vitest'
import { PLANNED, type Entry } from '#electron/desk/log/entry.ts'
import { NOTHING_KNOWN, type DeskState } from '#electron/desk/state/desk-state.ts'
import { reduce, REPORTED } from '#electron/desk/state/reduce.ts'
import { isAnothers, owns } from '#electron/desk/state/select.ts'
import type { Action } from '#shared/desk/action.ts'
import type { LegRequest, ProtectRequest } from '#shared/desk/plan.ts'
import { decimal } from '#test/support/amounts.ts'
import { order, REQUEST } from '#test/support/close-fixtures.ts'

const CLOSE: Action = { kind: 'reduce', closes: [] }
const STOP: ProtectRequest = {
  ...{ kind: 'protect', area: 'contract', instrument: 'X', positionKey: 'x', purpose: 'stopLoss', side: 'sell' },
  ...{ marginMode: 'cross', volume: decimal(1), triggerPrice: decimal(1), trigger: 'fall' },
}

/** One more intent with one leg, which has the order `order <id>` and is over unless `isOpen`. */
function withOne(state: DeskState, id: string, request: LegRequest = REQUEST, isOpen = false): DeskState {
  const plan = { action: CLOSE, legs: [request], estimate: null }
  const record = { ...PLANNED, orderId: `order ${id}` }
  const entries: Entry[] = [
    { kind: 'accepted', plan, orders: [order('1')], missed: null },
    { kind: 'leg', leg: 0, record: { ...record, state: 'journalled' } },
    ...(isOpen ? [] : [{ kind: 'leg', leg: 0, record: { ...record, state: 'accepted' } } as const]),
  ]
  return entries.reduce((all, entry) => reduce(all, { intentId: id, entry, at: 1, mono: 1 }), state)
}

function withMany(state: DeskState, count: number): DeskState {
  return Array.from({ length: count }, (_, at) => `${at}`).reduce((all, id) => withOne(all, id), state)
}

const ids = (intents: DeskState['intents']) => intents.map(({ id }) => id)

it('the newest fifty are reported, and of the oldest beyond them the orders stay known', () => {
  const full = withMany(NOTHING_KNOWN, REPORTED)
  expect([full.intents.length, full.remembered, full.pastOrderIds]).toEqual([50, [], []])
  const more = withOne(withOne(full, 'one'), 'two')
  expect([more.intents.length, ids(more.intents).slice(0, 1), ids(more.intents).slice(-2)]).toEqual([
    50,
    ['2'],
    ['one', 'two'],
  ])
  expect(more.remembered).toEqual([])
  expect(more.pastOrderIds.flatMap((each) => [...each]).toSorted()).toEqual(['order 0', 'order 1'])
  expect([owns(more, 'order 0'), owns(more, 'order two'), owns(more, 'order three')]).toEqual([true, true, false])
  // An order that is known to be of this leg is not another's.
  expect(isAnothers(more, { intentId: 'two', index: 0 }, 'order two')).toBe(false)
  expect(isAnothers(more, { intentId: 'two', index: 1 }, 'order two')).toBe(true)
  expect(isAnothers(more, { intentId: 'two', index: 0 }, 'order one')).toBe(true)
  expect(isAnothers(more, { intentId: 'two', index: 0 }, 'order 0')).toBe(true)
  expect(isAnothers(more, { intentId: 'two', index: 0 }, 'order three')).toBe(false)
})

it('an unfinished one is reported however old it is', () => {
  const state = withMany(withOne(NOTHING_KNOWN, 'open', REQUEST, true), REPORTED)
  expect([state.intents.length, state.intents[0]?.id, state.intents[1]?.id]).toEqual([50, 'open', '1'])
})

it('a protective order is kept longer, without what only a report needs', () => {
  const state = withMany(withOne(NOTHING_KNOWN, 'stop', STOP), REPORTED)
  expect([ids(state.remembered), state.remembered[0]?.orders]).toEqual([['stop'], []])
  expect([state.pastOrderIds, owns(state, 'order stop')]).toEqual([[], true])
  const fired: Entry = { kind: 'triggered', leg: 0, effect: 'closed' }
  const later = reduce(state, { intentId: 'stop', entry: fired, at: 2, mono: 2 })
  expect(later.remembered[0]?.legs[0]?.effect).toBe('closed')
})

it('a row that cannot follow is counted, and changes nothing else', () => {
  const state = withOne(NOTHING_KNOWN, 'one')
  const entry: Entry = { kind: 'looked', look: 'clear', note: null }
  expect(reduce(state, { intentId: 'unknown', entry, at: 1, mono: 1 })).toEqual({ ...state, quarantined: 1 })
})
