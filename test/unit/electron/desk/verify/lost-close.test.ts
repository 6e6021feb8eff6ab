import { describe, expect, it } from 'vitest'
import type { LegReport } from '#shared/desk/report.ts'
import { toText } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { inEnglish } from '#shared/words/say.ts'
import { CLOSE, LOST_DONE, LOST_LATE, LOST_UNDONE, deskBench, states } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { CONTRACT, ModelVenue, POSITION } from '#test/support/model-venue.ts'
import { codesOf } from '#test/support/codes.ts'

const bench = deskBench()
const HALF = { ...CLOSE, size: { kind: 'volume', volume: '5' } } as const

function newest(life: Life): LegReport | undefined {
  return life.legs()[0]
}

describe('a lost close that may still arrive, while another program closes as much', () => {
  function tradeAway(venue: ModelVenue): void {
    venue.trade(decimal(-5))
  }

  function orderAway(venue: ModelVenue): void {
    const { marginMode } = POSITION
    const order = { contract: CONTRACT.name, side: 'sell', action: 'close', type: 'market', marginMode } as const
    void venue.client().call('contract.placeOrder', { ...order, volume: decimal(5), clientOrderId: 'theirs' })
  }

  it.each([
    ['with an order that no list shows', tradeAway, 'verified'],
    // Two identical orders: nobody can tell which one is ours.
    ['with a similar order', orderAway, 'needsHuman'],
  ] as const)('is not called done by their close, and still blocks its position: %s', async (_, closeToo, ending) => {
    const venue = new ModelVenue(bench.clock, decimal(10))
    const life = await bench.open(venue)
    venue.fates = [{ ...LOST_LATE, effectAfterMs: 6_000 }]
    await bench.submit(life, 'one', HALF)
    closeToo(venue)
    await bench.clock.advance(5_500)
    expect(states(life)).toEqual(['unknown'])
    expect(newest(life)?.detail.code).toMatch(/^leg\.mayCome\./)
    expect(await bench.submit(life, 'two', CLOSE)).toMatchObject({ denial: { code: 'IN_FLIGHT' } })
    await bench.clock.advance(60_000)
    expect(states(life)).toEqual([ending])
    expect(toText(venue.volume)).toBe('0')
  })
})

describe('a lost close that is looked for days later, when no list goes back far enough', () => {
  it.each([
    ['it was closed, and opened again by hand', LOST_DONE, 7, '7', ['leg.close.alike']],
    ['it never arrived, and was closed by hand', LOST_UNDONE, -7, '0', []],
  ] as const)('is left to the trader with the evidence: %s', async (_, fate, byHand, now, alike) => {
    const venue = bench.small()
    const first = await bench.open(venue)
    venue.fates = [fate]
    void first.desk.submit('a', CLOSE)
    await bench.clock.advance(300)
    first.kill()
    venue.trade(decimal(byHand))
    await bench.clock.advance(2 * 86_400_000)
    const life = bench.begin(venue)
    void life.desk.recover()
    await bench.clock.advance(120_000)
    expect(states(life)).toEqual(['needsHuman'])
    const detail = newest(life)?.detail
    const codes = ['leg.close.undecided', 'leg.close.shortLists', ...alike, 'leg.close.evidence']
    expect(codesOf(detail)).toEqual(codes)
    expect(detail && inEnglish(detail)).toContain(`Closable contracts: 7 before, ${now} now.`)
  })
})
