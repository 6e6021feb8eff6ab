import { isCounted, worthFactor, type ShockBook } from './book.ts'
import { leftWhenLiquidated } from './left-when-liquidated.ts'
import { usableFactor, type FactorOf } from './market-sum.ts'
import { equityUnder, unitsUnder } from './shock-book.ts'

/** The account at one market move and one strength of the other coins; money in the reporting coin. */
export interface StressCell {
  /** Moves of the benchmark and of every other coin that is not cash, fractions. */
  readonly shock: number
  readonly altShock: number
  readonly equity: number
  /** With every unit that is liquidated there worth nothing, or what it owed already; null with `notModelled`. */
  readonly equityWithLiquidation: number | null
  /** equity / position value of the surviving unit where it is least; null where none survives with a position. */
  readonly worstMarginRate: number | null
  /** The same with those that are liquidated in it, as the model goes on with them: at or below what they require. */
  readonly lowestMarginRate: number | null
  /** requirement / equity of the surviving unit where it is most; 1 is liquidation. null where none survives with a position. */
  readonly worstUsage: number | null
  /** Those that are known to be; of `notModelled` it can not be told. */
  readonly liquidated: readonly string[]
  readonly notModelled: readonly string[]
}

/**
 * Rows of market moves, columns of multipliers: the benchmark goes to 1 + x, every other coin to (1 + x)^multiplier, so that
 * a multiplier is a beta and no price falls below nothing. Cash stays.
 */
export function stressGrid(
  book: ShockBook,
  benchmark: string,
  shocks: readonly number[],
  altMultipliers: readonly number[],
): readonly (readonly StressCell[])[] {
  return shocks.map((shock) =>
    altMultipliers.map((multiplier) => {
      const altShock = (1 + shock) ** multiplier - 1
      const factorOf: FactorOf = (asset) =>
        book.cashAssets.has(asset) ? 1 : usableFactor(1 + (asset === benchmark ? shock : altShock))
      return { shock, altShock, ...cell(book, factorOf) }
    }),
  )
}

function cell(book: ShockBook, factorOf: FactorOf): Omit<StressCell, 'shock' | 'altShock'> {
  const worth = worthFactor(book, factorOf)
  const equity = equityUnder(book, factorOf)
  const liquidated: string[] = []
  let lost = 0
  let worstMarginRate: number | null = null
  let lowestMarginRate: number | null = null
  let worstUsage: number | null = null
  for (const [index, under] of unitsUnder(book, factorOf).entries()) {
    const unit = book.units[index]
    if (!unit || under.equity === null) continue
    const rate = under.value !== null && under.value > 0 ? under.equity / under.value : null
    if (rate !== null) lowestMarginRate = Math.min(lowestMarginRate ?? Infinity, rate)
    if (under.isLiquidated) {
      liquidated.push(under.id)
      if (isCounted(unit)) {
        const perCoin = unit.rate * worth(unit.marginCoin)
        lost += under.equity * perCoin - leftWhenLiquidated(unit.equity.now * perCoin, under.equity * perCoin)
      }
    } else if (rate !== null) {
      worstMarginRate = Math.min(worstMarginRate ?? Infinity, rate)
      if (under.requirement !== null) worstUsage = Math.max(worstUsage ?? 0, under.requirement / under.equity)
    }
  }
  const { notModelled } = book
  const equityWithLiquidation = notModelled.length > 0 ? null : equity - lost
  return { equity, equityWithLiquidation, worstMarginRate, lowestMarginRate, worstUsage, liquidated, notModelled }
}
