import { compare } from '../../domain/compare.ts'
import type { Balance } from '../../domain/account.ts'
import { ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Pair } from '../../domain/instrument.ts'
import type { Order } from '../../domain/order.ts'
import type { FillsReport } from '../report.ts'
import { heldBy } from './open-orders.ts'

/**
 * What live Spot orders should lock of each coin, beside what the venue reports as locked. A positive gap is locked for
 * something that no order list shows (orders of an instrument that was not read, or a condition order). A negative gap
 * is an order for which the venue locks nothing, or comes from reads of different moments. `implied` null: it is
 * unknown what an order locks; `reported` null: the amount is unreadable.
 */
export function lockedBalances(
  orders: readonly { readonly order: Order; readonly pair: Pair }[],
  balances: readonly Balance[],
): FillsReport['locked'] {
  const implied = new Map<string, Decimal | null>()
  for (const { order, pair } of orders) {
    const { asset, amount } = heldBy(order, pair)
    const before = implied.get(asset)
    implied.set(asset, before === null || amount === null ? null : (before ?? ZERO).plus(amount))
  }
  const reported = new Map(balances.map(({ asset, locked }) => [asset, locked]))
  return [...new Set([...implied.keys(), ...reported.keys()])]
    .map((asset) => {
      const own = implied.has(asset) ? (implied.get(asset) ?? null) : ZERO
      const theirs = reported.has(asset) ? (reported.get(asset) ?? null) : ZERO
      return { asset, implied: own, reported: theirs, gap: own && theirs && theirs.minus(own) }
    })
    .filter(({ implied: own, reported: theirs }) => own?.isZero() !== true || theirs?.isZero() !== true)
    .sort((a, b) => compare(a.asset, b.asset))
}
