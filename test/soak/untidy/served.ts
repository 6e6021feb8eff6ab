/** Every number that the venue sent, by part of the account: what is shown must be among them. */
import { isRow } from '#electron/simulator/testing/odd-data.ts'
import { isRawJSON } from '#electron/simulator/wire/leaves.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import { parseDecimal, toText } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'

const SOURCES = {
  positions: ['contract.account'],
  balances: ['spot.account'],
  orders: ['spot.openOrders', 'contract.openOrders', 'spot.order', 'contract.order'],
} as const
type Part = keyof typeof SOURCES
const PARTS = Object.keys(SOURCES) as Part[]

export class Served {
  #numbers = nothingServed()
  #earlier = nothingServed()

  /** Keeps what was sent since the last call, and forgets what was sent before. */
  forget(): void {
    this.#earlier = this.#numbers
    this.#numbers = nothingServed()
  }

  note(endpoint: string, json: unknown): void {
    for (const part of PARTS) {
      if ((SOURCES[part] as readonly string[]).includes(endpoint)) collect(json, this.#numbers[part])
    }
  }

  /** Numbers that are shown but were never sent, in words. */
  neverServed({ positions, balances, orders }: DeskView): readonly string[] {
    const isServed = (part: Part, text: string): boolean =>
      this.#numbers[part].has(text) || this.#earlier[part].has(text)
    const strange = (part: Part, name: string, what: string, shown: Decimal | null): readonly string[] =>
      shown === null || isServed(part, toText(shown)) ? [] : [`${name}: ${what} ${toText(shown)} was never served`]
    return [
      ...(positions ?? []).flatMap(({ key, side, volume, averagePrice }) => [
        // Some venues write the size of a short with a minus.
        ...(side === 'short' && isServed('positions', toText(volume.neg()))
          ? []
          : strange('positions', key, 'volume', volume)),
        ...strange('positions', key, 'average price', averagePrice),
      ]),
      ...(balances ?? []).flatMap(({ asset, free, locked }) => [
        ...strange('balances', asset, 'free', free),
        ...strange('balances', asset, 'locked', locked),
      ]),
      ...orders.flatMap(({ orderId, quantity, executed, price }) => [
        ...strange('orders', orderId, 'quantity', quantity),
        ...strange('orders', orderId, 'executed', executed),
        ...strange('orders', orderId, 'price', price),
      ]),
    ]
  }
}

function nothingServed(): Readonly<Record<Part, Set<string>>> {
  return { positions: new Set(), balances: new Set(), orders: new Set() }
}

function collect(json: unknown, into: Set<string>): void {
  if (Array.isArray(json)) for (const entry of json) collect(entry, into)
  else if (isRow(json)) for (const value of Object.values(json)) collect(value, into)
  else if (isRawJSON(json) || typeof json === 'number' || typeof json === 'string') {
    const value = parseDecimal(isRawJSON(json) ? json.rawJSON : String(json))
    if (value !== null) into.add(toText(value))
  }
}
