/** While one order cannot be cancelled: what may be closed meanwhile, and what may not. */
import { expect, it } from 'vitest'
import type { Action } from '#shared/desk/action.ts'
import { toText } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { FLATTEN, deskBench } from '#test/support/desk-bench.ts'
import { FINE, ModelVenue, OTHER_CONTRACT, OTHER_POSITION, POSITION } from '#test/support/model-venue.ts'

const bench = deskBench()
const EMPTY_BOOK = { ...FINE, fillPercent: 0 }

/** Seven contracts, three of them locked by an order that stays, and five of another contract. */
function stuck(): ModelVenue {
  const venue = new ModelVenue(bench.clock, decimal(7), decimal(5))
  venue.stuck.add(venue.restClosing(decimal(3)).orderId)
  return venue
}

const others = (venue: ModelVenue): string => toText(venue.volumeOf(OTHER_CONTRACT.name))

it('a reduction is not planned again: it would close its sizes a second time', async () => {
  const venue = stuck()
  const life = await bench.open(venue)
  // After the cancel and the close of the other contract, nothing of this one is filled: its size stays valid.
  venue.fates = [FINE, FINE, EMPTY_BOOK]
  const reduce: Action = {
    kind: 'reduce',
    closes: [
      { positionKey: POSITION.key, volume: '5' },
      { positionKey: OTHER_POSITION.key, volume: '2' },
    ],
  }
  await bench.submit(life, 'a', reduce)
  await bench.clock.advance(50_000)
  expect(others(venue)).toBe('3')
})

it.each([
  ['closes again what its first order did not', false, '0'],
  ['sends nothing more after a sleep', true, '5'],
])('a flatten %s', async (_, hasSlept, left) => {
  const venue = stuck()
  const life = await bench.open(venue)
  // After the cancel, the first close finds nothing in the order book.
  venue.fates = [FINE, EMPTY_BOOK]
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(3_000)
  expect(others(venue)).toBe('5')
  if (hasSlept) life.desk.wake()
  await bench.clock.advance(30_000)
  expect(others(venue)).toBe(left)
  expect(life.legs().some(({ round }) => round > 1)).toBe(!hasSlept)
})

it('a flatten leaves its last round to the look at the end', async () => {
  const venue = stuck()
  const life = await bench.open(venue)
  venue.fates = [FINE, ...Array.from({ length: 9 }, () => EMPTY_BOOK)]
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(50_000)
  expect(Math.max(...life.legs().map(({ round }) => round))).toBe(2)
})
