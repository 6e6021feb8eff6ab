/** A close of 4 contracts and the account before it, for tests of how the outcome of a close is judged. */
import { PLANNED } from '#electron/desk/log/entry.ts'
import type { BeforeClose, LegRecord } from '#electron/desk/log/entry.ts'
import type { CloseView, PastList, Reach } from '#electron/desk/verify/close-view.ts'
import { EXPIRY_MS } from '#electron/desk/run/execute.ts'
import type { CloseRequest } from '#shared/desk/plan.ts'
import { decimal } from './amounts.ts'
import type { Fill } from '#shared/domain/fill.ts'
import type { Order } from '#shared/domain/order.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

export const BTC = contract('BTC', 'USDT')
export const HELD = position(BTC, { volume: 12, pendingCloseVolume: 2 })
export const SENT_AT = 1_000_000
export const BEFORE: BeforeClose = {
  at: SENT_AT,
  orderIds: ['1'],
  opening: [],
  closable: decimal(10),
  pendingClose: decimal(2),
}
export const REQUEST: CloseRequest = {
  kind: 'close',
  area: 'contract',
  instrument: BTC.name,
  positionKey: HELD.key,
  side: 'sell',
  marginMode: 'cross',
  volume: decimal(4),
  price: null,
  timeInForce: 'rest',
  clientOrderId: 'ours',
}
export const UNKNOWN: LegRecord = { ...PLANNED, state: 'unknown', before: BEFORE, expiresAt: SENT_AT + EXPIRY_MS }

export function order(orderId: string, overrides: Partial<Order> = {}): Order {
  const made = { side: 'sell', action: 'close', type: 'market', price: null, quantity: decimal(4) } as const
  const now = { executed: decimal(0), averagePrice: null, status: 'new', createdAt: SENT_AT } as const
  return { area: 'contract', instrument: BTC.name, orderId, clientOrderId: null, ...made, ...now, ...overrides }
}

interface Lists {
  readonly past?: readonly Order[] | null
  readonly trades?: readonly Fill[] | null
  /** Whether the given lists reach back to when the close was sent. */
  readonly reach?: Exclude<Reach, 'none'>
}

/** What the desk sees after the close. By default the venue has no histories. */
export function sight(
  closable: number,
  pendingClose: number,
  open: readonly Order[] = [],
  { past = null, trades = null, reach = 'whole' }: Lists = {},
): CloseView {
  const listed = <T>(list: readonly T[] | null): PastList<T> =>
    list === null ? { list: [], reach: 'none' } : { list, reach }
  return {
    closable: decimal(closable),
    pendingClose: decimal(pendingClose),
    open,
    past: listed(past),
    trades: listed(trades),
  }
}
