/** A flatten while the account cannot be read but orders can. */
import { describe, expect, it } from 'vitest'
import { heldBy, readPositions } from '#electron/desk/plan/held-positions.ts'
import type { Positions } from '#electron/desk/plan/reader.ts'
import { EXIT_LOOK, FIRST_LOOK, LATER_LOOK, type Look } from '#electron/desk/plan/thoroughness.ts'
import type { Action } from '#shared/desk/action.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import { prepare } from '#electron/desk/plan/prepare.ts'
import { ok } from '#shared/domain/result.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { CLOSE, FLATTEN, STOP, deskBench } from '#test/support/desk-bench.ts'
import { CONTRACT, OTHER_POSITION, POSITION } from '#test/support/model-venue.ts'
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

interface Asked {
  readonly action?: Action
  readonly whole?: boolean
  readonly look?: Look
  readonly view?: Partial<DeskView>
}

describe('what is taken from the positions known before', () => {
  const GONE = { ...OTHER_POSITION, key: 'gone', volume: decimal(0) }
  const held = (
    list: Positions['list'] | null,
    { action = FLATTEN, whole = false, look = FIRST_LOOK, view = {} }: Asked = {},
  ) => {
    const known: DeskView = {
      ...{ instruments: [CONTRACT], positions: [POSITION, OTHER_POSITION, GONE], positionsAgeMs: 1_000 },
      ...{ orders: [], balances: null, quotes: [], pace: { pools: [], roundTripMs: null }, risk: null },
      ...view,
    }
    const reading = list === null ? UNREAD : ok({ list, whole })
    const taken = heldBy(reading, { purpose: action, view: known, look }, { clock: new ManualClock(), tookMs: 30 })
    if (!taken.ok) return taken.error.code
    const { positions, isPartial, knownMs } = taken.value
    return [positions?.map(({ key }) => key) ?? null, isPartial, [...(knownMs ?? [])]]
  }
  const both = [POSITION.key, OTHER_POSITION.key]

  it('is everything when nothing could be read, with its age', () => {
    expect(held(null)).toEqual([both, true, both.map((key) => [key, 1_030])])
    expect(held(null, { action: CLOSE })).toEqual([both, true, both.map((key) => [key, 1_030])])
  })

  it('is what a list with gaps lacks, with its age', () => {
    expect(held([POSITION])).toEqual([both, true, [[OTHER_POSITION.key, 1_030]]])
  })

  it('is nothing when the list is whole, in a later look, or for an order that adds risk', () => {
    expect(held([POSITION], { whole: true })).toEqual([[POSITION.key], false, []])
    expect(held([POSITION], { look: LATER_LOOK })).toEqual([[POSITION.key], true, []])
    expect(held([POSITION], { action: STOP })).toEqual([[POSITION.key], true, []])
    expect(held(null, { look: LATER_LOOK })).toEqual([null, false, []])
    expect(held(null, { action: STOP })).toBe('READ_FAILED')
  })

  it('is nothing that is too old: a flatten then closes later, and a close is refused', () => {
    const view = { positionsAgeMs: 300_001 }
    expect(held(null, { view })).toEqual([null, false, []])
    expect(held(null, { view, action: CLOSE })).toBe('READ_FAILED')
    expect(held([POSITION], { view })).toEqual([[POSITION.key], true, []])
  })
})

describe('a read of positions that is not answered', () => {
  /** How long a plan waits for it, ms; null: as long as it takes. */
  async function waits(action: Action, known: Partial<DeskView>, { look = FIRST_LOOK, isPaused = false } = {}) {
    const clock = new ManualClock()
    const begun = clock.mono()
    const silent = { positions: () => new Promise<never>(() => undefined) }
    const read = reader({ ...silent, forExit: reader(silent), isPaused: () => isPaused })
    const view: DeskView = {
      ...{ instruments: [CONTRACT], positions: [POSITION], positionsAgeMs: null, orders: [], balances: null },
      ...{ quotes: [], pace: { pools: [], roundTripMs: null }, risk: null },
      ...known,
    }
    const ends: number[] = []
    const signal = new AbortController().signal
    void readPositions({ purpose: action, view, look }, { read, clock, signal }).then(() =>
      ends.push(clock.mono() - begun),
    )
    for (let ms = 0; ends.length === 0 && ms < 10_000; ms++) await clock.advance(1)
    return ends[0] ?? null
  }
  const recent = { positionsAgeMs: 0 }

  it.each<[string, Action, Partial<DeskView>, Parameters<typeof waits>[2], number | null]>([
    ['a flatten, which can cancel without it', FLATTEN, {}, {}, 2_000],
    ['a close by the last known size', CLOSE, recent, {}, 2_000],
    ['the same in a pause', CLOSE, recent, { isPaused: true }, 2_500],
    ['an exit', FLATTEN, recent, { look: EXIT_LOOK }, 2_000],
    ['a close while no size is known', CLOSE, {}, {}, null],
    ['an order that adds risk', STOP, recent, {}, null],
    ['a look after a round', FLATTEN, recent, { look: LATER_LOOK }, null],
  ])('holds up %s', async (_, action, view, options, expected) => {
    expect(await waits(action, view, options)).toBe(expected)
  })
})
