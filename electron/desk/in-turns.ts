/** Runs at most `count` tasks at a time, in the order of the calls. */
export function createTurns(count: number): (task: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = []
  let free = count
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
