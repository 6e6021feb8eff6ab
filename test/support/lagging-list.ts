/** A list that shows what was so some time ago. */
export class LaggingList<T> {
  /** How far it is behind, ms. */
  lagMs = 0
  #pictures: { readonly at: number; readonly list: readonly T[] }[] = []

  /** What is so from `at` on; oldest first. */
  change(at: number, list: readonly T[]): void {
    if (this.lagMs === 0) this.#pictures = []
    this.#pictures.push({ at, list })
  }

  /** What it shows at `now`: the first there was where it goes back no further. */
  at(now: number): readonly T[] {
    const picture = this.#pictures.findLast(({ at }) => at <= now - this.lagMs) ?? this.#pictures[0]
    return picture?.list ?? []
  }
}
