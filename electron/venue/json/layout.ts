/**
 * The names of an object's members in their order, as a node of a tree that all documents share: the path from the root
 * spells the names. Rows of a list end at the same node, and so do the rows of the next reply of its kind, so a name is
 * made a text and looked up once for all.
 */
export class Layout {
  /** Length in bytes of the last name on the path, with both quotes. */
  readonly nameLength: number
  /** No document has led here before. */
  isNew = true
  /** The longer layout that was met here last. */
  likely: Layout | null = null
  readonly #before: Layout | null
  readonly #name: string
  /** The bytes of the name, four to a number; the last four overlap where it does not come out even. */
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

  /** This layout and one more member, whose name stands in a document from `start` to `end`. */
  with(name: string, bytes: Buffer = NO_BYTES, start = 0, end = 0): Layout {
    const likely = this.likely
    if (likely !== null && likely.#name === name) return likely
    const longer = this.#longer?.get(name) ?? new Layout(this, name, bytes.subarray(start, end))
    // Most layouts are followed by one other only.
    if (likely !== null) (this.#longer ??= new Map()).set(likely.#name, likely)
    return (this.likely = longer)
  }

  /** Whether the last name stands at `start` of a document. Names of less than two letters are not worth asking for. */
  isAt(view: DataView, start: number): boolean {
    const words = this.#words
    const last = words.length - 1
    const end = start + this.nameLength
    if (last < 0 || end > view.byteLength) return false
    for (let word = 0, at = start; word < last; word++, at += 4) if (view.getInt32(at) !== words[word]) return false
    return view.getInt32(end - 4) === words[last]
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

const NO_BYTES = Buffer.alloc(0)

function wordsOf(written: Buffer): Int32Array {
  const words = new Int32Array(written.length < 4 ? 0 : Math.ceil(written.length / 4))
  return words.map((_, word) => written.readInt32BE(Math.min(4 * word, written.length - 4)))
}

/** Many times what the names of all of a venue's replies take: whoever sends more does not fill the memory. */
const MOST_BYTES_OF_NAMES = 200_000
let bytesOfNames = 0
let root = new Layout()

/**
 * The layout of an object without members, from which a document starts.
 * The tree is begun anew when it has grown too large.
 */
export function emptyLayout(): Layout {
  if (bytesOfNames > MOST_BYTES_OF_NAMES) {
    bytesOfNames = 0
    root = new Layout()
  }
  return root
}
