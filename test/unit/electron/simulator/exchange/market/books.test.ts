import { describe, expect, it } from 'vitest'
import { Books, MAX_LEVELS } from '#electron/simulator/exchange/market/books.ts'
import { ASSETS, CONTRACTS, keyOf, PAIRS } from '#electron/simulator/exchange/market/specs.ts'
import type { InstrumentSpec } from '#electron/simulator/exchange/market/specs.ts'
import { Market } from '#electron/simulator/exchange/market/market.ts'
import { seededRandom } from '#electron/simulator/exchange/market/random.ts'
import { decimal, sum, toFloat } from '#shared/domain/decimal.ts'

const ALL: readonly InstrumentSpec[] = [...PAIRS, ...CONTRACTS]

function books(seed = 7) {
  const market = new Market(ASSETS, seededRandom(seed), seed)
  return { market, books: new Books(market, seed) }
}

function spec(name: string): InstrumentSpec {
  const found = ALL.find((one) => keyOf(one) === name)
  if (!found) throw new Error(`expected ${name}`)
  return found
}

describe('order books', () => {
  it.each(ALL.map(keyOf))('are on both sides of the middle of %s, in whole steps, farther and farther out', (name) => {
    const { market, books: all } = books()
    const instrument = spec(name)
    const middle = market.price(instrument)
    for (const side of ['BUY', 'SELL'] as const) {
      const levels = all.levels(instrument, side)
      expect(levels).toHaveLength(MAX_LEVELS)
      levels.forEach(({ price, quantity }, at) => {
        const inside = levels[at - 1]?.price ?? middle
        expect(side === 'BUY' ? price.gt(inside) : price.lt(inside)).toBe(true)
        expect(price.dp()).toBeLessThanOrEqual(instrument.pricePrecision)
        expect(quantity.gt(0)).toBe(true)
      })
    }
  })

  it('are the same whatever depth is read first', () => {
    const [near, far] = [books(), books()]
    const pair = spec('ethusdt')
    near.books.best(pair, 'BUY')
    expect(near.books.levels(pair, 'BUY', 50)).toEqual(far.books.levels(pair, 'BUY').slice(0, 50))
  })

  it('are new every second and after a jump', () => {
    const { market, books: all } = books()
    const pair = spec('btcusdt')
    const first = all.levels(pair, 'BUY')
    market.step()
    const second = all.levels(pair, 'BUY')
    expect(second).not.toEqual(first)
    market.setPrice('BTC', decimal(50_000))
    expect(all.best(pair, 'BUY').lt(50_010)).toBe(true)
  })

  it('offer consumed liquidity only once, from the best level on', () => {
    const { books: all } = books()
    const pair = spec('btcusdt')
    const [first, second] = all.levels(pair, 'SELL', 2)
    all.eat(pair, 'SELL', first?.quantity.plus('0.001') ?? decimal(0))
    expect(all.levels(pair, 'SELL', 1)).toEqual([{ ...second, quantity: second?.quantity.minus('0.001') }])
    all.refill()
    expect(all.levels(pair, 'SELL', 1)).toEqual([first])
  })
})

describe('the volume that passes a price', () => {
  it('is zero before the market is there', () => {
    const { market, books: all } = books()
    const pair = spec('btcusdt')
    const middle = market.price(pair)
    expect(all.passing(pair, 'BUY', middle)).toBeNull()
    expect(all.passing(pair, 'BUY', all.best(pair, 'BUY').minus('0.01'))).toBeNull()
    expect(all.passing(pair, 'SELL', middle)).toBeNull()
    expect(all.passing(pair, 'SELL', all.best(pair, 'SELL').plus('0.01'))).toBeNull()
  })

  it('is what takers trade in a second, plus the book between the best price and that price', () => {
    const { books: all } = books()
    const pair = spec('btcusdt')
    const levels = all.levels(pair, 'BUY', 4)
    const at = (index: number) => all.passing(pair, 'BUY', levels[index]?.price ?? decimal(0)) ?? decimal(-1)
    const behind = sum(levels.slice(1).map(({ quantity }) => quantity))
    expect(at(0).gte(0)).toBe(true)
    expect(at(3).minus(at(0)).toFixed()).toBe(behind.toFixed())
  })

  it('amounts to half the daily turnover on each side', () => {
    const { market, books: all } = books()
    const pair = spec('btcusdt')
    const seconds = 20_000
    let usd = 0
    for (let second = 0; second < seconds; second += 1) {
      market.step()
      const price = all.best(pair, 'BUY')
      usd += toFloat(all.passing(pair, 'BUY', price)?.times(price) ?? decimal(0))
    }
    const daily = (usd / seconds) * 86_400
    expect(daily / (pair.turnover / 2)).toBeGreaterThan(0.95)
    expect(daily / (pair.turnover / 2)).toBeLessThan(1.05)
  })
})

describe('the price as float64', () => {
  it.each(ALL.map(keyOf))('equals the decimal price: %s', (name) => {
    const { market } = books(3)
    for (let second = 0; second < 200; second += 1) {
      market.step()
      expect(market.value(spec(name))).toBe(toFloat(market.price(spec(name))))
    }
  })
})
