/**
 * Order margin that cancels free. The venue reports it per coin, not per order, so the amount is certain only if every
 * order that may hold part of it is known and cancelled.
 */
import { instrumentKey, type Contract } from '../../domain/instrument.ts'
import { isTerminal, orderKey, type Order } from '../../domain/order.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { RiskInputs } from '../../risk/inputs.ts'
import { isCancelable } from '../compile/cancel-legs.ts'
import { contractNamed } from '../compile/known.ts'
import { ORDERS_OLD_MS, type DeskFacts, type DeskView } from '../facts.ts'
import type { CancelRequest, LegRequest } from '../plan.ts'

/** The open orders that hold margin in `coin`: those on its contracts that do not close a position. */
export function openingOrders(
  coin: string,
  { instruments, orders }: Pick<DeskView, 'instruments' | 'orders'>,
): readonly Order[] {
  const names = new Set(contractsOf(coin, instruments).map(({ name }) => name))
  return orders.filter(
    ({ area, instrument, action, status }) =>
      area === 'contract' && action !== 'close' && !isTerminal(status) && names.has(instrument),
  )
}

/** Whether we know every order that may hold margin in `coin`: the orders of all its contracts were read recently. */
export function knowsOpeningOrders(
  coin: string,
  { instruments, unread, blind = [], orderReads = [] }: DeskFacts,
): boolean {
  if (blind.includes('contract')) return false
  const ages = new Map(orderReads.map(({ area, instrument, ageMs }) => [instrumentKey(area, instrument), ageMs]))
  return contractsOf(coin, instruments).every(({ name, tradable }) => {
    const ageMs = ages.get(instrumentKey('contract', name)) ?? null
    return !unread.includes(name) && (!tradable || (ageMs !== null && ageMs <= ORDERS_OLD_MS))
  })
}

/** Order margin held in `coin`; null if unknown. */
export function orderMarginOf(coin: string, { marginAccounts }: RiskInputs): Decimal | null {
  return marginAccounts?.findLast(({ marginCoin }) => marginCoin === coin)?.orderMargin ?? null
}

/** Margin that the cancels of `legs` free, by coin; null: unknown, because other orders may hold part of it. */
export function marginGivenBack(
  legs: readonly LegRequest[],
  risk: RiskInputs,
  facts: DeskFacts,
): ReadonlyMap<string, Decimal | null> {
  const cancels = cancelsOfMargin(legs, facts)
  const canceled = new Set(cancels.map(orderKey))
  return new Map(
    [...coinsOf(cancels, facts)].flatMap((coin) => {
      const held = orderMarginOf(coin, risk)
      if (held?.lte(0)) return []
      const orders = openingOrders(coin, facts)
      const isAll = orders.every((order) => !isCancelable(order) || canceled.has(orderKey(order)))
      const isAny = orders.some((order) => canceled.has(orderKey(order)))
      return [[coin, isAny && isAll && knowsOpeningOrders(coin, facts) ? held : null] as const]
    }),
  )
}

/** Margin coins in which the cancels of `legs` may free margin. */
export function coinsGivenBack(legs: readonly LegRequest[], facts: DeskFacts): ReadonlySet<string> {
  return coinsOf(cancelsOfMargin(legs, facts), facts)
}

/** Cancels of orders that may hold margin: every cancel on a contract, except of known closing orders. */
function cancelsOfMargin(legs: readonly LegRequest[], { orders }: DeskFacts): readonly CancelRequest[] {
  const closing = new Set(orders.flatMap((order) => (order.action === 'close' ? [orderKey(order)] : [])))
  return legs
    .filter((leg) => leg.kind === 'cancel')
    .filter((leg) => leg.area === 'contract' && !closing.has(orderKey(leg)))
}

function coinsOf(cancels: readonly CancelRequest[], { instruments }: DeskFacts): ReadonlySet<string> {
  return new Set(cancels.flatMap(({ instrument }) => contractNamed(instruments, instrument)?.marginCoin ?? []))
}

function contractsOf(coin: string, instruments: DeskFacts['instruments']): readonly Contract[] {
  return instruments.filter((each): each is Contract => each.area === 'contract' && each.marginCoin === coin)
}
