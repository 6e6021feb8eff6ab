import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIntentBook } from '#electron/desk/state/intents.ts'
import { decodeEntry, encodeEntry, PLANNED, type Entry, type Row } from '#electron/desk/log/entries.ts'
import { createPast, REPORTED, type AccountPast } from '#electron/desk/log/past.ts'
import type { Journal } from '#electron/desk/log/journal.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { LegRequest, LegState } from '#shared/desk/plan.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { ManualClock } from '#test/support/clock.ts'

const ACCOUNT = 'account'
const KEY = 'E-BTC-USDT:cross:long'
const ON_CONTRACT = { area: 'contract', instrument: 'E-BTC-USDT' } as const
const ON_POSITION = { ...ON_CONTRACT, positionKey: KEY, side: 'sell', marginMode: 'cross', volume: decimal(7) } as const

const ORDER = { ...ON_CONTRACT, orderId: '7' }

const CANCEL: LegRequest = { kind: 'cancel', ...ORDER }
const CLOSE: LegRequest = {
  ...{ kind: 'close', ...ON_POSITION, price: decimal(100), timeInForce: 'rest', clientOrderId: 'c1' },
}
const PROTECT: LegRequest = {
  ...{ kind: 'protect', ...ON_POSITION, purpose: 'stopLoss', triggerPrice: decimal(90), trigger: 'fall' },
}
const PLACE: LegRequest = {
  ...{ kind: 'place', area: 'spot', instrument: 'BTCUSDT', standsFor: '7', side: 'buy' },
  ...{ price: decimal('1.5'), quantity: decimal(2), clientOrderId: 'c2' },
}

/** What is asked for, and the request of each of its legs. */
const KINDS: Readonly<Record<string, { readonly action: Action; readonly request: LegRequest }>> = {
  cancel: { action: { kind: 'cancelOrder', ...ORDER }, request: CANCEL },
  close: { action: closeAtMarket(KEY), request: CLOSE },
  chase: { action: { ...closeAtMarket(KEY), tactic: { kind: 'chase', stopPercent: '5' } }, request: CLOSE },
  flatten: { action: { kind: 'flatten', spot: 'keep' }, request: CLOSE },
  protect: {
    action: {
      ...{ kind: 'protect', positionKey: KEY, purpose: 'stopLoss', size: { kind: 'percent', percent: 100 } },
      ...{ trigger: { kind: 'breakEven' } },
    },
    request: PROTECT,
  },
  restore: { action: { kind: 'restore', intentId: 'i0' }, request: PLACE },
}

/** One intent: of each round the states its legs went through, and what was noted at its end. */
interface Told {
  readonly what: string
  readonly rounds: readonly (readonly (readonly LegState[])[])[]
  readonly isMissing: boolean
  readonly isClear: boolean
  readonly isSeen: boolean
  readonly isOrphaned: boolean
  /** When it begins and how fast it goes on: intents are under way at the same time. */
  readonly start: number
  readonly pace: number
}

const ENDS = fc.constantFrom<LegState>('verified', 'working', 'accepted', 'partial', 'rejected', 'skipped', 'absent')
const states = fc
  .tuple(fc.subarray<LegState>(['journalled', 'acknowledged', 'unknown']), fc.option(ENDS, { freq: 12 }))
  .map(([first, end]) => (end === null ? first : [...first, end]))
const told: fc.Arbitrary<Told> = fc.record({
  what: fc.constantFrom(...Object.keys(KINDS), 'cancel', 'cancel', 'close', 'chase'),
  rounds: fc.array(fc.array(states, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  isMissing: fc.boolean(),
  isClear: fc.boolean(),
  isSeen: fc.boolean(),
  isOrphaned: fc.boolean(),
  start: fc.nat({ max: 300 }),
  pace: fc.constantFrom(1, 1, 1, 40),
})

function entriesOf({ what, rounds, isMissing, isClear, isSeen, isOrphaned }: Told, id: number): readonly Entry[] {
  const { action, request } = KINDS[what] ?? { action: closeAtMarket(KEY), request: CLOSE }
  let leg = 0
  const all = rounds.flatMap((round, index): Entry[] => {
    const legs = round.map(() => request)
    const opening: Entry =
      index === 0
        ? { kind: 'accepted', plan: { action, legs, estimate: null }, orders: [], missed: isMissing ? 'two' : null }
        : { kind: 'extended', legs, orders: [] }
    const changes = round.flatMap((each) => {
      const at = leg++
      return each.map((state): Entry => {
        const orderId = state === 'journalled' ? null : `${id}-${at}`
        return { kind: 'leg', leg: at, record: { ...PLANNED, state, orderId } }
      })
    })
    return [opening, ...changes]
  })
  if (isOrphaned) all.push({ kind: 'orphaned', leg: 0 })
  if (isClear) all.push({ kind: 'extended', legs: [], orders: [] })
  return isSeen ? [...all, { kind: 'seen' }] : all
}

/** The rows as they would stand in the file, those of several intents among each other. */
function rowsOf(all: readonly Told[]): readonly Row[] {
  const timed = all.flatMap((one, id) =>
    entriesOf(one, id).map((entry, step) => ({ time: one.start + step * one.pace, intent: `i${id}`, entry })),
  )
  return timed
    .toSorted((one, other) => one.time - other.time)
    .map(({ time, intent, entry }, index) => ({
      ...{ seq: index + 1, at: 1_700_000_000_000 + time, account: ACCOUNT, intent },
      leg: entry.kind === 'leg' ? entry.leg : null,
      kind: entry.kind === 'leg' ? entry.record.state : entry.kind,
      body: encodeEntry(entry),
    }))
}

function everyRow(rows: readonly Row[]): AccountPast {
  const read = rows.flatMap(({ intent, at, body }) => {
    const entry = decodeEntry(body)
    return entry === null ? [] : [{ intentId: intent, at, entry }]
  })
  return { rows: read, orderIds: [] }
}

function neededRows(rows: readonly Row[]): AccountPast {
  const past = createPast()
  for (const row of rows) past.take(row)
  expect(past.settle()).toBeNull()
  return past.of(ACCOUNT)
}

/** All that a book knows after it took up `past`, and what it wrote meanwhile. */
function knownFrom(past: AccountPast, orderIds: readonly string[]) {
  const written: unknown[] = []
  const journal: Journal = {
    notice: null,
    append(...row) {
      written.push(row)
      return ok(null)
    },
    answer: () => null,
    past: () => past,
    close: () => undefined,
  }
  const book = createIntentBook({ journal, accountId: ACCOUNT, clock: new ManualClock(), onChange: () => undefined })
  const goesOn = book.restore()
  const others = goesOn.map(({ legs }) => legs.map((leg) => orderIds.filter((orderId) => leg.isAnothers(orderId))))
  return structuredClone({
    goesOn: goesOn.map(({ id }) => id),
    others,
    written,
    all: plain(book.all()),
    protections: plain(book.protections()),
    placements: plain(book.placements()),
  })
}

/** As data: with what getters give, and without functions. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

it('of the rows of earlier runs, those that are kept tell the desk the same as all of them', () => {
  fc.assert(
    fc.property(fc.array(told, { minLength: REPORTED - 5, maxLength: REPORTED + 40 }), (all) => {
      const rows = rowsOf(all)
      const orderIds = all.flatMap(({ rounds }, id) => rounds.flat().map((_, leg) => `${id}-${leg}`))
      expect(knownFrom(neededRows(rows), orderIds)).toEqual(knownFrom(everyRow(rows), orderIds))
    }),
    // A story this long takes minutes to be made smaller.
    { numRuns: 12, endOnFailure: true },
  )
})
