import type { Steps } from '../../domain/steps.ts'
import { pnlOf, type BookPnl, type ShockBook } from '../stress/shock-book.ts'

/** Days revalued in one step: some ms for 500 margin units. */
const DAYS = 64

/** `pnlOf` under `count` days of returns, in steps: each day is revalued for itself, so it is the same figure for figure. */
export function* revaluationSteps(
  book: ShockBook,
  returns: ReadonlyMap<string, Float64Array>,
  count: number,
): Steps<BookPnl> {
  const total = new Float64Array(count)
  const withLiquidation = new Float64Array(count)
  const byAsset = new Map<string, Float64Array>()
  for (let from = 0; from < count; from += DAYS) {
    const to = Math.min(from + DAYS, count)
    const days = new Map([...returns].map(([asset, values]) => [asset, values.subarray(from, to)]))
    const some = pnlOf(book, days, to - from)
    total.set(some.total, from)
    withLiquidation.set(some.withLiquidation, from)
    for (const [asset, pnl] of some.byAsset) {
      const whole = byAsset.get(asset) ?? new Float64Array(count)
      whole.set(pnl, from)
      byAsset.set(asset, whole)
    }
    yield
  }
  return { total, byAsset, withLiquidation }
}
