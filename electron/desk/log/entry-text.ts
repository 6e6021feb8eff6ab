/** Encodes entries as row text, and decodes them. */
import { encode } from '#shared/domain/decimal.ts'
import { entrySchema, KINDS, type Entry } from './entry.ts'

/** One line of JSON, amounts as decimal text. It cannot hold a key, a signature or a secret: none of its types can. */
export function encodeEntry(value: Entry): string {
  return JSON.stringify(encode(value))
}

/** The entry in `line`; null: it is not one. */
export function decodeEntry(line: string): Entry | null {
  const json = parsedJson(line)
  const kind = typeof json === 'object' && json !== null && 'kind' in json ? json.kind : null
  if (typeof kind !== 'string') return null
  if (!KINDS.has(kind)) return { kind: 'unknown' }
  const entry = entrySchema.safeParse(json)
  return entry.success ? entry.data : null
}

/** null: the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
