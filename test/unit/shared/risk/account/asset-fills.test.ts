import { describe, expect, it } from 'vitest'
import { decimal, toFloat } from '#shared/domain/decimal.ts'
import { assetFills, contractLegs, spotLegs, type Leg } from '#shared/risk/account/asset-fills.ts'
import type { AssetExposure } from '#shared/risk/report.ts'
import { contract, order, pair } from '#test/support/portfolio-fixtures.ts'

const held = (asset: string, value: number | null) =>
  ({ asset, value: value === null ? null : decimal(value) }) as AssetExposure
const leg = (asset: string, up: number, down: number): Leg => ({ asset, up: decimal(up), down: decimal(down) })
const inCoins = (rates: Record<string, number | null>) => (coin: string) =>
  ({ rate: rates[coin] == null ? null : decimal(rates[coin]), method: 'self', path: [] }) as const
const numbers = (legs: readonly Leg[] | null) =>
  legs?.map(({ asset, up, down }) => [asset, toFloat(up) + 0, toFloat(down) + 0])

describe('the worst exposure of an asset after fills', () => {
  const worstOf = (now: number, up: number, down: number) =>
    toFloat(assetFills([held('X', now)], [leg('X', up, down)], []).assets[0]!.worst!)

  it('is the larger of all buys and all sells, and the buys if equal', () => {
    expect([worstOf(10, 5, -30), worstOf(10, 15, -30), worstOf(0, 5, -5)]).toEqual([-20, 25, 5])
    expect([worstOf(0, 5, -5.5), worstOf(0, 0.4, 0)]).toEqual([-5.5, 0.4])
  })

  it('is sorted by size, by name if equal, with unpriced assets last', () => {
    const exposure = [held('B', 10), held('A', -10), held('C', 20), held('Z', null), held('Y', null)]
    const legs = ['Z', 'B', 'C', 'A', 'Y'].map((asset) => leg(asset, 0, 0))
    const { assets, unpriced, worstGross } = assetFills(exposure, legs, [])
    expect(assets.map(({ asset }) => asset)).toEqual(['C', 'A', 'B', 'Y', 'Z'])
    expect(unpriced).toEqual(['Z', 'Y'])
    expect(toFloat(worstGross)).toBe(40)
  })

  it('includes assets without orders unchanged, and excludes cash', () => {
    const { assets, worstGross } = assetFills([held('A', -10)], [leg('USDT', 99, -99), leg('B', 3, 0)], ['USDT'])
    expect(assets.map(({ asset, now }) => [asset, toFloat(now!)])).toEqual([['B', 0]])
    expect(toFloat(worstGross)).toBe(13)
  })
})

describe('the legs of orders', () => {
  const net = { now: decimal(5), most: decimal(8), least: decimal(-1) }
  const legsOf = (of: ReturnType<typeof contract>, rates: Record<string, number | null>) =>
    numbers(contractLegs({ net } as Parameters<typeof contractLegs>[0], of, decimal(100), inCoins(rates)))

  it('of a linear contract are its base coin and the debt in its quote coin', () => {
    const btc = contract('BTC', 'USDT', { multiplier: '0.1' })
    expect(legsOf(btc, { USDT: 2 })).toEqual([
      ['BTC', 60, -120],
      ['USDT', 120, -60],
    ])
    expect(legsOf(btc, { BTC: 2 })).toBeUndefined()
    expect(legsOf(contract('BTC', 'USDT', { multiplier: null }), { USDT: 2 })).toBeUndefined()
  })

  it('of an inverse contract are its base coin only', () => {
    // A face value of 50 is half a coin at 100, and a coin is worth 200.
    const btcUsd = contract('BTC', 'USD', { direction: 'inverse', multiplier: 50 })
    expect(legsOf(btcUsd, { BTC: 200 })).toEqual([['BTC', 300, -600]])
    expect(legsOf(btcUsd, { USD: 1 })).toBeUndefined()
  })

  const spot = (terms: Parameters<typeof order>[1], rates: Record<string, number | null>) =>
    numbers(spotLegs(order(pair('ETH', 'BTC'), terms), pair('ETH', 'BTC'), inCoins(rates)))

  it('of a Spot pair are both coins: the base coin at its price, the quote coin by the amount paid', () => {
    const rates = { ETH: 10, BTC: 200 }
    const two = { quantity: 3, executed: 1, price: '0.06' }
    expect(spot({ side: 'buy', ...two }, rates)).toEqual([
      ['ETH', 20, 0],
      ['BTC', 0, -24],
    ])
    expect(spot({ side: 'sell', ...two }, rates)).toEqual([
      ['ETH', 0, -20],
      ['BTC', 24, 0],
    ])
    // Without a limit price or a price of the quote coin, the amount paid is unknown. The value of the coin bought is
    // used instead.
    expect(spot({ side: 'sell', ...two, price: null }, rates)).toEqual([
      ['ETH', 0, -20],
      ['BTC', 20, 0],
    ])
    expect(spot({ side: 'sell', ...two }, { ETH: 10, BTC: null })?.[1]).toEqual(['BTC', 20, 0])
  })

  it('of a market buy are its amount of the quote coin, of a market sell its quantity', () => {
    const market = { type: 'market', quantity: 3, executed: 1, price: null } as const
    expect(spot({ side: 'buy', ...market }, { BTC: 200 })).toEqual([
      ['ETH', 400, 0],
      ['BTC', 0, -400],
    ])
    expect(spot({ side: 'sell', ...market }, { ETH: 10 })?.[0]).toEqual(['ETH', 0, -20])
    expect(spot({ side: 'buy', ...market }, { ETH: 10 })).toBeUndefined()
    expect(spot({ side: 'sell', ...market, executed: 3 }, { ETH: 10 })).toBeUndefined()
  })
})
