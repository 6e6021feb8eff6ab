import { ascending, quantile, tailMean } from './quantile.ts'

/** A loss that is exceeded with probability 1 - confidence, and the mean loss beyond it; losses are positive. */
export interface Loss {
  readonly var: number
  readonly es: number
}

/**
 * Historical simulation: the days themselves are the distribution. VaR is the type-7 quantile, ES the mean of the worst
 * n (1 - confidence) days, the last of them in part (Acerbi and Tasche 2002; Rockafellar and Uryasev 2002). NaN without
 * days.
 */
export function historicalLoss(pnl: Float64Array, confidence: number): Loss {
  const sorted = ascending(pnl)
  const share = 1 - confidence
  return { var: lossOf(quantile(sorted, share)), es: lossOf(tailMean(sorted, share)) }
}

const ONE_SIDE = 0.025

/**
 * 95 % interval of a quantile without any distribution: with B the binomial distribution of how many of n days fall
 * below it, worse = max { k: B(k-1) <= 2.5 % } and better = min { k: B(k-1) >= 97.5 % } (Conover 1971), as ranks (1 =
 * the worst day); null: too few days. 300 days give the 1 % quantile no bound on the side of losses.
 */
export function rankInterval(n: number, share: number) {
  let worse: number | null = null
  let cumulative = 0
  let logMass = n * Math.log1p(-share)
  const odds = Math.log(share) - Math.log1p(-share)
  for (let below = 0; below < n; below++) {
    cumulative += Math.exp(logMass)
    const rank = below + 1
    if (cumulative <= ONE_SIDE) worse = rank
    if (cumulative >= 1 - ONE_SIDE) return { worse, better: rank }
    logMass += Math.log((n - below) / rank) + odds
  }
  return { worse, better: null }
}

/** The same interval as losses of the days of those ranks. */
export function lossInterval(pnl: Float64Array, confidence: number): { low: number | null; high: number | null } {
  const sorted = ascending(pnl)
  const { worse, better } = rankInterval(pnl.length, 1 - confidence)
  const loss = (rank: number | null) => (rank === null ? null : lossOf(sorted[rank - 1] as number))
  return { low: loss(better), high: loss(worse) }
}

/** A profit as a loss, without minus zero. */
export function lossOf(pnl: number): number {
  return 0 - pnl
}
