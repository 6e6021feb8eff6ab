import type { ShockAccount } from '#shared/risk/shock/shock-account.ts'
import { accountUnder, isLiquidated } from '#shared/risk/stress/account-under.ts'
import type { FactorOf } from '#shared/risk/shock/market-sum.ts'
import type { Moves } from '#shared/risk/stress/scenario-report.ts'

/** A margin unit after a price move, in its margin coin; null for what is not known. */
export interface UnitUnder {
  readonly id: string
  readonly equity: number | null
  readonly requirement: number | null
  readonly value: number | null
  readonly isLiquidated: boolean
}

/** Total equity after each asset's price moved by its own factor. */
export function equityUnder(shocked: ShockAccount, factorOf: FactorOf): number {
  return accountUnder(shocked, movesOf(shocked, factorOf)).equity
}

/** Every margin unit after the move. */
export function unitsUnder(shocked: ShockAccount, factorOf: FactorOf): readonly UnitUnder[] {
  const { units } = accountUnder(shocked, movesOf(shocked, factorOf))
  const known = (amounts: Float64Array, index: number): number | null =>
    Number.isNaN(amounts[index]) ? null : amounts[index]!
  return shocked.units.map(({ id }, index) => ({
    id,
    equity: known(units.equity, index),
    requirement: known(units.requirement, index),
    value: known(units.value, index),
    isLiquidated: isLiquidated(units, index),
  }))
}

/** Gives a factor for every asset of the account. */
function movesOf({ standing, gains, units, yardstick }: ShockAccount, factorOf: FactorOf): Moves {
  const sums = units.flatMap(({ equity, requirement, value, free }) => [equity, requirement, value, free])
  const terms = [...gains, ...sums.flatMap((sum) => sum?.terms ?? [])]
  const assets = new Set([
    ...standing.keys(),
    ...gains.map(({ paidIn }) => paidIn),
    ...terms.flatMap(({ base, quote }) => [base, quote ?? base]),
    ...(yardstick === null ? [] : [yardstick]),
  ])
  return { named: Object.fromEntries([...assets].map((asset) => [asset, factorOf(asset) - 1])), others: 0 }
}
