import { describe, expect, it } from 'vitest'
import { historyInMemory } from '#electron/history/store.ts'
import { CandleBoard } from '#electron/portfolio/market/candles.ts'
import { interestOf } from '#electron/portfolio/market/market-interest.ts'
import { marketJobsOf } from '#electron/portfolio/market/market-jobs.ts'
import type { MarketJobContext } from '#electron/portfolio/market/market-jobs.ts'
import { pair } from '#test/support/portfolio-fixtures.ts'

const COIN = 'USDT'

/** The Spot reads for that many assets and order books. The candles of `failing` assets could not be read. */
function jobsFor(assets: number, books: number, { paceMs = 500, failing = 0 } = {}) {
  const names = Array.from({ length: Math.max(assets, books) }, (_, index) => `COIN${index}`)
  const pairs = names.map((name) => pair(name, COIN))
  const bookOf = ({ symbol }: { symbol: string }) => ({ area: 'spot', instrument: symbol }) as const
  const interest = interestOf(names.slice(0, assets), pairs.slice(0, books).map(bookOf), pairs)
  const candles = new CandleBoard(historyInMemory().at('venue'), () => undefined)
  for (const series of interest.series.slice(0, failing)) candles.fail(series)
  const context: Partial<MarketJobContext> = {
    ...{ candles, interest: () => interest, paceMs: () => paceMs, venueTimeAt: () => 0 },
  }
  return marketJobsOf('spot', context as MarketJobContext)
}

/** The share of the pace that the jobs need. */
const shareOf = (jobs: readonly { everyMs: number }[], paceMs: number): number =>
  jobs.reduce((share, { everyMs }) => share + paceMs / everyMs, 0)

describe('how often the market is read', () => {
  it.each([
    [1, 1, 0, 500],
    [40, 10, 0, 500],
    [100, 100, 0, 500],
    [400, 150, 0, 500],
    [100, 100, 150, 500],
    [100, 100, 400, 500],
    [20, 20, 0, 16_000],
  ])('fits the pace: %i assets, %i order books, %i failing series, one start per %i ms', (...given) => {
    const [assets, books, failing, paceMs] = given
    const jobs = jobsFor(assets, books, { failing, paceMs })
    expect(shareOf(jobs, paceMs)).toBeLessThanOrEqual(1.000_001)
    const depths = jobs.filter(({ endpoint }) => endpoint === 'spot.depth')
    expect(depths).toHaveLength(books)
    expect(shareOf(depths, paceMs)).toBeLessThanOrEqual(0.500_001)
  })

  it('is as often as each kind wants when there is little to read', () => {
    const every = jobsFor(5, 5).map(({ key, everyMs }) => `${key.split(':').at(-1) ?? ''} ${String(everyMs)}`)
    expect(every.filter((one) => one.startsWith('COIN'))).toEqual(
      Array.from({ length: 5 }, (_, index) => `COIN${String(index)}USDT 20000`),
    )
    expect(new Set(every.filter((one) => !one.startsWith('COIN')))).toEqual(
      new Set(['1day 3600000', '60min 600000', '1min 60000']),
    )
  })

  it('is a minute or slightly more for candles that could not be read', () => {
    for (const { everyMs, endpoint } of jobsFor(20, 20, { failing: 60 })) {
      if (endpoint === 'spot.klines') expect(everyMs).toBeLessThanOrEqual(80_000)
    }
  })
})
