import type { Position } from '#shared/domain/account.ts'
import { instrumentKey, type Area } from '#shared/domain/instrument.ts'
import { isConfirmed } from '#shared/domain/kept.ts'
import { oldest } from '#shared/domain/oldest.ts'
import type { Quote, QuoteReading } from '#shared/domain/quote.ts'

interface QuoteRow {
  readonly quote: Quote
  /** When the mark, the traded price and the index were read; null: not yet. */
  readonly markAt: number | null
  readonly lastAt: number | null
  readonly indexAt: number | null
}

/**
 * Prices from several endpoints, one row per instrument. A row is as old as its most important price. For a held
 * contract that is the mark, because margin refers to it; otherwise it is the traded price.
 */
export class QuoteBoard {
  readonly #rows = new Map<string, QuoteRow>()
  #held: ReadonlySet<string> = new Set()
  /** Held contracts whose positions deliver their mark. */
  #marked: ReadonlySet<string> = new Set()
  #wokeAt = -Infinity
  /** The result of `list` until something changes. */
  #list: readonly QuoteReading[] | null = null

  applyTicker(
    area: Area,
    instrument: string,
    { last, bid, ask }: Pick<Quote, 'last' | 'bid' | 'ask'>,
    readAt: number,
  ): void {
    this.#change(area, instrument, ({ quote, ...row }) => ({
      ...row,
      quote: { ...quote, last, bid, ask },
      lastAt: readAt,
    }))
  }

  applyIndex(
    contract: string,
    { mark, index, fundingRate }: Pick<Quote, 'mark' | 'index' | 'fundingRate'>,
    readAt: number,
  ): void {
    this.#change('contract', contract, (row) => {
      const read = { ...row, quote: { ...row.quote, index, fundingRate }, indexAt: readAt }
      // The mark of a held contract comes with its position, so it was read together with the equity that it is
      // compared with.
      const bringsItsOwn = this.#marked.has(instrumentKey('contract', contract))
      return bringsItsOwn ? read : { ...read, quote: { ...read.quote, mark }, markAt: readAt }
    })
  }

  applyMarks(positions: readonly Position[], readAt: number): void {
    this.#list = null
    const keys = (held: readonly Position[]): ReadonlySet<string> =>
      new Set(held.map((position) => instrumentKey('contract', position.contract)))
    this.#held = keys(positions)
    // A row kept from before has an old mark.
    const read = positions.filter(isConfirmed)
    this.#marked = keys(read.filter((position) => position.markPrice !== null))
    for (const { contract, markPrice: mark } of read) {
      if (mark) this.#change('contract', contract, (row) => ({ ...row, quote: { ...row.quote, mark }, markAt: readAt }))
    }
  }

  /** Notes that an instrument could not be read, so that nothing waits for it. */
  miss(area: Area, instrument: string): void {
    this.#change(area, instrument, (row) => row)
  }

  /** Whether each of these was read at least once, successfully or not. */
  asked(keys: Iterable<string>): boolean {
    return [...keys].every((key) => this.#rows.has(key))
  }

  /**
   * The rows that have a price. Prices read before a sleep have an unknown age and are left out of their row, except
   * the one that `readAt` refers to. If a row keeps such a price, the part says that its age is unknown.
   */
  list(): readonly QuoteReading[] {
    return (this.#list ??= this.#readings())
  }

  #readings(): readonly QuoteReading[] {
    const isKnown = (readAt: number | null): boolean => readAt !== null && readAt >= this.#wokeAt
    return [...this.#rows].flatMap(([key, { quote, markAt, lastAt, indexAt }]) => {
      const isDatedByMark = this.#held.has(key) && quote.mark !== null
      const readAt = isDatedByMark ? markAt : lastAt
      if (readAt === null) return []
      const mark = isDatedByMark || isKnown(markAt) ? quote.mark : null
      const traded = !isDatedByMark || isKnown(lastAt) ? { lastAt } : { last: null, bid: null, ask: null, lastAt: null }
      const indexed = isKnown(indexAt) ? { indexAt } : { index: null, fundingRate: null, indexAt: null }
      return [{ ...quote, mark, readAt, ...traded, ...indexed }]
    })
  }

  /** When the oldest row was read; null: there is none. */
  readAt(): number | null {
    return oldest(this.list().map((row) => row.readAt))
  }

  /** Drops instruments that are no longer quoted, so that their age no longer makes the part look old. */
  retain(wanted: ReadonlySet<string>): void {
    for (const key of this.#rows.keys()) {
      if (!wanted.has(key) && this.#rows.delete(key)) this.#list = null
    }
  }

  /** The machine slept until `at`. */
  wake(at: number): void {
    this.#wokeAt = at
    this.#list = null
  }

  #change(area: Area, instrument: string, change: (row: QuoteRow) => QuoteRow): void {
    this.#list = null
    const key = instrumentKey(area, instrument)
    const blank = { area, instrument, last: null, bid: null, ask: null, mark: null, index: null, fundingRate: null }
    this.#rows.set(key, change(this.#rows.get(key) ?? { quote: blank, markAt: null, lastAt: null, indexAt: null }))
  }
}
