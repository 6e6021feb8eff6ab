/** For sorting: texts by their code units, numbers by size. */
export function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
