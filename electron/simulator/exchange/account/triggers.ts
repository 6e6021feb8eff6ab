import type { Decimal } from '#shared/domain/decimal.ts'
import type { ContractSpec } from '../market/specs.ts'
import type { ContractTicket } from './sim-order.ts'

/** A conditional order expires after this time, and no reply says so. */
const LIFE_MS = 14 * 86_400_000

interface Trigger {
  readonly id: string
  readonly ticket: ContractTicket
  readonly direction: 'rise' | 'fall'
  readonly price: Decimal
  /** ms since 1970. */
  readonly expiresAt: number
}

/**
 * Conditional orders that wait for a mark price and then become ordinary tickets, which may be refused. No endpoint lists
 * or cancels them: they fire or expire.
 */
export class Triggers {
  readonly #nextId: () => string
  readonly #now: () => number
  #waiting: Trigger[] = []

  constructor(nextId: () => string, now: () => number) {
    this.#nextId = nextId
    this.#now = now
  }

  get waiting(): readonly Trigger[] {
    return this.#waiting
  }

  add(trigger: Pick<Trigger, 'ticket' | 'direction' | 'price'>): Trigger {
    const added = { id: this.#nextId(), expiresAt: this.#now() + LIFE_MS, ...trigger }
    this.#waiting.push(added)
    return added
  }

  /** Removes and returns the tickets whose price is reached, oldest first; drops what has expired. */
  due(mark: (spec: ContractSpec) => Decimal): ContractTicket[] {
    if (this.#waiting.length === 0) return []
    const now = this.#now()
    const isDue = ({ ticket, direction, price }: Trigger) =>
      direction === 'rise' ? mark(ticket.spec).gte(price) : mark(ticket.spec).lte(price)
    const alive = this.#waiting.filter(({ expiresAt }) => expiresAt > now)
    const due = new Set(alive.filter(isDue))
    this.#waiting = alive.filter((trigger) => !due.has(trigger))
    return [...due].map(({ ticket }) => ticket)
  }
}
