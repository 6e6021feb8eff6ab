import { DEFAULT_BETA } from '#shared/risk/benchmark.ts'
import type { AssetStatistics } from '#shared/risk/statistics-report.ts'
import { betaShock, coinShock, uniformShock, type ShockModel } from '#shared/risk/load-line/shock-model.ts'
import { factorsOf } from '#shared/risk/stress/scenario.ts'
import type { Scenario } from '#shared/risk/stress/scenario-report.ts'
import { ALL_PRICES, type MovedPrices } from '../load-line/moved-prices.ts'

/** What moves along the load line. */
export const LINE_CHOICES = ['all', 'coin', 'beta'] as const
export type LineChoice = (typeof LINE_CHOICES)[number]

/** Betas to the benchmark, and which of them are assumed. */
export interface Betas {
  readonly benchmark: string
  readonly used: ReadonlyMap<string, number>
  /** Exposed assets whose beta is the assumed one. */
  readonly assumed: readonly string[]
}

/** The betas of `exposed` assets; an asset without statistics yet gets the assumed one. */
export function betasOf(
  exposed: readonly string[],
  statistics: readonly Pick<AssetStatistics, 'asset' | 'beta'>[],
  { benchmark, cashAssets }: { readonly benchmark: string; readonly cashAssets: readonly string[] },
): Betas {
  const known = new Map(statistics.map(({ asset, beta }) => [asset, beta]))
  const isFixed = (asset: string): boolean => asset === benchmark || cashAssets.includes(asset)
  const assets = [...new Set([benchmark, ...exposed])]
  const betaOf = (asset: string): number =>
    asset === benchmark ? 1 : cashAssets.includes(asset) ? 0 : (known.get(asset)?.used ?? DEFAULT_BETA)
  return {
    benchmark,
    used: new Map(assets.map((asset) => [asset, betaOf(asset)])),
    assumed: assets.filter((asset) => !isFixed(asset) && (known.get(asset)?.kind ?? 'default') === 'default'),
  }
}

/** How prices follow the axis, and the words for it. */
export function shockOf(
  choice: LineChoice,
  coin: string,
  betas: Betas,
  cashAssets: readonly string[],
): { readonly shock: ShockModel; readonly moved: MovedPrices } {
  switch (choice) {
    case 'all':
      return { shock: uniformShock(cashAssets), moved: ALL_PRICES }
    case 'coin':
      return { shock: coinShock(coin), moved: { kind: 'coin', asset: coin } }
    case 'beta':
      return {
        shock: betaShock('betaGeometric', cashAssets, Object.fromEntries(betas.used), DEFAULT_BETA),
        moved: { kind: 'beta', asset: betas.benchmark },
      }
  }
}

/** Two price factors this close are the same move. */
const SAME = 1e-9

/**
 * Where a scenario lies on the load line: the move along the line that takes each of the assets to its price in the
 * scenario. null: there is no such move, or the scenario is more than a move of prices (funding, a basis, a low on the
 * way).
 */
export function moveAlong(
  { close, low, funding }: Scenario,
  shock: ShockModel,
  assets: readonly string[],
  cashAssets: readonly string[],
): number | null {
  if (funding || close.basis !== undefined || low.basis !== undefined) return null
  const guide = assets.find((asset) => shock.betaOf(asset) === 1)
  if (guide === undefined) return null
  const cash = new Set(cashAssets)
  const factors = [factorsOf(close, cash), factorsOf(low, cash)]
  const move = factorsOf(close, cash)(guide) - 1
  const isAt = (asset: string): boolean => {
    const there = shock.factor(shock.betaOf(asset), move)
    return factors.every((factorOf) => Math.abs(factorOf(asset) - there) < SAME)
  }
  return assets.every(isAt) ? move : null
}
