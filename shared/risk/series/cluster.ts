/**
 * An order that puts similar items next to each other. The two clusters with the highest mean similarity are joined,
 * with their most similar ends side by side, until one cluster is left (average linkage, Sokal & Michener 1958). Of
 * equals the first wins, so the order is reproducible. It takes size^3 steps, which is fine for a heat map of 40 rows.
 */
export function clusterOrder(size: number, similarity: (left: number, right: number) => number): readonly number[] {
  let clusters: readonly (readonly number[])[] = Array.from({ length: size }, (_, index) => [index])
  const means = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => similarity(row, column)),
  )
  while (clusters.length > 1) {
    const [left, right] = closest(means)
    const [first, second] = [clusters[left] as readonly number[], clusters[right] as readonly number[]]
    const joined = joinedEnds(first, second, similarity)
    mergeMeans(means, left, right, first.length, second.length)
    clusters = clusters
      .map((cluster, index) => (index === left ? joined : cluster))
      .filter((_, index) => index !== right)
  }
  return clusters[0] ?? []
}

function closest(means: readonly (readonly number[])[]): readonly [number, number] {
  let best: readonly [number, number] = [0, 1]
  let most = -Infinity
  for (let left = 0; left < means.length; left++) {
    for (let right = left + 1; right < means.length; right++) {
      const mean = means[left]?.[right] as number
      if (mean > most) {
        most = mean
        best = [left, right]
      }
    }
  }
  return best
}

/** Merges the cluster at `right` into the one at `left`: similarities become means over all members. */
function mergeMeans(means: number[][], left: number, right: number, ours: number, theirs: number): void {
  const [kept, gone] = [means[left] as number[], means[right] as number[]]
  for (const [other, row] of means.entries()) {
    const mean = ((kept[other] as number) * ours + (gone[other] as number) * theirs) / (ours + theirs)
    kept[other] = mean
    row[left] = mean
  }
  means.splice(right, 1)
  for (const row of means) row.splice(right, 1)
}

function joinedEnds(
  left: readonly number[],
  right: readonly number[],
  similarity: (left: number, right: number) => number,
): readonly number[] {
  const ways = [
    [left, right],
    [left, right.toReversed()],
    [left.toReversed(), right],
    [left.toReversed(), right.toReversed()],
  ] as const
  const touching = ways.map(([first, second]) => similarity(first.at(-1) as number, second[0] as number))
  const [first, second] = ways[touching.indexOf(Math.max(...touching))] ?? ways[0]
  return [...first, ...second]
}
