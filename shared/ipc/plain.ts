/** A property with the value `undefined` counts as absent. */
const PLAIN = new Set(['string', 'number', 'boolean', 'undefined'])

/**
 * Whether `value` is plain data as in JSON, with at most `most` characters of text, counting one for each value. It
 * looks at no more than that.
 */
export function isPlain(value: unknown, most: number): boolean {
  let left = most
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    left -= typeof next === 'string' ? next.length : 1
    if (typeof next !== 'object' || next === null) {
      if (next !== null && !PLAIN.has(typeof next)) return false
    } else if (Array.isArray(next)) {
      // Checked by length, as an array may have a thousand million empty places.
      if (next.length > left) return false
      for (const member of next as readonly unknown[]) waiting.push(member)
    } else {
      if (!isRecord(next)) return false
      for (const [key, member] of Object.entries(next)) {
        // JSON can create such a property, which would be lost, or worse, wherever the object is copied.
        if (key === '__proto__') return false
        left -= key.length
        waiting.push(member)
      }
    }
    if (left < 0) return false
  }
  return true
}

function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
