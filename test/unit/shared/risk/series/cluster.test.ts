import { expect, it } from 'vitest'
import { seededRandom } from '#electron/simulator/exchange/market/random.ts'
import { clusterOrder } from '#shared/risk/series/cluster.ts'

/** Points on a line: the nearer, the more similar. */
const orderOf = (places: readonly number[]): readonly number[] =>
  clusterOrder(places.length, (left, right) => -Math.abs((places[left] as number) - (places[right] as number)))

it.each<[string, readonly number[], readonly number[]]>([
  ['as they are', [0, 1, 10, 11], [0, 1, 2, 3]],
  ['the first pair turned', [1, 0, 10, 11], [1, 0, 2, 3]],
  ['the second pair turned', [0, 1, 11, 10], [0, 1, 3, 2]],
  ['both pairs turned', [1, 0, 11, 10], [1, 0, 3, 2]],
  ['one between two pairs with the nearer', [0, 10, 1, 11, 5], [0, 2, 4, 1, 3]],
  ['none', [], []],
  ['one', [7], [0]],
])('the most similar ends touch: %s', (_, places, expected) => {
  expect(orderOf(places)).toEqual(expected)
})

it('joins by the mean over all members, as if computed from the members each time', () => {
  const random = seededRandom(5)
  for (let round = 0; round < 20; round++) {
    const size = 9
    const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => random.next()))
    const alike = (a: number, b: number): number => (rows[Math.min(a, b)] as number[])[Math.max(a, b)] as number
    expect([...clusterOrder(size, alike)]).toEqual(byMembers(size, alike))
  }
})

/** Average linkage (Sokal & Michener 1958) by its definition, without stored means. */
function byMembers(size: number, alike: (a: number, b: number) => number): readonly number[] {
  let clusters = Array.from({ length: size }, (_, index) => [index])
  const mean = (one: number[], other: number[]): number =>
    one.flatMap((a) => other.map((b) => alike(a, b))).reduce((sum, each) => sum + each, 0) / (one.length * other.length)
  while (clusters.length > 1) {
    const pairs = clusters.flatMap((one, at) => clusters.slice(at + 1).map((other) => [one, other] as const))
    const [left, right] = pairs.reduce((best, pair) => (mean(...pair) > mean(...best) ? pair : best))
    const ways = [left, left.toReversed()].flatMap((one) => [right, right.toReversed()].map((other) => [one, other]))
    const touch = ([one, other]: number[][]): number => alike(one?.at(-1) as number, other?.[0] as number)
    const joined = ways.reduce((best, way) => (touch(way) > touch(best) ? way : best)).flat()
    clusters = clusters.flatMap((each) => (each === left ? [joined] : each === right ? [] : [each]))
  }
  return clusters[0] ?? []
}
