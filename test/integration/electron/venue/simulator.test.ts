import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { FaultKind, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { EndpointName, Params, Reply, VenueClient } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'
import { toText } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { ok } from '#shared/domain/result.ts'

/** The client and the simulator are two independent readings of one interface document, which must agree. */
let venue: Simulator
let client: VenueClient

function connect(simulator: Simulator, dialect: Dialect = DEFAULT_DIALECT): VenueClient {
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = simulator
  const sign = (text: string) => Promise.resolve(ok(createHmac('sha256', apiSecret).update(text).digest('hex')))
  return createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock: systemClock, dialect })
}

beforeAll(async () => {
  venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false })
  client = connect(venue)
})
afterEach(() => venue.faults.clear())
afterAll(async () => {
  await client.close()
  await venue.stop()
})

/** The value of a call that must succeed without unreadable entries. */
async function read<E extends EndpointName>(endpoint: E, params: Params<E>): Promise<Reply<E>> {
  const answer = await client.call(endpoint, params)
  if (!answer.ok) throw new Error(`${endpoint}: ${answer.error.message.code}`)
  expect(answer.value.quarantined).toEqual([])
  return answer.value.value
}

describe('the client at the simulated venue', () => {
  it('reads every public endpoint completely, for every instrument', async () => {
    expect(await read('spot.ping', {})).toBe(null)
    expect(await read('contract.ping', {})).toBe(null)
    expect(Math.abs((await read('spot.time', {})) - systemClock.wall())).toBeLessThan(10_000)
    expect(Math.abs((await read('contract.time', {})) - systemClock.wall())).toBeLessThan(10_000)
    const pairs = await read('spot.pairs', {})
    const contracts = await read('contract.contracts', {})
    expect(pairs.length).toBeGreaterThan(0)
    expect(contracts.length).toBeGreaterThan(0)
    for (const { symbol } of pairs) {
      const depth = await read('spot.depth', { symbol, limit: 20 })
      const [bid, ask] = [depth.bids[0]?.[0], depth.asks[0]?.[0]]
      expect(bid && ask && bid.lt(ask)).toBe(true)
      expect((await read('spot.ticker', { symbol })).last?.gt(0)).toBe(true)
      const candles = await read('spot.klines', { symbol, interval: '60min', limit: 50 })
      expect(candles).toHaveLength(50)
    }
    for (const { name: contract } of contracts) {
      expect((await read('contract.depth', { contract, limit: 5 })).bids.length).toBeGreaterThan(0)
      expect((await read('contract.ticker', { contract })).last?.gt(0)).toBe(true)
      expect((await read('contract.index', { contract })).mark?.gt(0)).toBe(true)
      const candles = await read('contract.klines', { contract, interval: '1day', limit: 30 })
      expect(candles.map(({ openTime }) => openTime)).toEqual(
        candles.map(({ openTime }) => openTime).toSorted((a, b) => a - b),
      )
    }
  })

  it('reads all balances, margin accounts, positions and open orders', async () => {
    const balances = await read('spot.account', {})
    expect(balances.some(({ free }) => free!.gt(0))).toBe(true)
    const account = await read('contract.account', {})
    expect(account.marginAccounts.length).toBeGreaterThan(0)
    expect(account.positions.length).toBeGreaterThan(0)
    let orders = 0
    for (const { name: contract } of await read('contract.contracts', {})) {
      for (const order of await read('contract.openOrders', { contract })) {
        orders++
        expect(order.instrument).toBe(contract)
        expect(await read('contract.order', { contract, orderId: order.orderId })).toMatchObject({
          orderId: order.orderId,
        })
      }
    }
    expect(orders).toBeGreaterThan(0)
  })

  it('places, finds and cancels a Spot order, with every digit intact', async () => {
    const symbol = (await read('spot.pairs', {}))[0]?.symbol ?? ''
    const { bids } = await read('spot.depth', { symbol })
    const price = decimal((bids[0]?.[0] ?? decimal(1)).div(2).toDecimalPlaces(2))
    const placed = await read('spot.placeOrder', {
      symbol,
      side: 'buy',
      type: 'limit',
      quantity: decimal('0.1'),
      price,
      clientOrderId: 'pm-spot-1',
    })
    const open = (await read('spot.openOrders', { symbol })).find(({ orderId }) => orderId === placed.orderId)
    expect(open).toMatchObject({ instrument: symbol, side: 'buy', type: 'limit', status: 'new', action: null })
    expect(open?.price && toText(open.price)).toBe(toText(price))
    expect(await read('spot.order', { symbol, clientOrderId: 'pm-spot-1' })).toMatchObject({ orderId: placed.orderId })
    expect((await read('spot.cancelOrder', { symbol, orderId: placed.orderId })).orderId).toBe(placed.orderId)
    expect((await read('spot.order', { symbol, orderId: placed.orderId })).status).toMatch(/^cancel(ing|ed)$/)
  })

  it('closes part of a position at market and sees it shrink', async () => {
    const { positions } = await read('contract.account', {})
    const position = positions.find(({ volume, pendingCloseVolume }) => volume.minus(pendingCloseVolume!).gte(2))
    if (!position) throw new Error('expected a position to close')
    await read('contract.placeOrder', {
      contract: position.contract,
      side: position.side === 'long' ? 'sell' : 'buy',
      action: 'close',
      marginMode: position.marginMode,
      volume: decimal(1),
      clientOrderId: 'pm-close-1',
      type: 'market',
    })
    const after = (await read('contract.account', {})).positions.find(({ key }) => key === position.key)
    expect(after?.volume.toString()).toBe(position.volume.minus(1).toString())
  })

  it('works at a venue that signs the bare path when the dialect says so', async () => {
    const legacy = await startSimulator({ seed: 7, clock: systemClock, autoTick: false, signsQuery: false })
    const contract = { contract: 'E-BTC-USDT' }
    const modern = connect(legacy)
    expect(await modern.call('contract.openOrders', contract)).toMatchObject({
      ok: false,
      error: { kind: 'signature' },
    })
    const adapted = connect(legacy, { ...DEFAULT_DIALECT, signGetQuery: false })
    expect(await adapted.call('contract.openOrders', contract)).toMatchObject({ ok: true })
    await Promise.all([modern.close(), adapted.close()])
    await legacy.stop()
  })

  it('treats "no such order" as a refusal of the cancel', async () => {
    const cancel = await client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '1' })
    expect(cancel).toMatchObject({ ok: false, error: { kind: 'notFound', outcome: 'rejected' } })
  })
})

describe('a write that meets a fault of the venue', () => {
  const outcomes: readonly [FaultKind, Failure['outcome']][] = [
    ['504NotExecuted', 'unknown'],
    ['504Executed', 'unknown'],
    ['504ExecutedLate', 'unknown'],
    ['resetBeforeRead', 'unknown'],
    ['resetAfterRead', 'unknown'],
    ['truncate', 'unknown'],
    ['emptyBody', 'unknown'],
    ['malformed', 'unknown'],
    ['redirect', 'unknown'],
    ['status429', 'rejected'],
    ['status400ButExecuted', 'unknown'],
  ]

  it.each(outcomes)('%s arrives once, is %s, and is never called refused when it was done', async (kind, outcome) => {
    const shaken = await startSimulator({ seed: 7, clock: systemClock, autoTick: false })
    const trader = connect(shaken)
    const account = await trader.call('contract.account', {})
    const position = account.ok ? account.value.value.positions[0] : undefined
    if (!position) throw new Error('expected a position')
    shaken.faults.inject({
      match: 'contract.newOrder',
      kind,
      ms: 100,
      location: `${shaken.spotBaseUrl}/fapi/v1/order`,
      code: -9999,
    })
    const placed = await trader.call('contract.placeOrder', {
      contract: position.contract,
      side: position.side === 'long' ? 'sell' : 'buy',
      action: 'close',
      marginMode: position.marginMode,
      volume: decimal(1),
      clientOrderId: 'pm-fault-1',
      type: 'market',
    })
    expect(placed).toMatchObject({ ok: false, error: { outcome } })
    const arrivals = shaken.ledger.arrivals({ endpoint: 'contract.newOrder' })
    expect(arrivals).toHaveLength(1)
    expect(outcome === 'rejected' && arrivals[0]?.executed).toBe(false)
    await trader.close()
    await shaken.stop()
  })
})

describe('the clock of the venue', () => {
  it('may be an hour off: calls use its time, and a jump costs one refused write, not a second order', async () => {
    const away = await startSimulator({ seed: 7, clock: systemClock, autoTick: false })
    away.clockSkewMs = 3_600_000
    const trader = connect(away)
    expect(await trader.call('contract.account', {})).toMatchObject({ ok: true })
    away.clockSkewMs = 3_660_000
    const cancel = () => trader.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '1' })
    expect(await cancel()).toMatchObject({ ok: false, error: { kind: 'clock', outcome: 'rejected' } })
    expect(away.ledger.arrivals({ endpoint: 'contract.cancel' })).toHaveLength(1)
    expect(await cancel()).toMatchObject({ ok: false, error: { kind: 'notFound' } })
    away.clockSkewMs = 0
    expect(await trader.call('contract.account', {})).toMatchObject({ ok: true })
    await trader.close()
    await away.stop()
  })
})

describe('the limits of the venue', () => {
  it('are respected as the venue counts them, while a cancel in between is sent at once', async () => {
    const busy = await startSimulator({ seed: 7, clock: systemClock, autoTick: false, latencyMs: 20 })
    const trader = connect(busy)
    await trader.syncClock()
    const polls = Array.from({ length: 35 }, () => trader.call('contract.account', {}))
    const urgent = await trader.call('contract.account', {}, { lane: 'act' })
    const answered = busy.ledger.arrivals({ endpoint: 'contract.account', status: 200 }).length
    expect(urgent.ok).toBe(true)
    // The cancel was sent among the first calls, far ahead of polls requested earlier.
    expect(answered).toBeLessThan(polls.length / 2)
    expect((await Promise.all(polls)).every(({ ok: good }) => good)).toBe(true)
    expect(busy.ledger.arrivals({ status: 429 })).toHaveLength(0)
    expect(busy.ledger.maxInWindow('contract.account', 2000)).toBeLessThanOrEqual(20)
    await trader.close()
    await busy.stop()
  })
})
