import { describe, expect, it } from 'vitest'
import type { Action, CloseTactic } from '#shared/desk/action.ts'
import { compile } from '#shared/desk/compile.ts'
import { ownBest, wrongWay } from '#shared/desk/book-price.ts'
import { shortOf } from '#shared/desk/compile/shortfall.ts'
import { looksAgain } from '#shared/desk/estimate.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { CloseRequest } from '#shared/desk/plan.ts'
import { decimal, toText, type Decimal } from '#shared/domain/decimal.ts'
import { depth, NO_FACTS, saidPlan } from '#test/support/desk-facts.ts'
import { contract, position, quote } from '#test/support/portfolio-fixtures.ts'
import { inEnglish } from '#shared/words/say.ts'
import { inWords } from '#test/support/in-words.ts'

const BTC = contract('BTC', 'USDT', { pricePrecision: 1, maxMarketVolume: 10, maxLimitVolume: 20 })
const LONG = position(BTC, { volume: 25, markPrice: '3501.25' })
const SHORT = position(BTC, { side: 'short', volume: 25, markPrice: '3501.25' })
const FACTS: DeskFacts = { ...NO_FACTS, instruments: [BTC], positions: [LONG, SHORT] }

function closeOf(held: typeof LONG, tactic: CloseTactic): Action {
  return { kind: 'closePosition', positionKey: held.key, size: { kind: 'percent', percent: 100 }, tactic }
}

function draftOf(action: Action, facts: Partial<DeskFacts> = {}) {
  const draft = compile(action, { ...FACTS, ...facts }, () => 'id')
  if (!draft.ok) throw new Error(inEnglish(draft.error.message))
  return { legs: draft.value.legs, warnings: draft.value.warnings.map(inEnglish) }
}

/** "20 at 3,431.3 IOC" for each closing order. */
function orders(action: Action, facts: Partial<DeskFacts> = {}): readonly string[] {
  return draftOf(action, facts)
    .legs.filter((leg): leg is CloseRequest => leg.kind === 'close')
    .map(
      ({ volume, price, timeInForce }) =>
        `${toText(volume)} at ${price === null ? 'market' : toText(price)} ${timeInForce}`,
    )
}

function refusal(action: Action, facts: Partial<DeskFacts> = {}) {
  const draft = compile(action, { ...FACTS, ...facts }, () => 'id')
  return draft.ok ? null : [draft.error.code, inEnglish(draft.error.message)]
}

describe('a close with a price cap', () => {
  const capped = (percent: string) => ({ kind: 'capped', percent }) as const

  it('is sent at the cap, rounded inward, in orders of the largest limit order size', () => {
    // 3501.25 x 0.98 = 3431.225, 3501.25 x 1.02 = 3571.275
    expect(orders(closeOf(LONG, capped('2')))).toEqual(['20 at 3431.3 IOC', '5 at 3431.3 IOC'])
    expect(orders(closeOf(SHORT, capped('2')))).toEqual(['20 at 3571.2 IOC', '5 at 3571.2 IOC'])
  })

  it('is meant to fill at once, so there is no warning of that', () => {
    const plan = saidPlan(closeOf(LONG, capped('0.5')), FACTS, () => 'id')
    const warnings = plan.ok ? (plan.value.estimate?.warnings ?? []) : ['no plan']
    expect(warnings.filter((text) => !text.includes('The book of'))).toEqual([])
  })

  it('is measured from a recent quoted mark when the position has none, and from nothing else', () => {
    const unmarked = { ...LONG, markPrice: null }
    const young = { ...quote(BTC, 3_000), ageMs: 15_000 }
    expect(orders(closeOf(LONG, capped('1')), { positions: [unmarked], quotes: [young] })[0]).toBe('20 at 2970 IOC')
    // Only a last price; an old mark; a mark of unknown age.
    for (const none of [
      { ...young, mark: null },
      { ...young, ageMs: 15_001 },
      { ...young, ageMs: null },
    ]) {
      expect(refusal(closeOf(LONG, capped('1')), { positions: [unmarked], quotes: [none] })).toEqual([
        'READ_FAILED',
        'The mark of E-BTC-USDT is not known, so there is nothing to measure the distance from. Try again in a moment, or close at market.',
      ])
    }
  })

  it.each(['0', '-1', '50.01', 'ten', ''])('of "%s" percent is refused with the allowed range', (percent) => {
    expect(refusal(closeOf(LONG, capped(percent)))).toEqual([
      'BAD_AMOUNT',
      `The distance must be a percentage above 0 and at most 50, not "${percent}"; nothing was sent. Type a number such as 1.5.`,
    ])
  })

  it('of 50 percent is allowed', () => expect(orders(closeOf(LONG, capped('50')))[0]).toBe('20 at 1750.7 IOC'))

  it('is refused when a buy would have no positive price', () => {
    const coarse = { ...BTC, pricePrecision: 0 }
    const cheap = { ...SHORT, markPrice: decimal('0.4') }
    const action = closeOf(SHORT, capped('10'))
    expect(refusal(action, { instruments: [coarse], positions: [cheap] })).toEqual([
      'NO_SUCH_PRICE',
      expect.stringContaining('that price is zero'),
    ])
  })

  it('leaves what the order book did not fill: there is no second round', () => {
    expect(looksAgain(closeOf(LONG, capped('2')))).toBe(false)
    expect(looksAgain(closeOf(LONG, { kind: 'chase', stopPercent: '1' }))).toBe(false)
    expect(looksAgain(closeOf(LONG, { kind: 'market' }))).toBe(true)
  })
})

describe('a close that waits better than the mark', () => {
  const offset = (percent: string) => ({ kind: 'offset', percent }) as const

  it('is a limit above the mark to sell and below it to buy, rounded to no worse price, and waits', () => {
    // 3501.25 x 1.01 = 3536.2625, 3501.25 x 0.99 = 3466.2375
    expect(orders(closeOf(LONG, offset('1')))).toEqual(['20 at 3536.3 rest', '5 at 3536.3 rest'])
    expect(orders(closeOf(SHORT, offset('1')))).toEqual(['20 at 3466.2 rest', '5 at 3466.2 rest'])
  })

  it('needs a mark, and a distance that leaves a price', () => {
    const unmarked = { ...LONG, markPrice: null }
    expect(refusal(closeOf(LONG, offset('1')), { positions: [unmarked] })?.[0]).toBe('READ_FAILED')
    expect(refusal(closeOf(LONG, offset('50.01')))?.[0]).toBe('BAD_AMOUNT')
  })
})

describe('a close at market when market orders are not safe', () => {
  const ioc = { marketClose: 'limitIoc' } as const
  const AT_MARKET = { kind: 'market' } as const

  it('is the same order with a protective price, rounded outward, for every action that closes', () => {
    expect(orders(closeOf(LONG, AT_MARKET), ioc)).toEqual(['20 at 3431.2 IOC', '5 at 3431.2 IOC'])
    expect(orders(closeOf(SHORT, AT_MARKET), ioc)[0]).toBe('20 at 3571.3 IOC')
    expect(orders({ kind: 'closeSide', side: 'short' }, ioc)).toEqual(['20 at 3571.3 IOC', '5 at 3571.3 IOC'])
    expect(new Set(orders({ kind: 'flatten', spot: 'keep' }, ioc))).toEqual(
      new Set(['20 at 3431.2 IOC', '5 at 3431.2 IOC', '20 at 3571.3 IOC', '5 at 3571.3 IOC']),
    )
    expect(orders({ kind: 'reduce', closes: [{ positionKey: LONG.key, volume: '7' }] }, ioc)).toEqual([
      '7 at 3431.2 IOC',
    ])
    expect(draftOf(closeOf(LONG, AT_MARKET), ioc).warnings).toEqual([])
  })

  it("does not change a resting order, or the trader's own cap", () => {
    expect(orders(closeOf(LONG, { kind: 'limit', price: '3600' }), ioc)[0]).toBe('20 at 3600 rest')
    expect(orders(closeOf(LONG, { kind: 'capped', percent: '5' }), ioc)[0]).toBe('20 at 3326.2 IOC')
  })

  it('uses the last price when there is no mark, and is never refused for lack of a price', () => {
    const positions = [{ ...LONG, markPrice: null }]
    const last = { ...quote(BTC, 3_000, { mark: null }), ageMs: 15_000 }
    expect(orders(closeOf(LONG, AT_MARKET), { ...ioc, positions, quotes: [last] })[0]).toBe('20 at 2940 IOC')
    for (const action of [closeOf(LONG, AT_MARKET), { kind: 'flatten', spot: 'keep' } as const]) {
      for (const quotes of [[], [{ ...last, ageMs: 15_001 }], [{ ...quote(BTC, 3_000), ageMs: null }]]) {
        const none = { ...ioc, positions, quotes }
        expect(orders(action, none)).toEqual(['10 at market rest', '10 at market rest', '5 at market rest'])
        expect(draftOf(action, none).warnings).toEqual([expect.stringContaining('is closed by a market order')])
      }
    }
  })

  it('does not round a price to zero', () => {
    const coarse = { ...ioc, instruments: [{ ...BTC, pricePrecision: 0 }] }
    const positions = [{ ...LONG, markPrice: decimal('0.9') }]
    expect(orders(closeOf(LONG, AT_MARKET), { ...coarse, positions })[0]).toBe('20 at 1 IOC')
  })
})

describe('a chase', () => {
  const chase = closeOf(LONG, { kind: 'chase', stopPercent: '0.5' })
  const back = closeOf(SHORT, { kind: 'chase', stopPercent: '0.5' })
  const BOOK = depth('contract', BTC.name, [[3_500.9, 5]], [[3_501.2, 5]])
  const QUOTE = { ...quote(BTC, 3_400, { bid: '3399.5', ask: '3400.5' }), ageMs: 0 }

  it('begins at the best price of its own side of the order book, otherwise at the mark', () => {
    expect(orders(chase, { depths: [BOOK], quotes: [QUOTE] })).toEqual(['20 at 3501.2 rest'])
    expect(orders(back, { depths: [BOOK], quotes: [QUOTE] })).toEqual(['20 at 3500.9 rest'])
    const sides = [{ ...depth('contract', BTC.name, [[3_500.9, 5]]), asks: [] }]
    expect(orders(chase, { depths: sides })).toEqual(['20 at 3501.3 rest'])
    expect(orders(back)).toEqual(['20 at 3501.2 rest'])
  })

  it('begins at no old price: never at a quoted bid or ask, and at a quoted mark only while it is recent', () => {
    expect(orders(chase, { quotes: [QUOTE] })).toEqual(['20 at 3501.3 rest'])
    const positions = [{ ...LONG, markPrice: null }]
    expect(orders(chase, { positions, quotes: [{ ...QUOTE, ageMs: 15_000 }] })).toEqual(['20 at 3400 rest'])
    for (const quotes of [[], [{ ...QUOTE, ageMs: 15_001 }], [{ ...QUOTE, mark: null, ageMs: 0 }]]) {
      expect(refusal(chase, { positions, quotes })).toEqual([
        'READ_FAILED',
        expect.stringContaining('No price of E-BTC-USDT is known to start the chase at; nothing was sent'),
      ])
    }
  })

  it('is one order, and says what does not fit into it', () => {
    const draft = draftOf(chase)
    expect(draft.warnings).toEqual(['5 of 25 contracts of E-BTC-USDT stay open: this is a single order of at most 20.'])
    expect(inWords(shortOf({ action: chase, legs: draft.legs, estimate: null }, FACTS))).toContain('5 of 25 contracts')
    const dust = { instruments: [{ ...BTC, maxLimitVolume: null }], positions: [{ ...LONG, volume: decimal('9.5') }] }
    expect(draftOf(chase, dust).warnings).toEqual([expect.stringContaining('the smallest order is 1')])
  })

  it.each(['0', '10.1', 'x'])('may not have a stop of "%s" percent', (stopPercent) => {
    expect(refusal(closeOf(LONG, { kind: 'chase', stopPercent }))).toEqual([
      'BAD_AMOUNT',
      expect.stringContaining('The give-up distance must be a percentage above 0 and at most 10'),
    ])
  })

  it('skips invalid levels of an order book for its price, and measures its stop from where it began', () => {
    const odd = depth('contract', BTC.name, [], [[0, 5], [102, 0], [103, 1]]) // prettier-ignore
    const text = (value: Decimal | null) => value && toText(value)
    expect([text(ownBest('sell', odd)), text(ownBest('buy', odd))]).toEqual(['103', null])
    expect(text(wrongWay('sell', decimal('3501.2'), decimal('0.5')))).toBe('3483.694')
    expect(text(wrongWay('buy', decimal('3501.2'), decimal('0.5')))).toBe('3518.706')
  })
})

describe('doubtful prices', () => {
  const at = (change: object, held = LONG) => ({
    positions: [held],
    quotes: [{ ...quote(BTC, 3_500), ageMs: 1_000 }],
    marketClose: 'limitIoc' as const,
    ...change,
  })
  const market = closeOf(LONG, { kind: 'market' })

  it('do not bound a close at market: it is sent without a bound, and says so', () => {
    expect(orders(market, at({}))[0]).toContain('IOC')
    const wild = position(BTC, { volume: 25, markPrice: '3.5' })
    for (const facts of [at({ doubtful: [BTC.name] }), at({}, wild)]) {
      expect(orders(market, facts)).toEqual(['10 at market rest', '10 at market rest', '5 at market rest'])
      expect(draftOf(market, facts).warnings[0]).toContain('The prices of E-BTC-USDT are doubtful')
    }
    expect(orders(market, at({ doubtful: ['E-ETH-USDT'] }))[0]).toContain('IOC')
  })

  it('are not used for a cap or a chase: they are refused with an alternative', () => {
    const facts = at({ doubtful: [BTC.name] })
    for (const tactic of [{ kind: 'capped', percent: '2' } as const, { kind: 'chase', stopPercent: '1' } as const]) {
      expect(refusal(closeOf(LONG, tactic), facts)?.[1]).toContain('Close at market')
    }
  })
})
