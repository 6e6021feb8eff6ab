/** A flatten while the account can not be read but orders can. */
import { expect, it } from 'vitest'
import { FIRST_LOOK } from '#electron/desk/plan/thoroughness.ts'
import { prepare } from '#electron/desk/plan/prepare.ts'
import { ok } from '#shared/domain/result.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { FLATTEN, deskBench } from '#test/support/desk-bench.ts'
import { CONTRACT, POSITION } from '#test/support/model-venue.ts'
import { riskInputs } from '#test/support/portfolio-fixtures.ts'
import { reader, UNREAD } from '#test/support/reader.ts'

const bench = deskBench()

it('cancels no closing order, and closes the positions once a later read shows them', async () => {
  const venue = bench.small()
  const opening = venue.rest()
  const out = venue.restClosing(decimal(3))
  const life = await bench.open(venue)
  venue.missing = new Set(['contract.account'])
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(1_000)
  expect(life.legs().map(({ request }) => request.kind === 'cancel' && request.orderId)).toEqual([opening.orderId])
  expect(venue.openOrders('contract').map(({ orderId }) => orderId)).toEqual([out.orderId])
  venue.missing = new Set()
  await bench.clock.advance(20_000)
  expect(venue.openOrders('contract')).toEqual([])
  expect(venue.volume).toEqual(decimal(0))
  expect(life.desk.report().intents[0]).toMatchObject({ state: 'done', note: null })
})

it('keeps the closing orders while the account stays unread, and is never done', async () => {
  const venue = bench.small()
  const out = venue.restClosing(decimal(3))
  venue.rest()
  const life = await bench.open(venue)
  venue.missing = new Set(['contract.account'])
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(60_000)
  expect(venue.openOrders('contract').map(({ orderId }) => orderId)).toEqual([out.orderId])
  expect(life.desk.report().intents[0]?.state).not.toBe('done')
})

it('includes the duration of its reads in the age of the last known positions', async () => {
  const clock = new ManualClock()
  const risk = riskInputs({ positions: [POSITION], positionsReadAt: 10_000, now: 50_000 })
  const view = {
    ...{ instruments: [CONTRACT], positions: [POSITION], orders: [], balances: [], quotes: [] },
    ...{ pace: { pools: [], roundTripMs: null }, risk },
  }
  const read = reader({
    positions: async () => {
      await clock.advance(700)
      return UNREAD
    },
    balances: async () => ok({ list: [], whole: true }),
  })
  const memory = { touched: [], look: FIRST_LOOK, canceledBy: () => ({ orders: [], unproved: [] }) }
  const signal = new AbortController().signal
  const prepared = await prepare(FLATTEN, view, memory, { read, clock, signal })
  expect(prepared.ok && prepared.value.risk).toEqual({ ...risk, now: 50_700 })
})
