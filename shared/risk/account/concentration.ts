import { sum, type Decimal } from '../../domain/decimal.ts'
import { ratioOfPositive } from '../number/ratio.ts'
import type { Exposure } from '../report.ts'

const NONE = { hhi: null, hhiNormalised: null, effectiveNumber: null, top1Share: null, top3Share: null }

/**
 * How concentrated exposure is, from the net exposure of each asset (one coin, signed): weights w = |d| / Σ|d|. HHI = Σ
 * w²; normalised (HHI - 1/K) / (1 - 1/K) over the K assets with weight, null for one; effective number 1 / HHI. All null
 * without exposure.
 */
export function concentrationOf(exposures: readonly Decimal[]): Exposure['concentration'] {
  const sizes = exposures.map((exposure) => exposure.abs())
  const gross = sum(sizes)
  const weights = sizes
    .flatMap((size) => ratioOfPositive(size, gross) ?? [])
    .filter((weight) => weight > 0)
    .sort((a, b) => b - a)
  if (weights.length === 0) return NONE
  const total = (values: readonly number[]): number => values.reduce((whole, value) => whole + value, 0)
  const hhi = total(weights.map((weight) => weight * weight))
  const even = 1 / weights.length
  return {
    hhi,
    hhiNormalised: weights.length === 1 ? null : (hhi - even) / (1 - even),
    effectiveNumber: 1 / hhi,
    top1Share: total(weights.slice(0, 1)),
    top3Share: total(weights.slice(0, 3)),
  }
}
