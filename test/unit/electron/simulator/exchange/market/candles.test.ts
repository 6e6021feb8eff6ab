import { describe, expect, it } from 'vitest'
import { Candles } from '#electron/simulator/exchange/market/candles.ts'
import { ASSETS, keyOf, PAIRS } from '#electron/simulator/exchange/market/specs.ts'
import { Market } from '#electron/simulator/exchange/market/market.ts'
import { BrownianPath } from '#electron/simulator/exchange/market/path.ts'
import { seededRandom } from '#electron/simulator/exchange/market/random.ts'

const START = Date.UTC(2026, 0, 1, 10, 20, 30)
const HOUR = 3_600_000
const [pair] = PAIRS
if (!pair) throw new Error('expected a pair')

function candles(seed = 7): Candles {
  return new Candles(new Market(ASSETS, seededRandom(seed), seed), seed, START)
}

describe('candles', () => {
  it.each(['1min', '5min', '15min', '30min', '60min', '1day', '1week', '1month'])(
    'lists %s newest first, each closing where the next opens, with high and low around both',
    (interval) => {
      const list = candles().list(pair, interval, 40, START)
      expect(list).toHaveLength(40)
      list.forEach((candle, at) => {
        expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close))
        expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close))
        const older = list[at + 1]
        if (older) expect([older.idx < candle.idx, older.close]).toEqual([true, candle.open])
      })
    },
  )

  it('derives all intervals from one history: a day opens where its first hour does', () => {
    const shared = candles()
    const day = shared.list(pair, '1day', 2, START)[1]
    const hour = shared.list(pair, '60min', 48, START).find(({ idx }) => idx === day?.idx)
    expect(hour?.open).toBe(day?.open)
  })

  it('ends its history at the first price', () => {
    const [newest] = candles().list(pair, '60min', 1, START)
    expect(newest?.close).toBeCloseTo(ASSETS[0]?.usd ?? 0, 6)
  })

  it('continues with what the market recorded', () => {
    const live = candles()
    live.record(keyOf(pair), 90_000, START + 1000)
    live.record(keyOf(pair), 99_000, START + 61_000)
    const now = START + 62_000
    expect(live.list(pair, '1min', 1, now)[0]).toMatchObject({ open: 90_000, high: 99_000, close: 99_000 })
    expect(live.list(pair, '60min', 1, now)[0]).toMatchObject({ low: 90_000, high: 99_000, close: 99_000 })
    expect(live.list(pair, '60min', 1, START + HOUR)[0]?.open).toBe(99_000)
  })

  it('serves nothing for an unknown interval, and nothing from before the listing', () => {
    expect(candles().list(pair, '7min', 10, START)).toEqual([])
    expect(candles().list(pair, '1month', 300, START)).toHaveLength(61)
  })

  it('is the same for the same seed and different for another', () => {
    const of = (seed: number) => candles(seed).list(pair, '1day', 30, START)
    expect(of(7)).toEqual(of(7))
    expect(of(7)).not.toEqual(of(8))
  })
})

describe('Brownian path', () => {
  it('spreads with the square root of time', () => {
    const length = 3600
    const path = new BrownianPath(5)
    const moves = Array.from({ length: 4000 }, (_, at) => path.at((at + 1) * length) - path.at(at * length))
    const variance = moves.reduce((total, move) => total + move ** 2, 0) / moves.length
    expect(variance / length).toBeGreaterThan(0.9)
    expect(variance / length).toBeLessThan(1.1)
  })

  it('gives the same value in any order of queries', () => {
    const [forward, backward] = [new BrownianPath(3), new BrownianPath(3)]
    const times = [10, 5_000, 86_400, 1_767_225_600]
    const there = times.map((at) => forward.at(at))
    const back = times.toReversed().map((at) => backward.at(at))
    expect(back.toReversed()).toEqual(there)
  })
})
