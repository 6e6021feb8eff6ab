/** A price at a distance from the market, for a close that waits for it. Pure. */
import { noWorse } from '#shared/desk/book-price.ts'
import { CLOSING_SIDE, type Position } from '#shared/domain/account.ts'
import { decimal, toText, ZERO, type Decimal, type DecimalText } from '#shared/domain/decimal.ts'
import type { Reading } from '#shared/snapshot/freshness.ts'
import { isAmount } from '#shared/words/amount-text.ts'
import { contractsIn } from '../app/contracts.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'
import { keptRow } from '../kit/kept-row.ts'

export const OFFSET_UNITS = ['percent', 'ticks'] as const

/** How much better than a price of the market. `size`: decimal text as typed. */
export interface Offset {
  readonly size: string
  readonly unit: (typeof OFFSET_UNITS)[number]
}

/** What is typed for no distance: nothing, or a zero. */
const NONE = /^(0+(\.0*)?)?$/
/** The largest distance of each unit. */
const MOST: Readonly<Record<Offset['unit'], number>> = { percent: 50, ticks: 100_000 }

/** What a distance is measured from for one position. */
export interface OffsetFacts {
  readonly side: Position['side']
  /** Prices of the market to measure from, and when each was read. */
  readonly references: readonly {
    readonly name: 'mark' | 'bid' | 'ask'
    readonly price: DecimalText | null
    readonly reading: Reading | null
  }[]
  /** Decimal places of the contract's prices, which give its tick; null: not known. */
  readonly places: number | null
}

export function offsetFactsOf(key: string, parts: Partial<Parts>): OffsetFacts | null {
  const position = parts.positions?.data?.find((each) => each.key === key)
  if (!position) return null
  const quote = parts.quotes?.data?.find((each) => each.area === 'contract' && each.instrument === position.contract)
  const book = parts.quotes ? { ...parts.quotes, readAt: quote?.lastAt ?? null } : null
  return {
    side: position.side,
    places: contractsIn(parts.instruments?.data ?? []).get(position.contract)?.pricePrecision ?? null,
    references: [
      { name: 'mark', price: position.markPrice, reading: keptRow(position)?.reading ?? parts.positions ?? null },
      { name: 'bid', price: quote?.bid ?? null, reading: book },
      { name: 'ask', price: quote?.ask ?? null, reading: book },
    ],
  }
}

/**
 * The price that is better than `from` by `offset` for whoever closes: above it for a long, below it for a short.
 * Rounded to the tick, never to a worse price. Null: the price or the tick is not known, or the distance is none.
 */
export function offsetPrice(from: DecimalText | null, offset: Offset, facts: OffsetFacts): DecimalText | null {
  if (from === null) return null
  const price = decimal(from)
  const away = distance(price, offset, facts.places)
  if (away === null || price.lte(0)) return null
  const side = CLOSING_SIDE[facts.side]
  const exact = side === 'sell' ? price.plus(away) : price.minus(away)
  const found = noWorse(side, exact, facts.places ?? price.decimalPlaces())
  return found && toText(found)
}

function distance(price: Decimal, { size, unit }: Offset, places: number | null): Decimal | null {
  const number = NONE.test(size) ? ZERO : isAmount(size) ? decimal(size) : null
  if (number === null || number.gt(MOST[unit])) return null
  if (unit === 'percent') return price.times(number).div(100)
  return places === null || !number.isInteger() ? null : number.times(decimal(10).pow(-places))
}
