/** Work in steps so short that none delays other work: its runner may do something else between two. */
export type Steps<Result> = Generator<undefined, Result>

/** What `of` makes of each item, in their order; a step ends after every `atOnce` of them, and after the last. */
export function* mapSteps<Item, Result>(
  items: Iterable<Item>,
  of: (item: Item) => Result,
  atOnce = 1,
): Steps<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(of(item))
    if (results.length % atOnce === 0) yield
  }
  if (results.length % atOnce > 0) yield
  return results
}

/** All steps at once. */
export function runWhole<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
