/** A venue whose balances lag behind its orders. What was sold is not sold again. */
import { expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import { deskBench, states } from '#test/support/desk-bench.ts'
import { PAIR } from '#test/support/model-venue.ts'
import type { ModelVenue } from '#test/support/model-venue.ts'

const bench = deskBench()
const SELL = { kind: 'flatten', spot: 'sell' } as const

/** Five coins and no position. Lists still show a coin for `lagMs` after its sale. */
function holding(lagMs: number): ModelVenue {
  const venue = bench.small()
  venue.trade(decimal(-7))
  venue.coins = decimal(5)
  const before = venue.balances()
  const now = venue.balances.bind(venue)
  let soldAt: number | null = null
  venue.balances = () => {
    if (venue.coins.gte(5)) return now()
    soldAt ??= bench.clock.mono()
    return bench.clock.mono() < soldAt + lagMs ? before : now()
  }
  return venue
}

it.each([500, 3_000, 8_000])('a list that lags by %i ms sells nothing twice in later rounds', async (lagMs) => {
  const venue = holding(lagMs)
  const life = await bench.open(venue)
  await bench.submit(life, 'a', SELL)
  await bench.clock.advance(60_000)
  expect(venue.writes).toEqual(['spot.placeOrder'])
  expect(life.desk.report().intents[0]?.state).toBe('done')
})

it('a second click sells nothing twice either; new coins are sold once the list has caught up', async () => {
  const venue = holding(9_000)
  const life = await bench.open(venue)
  await bench.submit(life, 'a', SELL)
  await bench.clock.advance(8_000)
  await bench.submit(life, 'b', SELL)
  await bench.clock.advance(300)
  expect(venue.writes).toEqual(['spot.placeOrder'])
  await bench.clock.advance(60_000)
  venue.coins = decimal(2)
  await bench.submit(life, 'c', SELL)
  await bench.clock.advance(60_000)
  expect(venue.coins).toEqual(decimal(0))
  expect(states(life)[0]).toBe('verified')
})

it('names the coin that is still listed, and calls nothing done', async () => {
  const venue = holding(30_000)
  const life = await bench.open(venue)
  await bench.submit(life, 'a', SELL)
  await bench.clock.advance(15_000)
  expect(life.desk.report().intents[0]).toMatchObject({
    state: 'partial',
    note: message('intent.coinsListedStill', { asset: PAIR.baseAsset, quantity: { amount: '5' } }),
  })
})
