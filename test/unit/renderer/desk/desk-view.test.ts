import { describe, expect, it } from 'vitest'
import { timeToFlatten } from '#shared/desk/predict-time.ts'
import { encode } from '#shared/domain/decimal.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { decodeInstruments } from '#shared/domain/decode.ts'
import { flattenView } from '../../../../renderer/src/desk/desk-view.ts'

const { instruments, positions, orders, health } = fixtureSnapshot().parts
const known = {
  instruments: decodeInstruments(instruments.data ?? []),
  positions: positions.data,
  orders: orders.data?.orders ?? [],
  health: health.data,
}

describe('the inputs of the flatten time', () => {
  it('are the snapshot with every amount decoded', () => {
    const view = flattenView(known)
    expect(view.positions?.[0]?.volume.plus(1).toFixed()).toBe('1201')
    expect(encode(view.positions)).toEqual(positions.data)
    expect(encode(view.orders)).toEqual(orders.data?.orders)
    expect(encode(view.instruments)).toEqual(instruments.data)
  })

  it('give a time for an account with orders and positions, zero for a flat one, null before the first read', () => {
    const time = timeToFlatten(flattenView(known))
    expect(time?.likelyMs).toBeGreaterThan(0)
    expect(time?.p95Ms).toBeGreaterThan(time?.likelyMs ?? 0)
    expect(timeToFlatten(flattenView({ ...known, positions: [], orders: [] }))?.likelyMs).toBe(0)
    expect(timeToFlatten(flattenView({ ...known, positions: null }))).toBeNull()
  })
})
