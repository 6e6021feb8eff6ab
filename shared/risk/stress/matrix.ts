import { shockedMarginRate } from '../account/margin-rate.ts'
import { isCounted, worthFactor, type ShockAccount } from '../shock/shock-account.ts'
import { lostWhenLiquidated } from '../shock/when-liquidated.ts'
import { accountUnder, isLiquidated } from './account-under.ts'
import type { Moves } from './scenario-report.ts'
import { factorsOf } from './scenario.ts'

/** The account at one market move and one multiplier of the other coins; money in the reporting coin. */
export interface StressCell {
  /** Moves of the benchmark and of every other coin that is not cash, fractions. */
  readonly shock: number
  readonly altShock: number
  /** null if it would miss a position. */
  readonly equity: number | null
  /** With every unit that is liquidated there worth 0, or its earlier debt; null with `notModelled` too. */
  readonly equityWithLiquidation: number | null
  /** The lowest equity / position value of all units, liquidated ones too; null without positions. */
  readonly lowestMarginRate: number | null
  /** The highest requirement / equity of surviving units, 1 is liquidation; null: none survives with a position. */
  readonly worstUsage: number | null
  /** Known liquidations; for `notModelled` it is not known. */
  readonly liquidated: readonly string[]
  readonly notModelled: readonly string[]
}

/**
 * Rows of market moves, columns of multipliers: the benchmark goes to 1 + x, every other coin to (1 + x)^multiplier, so
 * that a multiplier is a beta and prices stay positive. Cash stays.
 */
export function stressMatrix(
  account: ShockAccount,
  benchmark: string,
  shocks: readonly number[],
  altMultipliers: readonly number[],
): readonly (readonly StressCell[])[] {
  return shocks.map((shock) =>
    altMultipliers.map((multiplier) => {
      const altShock = (1 + shock) ** multiplier - 1
      const named = account.cashAssets.has(benchmark) ? {} : { [benchmark]: shock }
      return { shock, altShock, ...cell(account, { named, others: altShock }) }
    }),
  )
}

function cell(account: ShockAccount, moves: Moves): Omit<StressCell, 'shock' | 'altShock'> {
  const worth = worthFactor(account, factorsOf(moves, account.cashAssets))
  const { equity, units } = accountUnder(account, moves)
  const liquidated: string[] = []
  let lost = 0
  let lowestMarginRate: number | null = null
  let worstUsage: number | null = null
  for (const [index, unit] of account.units.entries()) {
    if (!unit.equity) continue
    const own = units.equity[index] as number
    const value = units.value[index] as number
    const rate = shockedMarginRate(own, value)
    if (rate !== null) lowestMarginRate = Math.min(lowestMarginRate ?? Infinity, rate)
    if (isLiquidated(units, index)) {
      liquidated.push(unit.id)
      if (isCounted(unit)) lost += lostWhenLiquidated(unit, own, worth(unit.marginCoin))
    } else if (rate !== null && unit.requirement) {
      worstUsage = Math.max(worstUsage ?? 0, (units.requirement[index] as number) / own)
    }
  }
  const { notModelled, notCounted } = account
  const isWhole = notCounted.length === 0
  return {
    equity: isWhole ? equity : null,
    equityWithLiquidation: isWhole && notModelled.length === 0 ? equity - lost : null,
    lowestMarginRate,
    worstUsage,
    liquidated,
    notModelled,
  }
}
