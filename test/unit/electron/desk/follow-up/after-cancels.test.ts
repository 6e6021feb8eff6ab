/** After a cancel of everything: it is done only if the funds that are held back could be read, and are explained. */
import { expect, it } from 'vitest'
import type { EndpointName, VenueClient } from '#electron/venue/port.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { codesOf } from '#test/support/codes.ts'
import { deskBench } from '#test/support/desk-bench.ts'
import { UNREAD } from '#test/support/reader.ts'

const bench = deskBench()
const LEFT_OUT = [{ path: '[0]', reason: message('expected.missing') }]

type Answer = 'whole' | 'partial' | 'unread'

/** How a cancel of every order of `area` ends when its account is answered like this, `times` times. */
async function canceled(area: Area | null, failing: Area, answer: Answer, times = Infinity) {
  const venue = bench.small()
  if (area !== 'contract') venue.restSpot()
  if (area !== 'spot') venue.rest()
  const meant: EndpointName = `${failing}.account`
  let left = times
  const client = (wire: VenueClient): VenueClient => ({
    ...wire,
    async call(endpoint, params, options) {
      const found = await wire.call(endpoint, params, options)
      // The plan itself is made from whole reads.
      if (endpoint !== meant || venue.writes.length === 0 || answer === 'whole' || !found.ok || left-- <= 0)
        return found
      return answer === 'unread' ? UNREAD : ok({ ...found.value, quarantined: LEFT_OUT })
    },
  })
  const life = await bench.open(venue, { client })
  const filter = { area, instrument: null, side: null, closing: true }
  await bench.submit(life, 'a', { kind: 'cancelMatching', filter })
  await bench.clock.advance(30_000)
  expect(venue.openOrders(area ?? undefined)).toEqual([])
  const [intent] = life.desk.report().intents
  return { state: intent?.state, codes: codesOf(intent?.note ?? null) }
}

it.each<[Area | null, Area, Answer, boolean]>([
  [null, 'contract', 'whole', true],
  [null, 'contract', 'partial', false],
  [null, 'contract', 'unread', false],
  [null, 'spot', 'partial', false],
  [null, 'spot', 'unread', false],
  ['contract', 'contract', 'partial', false],
  // An area that was not meant need not be read.
  ['contract', 'spot', 'unread', true],
  ['spot', 'contract', 'unread', true],
])('a cancel of all orders (%s), whose %s account is %s, is done: %s', async (area, failing, answer, isDone) => {
  const { state, codes } = await canceled(area, failing, answer)
  expect([state, codes.includes('intent.holdsUnread')]).toEqual(isDone ? ['done', false] : ['partial', true])
})

it.each([
  [1, 'done'],
  [2, 'done'],
  [3, 'partial'],
])('the account is read three times before that is given up: %i failed', async (times, expected) => {
  expect((await canceled('contract', 'contract', 'unread', times)).state).toBe(expected)
})
