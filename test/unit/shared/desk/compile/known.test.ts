import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import {
  actableHolding,
  depthOf,
  holdingOf,
  isDoubtful,
  lastOf,
  limitsWarning,
  markOf,
  priceOf,
  youngQuotes,
} from '#shared/desk/compile/known.ts'
import type { DeskFacts, KnownQuote } from '#shared/desk/facts.ts'
import { toText } from '#shared/domain/decimal.ts'
import { depth, NO_FACTS } from '#test/support/desk-facts.ts'
import { contract, pair, position, quote } from '#test/support/portfolio-fixtures.ts'
import { inWords } from '#test/support/in-words.ts'

const BTC = contract('BTC', 'USDT')
const HELD = position(BTC, { markPrice: null })
const young = (
  overrides: Parameters<typeof quote>[2] = {},
  of: typeof BTC | ReturnType<typeof pair> = BTC,
): KnownQuote => ({ ...quote(of, 100, overrides), ageMs: 0 })
const plain = (amount: ReturnType<typeof markOf>) => amount && toText(amount)

describe('a position that can be acted on', () => {
  const held = (facts: Partial<DeskFacts>, key = HELD.key) => {
    const found = holdingOf(key, { ...NO_FACTS, ...facts })
    return found.ok ? found.value.contract.kind : found.error.code
  }

  it('is listed, with or without its contract', () => {
    expect(held({ positions: [HELD], instruments: [BTC] })).toBe('perpetual')
    expect(held({ positions: [HELD], isPartial: true })).toBe('unlisted')
    expect(held({ positions: [position(BTC, { volume: '0.5' })] })).toBe('unlisted')
  })

  it('is not one that is missing, or may be missing', () => {
    expect([held({ positions: [] }), held({ positions: null })]).toEqual(['POSITION_NOT_FOUND', 'POSITION_NOT_FOUND'])
    expect(held({ positions: [position(BTC, { volume: 0 })], isPartial: true })).toBe('POSITION_NOT_FOUND')
    expect(held({ positions: [], isPartial: true })).toBe('READ_FAILED')
  })

  it('is not one that the venue has frozen or does not trade', () => {
    const code = (freeze: typeof HELD.freeze, tradable = true) => {
      const acted = actableHolding({ ...HELD, freeze }, [contract('BTC', 'USDT', { tradable })])
      return acted.ok ? null : acted.error.code
    }
    expect([code('none'), code('unknown'), code('none', false)]).toEqual([null, null, 'INSTRUMENT_CLOSED'])
    expect([code('liquidation'), code('delivery')]).toEqual(['POSITION_FROZEN', 'POSITION_FROZEN'])
  })

  it('names its limits that could not be read, and no other fields', () => {
    const gap = (field: string) => ({ field, reason: message('expected.missing') })
    const said = (...fields: string[]) => inWords(limitsWarning({ ...BTC, gaps: fields.map(gap) }))
    expect([said(), said('makerFee')]).toEqual([[], []])
    expect(said('makerFee', 'minOrderVolume', 'multiplier')).toEqual([
      'Some order limits of E-BTC-USDT could not be read (is missing, is missing).',
    ])
  })
})

describe('a price', () => {
  it('is that of its contract, preferably the one that came with the position', () => {
    const quotes = [young({ mark: 1, last: 2 }, pair('X', 'Y')), { ...young({ mark: 90, last: 91 }) }]
    const other = { ...young({ mark: 5, last: 6 }), instrument: 'E-ETH-USDT' }
    const spot = { ...young({ mark: 7, last: 8 }), area: 'spot' as const }
    const view = { quotes: [other, spot, ...quotes] }
    expect([plain(markOf(HELD, view)), plain(lastOf(HELD, view))]).toEqual(['90', '91'])
    expect(plain(markOf(position(BTC, { markPrice: 95 }), view))).toBe('95')
    expect(plain(markOf(position(BTC, { markPrice: 0 }), view))).toBe('90')
    expect([markOf(HELD, { quotes: [other] }), lastOf(HELD, { quotes: [young({ last: 0 })] })]).toEqual([null, null])
    const depths = [
      depth('contract', 'E-ETH-USDT', [[1, 1]]),
      depth('spot', BTC.name, [[1, 1]]),
      depth('contract', BTC.name, [[2, 1]]),
    ]
    expect(depthOf(BTC.name, { depths })).toBe(depths[2])
  })

  it('may bound an order for fifteen seconds', () => {
    const quotes = [0, 15_000, 15_001, null].map((ageMs) => ({ ...young(), ageMs }))
    expect(youngQuotes({ quotes }).quotes.map(({ ageMs }) => ageMs)).toEqual([0, 15_000])
    expect(youngQuotes({ quotes: [quote(BTC, 1)] }).quotes).toEqual([])
  })

  it('if typed is positive and has no more decimals than the venue prints', () => {
    const typed = (text: string, pricePrecision: number | null = 2) => {
      const price = priceOf(text, { ...BTC, pricePrecision })
      return price.ok ? toText(price.value) : price.error.code
    }
    expect([typed('100'), typed('100.25'), typed('100.250'), typed('100.12345', null)]).toEqual([
      '100',
      '100.25',
      '100.25',
      '100.12345',
    ])
    for (const odd of ['100.255', '0', '-1', 'x', '', '1e31']) expect(typed(odd)).toBe('BAD_AMOUNT')
  })
})

describe('an implausible mark', () => {
  const doubt = (quoted: Parameters<typeof quote>[2], mark = 100, ageMs = 0) =>
    isDoubtful(position(BTC, { markPrice: mark }), {
      quotes: [{ ...young({ bid: null, ask: null, last: null, index: null, ...quoted }), ageMs }],
    })

  it('is more than twice or less than half of all other quotes', () => {
    expect([doubt({ last: 50 }), doubt({ last: 49 }), doubt({ last: 200 }), doubt({ last: 201 })]).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect([doubt({ last: 49, index: 49 }), doubt({ last: 49, index: 100 }), doubt({ bid: 49, ask: 300 })]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('is not judged by invalid prices or by an old quote', () => {
    expect([doubt({}), doubt({ last: 0 }), doubt({ last: 0, index: 49 }), doubt({ last: 49 }, 100, 15_001)]).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(isDoubtful(HELD, { quotes: [young({ mark: null, last: 1 })] })).toBe(false)
  })

  it('is also one that the price watch has flagged', () => {
    expect(isDoubtful(HELD, { quotes: [], doubtful: [BTC.name] })).toBe(true)
    expect(isDoubtful(HELD, { quotes: [], doubtful: ['another'] })).toBe(false)
  })
})
