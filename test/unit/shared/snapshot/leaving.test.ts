import { USUAL_LIMITS } from '#shared/desk/order-limits.ts'
import { inEnglish } from '#shared/words/say.ts'
import { describe, expect, it } from 'vitest'
import { leaving, NOTHING_LEFT, unfinished, type Unattended } from '#shared/snapshot/leaving.ts'
import type { LegState, Protection } from '#shared/desk/plan.ts'
import type { DeskReport, IntentReport } from '#shared/desk/report.ts'
import { decimal } from '#test/support/amounts.ts'
import type { Knowledge } from '#shared/snapshot/knowledge.ts'
import type { Order } from '#shared/domain/order.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')
const LONG = position(BTC, { volume: 25 })
const KNOWN: Knowledge = { state: 'known', gaps: [] }
const QUIET: Unattended = { positions: [], orders: [], known: { positions: KNOWN, orders: KNOWN }, ageMs: 800 }
const IDLE: DeskReport = {
  state: 'open',
  reason: null,
  emergency: null,
  intents: [],
  unknownCount: 0,
  protections: [],
  mode: 'active',
  limits: USUAL_LIMITS,
  spotPolicy: 'keep',
  modeNote: null,
  passedOver: { outOfPlace: 0, laterKinds: 0 },
  drill: null,
}

function order(over: Partial<Order>): Order {
  return {
    area: 'contract',
    instrument: BTC.name,
    orderId: '1',
    clientOrderId: null,
    side: 'buy',
    action: 'open',
    type: 'limit',
    price: decimal(90),
    quantity: decimal(1),
    executed: decimal(0),
    averagePrice: null,
    status: 'new',
    createdAt: null,
    ...over,
  }
}

const SETTLED: readonly LegState[] = ['verified', 'skipped', 'needsHuman']

/** A report with a flatten whose legs are in these states and that may continue. */
function withFlatten(...states: readonly LegState[]): DeskReport {
  const request = { kind: 'cancel', area: 'contract', instrument: BTC.name, orderId: '1' } as const
  const leg = {
    request,
    round: 1,
    orderId: null,
    executed: null,
    fillPrice: null,
    detail: verbatim(''),
    failure: null,
    changedAt: 0,
  }
  const intent: IntentReport = {
    intentId: 'one',
    action: { kind: 'flatten', spot: 'keep' },
    createdAt: 0,
    tookMs: null,
    note: null,
    seenAt: null,
    estimate: null,
    state: states.every((state) => SETTLED.includes(state)) ? 'done' : 'running',
    legs: states.map((state) => ({ ...leg, state })),
  }
  return { ...IDLE, intents: [intent], unknownCount: states.filter((state) => state === 'unknown').length }
}

function stop(volume: number, over: Partial<Protection['request']> = {}, state: Protection['state'] = 'believed') {
  const request: Protection['request'] = {
    kind: 'protect',
    area: 'contract',
    instrument: BTC.name,
    positionKey: LONG.key,
    purpose: 'stopLoss',
    side: 'sell',
    marginMode: 'cross',
    volume: decimal(volume),
    triggerPrice: decimal(90),
    trigger: 'fall',
    ...over,
  }
  return { intentId: 'one', request, triggerId: null, placedAt: 0, state } satisfies Protection
}

const linesOf = (view: Partial<Unattended>, report: DeskReport = IDLE) =>
  leaving({ ...QUIET, ...view }, report).lines.map(inEnglish)

describe('quitting', () => {
  it('asks nothing for an account with nothing in it and nothing in progress', () => {
    expect(leaving(QUIET, withFlatten('verified', 'skipped'))).toEqual(NOTHING_LEFT)
    expect(leaving({ ...QUIET, ageMs: 60_000 }, IDLE).isQuiet).toBe(true)
  })

  it('does not ask again about what a person has seen', () => {
    const report = withFlatten('needsHuman')
    expect(linesOf({}, report)).toHaveLength(1)
    expect(linesOf({}, { ...report, intents: report.intents.map((intent) => ({ ...intent, seenAt: 1 })) })).toEqual([])
  })

  it('says what will not be sent, what is waited for, and what nobody will look up', () => {
    const { lines, isQuiet } = leaving(
      QUIET,
      withFlatten('planned', 'planned', 'journalled', 'acknowledged', 'unknown'),
    )
    expect(isQuiet).toBe(false)
    const [plans, unsent, onTheWay, unknown] = lines.map(inEnglish)
    expect(plans).toMatch(/^Under way: 1 plan\./)
    expect(unsent).toBe('2 waiting requests will not be sent.')
    expect(onTheWay).toMatch(/^On the way: 2 requests\. Plimsoll waits a few seconds .* is opened again\.$/)
    expect(unknown).toMatch(/^Effect not known: 1 request\./)
    expect(lines).toHaveLength(4)
  })

  it('reports a plan whose requests are settled but that would look for more', () => {
    const settled = withFlatten('verified')
    const report = { ...settled, intents: settled.intents.map((each) => ({ ...each, state: 'running' as const })) }
    expect(linesOf({}, report)).toEqual(['Under way: 1 plan. Plimsoll checks and sends nothing more for it.'])
  })

  it('for another account reports plans and requests; positions do not matter then', () => {
    expect(unfinished(IDLE)).toEqual([])
    const [plans, ...requests] = unfinished(withFlatten('planned', 'verified')).map(inEnglish)
    expect(plans).toMatch(/^Under way: 1 plan\./)
    expect(requests).toEqual(['1 waiting request will not be sent.'])
  })

  it('names what only a human can settle, and protective orders without a position', () => {
    expect(leaving(QUIET, withFlatten('needsHuman')).lines.map(inEnglish)).toEqual([
      'For you to look at on the venue’s own site: 1 request that Plimsoll could not settle.',
    ])
    const protections = [stop(25), stop(5, {}, 'orphaned')]
    expect(linesOf({}, { ...IDLE, protections })).toEqual([
      '2 conditional orders have no position; the venue may still have them.',
    ])
    expect(linesOf({ positions: null }, { ...IDLE, protections: [stop(25)] })).toHaveLength(1)
  })

  it.each([
    ['none', [], 1],
    ['one for all of it', [stop(25)], 0],
    ['two for all of it', [stop(20), stop(5)], 0],
    ['one for a part of it', [stop(24)], 1],
    ['a take-profit', [stop(25, { purpose: 'takeProfit' })], 1],
    ['one that may be gone', [stop(25, {}, 'unknown')], 1],
  ])('counts positions without our stop: %s', (_what, protections, bare) => {
    expect(linesOf({ positions: [LONG] }, { ...IDLE, protections })).toEqual([
      `1 position held, ${bare} not fully covered by a stop-loss from Plimsoll.`,
    ])
  })

  it('distinguishes orders that may open from those that close', () => {
    const orders = [order({ area: 'spot', action: null }), order({}), order({}), order({ action: 'close' })]
    expect(linesOf({ orders })).toEqual([
      'Open orders: 1 on Spot, 2 that may open or add to contract positions, 1 that would close them.',
    ])
    expect(linesOf({ orders: [order({ action: 'close' })] })).toEqual(['Open orders: 1 that would close them.'])
  })

  it('never treats unread as nothing, and gives the age of the rest', () => {
    expect(linesOf({ positions: null, ageMs: null })).toEqual([
      'Positions: not known, the contract account was not read yet.',
    ])
    const rows = { state: 'partly', gaps: [{ code: 'rows', count: 1, of: [] }] } as const
    const lists = { state: 'partly', gaps: [{ code: 'lists', of: ['A', 'B', 'C'] }] } as const
    expect(linesOf({ known: { positions: rows, orders: lists }, ageMs: 12_400 })).toEqual([
      'Some positions could not be read: there may be more.',
      'Orders not read yet: 3 instruments.',
      'All this as read 12 s ago.',
    ])
  })

  it.each<readonly [string, Knowledge, readonly string[]]>([
    [
      'fail now',
      { state: 'unknown', gaps: [{ code: 'notNow', why: verbatim('no answer') }] },
      [
        'Positions: Could not be read again: no answer',
        'There may be more open orders: Could not be read again: no answer',
      ],
    ],
    [
      'were not read for long',
      { state: 'unknown', gaps: [{ code: 'notNow', why: null }] },
      ['Positions: No newer read has come.', 'There may be more open orders: No newer read has come.'],
    ],
    [
      'have rows that cannot be read',
      { state: 'partly', gaps: [{ code: 'rows', count: 1, of: ['E-BTC-USDT'] }] },
      [
        'Some positions could not be read: there may be more.',
        'There may be more open orders: 1 row could not be read: E-BTC-USDT.',
      ],
    ],
  ])('always asks when unknown positions and orders %s', (_, known, expected) => {
    const { lines, isQuiet } = leaving({ ...QUIET, known: { positions: known, orders: known } }, IDLE)
    expect([lines.map(inEnglish), isQuiet]).toEqual([expected, false])
  })

  it('says that a kept position is not confirmed, and does not call its stop orphaned', () => {
    const partly: Knowledge = { state: 'partly', gaps: [{ code: 'rows', count: 1, of: [] }] }
    const lines = linesOf({ positions: [{ ...LONG, keptFrom: 5 }], known: { positions: partly, orders: KNOWN } })
    expect(lines).toContain('Not confirmed: 1 of these positions could not be read again.')
    const loose = leaving(
      { ...QUIET, known: { positions: partly, orders: KNOWN } },
      { ...IDLE, protections: [stop(25)] },
    )
    expect(loose.lines.map(({ code }) => code)).not.toContain('account.looseStops')
  })
})

it('asks before memory-only data is lost with Plimsoll, and only then', () => {
  const why = message('storage.journal.closed')
  const lost = message('storage.emergency.memory', { why })
  expect(leaving(QUIET, { ...IDLE, emergency: lost })).toEqual({ lines: [lost], isQuiet: false })
  expect(leaving(QUIET, { ...IDLE, emergency: message('storage.emergency.reserve', { why }) }).isQuiet).toBe(true)
})
