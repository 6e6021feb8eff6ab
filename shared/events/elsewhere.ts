/** What a contract's history shows of orders that are none of ours and were never listed. Pure. */
import type { PositionSide } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Fill } from '../domain/fill.ts'
import type { Order, OrderSide } from '../domain/order.ts'
import type { Effect, Foreign } from './fills.ts'

/** What a contract's history shows; null: it could not be read. */
export interface ContractHistory {
  readonly orders: readonly Order[] | null
  readonly trades: readonly Fill[] | null
}

export interface Execution {
  readonly key: string
  /** What it may have done: one effect where the venue tells, else both that a trade of its side can have. */
  readonly effects: readonly Effect[]
  readonly volume: Decimal
  readonly foreign: Foreign
  /** It is of the time asked about and its effect is known; else it may be of a moment before. */
  readonly isSure: boolean
}

/** The clocks of the venue and ours differ by less than this when its histories are searched, ms. */
const SLACK_MS = 10_000

/** Newest first. `since`: wall clock ms; `isNew`: whether an order is none of ours, and none that is known. */
export function executedElsewhere(
  contract: string,
  { orders, trades }: ContractHistory,
  since: number,
  isNew: (orderId: string) => boolean,
): readonly Execution[] {
  const actions = new Map((orders ?? []).map(({ orderId, action }) => [orderId, action]))
  const traded = (trades ?? []).flatMap(({ tradeId, orderId, side, quantity, price, time }) => {
    if (orderId === null || time < since - SLACK_MS || !isNew(orderId)) return []
    const effects = effectsOf(contract, side, actions.get(orderId) ?? null)
    const foreign = { evidence: 'trades', orderId, price } as const
    const key = `trade ${tradeId} ${orderId} ${String(time)}`
    return [{ key, effects, volume: quantity, foreign, isSure: time >= since && effects.length === 1, time }]
  })
  const seen = new Set((trades ?? []).map(({ orderId }) => orderId))
  const ordered = (orders ?? []).flatMap(({ orderId, side, action, executed, averagePrice, createdAt }) => {
    const time = createdAt ?? since
    if (seen.has(orderId) || !executed.gt(0) || time < since - SLACK_MS || !isNew(orderId)) return []
    const effects = effectsOf(contract, side, action)
    const foreign = { evidence: 'orderHistory', orderId, price: averagePrice } as const
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

/** Positions that a trade of a side opens, and those that it closes. */
const OF_SIDE: Readonly<Record<OrderSide, readonly [PositionSide, PositionSide]>> = {
  buy: ['long', 'short'],
  sell: ['short', 'long'],
}
