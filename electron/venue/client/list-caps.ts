import type { EndpointName, Params } from '../endpoints/calls.ts'
import { isOfArea } from '../endpoints/table.ts'

/** Lengths at which venues of the family cut a list of open orders that has no paging. */
const CAPS: ReadonlySet<number> = new Set([100, 200, 500, 1000])
const LISTS: ReadonlySet<EndpointName> = new Set(['spot.openOrders', 'contract.openOrders'])

/**
 * Detects a list of open orders that the venue probably cut: its length is the requested limit or a usual cap, and no
 * longer list was seen. A complete list of exactly that length counts as cut too, which errs on the safe side.
 */
export class ListCaps {
  readonly #longest = new Map<string, number>()

  /** `rows`: the number of rows in the reply. `asked`: the number requested. */
  isCut<E extends EndpointName>(endpoint: E, params: Params<E>, rows: number, asked: number): boolean {
    if (!LISTS.has(endpoint)) return false
    const key = `${endpoint} ${String(isOfArea(params))}`
    const longest = Math.max(rows, this.#longest.get(key) ?? 0)
    this.#longest.set(key, longest)
    const isAskedFor = endpoint === 'spot.openOrders' && rows === asked
    return rows === longest && (isAskedFor || CAPS.has(rows))
  }
}
