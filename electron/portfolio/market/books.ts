import { oldest } from '#shared/domain/oldest.ts'
import type { Depth } from '#shared/domain/quote.ts'
import type { DepthReading } from '#shared/risk/liquidity/liquidity.ts'
import { bookKey } from './interest.ts'
import type { BookOf } from './interest.ts'

/** The newest book of each instrument. One that could not be read again keeps its age. */
export class DepthBoard {
  readonly #readings = new Map<string, DepthReading>()

  /** A read that was started before the one we have is dropped. */
  apply(depth: Depth, readAt: number): void {
    const known = this.#readings.get(bookKey(depth))
    if (!known || known.readAt <= readAt) this.#readings.set(bookKey(depth), { ...depth, readAt })
  }

  retain(wanted: readonly BookOf[]): void {
    const keys = new Set(wanted.map(bookKey))
    for (const key of this.#readings.keys()) if (!keys.has(key)) this.#readings.delete(key)
  }

  list(): readonly DepthReading[] {
    return [...this.#readings.values()]
  }

  /** When the oldest book was read; null with none. */
  readAt(): number | null {
    return oldest(this.list().map(({ readAt }) => readAt))
  }
}
