import { describe, expect, it } from 'vitest'
import { USUAL_LIMITS, type OrderLimits } from '#shared/desk/order-limits.ts'
import { toText, decimal } from '#shared/domain/decimal.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'
import { CLOSE, deskBench, FLATTEN, states } from '#test/support/desk-bench.ts'
import { PAIR } from '#test/support/model-venue.ts'
import { RESTORE, withRestorable } from '#test/support/restorable.ts'

const bench = deskBench()

/** As tight as limits can be. */
const TIGHTEST: OrderLimits = {
  value: toText(decimal('0.00000001')),
  percent: toText(decimal('0.00000001')),
  perMinute: 1,
}

describe('the limits of an account', () => {
  it('are the usual ones until they are set, and reported as soon as they change', async () => {
    const life = await bench.open(bench.small())
    expect(life.desk.report().limits).toEqual(USUAL_LIMITS)
    await life.desk.setLimits(TIGHTEST)
    expect(life.reports.at(-1)?.limits).toEqual(TIGHTEST)
  })

  it('hold back an order that adds risk, until they allow it', async () => {
    const { venue, life } = await withRestorable(bench)
    await life.desk.setLimits({ ...USUAL_LIMITS, value: toText(decimal(1)) })
    expect(await bench.submit(life, 'restore', RESTORE)).toMatchObject({
      kind: 'denied',
      denial: { code: 'ORDER_TOO_LARGE' },
    })
    expect(venue.openOrders('spot')).toEqual([])
    await life.desk.setLimits(USUAL_LIMITS)
    expect(await bench.submit(life, 'again', RESTORE)).toMatchObject({ kind: 'accepted' })
  })

  it('never hold back a cancel, a close or a flatten', async () => {
    const venue = bench.small()
    venue.restSpot()
    const life = await bench.open(venue)
    await life.desk.setLimits(TIGHTEST)
    await bench.submit(life, 'cancel', { kind: 'cancelMatching', filter: allOrdersOf('spot', PAIR.symbol) })
    await bench.submit(life, 'close', { ...CLOSE, size: { kind: 'percent', percent: 50 } })
    await bench.clock.advance(5_000)
    expect(states(life)).toEqual(['verified', 'verified'])
    await bench.submit(life, 'flatten', FLATTEN)
    await bench.clock.advance(5_000)
    expect([venue.volume.isZero(), venue.openOrders('spot')]).toEqual([true, []])
  })
})
