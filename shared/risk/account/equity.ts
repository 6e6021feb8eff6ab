import type { MarginAccount, MarginMode } from '../../domain/account.ts'
import { sum, type Decimal } from '../../domain/decimal.ts'
import { isConfirmed } from '../../domain/kept.ts'
import { unrealizedAt } from './contract-pnl.ts'
import { usable, type PositionModel } from './position-model.ts'
import type { Equity, Valuation } from '../report.ts'
import type { Pricing } from './valuation.ts'

/** The account of one margin coin, its equities carried from the venue's marks to the marks of the report. */
export interface AccountAtMarks {
  readonly reported: MarginAccount
  /** null where the reported one could not be read. */
  readonly crossEquity: Decimal | null
  /** Cross and isolated equity plus order margin, which is not part of crossEquity; null if one of them is null. */
  readonly equity: Decimal | null
}

/**
 * Carries the reported equities to the marks of the models: adds Σ u(mark) - u(the mark that the position was read
 * with). Otherwise a margin rate could divide the equity of ten seconds ago by the position value of now, and such a
 * rate never existed.
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
    return { reported, crossEquity, equity: parts.length === 3 ? sum(parts) : null }
  })
}

function moved(models: readonly PositionModel[], mode: MarginMode): Decimal {
  return sum(
    models.flatMap(({ position, priced }) => {
      const readAt = position.markPrice
      // A row kept from an earlier read has an older mark than its account.
      if (!isConfirmed(position) || !priced || position.marginMode !== mode) return []
      if (!usable(readAt) || readAt.eq(priced.mark)) return []
      return priced.unrealized.minus(unrealizedAt(priced.terms, readAt))
    }),
  )
}

/**
 * Total equity in the reporting coin: spot holdings + Σ over margin coins of equity x rate. Assets without a price and
 * margin accounts whose equity could not be read are left out and named. An equity of 0 needs no price.
 */
export function equityOf(spot: Valuation, accounts: readonly AccountAtMarks[], pricing: Pricing): Equity {
  const coins = accounts
    .filter(({ equity }) => equity?.isZero() !== true)
    .map(({ reported: { marginCoin }, equity }) => {
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
