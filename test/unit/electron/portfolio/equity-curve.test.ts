import { expect, it } from 'vitest'
import { decimal, encode, toText } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { EquityCurve } from '../../../../electron/portfolio/equity-curve.ts'

type Report = NonNullable<Parameters<EquityCurve['record']>[0]>

function reportOf(total: number, readAt: number): Report {
  const rest = { readAt, doubts: [] }
  const equity = { total: decimal(total), spot: decimal(0), contract: decimal(0), coins: [], unpriced: [] }
  const provenance = { spot: rest, positions: rest, margin: rest, contract: rest, equity: rest, units: [] }
  return encode({ equity, provenance })
}

/**
 * One beat a second. `equity` is null while unknown; `isRead` says whether the account was read since the previous
 * beat.
 */
function beats() {
  const clock = new ManualClock()
  const curve = new EquityCurve(clock)
  let readAt = 0
  /** The time of the oldest price; null: just read. */
  let pricedAt: number | null = null
  let newest: readonly (number | null)[] = []
  return {
    beat: async (equity: number | null, isRead = true, count = 1): Promise<void> => {
      for (let left = count; left > 0; left--) {
        await clock.advance(1_000)
        if (isRead) readAt = clock.mono()
        const at = pricedAt ?? clock.mono()
        newest =
          curve.record(equity === null ? null : reportOf(equity, at), readAt)?.map(([, value]) => value) ?? newest
      }
    },
    measureIn: (reportingCoin: string, rate?: string): boolean =>
      curve.measureIn({ reportingCoin, fixedRate: rate === undefined ? null : toText(decimal(rate)) }),
    stopPrices: (): void => void (pricedAt = clock.mono()),
    values: (): readonly (number | null)[] => newest,
  }
}

/** The least share of an earlier high that was left. */
function deepest(equity: readonly number[]): number {
  let [high, left] = [-Infinity, 1]
  for (const value of equity) {
    high = Math.max(high, value)
    left = Math.min(left, value / high)
  }
  return left
}

it('adds a point every 2 s while the account is read', async () => {
  const { beat, values } = beats()
  await beat(100, true, 6)
  expect(values()).toEqual([100, 100, 100])
})

it('leaves a gap when nothing was read, without a flat line into it', async () => {
  const { beat, values } = beats()
  await beat(100, true, 3)
  await beat(100, false, 20)
  expect(values()).toEqual([100, 100, null])
  await beat(90)
  expect(values()).toEqual([100, 100, null, 90])
})

it('leaves a gap when equity was unknown although the account was read', async () => {
  const { beat, values } = beats()
  await beat(100, true, 3)
  await beat(null, true, 20)
  await beat(90)
  expect(values()).toEqual([100, 100, null, 90])
})

it('leaves a gap when prices are old although the account is read', async () => {
  const { beat, stopPrices, values } = beats()
  await beat(100)
  stopPrices()
  await beat(100, true, 60)
  expect(values().slice(-2)).toEqual([100, null])
  expect(values().length).toBeLessThan(15)
})

it('leaves no gap for a slightly late read, and never begins with one', async () => {
  const { beat, values } = beats()
  await beat(null, true, 20)
  await beat(100)
  await beat(100, false, 3)
  await beat(90)
  expect(values()).toEqual([100, 90])
})

it('reaches back to its start after hours, with few points, and the same high, low and deepest drawdown', async () => {
  const { beat, values } = beats()
  // Twelve hours of a rise. Its deepest fall is a small one early on, between a low and a high within seconds.
  const given = Array.from({ length: 21_600 }, (_, nth) => 1_000 + 4 * nth)
  given[44]! += 10
  given[45]! -= 8
  for (const equity of given) await beat(equity, true, 2)
  const kept = values().filter((value) => value !== null)
  expect(kept.length).toBeLessThan(1_100)
  expect([kept[0], kept.at(-1)]).toEqual([given[0], given.at(-1)])
  expect([Math.max(...kept), Math.min(...kept)]).toEqual([Math.max(...given), Math.min(...given)])
  expect(deepest(kept)).toBe(deepest(given))
})

it('stays short even if it has little but gaps, and says that it left some out', async () => {
  const { beat, values } = beats()
  for (let nth = 0; nth < 2_000; nth++) {
    await beat(100 + nth)
    await beat(null, true, 7)
  }
  expect(values().length).toBeLessThan(1_100)
  expect(values().slice(0, 2)).toEqual([100, null])
  expect(values().slice(-2)).toEqual([2_099, null])
})

it('begins anew when totals are in another coin, or at another rate', async () => {
  const { beat, measureIn, values } = beats()
  expect(measureIn('USDT')).toBe(true)
  await beat(100, true, 4)
  expect(measureIn('USDT')).toBe(false)
  expect(measureIn('EUR', '0.8')).toBe(true)
  await beat(80)
  expect(values()).toEqual([80])
  expect([measureIn('EUR', '0.8'), measureIn('EUR', '0.9')]).toEqual([false, true])
  await beat(90)
  expect(values()).toEqual([90])
})
