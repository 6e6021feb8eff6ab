import { describe, expect, it } from 'vitest'
import { open, probe, refusal } from './support.ts'

describe('the test order of a probe', () => {
  it.each([
    [-2015, 'failed', 'limited', 'probe.test.keyRefused'],
    [-2016, 'failed', 'limited', 'probe.test.keyRefused'],
    [-2017, 'passed', 'healthy', 'probe.test.beyondTheKey'],
    [-1136, 'passed', 'healthy', 'probe.test.beyondTheKey'],
    [-1002, 'warned', 'healthy', 'probe.test.notOffered'],
    [-1014, 'warned', 'healthy', 'probe.test.refused'],
    [-1016, 'failed', 'limited', 'probe.test.unclear'],
  ] as const)('answered with %i is %s, and the venue %s', async (code, expected, verdict, said) => {
    const venue = await open()
    venue.faults.inject(refusal('spot.testOrder', code))
    const { report, outcome, codes } = await probe(venue)
    expect([outcome.testOrder, report.verdict]).toEqual([expected, verdict])
    expect(codes.testOrder).toContain(said)
  })

  it('is reported as an alarm when the venue executes it', async () => {
    const venue = await open({
      dialect: { paths: { 'spot.newOrder': '/sapi/v1/order/test', 'spot.testOrder': '/sapi/v1/order' } },
    })
    const before = venue.exchange.spot.openOrders().length
    const { report, outcome, codes, found } = await probe(venue)
    const placed = venue.exchange.spot.openOrders()
    expect(placed).toHaveLength(before + 1)
    expect([outcome.testOrder, report.verdict]).toEqual(['failed', 'limited'])
    expect(codes.testOrder).toEqual(['probe.test.placed'])
    expect(placed.some(({ orderId }) => found.testOrder[0]?.facts['id'] === orderId)).toBe(true)
  })

  it('is far from the market and small', async () => {
    const venue = await open()
    await probe(venue)
    const [sent] = venue.ledger.arrivals({ endpoint: 'spot.testOrder' })
    const { price, volume, symbol } = JSON.parse(sent!.body) as Record<string, string>
    const depth = (await (await fetch(`${venue.spotBaseUrl}/sapi/v1/depth?symbol=${symbol}`, JSON_TYPE)).json()) as {
      bids: [string, string][]
    }
    const best = parseFloat(depth.bids[0]![0])
    expect(parseFloat(price!) / best).toBeCloseTo(0.8, 4)
    expect(parseFloat(price!) * parseFloat(volume!)).toBeLessThan(15)
  })
})

const JSON_TYPE = { headers: { 'content-type': 'application/json' } }
