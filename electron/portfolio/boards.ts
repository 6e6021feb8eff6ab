import type { Position } from '#shared/domain/account.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { OpenOrders, OrderScope, QuoteReading } from '#shared/domain/snapshot.ts'
import type { IndexPrice, Ticker } from '../venue/client.ts'
import type { Scope } from './interest.ts'

const keyOf = (area: Area, instrument: string): string => `${area}:${instrument}`

/** Prices gathered from several endpoints, one row per instrument; each row as old as its oldest price that matters. */
export class QuoteBoard {
  readonly #rows = new Map<string, QuoteReading>()

  applyTicker(area: Area, instrument: string, ticker: Ticker, readAt: number): void {
    const row = this.#row(area, instrument, readAt)
    // A contract's row is as old as its mark: the mark is what margin refers to.
    const age = row.mark === null ? readAt : row.readAt
    this.#rows.set(keyOf(area, instrument), {
      ...row,
      last: ticker.last,
      bid: ticker.bid,
      ask: ticker.ask,
      readAt: age,
    })
  }

  applyIndex(contract: string, price: IndexPrice, readAt: number): void {
    const row = this.#row('contract', contract, readAt)
    // A held contract's mark comes with its position, read at the same moment as the equity it is compared with.
    const mark = row.mark === null || row.readAt <= readAt ? { mark: price.mark, readAt } : {}
    this.#rows.set(keyOf('contract', contract), {
      ...row,
      index: price.index,
      fundingRate: price.fundingRate,
      ...mark,
    })
  }

  applyMarks(positions: readonly Position[], readAt: number): void {
    for (const { contract, markPrice } of positions) if (markPrice) this.#applyMark(contract, markPrice, readAt)
  }

  list(): readonly QuoteReading[] {
    return [...this.#rows.values()]
  }

  /** When the oldest row was read; null with none. */
  readAt(): number | null {
    return oldest(this.list().map((row) => row.readAt))
  }

  /** Forgets instruments that are no longer quoted, so that their age does not stand for the others. */
  retain(keep: ReadonlySet<string>): void {
    for (const key of this.#rows.keys()) if (!keep.has(key)) this.#rows.delete(key)
  }

  #applyMark(contract: string, mark: Decimal, readAt: number): void {
    this.#rows.set(keyOf('contract', contract), { ...this.#row('contract', contract, readAt), mark, readAt })
  }

  #row(area: Area, instrument: string, readAt: number): QuoteReading {
    const known = this.#rows.get(keyOf(area, instrument))
    if (known) return known
    return { area, instrument, last: null, bid: null, ask: null, mark: null, index: null, fundingRate: null, readAt }
  }
}

/** Open orders gathered scope by scope; a scope that could not be read keeps its orders and their age. */
export class OrderBoard {
  readonly #scopes = new Map<string, { orders: readonly Order[]; readAt: number | null; failure: Failure | null }>()

  /** Orders of one instrument as read at `readAt`; a read started before the one we have is dropped. */
  apply(area: Area, instrument: string, orders: readonly Order[], readAt: number): void {
    const known = this.#scopes.get(keyOf(area, instrument))
    if (known?.readAt != null && known.readAt > readAt) return
    this.#scopes.set(keyOf(area, instrument), { orders, readAt, failure: null })
  }

  fail(area: Area, instrument: string, failure: Failure): void {
    const known = this.#scopes.get(keyOf(area, instrument))
    this.#scopes.set(keyOf(area, instrument), { orders: known?.orders ?? [], readAt: known?.readAt ?? null, failure })
  }

  /** Every known order, and for each scope how good that knowledge is. */
  open(scopes: readonly Scope[]): OpenOrders {
    const orders: (Order & { readAt: number })[] = []
    const report: OrderScope[] = scopes.map(({ area, instrument }) => {
      const known = this.#scopes.get(keyOf(area, instrument))
      const readAt = known?.readAt ?? null
      if (known && readAt !== null) orders.push(...known.orders.map((order) => ({ ...order, readAt })))
      return { area, instrument, readAt, failure: known?.failure ?? null }
    })
    return { orders, scopes: report }
  }

  /** When the oldest scope that is known to matter was read; null before any was. */
  readAt(scopes: readonly Scope[]): number | null {
    const known = (scope: Scope): number | null => this.#scopes.get(keyOf(scope.area, scope.instrument))?.readAt ?? null
    return oldest(scopes.filter((scope) => scope.hot).map(known)) ?? oldest(scopes.map(known))
  }

  orders(): readonly Order[] {
    return [...this.#scopes.values()].flatMap((scope) => scope.orders)
  }
}

function oldest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}
