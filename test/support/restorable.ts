/** A desk that has cancelled a Spot order, so that it can be restored. */
import { expect } from 'vitest'
import { allOrdersOf } from '#test/support/all-orders-of.ts'
import type { Bench } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { PAIR, type ModelVenue } from '#test/support/model-venue.ts'

export const RESTORE = { kind: 'restore', intentId: 'cancel' } as const

/** The cancelled order is a buy of a value of 2. */
export async function withRestorable(bench: Bench): Promise<{ venue: ModelVenue; life: Life }> {
  const venue = bench.small()
  venue.restSpot()
  const life = await bench.open(venue)
  await bench.submit(life, 'cancel', { kind: 'cancelMatching', filter: allOrdersOf('spot', PAIR.symbol) })
  await bench.clock.advance(5_000)
  expect(venue.openOrders('spot')).toEqual([])
  return { venue, life }
}
