import type { Quarantined } from '#shared/domain/quarantine.ts'
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { createReader } from '#electron/desk/plan/reader.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { ok } from '#shared/domain/result.ts'
import type { AccountRead } from '#shared/domain/coherence.ts'
import { ManualClock } from '#test/support/clock.ts'
import { ModelVenue, POSITION } from '#test/support/model-venue.ts'
import { balance, marginAccount } from '#test/support/portfolio-fixtures.ts'

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

describe('an account without a position that was known', () => {
  const marginAccounts = [marginAccount('USDT', { walletBalance: 5 })]
  const WITH: AccountRead = { positions: [POSITION], marginAccounts }
  const WITHOUT: AccountRead = { positions: [], marginAccounts }

  /** The last of `replies`, each sent at its time. `shownAt`: when the account on screen was read; null: never. */
  async function lastOf(replies: readonly (readonly [number, AccountRead])[], shownAt: number | null, isOurs = false) {
    let [at, now] = [0, WITH]
    const call = async () => ok({ value: now, sentAt: at, answeredAt: at, timestamp: null, quarantined: [] })
    const known = () => (shownAt === null ? null : { ...WITH, readAt: shownAt, balances: null })
    const client = { ...sound, call: call as VenueClient['call'] }
    const read = createReader(client, NEVER, {
      known,
      isOurs: (key) => isOurs && key === POSITION.key,
      hasOrders: () => false,
    })
    let last: Awaited<ReturnType<typeof read.positions>> | null = null
    for ([at, now] of replies) last = await read.positions()
    return last?.ok === true && { whole: last.value.whole, doubts: last.value.doubts?.length }
  }

  const WHOLE = { whole: true, doubts: 0 }
  const DOUBTED = { whole: false, doubts: 1 }

  it.each([
    ['is doubted when the screen shows the position', [[7, WITHOUT]], 5, false, DOUBTED],
    [
      'is doubted when an earlier reply had it',
      [
        [6, WITH],
        [7, WITHOUT],
      ],
      null,
      false,
      DOUBTED,
    ],
    ['is believed when nothing is known', [[7, WITHOUT]], null, false, WHOLE],
    ['is believed when our own close took it', [[7, WITHOUT]], 5, true, WHOLE],
    [
      'is believed after 15 s',
      [
        [7, WITHOUT],
        [15_007, WITHOUT],
      ],
      5,
      false,
      WHOLE,
    ],
    [
      'is doubted until then',
      [
        [7, WITHOUT],
        [15_006, WITHOUT],
      ],
      5,
      false,
      DOUBTED,
    ],
    // What the screen shows is older than what was read since.
    [
      'stays believed',
      [
        [7, WITHOUT],
        [15_007, WITHOUT],
        [15_008, WITHOUT],
      ],
      5,
      false,
      WHOLE,
    ],
  ] as const)('%s', async (_, replies, shownAt, isOurs, expected) => {
    expect(await lastOf(replies, shownAt, isOurs)).toEqual(expected)
  })
})

it.each([
  ['not when the screen shows coins', [balance('BTC', 1)], [], false],
  ['when the screen shows none', [balance('BTC', 0)], [], true],
  ['when no balances were ever read', null, [], true],
  ['when something is listed', [balance('BTC', 1)], [balance('ETH', 1)], true],
] as const)('balances are whole %s', async (_, balances, list, whole) => {
  const known = () => ({ positions: [], marginAccounts: [], readAt: 0, balances })
  const read = await createReader(answering(list, []), NEVER, {
    known,
    isOurs: () => false,
    hasOrders: () => false,
  }).balances()
  expect(read.ok && read.value.whole).toBe(whole)
})

it('counts margin as held back for orders unless it is read as none', async () => {
  const marginAccounts = [null, 0, 1].map((orderMargin, at) => marginAccount(`COIN ${at}`, { orderMargin }))
  const value = { positions: [], marginAccounts }
  const call = async () => ok({ value, sentAt: 0, answeredAt: 0, timestamp: null, quarantined: [] })
  const read = await createReader({ ...sound, call }, NEVER).positions()
  expect(read.ok && read.value.orderMarginCoins).toEqual(['COIN 0', 'COIN 2'])
})

it('lists apart what a venue adds of other instruments', async () => {
  const [own, other] = [{ instrument: 'X' }, { instrument: 'Y' }]
  const read = await createReader(answering([own, other], []), NEVER).openOrders('spot', 'X')
  expect(read.ok && [read.value.list, read.value.others]).toEqual([[own], [other]])
})

it.each([
  ['contract', 'backingOff', [true, false]],
  ['spot', 'backingOff', [false, true]],
  ['contract', 'open', [false, false]],
] as const)('is paused where the venue asked to slow down: %s %s', (area, state, expected) => {
  const budget = () => ({ pools: [], hosts: [{ area, state }] }) as unknown as ReturnType<VenueClient['budget']>
  const read = createReader({ ...sound, budget }, NEVER)
  expect([read.isPaused('contract'), read.isPaused('spot')]).toEqual(expected)
})
