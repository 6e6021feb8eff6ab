import { hashNormal } from './random.ts'

const COARSEST = 31
const FINEST = 3

/**
 * Brownian motion that can be evaluated at any second without walking there: Lévy's construction, with midpoints
 * displaced level by level, each displacement a hash of (seed, level, cell). So a day's candle agrees with its hours,
 * and nothing is stored. W(t) has variance t (seconds); only differences have a meaning.
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
