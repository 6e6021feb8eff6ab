/** Exits are never denied or delayed for reasons that do not concern them. */
import { describe, expect, it } from 'vitest'
import type { EndpointName, VenueClient } from '#electron/venue/port.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import {
  CANCEL_ALL,
  cancelOf,
  CLOSE,
  deskBench,
  FLATTEN,
  LOST_LATE,
  LOST_UNDONE,
  states,
} from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { CONTRACT, OTHER_CONTRACT } from '#test/support/model-venue.ts'

const bench = deskBench()

type Meant = (endpoint: EndpointName, params: object) => boolean

/** Makes the calls selected by `isMeant` fail after `ms`. */
function failing(isMeant: Meant, ms = 0, clock?: Clock) {
  return (client: VenueClient): VenueClient => ({
    ...client,
    async call(endpoint, params, options) {
      if (!isMeant(endpoint, params)) return client.call(endpoint, params, options)
      if (clock) await wait(clock, ms)
      return err({ ...localFailure('timeout', endpoint, verbatim('down')), outcome: 'unknown' })
    },
  })
}

function names(params: object, instrument: string): boolean {
  return 'contract' in params && params.contract === instrument
}

describe('an order that nobody can settle', () => {
  const isDown: Meant = (endpoint, params) => endpoint !== 'contract.placeOrder' && names(params, OTHER_CONTRACT.name)

  it('delays no exit of anything else, in this run or the next', async () => {
    const venue = bench.small()
    const order = venue.rest(OTHER_CONTRACT.name)
    const life = await bench.open(venue, { client: failing(isDown) })
    await bench.submit(life, 'a', FLATTEN)
    await bench.clock.advance(60_000)
    expect(states(life)).toEqual(['unknown', 'verified'])
    venue.trade(decimal(5))
    expect(await bench.submit(life, 'b', FLATTEN)).toMatchObject({ kind: 'accepted' })
    await bench.clock.advance(5_000)
    expect(venue.volume.isZero()).toBe(true)
    life.kill()
    const next = bench.begin(venue, { client: failing(isDown) })
    void next.desk.recover()
    await bench.clock.advance(20_000)
    venue.trade(decimal(5))
    expect(await bench.submit(next, 'c', FLATTEN)).toMatchObject({ kind: 'accepted' })
    await bench.clock.advance(5_000)
    expect(venue.volume.isZero()).toBe(true)
    // Only this leg is still in progress.
    const again = { ...cancelOf(order.orderId), instrument: OTHER_CONTRACT.name }
    expect(await bench.submit(next, 'd', again)).toMatchObject({ denial: { code: 'IN_FLIGHT' } })
  })

  it('does not block a leg that a later run skipped', async () => {
    const venue = bench.small()
    const { orderId } = venue.rest()
    venue.fates = [LOST_UNDONE]
    // The app dies when the cancel was sent. The next run skips the close.
    const isMeant: Meant = (endpoint) => endpoint === 'contract.order'
    const life = await bench.open(venue, { client: (client) => failing(isMeant)({ ...client }) })
    void life.desk.submit('a', FLATTEN)
    while (!venue.arrivals.includes(orderId)) await bench.clock.advance(10)
    life.kill()
    const next = bench.begin(venue, { client: failing(isMeant) })
    void next.desk.recover()
    await bench.clock.advance(20_000)
    expect(states(next)).toContain('skipped')
    expect(await bench.submit(next, 'b', CLOSE)).toMatchObject({ kind: 'accepted' })
  })
})

it('a share of one position is no reason to refuse an exit of another', async () => {
  const venue = bench.small()
  venue.trade(decimal(5), OTHER_CONTRACT.name)
  venue.fates = [LOST_UNDONE]
  const life = await bench.open(venue)
  await bench.submit(life, 'a', closeAtMarket(CLOSE.positionKey, 25))
  expect(await bench.submit(life, 'b', { kind: 'closeSide', side: 'long' })).toMatchObject({ kind: 'accepted' })
  await bench.clock.advance(1_000)
  expect(venue.volumeOf(OTHER_CONTRACT.name).isZero()).toBe(true)
})

describe('a flatten', () => {
  it('cancels known orders while the positions cannot be read, and closes once they can', async () => {
    const venue = bench.small()
    venue.rest()
    venue.restSpot()
    let isDown = true
    const life = await bench.open(venue, { client: failing((endpoint) => isDown && endpoint === 'contract.account') })
    expect(await bench.submit(life, 'a', FLATTEN)).toMatchObject({ kind: 'accepted' })
    await bench.clock.advance(1_000)
    expect(venue.openOrders()).toEqual([])
    isDown = false
    await bench.clock.advance(10_000)
    expect(venue.volume.isZero()).toBe(true)
    expect(life.desk.report().intents[0]?.state).toBe('done')
  })

  it.each<[string, Meant]>([
    ['a host', (endpoint) => endpoint.startsWith('spot.')],
    [
      'a list of orders',
      (endpoint, params) => endpoint === 'contract.openOrders' && names(params, OTHER_CONTRACT.name),
    ],
    ['the cancels on the other host', (endpoint) => endpoint === 'spot.batchCancel'],
  ])('waits only briefly for %s that does not answer', async (_, isMeant) => {
    const venue = bench.small()
    venue.rest(CONTRACT.name)
    venue.restSpot()
    venue.restSpot()
    const life = await bench.open(venue, { client: failing(isMeant, 10_000, bench.clock) })
    void life.desk.submit('a', FLATTEN)
    await bench.clock.advance(2_500)
    expect(venue.volume.isZero()).toBe(true)
  })
})

async function planShown(life: Life, action: Action): Promise<string> {
  const preview = life.desk.preview(action)
  await bench.clock.advance(1_000)
  const shown = await preview
  if (shown.kind !== 'plan') throw new Error(JSON.stringify(shown))
  return shown.planId
}

describe('a plan that was overtaken since it was made', () => {
  it('cancels no order that another intent cancelled meanwhile, and does the rest', async () => {
    const venue = bench.small()
    const [gone, left] = [venue.rest().orderId, venue.rest().orderId]
    const life = await bench.open(venue)
    const planId = await planShown(life, FLATTEN)
    await bench.submit(life, 'one', cancelOf(gone))
    await bench.clock.advance(5_000)
    expect(states(life)).toEqual(['verified'])
    const answer = life.desk.submit('all', FLATTEN, planId)
    await bench.clock.advance(20_000)
    expect(await answer).toMatchObject({ kind: 'accepted' })
    expect(venue.arrivals.filter((id) => id === gone)).toEqual([gone])
    expect(venue.arrivals.filter((id) => id === left)).toEqual([left])
    expect(venue.volume.isZero()).toBe(true)
    expect(life.desk.report().intents[0]).toMatchObject({ intentId: 'all', state: 'done' })
  })

  it('has nothing left to do, and says so', async () => {
    const venue = bench.small()
    const { orderId } = venue.rest()
    const life = await bench.open(venue)
    const planId = await planShown(life, CANCEL_ALL)
    await bench.submit(life, 'one', cancelOf(orderId))
    await bench.clock.advance(5_000)
    const answer = life.desk.submit('all', CANCEL_ALL, planId)
    await bench.clock.advance(5_000)
    expect(await answer).toMatchObject({ kind: 'denied', denial: { code: 'NOTHING_TO_CANCEL' } })
    expect(venue.arrivals).toEqual([orderId])
  })

  it('does not cancel again an order known only from a list older than its cancel, when no list can be read now', async () => {
    const venue = bench.small()
    const { orderId } = venue.rest()
    const [orders, readAt] = [venue.openOrders(), bench.clock.mono()]
    const view = (now: DeskView): DeskView => ({
      ...{ ...now, orders },
      orderReads: [{ area: 'contract', instrument: CONTRACT.name, ageMs: bench.clock.mono() - readAt }],
    })
    let isDown = false
    const isMeant: Meant = (endpoint) => isDown && endpoint === 'contract.openOrders'
    const life = await bench.open(venue, { view, client: failing(isMeant) })
    await bench.submit(life, 'one', cancelOf(orderId))
    await bench.clock.advance(5_000)
    expect(states(life)).toEqual(['verified'])
    isDown = true
    void life.desk.submit('all', FLATTEN)
    await bench.clock.advance(60_000)
    expect(venue.arrivals.filter((id) => id === orderId)).toEqual([orderId])
    expect(venue.volume.isZero()).toBe(true)
  })

  it('cancels again an order that the venue lists once more after it was seen gone', async () => {
    const venue = bench.small()
    const { orderId } = venue.rest()
    const life = await bench.open(venue)
    await bench.submit(life, 'one', cancelOf(orderId))
    await bench.clock.advance(5_000)
    venue.reopen(orderId)
    await bench.submit(life, 'all', CANCEL_ALL)
    await bench.clock.advance(5_000)
    expect(venue.arrivals).toEqual([orderId, orderId])
  })
})

it('a close that is left to another request cancels nothing for its own sake', async () => {
  const venue = bench.small()
  venue.trade(decimal(5), OTHER_CONTRACT.name)
  const stop = venue.restClosing(decimal(4))
  venue.fates = [LOST_LATE]
  const life = await bench.open(venue)
  await bench.submit(life, 'a', { ...CLOSE, size: { kind: 'percent', percent: 50 } })
  await bench.clock.advance(1_000)
  const sent = venue.arrivals.length
  await bench.submit(life, 'b', { kind: 'closeSide', side: 'long' })
  await bench.clock.advance(1_000)
  expect(venue.arrivals.slice(sent)).not.toContain(stop.orderId)
  expect(venue.volumeOf(OTHER_CONTRACT.name).isZero()).toBe(true)
})
