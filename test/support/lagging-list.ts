/** A list that lags behind: it shows its content of some time ago. */
export class LaggingList<T> {
  /** How far the list is behind, ms. */
  lagMs = 0
  #pictures: { readonly at: number; readonly list: readonly T[] }[] = []

  /** Sets the content from `at` on. Calls come in order of time. */
  change(at: number, list: readonly T[]): void {
    if (this.lagMs === 0) this.#pictures = []
    this.#pictures.push({ at, list })
  }

  /** The content shown at `now`; the oldest known content when the lag reaches further back. */
  at(now: number): readonly T[] {
    const picture = this.#pictures.findLast(({ at }) => at <= now - this.lagMs) ?? this.#pictures[0]
    return picture?.list ?? []
  }
}
