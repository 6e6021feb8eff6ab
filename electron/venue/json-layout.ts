/**
 * The names of an object's members in their order, as a node of a tree that all objects of a document share: the path
 * from the root spells the names. Rows of a list end at the same node, so a name is stored and looked up once for all.
 */
export class Layout {
  /** Where the last name on the path stands in the document: its opening quote. */
  readonly nameAt: number
  /** With both quotes. */
  readonly nameLength: number
  /** The longer layout that was met here last. */
  likely: Layout | null = null
  readonly #before: Layout | null
  readonly #name: string
  #longer: Map<string, Layout> | null = null
  #places: ReadonlyMap<string, number> | null = null

  constructor(before: Layout | null = null, name = '', nameAt = 0, nameLength = 0) {
    this.#before = before
    this.#name = name
    this.nameAt = nameAt
    this.nameLength = nameLength
  }

  /** This layout and one more member. */
  with(name: string, nameAt: number, nameLength: number): Layout {
    const likely = this.likely
    if (likely !== null && likely.#name === name) return likely
    const longer = this.#longer?.get(name) ?? new Layout(this, name, nameAt, nameLength)
    // Most layouts are followed by one other only.
    if (likely !== null) (this.#longer ??= new Map()).set(likely.#name, likely)
    return (this.likely = longer)
  }

  /** Which place each name has among the members; the last, where a name comes twice. */
  places(): ReadonlyMap<string, number> {
    return (this.#places ??= new Map(this.#names().map((name, place) => [name, place])))
  }

  #names(): string[] {
    if (this.#before === null) return []
    const names = [this.#name]
    for (let layout = this.#before; layout.#before !== null; layout = layout.#before) names.push(layout.#name)
    return names.reverse()
  }
}
