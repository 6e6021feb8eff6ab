/** Executions in a contract's history by foreign orders that were never listed. Pure. */
import type { PositionSide } from '../domain/account.ts'
import type { Fill } from '../domain/fill.ts'
import type { Order, OrderSide } from '../domain/order.ts'
import type { Effect, ForeignOrder } from './fills.ts'

/** The history of a contract; null: it could not be read. */
export interface ContractHistory {
  readonly orders: readonly Order[] | null
  readonly trades: readonly Fill[] | null
}

/** The most that the clocks of the venue and ours differ, ms. */
const SLACK_MS = 10_000

/**
 * The executions, newest first. `since`: wall clock ms; `isNew`: whether an order is neither ours nor known. `effects`:
 * the one effect if the venue reports it, otherwise both effects that a trade of its side can have. `isSure`: the
 * execution is after `since` and its effect is known.
 */
export function executedElsewhere(
  contract: string,
  { orders, trades }: ContractHistory,
  since: number,
  isNew: (orderId: string) => boolean,
) {
  const actions = new Map((orders ?? []).map(({ orderId, action }) => [orderId, action]))
  const traded = (trades ?? []).flatMap(({ tradeId, orderId, side, quantity, price, time }) => {
    if (orderId === null || time < since - SLACK_MS || !isNew(orderId)) return []
    const effects = effectsOf(contract, side, actions.get(orderId) ?? null)
    const foreign: ForeignOrder = { evidence: 'trades', orderId, price }
    const key = `trade ${tradeId} ${orderId} ${String(time)}`
    return [{ key, effects, volume: quantity, foreign, isSure: time >= since && effects.length === 1, time }]
  })
  const seen = new Set((trades ?? []).map(({ orderId }) => orderId))
  const ordered = (orders ?? []).flatMap(({ orderId, side, action, executed, averagePrice, createdAt }) => {
    const time = createdAt ?? since
    if (seen.has(orderId) || !executed.gt(0) || time < since - SLACK_MS || !isNew(orderId)) return []
    const effects = effectsOf(contract, side, action)
    const foreign: ForeignOrder = { evidence: 'orderHistory', orderId, price: averagePrice }
    const isSure = createdAt !== null && createdAt >= since && effects.length === 1
    return [{ key: `contract:${orderId}`, effects, volume: executed, foreign, isSure, time }]
  })
  return [...traded, ...ordered].toSorted((one, other) => other.time - one.time)
}

function effectsOf(contract: string, side: OrderSide, action: Order['action']): readonly Effect[] {
  const [opened, closed] = OF_SIDE[side]
  const effects: readonly Effect[] = [
    { contract, side: opened, sign: 1 },
    { contract, side: closed, sign: -1 },
  ]
  return action === null ? effects : effects.filter(({ sign }) => (sign === 1) === (action === 'open'))
}

/** The position side that a trade opens, and the one that it closes. */
const OF_SIDE: Readonly<Record<OrderSide, readonly [PositionSide, PositionSide]>> = {
  buy: ['long', 'short'],
  sell: ['short', 'long'],
}
