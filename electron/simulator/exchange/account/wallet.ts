import { ZERO, type Decimal } from '#shared/domain/decimal.ts'

interface Purse {
  /** The account's money outside orders and isolated positions. */
  normal: Decimal
  /** Held by open orders. */
  locked: Decimal
  /** The house's gains from the account; negative: a loss. */
  house: Decimal
}

/** The money of the contract account by margin coin. Every movement has two ends, so no money appears or disappears. */
export class Wallet {
  readonly #purses = new Map<string, Purse>()

  get coins(): string[] {
    return [...this.#purses.keys()]
  }

  normal(coin: string): Decimal {
    return this.#purse(coin).normal
  }

  locked(coin: string): Decimal {
    return this.#purse(coin).locked
  }

  house(coin: string): Decimal {
    return this.#purse(coin).house
  }

  deposit(coin: string, amount: Decimal): void {
    this.#move(coin, { normal: amount })
  }

  /** Moves money from the account to its open orders; negative unlocks. */
  lock(coin: string, amount: Decimal): void {
    this.#move(coin, { normal: amount.negated(), locked: amount })
  }

  /** Moves money into a position; negative: out of it. */
  invest(coin: string, amount: Decimal): void {
    this.#move(coin, { normal: amount.negated() })
  }

  /** From the account to the house: fees. */
  pay(coin: string, amount: Decimal): void {
    this.#move(coin, { normal: amount.negated(), house: amount })
  }

  /** The house's side of a profit or funding that a position has booked: the position's gain is its loss. */
  bookAgainstHouse(coin: string, gain: Decimal): void {
    this.#move(coin, { house: gain.negated() })
  }

  #move(coin: string, { normal = ZERO, locked = ZERO, house = ZERO }: Partial<Purse>): void {
    const purse = this.#purse(coin)
    purse.normal = purse.normal.plus(normal)
    purse.locked = purse.locked.plus(locked)
    purse.house = purse.house.plus(house)
  }

  #purse(coin: string): Purse {
    const held = this.#purses.get(coin)
    if (held) return held
    const empty = { normal: ZERO, locked: ZERO, house: ZERO }
    this.#purses.set(coin, empty)
    return empty
  }
}
