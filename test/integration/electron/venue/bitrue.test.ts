/** At a venue that speaks as Bitrue, the client reads the same from the same account as at any other venue. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { EndpointName, Params, Reply, VenueClient } from '#electron/venue/port.ts'
import { endpointsOf } from '#electron/venue/endpoints/table.ts'
import { pages } from '#electron/venue/client/pages.ts'
import { encode } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { ok } from '#shared/domain/result.ts'
import { BITRUE, FAMILIES } from '#test/support/families.ts'
import type { Family } from '#test/support/families.ts'
import { ClockFromStart, START } from '#test/support/clock-from-start.ts'
import { inEnglish } from '#shared/words/say.ts'

/** Later than everything that existed before. */
const SINCE = START + 1

interface Venue {
  readonly simulator: Simulator
  readonly client: VenueClient
}

async function open({ sim, dialect }: Family): Promise<Venue> {
  const clock = new ClockFromStart()
  const simulator = await startSimulator({ seed: 7, clock, autoTick: false, dialect: sim })
  clock.go()
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = simulator
  const sign = async (text: string) => ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
  const credentials = { apiKey, sign }
  return { simulator, client: createVenueClient({ spotBaseUrl, contractBaseUrl, clock, credentials, dialect }) }
}

const SYMBOL = { symbol: 'BTCUSDT' } as const
const CONTRACT = { contract: 'E-BTC-USDT' } as const
const THERE = endpointsOf(BITRUE.dialect)
type Heard = { [E in EndpointName]?: Reply<E> }

/** Calls every endpoint, orders and cancels included, and returns the answers. */
async function converse({ client }: Venue): Promise<Heard> {
  const heard: Heard = {}
  async function call<E extends EndpointName>(endpoint: E, params: Params<E>): Promise<Reply<E>> {
    const answer = await client.call(endpoint, params)
    if (!answer.ok) throw new Error(`${endpoint}: ${JSON.stringify(answer.error)}`)
    expect([endpoint, answer.value.quarantined]).toEqual([endpoint, []])
    Object.assign(heard, { [endpoint]: answer.value.value })
    return answer.value.value
  }

  for (const area of ['spot', 'contract'] as const) {
    await call(`${area}.ping`, {})
    await call(`${area}.time`, {})
  }
  const { symbol } = (await call('spot.pairs', {})).find((pair) => pair.symbol.toUpperCase() === SYMBOL.symbol)!
  await call('contract.contracts', {})
  const low = (await call('spot.depth', { symbol, limit: 20 })).bids[0]![0].div(2).toDecimalPlaces(1)
  const contractLow = (await call('contract.depth', { ...CONTRACT, limit: 20 })).bids[0]![0].div(2).toDecimalPlaces(1)
  await call('spot.ticker', { symbol })
  await call('spot.trades', { symbol, limit: 20 })
  await call('spot.klines', { symbol, interval: '60min', limit: 20 })
  await call('contract.ticker', CONTRACT)
  await call('contract.index', CONTRACT)
  await call('contract.klines', { ...CONTRACT, interval: '60min', limit: 20 })

  const sell = { symbol, side: 'sell', type: 'market', quantity: decimal('0.001') } as const
  for (const clientOrderId of ['pm-1', 'pm-2', 'pm-3']) await call('spot.placeOrder', { ...sell, clientOrderId })
  const rest = { symbol, side: 'buy', type: 'limit', quantity: decimal('0.01'), price: decimal(low) } as const
  const { orderId } = await call('spot.placeOrder', { ...rest, clientOrderId: 'pm-4' })
  await call('spot.openOrders', { symbol })
  const byClient = await call('spot.order', { symbol, clientOrderId: 'pm-4', since: SINCE })
  expect(byClient.orderId).toBe(orderId)
  await call('spot.order', { symbol, orderId })
  await call('spot.cancelOrder', { symbol, orderId })
  await call('spot.myTrades', { symbol })
  await call('spot.account', {})

  const { positions } = await call('contract.account', {})
  const { contract, marginMode, side, leverage } = positions.find((each) => each.contract === 'E-LINK-USDT')!
  const terms = { contract, marginMode, leverage: leverage!, side: side === 'long' ? 'sell' : 'buy' } as const
  const close = { ...terms, action: 'close', volume: decimal(1), type: 'market' } as const
  for (const clientOrderId of ['pm-5', 'pm-6', 'pm-7']) await call('contract.placeOrder', { ...close, clientOrderId })
  const held = positions.find((each) => each.contract === CONTRACT.contract)!
  const resting = { ...CONTRACT, marginMode: held.marginMode, leverage: held.leverage!, side: 'buy' } as const
  const opening = {
    ...resting,
    action: 'open',
    volume: decimal(3),
    type: 'limit',
    price: decimal(contractLow),
  } as const
  const placed = await call('contract.placeOrder', { ...opening, clientOrderId: 'pm-8' })
  await call('contract.openOrders', CONTRACT)
  await call('contract.order', { ...CONTRACT, orderId: placed.orderId })
  await call('contract.cancelOrder', { ...CONTRACT, orderId: placed.orderId })
  await call('contract.myTrades', { contract })
  await call('contract.account', {})
  return heard
}

/**
 * Removes what may differ: times of this session become "now", and ids belong to one venue. Inverse contracts belong to
 * another API root.
 */
function plain(endpoint: EndpointName, value: unknown, field = ''): unknown {
  if (Array.isArray(value))
    return value.map((item) => plain(endpoint, item, field)).filter((each) => each !== ELSEWHERE)
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => [name, plain(endpoint, member, name)] as const)
    const row = Object.fromEntries(members)
    const isElsewhere =
      row['direction'] === 'inverse' ||
      row['kind'] === 'test' ||
      /-USD$/.test(String(row['contract'])) ||
      (endpoint === 'contract.account' && field === 'marginAccounts' && row['marginCoin'] !== 'USDT')
    return isElsewhere ? ELSEWHERE : row
  }
  if (/Ids?$|^id$/.test(field)) return 'an id'
  if (typeof value === 'number' && (value >= START || endpoint === 'spot.trades' || field === 'createdAt')) return 'now'
  if (value === 'canceled' && endpoint === 'spot.cancelOrder') return 'canceling'
  return typeof value === 'string' && /symbol|instrument/.test(field) ? value.toUpperCase() : value
}
const ELSEWHERE = Symbol('elsewhere')

/** Fields that one of the two venues does not give: fees and maximum sizes. Candle volumes are rounded differently. */
const NOT_STATED: ReadonlySet<string> = new Set(['makerFee', 'takerFee', 'maxSell'])

function withoutNotStated(value: unknown, isCandles: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNotStated(item, isCandles))
  if (typeof value !== 'object' || value === null) return value
  const stated = Object.entries(value).filter(([name]) => !NOT_STATED.has(name) && !(isCandles && name === 'volume'))
  return Object.fromEntries(stated.map(([name, member]) => [name, withoutNotStated(member, isCandles)]))
}

const venues: Venue[] = []
const heard: Heard[] = []

beforeAll(async () => {
  for (const family of FAMILIES) {
    const venue = await open(family)
    venues.push(venue)
    heard.push(await converse(venue))
  }
})
afterAll(async () => {
  for (const { client, simulator } of venues) {
    await client.close()
    await simulator.stop()
  }
})

describe('the client at a venue that speaks as Bitrue', () => {
  it('calls every endpoint, and is never asked to slow down', () => {
    expect(Object.keys(heard[1] ?? {}).toSorted()).toEqual(THERE.toSorted())
    expect(venues[1]?.simulator.ledger.arrivals({ status: 429 })).toEqual([])
  })

  it.each(THERE)('reads the same from %s as at any other venue', (endpoint) => {
    const [usual, here] = heard.map((each) => {
      const reply = each[endpoint]
      // The newest candle still changes.
      const lasting = endpoint.endsWith('klines') && Array.isArray(reply) ? reply.slice(0, -1) : reply
      return withoutNotStated(plain(endpoint, encode(lasting)), endpoint === 'spot.klines')
    })
    expect(here).toEqual(usual)
    // An empty list would agree with anything.
    if (Array.isArray(usual)) expect(usual.length).toBeGreaterThan(0)
  })

  it('understands its refusals', async () => {
    const { client } = venues[1]!
    const refused = [
      await client.call('contract.cancelOrder', { ...CONTRACT, orderId: '1' }),
      await client.call('spot.cancelOrder', { ...SYMBOL, orderId: '1' }),
      await client.call('spot.order', { ...SYMBOL, orderId: '1' }),
      await client.call('spot.order', { ...SYMBOL, clientOrderId: 'no-such', since: SINCE }),
      await client.call('contract.depth', { contract: 'E-NO-SUCH' }),
    ]
    const notFound = { ok: false, error: { kind: 'notFound', outcome: 'rejected' } }
    expect(refused).toMatchObject([notFound, notFound, notFound, notFound, { ok: false, error: { kind: 'rejected' } }])
  })

  it.each([2, 3, 100])('reads complete histories, %i rows at a time', async (limit) => {
    const { client } = venues[1]!
    const [spot, contract] = [heard[1]!['spot.myTrades']!, heard[1]!['contract.myTrades']!]
    const read: string[][] = [[], []]
    for await (const page of pages(client, 'spot.myTrades', SYMBOL, { limit }))
      read[0]?.push(...(page.ok ? page.value.entries.map(({ tradeId }) => tradeId) : [inEnglish(page.error.message)]))
    for await (const page of pages(client, 'contract.myTrades', { contract: contract[0]!.instrument }, { limit }))
      read[1]?.push(...(page.ok ? page.value.entries.map(({ tradeId }) => tradeId) : [inEnglish(page.error.message)]))
    expect(read.map((ids) => ids.toSorted())).toEqual(
      [spot, contract].map((fills) => fills.map(({ tradeId }) => tradeId).toSorted()),
    )
  })

  it('has no id that fits into a number', () => {
    const { orderId } = heard[1]!['spot.placeOrder']!
    expect(venues[1]!.simulator.exchange.spot.orders.has(orderId)).toBe(true)
    expect(Number.isSafeInteger(Number(orderId))).toBe(false)
  })
})
