import { createHmac } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { DIALECTS, FAMILY_DIALECTS, startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { EndpointName, Params, Reply, VenueClient } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'
import { ENDPOINT_NAMES } from '#electron/venue/endpoints/table.ts'
import { pages } from '#electron/venue/client/pages.ts'
import { encode } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { ClockFromStart, START } from '#test/support/clock-from-start.ts'

type DialectName = (typeof FAMILY_DIALECTS)[number]

/** The dialect that the client uses at each simulated venue. Differences in replies need no setting. */
const SPOKEN: Readonly<Record<DialectName, Partial<Dialect>>> = {
  mixed: {},
  documented: { numericEncoding: { spot: 'number', contract: 'number' }, triggerType: 'label' },
  wrapped: { paths: { 'spot.account': '/sapi/v1/account/balance' } },
  textual: {
    paths: { 'contract.conditionOrder': '/fapi/v1/conditionOrder/' },
    intervals: { spot: {}, contract: { '60min': '1h' } },
  },
  padded: { numericEncoding: { spot: 'number', contract: 'number' } },
  legacy: { signGetQuery: false, triggerType: 'text', conditionPriceRequired: true },
  modern: {
    spotVersion: 'v2',
    triggerType: 'text',
    batchIds: 'string',
    numericEncoding: { spot: 'string', contract: 'string' },
  },
}

/** Fields that the interface document does not list. A venue that follows it to the letter omits them. */
const UNLISTED = ['minMarketSell', 'bid', 'ask', 'clientOrderId', 'createdAt', 'makerFee', 'takerFee']

interface Venue {
  readonly simulator: Simulator
  readonly client: VenueClient
}

async function open(name: DialectName): Promise<Venue> {
  const clock = new ClockFromStart()
  const simulator = await startSimulator({ seed: 7, clock, autoTick: false, dialect: DIALECTS[name] })
  clock.go()
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = simulator
  const sign = (text: string) => Promise.resolve(ok(createHmac('sha256', apiSecret).update(text).digest('hex')))
  const client = createVenueClient({
    ...{ spotBaseUrl, contractBaseUrl, clock },
    credentials: { apiKey, sign },
    dialect: { ...DEFAULT_DIALECT, ...SPOKEN[name] },
  })
  return { simulator, client }
}

type Heard = { [E in EndpointName]: Reply<E> }

/** One session that calls every endpoint, orders and cancels included, and returns the answers. */
async function converse({ client }: Venue): Promise<Heard> {
  async function call<E extends EndpointName>(endpoint: E, params: Params<E>): Promise<Reply<E>> {
    const answer = await client.call(endpoint, params)
    if (!answer.ok) throw new Error(`${endpoint}: ${JSON.stringify(answer.error)}`)
    expect([endpoint, answer.value.quarantined]).toEqual([endpoint, []])
    return answer.value.value
  }

  const pairs = await call('spot.pairs', {})
  const symbol = pairs[0]?.symbol ?? ''
  const contracts = await call('contract.contracts', {})
  const { positions } = await call('contract.account', {})
  const held = positions.find(({ volume, pendingCloseVolume }) => pendingCloseVolume!.isZero() && volume.gt(4))
  if (!held) throw new Error('expected a position that can be closed')
  const { contract } = held
  const spotDepth = await call('spot.depth', { symbol, limit: 20 })
  const contractDepth = await call('contract.depth', { contract, limit: 20 })
  const low = half(spotDepth.bids[0]?.[0])
  const contractLow = half(contractDepth.bids[0]?.[0])

  const limit = { symbol, side: 'buy', type: 'limit', quantity: decimal('0.01'), price: low } as const
  const bought = { symbol, side: 'buy', type: 'market', amount: decimal(500) } as const
  const placed = await call('spot.placeOrder', { ...limit, clientOrderId: 'pm-1' })
  const { orderId } = placed
  const batch = await call('spot.batchOrders', {
    symbol,
    orders: [
      { side: 'buy', type: 'limit', quantity: decimal('0.02'), price: low },
      { side: 'buy', type: 'limit', quantity: decimal('0.03'), price: low },
    ],
  })
  const spotOpen = await call('spot.openOrders', { symbol })
  const spotOrder = await call('spot.order', { symbol, orderId })
  for (const clientOrderId of ['pm-2', 'pm-3', 'pm-4']) await call('spot.placeOrder', { ...bought, clientOrderId })

  const opening = { contract, side: 'buy', action: 'open', marginMode: 'cross', volume: decimal(3) } as const
  const atLimit = { type: 'limit', price: contractLow, clientOrderId: 'pm-5' } as const
  const contractPlaced = await call('contract.placeOrder', { ...opening, ...atLimit })
  const contractOpen = await call('contract.openOrders', { contract })
  const contractOrder = await call('contract.order', { contract, orderId: contractPlaced.orderId })
  const closing = {
    ...({ contract, action: 'close', marginMode: held.marginMode, type: 'market' } as const),
    side: held.side === 'long' ? 'sell' : 'buy',
  } as const
  for (const clientOrderId of ['pm-6', 'pm-7', 'pm-8']) {
    await call('contract.placeOrder', { ...closing, volume: decimal(1), clientOrderId })
  }
  // Closes the rest, so that one position is finished.
  await call('contract.placeOrder', { ...closing, volume: decimal(held.volume.minus(3)), clientOrderId: 'pm-10' })
  const profitHistory = await call('contract.profitHistory', { contract })
  const trigger = { triggerPrice: contractLow, trigger: held.side === 'long' ? 'fall' : 'rise' } as const
  const conditionOrder = await call('contract.conditionOrder', { ...closing, ...trigger, volume: decimal(1) })

  return {
    'spot.ping': await call('spot.ping', {}),
    'spot.time': await call('spot.time', {}),
    'spot.pairs': pairs,
    'spot.depth': spotDepth,
    'spot.ticker': await call('spot.ticker', { symbol }),
    'spot.trades': await call('spot.trades', { symbol, limit: 20 }),
    'spot.klines': await call('spot.klines', { symbol, interval: '60min', limit: 20 }),
    'spot.placeOrder': placed,
    'spot.testOrder': await call('spot.testOrder', { ...limit, clientOrderId: 'pm-9' }),
    'spot.batchOrders': batch,
    'spot.order': spotOrder,
    'spot.cancelOrder': await call('spot.cancelOrder', { symbol, orderId }),
    'spot.batchCancel': await call('spot.batchCancel', { symbol, orderIds: batch }),
    'spot.openOrders': spotOpen,
    'spot.myTrades': await call('spot.myTrades', { symbol }),
    'spot.account': await call('spot.account', {}),
    'contract.ping': await call('contract.ping', {}),
    'contract.time': await call('contract.time', {}),
    'contract.contracts': contracts,
    'contract.depth': contractDepth,
    'contract.ticker': await call('contract.ticker', { contract }),
    'contract.index': await call('contract.index', { contract }),
    'contract.klines': await call('contract.klines', { contract, interval: '60min', limit: 20 }),
    'contract.placeOrder': contractPlaced,
    'contract.conditionOrder': conditionOrder,
    'contract.cancelOrder': await call('contract.cancelOrder', { contract, orderId: contractPlaced.orderId }),
    'contract.order': contractOrder,
    'contract.openOrders': contractOpen,
    'contract.orderHistory': await call('contract.orderHistory', { contract }),
    'contract.profitHistory': profitHistory,
    'contract.myTrades': await call('contract.myTrades', { contract }),
    'contract.account': await call('contract.account', {}),
  }
}

function half(price: Decimal | undefined) {
  if (!price) throw new Error('expected a book')
  return decimal(price.div(2).toDecimalPlaces(1))
}

/** Removes what may differ between venues: times of this session become "now", and pairs get one case. */
function plain(endpoint: EndpointName, value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(endpoint, item, field))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(endpoint, member, name)]))
  }
  // The market's own trades end at the moment of the first request.
  if (typeof value === 'number' && (value >= START || endpoint === 'spot.trades')) return 'now'
  // An accepted cancel may be done at once or still in progress.
  if (value === 'canceled' && endpoint === 'spot.cancelOrder') return 'canceling'
  return typeof value === 'string' && /symbol|instrument/.test(field) ? value.toUpperCase() : value
}

/** The closed candles only: the newest one still changes. */
function lasting<E extends EndpointName>(endpoint: E, reply: Reply<E> | undefined): unknown {
  return endpoint.endsWith('klines') && Array.isArray(reply) ? reply.slice(0, -1) : reply
}

/** `heard`, with missing values filled in from `known` for the fields that a venue may omit. */
function completed(heard: unknown, known: unknown, field = ''): unknown {
  if (heard === null && UNLISTED.includes(field)) return known
  if (heard === 'other' && field === 'type') return known
  if (typeof heard !== 'object' || heard === null || typeof known !== 'object' || known === null) return heard
  const members = known as Readonly<Record<string, unknown>>
  const filled = Object.entries(heard).map(([name, member]) => [name, completed(member, members[name], name)] as const)
  return Array.isArray(heard) ? filled.map(([, member]) => member) : Object.fromEntries(filled)
}

const NAMES = FAMILY_DIALECTS
const conversations = new Map<DialectName, Promise<Venue & { readonly heard: Heard }>>()

/** A venue and the answers that the client got there. The first test that needs it starts it; later tests share it. */
function conversation(name: DialectName): Promise<Venue & { readonly heard: Heard }> {
  const known =
    conversations.get(name) ?? open(name).then(async (venue) => ({ ...venue, heard: await converse(venue) }))
  conversations.set(name, known)
  return known
}

afterAll(async () => {
  for (const { client, simulator } of await Promise.all(conversations.values())) {
    await client.close()
    await simulator.stop()
  }
})

describe.each(NAMES)('the client at a %s venue', (name) => {
  it('calls all 32 endpoints, orders and cancels included, and is never asked to slow down', async () => {
    const { heard, simulator } = await conversation(name)
    expect(Object.keys(heard).toSorted()).toEqual(ENDPOINT_NAMES.toSorted())
    expect(simulator.ledger.arrivals({ status: 429 })).toEqual([])
  })

  it.each(ENDPOINT_NAMES)('reads the same from %s as at any other venue', async (endpoint) => {
    const [usual, own] = await Promise.all([conversation('mixed'), conversation(name)])
    const reference = plain(endpoint, encode(lasting(endpoint, usual.heard[endpoint])))
    const answer = plain(endpoint, encode(lasting(endpoint, own.heard[endpoint])))
    expect(name === 'documented' ? completed(answer, reference) : answer).toEqual(reference)
    // An empty list would agree with anything.
    if (Array.isArray(reference)) expect(reference.length).toBeGreaterThan(0)
  })

  it('uses the exact order ids of the venue', async () => {
    const { simulator, heard } = await conversation(name)
    const ids = [heard['spot.placeOrder'].orderId, ...heard['spot.batchOrders']]
    expect(ids).toHaveLength(3)
    for (const id of ids) expect(simulator.exchange.spot.orders.has(id)).toBe(true)
    expect(simulator.exchange.contracts.orders.has(heard['contract.placeOrder'].orderId)).toBe(true)
  })

  it('understands its refusals', async () => {
    const { client, heard } = await conversation(name)
    const refused = [
      await client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '1' }),
      await client.call('spot.cancelOrder', { symbol: heard['spot.pairs'][0]?.symbol ?? '', orderId: '1' }),
      await client.call('contract.cancelOrder', { contract: 'E-NO-SUCH', orderId: '1' }),
    ]
    expect(refused).toMatchObject([
      { ok: false, error: { kind: 'notFound', outcome: 'rejected', venue: { code: '-2013' } } },
      { ok: false, error: { kind: 'notFound', outcome: 'rejected', venue: { code: '-2013' } } },
      { ok: false, error: { kind: 'rejected', outcome: 'rejected', venue: { code: '-1121' } } },
    ])
  })

  it.each([2, 3, 100])('reads complete histories, %i rows at a time', async (limit) => {
    const { client, heard: known } = await conversation(name)
    const [spot, contract] = [known['spot.myTrades'], known['contract.myTrades']]
    const symbol = spot[0]?.instrument ?? ''
    const contractName = contract[0]?.instrument ?? ''
    const read: unknown[][] = [[], [], []]
    for await (const page of pages(client, 'spot.myTrades', { symbol }, { limit })) {
      read[0]?.push(...(page.ok ? page.value.entries.map(({ tradeId }) => tradeId) : [page.error]))
    }
    for await (const page of pages(client, 'contract.myTrades', { contract: contractName }, { limit })) {
      read[1]?.push(...(page.ok ? page.value.entries.map(({ tradeId }) => tradeId) : [page.error]))
    }
    for await (const page of pages(client, 'contract.orderHistory', { contract: contractName }, { limit })) {
      read[2]?.push(...(page.ok ? page.value.entries.map(({ orderId }) => orderId) : [page.error]))
    }
    const orders = known['contract.orderHistory'].map(({ orderId }) => orderId)
    expect(read.map((ids) => ids.toSorted())).toEqual([
      spot.map(({ tradeId }) => tradeId).toSorted(),
      contract.map(({ tradeId }) => tradeId).toSorted(),
      orders.toSorted(),
    ])
  })
})
