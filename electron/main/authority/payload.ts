/** `undefined` as the value of a member is the same as none. */
const PLAIN = new Set(['string', 'number', 'boolean', 'undefined'])

/**
 * Whether `value` is plain data, as JSON has it, of at most `most` characters of text and one for each value. Looks at no
 * more than that.
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
      // By its length, which may be a thousand million with nothing in it.
      if (next.length > left) return false
      for (const member of next as readonly unknown[]) waiting.push(member)
    } else {
      if (!isRecord(next)) return false
      for (const [key, member] of Object.entries(next)) {
        // JSON can make such a member. It would be left out, or worse, wherever the object is copied.
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
