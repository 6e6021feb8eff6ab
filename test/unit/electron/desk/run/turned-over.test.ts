/**
 * Another program reverses a position while it is being closed, at a venue that does not limit a CLOSE to the position.
 */
import { describe, expect, it } from 'vitest'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { amount, message } from '#shared/words/message.ts'
import { CLOSE, deskBench, FLATTEN, states } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { CONTRACT, POSITION, type ModelVenue } from '#test/support/model-venue.ts'
import { position } from '#test/support/portfolio-fixtures.ts'

const bench = deskBench()
const HALF: Action = { ...CLOSE, size: { kind: 'percent', percent: 50 } }
const CLOSE_LONGS: Action = { kind: 'closeSide', side: 'long' }

/** Reverses 25 contracts long into a short as soon as `sent` orders have arrived. */
async function turnAfter(venue: ModelVenue, sent: number, short: number): Promise<void> {
  while (venue.arrivals.length < sent) await bench.clock.advance(1)
  venue.trade(decimal(-short).minus(venue.volume))
}

const turned = (volume: number) =>
  message('leg.close.turned.short', { contract: CONTRACT.name, volume: amount(decimal(volume)) })
const details = (life: Life) => life.legs().map((leg) => leg.detail)

describe('a position that changes its side while it is being closed', () => {
  it.each([
    ['a close', CLOSE],
    ['a close of a half', HALF],
    ['a close of all longs', CLOSE_LONGS],
  ])('ends %s: nothing more is sent, and the short stays as it is', async (_what, action) => {
    const venue = bench.full()
    const life = await bench.open(venue)
    void life.desk.submit('a', action)
    await turnAfter(venue, 1, 40)
    await bench.clock.advance(60_000)
    expect(venue.arrivals).toHaveLength(1)
    expect(toText(venue.volume)).toBe('-40')
    expect(states(life).slice(1)).toEqual(
      states(life)
        .slice(1)
        .map(() => 'skipped'),
    )
    expect(details(life)).toContainEqual(turned(40))
    expect(life.desk.report().intents[0]?.state).toBe('partial')
  })

  it('is not closed at all when it was reversed before the first order was sent', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    void life.desk.submit('a', CLOSE)
    // The plan's reads are returning.
    await bench.clock.advance(1)
    venue.trade(decimal(-9))
    await bench.clock.advance(60_000)
    expect(venue.arrivals).toEqual([])
    expect(toText(venue.volume)).toBe('-2')
    expect(details(life)).toEqual([turned(2)])
    expect(life.desk.report().intents[0]?.state).toBe('failed')
  })

  it('is reported by a flatten, which then closes exactly what is held now', async () => {
    const venue = bench.full()
    const life = await bench.open(venue)
    void life.desk.submit('a', FLATTEN)
    await turnAfter(venue, 1, 6)
    await bench.clock.advance(60_000)
    expect(details(life)).toContainEqual(turned(6))
    expect(venue.positions()).toEqual([])
    expect(venue.arrivals).toHaveLength(2)
  })

  it('is another position when both sides were held from the start', async () => {
    const venue = bench.small()
    venue.others = [position(CONTRACT, { volume: 3, side: 'short' })]
    const life = await bench.open(venue)
    void life.desk.submit('a', closeAtMarket(POSITION.key))
    // The plan's reads are returning.
    await bench.clock.advance(1)
    venue.trade(decimal(-7))
    await bench.clock.advance(60_000)
    expect(states(life)).toEqual(['alreadyGone'])
    expect(life.desk.report().intents[0]?.state).toBe('done')
  })
})
