import { shocked, type ShockModel, type ShockSum } from './shock-model.ts'

/** The range of market moves: -99 % … +200 %. */
export const SHOCK_MIN = -0.99
export const SHOCK_MAX = 2

const SCAN_STEPS = 2000
/** Width in ln(1 + x) at which a root is found. */
const PRECISION = 1e-14

/**
 * Where equity less requirement (`free`, piece by piece) first reaches zero on the way from 0 to `end`; null: nowhere.
 * It jumps where a piece starts, because an order fills there. Positions of different betas can make it rise and fall
 * again, so there may be several roots. So it is scanned in z = ln(1 + x), a dip between two points of the scan is
 * searched too, and the nearest change of sign is bisected. An amount that only rises or only falls has at most one
 * root and needs no scan.
 */
export function pathRoot(
  pieces: readonly { readonly from: number; readonly free: ShockSum }[],
  model: ShockModel,
  end: number,
): number | null {
  for (const [index, { from, free }] of pieces.entries()) {
    const root = rootWithin(free, model, from, pieces[index + 1]?.from ?? end, end)
    if (root !== null) return root
  }
  return null
}

function rootWithin(free: ShockSum, model: ShockModel, from: number, to: number, end: number): number | null {
  const at = (z: number): number => shocked(free, model, Math.expm1(z))
  const [start, stop] = [Math.log1p(from), Math.log1p(to)]
  if (at(start) <= 0) return from
  const share = (stop - start) / Math.log1p(end)
  const steps = isMonotone(free) ? 1 : Math.max(2, Math.ceil(SCAN_STEPS * share))
  const z = share > 0 ? nearestRoot(at, start, stop, steps) : null
  return z === null ? null : Math.expm1(z)
}

/** The first market move from 0 to `end` at which a one-way event (a fill) has happened; null: it does not happen. */
export function firstShock(hasHappened: (x: number) => boolean, end: number): number | null {
  if (hasHappened(0)) return 0
  if (!hasHappened(end)) return null
  return Math.expm1(bisect((z) => (hasHappened(Math.expm1(z)) ? -1 : 1), 0, Math.log1p(end)))
}

/** Whether every term moves the amount the same way when the market moves. */
function isMonotone({ terms }: ShockSum): boolean {
  const directions = terms.map(
    ({ coefficient, base, quote }) => Math.sign(coefficient * base) * (quote === null ? -1 : 1),
  )
  return terms.every(({ quote }) => (quote ?? 0) === 0) && new Set(directions).size <= 1
}

/** Walks from `start`, where `f` is positive, in `steps` steps; the first point found where it is not, or null. */
function nearestRoot(f: (z: number) => number, start: number, end: number, steps: number): number | null {
  const z = (step: number): number => start + ((end - start) * step) / steps
  let before = steps > 1 ? f(z(-1)) : -Infinity
  let here = f(start)
  for (let step = 1; step <= steps; step++) {
    const next = f(z(step))
    if (next <= 0) return bisect(f, z(step - 1), z(step))
    if (before > here && here < next) {
      const bottom = minimum(f, z(step - 2), z(step))
      const isAhead = (bottom - start) / (end - start) > 0
      if (isAhead && f(bottom) <= 0) return bisect(f, z(Math.max(step - 2, 0)), bottom)
    }
    before = here
    here = next
  }
  return null
}

/** The point where `f` stops being positive; `f` is not positive there. */
function bisect(f: (z: number) => number, positive: number, notPositive: number): number {
  let inside = positive
  let outside = notPositive
  while (Math.abs(outside - inside) > PRECISION) {
    const middle = (inside + outside) / 2
    if (middle === inside || middle === outside) break
    if (f(middle) > 0) inside = middle
    else outside = middle
  }
  return outside
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** Where `f` is least between two points, by golden section search. */
function minimum(f: (z: number) => number, from: number, to: number): number {
  let low = from
  let high = to
  for (let round = 0; round < 60; round++) {
    const width = (high - low) * GOLDEN
    if (f(high - width) < f(low + width)) high = low + width
    else low = high - width
  }
  return (low + high) / 2
}
