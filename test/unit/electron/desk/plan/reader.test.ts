import type { Quarantined } from '#shared/domain/quarantine.ts'
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { createReader } from '#electron/desk/plan/reader.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { ok } from '#shared/domain/result.ts'
import { ManualClock } from '#test/support/clock.ts'
import { marginAccount } from '#test/support/portfolio-fixtures.ts'
import { ModelVenue } from '#test/support/model-venue.ts'

const sound = new ModelVenue(new ManualClock()).client()

/** A client that answers every read with `list`, and reports `quarantined` entries as left out. */
function answering(list: readonly unknown[], quarantined: readonly Quarantined[], asked: unknown[] = []): VenueClient {
  return {
    ...sound,
    async call(endpoint, params, options) {
      asked.push({ endpoint, params, lane: options?.lane })
      const value = endpoint === 'contract.account' ? { marginAccounts: [], positions: list } : list
      return ok({ value: value as never, sentAt: 0, answeredAt: 0, timestamp: null, quarantined })
    },
  }
}

const LEFT_OUT = [{ path: '[0]', reason: message('expected.missing') }]
const NEVER = new AbortController().signal

describe('a reading is complete', () => {
  it.each([
    ['spot', [], [], true],
    ['contract', [], [], true],
    ['spot', [], LEFT_OUT, false],
    ['contract', [], LEFT_OUT, false],
  ] as const)('of %s orders, %j with %j left out: %s', async (area, list, quarantined, whole) => {
    const read = await createReader(answering(list, quarantined), NEVER).openOrders(area, 'X')
    expect(read.ok && read.value.whole).toBe(whole)
  })

  it.each(['spot', 'contract'] as const)('of %s orders not when the venue truncates the list', async (area) => {
    const client = answering([], [])
    const call: typeof client.call = async (...asked) => {
      const answer = await client.call(...asked)
      return answer.ok ? ok({ ...answer.value, isCut: true }) : answer
    }
    const read = await createReader({ ...client, call }, NEVER).openOrders(area, 'X')
    expect(read.ok && read.value).toMatchObject({ whole: false, isCut: true })
  })

  it('of positions only when no entry was left out', async () => {
    for (const [quarantined, whole] of [
      [[], true],
      [LEFT_OUT, false],
    ] as const) {
      const read = await createReader(answering([], quarantined), NEVER).positions()
      expect(read.ok && read.value.whole).toBe(whole)
    }
  })
})

it('does not believe an account that lists nothing after its orders were seen, until it lists something', async () => {
  let hasOrders = true
  let coins: unknown[] = []
  const call: VenueClient['call'] = async () => {
    const value = { marginAccounts: coins, positions: [] }
    return ok({ value: value as never, sentAt: 0, answeredAt: 0, timestamp: null, quarantined: [] })
  }
  const witness = { known: () => null, isOurs: () => false, hasOrders: () => hasOrders }
  const read = createReader({ ...sound, call }, NEVER, witness)
  const isWhole = async (): Promise<unknown> => {
    const positions = await read.positions()
    return positions.ok && [positions.value.whole, positions.value.doubts?.map(({ code }) => code)]
  }
  const doubted = [false, ['account.doubt.nothingListed']]
  expect(await isWhole()).toEqual(doubted)
  // Cancelling the order that was the evidence makes the reply no better.
  hasOrders = false
  expect(await isWhole()).toEqual(doubted)
  coins = [marginAccount('USDT')]
  expect(await isWhole()).toEqual([true, []])
  coins = []
  expect(await isWhole()).toEqual([true, []])
})

describe('a history is complete since a moment', () => {
  const HOUR_MS = 3_600_000
  const now = 100 * HOUR_MS
  const page = (length: number, time: number) => Array.from({ length }, () => ({ time }))

  it.each([
    ['that every venue still lists, with all there is', now - HOUR_MS, page(3, now), now, true],
    ['that a venue may list no more, with all it lists', now - 24 * HOUR_MS, page(3, now), now, false],
    ['long ago, with something older', now - 50 * HOUR_MS, page(3, now - 51 * HOUR_MS), now, true],
    ['of a full page with nothing older', now - HOUR_MS, page(100, now), now, false],
    ['that is not known', -Infinity, page(3, now), now, false],
    ['while the venue’s clock is not known', now - HOUR_MS, page(3, now), null, false],
  ] as const)('%s: %#', async (_, since, list, venueTime, whole) => {
    const client = { ...answering(list, []), venueTime: () => venueTime }
    const read = await createReader(client, NEVER).spotTrades('BTCUSDT', since)
    expect(read.ok && read.value.whole).toBe(whole)
  })
})

it('sends all reads in the verify lane', async () => {
  const asked: unknown[] = []
  const read = createReader(answering([], [], asked), NEVER)
  await read.positions()
  await read.openOrders('spot', 'BTCUSDT')
  await read.order('spot', 'BTCUSDT', '7')
  expect(asked).toEqual([
    { endpoint: 'contract.account', params: {}, lane: 'verify' },
    { endpoint: 'spot.openOrders', params: { symbol: 'BTCUSDT' }, lane: 'verify' },
    { endpoint: 'spot.order', params: { symbol: 'BTCUSDT', orderId: '7' }, lane: 'verify' },
  ])
})
