/** Measures work in steps, which are the same on every machine: the number of elements that array methods visit. */

const METHODS = ['filter', 'find', 'some', 'every', 'map', 'flatMap', 'reduce', 'forEach'] as const

/** The number of visits during `work`, which must be synchronous. */
export function visitsOf(work: () => unknown): number {
  const prototype = Array.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  const own = METHODS.map((name) => [name, prototype[name]!] as const)
  let visits = 0
  for (const [name, method] of own) {
    prototype[name] = function (this: unknown[], ...args: unknown[]): unknown {
      visits += this.length
      return method.apply(this, args)
    }
  }
  try {
    work()
  } finally {
    for (const [name, method] of own) prototype[name] = method
  }
  return visits
}
