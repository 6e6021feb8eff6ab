import { expect, it } from 'vitest'
import { prepare } from '#electron/desk/prepare.ts'
import type { Reader } from '#electron/desk/reads.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { err, ok } from '#shared/domain/result.ts'
import { ManualClock } from '#test/support/clock.ts'
import { CONTRACT, ModelVenue, POSITION } from '#test/support/model-venue.ts'

const ALL = { kind: 'cancelInstrument', area: 'contract', instrument: CONTRACT.name } as const
const failed = err(localFailure('network', 'contract.openOrders', 'no network'))
const CLOSE = { kind: 'closePosition', positionKey: POSITION.key } as const
const venue = new ModelVenue(new ManualClock())
const [first, second, third] = [venue.rest(), venue.rest(), venue.rest()]

type Orders = Awaited<ReturnType<Reader['openOrders']>>

async function ordersToCancel(read: Orders, known: readonly Order[]): Promise<readonly string[] | string> {
  const reader = { order: async () => failed, positions: async () => failed, openOrders: async () => read }
  const prepared = await prepare(ALL, { instruments: [], positions: null, orders: known }, reader)
  return prepared.ok ? prepared.value.view.orders.map((order) => order.orderId) : prepared.error.code
}

it.each<[string, Orders, readonly Order[], readonly Order[] | string]>([
  ['the list just read, when it is whole', ok({ list: [first, third], whole: true }), [first, second], [first, third]],
  [
    'both lists, when it was read in part',
    ok({ list: [first, third], whole: false }),
    [first, second],
    [first, third, second],
  ],
  ['the orders known, when it can not be read', failed, [first, second], [first, second]],
  ['nothing, when no orders are known either', failed, [], 'READ_FAILED'],
])('takes for the orders of an instrument %s', async (_, read, known, expected) => {
  const wanted = typeof expected === 'string' ? expected : expected.map((order) => order.orderId)
  expect(await ordersToCancel(read, known)).toEqual(wanted)
})

it.each<[string, number, Orders, string]>([
  ['is not made while the orders that lock the position can not be read', 5, failed, 'READ_FAILED'],
  ['needs no orders when nothing is locked', 0, failed, ''],
  ['goes by the orders that can be read', 5, ok({ list: [first], whole: false }), first.orderId],
])('a plan of a close %s', async (_, pending, orders, expected) => {
  const held = { ...POSITION, pendingCloseVolume: decimal(pending) }
  const reader = {
    order: async () => failed,
    positions: async () => ok({ list: [held], whole: false }),
    openOrders: async () => orders,
  }
  // Known of before: another order, which no longer counts.
  const prepared = await prepare(CLOSE, { instruments: [], positions: [held], orders: [second] }, reader)
  const read = prepared.ok ? prepared.value.view.orders.map((order) => order.orderId).join() : prepared.error.code
  expect(read).toBe(expected)
  if (prepared.ok) expect(prepared.value.view).toMatchObject({ positions: [held], isPartial: true })
})
