/** The desk's own reads: always fresh, in the lane of verifications, and told apart whole from partly readable. */
import type { Position } from '#shared/domain/account.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import type { VenueClient } from '../venue/client.ts'

/** A list read now. Only from a `whole` one does it follow that something not listed is not there. */
export interface Reading<T> {
  readonly list: readonly T[]
  readonly whole: boolean
}

/** The most open orders Spot lists in one answer. */
const SPOT_ORDER_LIMIT = 1_000

/** Reads with one client until `signal` calls them off. */
export interface Reader {
  positions(): Promise<Result<Reading<Position>, Failure>>
  openOrders(area: Area, instrument: string): Promise<Result<Reading<Order>, Failure>>
  order(area: Area, instrument: string, orderId: string): Promise<Result<Order, Failure>>
}

export function createReader(client: VenueClient, signal: AbortSignal): Reader {
  const options = { lane: 'verify', signal } as const
  return {
    async positions() {
      const answer = await client.call('contract.account', {}, options)
      if (!answer.ok) return answer
      return ok({ list: answer.value.value.positions, whole: answer.value.quarantined.length === 0 })
    },
    async openOrders(area, instrument) {
      const answer =
        area === 'spot'
          ? await client.call('spot.openOrders', { symbol: instrument, limit: SPOT_ORDER_LIMIT }, options)
          : await client.call('contract.openOrders', { contract: instrument }, options)
      if (!answer.ok) return answer
      const { value: list, quarantined } = answer.value
      const cutOff = area === 'spot' && list.length >= SPOT_ORDER_LIMIT
      return ok({ list, whole: quarantined.length === 0 && !cutOff })
    },
    async order(area, instrument, orderId) {
      const answer =
        area === 'spot'
          ? await client.call('spot.order', { symbol: instrument, orderId }, options)
          : await client.call('contract.order', { contract: instrument, orderId }, options)
      return answer.ok ? ok(answer.value.value) : answer
    },
  }
}
