/** Executions that no reading of the positions has shown yet, added up over all orders, ours or foreign. No IO. */
import type { PositionSide } from '../domain/account.ts'
import { ZERO, type Decimal } from '../domain/decimal.ts'
import type { Evidence } from './event.ts'

/** The positions of a contract on one side, both margin modes: an order has no margin mode. */
export interface ContractSide {
  readonly contract: string
  readonly side: PositionSide
}

/** The effect of an execution: 1 makes the positions of the side larger, -1 smaller. */
export interface Effect extends ContractSide {
  readonly sign: 1 | -1
}

/** A foreign order that was never listed. */
export interface ForeignOrder {
  readonly evidence: Evidence
  readonly orderId: string | null
  readonly price: Decimal | null
}

/** A part of a change, and its order; null: none was found. */
export interface Piece {
  readonly sign: 1 | -1
  readonly volume: Decimal
  readonly found: ForeignOrder | null
}

interface Executed extends Effect {
  total: Decimal
  used: Decimal
  /** Monotonic ms of the newest growth. */
  at: number
  readonly foreign: ForeignOrder | null
  /** It is settled, but no position changed. */
  isUnseen: boolean
}

/** How long trades that no position showed explain a change of a balance, ms. */
const UNSEEN_MS = 30_000
/** An execution that no position has shown for so long, ms, is taken to have been undone between two reads. */
const KEPT_MS = 90_000
const MOST = 2_000

export class Fills {
  readonly #orders = new Map<string, Executed>()

  /** `key`: the order's id. The largest amount that any reading gave counts. */
  raise(key: string, effect: Effect, total: Decimal, at: number, foreign: ForeignOrder | null = null): void {
    const known = this.#orders.get(key)
    if (known === undefined) this.#orders.set(key, { ...effect, total, used: ZERO, at, foreign, isUnseen: false })
    else if (total.gt(known.total)) Object.assign(known, { total, at })
  }

  /** Executions before an order was watched are settled. */
  begin(key: string, effect: Effect, total: Decimal): void {
    if (this.#orders.has(key)) return
    this.#orders.set(key, { ...effect, total, used: total, at: -Infinity, foreign: null, isUnseen: false })
  }

  /**
   * Executions that the positions do not show yet: opened, closed (both positive), opened less closed; `newestAt`:
   * monotonic ms of the newest; `foreign`: the part of foreign orders.
   */
  pending(of: ContractSide) {
    const open = this.#pendingOf(of)
    const sumOf = (sign: 1 | -1): Decimal =>
      open.reduce((sum, one) => (one.sign === sign ? sum.plus(left(one)) : sum), ZERO)
    const [opened, closed] = [sumOf(1), sumOf(-1)]
    const newestAt = Math.max(-Infinity, ...open.map(({ at }) => at))
    const foreign = open.flatMap((one) =>
      one.foreign === null ? [] : [{ sign: one.sign, volume: left(one), found: one.foreign }],
    )
    return { net: opened.minus(closed), opened, closed, newestAt, foreign: byOrder(foreign) }
  }

  /** Sides with something pending. */
  sides(): readonly ContractSide[] {
    const sides = [...this.#orders.values()].filter(isPending).map(({ contract, side }) => ({ contract, side }))
    return [...new Map(sides.map((of) => [`${of.contract} ${of.side}`, of])).values()]
  }

  /** Settles everything pending. `isSeen`: the positions show it, at least in sum. */
  settle(of: ContractSide, isSeen: boolean): void {
    for (const one of this.#pendingOf(of)) Object.assign(one, { used: one.total, isUnseen: !isSeen })
  }

  /** Whether orders of these contracts have executions that no position shows. */
  hasUnused(contracts: ReadonlySet<string>): boolean {
    return [...this.#orders.values()].some((one) => contracts.has(one.contract) && (isPending(one) || one.isUnseen))
  }

  forget(now: number): void {
    for (const one of this.#orders.values()) {
      if (now - one.at > UNSEEN_MS) one.isUnseen = false
      if (now - one.at > KEPT_MS) one.used = one.total
    }
    if (this.#orders.size > MOST)
      for (const key of [...this.#orders.keys()].slice(0, MOST / 2)) this.#orders.delete(key)
  }

  #pendingOf({ contract, side }: ContractSide): readonly Executed[] {
    return [...this.#orders.values()].filter((one) => one.contract === contract && one.side === side && isPending(one))
  }
}

const isPending = ({ total, used }: Executed): boolean => total.gt(used)
const left = ({ total, used }: Executed): Decimal => total.minus(used)

/** The trades of an order as one piece. */
function byOrder(pieces: readonly Piece[]): readonly Piece[] {
  const merged = new Map<string, Piece>()
  for (const [index, piece] of pieces.entries()) {
    const key = `${piece.found?.orderId ?? `alone ${String(index)}`} ${String(piece.sign)}`
    const volume = piece.volume.plus(merged.get(key)?.volume ?? ZERO)
    merged.set(key, { ...piece, volume })
  }
  return [...merged.values()]
}
