/** A chase, and other actions on its position or its order meanwhile. */
import { describe, expect, it } from 'vitest'
import { createRivals } from '#electron/desk/follow-up/chase/chase-rivals.ts'
import { closeAtMarket, type Action, type OrderFilter } from '#shared/desk/action.ts'
import type { CloseRequest } from '#shared/desk/plan.ts'
import { wait } from '#shared/domain/clock.ts'
import { decimal, ZERO } from '#shared/domain/decimal.ts'
import { inARow, message, verbatim } from '#shared/words/message.ts'
import {
  CHASE,
  chaseBench,
  closes,
  expectSound,
  LEFT_AT_100,
  newest,
  orderId,
  report,
  stays,
} from '#test/support/chase-bench.ts'
import { REQUEST as CLOSE_REQUEST } from '#test/support/close-fixtures.ts'
import { memoryLog } from '#test/support/memory-log.ts'
import { CANCEL_ALL, cancelOf, CLOSE, FLATTEN, LOST_UNDONE, STOP } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { CONTRACT } from '#test/support/model-venue.ts'
import type { ModelVenue } from '#test/support/model-venue.ts'
import { codesOf } from '#test/support/codes.ts'

const { bench, begin, goTo, startMoving } = chaseBench()

describe('a chase whose order is cancelled by someone else', () => {
  it.each<[string, (venue: ModelVenue, life: Life) => Promise<unknown>]>([
    [
      "on the venue's own site",
      (venue, life) => {
        const cancel = { contract: CONTRACT.name, orderId: orderId(life) }
        return Promise.all([venue.client().call('contract.cancelOrder', cancel), bench.clock.advance(1_000)])
      },
    ],
    ['by a click', (_, life) => bench.submit(life, 'b', cancelOf(orderId(life)))],
    ['by a cancel of all', (_, life) => bench.submit(life, 'b', CANCEL_ALL)],
  ])('%s ends', async (_, cancel) => {
    const { venue, life } = await begin()
    venue.fill(orderId(life), decimal(2))
    venue.ask = decimal('99.5')
    await cancel(venue, life)
    await bench.clock.advance(5_000)
    expect(newest(life)).toMatchObject({
      state: 'partial',
      note: inARow([message('intent.chase.takenBack'), stays(5)]),
    })
    expect(venue.writes).toEqual(['contract.placeOrder', 'contract.cancelOrder'])
  })

  it('ends when the cancel comes just before its own', async () => {
    const { venue, life } = await begin({
      client: (client) => ({
        ...client,
        async call(endpoint, params, options) {
          if (endpoint === 'contract.cancelOrder') {
            void venue.client().call(endpoint, params)
            // The model venue applies due effects when it is read.
            venue.openOrders()
            await wait(bench.clock, 1_000)
          }
          return client.call(endpoint, params, options)
        },
      }),
    })
    await goTo(venue, 99.5, 10_000)
    expect(newest(life).legs.at(-1)?.state).toBe('alreadyGone')
    expect(newest(life).note).toEqual(inARow([message('intent.chase.takenBack'), stays(7)]))
    expect(closes(life)).toHaveLength(1)
  })

  it('ends by a flatten, which closes the rest', async () => {
    const { venue, life } = await begin()
    await bench.submit(life, 'b', FLATTEN)
    await goTo(venue, 99.5, 20_000)
    expect(codesOf(newest(life).note)).toContain('intent.chase.takenBack')
    expect(report(life, 'b').state).toBe('done')
    expect(venue.volume).toEqual(ZERO)
    expectSound(venue)
  })

  it.each<[string, Action]>([
    ['a cancel', CANCEL_ALL],
    ['a close', CLOSE],
    ['a flatten', FLATTEN],
  ])('ends after %s submitted while it moved its order, even if that was refused', async (_, action) => {
    const { venue, life } = await begin()
    await startMoving(venue, life)
    await bench.submit(life, 'b', action)
    await bench.clock.advance(30_000)
    expect(newest(life).state).toBe('partial')
    expect(['intent.chase.rival', 'intent.chase.gone']).toContain(codesOf(newest(life).note)[0])
    expect(closes(life)).toHaveLength(1)
    expect(venue.openOrders()).toEqual([])
    expectSound(venue)
  })

  it.each([
    ['all', undefined, 'done', null],
    ['a part', decimal(6), 'partial', inARow([message('intent.chase.stuck'), LEFT_AT_100, stays(1)])],
  ] as const)('reports what filled before it ended: %s', async (_, part, state, note) => {
    const { venue, life } = await begin()
    venue.fates = [LOST_UNDONE]
    await goTo(venue, 99.5)
    venue.fill(orderId(life), part)
    await bench.clock.advance(60_000)
    expect(newest(life)).toMatchObject({ state, note })
  })

  it('reports what filled before another request of the trader', async () => {
    const { venue, life } = await begin()
    await bench.submit(life, 'b', { ...CLOSE, size: { kind: 'percent', percent: 25 } })
    venue.fill(orderId(life), decimal(2))
    await bench.clock.advance(5_000)
    expect(newest(life).note?.facts['sentences']).toContainEqual(stays(5))
  })

  it('does not end by a second click', async () => {
    const { venue, life } = await begin()
    await startMoving(venue, life)
    expect(await bench.submit(life, 'b', CHASE)).toMatchObject({ kind: 'denied', denial: { code: 'IN_FLIGHT' } })
    await bench.clock.advance(3_000)
    expect(closes(life)).toHaveLength(2)
  })
})

describe('a second chase of a position', () => {
  const OTHER = { ...CHASE, size: { kind: 'volume', volume: '3' } } as const
  const CHASED = { kind: 'denied', denial: { code: 'IN_FLIGHT', message: message('intent.denied.chased') } }

  it('is refused, previewed or not, and the first continues', async () => {
    const { venue, life } = await begin()
    await bench.clock.advance(10_000)
    expect(await life.desk.preview(OTHER)).toMatchObject(CHASED)
    expect(await bench.submit(life, 'b', OTHER)).toMatchObject(CHASED)
    expect(await bench.submit(life, 'c', CHASE)).toMatchObject(CHASED)
    await goTo(venue, 99.5)
    expect(closes(life)).toHaveLength(2)
  })

  it('is refused if it was previewed before the first began', async () => {
    const venue = bench.small()
    venue.ask = decimal(100)
    const life = await bench.open(venue)
    const looked = life.desk.preview(OTHER)
    await bench.clock.advance(200)
    const plan = await looked
    await bench.submit(life, 'a', CHASE)
    await bench.clock.advance(1_000)
    const answered = life.desk.submit('b', OTHER, plan.kind === 'plan' ? plan.planId : '')
    await bench.clock.advance(1_000)
    expect(await answered).toMatchObject(CHASED)
  })

  it('begins once the first is over, while all other exits work', async () => {
    const { venue, life } = await begin()
    await bench.submit(life, 'b', CANCEL_ALL)
    await bench.clock.advance(5_000)
    expect(await bench.submit(life, 'c', OTHER)).toMatchObject({ kind: 'accepted' })
    await bench.clock.advance(1_000)
    expect(await bench.submit(life, 'd', CLOSE)).toMatchObject({ kind: 'accepted' })
    await bench.clock.advance(20_000)
    expect(venue.volume).toEqual(ZERO)
    expectSound(venue)
  })
})

describe('an action that is accepted while a chase runs', () => {
  const REQUEST: CloseRequest = { ...CLOSE_REQUEST, positionKey: CHASE.positionKey, instrument: CONTRACT.name }
  const own = { area: 'contract', instrument: CONTRACT.name, orderId: 'own' } as const
  const other = { ...own, orderId: 'other' }
  const side = (name: 'long' | 'short') => ({ kind: 'closeSide', side: name }) as const
  const matching = (filter: Partial<OrderFilter>): Action => ({
    kind: 'cancelMatching',
    filter: { area: null, instrument: null, side: null, closing: true, ...filter },
  })
  const reduce = (positionKey: string): Action => ({ kind: 'reduce', closes: [{ positionKey, volume: '1' }] })

  /** Whether the chase of a long position gives way to `action`, once that has ended and while it has not. */
  function rivalry(action: Action, end: 'ended' | 'running' | 'refused'): string {
    const { log, begin } = memoryLog(bench.clock)
    const chase = begin('chase', CHASE, [REQUEST])
    log.noteLeg(chase.legs[0]!, { state: 'journalled' })
    log.noteLeg(chase.legs[0]!, { state: 'working', orderId: 'own' })
    const rivals = createRivals(log.intent(chase), log)
    if (end === 'refused')
      log.note('b', { kind: 'denied', action, denial: { code: 'IN_FLIGHT', message: verbatim('busy') } })
    else {
      begin('b', action, [])
      if (end === 'ended') log.note('b', { kind: 'looked', look: 'none', note: null })
    }
    return rivals()
  }

  it.each<[string, Action, boolean]>([
    ['a flatten', FLATTEN, true],
    ['a close of its side', side('long'), true],
    ['a close of the other side', side('short'), false],
    ['a close of its position', CLOSE, true],
    ['a close of another position', closeAtMarket('other'), false],
    ['another chase of its position', { ...CHASE, size: { kind: 'volume', volume: '1' } }, false],
    ['a reduction of its position', reduce(CHASE.positionKey), true],
    ['a reduction of another', reduce('other'), false],
    ['a cancel of its order', { kind: 'cancelOrder', ...own }, true],
    ['a cancel of another order', { kind: 'cancelOrder', ...other }, false],
    ['a cancel of some, its own among them', { kind: 'cancelOrders', orders: [other, own] }, true],
    ['a cancel of some others', { kind: 'cancelOrders', orders: [other] }, false],
    ['a cancel of everything', matching({}), true],
    ['a cancel of its contract', matching({ area: 'contract', instrument: CONTRACT.name, side: REQUEST.side }), true],
    ['a cancel of all but closing orders', matching({ closing: false }), false],
    ['a cancel of Spot', matching({ area: 'spot' }), false],
    ['a cancel of another contract', matching({ instrument: 'other' }), false],
    ['a cancel of the other side', matching({ side: 'buy' }), false],
    ['a protective order', STOP, false],
    ['a restore', { kind: 'restore', intentId: 'x' }, false],
  ])('makes way for %s: %#', (_, action, makesWay) => {
    expect(rivalry(action, 'ended')).toBe(makesWay ? 'over' : 'none')
    expect(rivalry(action, 'refused')).toBe(makesWay ? 'over' : 'none')
  })

  it('is waited for while it runs', () => {
    expect(rivalry(FLATTEN, 'running')).toBe('busy')
    expect(rivalry(STOP, 'running')).toBe('none')
  })
})
