import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { CALL_LIMITS, clipsOf, participationSeconds, secondsOf } from '#shared/risk/liquidity/flatten-time.ts'
import { contract } from '#test/support/portfolio-fixtures.ts'

describe('the time that calls take', () => {
  it.each([
    [0, 0],
    [1, 0],
    [20, 0],
    [21, 2],
    [40, 2],
    [41, 4],
  ])('%i contract orders: the last waits %i s', (calls, seconds) => {
    expect(secondsOf(calls, CALL_LIMITS.contract)).toBe(seconds)
  })

  it('is that of a hundred calls in two seconds on Spot', () => {
    expect([100, 101, 201].map((calls) => secondsOf(calls, CALL_LIMITS.spot))).toEqual([0, 2, 4])
  })
})

describe('market orders for a hundred contracts at 50', () => {
  // Each contract is worth 0.01 x 50 = 0.5.
  const clips = (limits: Parameters<typeof contract>[2], volume = 100) =>
    clipsOf(decimal(volume), contract('BTC', 'USDT', { multiplier: '0.01', ...limits }), decimal(50))

  it.each<[string, Parameters<typeof contract>[2], number | null]>([
    ['by volume', { maxMarketVolume: 40, maxMarketMoney: null }, 3],
    ['by value', { maxMarketVolume: null, maxMarketMoney: 20 }, 3],
    ['by value, however small', { maxMarketVolume: null, maxMarketMoney: 0.5 }, 100],
    ['by the tighter of both: volume', { maxMarketVolume: 10, maxMarketMoney: 20 }, 10],
    ['by the tighter of both: value', { maxMarketVolume: 40, maxMarketMoney: 10 }, 5],
    ['one order of the largest size', { maxMarketVolume: 100, maxMarketMoney: null }, 1],
    ['by volume where the largest size is one contract', { maxMarketVolume: 1, maxMarketMoney: null }, 100],
    ['unknown where no largest size is stated', { maxMarketVolume: null, maxMarketMoney: null }, null],
    ['unknown where the largest size is zero', { maxMarketVolume: 0, maxMarketMoney: 0 }, null],
  ])('%s', (_, limits, count) => {
    expect(clips(limits)).toBe(count)
  })

  it('are not counted by value when the value of a contract does not follow its price', () => {
    expect(clips({ direction: 'inverse', maxMarketVolume: 50, maxMarketMoney: 1 })).toBe(2)
  })
})

it("a tenth of a day's volume is traded in a day", () => {
  expect(participationSeconds(decimal(10), 100).value).toBeCloseTo(86_400, 9)
  expect(participationSeconds(decimal(10), 100, 0.5).value).toBeCloseTo(17_280, 9)
  expect(participationSeconds(decimal(10), 0).reason?.code).toBe('figure.tooLong')
})
