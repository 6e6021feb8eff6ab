import { describe, expect, it } from 'vitest'
import type { VenueClient } from '#electron/venue/port.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { CANCEL_ALL, cancelOf, LOST_DONE, LOST_UNDONE, deskBench, states } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { FINE, ModelVenue, PAIR, POSITION } from '#test/support/model-venue.ts'
import { codesOf } from '#test/support/codes.ts'

const bench = deskBench()
const ON_SPOT = {
  kind: 'cancelMatching',
  filter: { area: 'spot', instrument: PAIR.symbol, side: null, closing: true },
} as const
const RESTORE = { kind: 'restore', intentId: 'cancel' } as const

function protect(purpose: 'stopLoss' | 'takeProfit', price: string): Action {
  const size = { kind: 'percent', percent: 100 } as const
  return { kind: 'protect', positionKey: POSITION.key, purpose, size, trigger: { kind: 'price', price } }
}

async function previewed(life: Life, action: Action): Promise<string> {
  const asked = life.desk.preview(action)
  await bench.clock.advance(200)
  const answer = await asked
  if (answer.kind !== 'plan') throw new Error(inEnglish(answer.denial.message))
  return answer.planId
}

async function submit(life: Life, id: string, action: Action, planId?: string) {
  const answer = life.desk.submit(id, action, planId)
  await bench.clock.advance(3_000)
  return answer
}

/** A venue that lists at most `count` open orders. */
const cutAt =
  (most: number) =>
  (client: VenueClient): VenueClient => ({
    ...client,
    async call(endpoint, params, options) {
      const answer = await client.call(endpoint, params, options)
      if (endpoint !== 'contract.openOrders' || !answer.ok || !Array.isArray(answer.value.value)) return answer
      const all: readonly unknown[] = answer.value.value
      const value = all.slice(0, most) as unknown as typeof answer.value.value
      return ok({ ...answer.value, value, isCut: all.length > most })
    },
  })

const denied = (code: string) => ({ kind: 'denied', denial: { code } })

describe('a restore', () => {
  it('runs once, however often its plan was shown', async () => {
    const venue = bench.small()
    venue.restSpot()
    const life = await bench.open(venue)
    await submit(life, 'cancel', ON_SPOT)
    const [one, two] = [await previewed(life, RESTORE), await previewed(life, RESTORE)]
    expect(await submit(life, 'one', RESTORE, one)).toMatchObject({ kind: 'accepted' })
    expect(await submit(life, 'two', RESTORE, two)).toMatchObject(denied('PLAN_EXPIRED'))
    expect(venue.openOrders('spot')).toHaveLength(1)
  })

  it('is planned again before it is sent', async () => {
    const venue = bench.small()
    const orders = [venue.restSpot(), venue.restSpot()]
    let hidden: string | null = null
    const life = await bench.open(venue, {
      client: (client) => ({
        ...client,
        call: (endpoint, params, options) =>
          endpoint === 'spot.order' && 'orderId' in params && params.orderId === hidden
            ? Promise.resolve(
                err({ ...localFailure('network', endpoint, verbatim('no network')), outcome: 'unknown' as const }),
              )
            : client.call(endpoint, params, options),
      }),
    })
    await submit(life, 'cancel', ON_SPOT)
    const planId = await previewed(life, RESTORE)
    hidden = orders[0]?.orderId ?? null
    expect(await submit(life, 'restore', RESTORE, planId)).toMatchObject(denied('PLAN_EXPIRED'))
    expect(venue.openOrders('spot')).toEqual([])
  })

  it('that half worked can be finished, and places none of its orders twice', async () => {
    const venue = bench.small()
    venue.restSpot(decimal(2))
    venue.restSpot(decimal(5))
    const life = await bench.open(venue)
    await submit(life, 'cancel', ON_SPOT)
    venue.fates = [FINE, { ...FINE, reply: 'notSent' }]
    await submit(life, 'half', RESTORE)
    expect(venue.openOrders('spot')).toHaveLength(1)
    await submit(life, 'rest', RESTORE)
    expect(
      venue
        .openOrders('spot')
        .map(({ quantity }) => Number(quantity))
        .toSorted(),
    ).toEqual([2, 5])
    expect(await submit(life, 'more', RESTORE)).toMatchObject(denied('NOT_RESTORABLE'))
  })

  it.each(['in the same run', 'after a restart'])('is known for as long as its orders, %s', async (when) => {
    const venue = bench.small()
    const orders = [venue.rest(), venue.restSpot()]
    const isDown = (endpoint: string): boolean => endpoint === 'contract.order' || endpoint === 'contract.openOrders'
    // The outcome of one order is never known, so the intent that cancelled it is kept.
    const client = (client: VenueClient): VenueClient => ({
      ...client,
      call: (endpoint, params, options) =>
        isDown(endpoint)
          ? Promise.resolve(
              err({ ...localFailure('network', endpoint, verbatim('no network')), outcome: 'unknown' as const }),
            )
          : client.call(endpoint, params, options),
    })
    const life = await bench.open(venue, { client })
    venue.fates = [LOST_UNDONE, FINE]
    const named = orders.map(({ area, instrument, orderId }) => ({ area, instrument, orderId }))
    await submit(life, 'cancel', { kind: 'cancelOrders', orders: named })
    expect(await submit(life, 'restore', RESTORE)).toMatchObject({ kind: 'accepted' })
    for (let n = 0; n < 50; n++) {
      const { orderId } = venue.restSpot()
      await submit(life, `later ${n}`, { kind: 'cancelOrder', area: 'spot', instrument: PAIR.symbol, orderId })
    }
    const known = life.desk.report().intents.map(({ intentId }) => intentId)
    expect([known.includes('cancel'), known.includes('restore')]).toEqual([true, false])
    let last = life
    if (when === 'after a restart') {
      life.kill()
      last = bench.begin(venue, { client })
      void last.desk.recover()
      await bench.clock.advance(20_000)
    }
    expect(await submit(last, 'again', RESTORE)).toMatchObject(denied('NOT_RESTORABLE'))
    expect(venue.openOrders('spot')).toHaveLength(1)
  })

  it('whose order filled and was forgotten by the venue is left to a human, and not sent again', async () => {
    const venue = bench.small()
    venue.restSpot()
    const life = await bench.open(venue, {
      client: (client) => ({
        ...client,
        async call(endpoint, params, options) {
          const answer = await client.call(endpoint, params, options)
          const mine = 'clientOrderId' in params ? venue.placed(params.clientOrderId ?? '') : undefined
          if (endpoint === 'spot.placeOrder' && mine) venue.fill(mine.orderId)
          if (endpoint !== 'spot.order' || mine?.status !== 'filled') return answer
          return err({ ...localFailure('notFound', endpoint, verbatim('no such order')), outcome: 'rejected' as const })
        },
      }),
    })
    await submit(life, 'cancel', ON_SPOT)
    venue.fates = [LOST_DONE]
    await submit(life, 'restore', RESTORE)
    await bench.clock.advance(90_000)
    expect(states(life)[0]).toBe('needsHuman')
    expect(await submit(life, 'again', RESTORE)).toMatchObject(denied('NOT_RESTORABLE'))
  })

  it('is left to a human when the trades cannot be read', async () => {
    const venue = bench.small()
    venue.restSpot()
    venue.missing = new Set(['spot.myTrades'])
    const life = await bench.open(venue)
    await submit(life, 'cancel', ON_SPOT)
    venue.fates = [LOST_UNDONE]
    await submit(life, 'restore', RESTORE)
    await bench.clock.advance(90_000)
    expect(states(life)[0]).toBe('needsHuman')
  })
})

describe('a protective order that was previewed', () => {
  it.each<[string, string, (venue: ModelVenue) => void]>([
    ['BAD_AMOUNT', 'the mark has passed its trigger', (venue) => void (venue.mark = decimal(120))],
    ['POSITION_NOT_FOUND', 'the position is gone', (venue) => venue.trade(decimal(-7))],
    ['PLAN_EXPIRED', 'the position is smaller', (venue) => venue.trade(decimal(-2))],
  ])('is refused with %s when %s', async (code, _, happen) => {
    const venue = bench.small()
    const life = await bench.open(venue)
    const planId = await previewed(life, protect('takeProfit', '110'))
    happen(venue)
    expect(await submit(life, 'a', protect('takeProfit', '110'), planId)).toMatchObject(denied(code))
    expect(venue.armed).toEqual([])
  })

  it('stays orphaned once its position was seen gone, also after a restart', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    await submit(life, 'a', protect('stopLoss', '90'))
    await bench.clock.advance(10_000)
    venue.trade(decimal(-7))
    life.desk.reviewProtections()
    venue.trade(decimal(9))
    expect(life.desk.report().protections).toMatchObject([{ state: 'orphaned' }])
    life.kill()
    const next = await bench.open(venue)
    expect(next.desk.report().protections).toMatchObject([{ intentId: 'a', state: 'orphaned' }])
  })
})

describe('a close that is too large for one plan', () => {
  it('is done in part, says so, and still does after a restart', async () => {
    const venue = new ModelVenue(bench.clock, decimal(1_200))
    let life = await bench.open(venue)
    await submit(life, 'a', closeAtMarket(POSITION.key, 50))
    await bench.clock.advance(60_000)
    const states = () => life.desk.report().intents.map(({ state, note }) => [state, note && inEnglish(note)])
    const partial = ['partial', expect.stringContaining('100 of 600 contracts')]
    expect(states()).toEqual([partial])
    life.kill()
    life = await bench.open(venue)
    expect(states()).toEqual([partial])
  })
})

describe('an order that another request already cancels', () => {
  it('is left to that request, and keeps this intent from being done', async () => {
    const venue = bench.small()
    const [lost] = [venue.rest(), venue.rest()]
    const life = await bench.open(venue)
    venue.fates = [LOST_UNDONE]
    await submit(life, 'one', cancelOf(lost.orderId))
    expect(await submit(life, 'all', CANCEL_ALL)).toMatchObject({ kind: 'accepted' })
    const all = life.desk.report().intents.find(({ intentId }) => intentId === 'all')
    expect(all?.legs).toHaveLength(1)
    expect(all?.state).not.toBe('done')
    expect(codesOf(all?.note)).toContain('intent.leftToOthers')
  })

  it.each([
    ['and is still there: reported', LOST_UNDONE, 'partial', 'intent.leftToOthers'],
    ['and is gone in the end: done', LOST_DONE, 'done', undefined],
  ])('is left to it even if its list was truncated, %s', async (_, fate, state, first) => {
    const venue = bench.small()
    const [lost] = Array.from({ length: 130 }, () => venue.rest())
    const life = await bench.open(venue, { client: cutAt(100) })
    venue.fates = [fate]
    await submit(life, 'one', cancelOf(lost?.orderId ?? ''))
    await submit(life, 'all', CANCEL_ALL)
    await bench.clock.advance(60_000)
    const all = life.desk.report().intents.find(({ intentId }) => intentId === 'all')
    expect(all?.legs).toHaveLength(129)
    expect([all?.state, codesOf(all?.note)[0]]).toEqual([state, first])
  })

  it('is reported as left to it, not as still listed, when orders were named and no list was read', async () => {
    const venue = bench.small()
    const orders = [venue.restSpot(), venue.restSpot(), venue.restSpot()].map(({ area, instrument, orderId }) => {
      return { area, instrument, orderId }
    })
    const life = await bench.open(venue)
    venue.fates = [LOST_DONE]
    void life.desk.submit('one', { kind: 'cancelOrders', orders: orders.slice(0, 1) })
    await bench.clock.advance(100)
    await submit(life, 'named', { kind: 'cancelOrders', orders })
    await bench.clock.advance(60_000)
    const named = life.desk.report().intents.find(({ intentId }) => intentId === 'named')
    expect(named?.state).toBe('partial')
    expect(named?.note).toEqual(message('intent.leftToOthers', { count: 1 }))
  })

  it('a refused cancel is not done just because the rest of a truncated list is', async () => {
    const venue = bench.small()
    for (let placed = 0; placed < 130; placed++) venue.rest()
    const life = await bench.open(venue, { client: cutAt(100) })
    venue.fates = [{ ...FINE, reply: 'rejected' }]
    await submit(life, 'all', CANCEL_ALL)
    await bench.clock.advance(120_000)
    expect(venue.openOrders()).toHaveLength(1)
    expect(life.desk.report().intents).toMatchObject([
      { state: 'partial', note: message('intent.stillOpen', { count: 1 }) },
    ])
  })
})
