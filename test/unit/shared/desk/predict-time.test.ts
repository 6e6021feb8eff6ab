import { describe, expect, it } from 'vitest'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import { predict, exitTime, waitedFor } from '#shared/desk/predict-time.ts'
import { decimal } from '#test/support/amounts.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { HostBudget, PoolBudget } from '#shared/domain/budget.ts'
import { NO_FACTS, openOrder, pool } from '#test/support/desk-facts.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

const RTT = 100
/** A read of the position, the order, the wait before the final read, the final read. */
const CLOSED = 3 * RTT + 250
const BTC = contract('BTC', 'USDT', { maxMarketVolume: 10 })

function cancels(count: number, area: Area = 'contract', instrument: (at: number) => string = () => 'A'): LegRequest[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: 'cancel',
    area,
    instrument: instrument(at),
    orderId: `${at}`,
  }))
}

function close(positionKey: string, instrument = 'A'): LegRequest {
  return {
    kind: 'close',
    area: 'contract',
    instrument,
    positionKey,
    side: 'sell',
    marginMode: 'cross',
    volume: decimal(1),
    price: null,
    timeInForce: 'rest',
    clientOrderId: 'id',
  }
}

const SELL: LegRequest = {
  kind: 'sell',
  area: 'spot',
  instrument: 'B',
  asset: 'B',
  quantity: decimal(1),
  clientOrderId: 'id',
}
const PLACE: LegRequest = {
  kind: 'place',
  area: 'spot',
  instrument: 'B',
  standsFor: '1',
  side: 'buy',
  price: decimal(1),
  quantity: decimal(1),
  clientOrderId: 'id',
}
const PROTECT: LegRequest = {
  kind: 'protect',
  area: 'contract',
  instrument: 'A',
  positionKey: 'a',
  purpose: 'stopLoss',
  side: 'sell',
  marginMode: 'cross',
  volume: decimal(1),
  triggerPrice: decimal(1),
  trigger: 'fall',
}

function at(legs: readonly LegRequest[], pools: readonly PoolBudget[] = [], looksAgain = false) {
  return predict(legs, { pools, roundTripMs: RTT }, looksAgain)
}

/** Round trips, reads after 250 ms, and windows of 2 s, in ms. */
describe('predict', () => {
  it.each<[string, readonly LegRequest[], number, number]>([
    ['nothing', [], 0, 0],
    ['one cancel: its answer, and a look', cancels(1), 1, RTT + 250 + RTT],
    ['a window of cancels: all at once', cancels(20), 20, RTT + 250 + RTT],
    ['one more: a window after the answers', cancels(21), 21, RTT + 2_000 + RTT + 250 + RTT],
    ['two windows full', cancels(40), 40, RTT + 2_000 + RTT + 250 + RTT],
    ['one more than that', cancels(41), 41, 2 * (RTT + 2_000) + RTT + 250 + RTT],
    ['40 cancels of a pair: four batches', cancels(40, 'spot'), 4, RTT + 250 + RTT],
    ['202 cancels of a pair: a batch more than a window', cancels(202, 'spot'), 21, RTT + 2_000 + RTT + 250 + RTT],
    ['one cancel each of two pairs: no batch', cancels(2, 'spot', String), 2, RTT + 250 + RTT],
    ['11 cancels of a pair: a batch and one more', cancels(11, 'spot'), 2, RTT + 250 + RTT],
    ['a close: a read, the order, a look', [close('a')], 1, CLOSED],
    ['two positions side by side', [close('a'), close('b')], 2, CLOSED],
    ['two slices of one, one after the other', [close('a'), close('a')], 2, 2 * CLOSED],
    ['a close once the order of its contract is gone', [...cancels(1), close('a')], 2, RTT + 250 + RTT + CLOSED],
    ['a close at once where the orders are of others', [...cancels(2, 'spot'), close('a')], 2, CLOSED],
    ['a sell once an order on Spot is gone', [...cancels(1, 'spot'), SELL], 2, 2 * (RTT + 250 + RTT)],
    ['a sell after a close', [close('a'), SELL], 2, CLOSED + RTT + 250 + RTT],
    ['a conditional order: its reply is all there is', [PROTECT], 1, RTT],
  ])('takes for %s', (_, legs, requests, likelyMs) => {
    expect(at(legs)).toMatchObject({ requests, likelyMs })
  })

  it('gives the start of each leg', () => {
    const legs = [...cancels(21), close('a'), SELL]
    const { legs: starts } = at(legs)
    expect(starts.slice(0, 20).every((start) => start === 0)).toBe(true)
    const looked = 2_100 + RTT + 250 + RTT
    expect(starts.slice(20)).toEqual([2_100, looked + RTT, looked + RTT + RTT + 250 + RTT])
  })

  it('sends the next order after the answer to a single cancel, or after the read that shows several gone', () => {
    expect(at([...cancels(1), PROTECT]).legs.at(-1)).toBe(RTT)
    expect(at([...cancels(2), PROTECT]).legs.at(-1)).toBe(RTT + 250 + RTT)
    // A sell needs what Spot orders lock, and nothing that Contract orders lock.
    expect(at([...cancels(1), SELL]).legs.at(-1)).toBe(RTT)
    expect(at([...cancels(1, 'spot'), SELL]).legs.at(-1)).toBe(RTT + 250 + RTT)
  })

  it('gives the last slot to the close that is ready first, and of two ready ones to the first', () => {
    const last = [pool('contract', 'placeOrder', { used: 19 })]
    expect(at([...cancels(1), close('a'), close('b', 'B')], last).legs).toEqual([0, 2_000, RTT])
    expect(at([...cancels(1), close('b', 'B'), close('a')], last).legs).toEqual([0, RTT, 2_000])
    expect(at([close('a'), close('b', 'B')], last).legs).toEqual([RTT, 2_000])
  })

  it('cancels the orders of a batch together', () => {
    const last = [pool('spot', 'batchCancel', { used: 19 })]
    const { legs } = at(cancels(25, 'spot'), last)
    expect(legs).toEqual([...Array<number>(10).fill(0), ...Array<number>(15).fill(2_000)])
  })

  it('accounts for used slots of the pools, and for the reserve of exits', () => {
    const used = [pool('contract', 'cancelOrder', { used: 15 })]
    expect(at(cancels(5), used).likelyMs).toBe(RTT + 250 + RTT)
    expect(at(cancels(6), used).likelyMs).toBe(2_000 + RTT + 250 + RTT)
    const reads = [pool('contract', 'openOrders', { used: 14 })]
    expect(at(cancels(2), reads).likelyMs).toBe(RTT + 250 + RTT)
    expect(at(cancels(2), [pool('contract', 'openOrders', { used: 15 })]).likelyMs).toBe(2_000 + RTT)
  })

  it('leaves the reserve to exits: an order that adds risk cannot use it', () => {
    const used = [pool('spot', 'placeOrder', { used: 15 })]
    expect(at([SELL], used).likelyMs).toBe(RTT + 250 + RTT)
    expect(at([PLACE], used).likelyMs).toBe(2_000 + RTT + 250 + RTT)
  })

  it('frees a slot at its known time, and one without a known time after a window', () => {
    const freeInMs = [300, 400, ...Array.from({ length: 16 }, () => 1_500)]
    const held = [pool('contract', 'cancelOrder', { used: 19, freeInMs })]
    const starts = at(cancels(20), held).legs.slice(0, 4)
    expect(starts).toEqual([0, 300, 400, 1_500])
    expect(at(cancels(20), held).legs.at(-1)).toBe(2_000)
  })

  it('cancels one by one when the venue accepts no batch', () => {
    const [batches, none] = [[pool('spot', 'cancelOrder'), pool('spot', 'batchCancel')], [pool('spot', 'cancelOrder')]]
    expect(at(cancels(12, 'spot'), batches).requests).toBe(2)
    expect(at(cancels(12, 'spot'), none).requests).toBe(12)
  })

  it('has at most 20 cancels in flight, however many the venue accepts', () => {
    const wide = [pool('contract', 'cancelOrder', { limit: 100 })]
    expect(at(cancels(41), wide).likelyMs).toBe(3 * RTT + 250 + RTT)
  })

  it('reads the positions once for simultaneous requests', () => {
    const reads = [pool('contract', 'account', { used: 19 }), pool('contract', 'openOrders', { limit: 100 })]
    expect(at([close('a'), close('b')], reads).likelyMs).toBe(CLOSED)
    expect(at([close('a'), close('a')], reads).likelyMs).toBe(2_000 + CLOSED)
  })

  it('reads a position for its close from the reserve, and the final read does not use it', () => {
    const reads = [pool('contract', 'account', { used: 16 })]
    expect(at([close('a')], reads).likelyMs).toBe(CLOSED)
    expect(at([close('a')], reads, true).likelyMs).toBe(2_000 + RTT)
  })

  it('reads once more at the end when everything must be gone', () => {
    expect(at([close('a')], [], true).likelyMs).toBe(CLOSED + RTT)
  })

  it('assumes a quarter of a second when nothing was measured, with more uncertainty', () => {
    const unmeasured = predict(cancels(1), { pools: [], roundTripMs: null })
    expect(unmeasured.likelyMs).toBe(750)
    expect(unmeasured.p95Ms).toBe(1_000 + 250 + 1_000 + 500 + 1_000)
    expect(at(cancels(1)).p95Ms).toBe(200 + 250 + 200 + 500 + 200)
  })
})

describe('a cancel is verified with the priority of exits', () => {
  const [ours, other] = [cancels(1)[0]!, cancels(1, 'contract', () => 'B')[0]!]
  const onSpot = cancels(1, 'spot')[0]!
  it.each<[string, readonly LegRequest[], readonly boolean[]]>([
    ['where a close of its contract waits', [close('a')], [true, false, false]],
    ['wherever a sell waits', [SELL], [true, true, true]],
    ['wherever a protective order waits', [PROTECT], [true, true, true]],
    ['nowhere for an order that adds risk', [PLACE], [false, false, false]],
    ['nowhere without an exit', [], [false, false, false]],
  ])('%s', (_, waiting, expected) => {
    const legs = [ours, other, onSpot, ...waiting]
    expect([ours, other, onSpot].map(waitedFor(legs))).toEqual(expected)
  })
})

describe('a venue that asked to slow down', () => {
  const shut = (state: 'backingOff' | 'banned', exitsInMs?: number): HostBudget[] => [
    { area: 'contract', state, resumesInMs: 60_000, isAsked: true, weight: null, ...(exitsInMs && { exitsInMs }) },
    { area: 'spot', state: 'open', resumesInMs: 0, isAsked: false, weight: null },
  ]
  const within = (legs: readonly LegRequest[], hosts: HostBudget[], looksAgain = false) =>
    predict(legs, { pools: [], hosts, roundTripMs: RTT }, looksAgain)

  it('gets cancels as soon as they are allowed, 0.4 s apart, and their final read after the pause', () => {
    const paused = within(cancels(3), shut('backingOff', 1_600))
    expect([paused.legs, paused.likelyMs]).toEqual([[1_600, 2_000, 2_400], 60_000 + RTT])
  })

  it('gets during the pause the reads for a close and its result, and at the end whether anything is left', () => {
    // The account at once, then the orders, the close and the final read 0.4 s apart.
    const closed = within([close('a')], shut('backingOff', 1_600))
    expect([closed.legs, closed.likelyMs]).toEqual([[2_400], 2_800 + RTT])
    expect(within([close('a')], shut('backingOff', 1_600), true).likelyMs).toBe(60_000 + RTT)
  })

  it('gets nothing before the end of a ban', () => {
    expect(within(cancels(2), shut('banned', 60_000)).legs).toEqual([60_000, 60_000])
    expect(within([SELL], shut('banned', 60_000)).legs).toEqual([0])
  })

  it('handles exits that already wait before these', () => {
    const waiting = [pool('contract', 'cancelOrder', { used: 18, waiting: 9, exitsWaiting: 4 })]
    const queued = predict(cancels(1), { pools: waiting, roundTripMs: RTT })
    expect(queued.legs).toEqual([2_000])
    const behind = [pool('contract', 'cancelOrder', { used: 18, waiting: 9, exitsWaiting: 1 })]
    expect(predict(cancels(1), { pools: behind, roundTripMs: RTT }).legs).toEqual([0])
    // In a pause the one that waits takes the first turn of exits.
    const paused = { pools: behind, hosts: shut('backingOff', 1_600), roundTripMs: RTT }
    expect(predict(cancels(1), paused).legs).toEqual([2_000])
  })
})

describe('exitTime', () => {
  const order = openOrder({ area: 'contract', instrument: BTC.name, orderId: '1' })
  const held = { instruments: [BTC], positions: [position(BTC, { volume: 20 })], orders: [order] }
  const view = (facts: Partial<DeskFacts>): DeskFacts => ({
    ...NO_FACTS,
    pace: { pools: [], roundTripMs: RTT },
    ...facts,
  })

  it('is the time of the plan that would flatten', () => {
    // The answer to a cancel, two slices, and the final read. Nothing waits for an opening order to be gone.
    expect(exitTime(view(held))?.likelyMs).toBe(RTT + 2 * CLOSED + RTT)
    const closing = { ...order, action: 'close' } as const
    const locked = { ...held, orders: [closing] }
    expect(exitTime(view(locked))?.likelyMs).toBe(RTT + 250 + RTT + 2 * CLOSED + RTT)
  })

  it('is zero when nothing is held, and null before anything was read', () => {
    expect(exitTime(view({}))).toEqual({ likelyMs: 0, p95Ms: 0, isFlat: true })
    expect(exitTime(view(held))?.isFlat).toBe(false)
    expect(exitTime(view({ ...held, positions: null }))).toBeNull()
  })
})
