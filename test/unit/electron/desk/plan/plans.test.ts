import { describe, expect, it } from 'vitest'
import type { EndpointName } from '#electron/venue/port.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { LegRequest, LegState } from '#shared/desk/plan.ts'
import { decimal, toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import { CLOSE, FLATTEN, LOST_DONE, LOST_UNDONE, STOP, deskBench, states } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { UNREAD } from '#test/support/reader.ts'
import { CONTRACT, FINE, ModelVenue, OTHER_CONTRACT, PAIR, POSITION } from '#test/support/model-venue.ts'
import { wentAway } from '#test/support/chase-bench.ts'
import { inEnglish } from '#shared/words/say.ts'

const bench = deskBench()
const ON_SPOT = {
  kind: 'cancelMatching',
  filter: { area: 'spot', instrument: PAIR.symbol, side: null, closing: true },
} as const

async function shown(life: Life, action: Action): Promise<string> {
  const asked = life.desk.preview(action)
  await bench.clock.advance(200)
  const answer = await asked
  if (answer.kind !== 'plan') throw new Error(inEnglish(answer.denial.message))
  return answer.planId
}

async function submit(life: Life, id: string, action: Action, planId: string) {
  const answer = life.desk.submit(id, action, planId)
  await bench.clock.advance(100)
  return answer
}

describe('a plan that was shown', () => {
  it('writes nothing and sends nothing, and runs as it was shown', async () => {
    const venue = bench.full()
    const life = await bench.open(venue)
    const asked = life.desk.preview(CLOSE)
    await bench.clock.advance(200)
    const answer = await asked
    if (answer.kind !== 'plan') throw new Error(inEnglish(answer.denial.message))
    expect([venue.arrivals, life.desk.report().intents]).toEqual([[], []])
    expect(await submit(life, 'a', CLOSE, answer.planId)).toMatchObject({ kind: 'accepted' })
    await bench.clock.advance(5_000)
    expect(life.legs().map((leg) => leg.request)).toEqual(answer.plan.legs)
    const [intent] = life.desk.report().intents
    expect(intent).toMatchObject({ state: 'done', estimate: answer.plan.estimate })
    expect(intent?.tookMs).toBeGreaterThan(0)
  })

  it('does not run twice, for another action, or after a minute', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    const expired = { kind: 'denied', denial: { code: 'PLAN_EXPIRED' } }
    const old = await shown(life, CLOSE)
    await bench.clock.advance(120_000)
    expect(await submit(life, 'old', CLOSE, old)).toMatchObject(expired)
    const planId = await shown(life, CLOSE)
    expect(await submit(life, 'other', closeAtMarket('E-ETH-USDT:cross:long'), planId)).toMatchObject(expired)
    expect(await submit(life, 'once', CLOSE, planId)).toMatchObject({ kind: 'accepted' })
    await bench.clock.advance(5_000)
    expect(await submit(life, 'twice', CLOSE, planId)).toMatchObject(expired)
    expect(venue.arrivals).toHaveLength(1)
  })

  it('closes no more than is still held when it runs', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    const planId = await shown(life, CLOSE)
    venue.trade(decimal(-2))
    await submit(life, 'a', CLOSE, planId)
    await bench.clock.advance(10_000)
    expect(states(life)).toEqual(['skipped', 'verified'])
    const facts = { taken: { amount: '2' }, held: { amount: '7' } }
    expect(life.legs()[0]?.detail).toEqual(message('leg.close.takenFirst', facts))
    expect(life.legs()[1]?.request).toMatchObject({ volume: decimal(5) })
    expect(venue.arrivals).toHaveLength(1)
    expect(life.desk.report().intents[0]?.state).toBe('done')
  })
})

describe('the price of a plan that was shown', () => {
  const HALF = closeAtMarket(POSITION.key, 50)
  const CHASE = { ...CLOSE, tactic: { kind: 'chase', stopPercent: '1' } } as const

  /** Previews at a mark of 100 with an order book of 99 to 100, then applies `change` and runs the plan 50 s later. */
  async function carriedOut(action: Action, change: (venue: ModelVenue) => unknown, isBounded = false) {
    const venue = bench.small()
    if (isBounded) venue.marketClose = 'limitIoc'
    for (const side of ['mark', 'ask'] as const) venue[side] = decimal(100)
    venue.bid = decimal(99)
    const life = await bench.open(venue)
    const asked = life.desk.preview(action)
    await bench.clock.advance(200)
    const plan = await asked
    if (plan.kind !== 'plan') throw new Error(inEnglish(plan.denial.message))
    await bench.clock.advance(50_000)
    change(venue)
    const answer = await submit(life, 'a', action, plan.planId)
    await bench.clock.advance(1_000)
    const ofCloses = (legs: readonly { readonly request: LegRequest }[]) =>
      legs.flatMap(({ request }) => (request.kind === 'close' ? [request] : []))
    return {
      venue,
      life,
      answer,
      shown: ofCloses(plan.plan.legs.map((request) => ({ request }))),
      sent: ofCloses(life.legs()),
    }
  }

  it.each<[string, Action]>([
    ['a part of a position', HALF],
    ['a side', { kind: 'closeSide', side: 'long' }],
    ['a flatten', FLATTEN],
    ['a part of everything', { kind: 'reduceAll', side: null, percent: 50 }],
    ['a reduction', { kind: 'reduce', closes: [{ positionKey: POSITION.key, volume: '3' }] }],
  ])('is updated to the price bound at the time of sending when the market is known: %s', async (_, action) => {
    const { venue, answer, shown, sent } = await carriedOut(
      action,
      (venue) => {
        venue.mark = venue.bid = decimal(90)
      },
      true,
    )
    expect(answer).toMatchObject({ kind: 'accepted' })
    expect(shown).toMatchObject([{ price: decimal(98), timeInForce: 'IOC' }])
    expect(sent).toEqual(shown.map((leg) => ({ ...leg, price: decimal('88.2') })))
    expect(venue.placed(sent[0]!.clientOrderId)).toMatchObject({ price: decimal('88.2'), status: 'filled' })
  })

  it.each<[string, Action]>([
    ['a part of a position', { ...HALF, tactic: { kind: 'capped', percent: '1' } }],
    ['a part of everything', { kind: 'reduceAll', side: null, percent: 50, tactic: { kind: 'capped', percent: '1' } }],
    ['a flatten', { ...FLATTEN, tactic: { kind: 'capped', percent: '1' } }],
    [
      'a reduction',
      {
        kind: 'reduce',
        closes: [{ positionKey: POSITION.key, volume: '3' }],
        tactic: { kind: 'capped', percent: '1' },
      },
    ],
  ])('stays as shown when the trader set it: %s', async (_, capped) => {
    const { shown, sent } = await carriedOut(capped, (venue) => (venue.mark = decimal(90)), true)
    expect([sent, sent.length]).toEqual([shown, 1])
  })

  it('stays as shown when the position is gone, which the order then reports', async () => {
    const { venue, life, answer, shown, sent } = await carriedOut(HALF, (venue) => venue.trade(decimal(-7)), true)
    expect([answer, states(life)]).toMatchObject([{ kind: 'accepted' }, ['alreadyGone']])
    expect([sent, venue.arrivals]).toEqual([shown, []])
  })

  it.each([
    ['up', 110, '110'],
    ['down', 98, '98'],
  ])('of a chase follows the order book when it begins, and so does its stop: %s', async (_, ask, price) => {
    const { venue, life, shown, sent } = await carriedOut(CHASE, (venue) => {
      venue.ask = decimal(ask)
    })
    expect(shown).toMatchObject([{ price: decimal(100) }])
    expect(sent).toEqual(shown.map((leg) => ({ ...leg, price: decimal(price) })))
    await bench.clock.advance(5_000)
    expect(life.desk.report().intents[0]?.state).toBe('running')
    venue.ask = decimal(ask).times(decimal('0.98'))
    await bench.clock.advance(5_000)
    expect(life.desk.report().intents[0]?.note?.facts['sentences']).toContainEqual(wentAway(price))
  })

  it('of a chase comes from the order book even without a preview', async () => {
    const venue = bench.small()
    venue.ask = decimal('100.5')
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CHASE)
    expect(life.legs()[0]?.request).toMatchObject({ price: decimal('100.5') })
  })

  const blind = (mark: Decimal) => (venue: ModelVenue) => {
    venue.missing = new Set(['contract.depth'])
    venue.mark = mark
  }

  it('of a chase is the mark when the order book cannot be read', async () => {
    expect((await carriedOut(CHASE, blind(decimal(97)))).sent).toMatchObject([{ price: decimal(97) }])
  })

  it.each<[string, (venue: ModelVenue) => void]>([
    ['there is no mark', blind(ZERO)],
    [
      'the position cannot be read, so the age of its mark is unknown',
      (venue) => (venue.missing = new Set(['contract.depth', 'contract.account'])),
    ],
  ])('of a chase does not exist when %s, and the chase does not begin without it', async (_, change) => {
    const { answer, venue } = await carriedOut(CHASE, change)
    expect(answer).toMatchObject({ kind: 'denied', denial: { code: 'PLAN_EXPIRED' } })
    expect(venue.arrivals).toEqual([])
  })
})

describe('a flatten', () => {
  it('adds what it finds left afterwards, and is done when a read shows nothing', async () => {
    const venue = new ModelVenue(bench.clock, decimal(25), decimal(15))
    for (let n = 0; n < 3; n++) venue.rest()
    venue.restClosing(decimal(4), OTHER_CONTRACT.name)
    for (let n = 0; n < 12; n++) venue.restSpot()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', FLATTEN)
    const late = venue.rest(OTHER_CONTRACT.name)
    await bench.clock.advance(500)
    expect(life.desk.report().intents[0]?.state).toBe('running')
    await bench.clock.advance(20_000)
    expect(life.desk.report().intents[0]?.state).toBe('done')
    expect([venue.positions(), venue.openOrders()]).toEqual([[], []])
    expect(venue.writes.filter((endpoint) => endpoint.startsWith('spot'))).toEqual([
      'spot.batchCancel',
      'spot.batchCancel',
    ])
    const second = life.legs().filter((leg) => leg.round === 2)
    expect(second.map((leg) => leg.request)).toMatchObject([{ kind: 'cancel', orderId: late.orderId }])
  })

  it('is not done when what is left cannot be read', async () => {
    const venue = bench.small()
    const life = await bench.open(venue, {
      client: (client) => ({
        ...client,
        call: (endpoint, params, options) =>
          endpoint === 'contract.account' && venue.arrivals.length > 0
            ? Promise.resolve(UNREAD)
            : client.call(endpoint, params, options),
      }),
    })
    await bench.submit(life, 'a', FLATTEN)
    await bench.clock.advance(60_000)
    expect(states(life)).toEqual(['verified'])
    expect(life.desk.report().intents[0]?.state).toBe('partial')
  })

  it('does not touch what a lost answer makes uncertain, and continues with the rest', async () => {
    const venue = new ModelVenue(bench.clock, decimal(7), decimal(7))
    venue.fates = [LOST_UNDONE]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', FLATTEN)
    await bench.clock.advance(1_000)
    expect(states(life).toSorted()).toEqual(['unknown', 'verified'])
    await bench.clock.advance(30_000)
    expect(life.desk.report().intents[0]?.state).toBe('done')
    expect(life.legs().map(({ state, round }) => [state, round])).toContainEqual(['absent', 1])
    expect(venue.positions()).toEqual([])
  })

  it("closes again what was not closed while another contract's cancel takes long, and then that contract", async () => {
    const venue = new ModelVenue(bench.clock, decimal(7), decimal(7))
    venue.restClosing(decimal(7), OTHER_CONTRACT.name)
    venue.fates = [{ ...FINE, effectAfterMs: 30_000 }, LOST_UNDONE]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', FLATTEN)
    await bench.clock.advance(25_000)
    expect([venue.volume, venue.volumeOf(OTHER_CONTRACT.name)]).toEqual([decimal(0), decimal(7)])
    expect(life.desk.report().intents[0]?.state).toBe('running')
    await bench.clock.advance(35_000)
    expect([life.desk.report().intents[0]?.state, venue.positions(), venue.openOrders()]).toEqual(['done', [], []])
    const sent = life.legs().map(({ request, state, round }) => [round, request.kind, request.instrument, state])
    expect(sent.toSorted()).toEqual([
      [1, 'cancel', OTHER_CONTRACT.name, 'verified'],
      [1, 'close', CONTRACT.name, 'absent'],
      [1, 'close', OTHER_CONTRACT.name, 'skipped'],
      [2, 'close', CONTRACT.name, 'verified'],
      [3, 'close', OTHER_CONTRACT.name, 'verified'],
    ])
  })
})

describe('a lost answer', () => {
  it.each<[string, readonly EndpointName[], LegState]>([
    ['which the lists show', [], 'verified'],
    // Nobody can know the outcome, and nobody claims that closing again is safe.
    ['and no list shows', ['contract.orderHistory', 'contract.myTrades'], 'needsHuman'],
  ])('is not called absent when an opening order of the same size filled, %s', async (_, missing, expected) => {
    const venue = bench.small()
    venue.missing = new Set(missing)
    const opening = venue.rest(CONTRACT.name, decimal(7))
    venue.fates = [LOST_DONE]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    venue.fill(opening.orderId)
    await bench.clock.advance(30_000)
    expect(states(life, 1)).toEqual([expected])
  })

  it('for a partly filled order is settled by the order itself', async () => {
    const venue = bench.small()
    venue.fates = [{ ...LOST_DONE, fillPercent: 50 }]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    await bench.clock.advance(10_000)
    const [first] = life.legs()
    expect([first?.state, first?.executed && toText(first.executed)]).toEqual(['partial', '3'])
  })
})

describe('a protective order', () => {
  it('is believed once accepted, and orphaned when its position is gone', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', STOP)
    expect(states(life)).toEqual(['accepted'])
    expect(life.desk.report().protections).toMatchObject([{ intentId: 'a', state: 'believed' }])
    venue.trade(decimal(-7))
    expect(life.desk.report().protections).toMatchObject([{ state: 'orphaned' }])
    await bench.clock.advance(14 * 86_400_000)
    expect(life.desk.report().protections).toEqual([])
  })

  it('is overdue when the mark stayed beyond its trigger for seconds and nothing closed, also after a restart', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', STOP)
    venue.mark = decimal(89)
    life.desk.reviewProtections()
    expect(life.desk.report().protections).toMatchObject([{ state: 'believed' }])
    await bench.clock.advance(4_000)
    life.desk.reviewProtections()
    expect(life.reports.at(-1)?.protections).toMatchObject([{ state: 'overdue' }])
    life.kill()
    venue.mark = decimal(95)
    const next = await bench.open(venue)
    expect(next.desk.report().protections).toMatchObject([{ intentId: 'a', state: 'overdue' }])
  })

  it('is no longer listed once it triggered', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', { ...STOP, size: { kind: 'volume', volume: '3' } } as Action)
    venue.mark = decimal(89)
    venue.trade(decimal(-3))
    life.desk.reviewProtections()
    expect(life.desk.report().protections).toEqual([])
    life.kill()
    const next = await bench.open(venue)
    expect(next.desk.report().protections).toEqual([])
  })

  it('without an answer is left to a human with a hint where to look, and is not sent again', async () => {
    const venue = bench.small()
    venue.fates = [LOST_DONE]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', STOP)
    await bench.clock.advance(7_000)
    expect(life.desk.report().protections).toMatchObject([{ state: 'unknown' }])
    await bench.clock.advance(5_000)
    expect(states(life)).toEqual(['needsHuman'])
    expect(life.legs()[0]?.detail.code).toBe('leg.unlisted.noAnswer')
    expect([venue.arrivals, venue.armed]).toEqual([['fall'], ['fall']])
  })
})

describe('an order that was cancelled on Spot', () => {
  it('is restored once, for its unfilled part', async () => {
    const venue = bench.small()
    const [one, two] = [venue.restSpot(), venue.restSpot()]
    const life = await bench.open(venue)
    venue.fill(one.orderId, decimal('0.5'))
    await bench.submit(life, 'cancel', ON_SPOT)
    await bench.clock.advance(5_000)
    await bench.submit(life, 'restore', { kind: 'restore', intentId: 'cancel' })
    await bench.clock.advance(5_000)
    expect(states(life).slice(0, 2)).toEqual(['working', 'working'])
    expect(venue.openOrders('spot').map(({ quantity }) => toText(quantity))).toEqual(['1.5', toText(two.quantity)])
    const again = await bench.submit(life, 'again', { kind: 'restore', intentId: 'cancel' })
    expect(again).toMatchObject({ denial: { code: 'NOT_RESTORABLE' } })
  })

  it.each([
    ['done', LOST_DONE, 'working'],
    ['not done', LOST_UNDONE, 'absent'],
  ] as const)('is found by our own id when the answer to its restore was lost: %s', async (_, fate, expected) => {
    const venue = bench.small()
    venue.restSpot()
    const life = await bench.open(venue)
    await bench.submit(life, 'cancel', ON_SPOT)
    await bench.clock.advance(5_000)
    venue.fates = [fate]
    await bench.submit(life, 'restore', { kind: 'restore', intentId: 'cancel' })
    await bench.clock.advance(20_000)
    expect(states(life)[0]).toBe(expected)
    expect(venue.openOrders('spot')).toHaveLength(expected === 'working' ? 1 : 0)
  })
})

describe('a distance from the mark, in a pause of the venue', () => {
  const paused = {
    area: 'contract',
    state: 'backingOff',
    resumesInMs: 60_000,
    isAsked: true,
    exitsInMs: 0,
    weight: null,
  } as const

  it.each<readonly [string, Action, string]>([
    ['a cap', { ...FLATTEN, tactic: { kind: 'capped', percent: '0.5' } }, '69.65'],
    ['an offset', { ...CLOSE, tactic: { kind: 'offset', percent: '0.5' } }, '70.35'],
  ])('is measured from a mark that is read for the plan: %s', async (_what, action, price) => {
    const venue = new ModelVenue(bench.clock, decimal(7), decimal(0))
    venue.mark = decimal(70)
    const old = { ...POSITION, markPrice: decimal(100) }
    const life = await bench.open(venue, {
      positionsAgeMs: 280_000,
      client: (client) => ({ ...client, budget: () => ({ pools: [], hosts: [paused] }) }),
      view: (now) => ({ ...now, positions: [old] }),
    })
    const asked = life.desk.preview(action)
    await bench.clock.advance(5_000)
    const answer = await asked
    if (answer.kind !== 'plan') throw new Error(inEnglish(answer.denial.message))
    expect(answer.plan.legs.flatMap((leg) => (leg.kind === 'close' ? [toText(leg.price!)] : []))).toEqual([price])
  })
})
