/** The reads a plan is made from: what is acted on is never older than the click. */
import type { Action } from '#shared/desk/action.ts'
import type { DeskView } from '#shared/desk/compile.ts'
import type { Denial } from '#shared/desk/plan.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Order } from '#shared/domain/order.ts'
import { assertNever, err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Before } from './entries.ts'
import { readBefore } from './look-close.ts'
import type { Reader } from './reads.ts'

export interface Prepared {
  /** Instruments as known; positions and orders as read now. */
  readonly view: DeskView
  /** What a close is held against afterwards; null for cancels. */
  readonly before: Before | null
}

export async function prepare(action: Action, view: DeskView, read: Reader): Promise<Result<Prepared, Denial>> {
  switch (action.kind) {
    case 'cancelOrder':
      return ok({ view, before: null })
    case 'cancelInstrument': {
      const { area, instrument } = action
      const known = view.orders.filter((order) => order.area === area && order.instrument === instrument)
      const open = await read.openOrders(area, instrument)
      if (open.ok)
        return ok({
          view: { ...view, orders: open.value.whole ? open.value.list : union(open.value.list, known) },
          before: null,
        })
      // The way out stays open: the orders we know of are cancelled even when the list can not be read now.
      return known.length > 0 ? ok({ view: { ...view, orders: known }, before: null }) : readFailed(open.error)
    }
    case 'closePosition': {
      const shown = view.positions?.find((position) => position.key === action.positionKey)
      const now = await readBefore(action.positionKey, shown?.contract ?? null, read)
      if (!now.ok) return readFailed(now.error)
      const { positions, orders, held, before } = now.value
      // What locks a part of the position must be known, or the plan could only guess what it leaves open.
      if (held?.pendingCloseVolume.gt(0) && orders?.ok === false) return readFailed(orders.error)
      const open = orders?.ok ? orders.value.list : []
      return ok({ view: { ...view, positions: positions.list, isPartial: !positions.whole, orders: open }, before })
    }
    default:
      return assertNever(action)
  }
}

function union(read: readonly Order[], known: readonly Order[]): readonly Order[] {
  const ids = new Set(read.map((order) => order.orderId))
  return [...read, ...known.filter((order) => !ids.has(order.orderId))]
}

function readFailed(failure: Failure): Result<never, Denial> {
  return err({ code: 'READ_FAILED', message: `Nothing was sent: the account could not be read (${failure.message}).` })
}
