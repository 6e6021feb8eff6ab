/** Every number that a profile may set is within bounds that keep the way out open, whoever wrote the profile. */
import { describe, expect, it } from 'vitest'
import { SHORTEST_CUT_LIST } from '#shared/desk/facts.ts'
import { Pool } from '#electron/venue/limits/pool.ts'
import { ENDPOINTS, ENDPOINT_NAMES } from '#electron/venue/endpoints/table.ts'
import type { Dialect, Limit } from '#electron/venue/profile/dialect.ts'
import { dialectFieldsSchema, storedDialectSchema } from '#electron/venue/profile/profile-schema.ts'
import { ManualClock } from '#test/support/clock.ts'

/** The longest that an exit may wait for a place within its own limit, ms. */
const LONGEST_MS = 61_000
const ENDPOINT = 'contract.placeOrder'

type Numbers = readonly { readonly set: (value: unknown) => object; readonly least: number; readonly most: number }[]
const perArea = (name: keyof Dialect, least: number, most: number): Numbers =>
  (['spot', 'contract'] as const).map((area) => ({ set: (value) => ({ [name]: { [area]: value } }), least, most }))
const limitOf = (count: unknown, windowMs: unknown) => ({ limits: { [ENDPOINT]: { count, windowMs } } })

/** The numbers in each field of a dialect. A new field does not compile without its row. */
const NUMBERS: Readonly<Record<keyof Dialect, Numbers>> = {
  limits: [
    { set: (count) => limitOf(count, 1_000), least: 1, most: 100_000 },
    { set: (windowMs) => limitOf(100_000, windowMs), least: 1, most: 60_000 },
  ],
  weightPerMinute: perArea('weightPerMinute', 20, 10_000_000),
  openOrdersLimit: [{ set: (openOrdersLimit) => ({ openOrdersLimit }), least: SHORTEST_CUT_LIST, most: 1_000 }],
  depthLimit: perArea('depthLimit', 5, 100),
  clockLeadMs: [{ set: (clockLeadMs) => ({ clockLeadMs }), least: 0, most: 2_000 }],
  ...{ api: [], signGetQuery: [], spotVersion: [], paths: [], numericEncoding: [], batchIds: [], triggerType: [] },
  ...{ conditionPriceRequired: [], marketOpen: [], marketClose: [], openOrders: [], symbolCase: [], intervals: [] },
  headers: [],
}
const fits = (dialect: object): boolean => dialectFieldsSchema.safeParse(dialect).success

describe.each(Object.entries(NUMBERS).flatMap(([name, numbers]) => numbers.map((number) => ({ name, ...number }))))(
  'a number of $name',
  ({ set, least, most }) => {
    it('may be its minimum and its maximum', () => {
      expect([least, most].map((value) => fits(set(value)))).toEqual([true, true])
    })

    it.each([least - 1, most + 1, -1, least + 0.5, NaN, Infinity, -Infinity, 1e21, String(least), true, [least], {}])(
      'may not be %s',
      (value) => expect(fits(set(value))).toBe(false),
    )
  },
)

it('exists in every field that takes one', () => {
  const numeric = (Object.keys(NUMBERS) as (keyof Dialect)[]).filter((name) => NUMBERS[name].length > 0)
  const others = (Object.keys(dialectFieldsSchema.shape) as (keyof Dialect)[]).filter((name) => !numeric.includes(name))
  expect(others.filter((name) => fits({ [name]: 1 }) || fits({ [name]: { spot: 1 } }))).toEqual([])
})

/** How long an exit waits for a place, ms, when the venue just answered as many calls as the limit allows. */
function longestWaitMs(limit: Limit): number {
  const clock = new ManualClock()
  const pool = new Pool(clock, limit)
  for (let call = 0; call < limit.count; call += 1) {
    pool.take(1)
    pool.release(1, clock.mono())
  }
  return pool.freeIn(1, 'act')
}

describe('a limit', () => {
  const COUNTS = [1, 2, 5, 6, 7, 20, 1_000]
  const WINDOWS = [1, 999, 2_000, 10_000, 10_001, 20_000, 59_999, 60_000, 60_001, 3_600_000, 86_400_000]
  const ALL = COUNTS.flatMap((count) => WINDOWS.map((windowMs) => ({ count, windowMs })))

  it('delays no exit for long, and allows a call every 10 s', () => {
    const taken = ALL.filter(({ count, windowMs }) => fits(limitOf(count, windowMs)))
    expect(taken.length).toBeGreaterThan(20)
    expect(taken.filter((limit) => longestWaitMs(limit) > LONGEST_MS)).toEqual([])
    expect(taken.filter(({ count, windowMs }) => windowMs / count > 10_000)).toEqual([])
  })

  it('of one call a day is allowed for no endpoint', () => {
    const day = { count: 1, windowMs: 86_400_000 }
    expect(ENDPOINT_NAMES.filter((name) => fits({ limits: { [name]: day } }))).toEqual([])
    const slow = { count: 1, windowMs: 60_000 }
    expect(ENDPOINT_NAMES.filter((name) => fits({ limits: { [name]: slow } }))).toEqual([])
  })

  it('in the endpoint table satisfies this', () => {
    const own = ENDPOINT_NAMES.map((name) => ENDPOINTS[name].limit)
    expect(own.filter((limit) => longestWaitMs(limit) > LONGEST_MS)).toEqual([])
  })

  it('that an earlier version accepted is left out of a stored account, which still opens', () => {
    const stored = {
      limits: { [ENDPOINT]: { count: 1, windowMs: 86_400_000 }, 'spot.time': { count: 5, windowMs: 1_000 } },
    }
    expect(storedDialectSchema.parse({ ...stored, signGetQuery: false })).toEqual({
      signGetQuery: false,
      limits: { 'spot.time': { count: 5, windowMs: 1_000 } },
    })
    expect(storedDialectSchema.safeParse({ limits: 5 }).success).toBe(false)
  })
})
