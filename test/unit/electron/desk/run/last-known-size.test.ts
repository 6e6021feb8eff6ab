/** An account that does not answer: a close that a person asks for is sent soon, by the last known size. */
import { describe, expect, it } from 'vitest'
import { wait } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { err } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { CLOSE, FLATTEN, deskBench, states } from '#test/support/desk-bench.ts'
import { CHASE } from '#test/support/chase-bench.ts'
import type { ModelVenue } from '#test/support/model-venue.ts'

const bench = deskBench()

const HALF = { ...CLOSE, size: { kind: 'volume', volume: '5' } } as const
const never = new Promise<never>(() => undefined)

/** An account that answers `good` reads and then fails as given. What is known of it stays as it was at first. */
function account(venue: ModelVenue, answer: 'silent' | 'refused', good = 0) {
  const [known, now] = [venue.positions(), venue.positions.bind(venue)]
  let left = good
  let isRead = false
  venue.positions = () => (isRead ? now() : known)
  return (client: VenueClient): VenueClient => ({
    ...client,
    call(endpoint, params, options) {
      if (endpoint !== 'contract.account') return client.call(endpoint, params, options)
      if (left-- > 0) {
        isRead = true
        const read = client.call(endpoint, params, options)
        isRead = false
        return read
      }
      return answer === 'silent'
        ? never
        : Promise.resolve(
            err({ ...localFailure('rateLimited', endpoint, verbatim('too many requests')), outcome: 'rejected' }),
          )
    },
  })
}

const KNOWN = { positionsAgeMs: 3_000 }

describe('a close by one click', () => {
  it.each([
    ['that does not answer at all', 'silent', 0, 3_000],
    ['that goes silent right before the order leaves', 'silent', 1, 1_200],
    ['that is refused for good', 'refused', 0, 200],
  ] as const)('on an account %s is sent by the last known size', async (_, answer, good, withinMs) => {
    const venue = bench.small()
    const life = await bench.open(venue, { ...KNOWN, client: account(venue, answer, good) })
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(withinMs)
    expect(venue.writes).toEqual(['contract.placeOrder'])
    expect(venue.volume).toEqual(decimal(0))
    await bench.clock.advance(5_000)
    expect(states(life)).toEqual(['verified'])
    expect(venue.writes).toHaveLength(1)
  })

  it.each([
    ['all of a side', { kind: 'closeSide', side: 'long' }, 0],
    ['a part of everything', { kind: 'reduceAll', side: null, percent: 50 }, 4],
  ] as const)('that closes %s is sent by the last known size too', async (_, action, left) => {
    const venue = bench.small()
    const life = await bench.open(venue, { ...KNOWN, client: account(venue, 'refused') })
    void life.desk.submit('a', action)
    await bench.clock.advance(5_000)
    expect([venue.writes, venue.volume.toNumber()]).toEqual([['contract.placeOrder'], left])
  })

  it('is not delayed by a closing order that was known before and is no longer listed', async () => {
    const venue = bench.small()
    const [gone, now] = [bench.small().restClosing(venue.volume), venue.openOrders.bind(venue)]
    venue.openOrders = (area, instrument) => (area === undefined ? [gone] : now(area, instrument))
    const life = await bench.open(venue, { ...KNOWN, client: account(venue, 'silent') })
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(3_000)
    expect(venue.writes).toEqual(['contract.placeOrder'])
    expect(venue.volume).toEqual(decimal(0))
  })

  it('leaves out what a closing order locks that is listed now', async () => {
    const venue = bench.small()
    const before = venue.positions()
    venue.restClosing(decimal(3))
    venue.positions = () => before
    const life = await bench.open(venue, { ...KNOWN, client: account(venue, 'silent') })
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(5_000)
    expect(life.legs().map(({ request }) => request.kind === 'close' && request.volume.toString())).toEqual(['4'])
  })

  it('never takes more than is left of the last known size', async () => {
    const venue = bench.small()
    const life = await bench.open(venue, { ...KNOWN, client: account(venue, 'silent') })
    void life.desk.submit('a', HALF)
    await bench.clock.advance(4_000)
    void life.desk.submit('b', CLOSE)
    await bench.clock.advance(10_000)
    expect(venue.volume).toEqual(decimal(0))
    expect(life.legs().map(({ request }) => request.kind === 'close' && request.volume.toString())).toEqual(['2', '5'])
  })

  it('also limits a plan that was shown before another close', async () => {
    const venue = bench.small()
    const life = await bench.open(venue, { ...KNOWN, client: account(venue, 'silent', 1) })
    const shown = life.desk.preview(FLATTEN)
    await bench.clock.advance(2_000)
    const { planId } = (await shown) as { planId: string }
    void life.desk.submit('a', HALF)
    await bench.clock.advance(4_000)
    void life.desk.submit('b', FLATTEN, planId)
    await bench.clock.advance(10_000)
    expect(venue.volume).toEqual(decimal(2))
    expect(states(life, 1)[0]).toBe('skipped')
  })

  it.each([
    ['never known', {}],
    ['known too long ago', { positionsAgeMs: 400_000 }],
  ])('sends nothing when the position was %s', async (_, known) => {
    const venue = bench.small()
    const life = await bench.open(venue, { ...known, client: account(venue, 'refused') })
    const answer = await bench.submit(life, 'a', CLOSE)
    expect(answer).toMatchObject({ kind: 'denied', denial: { code: 'READ_FAILED' } })
    expect(venue.writes).toEqual([])
  })
})

describe('a chase that is previewed', () => {
  /** An order book that arrives after this delay each time; `null`: never. */
  const bookAfter =
    (ms: number | null, spoil: (client: VenueClient) => VenueClient = (client) => client) =>
    (client: VenueClient): VenueClient => {
      const spoiled = spoil(client)
      return {
        ...spoiled,
        async call(endpoint, params, options) {
          if (endpoint === 'contract.depth') await (ms === null ? never : wait(bench.clock, ms))
          return spoiled.call(endpoint, params, options)
        },
      }
    }

  it.each([
    ['the book is slow', 950, 4_000],
    ['the book answers: the account is not waited for again', 0, 3_000],
  ])('is sent in time when the account does not answer and %s', async (_, bookMs, withinMs) => {
    const venue = bench.small()
    venue.ask = decimal(100)
    const life = await bench.open(venue, { ...KNOWN, client: bookAfter(bookMs, account(venue, 'silent')) })
    const shown = life.desk.preview(CHASE)
    void shown.then((answer) => {
      if (answer.kind === 'plan') void life.desk.submit('a', CHASE, answer.planId)
    })
    await bench.clock.advance(withinMs)
    expect(venue.writes).toEqual(['contract.placeOrder'])
  })

  it('is shown without an order book that does not arrive, which is waited for once', async () => {
    const venue = bench.small()
    venue.mark = decimal(100)
    const life = await bench.open(venue, { ...KNOWN, client: bookAfter(null) })
    let kind: string | null = null
    void life.desk.preview(CHASE).then((answer) => (kind = answer.kind))
    await bench.clock.advance(1_200)
    expect(kind).toBe('plan')
  })
})

it('a flatten cancels and closes by what was last known, and is not called done', async () => {
  const venue = bench.small()
  venue.rest()
  const life = await bench.open(venue, { ...KNOWN, client: account(venue, 'silent') })
  void life.desk.submit('a', FLATTEN)
  await bench.clock.advance(4_000)
  expect(venue.writes.toSorted()).toEqual(['contract.cancelOrder', 'contract.placeOrder'])
  await bench.clock.advance(120_000)
  expect(life.desk.report().intents[0]?.state).not.toBe('done')
  expect(venue.writes).toHaveLength(2)
})

it('what a later read finds is not closed by an old size', async () => {
  const venue = bench.small()
  venue.fates = [{ reply: 'ok', effectAfterMs: 0, fillPercent: 50 }]
  // The account answers up to the read that finds the rest, and not after.
  const life = await bench.open(venue, { ...KNOWN, client: account(venue, 'silent', 3) })
  void life.desk.submit('a', CLOSE)
  await bench.clock.advance(60_000)
  expect(states(life, 1)).toEqual(['partial'])
  expect(venue.writes).toEqual(['contract.placeOrder'])
})
