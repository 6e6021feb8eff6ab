import fc from 'fast-check'
import { BAR_MS, type Bar, type BarInterval } from '#shared/domain/bar.ts'

/** A price that a venue might print, or should never print: zero, negative, tiny, enormous, or not a number. */
const anyPrice = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: 0.5, max: 2, noNaN: true }) },
  fc.constantFrom(0, -1, 1e-308, 1e-150, 1e150, 1e308, NaN, Infinity),
  fc.double(),
)

/** Up to 150 candles of any prices, with gaps and repeats, including runs without any move. */
export function anyBars(interval: BarInterval): fc.Arbitrary<readonly Bar[]> {
  const candle = fc.record({
    step: fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, fc.constantFrom(0, 2, 5)),
    open: anyPrice,
    high: anyPrice,
    low: anyPrice,
    close: anyPrice,
    volume: fc.constantFrom(0, 1, NaN),
  })
  const wild = fc.array(candle, { maxLength: 150 })
  const still = fc
    .tuple(anyPrice, fc.nat(150))
    .map(([price, count]) =>
      Array.from({ length: count }, () => ({ step: 1, open: price, high: price, low: price, close: price, volume: 1 })),
    )
  return fc.oneof({ weight: 3, arbitrary: wild }, still).map((candles) => {
    let openTime = 0
    return candles.map(({ step, ...prices }) => {
      openTime += step * BAR_MS[interval]
      return { openTime, ...prices }
    })
  })
}

/** A random walk of daily closes from 100, with possible candles. */
export function walk(days: number): fc.Arbitrary<readonly Bar[]> {
  const move = fc.double({ min: -0.1, max: 0.1, noNaN: true })
  return fc
    .array(fc.tuple(move, fc.double({ min: 0.001, max: 0.05, noNaN: true })), { minLength: days, maxLength: days })
    .map((moves) => {
      let open = 100
      return moves.map(([change, reach], index) => {
        const close = open * (1 + change)
        const [high, low] = [Math.max(open, close) * (1 + reach), Math.min(open, close) * (1 - reach)]
        const bar = { openTime: index * BAR_MS['1day'], open, high, low, close, volume: 1 }
        open = close
        return bar
      })
    })
}
