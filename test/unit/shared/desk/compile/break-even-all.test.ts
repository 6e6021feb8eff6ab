import { describe, expect, it } from 'vitest'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { Protection } from '#shared/desk/plan.ts'
import { toText } from '#shared/domain/decimal.ts'
import { NO_FACTS, pool, saidPlan } from '#test/support/desk-facts.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')
const ETH = contract('ETH', 'USDT')
const SOL = contract('SOL', 'USDT')
const ALL = { kind: 'breakEvenAll' } as const
const paid = { tradingFees: '-0.01', fundingFees: '0' }
/** Both in profit: the mark is 100. */
const LONG = position(BTC, { ...paid, openPrice: 90, volume: 8 })
const SHORT = position(ETH, { ...paid, openPrice: 110, side: 'short', marginMode: 'isolated', volume: 5 })
/** At a loss, so its break-even lies above the mark. */
const LOSING = position(SOL, { ...paid, openPrice: 120 })

function planOf(facts: Partial<DeskFacts>) {
  const plan = saidPlan(ALL, { ...NO_FACTS, instruments: [BTC, ETH, SOL], ...facts }, () => 'id')
  if (!plan.ok) return { code: plan.error.code, message: plan.error.message, legs: [], stops: [], warnings: [] }
  const { legs, estimate } = plan.value
  const stops = legs.flatMap((leg) =>
    leg.kind === 'protect' ? [`${leg.purpose} ${leg.trigger} ${toText(leg.volume)} ${leg.positionKey}`] : [],
  )
  return { code: null, message: '', legs, stops, warnings: estimate?.warnings ?? [] }
}

describe('break-even for all', () => {
  it('is the stop that each position would get alone', () => {
    const facts = { positions: [SHORT, LONG] }
    const { legs, stops, warnings } = planOf(facts)
    expect(stops).toEqual(['stopLoss fall 8 E-BTC-USDT:cross:long', 'stopLoss rise 5 E-ETH-USDT:isolated:short'])
    expect(warnings).toEqual([])
    const alone = [LONG, SHORT].map(({ key: positionKey }) => {
      const size = { kind: 'percent', percent: 100 } as const
      const known = { ...NO_FACTS, instruments: [BTC, ETH], ...facts }
      const one = { kind: 'protect', positionKey, purpose: 'stopLoss', size, trigger: { kind: 'breakEven' } } as const
      const plan = saidPlan(one, known, () => 'id')
      return plan.ok ? plan.value.legs[0] : null
    })
    expect(legs).toEqual(alone)
  })

  it('names each position that gets none, with the reason', () => {
    const unread = position(ETH, { ...paid, openPrice: null })
    const frozen = position(SOL, { ...paid, openPrice: 90, marginMode: 'isolated', freeze: 'liquidation' })
    const { stops, warnings } = planOf({ positions: [LONG, LOSING, unread, frozen] })
    expect(stops).toEqual(['stopLoss fall 8 E-BTC-USDT:cross:long'])
    expect(warnings).toHaveLength(3)
    expect(warnings).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^No stop for long E-SOL-USDT cross\. It would fire at once: .* below the mark price 100/,
        ),
        expect.stringMatching(/^No stop for long E-ETH-USDT cross\. The break-even price .* cannot be determined/),
        expect.stringMatching(/^No stop for long E-SOL-USDT isolated\. Frozen by the venue/),
      ]),
    )
  })

  it('piles up no orders when it is asked for again', () => {
    const [request] = planOf({ positions: [LONG] }).legs
    if (request?.kind !== 'protect') throw new Error('expected a stop')
    const placed = (state: Protection['state']): readonly Protection[] => [
      { intentId: 'one', request, triggerId: '7', placedAt: 0, state },
    ]
    const again = planOf({ positions: [LONG, SHORT], protections: placed('believed') })
    expect(again.stops).toEqual(['stopLoss rise 5 E-ETH-USDT:isolated:short'])
    expect(again.warnings).toEqual([
      expect.stringContaining('No stop for long E-BTC-USDT cross. Plimsoll already placed conditional orders'),
    ])
    expect(planOf({ positions: [LONG], protections: placed('unknown') }).code).toBe('NOTHING_TO_DO')
    // The position it was placed for is gone: the one held now has none.
    expect(planOf({ positions: [LONG], protections: placed('orphaned') }).stops).toHaveLength(1)
  })

  it.each<[string, string, Partial<DeskFacts>]>([
    ['NOTHING_TO_DO', 'The account holds no positions. Nothing was sent.', {}],
    ['NOTHING_TO_DO', 'No stop for long E-SOL-USDT cross.', { positions: [LOSING] }],
    ['READ_FAILED', 'The positions could not be read', { positions: null }],
    ['READ_FAILED', 'Some positions could not be read.', { isPartial: true }],
    ['NOTHING_TO_DO', 'mark price is not known', { positions: [{ ...LONG, markPrice: null }] }],
    [
      'NOT_OFFERED',
      'no stop-loss',
      { positions: [LONG], pace: { pools: [pool('contract', 'placeOrder')], roundTripMs: 1 } },
    ],
  ])('is refused with %s, saying: %s', (code, words, facts) => {
    expect(planOf(facts)).toMatchObject({ code, message: expect.stringContaining(words) })
  })
})
