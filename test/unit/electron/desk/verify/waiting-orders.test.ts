/** The row of a resting order says how that order ended, for as long as it is reported. */
import { describe, expect, it } from 'vitest'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import { message, verbatim } from '#shared/words/message.ts'
import type { Message } from '#shared/domain/message.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { deskBench } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { CONTRACT, PAIR, POSITION, type ModelVenue } from '#test/support/model-venue.ts'

const bench = deskBench()
const AT_LIMIT: Action = { ...closeAtMarket(POSITION.key), tactic: { kind: 'limit', price: '120' } }

const waits = (executed: string): Message =>
  message('leg.close.waits', { price: { amount: '120' }, executed: { amount: executed }, volume: { amount: '7' } })

/** A close of 7 contracts that rests at 120, and its order. */
async function waiting(client?: (client: VenueClient) => VenueClient) {
  const venue = bench.small()
  const life = await bench.open(venue, client && { client })
  await bench.submit(life, 'limit', AT_LIMIT)
  await bench.clock.advance(2_000)
  const [leg] = life.legs()
  expect(leg).toMatchObject({ state: 'working', detail: waits('0') })
  return { venue, life, orderId: leg!.orderId! }
}

/** Polls the open orders every 2 s. */
async function polls(life: Life, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 2_000) {
    await bench.clock.advance(2_000)
    life.desk.reviewWaiting()
  }
  await bench.clock.advance(1_000)
}

const cancelAt = (venue: ModelVenue, orderId: string) =>
  venue.client().call('contract.cancelOrder', { contract: CONTRACT.name, orderId })

const newest = (life: Life) => life.desk.report().intents[0]

describe('a resting order', () => {
  it('stays as it is while it rests, and says what filled', async () => {
    const { venue, life, orderId } = await waiting()
    await polls(life, 12_000)
    expect(life.legs()[0]).toMatchObject({ state: 'working' })
    venue.fill(orderId, decimal(3))
    await polls(life, 12_000)
    expect(life.legs()[0]).toMatchObject({ state: 'working', detail: waits('3') })
  })

  it('that filled later says so, and that it had rested', async () => {
    const { venue, life, orderId } = await waiting()
    venue.fill(orderId)
    await polls(life, 6_000)
    expect(life.legs()[0]).toMatchObject({ state: 'verified', executed: decimal(7), waited: true })
    expect(newest(life)?.state).toBe('done')
  })

  it('that was cancelled later is neither a success nor a refusal', async () => {
    const { venue, life, orderId } = await waiting()
    const canceling = cancelAt(venue, orderId)
    await bench.clock.advance(500)
    await canceling
    await polls(life, 6_000)
    expect(life.legs()[0]).toMatchObject({ state: 'canceled', waited: true })
    expect(newest(life)?.state).toBe('failed')
  })

  it('that partly filled and was then cancelled reports both', async () => {
    const { venue, life, orderId } = await waiting()
    venue.fill(orderId, decimal(2))
    const canceling = cancelAt(venue, orderId)
    await bench.clock.advance(500)
    await canceling
    await polls(life, 6_000)
    expect(life.legs()[0]).toMatchObject({ state: 'partial', executed: decimal(2) })
    expect(life.legs()[0]?.detail).toEqual(
      message('leg.close.part', {
        ...{ executed: { amount: '2' }, volume: { amount: '7' }, status: message('leg.status.canceled') },
      }),
    )
  })

  it('is followed further in the next run', async () => {
    const { venue, life, orderId } = await waiting()
    life.kill()
    const later = await bench.open(venue)
    venue.fill(orderId)
    await polls(later, 6_000)
    expect(later.legs()[0]).toMatchObject({ state: 'verified', waited: true })
  })

  it('never blocks another close of its position', async () => {
    const { venue, life, orderId } = await waiting()
    venue.fill(orderId, decimal(2))
    const canceling = cancelAt(venue, orderId)
    await bench.clock.advance(4_000)
    await canceling
    life.desk.reviewWaiting()
    const answer = bench.submit(life, 'market', closeAtMarket(POSITION.key))
    expect(await answer).toMatchObject({ kind: 'accepted' })
  })

  /** A venue that answers nothing about orders by their id, and lists no ended orders. */
  const forgetful = (failure: Parameters<typeof err>[0]) => (client: VenueClient) => {
    let isForgetful = false
    const call: VenueClient['call'] = (endpoint, params, options) =>
      isForgetful && (endpoint === 'contract.order' || endpoint === 'contract.orderHistory')
        ? (Promise.resolve(err(failure)) as never)
        : client.call(endpoint, params, options)
    return { twisted: { ...client, call }, forget: () => (isForgetful = true) }
  }

  it.each([
    ['does not know it any more', { kind: 'notFound', outcome: 'rejected' }, 'needsHuman'],
    ['does not answer', { kind: 'network', outcome: 'unknown' }, 'working'],
  ] as const)('is reported truthfully when the venue %s', async (_, change, state) => {
    let forget = (): unknown => undefined
    const { venue, life, orderId } = await waiting((client) => {
      const made = forgetful({ ...localFailure('network', 'order', verbatim('no')), ...change })(client)
      forget = made.forget
      return made.twisted
    })
    venue.fill(orderId)
    forget()
    await polls(life, 30_000)
    expect(life.legs()[0]?.state).toBe(state)
    if (state === 'needsHuman') expect(life.legs()[0]?.detail.code).toBe('leg.waitsNoMore')
  })
})

it('a restored Spot order is followed too, and can be restored again once it was cancelled', async () => {
  const venue = bench.small()
  venue.restSpot()
  const life = await bench.open(venue)
  const filter = { area: 'spot', instrument: PAIR.symbol, side: null, closing: true } as const
  await bench.submit(life, 'cancel', { kind: 'cancelMatching', filter })
  await bench.clock.advance(3_000)
  await bench.submit(life, 'restore', { kind: 'restore', intentId: 'cancel' })
  await bench.clock.advance(3_000)
  const placed = life.legs()[0]
  expect(placed).toMatchObject({ state: 'working', request: { kind: 'place' } })
  const canceling = venue.client().call('spot.cancelOrder', { symbol: PAIR.symbol, orderId: placed!.orderId! })
  await bench.clock.advance(500)
  await canceling
  await polls(life, 6_000)
  expect(life.legs()[0]).toMatchObject({ state: 'canceled' })
  expect(await bench.submit(life, 'again', { kind: 'restore', intentId: 'cancel' })).toMatchObject({ kind: 'accepted' })
})
