import { describe, expect, it } from 'vitest'
import { open, probe, refusal } from './support.ts'

describe('the test order of a probe', () => {
  it.each([
    [-2015, 'failed', 'limited', 'The key may not trade on Spot'],
    [-2016, 'failed', 'limited', 'The key may not trade on Spot'],
    [-2017, 'passed', 'healthy', 'refused for its size or price, not for the key'],
    [-1136, 'passed', 'healthy', 'refused for its size or price, not for the key'],
    [-1002, 'warned', 'healthy', 'The venue has no test order'],
    [-1014, 'warned', 'healthy', 'was refused, and nothing was placed'],
    [-1016, 'failed', 'limited', 'Whether the key may trade can not be told'],
  ] as const)('answered with %i is %s, and the venue %s', async (code, expected, verdict, words) => {
    const venue = await open()
    venue.faults.inject(refusal('spot.testOrder', code))
    const { report, outcome, text } = await probe(venue)
    expect([outcome.testOrder, report.verdict]).toEqual([expected, verdict])
    expect(text.testOrder).toContain(words)
    if (expected === 'passed') expect(text.testOrder).toContain('Nothing was placed')
  })

  it('is cried out when the venue places it', async () => {
    const venue = await open({
      dialect: { paths: { 'spot.newOrder': '/sapi/v1/order/test', 'spot.testOrder': '/sapi/v1/order' } },
    })
    const before = venue.exchange.spot.openOrders().length
    const { report, outcome, text } = await probe(venue)
    const placed = venue.exchange.spot.openOrders()
    expect(placed).toHaveLength(before + 1)
    expect([outcome.testOrder, report.verdict]).toEqual(['failed', 'limited'])
    expect(text.testOrder).toContain(`The venue placed the test order instead of only checking it`)
    expect(placed.some(({ orderId }) => text.testOrder.includes(orderId))).toBe(true)
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
