/** Builds the inputs of the flatten time from the parts of a snapshot. Pure. */
import type { DeskView, Pace } from '#shared/desk/facts.ts'
import type { Position } from '#shared/domain/account.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Instrument } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Health } from '#shared/snapshot/snapshot.ts'
import { decodeOrder, decodePosition } from '#shared/domain/decode.ts'

/** The facts that a flatten needs when it keeps Spot holdings. `orders` and `positions` are as last read. */
export function flattenView(known: {
  readonly instruments: readonly Instrument[]
  readonly positions: readonly Encoded<Position>[] | null
  readonly orders: readonly Encoded<Order>[]
  readonly health: Encoded<Health> | null
}): DeskView {
  return {
    instruments: known.instruments,
    positions: known.positions?.map(decodePosition) ?? null,
    orders: known.orders.map(decodeOrder),
    balances: null,
    quotes: [],
    pace: paceOf(known.health),
    risk: null,
  }
}

/** The limits and the round trip of the venue, from the newest health report. */
export function paceOf(health: Encoded<Health> | null): Pace {
  const { pools = [], hosts = [] } = health?.budget ?? {}
  return { pools, hosts, roundTripMs: health?.clock?.roundTripMs ?? null }
}
