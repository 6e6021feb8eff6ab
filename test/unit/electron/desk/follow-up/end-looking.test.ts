/** After the last leg: a final read that ends, one that does not, and a batch that the venue refused. */
import { describe, expect, it } from 'vitest'
import type { VenueClient } from '#electron/venue/port.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { CANCEL_ALL, FLATTEN, LOST_UNDONE, STOP, deskBench, states } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { FINE, PAIR } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-replies.ts'
import type { ModelVenue } from '#test/support/model-venue.ts'
import { UNREAD } from '#test/support/reader.ts'
import { codesOf } from '#test/support/codes.ts'

const bench = deskBench()

const CANCEL_SPOT = {
  kind: 'cancelMatching',
  filter: { area: 'spot', instrument: PAIR.symbol, side: null, closing: true },
} as const
const REFUSED: Fate = { ...LOST_UNDONE, reply: 'rejected' }

function newest(life: Life): IntentReport {
  const [intent] = life.desk.report().intents
  if (intent === undefined) throw new Error('expected an intent')
  return intent
}

describe('the final read of a flatten', () => {
  it('is reported in words when it fails, and the intent is never called done', async () => {
    const venue = bench.small()
    // Reads work until the close is seen, and fail from then on.
    const life: Life = await bench.open(venue, {
      onTouched() {
        if (states(life).every((state) => state === 'verified')) venue.failingReads = 1_000
      },
    })
    await bench.submit(life, 'a', FLATTEN)
    await bench.clock.advance(20_000)
    const { state, note } = newest(life)
    expect([state, codesOf(note)[0]]).toEqual(['partial', 'intent.leftUnknown'])
    expect(life.reports.flatMap(({ intents }) => intents).some(({ state }) => state === 'done')).toBe(false)
  })

  it('is reported by the next run when the app was killed before it', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', FLATTEN)
    while (states(life).some((state) => state !== 'verified')) await bench.clock.advance(10)
    life.kill()
    const next = await bench.open(venue)
    expect(newest(next)).toMatchObject({ state: 'partial', note: message('intent.noLook') })
  })

  it('needs no words when it finds nothing', async () => {
    const life = await bench.open(bench.small())
    await bench.submit(life, 'a', FLATTEN)
    await bench.clock.advance(20_000)
    expect(newest(life)).toMatchObject({ state: 'done', note: null })
  })

  it('says so when it still finds something after three rounds', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    venue.fates = Array.from({ length: 3 }, () => ({ ...FINE, fillPercent: 0 }))
    await bench.submit(life, 'a', FLATTEN)
    await bench.clock.advance(60_000)
    expect(newest(life)).toMatchObject({ state: 'failed', note: message('intent.stillToDo', { count: 1 }) })
  })
})

describe('a batch of cancels', () => {
  it('refused by the venue is followed by single cancels in a round of its own', async () => {
    const venue = bench.small()
    const orders = [venue.restSpot(), venue.restSpot(), venue.restSpot()]
    const life = await bench.open(venue)
    venue.fates = [REFUSED]
    await bench.submit(life, 'a', CANCEL_SPOT)
    await bench.clock.advance(10_000)
    expect(states(life)).toEqual([...orders.map(() => 'rejected'), ...orders.map(() => 'verified')])
    expect(newest(life)).toMatchObject({ state: 'done', note: null })
    expect(venue.writes).toEqual(['spot.batchCancel', ...orders.map(() => 'spot.cancelOrder')])
    expect(venue.openOrders('spot')).toEqual([])
    expect(
      life.reports
        .flatMap(({ intents }) => intents)
        .every(({ state }) => state === 'running' || state === 'done' || state === 'unknown'),
    ).toBe(true)
  })

  it.each<[string, Fate]>([
    ['whose answer was lost', LOST_UNDONE],
    ['that was done in part', FINE],
  ])('%s is not sent again', async (_, fate) => {
    const venue = bench.small()
    const orders = [venue.restSpot(), venue.restSpot()].map(({ area, instrument, orderId }) => ({
      area,
      instrument,
      orderId,
    }))
    const life = await bench.open(venue)
    venue.fates = [fate]
    if (fate === FINE) venue.fill(orders[0]!.orderId)
    const named = { kind: 'cancelOrders', orders } as const
    await bench.submit(life, 'a', named)
    await bench.clock.advance(120_000)
    expect(venue.writes).toEqual(['spot.batchCancel'])
    expect(newest(life).legs.every(({ round }) => round === 1)).toBe(true)
  })

  it('that was refused is not repeated when one of its orders is gone meanwhile', async () => {
    const venue = bench.small()
    const orders = [venue.restSpot(), venue.restSpot()]
    const life = await bench.open(venue)
    venue.fates = [REFUSED]
    await bench.submit(life, 'a', CANCEL_SPOT)
    venue.fill(orders[0]?.orderId ?? '')
    await bench.clock.advance(10_000)
    expect(venue.writes).toEqual(['spot.batchCancel'])
    expect(newest(life).state).toBe('partial')
  })
})

it('a protective order is reported as orphaned once the positions are read without its position', async () => {
  const venue = bench.small()
  const life = await bench.open(venue)
  await bench.submit(life, 'a', STOP)
  await bench.clock.advance(1_000)
  const count = life.reports.length
  life.desk.reviewProtections()
  expect(life.reports).toHaveLength(count)
  venue.trade(decimal(-7))
  life.desk.reviewProtections()
  life.desk.reviewProtections()
  expect(life.reports).toHaveLength(count + 1)
  expect(life.reports.at(-1)?.protections).toMatchObject([{ state: 'orphaned' }])
})

describe('a list that could not be read while a cancel was planned', () => {
  /** Cancels the known orders while reading the list fails, until `mended` runs. */
  async function canceled(mended: (venue: ModelVenue) => void): Promise<IntentReport> {
    const venue = bench.small()
    venue.rest()
    const life = await bench.open(venue)
    venue.missing = new Set(['contract.openOrders'])
    void life.desk.submit('a', CANCEL_ALL)
    while (states(life).some((state) => state !== 'verified')) await bench.clock.advance(10)
    mended(venue)
    await bench.clock.advance(20_000)
    return newest(life)
  }

  it('is read afterwards, and the cancel is done when it shows no other order', async () => {
    const mended = (venue: ModelVenue): unknown => (venue.missing = new Set())
    expect(await canceled(mended)).toMatchObject({ state: 'done', note: null })
  })

  it.each([
    ['was not sent', 'notSent'],
    ['was refused', 'rejected'],
  ] as const)('does not complete a cancel that %s: the order is still open', async (_, reply) => {
    const venue = bench.small()
    const { orderId } = venue.rest()
    let failing = 1
    const client = (good: VenueClient): VenueClient => ({
      ...good,
      async call(endpoint, params, options) {
        return endpoint === 'contract.openOrders' && failing-- > 0 ? UNREAD : good.call(endpoint, params, options)
      },
    })
    const life = await bench.open(venue, { client })
    venue.fates = [{ ...FINE, reply }]
    await bench.submit(life, 'a', CANCEL_ALL)
    await bench.clock.advance(120_000)
    expect(newest(life)).toMatchObject({ state: 'failed', note: message('intent.stillOpen', { count: 1 }) })
    expect(venue.openOrders().map((order) => order.orderId)).toEqual([orderId])
  })

  it('keeps the cancel from being done while it still cannot be read', async () => {
    const { state, note } = await canceled(() => undefined)
    expect([state, note && inEnglish(note)]).toEqual([
      'partial',
      expect.stringContaining('could not be read, so some may stay'),
    ])
  })

  it.each<[string, (venue: ModelVenue) => unknown]>([
    ['holds nothing back', (venue) => venue.rest()],
    // The check for locked amounts finds this order as well.
    ['locks a part of the position', (venue) => venue.restClosing(decimal(2))],
  ])('reports once an order that it shows only now and that %s', async (_, place) => {
    const { state, note } = await canceled((venue) => {
      venue.missing = new Set()
      place(venue)
    })
    const late = codesOf(note).filter((code) => code === 'intent.listedLate')
    expect([state, late]).toEqual(['partial', ['intent.listedLate']])
  })
})

describe('a cancel of everything, while an order is in no list', () => {
  it.each<[string, 'spot' | 'contract', (venue: ModelVenue) => { readonly orderId: string }, string]>([
    ['part of a position', 'contract', (venue) => venue.restClosing(decimal(2)), 'plan.hidden.sell'],
    ['coins', 'spot', (venue) => venue.restSpot(), 'plan.hidden.asset'],
  ])('is not done: what locks %s is named', async (_, area, hide, code) => {
    const venue = bench.small()
    const { orderId } = hide(venue)
    const locked = venue.balances()
    venue.balances = () => locked
    venue.unlisted.add(orderId)
    const seen = area === 'spot' ? venue.restSpot() : venue.rest()
    const life = await bench.open(venue)
    await bench.submit(life, 'a', {
      kind: 'cancelMatching',
      filter: { area, instrument: null, side: null, closing: true },
    })
    await bench.clock.advance(30_000)
    expect(venue.order(seen.orderId)?.status).toBe('canceled')
    expect([newest(life).state, codesOf(newest(life).note)]).toEqual(['partial', expect.arrayContaining([code])])
  })
})
