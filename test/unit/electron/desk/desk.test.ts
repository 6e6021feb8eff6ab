import { describe, expect, it } from 'vitest'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import {
  CANCEL_ALL,
  CLOSE,
  LOST_DONE,
  LOST_LATE,
  LOST_UNDONE,
  cancelOf,
  deskBench,
  shown,
  states,
} from '#test/support/desk-bench.ts'
import { CONTRACT, FINE, PAIR } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-replies.ts'

const bench = deskBench()

describe('close', () => {
  it('closes a position in slices that the venue accepts, and sends each after the one before is seen done', async () => {
    const venue = bench.full()
    const life = await bench.open(venue)
    expect(await bench.submit(life, 'a', CLOSE)).toEqual({ kind: 'accepted', intentId: 'a' })
    await bench.clock.advance(5_000)
    expect(life.legs().map((leg) => [leg.state, leg.executed && toText(leg.executed)])).toEqual([
      ['verified', '10'],
      ['verified', '10'],
      ['verified', '5'],
    ])
    expect(venue.volume.isZero()).toBe(true)
    expect(life.desk.report().intents[0]?.state).toBe('done')
  })

  it('answers as soon as the plan is on disk, without waiting for the venue', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    let statesAtAnswer: readonly LegState[] = []
    void life.desk.submit('a', CLOSE).then(() => (statesAtAnswer = states(life)))
    await bench.clock.advance(5_000)
    expect(statesAtAnswer).toEqual(['planned'])
    expect(states(life)).toEqual(['verified'])
  })

  it('gives each slice an id of its own with fewer than 32 characters, as the venue requires', async () => {
    const venue = bench.full()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    await bench.clock.advance(5_000)
    expect(new Set(venue.arrivals).size).toBe(3)
    for (const id of venue.arrivals) expect(id).toMatch(/^[0-9a-f]{31}$/)
  })

  it.each<[string, Fate, LegState, string]>([
    ['executed', LOST_DONE, 'verified', '0'],
    ['executed late', LOST_LATE, 'verified', '0'],
    ['not executed, and a later round does it', LOST_UNDONE, 'absent', '0'],
  ])('settles a close whose answer was lost: %s', async (_, fate, outcome, left) => {
    const venue = bench.small()
    venue.fates = [fate]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    await bench.clock.advance(1_200)
    // Until the request can no longer arrive, only an order with our own id would be proof, and this venue shows none.
    expect(life.desk.report().unknownCount).toBe(1)
    await bench.clock.advance(30_000)
    expect(states(life, 1)).toEqual([outcome])
    expect(toText(venue.volume)).toBe(left)
    expect(venue.arrivals).toHaveLength(outcome === 'absent' ? 2 : 1)
    for (const wrong of ['rejected', 'notSent', 'needsHuman'] as const) expect(shown(life)).not.toContain(wrong)
    if (outcome === 'verified') expect(shown(life)).not.toContain('absent')
  })

  it('does not call a request absent while it can still take effect, nor after one read alone', async () => {
    const venue = bench.small()
    venue.fates = [LOST_UNDONE]
    const life = await bench.open(venue)
    const begun = bench.clock.mono()
    await bench.submit(life, 'a', CLOSE)
    // The request was sent after the reads, so it expires at least 7 s after `begun`, and the second read is 2 s later.
    while (bench.clock.mono() < begun + 9_000) {
      expect(states(life)).not.toContain('absent')
      await bench.clock.advance(100)
    }
    await bench.clock.advance(5_000)
    expect(states(life, 1)).toEqual(['absent'])
  })

  it('counts the expiry from the missed answer when the time of sending is unknown', async () => {
    const venue = bench.small()
    venue.fates = [LOST_UNDONE]
    const life = await bench.open(venue, {
      client: (client) => ({
        ...client,
        async call(endpoint, params, options) {
          const answer = await client.call(endpoint, params, options)
          return answer.ok ? answer : { ok: false, error: { ...answer.error, timestamp: null } }
        },
      }),
    })
    await bench.submit(life, 'a', CLOSE)
    await bench.clock.advance(8_900)
    expect(states(life)).toEqual(['unknown'])
    await bench.clock.advance(10_000)
    expect(states(life, 1)).toEqual(['absent'])
  })

  it('concludes nothing from reads that fail', async () => {
    const venue = bench.small()
    venue.fates = [LOST_UNDONE]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    venue.failingReads = 1_000
    await bench.clock.advance(120_000)
    expect(states(life)).toEqual(['unknown'])
    venue.failingReads = 0
    await bench.clock.advance(30_000)
    expect(states(life, 1)).toEqual(['absent'])
  })

  it('asks a human when the evidence is inconclusive, and shows the evidence', async () => {
    const venue = bench.small()
    venue.fates = [LOST_UNDONE]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    venue.trade(decimal(-3))
    await bench.clock.advance(30_000)
    expect(states(life)).toEqual(['needsHuman'])
    const { facts } = message('leg.close.evidence', {
      ...{ closableBefore: { amount: '7' }, closable: { amount: '4' } },
      ...{ lockedBefore: { amount: '0' }, locked: { amount: '0' } },
    })
    expect(life.legs()[0]?.detail.facts['sentences']).toContainEqual({ code: 'leg.close.evidence', facts })
  })

  it('says how much of a close was done, and sends no further slice before it has read again', async () => {
    const venue = bench.full()
    venue.fates = [{ ...FINE, fillPercent: 40 }]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    await bench.clock.advance(5_000)
    expect(states(life, 1)).toEqual(['partial', 'skipped', 'skipped'])
    expect(life.legs()[0]?.executed?.eq(4)).toBe(true)
    expect(states(life, 2)).toEqual(['verified', 'verified', 'verified'])
    expect(life.desk.report().intents[0]?.state).toBe('done')
  })

  it('sends the slices that fit when another program reduced the position, and the rest in sizes read afresh', async () => {
    const venue = bench.full()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    venue.trade(decimal(-8))
    await bench.clock.advance(5_000)
    expect(states(life, 1)).toEqual(['verified', 'skipped', 'partial'])
    const facts = { taken: { amount: '8' }, held: { amount: '15' } }
    expect(life.legs()[1]?.detail).toEqual(message('leg.close.takenFirst', facts))
    expect(life.legs().map((leg) => leg.request.kind === 'close' && toText(leg.request.volume))).toEqual([
      '10',
      '10',
      '5',
      '2',
    ])
    expect(venue.volume.isZero()).toBe(true)
  })

  it('sends nothing when the account cannot be read', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    venue.failingReads = 2
    const answer = await bench.submit(life, 'a', CLOSE)
    expect(answer).toMatchObject({ kind: 'denied', denial: { code: 'READ_FAILED' } })
    expect(venue.arrivals).toEqual([])
  })
})

describe('cancel', () => {
  it('calls an order cancelled only when a read shows it', async () => {
    const venue = bench.small()
    const order = venue.rest()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', cancelOf(order.orderId))
    expect(states(life)).toEqual(['acknowledged'])
    await bench.clock.advance(2_000)
    expect(states(life)).toEqual(['verified'])
    expect(venue.order(order.orderId)?.status).toBe('canceled')
  })

  it('is looked up at once when the network is back', async () => {
    const venue = bench.small()
    const order = venue.rest()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', cancelOf(order.orderId))
    venue.failingReads = Infinity
    await bench.clock.advance(60_000)
    expect(states(life)).toEqual(['acknowledged'])
    venue.failingReads = 0
    life.desk.lookAgain()
    await bench.clock.advance(1_000)
    expect(states(life)).toEqual(['verified'])
  })

  it('reports that the order filled before the cancel arrived', async () => {
    const venue = bench.small()
    const order = venue.rest()
    const life = await bench.open(venue)
    venue.fill(order.orderId)
    await bench.submit(life, 'a', cancelOf(order.orderId))
    await bench.clock.advance(2_000)
    expect(states(life)).toEqual(['alreadyGone'])
    expect(life.legs()[0]?.detail.code).toBe('leg.cancel.filled')
    expect(shown(life)).not.toContain('rejected')
  })

  it('reports a refused cancel of a live order as refused', async () => {
    const venue = bench.small()
    const order = venue.rest()
    venue.fates = [{ reply: 'rejected', effectAfterMs: null, fillPercent: 0 }]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', cancelOf(order.orderId))
    await bench.clock.advance(2_000)
    expect(states(life)).toEqual(['rejected'])
  })

  it.each<[string, Fate, LegState]>([
    ['done', LOST_DONE, 'verified'],
    ['done late', LOST_LATE, 'verified'],
    ['not done', LOST_UNDONE, 'absent'],
  ])('settles a cancel whose answer was lost: %s', async (_, fate, outcome) => {
    const venue = bench.small()
    const order = venue.rest()
    venue.fates = [fate]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', cancelOf(order.orderId))
    await bench.clock.advance(30_000)
    expect(states(life)).toEqual([outcome])
    expect(venue.arrivals).toEqual([order.orderId])
  })

  it('leaves an accepted cancel without effect to a human after a minute', async () => {
    const venue = bench.small()
    const order = venue.rest()
    venue.fates = [{ reply: 'ok', effectAfterMs: null, fillPercent: 0 }]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', cancelOf(order.orderId))
    await bench.clock.advance(55_000)
    expect(states(life)).toEqual(['acknowledged'])
    await bench.clock.advance(30_000)
    expect(states(life)).toEqual(['needsHuman'])
  })

  it('cancels every open order of an instrument, including those of other programs', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    const orders = Array.from({ length: 9 }, () => venue.rest().orderId)
    await bench.submit(life, 'a', CANCEL_ALL)
    await bench.clock.advance(5_000)
    expect(states(life)).toEqual(orders.map(() => 'verified'))
    expect(venue.arrivals.toSorted()).toEqual(orders.toSorted())
    expect(venue.openOrders()).toEqual([])
  })

  it('cancels the orders that it knows when the list cannot be read', async () => {
    const venue = bench.small()
    const order = venue.rest()
    const life = await bench.open(venue)
    venue.failingReads = 1
    await bench.submit(life, 'a', CANCEL_ALL)
    await bench.clock.advance(5_000)
    expect(venue.arrivals).toEqual([order.orderId])
  })

  it('does not cancel an order that a running intent is cancelling', async () => {
    const venue = bench.small()
    const order = venue.rest()
    const life = await bench.open(venue)
    const answers = [life.desk.submit('a', cancelOf(order.orderId)), life.desk.submit('b', CANCEL_ALL)]
    await bench.clock.advance(5_000)
    expect((await Promise.all(answers)).map((answer) => answer.kind)).toEqual(['accepted', 'denied'])
    expect(venue.arrivals).toEqual([order.orderId])
  })
})

describe('once', () => {
  it('turns fifty clicks into one request, with one intent id or with fifty', async () => {
    for (const [name, idOf] of [
      ['same', () => 'one'],
      ['each its own', (n: number) => `id ${n}`],
    ] as const) {
      const venue = bench.small()
      const life = await bench.open(venue)
      const answers = Array.from({ length: 50 }, (_, n) => life.desk.submit(`${name} ${idOf(n)}`, CLOSE))
      await bench.clock.advance(0)
      // The account is not read fifty times either: the first click reads the position and the orders.
      expect(venue.reads).toBe(2)
      await bench.clock.advance(10_000)
      const kinds = (await Promise.all(answers)).map((answer) => answer.kind)
      expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(name === 'same' ? 50 : 1)
      expect(venue.arrivals).toHaveLength(1)
      life.kill()
    }
  })

  it('gives an intent the same answer in a later run, and does nothing again', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    const unknown = closeAtMarket('nothing')
    const first = [await bench.submit(life, 'a', CLOSE), await bench.submit(life, 'b', unknown)]
    await bench.clock.advance(5_000)
    life.kill()
    venue.trade(decimal(5))
    const next = await bench.open(venue)
    expect([await bench.submit(next, 'a', CLOSE), await bench.submit(next, 'b', CLOSE)]).toEqual(first)
    await bench.clock.advance(5_000)
    expect(venue.arrivals).toHaveLength(1)
  })

  it('lets the same position be closed again once the first intent has ended', async () => {
    const venue = bench.small()
    venue.fates = [LOST_UNDONE]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', closeAtMarket(CLOSE.positionKey, 75))
    expect(await bench.submit(life, 'b', CLOSE)).toMatchObject({ denial: { code: 'IN_FLIGHT' } })
    await bench.clock.advance(30_000)
    expect(await bench.submit(life, 'c', CLOSE)).toMatchObject({ kind: 'accepted' })
    await bench.clock.advance(5_000)
    expect(venue.volume.isZero()).toBe(true)
  })
})

it('writes down what the trader was told before quitting, but not as an intent', async () => {
  const lines = [message('positions', { count: 1 })]
  const life = await bench.open(bench.small())
  life.desk.noteLeft(lines)
  expect(life.rows().map(({ entry }) => entry)).toEqual([{ kind: 'left', lines }])
  life.kill()
  const next = await bench.open(bench.small())
  expect(next.desk.report()).toMatchObject({ state: 'open', intents: [] })
})

describe('an instrument is reported as touched', () => {
  it.each([
    ['contract', CONTRACT.name],
    ['spot', PAIR.symbol],
  ] as const)('once a request of %s was sent, and not before', async (area, instrument) => {
    const venue = bench.small()
    const { orderId } = area === 'spot' ? venue.restSpot() : venue.rest()
    const touched: [number, unknown][] = []
    const life = await bench.open(venue, { onTouched: (what) => touched.push([venue.writes.length, what]) })
    await bench.submit(life, 'a', { kind: 'cancelOrder', area, instrument, orderId })
    await bench.clock.advance(5_000)
    expect(touched.length).toBeGreaterThan(0)
    for (const each of touched) expect(each).toEqual([1, { area, instrument }])
  })

  it('not by what was not sent, in this run or an earlier one', async () => {
    const venue = bench.small()
    venue.fates = [{ ...FINE, reply: 'notSent' }]
    const touched: unknown[] = []
    const onTouched = (what: unknown) => touched.push(what)
    const life = await bench.open(venue, { onTouched })
    await bench.submit(life, 'a', cancelOf(venue.rest().orderId))
    await bench.clock.advance(5_000)
    expect(states(life)).toEqual(['notSent'])
    void life.desk.submit('b', CLOSE)
    while (states(life).length === 1) await bench.clock.advance(1)
    life.kill()
    const next = await bench.open(venue, { onTouched })
    expect(states(next)).toEqual(['skipped', 'notSent'])
    expect(touched).toEqual([])
  })
})
