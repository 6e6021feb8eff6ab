/** A person sets the wall clock while the desk works. */
import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { deskBench, FLATTEN, LOST_UNDONE, STOP } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { CONTRACT } from '#test/support/model-venue.ts'
import type { ModelVenue } from '#test/support/model-venue.ts'

const bench = deskBench()
const HOUR_MS = 3_600_000

describe('a wall clock that was set back', () => {
  it.each(['this run', 'the next'])('blocks no exit of %s', async (run) => {
    const venue = bench.small()
    venue.rest(CONTRACT.name)
    const life = await bench.open(venue)
    venue.fates = [LOST_UNDONE]
    venue.failingReads = Infinity
    await bench.submit(life, 'one', FLATTEN)
    await bench.clock.advance(1_000)
    bench.clock.jumpWall(-HOUR_MS)
    const last = run === 'this run' ? life : begunAnew(life, venue)
    await bench.clock.advance(20_000)
    expect(last.desk.report().intents).toMatchObject([{ state: 'unknown' }])
    venue.failingReads = 0
    expect(await bench.submit(last, 'two', FLATTEN)).toMatchObject({ kind: 'accepted' })
    expect(last.desk.report().intents.map(({ intentId }) => intentId)).toEqual(['two', 'one'])
  })

  it('does not hide that the position of a protective order is gone', async () => {
    const { venue, life } = await withProtection()
    bench.clock.jumpWall(-HOUR_MS)
    await bench.clock.advance(10_000)
    venue.trade(decimal(-7))
    life.desk.reviewProtections()
    venue.trade(decimal(7))
    expect(life.desk.report().protections).toMatchObject([{ state: 'orphaned' }])
  })

  it('does not keep a protective order listed that venues have dropped', async () => {
    const { life } = await withProtection()
    bench.clock.jumpWall(-24 * HOUR_MS)
    await bench.clock.advance(13 * 24 * HOUR_MS)
    expect(life.desk.report().protections).toMatchObject([{ state: 'believed' }])
    await bench.clock.advance(25 * HOUR_MS)
    expect(life.desk.report().protections).toEqual([])
  })
})

function begunAnew(life: Life, venue: ModelVenue): Life {
  life.kill()
  const next = bench.begin(venue)
  void next.desk.recover()
  return next
}

async function withProtection(): Promise<{ venue: ModelVenue; life: Life }> {
  const venue = bench.small()
  const life = await bench.open(venue)
  await bench.submit(life, 'a', STOP)
  await bench.clock.advance(1_000)
  return { venue, life }
}
