/** Work counted in steps, which are the same on every machine: how many elements array methods were given to look at. */

const METHODS = ['filter', 'find', 'some', 'every', 'map', 'flatMap', 'reduce', 'forEach'] as const

/** The visits of `work`, which must be done when it returns. */
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
