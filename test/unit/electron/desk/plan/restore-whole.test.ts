// A restore covers everything that an intent cancelled, or says what is missing. It never covers only the part known so
// far.
import { expect, it } from 'vitest'
import { localFailure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import { LOST_UNDONE, deskBench, states } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'
import { PAIR, type ModelVenue } from '#test/support/model-venue.ts'
import { saidOf } from '#test/support/codes.ts'
import { inEnglish } from '#shared/words/say.ts'
import { message } from '#shared/words/message.ts'

const bench = deskBench()
const RESTORE = { kind: 'restore', intentId: 'cancel' } as const

/** `unread()` gives the order whose outcome the venue cannot tell. */
async function cancelTwo(venue: ModelVenue, unread: () => string | null = () => null): Promise<Life> {
  const resting = [venue.restSpot(), venue.restSpot()]
  const life = await bench.open(venue, {
    client: (client) => ({
      ...client,
      call: (endpoint, params, options) =>
        endpoint === 'spot.order' && 'orderId' in params && params.orderId === unread()
          ? Promise.resolve(
              err({ ...localFailure('network', endpoint, verbatim('no network')), outcome: 'unknown' as const }),
            )
          : client.call(endpoint, params, options),
    }),
  })
  const orders = resting.map(({ area, instrument, orderId }) => ({ area, instrument, orderId }))
  await bench.submit(life, 'cancel', { kind: 'cancelOrders', orders })
  return life
}

async function preview(life: Life) {
  const asked = life.desk.preview(RESTORE)
  await bench.clock.advance(200)
  return asked
}

const waits = (settled: number) => ({
  kind: 'denied',
  denial: { code: 'STILL_SETTLING', message: message('intent.denied.settling', { settled, of: 2 }) },
})

it('waits until the venue has confirmed every cancel, previewed or submitted, and is then complete', async () => {
  const venue = bench.small()
  const life = await cancelTwo(venue)
  expect(states(life)).toEqual(['acknowledged', 'acknowledged'])
  expect(await preview(life)).toMatchObject(waits(0))
  expect(await bench.submit(life, 'early', RESTORE)).toMatchObject(waits(0))
  await bench.clock.advance(5_000)
  expect(states(life)).toEqual(['verified', 'verified'])
  expect(venue.openOrders('spot')).toEqual([])
  const answer = await preview(life)
  expect(answer.kind === 'plan' && answer.plan.legs).toHaveLength(2)
})

it('waits for a cancel whose answer was lost', async () => {
  const venue = bench.small()
  venue.fates = [LOST_UNDONE]
  const life = await cancelTwo(venue)
  await bench.clock.advance(1_000)
  expect(states(life)).toContain('unknown')
  expect(await preview(life)).toMatchObject(waits(0))
})

it('names the order whose outcome cannot be read, and counts it as left out', async () => {
  const venue = bench.small()
  let hidden: string | null = null
  const life = await cancelTwo(venue, () => hidden)
  await bench.clock.advance(5_000)
  const [first] = life.desk.report().intents[0]?.legs ?? []
  hidden = first?.request.kind === 'cancel' ? first.request.orderId : null
  const answer = await preview(life)
  if (answer.kind !== 'plan') throw new Error(inEnglish(answer.denial.message))
  expect(answer.plan.legs).toHaveLength(1)
  expect(answer.plan.estimate?.warnings).toEqual([
    message('plan.notAgain.leftUnknown', { order: hidden ?? '', instrument: first?.request.instrument ?? '' }),
  ])
  await bench.submit(life, 'restore', RESTORE)
  await bench.clock.advance(5_000)
  const note = life.desk.report().intents[0]?.note
  expect(saidOf(note)).toContain('could not be placed again: 1')
  expect(venue.openOrders('spot')).toHaveLength(1)
})

it('waits for the look that follows a cancel of everything, and says so', async () => {
  const venue = bench.small()
  venue.restSpot()
  const life = await bench.open(venue)
  await bench.submit(life, 'cancel', { kind: 'cancelMatching', filter: allOrdersOf('spot', PAIR.symbol) })
  while (states(life).some((state) => state !== 'verified')) await bench.clock.advance(10)
  const denial = { code: 'STILL_SETTLING', message: message('intent.denied.lookingForMore') }
  expect(await preview(life)).toMatchObject({ kind: 'denied', denial })
})
