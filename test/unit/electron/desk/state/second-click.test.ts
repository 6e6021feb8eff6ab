/** A second click on the same thing, through the whole desk. state/claims.ts stops it. */
import { expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { CLOSE, deskBench, FLATTEN, LOST_LATE } from '#test/support/desk-bench.ts'

const bench = deskBench()
const IN_FLIGHT = { kind: 'denied', denial: { code: 'IN_FLIGHT' } }

it('is refused without a read while a leg acts on the same thing, however long that takes', async () => {
  const venue = bench.small()
  venue.fates = [LOST_LATE]
  const life = await bench.open(venue)
  await bench.submit(life, 'flatten', FLATTEN)
  await bench.clock.advance(5_200)
  const { reads } = venue
  const second = life.desk.submit('close', CLOSE)
  await bench.clock.advance(100)
  expect(await second).toMatchObject(IN_FLIGHT)
  expect(venue.reads).toBe(reads)
})

it('for the same action is refused while its final read is pending, whatever was opened meanwhile', async () => {
  const venue = bench.small()
  // The list of positions lags behind the order, so the final read waits.
  venue.lagMs = 1_500
  const life = await bench.open(venue)
  await bench.submit(life, 'first', FLATTEN)
  await bench.clock.advance(400)
  expect(life.legs().map(({ state }) => state)).toEqual(['verified'])
  expect(life.desk.report().intents[0]?.state).toBe('running')
  venue.trade(decimal(4))
  expect(await bench.submit(life, 'second', FLATTEN)).toMatchObject(IN_FLIGHT)
  expect(venue.writes).toHaveLength(1)
})
