import { refKey, type InstrumentRef } from '#shared/domain/instrument.ts'
import { oldest } from '#shared/domain/oldest.ts'
import type { Depth } from '#shared/domain/quote.ts'
import type { DepthReading } from '#shared/risk/liquidity/liquidity.ts'
import { nearerTo, type DatedPrice } from '#shared/risk/liquidity/mark-then.ts'

/**
 * The newest order book of each instrument. Prices are read far more often than books, so each book has the price that
 * was read nearest in time to it. A book that could not be read again keeps its age.
 */
export class DepthBoard {
  readonly #readings = new Map<string, DepthReading>()
  /** The newest known prices. */
  #prices: ReadonlyMap<string, DatedPrice> = new Map()

  /** A read that was started before the present one is dropped. */
  apply(depth: Depth, readAt: number): void {
    const key = refKey(depth)
    const known = this.#readings.get(key)
    if (known && known.readAt > readAt) return
    const mark = nearerTo(readAt, known?.mark ?? null, this.#prices.get(key) ?? null)
    this.#readings.set(key, { ...depth, readAt, mark })
  }

  /** The present valuation prices of instruments, by key. */
  priced(prices: ReadonlyMap<string, DatedPrice>): void {
    this.#prices = prices
    for (const [key, reading] of this.#readings) {
      const mark = nearerTo(reading.readAt, reading.mark, prices.get(key) ?? null)
      if (mark !== reading.mark) this.#readings.set(key, { ...reading, mark })
    }
  }

  /** Drops all order books, as their age is no longer known. */
  clear(): void {
    this.#readings.clear()
    this.#prices = new Map()
  }

  retain(wanted: readonly InstrumentRef[]): void {
    const keys = new Set(wanted.map(refKey))
    for (const key of this.#readings.keys()) if (!keys.has(key)) this.#readings.delete(key)
  }

  byInstrument(): ReadonlyMap<string, DepthReading> {
    return new Map(this.#readings)
  }

  /** When the oldest order book was read; null: there is none. */
  readAt(): number | null {
    return oldest([...this.#readings.values()].map(({ readAt }) => readAt))
  }
}
