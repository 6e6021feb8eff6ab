/** The age of funding figures: that of their oldest rate, or of the account if that is less reliable. Pure. */
import { oldest } from '#shared/domain/oldest.ts'
import { INDEX_EVERY_MS } from '#shared/domain/quote.ts'
import { worst, type AgeView, type Reading } from '#shared/snapshot/freshness.ts'
import type { FundingLine } from './funding-cells.ts'

/** The reading of the oldest known rate; null without one. `failure`: of the newest read of prices. */
export function ratesReading(lines: readonly FundingLine[], failure: Reading['failure'] = null): Reading | null {
  const times = lines.flatMap(({ known, readAt }) => (known === null ? [] : [readAt]))
  if (times.length === 0) return null
  return { readAt: times.includes(null) ? null : oldest(times), expectEveryMs: INDEX_EVERY_MS, failure }
}

/** The less reliable of two readings, the older one of equals; where there is only one, that. */
export function lessReliable(
  one: Reading | null,
  other: Reading | null,
  ageOf: (reading: Reading | null) => AgeView,
): Reading | null {
  if (one === null || other === null) return one ?? other
  const [first, second] = [ageOf(one), ageOf(other)]
  if (first.state === second.state) return (first.ageMs ?? Infinity) >= (second.ageMs ?? Infinity) ? one : other
  return worst([first.state, second.state]) === first.state ? one : other
}
