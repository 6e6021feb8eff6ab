// IPC messages as JSON text. The function is run as it stands in Node and, as text, in the preload's world of the page:
// it may use nothing from outside its own braces.

export interface Codec {
  encode(value: unknown): string
  decode(text: string): unknown
}

/**
 * Carries what JSON does, `undefined` and every number. Functions and symbols are refused as in Electron; anything else
 * that structured clone could carry is refused by name.
 */
export function createCodec(): Codec {
  // Stands for what JSON lacks; an object that has this key of its own is refused.
  const MARK = '$host'

  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  const isMarked = (value: unknown): boolean =>
    value === undefined || (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))

  /** Throws when the value cannot be sent. True when JSON alone carries it: nearly always. */
  function isPlain(value: unknown): boolean {
    const kind = Object.prototype.toString.call(value).slice(8, -1)
    if (typeof value === 'function' || typeof value === 'symbol' || kind === 'Promise') {
      throw Object.assign(new Error(`${String(value)} could not be cloned.`), { name: 'DataCloneError' })
    }
    const isSendable = kind === 'Object' || kind === 'Array' || (typeof value !== 'bigint' && !isObject(value))
    if (!isSendable || (isObject(value) && (MARK in value || 'toJSON' in value))) {
      throw new Error(`chromium-host: sending such a value (${kind}) over IPC is not provided`)
    }
    if (!isObject(value)) return !isMarked(value)
    let isAllPlain = true
    for (const part of Object.values(value)) if (!isPlain(part)) isAllPlain = false
    return isAllPlain
  }

  function mark(_key: string, value: unknown): unknown {
    return isMarked(value) ? { [MARK]: Object.is(value, -0) ? '-0' : String(value) } : value
  }

  function revive(value: unknown): unknown {
    if (!isObject(value)) return value
    const marked = (value as Record<string, unknown>)[MARK]
    if (marked !== undefined) return marked === 'undefined' ? undefined : Number(marked)
    for (const [key, part] of Object.entries(value)) Object.assign(value, { [key]: revive(part) })
    return value
  }

  return {
    // The first character tells text that needs no walk after parsing.
    encode: (value) => (isPlain(value) ? `=${JSON.stringify(value)}` : `~${JSON.stringify(value, mark)}`),
    decode(text) {
      const value: unknown = JSON.parse(text.slice(1))
      return text[0] === '=' ? value : revive(value)
    },
  }
}
