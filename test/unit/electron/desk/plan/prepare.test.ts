import { describe, expect, it } from 'vitest'
import { EXIT_LOOK, FIRST_LOOK, LATER_LOOK, type Look, type Memory } from '#electron/desk/plan/thoroughness.ts'
import type { Purpose } from '#electron/desk/plan/needs.ts'
import { prepare } from '#electron/desk/plan/prepare.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import type { Reader } from '#electron/desk/plan/reader.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { ok } from '#shared/domain/result.ts'
import { ManualClock } from '#test/support/clock.ts'
import { CANCEL_ALL as ALL, CLOSE, FLATTEN } from '#test/support/desk-bench.ts'
import { CONTRACT, ModelVenue, OTHER_CONTRACT, OTHER_POSITION, PAIR, POSITION } from '#test/support/model-venue.ts'
import { contract, marginAccount, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { reader, UNREAD } from '#test/support/reader.ts'
import { inEnglish } from '#shared/words/say.ts'

const venue = new ModelVenue(new ManualClock())
const [first, second, third] = [venue.rest(), venue.rest(), venue.rest()]

function reading(reads: Partial<Reader>) {
  return { read: reader(reads), clock: venue.clock, signal: new AbortController().signal }
}

type Orders = Awaited<ReturnType<Reader['openOrders']>>

const MEMORY: Memory = { touched: [], look: FIRST_LOOK, canceledBy: () => ({ orders: [], unproved: [] }) }
const VIEW: DeskView = {
  instruments: [],
  positions: null,
  orders: [],
  balances: null,
  quotes: [],
  pace: { pools: [], roundTripMs: null },
  risk: null,
}

async function ordersNow(read: Orders, known: readonly Order[]) {
  const prepared = await prepare(ALL, { ...VIEW, orders: known }, MEMORY, reading({ openOrders: async () => read }))
  if (!prepared.ok) throw new Error(inEnglish(prepared.error.message))
  const { orders, unread } = prepared.value
  return { orders: orders.map((order) => order.orderId), unread }
}

it.each<[string, Orders, readonly Order[], readonly Order[], boolean]>([
  ['the list just read', ok({ list: [first, third], whole: true }), [first, second], [first, third], false],
  [
    'both lists, when it was read in part',
    ok({ list: [first, third], whole: false }),
    [first, second],
    [first, third, second],
    true,
  ],
  ['the orders known, when it cannot be read', UNREAD, [first, second], [first, second], true],
])('takes as the orders of an instrument %s', async (_, read, known, expected, isUnread) => {
  expect(await ordersNow(read, known)).toEqual({
    orders: expected.map((order) => order.orderId),
    unread: isUnread ? [CONTRACT.name] : [],
  })
})

it.each<[string, number, Orders, string]>([
  ['goes by the orders known while those that lock the position cannot be read', 5, UNREAD, second.orderId],
  [
    'goes by both while they can be read in part only',
    5,
    ok({ list: [first], whole: false }),
    `${first.orderId},${second.orderId}`,
  ],
  ['needs no orders when nothing is locked', 0, UNREAD, second.orderId],
  ['goes by the orders just read', 5, ok({ list: [first], whole: true }), first.orderId],
])('a plan of a close %s', async (_, pending, orders, expected) => {
  const held = { ...POSITION, pendingCloseVolume: decimal(pending) }
  const read = reading({
    positions: async () => ok({ list: [held], whole: false }),
    openOrders: async () => orders,
  })
  // Another order was known before. It counts only while nothing newer is known.
  const prepared = await prepare(CLOSE, { ...VIEW, positions: [held], orders: [second] }, MEMORY, read)
  const result = prepared.ok ? prepared.value.orders.map((order) => order.orderId).join() : prepared.error.code
  expect(result).toBe(expected)
  if (prepared.ok) expect(prepared.value).toMatchObject({ positions: [held], isPartial: true })
})

describe('a flatten', () => {
  const BUY = venue.restSpot()
  const OTHERS: DeskView = {
    ...VIEW,
    instruments: [CONTRACT, OTHER_CONTRACT, PAIR],
    positions: [POSITION],
    orders: [first],
    balances: venue.balances(),
  }

  it('reads the orders of every position, of every known order, and of every pair that must have a hidden one', async () => {
    const asked: string[] = []
    const read = reading({
      positions: async () => ok({ list: [POSITION, OTHER_POSITION], whole: true }),
      openOrders: async (area, instrument) => {
        asked.push(`${area} ${instrument}`)
        return area === 'spot' ? ok({ list: [BUY], whole: true }) : ok({ list: [], whole: true })
      },
    })
    const prepared = await prepare({ kind: 'flatten', spot: 'keep' }, OTHERS, MEMORY, read)
    expect(asked.toSorted()).toEqual([
      `contract ${CONTRACT.name}`,
      `contract ${OTHER_CONTRACT.name}`,
      `spot ${PAIR.symbol}`,
    ])
    expect(prepared.ok && prepared.value.orders).toEqual([BUY])
  })

  it('continues without an instrument whose orders cannot be read, and names it', async () => {
    const read = reading({
      positions: async () => ok({ list: [POSITION], whole: true }),
      openOrders: async (area, instrument) => {
        if (area === 'spot') return UNREAD
        return ok({ list: instrument === CONTRACT.name ? [first] : [], whole: true })
      },
    })
    const prepared = await prepare({ kind: 'flatten', spot: 'keep' }, OTHERS, MEMORY, read)
    expect(prepared.ok && prepared.value).toMatchObject({ orders: [first], unread: [PAIR.symbol] })
  })

  it('continues without the positions when they cannot be read, but a single close does not', async () => {
    const prepared = await prepare({ kind: 'flatten', spot: 'keep' }, OTHERS, MEMORY, reading({}))
    expect(prepared).toMatchObject({ value: { positions: null, orders: [first] } })
    expect(await prepare(CLOSE, OTHERS, MEMORY, reading({}))).toMatchObject({ error: { code: 'READ_FAILED' } })
  })

  it.each<[string, Look, boolean]>([
    ['the balances known, before anything was sent', FIRST_LOOK, true],
    ['no balances but those just read, after a sale', LATER_LOOK, false],
  ])('uses %s', async (_, look, areKnown) => {
    const prepared = await prepare({ kind: 'flatten', spot: 'sell' }, OTHERS, { ...MEMORY, look }, reading({}))
    expect(prepared.ok && prepared.value.balances).toEqual(areKnown ? OTHERS.balances : null)
  })

  it('waits only briefly for orders and balances, and continues with what is known', async () => {
    const clock = new ManualClock()
    const never = new Promise<never>(() => undefined)
    const reads = { positions: async () => ok({ list: [POSITION], whole: true }), balances: () => never }
    const openOrders: Reader['openOrders'] = (area, name) =>
      area === 'spot' ? never : Promise.resolve(ok({ list: name === CONTRACT.name ? [first] : [], whole: true }))
    const view = { ...OTHERS, orders: [first, BUY] }
    const prepared = prepare({ kind: 'flatten', spot: 'keep' }, view, MEMORY, {
      ...reading({ ...reads, openOrders }),
      clock,
    })
    await clock.advance(2_500)
    expect(await Promise.race([prepared, Promise.resolve(null)])).toMatchObject({
      value: { unread: [PAIR.symbol], blind: ['spot'], orders: [first, BUY] },
    })
  })
})

it('checks a restore against the order books of its pairs, which have no quotes any more', async () => {
  const order: Order = { ...first, area: 'spot', instrument: PAIR.symbol, action: null, status: 'canceled' }
  const levels = { bids: [[decimal(99), decimal(1)]], asks: [[decimal(101), decimal(1)]] } as const
  const read = reading({
    order: async () => ok(order),
    depth: async (area, instrument) => ok({ area, instrument, ...levels }),
  })
  const memory = { ...MEMORY, canceledBy: () => ({ orders: [order], unproved: [] }) }
  const prepared = await prepare({ kind: 'restore', intentId: 'x' }, VIEW, memory, read)
  expect(prepared.ok && prepared.value.quotes).toMatchObject([
    { area: 'spot', instrument: PAIR.symbol, bid: decimal(99), ask: decimal(101), ageMs: 0 },
  ])
})

it('restores the unfilled part of what was cancelled, and lists separately what cannot be read', async () => {
  const [one, two] = [venue.restSpot(), venue.restSpot()]
  const ended = { ...one, status: 'canceled', executed: decimal(1) } as const
  const read = reading({ order: async (_, __, orderId) => (orderId === one.orderId ? ok(ended) : UNREAD) })
  const memory = { ...MEMORY, canceledBy: () => ({ orders: [one, two, first], unproved: [] }) }
  const prepared = await prepare({ kind: 'restore', intentId: 'x' }, VIEW, memory, read)
  expect(prepared).toMatchObject({
    value: { canceled: [ended, first], unproved: [{ area: 'spot', instrument: PAIR.symbol, orderId: two.orderId }] },
  })
})

describe('a search for ways back to a margin rate', () => {
  const old = { area: 'contract', instrument: OTHER_CONTRACT.name, ageMs: 90_000 } as const
  const known: DeskView = {
    ...VIEW,
    instruments: [CONTRACT, OTHER_CONTRACT, PAIR],
    positions: [{ ...POSITION, volume: decimal(99) }],
    orderReads: [old, { ...old, area: 'spot', instrument: PAIR.symbol }],
    risk: riskInputs({ marginAccounts: [marginAccount('USDT', { crossEquity: 1 })], now: 7 }),
  }
  const marginAccounts = [marginAccount('USDT', { crossEquity: 2 })]
  const positions: Reader['positions'] = async () => ok({ list: [POSITION], whole: true, marginAccounts })
  const openOrders: Reader['openOrders'] = async (_, name) =>
    name === CONTRACT.name ? ok({ list: [], whole: true }) : UNREAD

  async function look(reads: Partial<Reader>) {
    const prepared = await prepare({ kind: 'rescue' }, known, MEMORY, reading(reads))
    if (!prepared.ok) throw new Error(inEnglish(prepared.error.message))
    return prepared.value
  }

  it('computes margin rates from the positions and accounts that it read, with their age', async () => {
    const now = venue.clock.mono()
    expect((await look({ positions, openOrders })).risk).toEqual({
      ...known.risk,
      ...{ positions: [POSITION], marginAccounts, positionsReadAt: now, now },
    })
  })

  it('reads the orders of all contracts and none on Spot, with their ages', async () => {
    const asked: string[] = []
    const facts = await look({
      positions,
      openOrders: (area, name) => {
        asked.push(`${area} ${name}`)
        return openOrders(area, name)
      },
    })
    expect(asked.toSorted()).toEqual([`contract ${CONTRACT.name}`, `contract ${OTHER_CONTRACT.name}`])
    expect(facts.unread).toEqual([OTHER_CONTRACT.name])
    expect(facts.orderReads).toEqual([{ ...old, instrument: CONTRACT.name, ageMs: 0 }, ...known.orderReads!])
  })

  it('fails without the positions', async () => {
    await expect(look({ openOrders })).rejects.toThrow('could not be read')
  })
})

it('adds the duration of its reads to the age of a price, if that is known', async () => {
  const clock = new ManualClock()
  const positions: Reader['positions'] = async () => {
    await clock.advance(3_000)
    return ok({ list: [POSITION], whole: true, marginAccounts: [], orderMarginCoins: [] })
  }
  const quotes = [{ ...quote(CONTRACT, 1), ageMs: 13_000 }, quote(OTHER_CONTRACT, 1)]
  const prepared = await prepare(CLOSE, { ...VIEW, quotes }, MEMORY, { ...reading({ positions }), clock })
  expect(prepared.ok && prepared.value.quotes.map(({ ageMs }) => ageMs)).toEqual([16_000, null])
})

describe('in a pause, the orders read in the lane of exits', () => {
  const contracts = ['A', 'B', 'C', 'D', 'E', 'F'].map((coin) => contract(coin, 'USDT'))
  const positions = contracts.map((each) => position(each))
  const names = contracts.map(({ name }) => name)
  const readAgo = (ageMs: number | null) =>
    names.map((instrument) => ({ area: 'contract', instrument, ageMs }) as const)
  const CANCEL: Purpose = {
    kind: 'cancelMatching',
    filter: { area: 'contract', instrument: null, side: null, closing: true },
  }

  async function asked(purpose: Purpose, view: Partial<DeskView>, look: Look = EXIT_LOOK, isUnread = false) {
    const exits: string[] = []
    const forExit = reader({
      positions: async () => (isUnread ? UNREAD : ok({ list: view.positions ?? positions, whole: true })),
      openOrders: async (_, name) => {
        exits.push(name)
        return ok({ list: [], whole: true })
      },
    })
    const read = reading({ isPaused: () => true, forExit })
    await prepare(purpose, { ...VIEW, instruments: contracts, positions, ...view }, { ...MEMORY, look }, read)
    return exits
  }

  it('are of the first four contracts whose orders were never read', async () => {
    expect(await asked(FLATTEN, {})).toEqual(names.slice(0, 4))
    expect(await asked(FLATTEN, { orderReads: readAgo(90_000).slice(1) })).toEqual(names.slice(0, 1))
    expect(await asked(FLATTEN, { orderReads: readAgo(null) })).toEqual(names.slice(0, 4))
    expect(await asked(FLATTEN, { orderReads: readAgo(90_000) })).toEqual([])
  })

  it('are none for a preview, nor for a close of a position that nothing locks', async () => {
    expect(await asked(FLATTEN, {}, FIRST_LOOK)).toEqual([])
    expect(await asked({ ...CLOSE, positionKey: positions[0]!.key }, {})).toEqual([])
  })

  it('are of every position with more locked than the known orders explain', async () => {
    const locked = positions.map((held, at) => (at === 5 ? { ...held, pendingCloseVolume: decimal(3) } : held))
    const view = { positions: locked, orderReads: readAgo(90_000) }
    const closing = { ...first, instrument: names[5]!, action: 'close', side: 'sell', quantity: decimal(3) } as const
    expect(await asked(FLATTEN, view)).toEqual([names[5]])
    expect(await asked({ ...CLOSE, positionKey: locked[5]!.key }, view)).toEqual([names[5]])
    expect(await asked(FLATTEN, { ...view, orders: [closing] })).toEqual([])
    expect(await asked(FLATTEN, { ...view, orders: [{ ...closing, quantity: decimal(2) }] })).toEqual([names[5]])
  })

  it('are none of a position of the last known size, of which only the free part is closed', async () => {
    const locked = positions.map((held) => ({ ...held, pendingCloseVolume: decimal(3) }))
    const view = { positions: locked, orderReads: readAgo(90_000), positionsAgeMs: 3_000 }
    expect(await asked(FLATTEN, view, EXIT_LOOK, true)).toEqual([])
    expect(await asked(FLATTEN, view)).toEqual(names)
  })

  it('are four of a cancel while no order is known, and of contracts never read once one is', async () => {
    const open = { ...first, instrument: names[5]! }
    expect(await asked(CANCEL, { orderReads: readAgo(90_000) }, FIRST_LOOK)).toEqual(names.slice(0, 4))
    expect(await asked(CANCEL, { orderReads: readAgo(90_000), orders: [open] }, FIRST_LOOK)).toEqual([])
    const ended = { ...open, status: 'filled' } as const
    expect(await asked(CANCEL, { orderReads: readAgo(90_000), orders: [ended] }, FIRST_LOOK)).toEqual(names.slice(0, 4))
    const one = { orderReads: readAgo(90_000).slice(1), orders: [open] }
    expect(await asked(CANCEL, one, FIRST_LOOK)).toEqual([names[0]])
  })
})
