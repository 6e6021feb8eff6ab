/** A venue whose balances lag behind its orders. What was sold is not sold again. */
import { describe, expect, it } from 'vitest'
import { runSells } from '#electron/desk/run/sells.ts'
import type { SellRequest } from '#shared/desk/plan.ts'
import { ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { decimal } from '#test/support/amounts.ts'
import { ManualClock } from '#test/support/clock.ts'
import { deskBench, states } from '#test/support/desk-bench.ts'
import { memoryLog } from '#test/support/memory-log.ts'
import { ModelVenue, PAIR } from '#test/support/model-venue.ts'
import { balance } from '#test/support/portfolio-fixtures.ts'
import { reader, UNREAD } from '#test/support/reader.ts'

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

it('a sale of coins that stay locked is skipped after four more reads, half a second apart', async () => {
  const clock = new ManualClock()
  const { log, begin } = memoryLog(clock)
  const request: SellRequest = {
    ...{ kind: 'sell', area: 'spot', instrument: PAIR.symbol, asset: PAIR.baseAsset, clientOrderId: 'ours' },
    quantity: decimal(5),
  }
  const { legs } = begin('one', SELL, [request])
  const times: number[] = []
  const balances = async () => {
    times.push(clock.mono() - begun)
    return ok({ list: [balance(PAIR.baseAsset, 4, 1)], whole: true })
  }
  const begun = clock.mono()
  const venue = new ModelVenue(clock)
  const options = { log, clock, client: venue.client(), signal: new AbortController().signal }
  const sold = runSells(legs, Promise.resolve(), {
    ...{ ...options, read: reader({ forExit: reader({ balances }) }) },
    ...{ permit: () => () => null, coinsAtMost: () => new Map() },
  })
  await clock.advance(10_000)
  await sold
  expect(times).toEqual([0, 0, 500, 1_000, 1_500])
  expect(log.leg(legs[0]!).record.state).toBe('skipped')
  expect(venue.writes).toEqual([])
})

describe('a sale of five coins', () => {
  interface Held {
    /** Coins that are free and locked at each read, the last one from then on; null: unreadable. */
    readonly reads?: readonly (readonly [number | null, number | null] | null)[]
    /** The most that can be held after our own sales. */
    readonly most?: number
    /** Whether orders that may lock coins are being cancelled. */
    readonly isFreeing?: boolean
  }

  async function sold({ reads = [], most, isFreeing = true }: Held) {
    const clock = new ManualClock()
    const { log, begin } = memoryLog(clock)
    const request: SellRequest = {
      ...{ kind: 'sell', area: 'spot', instrument: PAIR.symbol, asset: PAIR.baseAsset, clientOrderId: 'ours' },
      quantity: decimal(5),
    }
    const { legs } = begin('one', SELL, [request])
    let count = 0
    const balances = async () => {
      const held = reads[Math.min(count++, reads.length - 1)] ?? null
      if (held === null) return UNREAD
      const [free, locked] = held
      const row = { ...balance(PAIR.baseAsset, free ?? 0, locked ?? 0), ...(free === null && { free }) }
      return ok({ list: [balance('ETH', 0), { ...row, ...(locked === null && { locked }) }], whole: true })
    }
    const venue = new ModelVenue(clock)
    const selling = runSells(legs, isFreeing ? Promise.resolve() : null, {
      ...{ log, clock, client: venue.client(), signal: new AbortController().signal },
      ...{ read: reader({ forExit: reader({ balances }) }), permit: () => () => null },
      coinsAtMost: () => new Map(most === undefined ? [] : [[PAIR.baseAsset, decimal(most)]]),
    })
    await clock.advance(10_000)
    const { state, detail } = log.leg(legs[0]!).record
    void selling
    return { writes: venue.writes.length, reads: count, why: state === 'skipped' ? detail.code : null }
  }

  it.each<[string, Held, { writes: number; reads: number; why: string | null }]>([
    ['is sent at once when nothing is being cancelled', { isFreeing: false }, { writes: 1, reads: 0, why: null }],
    ['is sent when exactly as many are free', { reads: [[5, 1]] }, { writes: 1, reads: 1, why: null }],
    ['is sent when it is unknown how many are free', { reads: [[null, 1]] }, { writes: 1, reads: 1, why: null }],
    ['is sent when the balances cannot be read', { reads: [null] }, { writes: 1, reads: 1, why: null }],
    [
      'is sent once a late list shows them free',
      {
        reads: [
          [4, 1],
          [4, 1],
          [4, 1],
          [5, 0],
        ],
      },
      { writes: 1, reads: 4, why: null },
    ],
    ['is skipped while they stay locked', { reads: [[4, 1]] }, { writes: 0, reads: 5, why: 'leg.spot.locked' }],
    [
      'is skipped when it is unknown how many are locked',
      { reads: [[4, null]] },
      { writes: 0, reads: 5, why: 'leg.spot.lockedUnknown' },
    ],
    ['is sent when our sales left as many', { most: 5, isFreeing: false }, { writes: 1, reads: 0, why: null }],
    [
      'is skipped when our sales left fewer, whatever is listed',
      { most: 4, reads: [[9, 0]] },
      { writes: 0, reads: 1, why: 'leg.spot.soldBefore' },
    ],
  ])('%s', async (_, held, expected) => {
    expect(await sold(held)).toEqual(expected)
  })
})
