import { describe, expect, it } from 'vitest'
import type { LegState } from '#shared/desk/plan.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { position } from '#test/support/portfolio-fixtures.ts'
import { CLOSE, FLATTEN, LOST_DONE, LOST_UNDONE, cancelOf, deskBench, shown, states } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { CONTRACT, FINE, ModelVenue } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-replies.ts'

const bench = deskBench()
const REFUSED: Fate = { reply: 'rejected', effectAfterMs: null, fillPercent: 0 }

/**
 * A position of 7 contracts, 5 of them locked by one resting closing order. The plan has one cancel and two closes: of
 * the free part and of the rest.
 */
function locked(): { readonly venue: ModelVenue; readonly orderId: string } {
  const venue = bench.small()
  return { venue, orderId: venue.restClosing(decimal(5)).orderId }
}

const FIVE = { amount: '5' }

function intent(life: Life) {
  const [newest] = life.desk.report().intents
  if (newest === undefined) throw new Error('expected an intent')
  return newest
}

/** The detail of the last leg. */
function detail(life: Life): string | undefined {
  return intent(life).legs.at(-1)?.detail.code
}

async function run(venue: ModelVenue, ms = 10_000): Promise<Life> {
  const life = await bench.open(venue)
  await bench.submit(life, 'a', CLOSE)
  await bench.clock.advance(ms)
  return life
}

describe('a close of a position that is locked in closing orders', () => {
  it('cancels them, and closes the whole position once they are seen to be gone', async () => {
    const venue = bench.full()
    const orders = [venue.restClosing(decimal(4)), venue.restClosing(decimal(9))].map(({ orderId }) => orderId)
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    // The venue takes 300 ms for a cancel.
    await bench.clock.advance(200)
    expect(venue.arrivals.toSorted()).toEqual(orders.toSorted())
    expect(states(life)).toEqual(['acknowledged', 'acknowledged', 'planned', 'planned', 'planned', 'planned'])
    await bench.clock.advance(10_000)
    expect(states(life)).toEqual(Array.from({ length: 6 }, () => 'verified'))
    expect(intent(life).state).toBe('done')
    expect(venue.volume.isZero()).toBe(true)
    expect(venue.arrivals).toHaveLength(6)
  })

  it('is one plan, however often it is clicked', async () => {
    const { venue } = locked()
    const life = await bench.open(venue)
    for (let n = 0; n < 50; n++) void life.desk.submit(`click ${n}`, CLOSE)
    await bench.clock.advance(10_000)
    expect(venue.arrivals).toHaveLength(3)
    expect(venue.volume.isZero()).toBe(true)
  })

  it.each<[string, number, number | null, readonly LegState[], number, string]>([
    ['wholly, and less is left', 5, null, ['alreadyGone', 'verified', 'alreadyGone'], 1, 'leg.close.goneBefore'],
    ['in part', 5, 3, ['verified', 'verified', 'skipped', 'verified'], 2, 'leg.close.done'],
    ['wholly, and nothing is left', 7, null, ['alreadyGone', 'alreadyGone'], 0, 'leg.close.goneBefore'],
  ])(
    'never closes more than the position when one of them fills before its cancel: %s',
    async (_, size, filled, legs, closes, why) => {
      const venue = bench.small()
      const { orderId } = venue.restClosing(decimal(size))
      const life = await bench.open(venue)
      void life.desk.submit('a', CLOSE)
      // After the plan was made, while the cancel is in flight.
      await bench.clock.advance(30)
      venue.fill(orderId, filled === null ? null : decimal(filled))
      await bench.clock.advance(10_000)
      expect(states(life)).toEqual(legs)
      expect(intent(life).state).toBe('done')
      expect(venue.volume.isZero()).toBe(true)
      expect(detail(life)).toBe(why)
      expect(venue.arrivals).toHaveLength(1 + closes)
    },
  )

  it.each<[string, Fate, LegState, string]>([
    ['refused', REFUSED, 'rejected', '5'],
    ['lost on its way', LOST_UNDONE, 'absent', '0'],
    ['not sent', { ...REFUSED, reply: 'notSent' }, 'notSent', '0'],
    ['accepted and never done', { ...REFUSED, reply: 'ok' }, 'needsHuman', '5'],
  ])('closes the free part when a cancel is %s, and says what stays', async (_, fate, state, left) => {
    const { venue } = locked()
    venue.fates = [fate]
    const life = await run(venue, 20_000)
    expect(states(life, 1).slice(1)).toEqual(['verified', 'skipped'])
    expect(intent(life).legs[2]?.detail).toEqual(message('leg.close.locked', { locked: FIVE, held: FIVE }))
    await bench.clock.advance(70_000)
    expect(states(life, 1)[0]).toBe(state)
    // The next round repeats what can be repeated. What was refused stays.
    expect(toText(venue.volume)).toBe(left)
    expect(intent(life).state).toBe(left === '0' ? 'done' : state === 'needsHuman' ? 'needsHuman' : 'partial')
  })

  it('closes all but what one order keeps locked, at once', async () => {
    const venue = bench.full()
    venue.restClosing(decimal(1))
    venue.fates = [{ ...REFUSED, reply: 'ok' }]
    await run(venue)
    expect(toText(venue.volume)).toBe('1')
  })

  it('does not wait for an order that opens', async () => {
    const venue = bench.small()
    venue.rest()
    venue.fates = [{ ...REFUSED, reply: 'ok' }]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', FLATTEN)
    await bench.clock.advance(100)
    expect(venue.volume.isZero()).toBe(true)
  })

  it('waits for a cancel whose answer was lost until its outcome is known', async () => {
    const { venue } = locked()
    venue.fates = [LOST_DONE]
    const life = await run(venue)
    expect(states(life)).toEqual(['verified', 'verified', 'verified'])
    expect(shown(life)).toContain('unknown')
    expect(venue.volume.isZero()).toBe(true)
  })

  it('waits for an order that another intent is cancelling, and does not cancel it again', async () => {
    const { venue, orderId } = locked()
    const life = await bench.open(venue)
    void life.desk.submit('cancel', cancelOf(orderId))
    void life.desk.submit('close', CLOSE)
    await bench.clock.advance(10_000)
    expect(intent(life)).toMatchObject({ intentId: 'close', state: 'done' })
    expect(states(life)).toEqual(['verified', 'verified', 'verified'])
    expect(venue.arrivals).toHaveLength(3)
    expect(venue.volume.isZero()).toBe(true)
  })

  it('gives up after five seconds when the position stays locked', async () => {
    const { venue, orderId } = locked()
    venue.fates = [{ reply: 'lost', effectAfterMs: null, fillPercent: 0 }]
    const life = await bench.open(venue)
    void life.desk.submit('cancel', cancelOf(orderId))
    void life.desk.submit('close', CLOSE)
    await bench.clock.advance(4_500)
    expect(intent(life).legs.map((leg) => leg.state)).toEqual(['planned', 'planned'])
    await bench.clock.advance(1_500)
    expect(
      intent(life)
        .legs.map((leg) => leg.state)
        .slice(0, 2),
    ).toEqual(['verified', 'skipped'])
    expect(intent(life).legs[1]?.detail).toEqual(message('leg.close.locked', { locked: FIVE, held: FIVE }))
    expect(toText(venue.volume)).toBe('5')
  })

  it('survives a failed read after the cancels', async () => {
    const { venue } = locked()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    while (states(life)[0] !== 'verified') await bench.clock.advance(10)
    venue.failingReads = 3
    await bench.clock.advance(10_000)
    expect(states(life)).toEqual(['verified', 'verified', 'verified'])
  })

  it('does not take a position for closed that is missing from a partly read list', async () => {
    const { venue } = locked()
    let isBlind = false
    const life = await bench.open(venue, {
      client: (client) => ({
        ...client,
        async call(endpoint, params, options) {
          const answer = await client.call(endpoint, params, options)
          if (endpoint === 'contract.cancelOrder') isBlind = true
          if (!isBlind || endpoint !== 'contract.account' || !answer.ok) return answer
          const value = { marginAccounts: [], positions: [] } as never
          return ok({
            ...answer.value,
            value,
            quarantined: [{ path: 'positions[0]', reason: message('expected.missing') }],
          })
        },
      }),
    })
    await bench.submit(life, 'a', CLOSE)
    await bench.clock.advance(10_000)
    expect(states(life)).toEqual(['verified', 'skipped', 'skipped'])
    expect(detail(life)).toBe('leg.close.unread')
  })

  it('uses what is known while the lock on the position cannot be read', async () => {
    const { venue } = locked()
    const life = await bench.open(venue, {
      client: (client) => ({
        ...client,
        call(endpoint, params, options) {
          if (endpoint === 'contract.openOrders') venue.failingReads = 1
          return client.call(endpoint, params, options)
        },
      }),
    })
    expect(await bench.submit(life, 'a', CLOSE)).toMatchObject({ kind: 'accepted' })
    await bench.clock.advance(10_000)
    expect(venue.volume.isZero()).toBe(true)
  })
})

describe('a close that leaves something open', () => {
  it('closes the free part and says how much stays locked, when the orders may belong to another position', async () => {
    const { venue } = locked()
    venue.others = [position(CONTRACT, { marginMode: 'isolated', volume: 8, pendingCloseVolume: 1 })]
    const life = await run(venue)
    expect(states(life)).toEqual(['partial'])
    expect(intent(life).state).toBe('partial')
    expect(intent(life).legs.at(-1)?.detail).toEqual(
      message('leg.close.restLocked', { volume: { amount: '2' }, rest: FIVE, locked: FIVE }),
    )
    expect(toText(venue.volume)).toBe('5')
  })

  it('is partial, never verified in between', async () => {
    const venue = new ModelVenue(bench.clock, decimal('7.5'))
    const life = await run(venue)
    expect(states(life)).toEqual(['partial'])
    expect(shown(life)).not.toContain('verified')
    expect(intent(life).legs.at(-1)?.detail).toMatchObject({
      facts: { volume: { amount: '7' }, rest: { amount: '0.5' } },
    })
  })

  it('uses what is read after the cancels, even if there would have been room without them', async () => {
    const venue = new ModelVenue(bench.clock, decimal('7.5'))
    venue.restClosing(decimal('0.5'))
    const life = await run(venue)
    expect(states(life)).toEqual(['verified', 'partial'])
    expect(intent(life).legs.at(-1)?.detail).toMatchObject({
      ...{ code: 'leg.close.restStays', facts: { rest: { amount: '0.5' } } },
    })
  })

  it('says so on the last slice only', async () => {
    const venue = new ModelVenue(bench.clock, decimal('25.5'))
    expect(states(await run(venue))).toEqual(['verified', 'verified', 'partial'])
  })
})

describe('recovery', () => {
  // Steps: two reads, the plan, then writing and sending the cancel.
  it.each<[string, number, 'before' | 'after', readonly LegState[], number]>([
    ['before the cancel was written down', 4, 'before', ['skipped', 'skipped', 'skipped'], 0],
    ['before the cancel was sent', 5, 'before', ['absent', 'skipped', 'skipped'], 0],
    ['after the cancel was sent', 5, 'after', ['verified', 'skipped', 'skipped'], 1],
  ])('of a run that ended %s sends no close', async (_, step, when, legs, arrivals) => {
    const { venue } = locked()
    const life = await bench.open(venue, { deathAt: { step, when } })
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(10_000)
    life.kill()
    const next = bench.begin(venue)
    void next.desk.recover()
    await bench.clock.advance(30_000)
    expect(states(next)).toEqual(legs)
    expect(venue.arrivals).toHaveLength(arrivals)
    expect(toText(venue.volume)).toBe('7')
  })

  it('reports what stays open when a later run finds the last leg done', async () => {
    const venue = new ModelVenue(bench.clock, decimal('7.5'))
    venue.fates = [FINE]
    const life = await bench.open(venue, { deathAt: { step: 7, when: 'after' } })
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(1_000)
    life.kill()
    const next = bench.begin(venue)
    void next.desk.recover()
    await bench.clock.advance(30_000)
    expect(states(next)).toEqual(['partial'])
  })
})
