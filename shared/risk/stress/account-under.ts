import { oncePer } from '../../domain/once-per.ts'
import { usableFactor } from '../shock/market-sum.ts'
import { freeMargin, type ShockAccount } from '../shock/shock-account.ts'
import type { Moves } from './scenario-report.ts'
import { amountsUnder, sumTable, type SumTable } from './sum-table.ts'

/** The account once prices have moved. */
export interface AccountUnder {
  /**
   * Total equity in the reporting coin, ignoring liquidations: holdings at their price after, coin profit of contracts
   * converted at the price after too.
   */
  readonly equity: number
  readonly units: UnitsUnder
}

/** Of every margin unit at its place in the account, in its margin coin. NaN, which must not reach a report: not known. */
export interface UnitsUnder {
  readonly equity: Float64Array
  readonly requirement: Float64Array
  readonly value: Float64Array
  /** Equity less requirement; -Infinity of what is in liquidation now, NaN of what nothing is known to liquidate. */
  readonly free: Float64Array
}

/** Whether a unit is liquidated that paid so much: its equity does not exceed its requirement, there or already now. */
export function isLiquidated({ free }: UnitsUnder, index: number, paid = 0): boolean {
  return (free[index] as number) <= paid
}

/** The account under any moves, as `factorsOf` has them; factors are kept positive and finite. */
export function accountUnder(account: ShockAccount, moves: Moves): AccountUnder {
  const { coins, yardstick, cash, table } = accountTable(account)
  const factors = factorsUnder(table.assets, cash, moves)
  const amounts = amountsUnder(table, factors, moves.basis)
  const measure = yardstick < 0 ? 1 : (factors[yardstick] as number)
  let equity = 0
  for (let coin = 0; coin < coins; coin++) equity += (amounts[coin] as number) * ((factors[coin] as number) / measure)
  const count = account.units.length
  const part = (index: number): Float64Array => amounts.subarray(coins + index * count, coins + (index + 1) * count)
  return { equity, units: { equity: part(0), requirement: part(1), value: part(2), free: part(3) } }
}

/** Price after / before of each asset by its number. */
function factorsUnder(assets: SumTable['assets'], cash: Int32Array, { named, others }: Moves): Float64Array {
  const factors = new Float64Array(assets.size).fill(usableFactor(1 + others))
  for (let index = 0; index < cash.length; index++) factors[cash[index] as number] = 1
  for (const asset of Object.keys(named)) {
    const number = assets.get(asset)
    if (number !== undefined) factors[number] = usableFactor(1 + (named[asset] ?? 0))
  }
  return factors
}

interface AccountTable {
  /** How many coins something stands in or is gained in: the first assets of the table. */
  readonly coins: number
  /** Which of its assets worth is measured in; -1: the currency of account. */
  readonly yardstick: number
  /** Those of its assets that are cash. */
  readonly cash: Int32Array
  /**
   * One sum for each of the coins, reporting coin; then the equity of all units, their requirements, values, and what
   * is free.
   */
  readonly table: SumTable
}

/** Made when an account is tried out for the first time: most never are. */
const accountTable = oncePer((account: ShockAccount): AccountTable => {
  const { standing, units, yardstick, cashAssets } = account
  const gains = Map.groupBy(account.gains, ({ paidIn }) => paidIn)
  const coins = [...new Set([...standing.keys(), ...gains.keys()])]
  const assets = [...new Set(yardstick === null ? coins : [...coins, yardstick])]
  const table = sumTable(assets, [
    ...coins.map((coin) => ({ now: standing.get(coin) ?? 0, terms: gains.get(coin) ?? [] })),
    ...units.map(({ equity }) => equity),
    ...units.map(({ requirement }) => requirement),
    ...units.map(({ value }) => value),
    ...units.map(freeMargin),
  ])
  return {
    coins: coins.length,
    yardstick: yardstick === null ? -1 : assets.indexOf(yardstick),
    cash: Int32Array.from([...table.assets].flatMap(([asset, number]) => (cashAssets.has(asset) ? number : []))),
    table,
  }
})
