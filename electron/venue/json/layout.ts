/**
 * The member names of an object, in order. A layout is a node of a tree that all documents share; the names are those
 * on the path from the root. The rows of a list end at the same node, and so do the rows of the next reply of its kind.
 * So each name is turned into text, and looked up, only once for all of them.
 */
export class Layout {
  /** Length in bytes of the last name on the path, including both quotes. */
  readonly nameLength: number
  /** No document has reached this node before. */
  isNew = true
  /** The next node that was reached last: probably the next one again. */
  likely: Layout | null = null
  readonly #before: Layout | null
  readonly #name: string
  /**
   * The bytes of the name, four to a number. If their count is not a multiple of four, the last number overlaps the one
   * before.
   */
  readonly #words: Int32Array
  #longer: Map<string, Layout> | null = null
  #places: ReadonlyMap<string, number> | null = null

  constructor(before: Layout | null = null, name = '', written: Buffer = NO_BYTES) {
    this.#before = before
    this.#name = name
    this.#words = wordsOf(written)
    this.nameLength = written.length
    bytesOfNames += written.length
  }

  /** The layout with one more member. Its name is in a document, from `start` to `end`. */
  with(name: string, bytes: Buffer = NO_BYTES, start = 0, end = 0): Layout {
    const likely = this.likely
    if (likely !== null && likely.#name === name) return likely
    const longer = this.#longer?.get(name) ?? new Layout(this, name, bytes.subarray(start, end))
    // Most layouts have only one successor, so the map is made for the second.
    if (likely !== null) (this.#longer ??= new Map()).set(likely.#name, likely)
    return (this.likely = longer)
  }

  /**
   * Whether the last name is at `start` of a document. Always false for names of fewer than two letters: they are not
   * worth the comparison.
   */
  isAt(view: DataView, start: number): boolean {
    const words = this.#words
    const last = words.length - 1
    const end = start + this.nameLength
    if (last < 0 || end > view.byteLength) return false
    for (let word = 0, at = start; word < last; word++, at += 4) if (view.getInt32(at) !== words[word]) return false
    return view.getInt32(end - 4) === words[last]
  }

  /** The position of each name among the members. If a name occurs twice, the last one counts. */
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

const NO_BYTES = Buffer.alloc(0)

function wordsOf(written: Buffer): Int32Array {
  const words = new Int32Array(written.length < 4 ? 0 : Math.ceil(written.length / 4))
  return words.map((_, word) => written.readInt32BE(Math.min(4 * word, written.length - 4)))
}

/** Far more than all the names in a venue's replies. It keeps a hostile sender from filling the memory. */
const MOST_BYTES_OF_NAMES = 200_000
let bytesOfNames = 0
let root = new Layout()

/**
 * The layout of an object without members, where every object starts. Once the tree is too large, a new one is begun.
 */
export function emptyLayout(): Layout {
  if (bytesOfNames > MOST_BYTES_OF_NAMES) {
    bytesOfNames = 0
    root = new Layout()
  }
  return root
}
