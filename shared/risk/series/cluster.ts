interface Cluster {
  /** In the order they are drawn. */
  readonly members: readonly number[]
}

/**
 * An order of things that puts the alike next to each other: the two clusters with the highest mean similarity are
 * joined until one is left (average linkage, Sokal & Michener 1958), each time with the ends that are most alike side
 * by side. The first of equals wins, so the order is the same for the same input. size^3 steps: for a heat-map's 40
 * rows.
 */
export function clusterOrder(size: number, similarity: (left: number, right: number) => number): readonly number[] {
  let clusters: readonly Cluster[] = Array.from({ length: size }, (_, index) => ({ members: [index] }))
  const means = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => similarity(row, column)),
  )
  while (clusters.length > 1) {
    const [left, right] = closest(clusters, means)
    const [first, second] = [clusters[left] as Cluster, clusters[right] as Cluster]
    const joined = { members: joinedEnds(first.members, second.members, similarity) }
    mergeMeans(means, left, right, first.members.length, second.members.length)
    clusters = clusters
      .map((cluster, index) => (index === left ? joined : cluster))
      .filter((_, index) => index !== right)
  }
  return clusters[0]?.members ?? []
}

function closest(clusters: readonly Cluster[], means: readonly (readonly number[])[]): readonly [number, number] {
  let best: readonly [number, number] = [0, 1]
  let most = -Infinity
  for (let left = 0; left < clusters.length; left++) {
    for (let right = left + 1; right < clusters.length; right++) {
      const mean = means[left]?.[right] as number
      if (mean > most) {
        most = mean
        best = [left, right]
      }
    }
  }
  return best
}

/**
 * Takes the cluster at `right` into the one at `left`: its similarity to every other is the mean over all of their
 * members.
 */
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
