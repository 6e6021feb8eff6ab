/**
 * An intent is called done only when a read shows it: no order is hidden from the lists, and no contradictory reply is
 * trusted.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Action } from '#shared/desk/action.ts'
import { wait } from '#shared/domain/clock.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { FAMILIES, type Family } from '#test/support/families.ts'
import { faultsOf, left, placeOnSpot, positionsIn } from '#test/support/flatten-at-venue.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'
import type { WireTime } from '#test/support/wire-time.ts'
import { saidOf } from '#test/support/codes.ts'
import { inEnglish } from '#shared/words/say.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const CANCEL_SPOT: Action = {
  kind: 'cancelMatching',
  filter: { area: 'spot', instrument: null, side: null, closing: true },
}

let clock: WireTime
let venue: Simulator
let run: DeskAtVenue
let spoken: Family

async function begin(family: Family): Promise<void> {
  spoken = family
  clock = wireTime()
  venue = await stillVenue({ clock: clock.forVenue(), dialect: family.sim })
}

/** Injects faults that last, and starts a desk that reads the account through them. */
async function start(...faults: readonly Fault[]): Promise<void> {
  for (const fault of faults) venue.faults.inject({ times: Infinity, ...fault })
  run = await deskAt({ venue, clock, dialect: spoken.dialect })
}

const openOnSpot = () => venue.exchange.spot.openOrders().filter(({ spec }) => spec.symbol === 'btcusdt')
const closing = () => venue.exchange.contracts.openOrders().filter(({ action }) => action === 'CLOSE')

describe.each(FAMILIES)('at $family,', (family) => {
  beforeEach(() => begin(family))

  const symbol = family.sim.symbolCase === 'upper' ? 'BTCUSDT' : 'btcusdt'
  const HIDDEN: readonly (readonly [string, Fault])[] = [
    ['whose pair is not listed', { match: 'spot.symbols', kind: 'missingRow', field: 'symbol', body: symbol }],
    [
      'of an asset the pair list calls otherwise',
      { match: 'spot.account', kind: 'renamed', field: 'asset', body: '1701' },
    ],
    ['that is in no list', { match: 'spot.openOrders', kind: 'emptyList' }],
  ]

  it.each(HIDDEN)(
    'a flatten is not done while it leaves a Spot order %s',
    async (_, fault) => {
      placeOnSpot(venue)
      await start(fault)
      await run.desk.submit('a', FLATTEN)
      const { state, note } = await run.ended()
      expect(openOnSpot().length).toBeGreaterThan(0)
      expect(state).not.toBe('done')
      expect(saidOf(note)).toMatch(/\d USDT(1701)? is locked on Spot by an order Plimsoll cannot see\./)
      expect(positionsIn(venue, family)).toEqual([])
    },
    60_000,
  )

  it.each(HIDDEN)(
    'a cancel of all Spot orders is not done while it leaves an order %s',
    async (_, fault) => {
      placeOnSpot(venue)
      await start(fault)
      const answer = await run.desk.submit('a', CANCEL_SPOT)
      if (answer.kind === 'denied') {
        expect(answer.denial.code).toBe('READ_FAILED')
        expect(inEnglish(answer.denial.message)).toMatch(/\d USDT(1701)? is locked on Spot/)
        return
      }
      const { state, note } = await run.ended()
      expect(state).not.toBe('done')
      expect(saidOf(note)).toMatch(/\d USDT(1701)? is locked on Spot by an order Plimsoll cannot see\./)
    },
    60_000,
  )

  it('a cancel of all Contract orders is not done while it leaves an order that the list omits', async () => {
    const hidden = venue.exchange.contracts.openOrders().find(({ spec }) => spec.name === 'E-AVAX-USDT')!
    await start({ match: 'contract.openOrders', kind: 'missingRow', field: 'orderId', body: hidden.orderId })
    await run.desk.submit('a', {
      kind: 'cancelMatching',
      filter: { area: 'contract', instrument: null, side: null, closing: true },
    })
    const { state, note, legs } = await run.ended()
    expect(new Set(legs.map((leg) => leg.state))).toEqual(new Set(['verified']))
    expect(venue.exchange.contracts.openOrders()).toContain(hidden)
    expect(state).toBe('partial')
    expect(saidOf(note)).toMatch(/\d USDT of order margin is held on Contract by an order Plimsoll cannot see\./)
  })

  it('a cancel of all orders of one contract is not done while it leaves an order that the list omits', async () => {
    const hidden = closing().find(({ spec }) => spec.name === 'E-BTC-USDT')
    await start({ match: 'contract.openOrders', kind: 'missingRow', field: 'orderId', body: hidden?.orderId ?? '' })
    await run.desk.submit('a', { kind: 'cancelMatching', filter: allOrdersOf('contract', 'E-BTC-USDT') })
    const { state, note, legs } = await run.ended()
    expect(legs.map((leg) => leg.state)).toEqual(['verified'])
    expect(closing()).toContain(hidden)
    expect(state).toBe('partial')
    expect(saidOf(note)).toMatch(/2,000 contracts of E-BTC-USDT are in sell orders that Plimsoll cannot see/)
  })

  it('a flatten is not done, and keeps the closing order, at a venue that misnames the position', async () => {
    const [own] = closing().filter(({ spec }) => spec.name === 'E-BTC-USDT')
    await start({ match: 'contract.account', kind: 'renamed', field: 'contractName', body: '-X' })
    await run.desk.submit('a', FLATTEN)
    const { state, note } = await run.ended()
    expect(closing()).toContain(own)
    expect(state).not.toBe('done')
    expect(saidOf(note)).toMatch(/An order to close a long in E-BTC-USDT is open, but the venue lists no such position/)
  })

  it('a flatten is not done while the row of a Spot order cannot be read', async () => {
    placeOnSpot(venue)
    await start({ match: 'spot.openOrders', kind: 'missingField', field: 'orderId' })
    await run.desk.submit('a', FLATTEN)
    const { state, note } = await run.ended()
    expect(openOnSpot().length).toBeGreaterThan(0)
    expect(state).not.toBe('done')
    expect(saidOf(note)).toMatch(/open orders of btcusdt.* could not be read/i)
  })

  it('a flatten is not done, and says why, while margin is held for an order in no list', async () => {
    await start({ match: 'contract.openOrders', kind: 'emptyList' })
    await run.desk.submit('a', FLATTEN)
    const { state, note } = await run.ended()
    expect(venue.exchange.contracts.openOrders().length).toBeGreaterThan(0)
    expect(state).not.toBe('done')
    expect(saidOf(note)).toMatch(/of order margin is held on Contract by an order Plimsoll cannot see/)
  })

  it('a flatten waits for a venue that is late to free the balances of cancelled orders', async () => {
    placeOnSpot(venue)
    await start()
    // Three reads return the old balances: one for the plan and two at the end.
    venue.faults.inject({ match: 'spot.account', kind: 'cached', times: 3 })
    await run.desk.submit('a', FLATTEN)
    expect(await run.ended()).toMatchObject({ state: 'done', note: null })
    expect(left(venue, family)).toBe(0)
  })
})

describe.each(FAMILIES)('an account at $family that lists no position although margin is in use', (family) => {
  beforeEach(() => begin(family))

  const EMPTY: Fault = { match: 'contract.account', kind: 'emptyList', field: 'positionVos' }

  it('is read again: conditional orders stay, and the positions are closed once they are listed', async () => {
    await start()
    const protective = closing().map(({ orderId }) => orderId)
    expect(protective.length).toBeGreaterThan(0)
    venue.faults.inject({ ...EMPTY, times: Infinity })
    await run.desk.submit('a', FLATTEN)
    await wait(clock, 10_000)
    expect(closing().map(({ orderId }) => orderId)).toEqual(protective)
    expect(run.desk.report().intents[0]?.state).toBe('running')
    venue.faults.clear()
    expect(await run.ended()).toMatchObject({ state: 'done' })
    expect(left(venue, family)).toBe(0)
    expect(faultsOf(venue)).toEqual([])
  })

  it('is never called flat if that lasts, and the note names the contradiction', async () => {
    await start(EMPTY)
    await run.desk.submit('a', FLATTEN)
    const { state, note } = await run.ended()
    expect(state).toBe('partial')
    expect(saidOf(note)).toMatch(/\d USDT of margin is in use, and no cross position of USDT is listed/)
    expect(closing().length).toBeGreaterThan(0)
  })

  it('keeps its positions on the screen, marked as partial', async () => {
    await start()
    venue.faults.inject({ ...EMPTY, times: Infinity })
    const held = positionsIn(venue, family).length
    await run.read()
    expect(run.view().positions).toHaveLength(held)
    expect(run.view().isPartial).toBe(true)
  })
})
