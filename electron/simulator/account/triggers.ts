import type { Decimal } from '#shared/domain/decimal.ts'
import type { ContractSpec } from '../market/instruments.ts'
import type { ContractTicket } from './ticket.ts'

export type TriggerDirection = 'rise' | 'fall'

export interface Trigger {
  readonly id: string
  readonly ticket: ContractTicket
  readonly direction: TriggerDirection
  readonly price: Decimal
}

/** Condition orders that wait for the mark price; when it comes they become ordinary tickets, which may be refused then. */
export class Triggers {
  readonly #nextId: () => string
  #waiting: Trigger[] = []

  constructor(nextId: () => string) {
    this.#nextId = nextId
  }

  get waiting(): readonly Trigger[] {
    return this.#waiting
  }

  add(trigger: Omit<Trigger, 'id'>): Trigger {
    const added = { id: this.#nextId(), ...trigger }
    this.#waiting.push(added)
    return added
  }

  /** Takes out and returns the tickets whose price is reached or exceeded. */
  due(mark: (spec: ContractSpec) => Decimal): ContractTicket[] {
    const isDue = ({ ticket, direction, price }: Trigger) =>
      direction === 'rise' ? mark(ticket.spec).gte(price) : mark(ticket.spec).lte(price)
    const due = this.#waiting.filter(isDue)
    this.#waiting = this.#waiting.filter((trigger) => !due.includes(trigger))
    return due.map(({ ticket }) => ticket)
  }
}
