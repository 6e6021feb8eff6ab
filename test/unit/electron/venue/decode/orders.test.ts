import { describe, expect, it } from 'vitest'
import { toOrderStatus } from '#electron/venue/decode/orders.ts'
import { isTerminal } from '#shared/domain/order.ts'
import type { OrderStatus } from '#shared/domain/order.ts'

describe('an order state', () => {
  it.each<[string, OrderStatus]>([
    ['NEW', 'new'],
    ['NEW_', 'new'],
    ['New Order', 'new'],
    ['INIT', 'new'],
    ['PARTIALLY_FILLED', 'partially-filled'],
    ['PART_FILLED', 'partially-filled'],
    ['Partially Filled', 'partially-filled'],
    ['FILLED', 'filled'],
    ['Filled', 'filled'],
    ['PENDING_CANCEL', 'canceling'],
    ['To be Cancelled', 'canceling'],
    ['CANCELED', 'canceled'],
    ['CANCELLED', 'canceled'],
    ['Partially Filled/Cancelled', 'canceled'],
    ['REJECTED', 'rejected'],
    ['EXPIRED', 'expired'],
  ])('%j is %s', (raw, status) => {
    expect(toOrderStatus(raw)).toBe(status)
  })

  it.each(['', '2', '4', 'DONE', 'CANCEL', 'constructor', '__proto__', '已成交'])(
    '%j is unknown, and so never final',
    (raw) => {
      expect(toOrderStatus(raw)).toBe('unknown')
      expect(isTerminal(toOrderStatus(raw))).toBe(false)
    },
  )
})
