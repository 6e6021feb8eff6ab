/** The first fields of each CSV row: whose it is, when it was taken, and how old its figures were by then. */
import type { Reading } from '#shared/snapshot/freshness.ts'
import { isoTime, type CsvField } from '../kit/csv.ts'
import { useClock } from '../kit/use-clock.ts'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useFreshnessOf } from './use-freshness.ts'

export function useCsvStamp<Row>(readingOf: (row: Row) => Reading | null | undefined): readonly CsvField<Row>[] {
  const portfolio = usePortfolioStore()
  const clock = useClock()
  return [
    { name: 'account', of: () => portfolio.header?.account?.name },
    { name: 'taken_at', of: () => isoTime(clock.wall()) },
    useCsvAge('age_s', readingOf),
  ]
}

/** The age of figures that were read by themselves, in seconds. */
export function useCsvAge<Row>(name: string, readingOf: (row: Row) => Reading | null | undefined): CsvField<Row> {
  const ageOf = useFreshnessOf()
  // Up, so that nothing looks younger than it is.
  const tenths = (ms: number | null): number | null => ms && Math.ceil(ms / 100) / 10
  return { name, of: (row) => tenths(ageOf(readingOf(row)).ageMs) }
}
