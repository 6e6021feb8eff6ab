import type { Decimal } from './decimal.ts'

/** For sorting: texts by their code units, numbers by size. */
export function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** For sorting: the smallest first, unknown amounts last. */
export function compareKnown(a: Decimal | null, b: Decimal | null): number {
  return a && b ? a.cmp(b) : (a ? 0 : 1) - (b ? 0 : 1)
}
