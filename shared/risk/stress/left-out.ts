import { closesSide, type Balance, type MarginAccount, type Position } from '../../domain/account.ts'
import { notNegative, smaller, sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import { pairsBySymbol } from '../../domain/instrument.ts'
import { remaining, type Order } from '../../domain/order.ts'
import { modelAccount, type AccountModel } from '../account/account-model.ts'
import { unrealizedAt } from '../account/contract-pnl.ts'
import { heldBy, liveOrders } from '../account/open-orders.ts'
import { orderMargins } from '../account/order-margin.ts'
import { usable, type PositionModel } from '../account/position-model.ts'
import type { RiskInputs } from '../inputs.ts'

/**
 * The account without some positions (by key) and orders (by id). The positions count as closed at the mark at no cost,
 * the orders as never placed. Total equity stays the same. The margin of isolated positions and of orders returns to
 * the cross account. A position stays if its margin or realised profit is unknown, or the profit of an isolated
 * position. Order margin that cannot be assigned to an order stays too (see `notFreed`). Figures of the venue that no
 * longer apply become unknown.
 */
export function without(
  inputs: RiskInputs,
  excluded: { readonly positions: ReadonlySet<string>; readonly orders: ReadonlySet<string> },
): RiskInputs {
  if (excluded.positions.size === 0 && excluded.orders.size === 0) return inputs
  const model = modelAccount(inputs)
  const closed = model.positions.flatMap((held) =>
    excluded.positions.has(held.position.key) ? (closedAt(held) ?? []) : [],
  )
  const gone = new Set(closed.map(({ position }) => position.key))
  const unplaced = liveOrders(inputs.orders ?? []).filter(({ orderId }) => excluded.orders.has(orderId))
  const freed = freedMargin(model, inputs.orders ?? [], unplaced)
  const isChanged = (coin: string): boolean =>
    freed.has(coin) || closed.some(({ position }) => position.marginCoin === coin)
  return {
    ...inputs,
    balances: inputs.balances && freedBalances(inputs.balances, unplaced, inputs),
    marginAccounts:
      inputs.marginAccounts &&
      inputs.marginAccounts.map((account) =>
        isChanged(account.marginCoin) ? settled(account, closed, freed.get(account.marginCoin) ?? ZERO) : account,
      ),
    positions:
      inputs.positions &&
      inputs.positions
        .filter(({ key }) => !gone.has(key))
        .map((position) => withoutPending(position, unplaced))
        .map((position) => (isChanged(position.marginCoin) ? withoutVenueFigures(position) : position)),
    orders: inputs.orders && inputs.orders.filter(({ orderId }) => !excluded.orders.has(orderId)),
  }
}

interface Closed {
  readonly position: Position
  readonly margin: Decimal
  readonly realizedPnl: Decimal
  /** Profit that is in the venue's equity, and profit at the closing mark; margin coin. */
  readonly reported: Decimal
  readonly atMark: Decimal
}

/** null: the value at closing is unknown. A cross position without a price leaves the venue's equity as it is. */
function closedAt({ position, priced }: PositionModel): Closed | null {
  const { margin, realizedPnl } = position
  if (!margin || !realizedPnl) return null
  if (!priced) {
    const profit = position.unrealizedPnl ?? (position.marginMode === 'cross' ? ZERO : null)
    return profit && { position, margin, realizedPnl, reported: profit, atMark: profit }
  }
  const readAt = position.markPrice
  const reported = usable(readAt) ? unrealizedAt(priced.terms, readAt) : priced.unrealized
  return { position, margin, realizedPnl, reported, atMark: priced.unrealized }
}

function settled(account: MarginAccount, closed: readonly Closed[], freed: Decimal): MarginAccount {
  const own = closed.filter(({ position }) => position.marginCoin === account.marginCoin)
  const cross = own.filter(({ position }) => position.marginMode === 'cross')
  const isolated = own.filter(({ position }) => position.marginMode === 'isolated')
  const standing = ({ margin, realizedPnl }: Closed): Decimal => margin.plus(realizedPnl)
  const margins = (some: readonly Closed[]): Decimal => sum(some.map(({ margin }) => margin))
  const returned = sum(isolated.map((each) => standing(each).plus(each.atMark))).plus(freed)
  const realized = sum(cross.map(({ realizedPnl: own, atMark }) => own.plus(atMark)))
  return {
    ...account,
    walletBalance: account.walletBalance && account.walletBalance.plus(realized).plus(returned),
    orderMargin: account.orderMargin && account.orderMargin.minus(freed),
    isolatedMargin: account.isolatedMargin && account.isolatedMargin.minus(margins(isolated)),
    crossInitialMargin: account.crossInitialMargin && account.crossInitialMargin.minus(margins(cross)),
    realizedPnl: null,
    unrealizedPnl: null,
    crossEquity:
      account.crossEquity &&
      account.crossEquity.plus(sum(cross.map(({ reported, atMark }) => atMark.minus(reported)))).plus(returned),
    isolatedEquity:
      account.isolatedEquity &&
      account.isolatedEquity.minus(sum(isolated.map((each) => standing(each).plus(each.reported)))),
    crossMarginRate: null,
    accountMarginRate: null,
  }
}

/** Left-out orders whose order margin is not known, so that it stays locked. */
export function notFreed(
  model: AccountModel,
  orders: readonly Order[],
  excluded: ReadonlySet<string>,
): readonly Order[] {
  const { unknown } = orderMargins(model, orders)
  return orders.filter(({ orderId }) => excluded.has(orderId) && unknown.has(orderId))
}

/** Order margin that the orders held, by margin coin. */
function freedMargin(
  model: AccountModel,
  orders: readonly Order[],
  unplaced: readonly Order[],
): ReadonlyMap<string, Decimal> {
  const { held } = orderMargins(model, orders)
  const freed = new Map<string, Decimal>()
  for (const { orderId, instrument } of unplaced) {
    const own = held.get(orderId)
    const coin = model.contracts.get(instrument)?.marginCoin
    if (own && coin !== undefined) freed.set(coin, (freed.get(coin) ?? ZERO).plus(own))
  }
  return freed
}

function withoutPending(position: Position, unplaced: readonly Order[]): Position {
  const closing = unplaced.filter((order) => closesSide(order, position))
  const pending = position.pendingCloseVolume
  return { ...position, pendingCloseVolume: pending && notNegative(pending.minus(sum(closing.map(remaining)))) }
}

/** Only for cross positions: an isolated position has its own margin and does not depend on others. */
function withoutVenueFigures(position: Position): Position {
  return position.marginMode === 'cross'
    ? { ...position, venueLiquidationPrice: null, venueMarginRate: null }
    : position
}

/** Balances with the amounts of the orders freed; unknown amounts stay locked. */
function freedBalances(
  balances: readonly Balance[],
  unplaced: readonly Order[],
  { instruments }: RiskInputs,
): readonly Balance[] {
  const pairs = pairsBySymbol(instruments ?? [])
  const held = unplaced.flatMap((order) => {
    const pair = order.area === 'spot' ? pairs.get(order.instrument) : undefined
    return pair ? [heldBy(order, pair)] : []
  })
  return balances.map((balance) => {
    const { free, locked } = balance
    if (!free || !locked) return balance
    const own = sum(held.flatMap(({ asset, amount }) => (asset === balance.asset && amount) || []))
    const freed = smaller(own, locked)
    return { ...balance, free: free.plus(freed), locked: locked.minus(freed) }
  })
}
