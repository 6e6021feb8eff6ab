/** A second click on the same thing, at the whole desk: state/claims.ts is where it stops. */
import { expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { CLOSE, deskBench, FLATTEN, LOST_LATE } from '#test/support/desk-bench.ts'

const bench = deskBench()
const IN_FLIGHT = { kind: 'denied', denial: { code: 'IN_FLIGHT' } }

it('on what a leg acts on is refused without a read, however long the leg has been looked for', async () => {
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

it('for the very same is refused while its last look is still to come, whatever has been opened meanwhile', async () => {
  const venue = bench.small()
  // The list of positions is behind the order, so the look waits.
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
