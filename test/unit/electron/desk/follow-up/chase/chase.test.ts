/** A chase on the model venue: what it sends, its outcome, and its report. */
import { describe, expect, it } from 'vitest'
import { decimal, sum, ZERO } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { inARow, message } from '#shared/words/message.ts'
import {
  CHASE,
  chaseBench,
  closes,
  expectSound,
  LEFT_AT_100,
  newest,
  orderId,
  stays,
  wentAway,
} from '#test/support/chase-bench.ts'
import { LOST_DONE, LOST_LATE, LOST_UNDONE } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { FINE } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-replies.ts'
import type { ModelVenue } from '#test/support/model-venue.ts'
import { codesOf } from '#test/support/codes.ts'

const { bench, begin, goTo, startMoving } = chaseBench()

/** Starts the next run, with enough time to settle the order. */
async function reopen(venue: ModelVenue): Promise<Life> {
  const life = bench.begin(venue)
  void life.desk.recover()
  await bench.clock.advance(1_000)
  return life
}

describe('a chase', () => {
  it('is done when its order fills without moving', async () => {
    const { venue, life } = await begin()
    venue.fill(orderId(life))
    await bench.clock.advance(2_000)
    expect(newest(life)).toMatchObject({ state: 'done', note: null, legs: [{ state: 'verified' }] })
    expect(venue.writes).toEqual(['contract.placeOrder'])
  })

  it('moves its order with the price, each time for exactly the rest, until it fills', async () => {
    const { venue, life } = await begin()
    venue.fill(orderId(life), decimal(2))
    await goTo(venue, 99.8)
    venue.fill(orderId(life), decimal(1))
    await goTo(venue, 99.5)
    await goTo(venue, 99.6)
    await goTo(venue, 99.4)
    expect(newest(life).state).toBe('running')
    venue.fill(orderId(life))
    await bench.clock.advance(2_000)
    const { state, note, legs } = newest(life)
    expect({ state, note }).toEqual({ state: 'done', note: null })
    expect(legs.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6, 7])
    const MOVED = { facts: { sentences: [message('leg.chase.moved', { price: { amount: '99.8' } }), {}] } }
    expect(closes(life).map((leg) => ({ ...leg.request, state: leg.state, detail: leg.detail }))).toMatchObject([
      { volume: decimal(7), price: decimal(100), state: 'partial', detail: MOVED },
      { volume: decimal(5), price: decimal('99.8'), state: 'partial' },
      { volume: decimal(4), price: decimal('99.5'), state: 'partial' },
      { volume: decimal(4), price: decimal('99.4'), state: 'verified' },
    ])
    expect(sum(closes(life).map(({ executed }) => executed ?? ZERO))).toEqual(decimal(7))
    expect(venue.volume).toEqual(ZERO)
    expectSound(venue)
  })

  it('closes part of the position and leaves the rest', async () => {
    const venue = bench.small()
    venue.ask = decimal(100)
    const life = await bench.open(venue)
    await bench.submit(life, 'a', { ...CHASE, size: { kind: 'volume', volume: '5' } })
    await bench.clock.advance(1_000)
    venue.fill(orderId(life), decimal(2))
    await goTo(venue, 99.5)
    expect(closes(life).at(-1)?.request).toMatchObject({ volume: decimal(3) })
    venue.fill(orderId(life))
    await bench.clock.advance(2_000)
    expect(newest(life)).toMatchObject({ state: 'done', note: null })
    expect(venue.volume).toEqual(decimal(2))
  })

  it('stops at its limit and cancels its order', async () => {
    const { venue, life } = await begin()
    await goTo(venue, 99.5)
    venue.fill(orderId(life), decimal(3))
    await goTo(venue, 98.9)
    expect(newest(life)).toMatchObject({
      state: 'partial',
      note: inARow([wentAway('100'), stays(4)]),
    })
    expect(venue.openOrders()).toEqual([])
    await goTo(venue, 100, 10_000)
    expect(venue.writes).toHaveLength(4)
  })

  it('places nothing when the price went too far during the cancel', async () => {
    const { venue, life } = await begin()
    await startMoving(venue, life)
    await goTo(venue, 98)
    expect(newest(life).note).toEqual(inARow([wentAway('100'), stays(7)]))
    expect(venue.writes).toEqual(['contract.placeOrder', 'contract.cancelOrder'])
  })

  it('gives up after ten minutes', async () => {
    const { venue, life } = await begin()
    await bench.clock.advance(610_000)
    expect(newest(life)).toMatchObject({
      state: 'partial',
      note: inARow([message('intent.chase.tooLong', { time: { ms: 600_000 } }), stays(7)]),
    })
    expect(venue.openOrders()).toEqual([])
  })

  it('gives up after 60 moves', async () => {
    const { venue, life } = await begin()
    for (let move = 1; move <= 61; move += 1) await goTo(venue, 100 - move / 100)
    expect(newest(life).note).toEqual(inARow([message('intent.chase.tooOften', { times: 60 }), stays(7)]))
    expect(closes(life)).toHaveLength(61)
    expectSound(venue)
  })

  it('gives up on an order whose cancel never takes effect, and reports its fills', async () => {
    let isStuck = false
    const { venue, life } = await begin({
      client: (client) => ({
        ...client,
        async call(endpoint, params, options) {
          const answer = await client.call(endpoint, params, options)
          if (isStuck && endpoint === 'contract.order' && answer.ok) {
            Object.assign(answer.value, { value: { ...(answer.value.value as Order), status: 'canceling' } })
          }
          return answer
        },
      }),
    })
    venue.fill(orderId(life), decimal(2))
    isStuck = true
    await goTo(venue, 50, 610_000)
    expect(newest(life)).toMatchObject({
      state: 'partial',
      note: inARow([message('intent.chase.stillCanceling', { time: { ms: 600_000 } }), LEFT_AT_100, stays(5)]),
    })
    expect(venue.writes).toEqual(['contract.placeOrder'])
  })

  it('gives up on its order after three failed reads', async () => {
    const { venue, life } = await begin()
    venue.failingReads = 1_000
    await goTo(venue, 99, 5_000)
    expect(newest(life)).toMatchObject({
      state: 'partial',
      note: inARow([message('intent.chase.unread', { times: 3 }), LEFT_AT_100, message('intent.chase.fillUnread')]),
    })
    expect(venue.writes).toEqual(['contract.placeOrder'])
  })

  it('continues after one failed read', async () => {
    const { venue, life } = await begin()
    for (let times = 0; times < 4; times += 1) {
      venue.failingReads = 4
      await bench.clock.advance(2_000)
    }
    expect(newest(life).state).toBe('running')
  })

  it('finds its order in the lists of a venue that does not answer for single orders', async () => {
    const { venue, life } = await begin()
    venue.missing = new Set(['contract.order'])
    await goTo(venue, 99.5)
    expect(closes(life)).toHaveLength(2)
    venue.fill(orderId(life))
    await bench.clock.advance(2_000)
    expect(newest(life).state).toBe('done')
  })

  it('closes no more than the remaining position', async () => {
    const { venue, life } = await begin()
    venue.trade(decimal(-3))
    await goTo(venue, 99.5, 10_000)
    expect(closes(life).map(({ request }) => 'volume' in request && request.volume)).toEqual([decimal(7), decimal(4)])
    expectSound(venue)
  })

  it('waits for contracts that still show as locked', async () => {
    const { venue, life } = await begin()
    await startMoving(venue, life)
    const other = venue.restClosing(decimal(2))
    await bench.clock.advance(2_000)
    expect(closes(life)).toHaveLength(1)
    venue.fill(other.orderId)
    await bench.clock.advance(2_000)
    expect(closes(life).at(-1)?.request).toMatchObject({ volume: decimal(5) })
    expectSound(venue)
  })
})

describe('a chase through lost answers', () => {
  it.each<[string, readonly Fate[], string | null]>([
    ['of a cancel that was done', [LOST_DONE], null],
    ['of a cancel that was done late', [LOST_LATE], null],
    ['of a cancel that was not done', [LOST_UNDONE], 'intent.chase.stuck'],
    ['of a new order that was placed', [FINE, LOST_DONE], null],
    ['of a new order that was placed late', [FINE, LOST_LATE], null],
    ['of a new order that was not placed', [FINE, LOST_UNDONE], 'intent.chase.stays'],
  ])('%s sends nothing twice', async (_, fates, code) => {
    const { venue, life } = await begin()
    venue.fates = [...fates]
    await goTo(venue, 99.5, 20_000)
    expectSound(venue)
    if (code === null) {
      expect(newest(life).state).toBe('running')
      venue.fill(orderId(life))
      await bench.clock.advance(2_000)
      expect(newest(life).state).toBe('done')
      expect(venue.volume).toEqual(ZERO)
    } else {
      expect(newest(life).state).toBe('partial')
      expect(codesOf(newest(life).note)).toContain(code)
    }
    const sent = venue.writes.length
    await goTo(venue, 99.4, 20_000)
    expect(venue.writes).toHaveLength(sent)
  })

  it('ends when it is unknown whether the cancel took effect', async () => {
    const { venue, life } = await begin()
    venue.stuck.add(orderId(life))
    await goTo(venue, 99.5, 90_000)
    expect(newest(life)).toMatchObject({ state: 'needsHuman', note: { code: 'intent.chase.cancelUnknown' } })
    expect(venue.writes).toEqual(['contract.placeOrder', 'contract.cancelOrder'])
  })
})

describe('a chase during which Plimsoll was closed', () => {
  it('is not continued, and its order stays open', async () => {
    const { venue, life } = await begin()
    life.kill()
    const next = await reopen(venue)
    await goTo(venue, 99.5, 5_000)
    expect(newest(next)).toMatchObject({
      state: 'partial',
      note: inARow([message('intent.chase.leftMidway'), message('intent.chase.waits', { price: { amount: '100' } })]),
      legs: [{ state: 'working' }],
    })
    expect(venue.writes).toEqual(['contract.placeOrder'])
  })

  it('is done if its order filled meanwhile, also in the run after that', async () => {
    const { venue, life } = await begin()
    const id = orderId(life)
    life.kill()
    venue.fill(id)
    const next = await reopen(venue)
    expect(newest(next)).toMatchObject({ state: 'done', note: null, legs: [{ state: 'verified' }] })
    next.kill()
    expect(newest(await reopen(venue))).toMatchObject({ state: 'done', note: null })
  })

  it('reports what stays open if its order is gone', async () => {
    const { venue, life } = await begin()
    await goTo(venue, 98)
    life.kill()
    expect(newest(await reopen(venue))).toMatchObject({
      state: 'partial',
      note: inARow([wentAway('100'), stays(7)]),
    })
  })

  it('sends nothing once the account is closed', async () => {
    const { venue, life } = await begin()
    void life.desk.close()
    await goTo(venue, 99.5, 20_000)
    expect(venue.writes).toEqual(['contract.placeOrder'])
    expect(venue.openOrders()).toHaveLength(1)
  })

  it('that is killed at any step sends nothing twice, nothing too much, and ends', async () => {
    for (let step = 1, isOver = false; !isOver; step += 1) {
      for (const when of ['before', 'after'] as const) {
        const venue = bench.small()
        venue.ask = decimal(100)
        const life = bench.begin(venue, { path: `${bench.path}.${step}.${when}`, deathAt: { step, when } })
        void life.desk.recover()
        await bench.clock.advance(10)
        void life.desk.submit('a', CHASE)
        await goTo(venue, 99.9)
        isOver = !life.isDead()
        life.kill()
        const next = bench.begin(venue, { path: `${bench.path}.${step}.${when}` })
        void next.desk.recover()
        await bench.clock.advance(30_000)
        expectSound(venue)
        expect(next.desk.report().intents.map(({ state }) => state)).not.toContain('running')
        expect(next.desk.report().intents.map(({ state }) => state)).not.toContain('unknown')
        next.kill()
      }
    }
  })
})
