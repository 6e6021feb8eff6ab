/** Seeded randomness: the same seed gives the same market, account and faults. Not for secrets. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Standard normal. */
  normal(): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T | undefined
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x9e3779b9) >>> 0
    return mix(state) / 2 ** 32
  }
  return {
    next,
    normal: () => normalFrom(next(), next()),
    between: (low, high) => low + (high - low) * next(),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)],
  }
}

/** A uniform value in [0, 1) that depends only on its arguments. */
export function hashUniform(...parts: readonly number[]): number {
  let state = 0x811c9dc5
  for (const part of parts) state = mix((state ^ (part >>> 0) ^ mix(Math.floor(part / 2 ** 32) >>> 0)) >>> 0)
  return state / 2 ** 32
}

/** A standard normal that depends only on its arguments. */
export function hashNormal(...parts: readonly number[]): number {
  return normalFrom(hashUniform(...parts, 1), hashUniform(...parts, 2))
}

/** A 32-bit hash of a text. */
export function hashText(text: string): number {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) state = mix((state ^ text.charCodeAt(at)) >>> 0)
  return state
}

/** Box-Muller; the first uniform is kept off zero, whose logarithm is infinite. */
function normalFrom(first: number, second: number): number {
  return Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second)
}

/** A 32-bit avalanche: every input bit moves every output bit. */
function mix(value: number): number {
  let state = value + 0x6d2b79f5
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97)
  return (state ^ (state >>> 15)) >>> 0
}
