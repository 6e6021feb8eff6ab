/** A venue whose list of positions lags behind its orders. What our own closes took is never closed again. */
import { describe, expect, it } from 'vitest'
import type { Action } from '#shared/desk/action.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { CLOSE, FLATTEN, LOST_UNDONE, deskBench, states } from '#test/support/desk-bench.ts'
import { CONTRACT, FINE, ModelVenue, POSITION } from '#test/support/model-venue.ts'

const bench = deskBench()
const CLOSE_FIVE = { ...CLOSE, size: { kind: 'volume', volume: '5' } } as const
const CLOSE_LONGS = { kind: 'closeSide', side: 'long' } as const

function behind(lagMs: number, venue: ModelVenue): ModelVenue {
  venue.lagMs = lagMs
  return venue
}

async function run(venue: ModelVenue, action: Action, ms = 60_000) {
  const life = await bench.open(venue)
  // Longer than any list here lags.
  await bench.clock.advance(31_000)
  await bench.submit(life, 'a', action)
  await bench.clock.advance(ms)
  return life
}

describe('a list of positions that lags behind the orders', () => {
  for (const lagMs of [500, 1_000, 2_000, 5_000, 30_000])
    it.each<[string, Action]>([
      ['flatten', FLATTEN],
      ['the longs', CLOSE_LONGS],
      ['the position', CLOSE],
    ])(`by ${lagMs} ms makes nothing close twice: %s`, async (_, action) => {
      const venue = behind(lagMs, bench.small())
      await run(venue, action)
      expect(venue.writes).toEqual(['contract.placeOrder'])
      expect(venue.volume.toString()).toBe('0')
    })

  it('is waited for, and the rest of a half-filled close is closed', async () => {
    const venue = behind(1_000, bench.small())
    venue.fates = [{ ...FINE, fillPercent: 50 }]
    const life = await run(venue, FLATTEN)
    expect(venue.volume.toString()).toBe('0')
    expect(life.desk.report().intents[0]).toMatchObject({ state: 'done', note: null })
  })

  it('is waited for between slices', async () => {
    const venue = behind(1_000, bench.full())
    const life = await run(venue, CLOSE)
    expect(states(life)).toEqual(['verified', 'verified', 'verified'])
    expect(venue.volume.toString()).toBe('0')
  })

  it('is reported when it stays behind, and nothing is called done', async () => {
    const life = await run(behind(30_000, bench.small()), FLATTEN, 15_000)
    expect(life.desk.report().intents[0]).toMatchObject({
      state: 'partial',
      note: { code: 'intent.listedStill.long', facts: { volume: { amount: '7' } } },
    })
  })

  it('does not let the next click close what the first one closed', async () => {
    const venue = behind(1_000, bench.small())
    const life = await run(venue, CLOSE, 500)
    expect(states(life)).toEqual(['verified'])
    await bench.submit(life, 'b', CLOSE)
    await bench.clock.advance(30_000)
    expect(venue.writes).toHaveLength(1)
    expect(venue.volume.toString()).toBe('0')
  })

  it('does not let a second close by size take more than is left', async () => {
    const venue = behind(1_000, bench.small())
    const life = await run(venue, CLOSE_FIVE, 500)
    await bench.submit(life, 'b', CLOSE_FIVE)
    await bench.clock.advance(30_000)
    expect(states(life)).toEqual(['skipped', 'verified'])
    expect(venue.volume.toString()).toBe('2')
  })

  it('is not trusted by a later round of the same flatten, however late that round is', async () => {
    const venue = behind(60_000, new ModelVenue(bench.clock, decimal(7), decimal(5)))
    // The outcome of the other close takes more than ten seconds to settle.
    venue.fates = [LOST_UNDONE, FINE]
    const life = await run(venue, FLATTEN, 50_000)
    const closed = life.legs().filter(({ request }) => request.instrument === CONTRACT.name)
    expect(closed).toHaveLength(1)
    expect(life.desk.report().intents[0]?.state).toBe('partial')
  })

  it('is trusted after a while: what another program has opened since can be closed', async () => {
    const venue = bench.small()
    const life = await run(venue, CLOSE_FIVE, 1_000)
    venue.trade(POSITION.volume)
    await bench.submit(life, 'b', CLOSE)
    await bench.clock.advance(8_000)
    expect(states(life)[0]).toBe('planned')
    expect(venue.volume.toString()).toBe('27')
    await bench.clock.advance(6_000)
    expect(venue.volume.toString()).toBe('0')
  })

  it('does not stop a close of what an unlisted order locked, once that order is gone and no list can lag', async () => {
    const venue = bench.small()
    const hidden = venue.restClosing(decimal(2))
    venue.unlisted.add(hidden.orderId)
    const life = await run(venue, CLOSE_FIVE, 1_000)
    expect(states(life)).toEqual(['verified'])
    venue.cancelElsewhere(hidden.orderId)
    await bench.submit(life, 'b', CLOSE)
    await bench.clock.advance(7_000)
    // The order may have filled: the list of positions would look the same.
    expect(venue.volume.toString()).toBe('2')
    await bench.clock.advance(8_000)
    expect(venue.volume.toString()).toBe('0')
    expect(life.desk.report().intents[0]?.state).toBe('done')
  })
})
