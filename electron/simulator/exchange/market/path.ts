import { hashNormal } from './random.ts'

const COARSEST = 31
const FINEST = 3

/** Values by seed and second. Instruments of one asset and all intervals of candles ask for the same moments. */
const known = new Map<number, Map<number, number>>()
let count = 0
/** The most values kept, about 10 MB: the daily candles of forty assets. */
const MOST_KEPT = 200_000

/**
 * Brownian motion that can be evaluated at any second without walking there: Lévy's construction, with midpoints
 * displaced level by level, each displacement a hash of (seed, level, cell). So a day's candle agrees with its hours,
 * and nothing has to be stored. W(t) has variance t (seconds); only differences have a meaning.
 */
export class BrownianPath {
  readonly #seed: number
  // The cell last used on each level: neighbours in time share all coarse levels.
  readonly #cells = new Float64Array(COARSEST + 1).fill(-1)
  readonly #draws = new Float64Array(COARSEST + 1)

  constructor(seed: number) {
    this.#seed = seed
  }

  at(seconds: number): number {
    const before = known.get(this.#seed)?.get(seconds)
    if (before !== undefined) return before
    if (count >= MOST_KEPT) {
      known.clear()
      count = 0
    }
    const value = this.#sum(seconds)
    const own = known.get(this.#seed) ?? new Map<number, number>()
    known.set(this.#seed, own.set(seconds, value))
    count += 1
    return value
  }

  #sum(seconds: number): number {
    let value = 0
    for (let level = COARSEST; level >= FINEST; level -= 1) {
      const length = 2 ** level
      const cell = Math.floor(seconds / length)
      const inside = seconds / length - cell
      // A bridge over `length` has the standard deviation sqrt(length) / 2 at its middle.
      value += (1 - Math.abs(2 * inside - 1)) * (Math.sqrt(length) / 2) * this.#draw(level, cell)
    }
    return value
  }

  #draw(level: number, cell: number): number {
    if (this.#cells[level] !== cell) {
      this.#cells[level] = cell
      this.#draws[level] = hashNormal(this.#seed, level, cell)
    }
    return this.#draws[level] as number
  }
}
