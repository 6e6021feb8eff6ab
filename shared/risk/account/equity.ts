import type { MarginAccount, MarginMode } from '../../domain/account.ts'
import { sum, type Decimal } from '../../domain/decimal.ts'
import { isConfirmed } from '../../domain/kept.ts'
import { unrealizedAt } from './contract-pnl.ts'
import { usable, type PositionModel } from './position-model.ts'
import type { CoinEquity, Equity, Valuation } from '../report.ts'
import type { Pricing } from './valuation.ts'

/**
 * The account of one margin coin with its equities carried from the marks the venue used to the marks of the report.
 */
export interface AccountAtMarks {
  readonly reported: MarginAccount
  /** null where the reported one could not be read. */
  readonly crossEquity: Decimal | null
  readonly isolatedEquity: Decimal | null
  /** crossEquity + isolatedEquity + orderMargin: order margin stands outside crossEquity. null with any of them. */
  readonly equity: Decimal | null
}

/**
 * Carries the reported equities to the marks of the models: plus Σ u(mark) - u(the mark the position was read with).
 * Without it, an equity of ten seconds ago over a position value of now shows a margin rate that never was.
 */
export function accountsAtMarks(
  accounts: readonly MarginAccount[],
  models: readonly PositionModel[],
): readonly AccountAtMarks[] {
  return accounts.map((reported) => {
    const own = models.filter(({ position }) => position.marginCoin === reported.marginCoin)
    const crossEquity = reported.crossEquity && reported.crossEquity.plus(moved(own, 'cross'))
    const isolatedEquity = reported.isolatedEquity && reported.isolatedEquity.plus(moved(own, 'isolated'))
    const parts = [crossEquity, isolatedEquity, reported.orderMargin].filter((part) => part !== null)
    return { reported, crossEquity, isolatedEquity, equity: parts.length === 3 ? sum(parts) : null }
  })
}

function moved(models: readonly PositionModel[], mode: MarginMode): Decimal {
  return sum(
    models.flatMap(({ position, priced }) => {
      const readAt = position.markPrice
      // The mark of a row that is kept is not the one its account was read with.
      if (!isConfirmed(position) || !priced || position.marginMode !== mode) return []
      if (!usable(readAt) || readAt.eq(priced.mark)) return []
      return priced.unrealized.minus(unrealizedAt(priced.terms, readAt))
    }),
  )
}

/**
 * Total equity in the reporting coin: spot holdings + Σ over margin coins of equity x rate. What has no price is left
 * out and named, and so is a margin account whose equity could not be read; one of nothing needs no price.
 */
export function equityOf(spot: Valuation, accounts: readonly AccountAtMarks[], pricing: Pricing): Equity {
  const coins = accounts
    .filter(({ equity }) => equity?.isZero() !== true)
    .map(({ reported: { marginCoin }, equity }): CoinEquity => {
      const { rate } = pricing(marginCoin)
      return { marginCoin, equity, value: rate && equity && equity.times(rate) }
    })
  const contract = sum(coins.flatMap(({ value }) => (value ? [value] : [])))
  const unpricedCoins = coins.filter(({ value }) => !value).map(({ marginCoin }) => marginCoin)
  return {
    total: spot.total.plus(contract),
    spot: spot.total,
    contract,
    coins,
    unpriced: [...new Set([...spot.unpriceable, ...unpricedCoins])],
  }
}
