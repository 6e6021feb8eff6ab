import { describe, expect, it } from 'vitest'
import { Ledger } from '#electron/simulator/testing/ledger.ts'

const ARRIVAL = {
  method: 'POST',
  path: '/p',
  url: '/p',
  area: 'spot',
  endpoint: 'spot.newOrder',
  socketId: 1,
  numberOnSocket: 1,
} as const

function arrive(ledger: Ledger, arrivedAt = 0) {
  return ledger.add({ ...ARRIVAL, arrivedAt })
}

describe('ledger', () => {
  it('counts what a client id was to place and what it placed', () => {
    const ledger = new Ledger()
    ledger.name(arrive(ledger), ['a'], true)
    ledger.name(arrive(ledger), ['a', 'b'], true)
    ledger.name(arrive(ledger), ['b'], false)
    ledger.made('a')
    expect(ledger.tally('a')).toEqual({ arrived: 2, executed: 1 })
    expect(ledger.tally('b')).toEqual({ arrived: 1, executed: 0 })
    expect(ledger.tally('c')).toEqual({ arrived: 0, executed: 0 })
    expect(ledger.twice()).toEqual({ clientIds: 2, arrived: ['a'], executed: [] })
    ledger.made('a')
    expect(ledger.twice().executed).toEqual(['a'])
    ledger.clear()
    expect(ledger.twice()).toEqual({ clientIds: 0, arrived: [], executed: [] })
    expect(ledger.arrivals()).toEqual([])
    expect(ledger.maxInWindow('spot.newOrder', 2000)).toBe(0)
  })

  it('gives the first request to an endpoint, whether it arrived or is still to come', async () => {
    const ledger = new Ledger()
    const awaited = ledger.arrival('spot.newOrder')
    ledger.add({ ...ARRIVAL, endpoint: 'spot.time', arrivedAt: 0 })
    const first = arrive(ledger)
    arrive(ledger)
    expect(await awaited).toBe(first)
    expect(await ledger.arrival('spot.newOrder')).toBe(first)
  })

  it('finds entries by their properties', () => {
    const ledger = new Ledger()
    ledger.name(arrive(ledger), ['a'], true)
    arrive(ledger, 5)
    expect(ledger.arrivals({ clientOrderId: 'a' }).map(({ number }) => number)).toEqual([1])
    expect(ledger.arrivals({ endpoint: 'spot.newOrder', clientOrderId: null }).map(({ number }) => number)).toEqual([2])
  })

  it('forgets old entries but still counts them', () => {
    const ledger = new Ledger()
    for (let at = 0; at < 100_001; at += 1) arrive(ledger, at)
    const kept = ledger.arrivals()
    expect([kept.length, kept[0]?.number, kept.at(-1)?.number]).toEqual([50_001, 50_001, 100_001])
    expect(ledger.maxInWindow('spot.newOrder', 1_000_000)).toBe(100_001)
  })
})
