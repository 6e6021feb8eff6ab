import { describe, expect, it } from 'vitest'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import { mostGaining, reliefOf, reliefOfBoth } from '#shared/desk/rescue/relief.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { depth } from '#test/support/desk-facts.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'
import { BTC, BTCUSDT, denied, ETH, factsOf, ISOLATED, LONG, ranked, sizes } from '#test/support/rescue-facts.ts'

/**
 * Bids for 5,000 contracts at one price. A contract of LONG loses a hundredth of the distance below 3,500, plus the
 * fee.
 */
function bidsAt(price: number) {
  return { depths: [depth('contract', BTC.name, [[price, 5_000]])] }
}

describe('a way that makes the rate worse', () => {
  const SITE = 'Margin can be added on the venue’s own site.'

  it('is not listed if another way helps', () => {
    // 14,000 on 105,000. A contract of BTC gains 0.15 x 35 = 5.25 and costs 9.026: all 2,000 cost 18,052, more than
    // 14,000.
    const other = position(ETH, { volume: 1_000, averagePrice: 3_500, markPrice: 3_500 })
    const depths = [...bidsAt(2_600).depths, depth('contract', ETH.name, [[3_499, 5_000]])]
    const { ways } = ranked(factsOf([LONG, other], {}, { depths }), '0.15')
    expect(ways).toMatchObject([{ action: { positionKey: other.key }, reaches: true }])
  })

  it('is denied when there is no other: closing does not help then, and margin is added elsewhere', () => {
    expect(denied(factsOf([LONG], {}, bidsAt(2_600)))).toEqual({
      code: 'NOTHING_CLOSABLE',
      message: `With the books as they are, closing makes the margin rate worse, or no better. ${SITE}`,
    })
    const frozen = denied(factsOf([{ ...LONG, freeze: 'liquidation' }]))
    expect(frozen?.message).toContain(`Nothing of it can be closed now. ${SITE}`)
  })

  it('is one that fills nothing: a limit order without a bid', () => {
    const facts = factsOf([LONG], {}, { ...bidsAt(3_000), marketClose: 'limitIoc' })
    expect(denied(facts)?.message).toContain('or no better')
  })

  it('is cut where the order book gets too bad: the part before that helps', () => {
    const book = depth('contract', BTC.name, [
      [3_499, 300],
      [500, 5_000],
    ])
    const { ways, warnings } = ranked(factsOf([LONG], {}, { depths: [book] }), '0.25')
    expect(ways).toMatchObject([{ action: { size: { volume: '300' } }, reaches: false }])
    expect(ways[0]?.after).toBeCloseTo((14_000 - 300 * 0.04499) / (1_700 * 35), 14)
    expect(warnings).toEqual(['None of these reaches 25 %: take several of them, or flatten.'])
    const relief = reliefOf({ position: LONG, contract: BTC, mark: decimal(3_500), perContract: decimal('8.75') }, book)
    expect(mostGaining(relief)).toEqual(decimal(300))
  })
})

describe('a way that leaves no position', () => {
  const FREE = { ...LONG, maxFeeRate: decimal(0) }
  const lost = 'With the books as they are, closing all of it costs more than the cross account of USDT has.'

  it.each([
    // 2,000 x (6.97 + 0.02803) = 13,996.06 of 14,000; 2,000 x (7.01 + 0.02799) = 14,075.98; 2,000 x 7 = 14,000.
    ['less', LONG, 2_803, true],
    ['more', LONG, 2_799, false],
    ['as much', FREE, 2_800, false],
    ['more, whatever the unknown fee is,', { ...LONG, maxFeeRate: null }, 2_799, false],
  ])('that costs %s than the account has', (_, held, price, reaches) => {
    const { ways, warnings } = ranked(factsOf([held], {}, bidsAt(price)), '100000')
    expect(ways).toMatchObject([{ action: closeAtMarket(LONG.key), after: null, reaches }])
    expect(warnings.includes(lost)).toBe(!reaches)
    expect(warnings.some((warning) => warning.startsWith('With the books as they are, closing makes'))).toBe(!reaches)
  })

  it('that costs more than an isolated position has does not help it', () => {
    // 7,000 of margin and 0 of profit; 2,000 x (5 + 0.03) = 10,060.
    const facts = factsOf([ISOLATED], {}, bidsAt(3_000))
    const { ways, warnings } = ranked(facts, '0.25', `isolated:${ISOLATED.key}`)
    expect(ways).toMatchObject([{ after: null, reaches: false }])
    expect(warnings).toContainEqual(
      expect.stringContaining(`costs more than the isolated position long ${BTC.name} cross has`),
    )
  })

  it('has a warning when its cost is unknown', () => {
    const { ways, warnings } = ranked(factsOf([LONG], {}, { depths: [] }), '100000')
    expect(ways).toMatchObject([{ after: null, cost: null, reaches: true }])
    expect(warnings).toContainEqual(expect.stringContaining('the cost may be more than the cross account of USDT has'))
  })
})

describe('a long and a short of one asset', () => {
  const long = position(BTC, { volume: 1_000, averagePrice: 3_500, openPrice: 3_400, markPrice: 3_500 })
  const short = { ...long, side: 'short' as const, key: `${BTC.name}:cross:short` }
  const depths = [depth('contract', BTC.name, [[3_499, 5_000]], [[3_501, 5_000]])]
  const hedgeOf = (...held: readonly Position[]) => factsOf(held, {}, { depths })
  const shares = (facts: DeskFacts, target: string) => sizes(ranked(facts, target)).filter((size) => size.includes('+'))

  it('are closed by the same share, the smallest that is enough, so the rest stays hedged', () => {
    // 0.5 x 70,000 - 14,000 = 21,000, divided by 35 less 0.04499 and 0.04501 for one of each: 601.5.
    const { ways } = ranked(hedgeOf(long, short), '0.5')
    const way = ways.find(({ netExposure }) => netExposure?.isZero())
    expect(way).toMatchObject({
      action: {
        kind: 'reduce',
        closes: [
          { positionKey: long.key, volume: '602' },
          { positionKey: short.key, volume: '602' },
        ],
      },
      reaches: true,
    })
    expect(way?.cost?.toNumber()).toBeCloseTo(602 * 0.09, 10)
    expect(way?.after).toBeCloseTo((14_000 - 602 * 0.09) / (796 * 35), 14)
  })

  it('are offered even when one alone is enough', () => {
    // 0.25 x 70,000 - 14,000 = 3,500, divided by 17.5 - 0.09 for one of each: 201.03.
    expect(shares(hedgeOf(long, short), '0.25')).toEqual([`${long.key} 202 + ${short.key} 202`])
  })

  it('are closed in proportion to their sizes', () => {
    // 14,000 on 52,500. 12,250 are missing, divided by 26.25 - 0.04499 - 0.5 x 0.04501 for one long and half a short:
    // 467.9.
    const half = { ...short, volume: decimal(500) }
    expect(shares(hedgeOf(long, half), '0.5')).toContain(`${long.key} 468 + ${short.key} 234`)
  })

  it('are closed no further than both can be, and listed once', () => {
    const locked = { ...short, pendingCloseVolume: decimal(400) }
    expect(shares(hedgeOf(long, locked), '0.9')).toContain(`${long.key} 600 + ${short.key} 600 (not enough)`)
    const least = { ...short, pendingCloseVolume: decimal(999) }
    expect(shares(hedgeOf(long, least), '0.9')).toContain(`${long.key} 1 + ${short.key} 1 (not enough)`)
    expect(shares(hedgeOf(long, short), '100000')).toEqual([`${long.key} 1000 + ${short.key} 1000`])
  })

  it('are never of two assets, or two longs', () => {
    const other = position(ETH, { side: 'short', volume: 1_000, averagePrice: 3_500, markPrice: 3_500 })
    expect(shares(hedgeOf(long, other), '0.25')).toEqual([])
    const quarter = contract('BTC', 'USDT', { name: 'E-BTC-USDT-Q' })
    const two = factsOf(
      [long, position(quarter, { ...long, contract: quarter.name, key: 'Q' })],
      { instruments: [BTC, quarter, BTCUSDT] },
      { depths: [...depths, { ...depths[0]!, instrument: quarter.name }] },
    )
    expect(shares(two, '0.25')).toEqual([])
  })

  it('are walked through side by side', () => {
    const level = (gain: number, volume: number) => ({ gain: decimal(gain), volume: decimal(volume) })
    const one = { perContract: decimal(6), levels: [level(5, 10), level(4, 10)] }
    const other = { perContract: decimal(4), levels: [level(3, 10), level(1, 20)] }
    // Two of the other with each of the one: 6 for the first 5, 2 for the next 10.
    expect(reliefOfBoth(one, other, decimal(2))).toEqual({
      perContract: decimal(14),
      levels: [level(11, 5), level(7, 5), level(6, 5)],
    })
  })
})
