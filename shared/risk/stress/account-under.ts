import { memoise } from '../../domain/memoise.ts'
import { usableFactor } from '../shock/market-sum.ts'
import { freeMargin, type ShockAccount } from '../shock/shock-account.ts'
import type { Moves } from './scenario-report.ts'
import { amountsUnder, sumTable, type SumTable } from './sum-table.ts'

/** Whether a unit that paid this funding is liquidated: its equity does not exceed its requirement, there or now. */
export function isLiquidated({ free }: { readonly free: Float64Array }, index: number, paid = 0): boolean {
  return (free[index] as number) <= paid
}

/**
 * The account after any moves (see `factorsOf`). `equity`: total equity in the reporting coin, ignoring liquidations;
 * coin profit of contracts is converted at the price after. `units`: amounts of every margin unit by its index in the
 * account, in its margin coin. NaN: not known; it must not reach a report. `free`: equity less requirement, -Infinity for
 * a unit in liquidation now.
 */
export function accountUnder(account: ShockAccount, moves: Moves) {
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

/** Price after / before of each asset by its index. */
function factorsUnder(assets: SumTable['assets'], cash: Int32Array, { named, others }: Moves): Float64Array {
  const factors = new Float64Array(assets.size).fill(usableFactor(1 + others))
  for (let index = 0; index < cash.length; index++) factors[cash[index] as number] = 1
  for (const asset of Object.keys(named)) {
    const number = assets.get(asset)
    if (number !== undefined) factors[number] = usableFactor(1 + (named[asset] ?? 0))
  }
  return factors
}

/** Made when an account is first revalued: most never are. Assets are given by their index in the table. */
const accountTable = memoise((account: ShockAccount) => {
  const { standing, units, yardstick, cashAssets } = account
  const gains = Map.groupBy(account.gains, ({ paidIn }) => paidIn)
  const coins = [...new Set([...standing.keys(), ...gains.keys()])]
  const assets = [...new Set(yardstick === null ? coins : [...coins, yardstick])]
  // One sum for each coin that is held or gained, reporting coin; then four for the units.
  const table = sumTable(assets, [
    ...coins.map((coin) => ({ now: standing.get(coin) ?? 0, terms: gains.get(coin) ?? [] })),
    ...units.map(({ equity }) => equity),
    ...units.map(({ requirement }) => requirement),
    ...units.map(({ value }) => value),
    ...units.map(freeMargin),
  ])
  return {
    coins: coins.length,
    /** -1: cash. */
    yardstick: yardstick === null ? -1 : assets.indexOf(yardstick),
    cash: Int32Array.from([...table.assets].flatMap(([asset, number]) => (cashAssets.has(asset) ? number : []))),
    table,
  }
})
