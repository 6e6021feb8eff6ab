import { describe, expect, it } from 'vitest'
import { findRoom, LOCK_PATIENCE_MS, type Room } from '#electron/desk/run/closable-now.ts'
import type { Reader } from '#electron/desk/plan/reader.ts'
import { LONGEST_LAG_MS, type AtMost } from '#electron/desk/run/lagging-lists.ts'
import type { Leg } from '#electron/desk/state/intent.ts'
import type { CloseRequest } from '#shared/desk/plan.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal } from '#test/support/amounts.ts'
import { ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { BTC, HELD, order, REQUEST } from '#test/support/close-fixtures.ts'
import { position } from '#test/support/portfolio-fixtures.ts'
import { reader, UNREAD } from '#test/support/reader.ts'

/** 12 contracts held, 2 of them locked; 4 are to be closed. */
const FREE = { ...HELD, pendingCloseVolume: decimal(0) }
const LOCKING = order('1', { quantity: decimal(10) })

interface Asked {
  readonly reads?: Partial<Reader>
  readonly request?: Partial<CloseRequest>
  readonly round?: number
  readonly most?: AtMost
  readonly known?: Position | null
  readonly heldThen?: readonly string[]
  /** How long locks may last, ms. */
  readonly patienceMs?: number
}

/** The room, and how long it took to find, ms. */
async function found(asked: Asked): Promise<[Room['kind'], number]> {
  const clock = new ManualClock()
  const begun = clock.mono()
  const leg = { request: { ...REQUEST, ...asked.request }, round: asked.round ?? 1 } as Leg
  const lists: Partial<Reader> = {
    positions: async () => ok({ list: [FREE], whole: true }),
    openOrders: async () => ok({ list: [], whole: true }),
    ...asked.reads,
  }
  const results: [Room['kind'], number][] = []
  const work = findRoom([leg], begun + (asked.patienceMs ?? LOCK_PATIENCE_MS), {
    read: reader({ ...lists, forExit: reader(lists) }),
    clock,
    signal: new AbortController().signal,
    heldAtMost: () => new Map(asked.most ? [[HELD.key, asked.most]] : []),
    lastKnown: () => asked.known ?? null,
    heldThen: new Set(asked.heldThen),
  }).then(({ kind }) => results.push([kind, clock.mono() - begun]))
  for (let ms = 0; results.length === 0 && ms < 20_000; ms++) await clock.advance(1)
  await work
  return results[0]!
}

const listing = (list: readonly Position[], whole = true): Partial<Reader> => ({
  positions: async () => ok({ list, whole }),
})
const atMost = (held: number, free = held): AtMost => ({ held: decimal(held), free: decimal(free) })
const SHORT = position(BTC, { side: 'short', volume: 1 })

describe('the room for a close', () => {
  it.each<[string, Asked, Room['kind'], number]>([
    ['is enough when it is free', {}, 'enough', 0],
    ['is enough to the last contract', { request: { volume: decimal(12) } }, 'enough', 0],
    ['is gone with the position', { reads: listing([]) }, 'gone', 0],
    ['is too little where the list has gaps, once patience ends', { reads: listing([], false) }, 'tooLittle', 5_000],
    [
      'is too little while the position cannot be read',
      { reads: { positions: async () => UNREAD } },
      'tooLittle',
      5_000,
    ],
    ['is too little at once when there is no patience', { reads: listing([], false), patienceMs: 0 }, 'tooLittle', 0],
    ['waits for what locks it', { reads: listing([{ ...FREE, pendingCloseVolume: decimal(9) }]) }, 'tooLittle', 5_000],
    ['is too little at once when less is held', { request: { volume: decimal(13) } }, 'tooLittle', 0],
    ['waits for a list that lags', { most: atMost(11) }, 'lagging', LONGEST_LAG_MS],
    ['waits for a lock that lags', { most: atMost(12, 11) }, 'lagging', LONGEST_LAG_MS],
    ['lags not when as much is left as is listed', { most: atMost(12) }, 'enough', 0],
    ['has turned when the other side is held', { reads: listing([SHORT]) }, 'turned', 0],
    [
      'is gone when the other side was held before',
      { reads: listing([SHORT]), heldThen: [HELD.key, SHORT.key] },
      'gone',
      0,
    ],
    ['has turned when only the other side is new', { reads: listing([SHORT]), heldThen: [HELD.key] }, 'turned', 0],
    ['has turned when this side was not held before', { reads: listing([SHORT]), heldThen: [SHORT.key] }, 'turned', 0],
    ['is gone when the other side is empty', { reads: listing([{ ...SHORT, volume: decimal(0) }]) }, 'gone', 0],
    [
      'is gone when another position on this side is held',
      { reads: listing([position(BTC, { marginMode: 'isolated' })]) },
      'gone',
      0,
    ],
    ['is enough beside the other side', { reads: listing([FREE, SHORT]) }, 'enough', 0],
  ])('%s', async (_, asked, kind, tookMs) => {
    expect(await found(asked)).toEqual([kind, tookMs])
  })
})

it.each([
  ['what is wanted, if our closes left no more', undefined, 13, 1],
  ['what is wanted, if our closes left as much as is listed', atMost(12), 13, 1],
  ['what our closes left, if that is more than is listed', atMost(15), 15, 3],
])('too little is held says how much was taken of %s', async (_, most, held, taken) => {
  const lists = { ...listing([FREE]), openOrders: async () => ok({ list: [], whole: true }) }
  const request: CloseRequest = { ...REQUEST, volume: decimal(13) }
  const room = await findRoom([{ request, round: 1 } as Leg], 0, {
    read: reader({ forExit: reader(lists) }),
    clock: new ManualClock(),
    signal: new AbortController().signal,
    heldAtMost: () => new Map(most ? [[HELD.key, most]] : []),
    lastKnown: () => null,
    heldThen: new Set(),
  })
  const facts = { taken: { amount: String(taken) }, held: { amount: String(held) } }
  expect(room).toMatchObject({ kind: 'tooLittle', why: message('leg.close.takenFirst', facts) })
})

describe('the last known size', () => {
  const never: Partial<Reader> = { positions: () => new Promise<never>(() => undefined) }
  const paused: Partial<Reader> = { isPaused: () => true }
  it.each<[string, Asked, Room['kind'], number]>([
    ['is used after a second without an answer', { reads: never, known: FREE }, 'enough', 1_000],
    [
      'after half a second if the plan used it too',
      { reads: never, known: FREE, request: { knownMs: 1 } },
      'enough',
      500,
    ],
    ['after five seconds in a pause', { reads: { ...never, ...paused }, known: FREE }, 'enough', 5_000],
    [
      'at once in a pause if the plan used it too',
      { reads: { ...never, ...paused }, known: FREE, request: { knownMs: 1 } },
      'enough',
      0,
    ],
    ['at once after a failure', { reads: { positions: async () => UNREAD }, known: FREE }, 'enough', 0],
    ['where a list has gaps', { reads: listing([], false), known: FREE }, 'enough', 0],
    ['up to its last contract', { reads: listing([], false), known: { ...FREE, volume: decimal(4) } }, 'enough', 0],
    [
      'not if it has too little free',
      { reads: { positions: async () => UNREAD }, known: { ...FREE, volume: decimal(3) }, patienceMs: 1_000 },
      'tooLittle',
      1_000,
    ],
    ['not where a whole list shows the position gone', { reads: listing([]), known: FREE }, 'gone', 0],
    ['not in a later round', { reads: listing([], false), known: FREE, round: 2, patienceMs: 500 }, 'tooLittle', 500],
  ])('%s', async (_, asked, kind, tookMs) => {
    expect(await found(asked)).toEqual([kind, tookMs])
  })

  it('is asked with the orders just read, if all of them were', async () => {
    const orders: unknown[] = []
    for (const whole of [true, false]) {
      const lists = { openOrders: async () => ok({ list: [LOCKING], whole }) }
      await findRoom([{ request: REQUEST, round: 1 } as Leg], 0, {
        read: reader({ forExit: reader(lists) }),
        clock: new ManualClock(),
        signal: new AbortController().signal,
        heldAtMost: () => new Map(),
        lastKnown: (_, read) => (orders.push(read), null),
        heldThen: new Set(),
      })
    }
    expect(orders).toEqual([null, [LOCKING], null, null])
  })
})
