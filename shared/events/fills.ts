/** What orders are known to have executed, and how much of it explains a change of a position already. Pure but for itself. */
import type { PositionSide } from '../domain/account.ts'
import { ZERO, type Decimal } from '../domain/decimal.ts'

/** What executing does to positions: 1 makes those of the side larger, -1 smaller. */
export interface Effect {
  readonly contract: string
  readonly side: PositionSide
  readonly sign: 1 | -1
}

interface Executed extends Effect {
  total: Decimal
  used: Decimal
  /** Monotonic ms of the newest growth. */
  at: number
}

/** A fill that explained nothing for so long, ms, has done so unseen: its position changed back meanwhile. */
const KEPT_MS = 30_000

export class Fills {
  readonly #orders = new Map<string, Executed>()

  /** `key`: the order's id. The largest amount that any reading gave counts. */
  raise(key: string, effect: Effect, total: Decimal, at: number): void {
    const known = this.#orders.get(key)
    if (known === undefined) this.#orders.set(key, { ...effect, total, used: ZERO, at })
    else if (total.gt(known.total)) Object.assign(known, { total, at })
  }

  /** What was executed of an order before it was watched explains nothing any more. */
  begin(key: string, effect: Effect, total: Decimal): void {
    if (!this.#orders.has(key)) this.#orders.set(key, { ...effect, total, used: total, at: -Infinity })
  }

  /** Contracts that explain such a change and were not used yet. */
  available(wanted: Effect): Decimal {
    return this.#of(wanted).reduce((sum, { total, used }) => sum.plus(total.minus(used)), ZERO)
  }

  use(wanted: Effect, volume: Decimal): void {
    let left = volume
    for (const one of this.#of(wanted)) {
      const rest = one.total.minus(one.used)
      const part = rest.lt(left) ? rest : left
      one.used = one.used.plus(part)
      left = left.minus(part)
    }
  }

  /** Whether orders of these contracts executed what no position shows. */
  hasUnused(contracts: ReadonlySet<string>): boolean {
    return [...this.#orders.values()].some((one) => contracts.has(one.contract) && one.used.lt(one.total))
  }

  forget(now: number): void {
    for (const one of this.#orders.values()) if (one.used.lt(one.total) && now - one.at > KEPT_MS) one.used = one.total
    if (this.#orders.size > MOST)
      for (const key of [...this.#orders.keys()].slice(0, MOST / 2)) this.#orders.delete(key)
  }

  /** Where a contract is held one way only, what opens one side takes from the other first. */
  #of({ contract, side, sign }: Effect): readonly Executed[] {
    const own = [...this.#orders.values()].filter((one) => one.contract === contract && one.total.gt(one.used))
    const exact = own.filter((one) => one.side === side && one.sign === sign)
    return sign === -1 ? [...exact, ...own.filter((one) => one.side !== side && one.sign === 1)] : exact
  }
}

const MOST = 2_000
