import { describe, expect, it } from 'vitest'
import { worthIn } from '#shared/desk/worth.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import type { Instrument } from '#shared/domain/instrument.ts'
import { contract, pair } from '#test/support/portfolio-fixtures.ts'

const NOT_PRICED = { last: null, bid: null, ask: null, mark: null, index: null, fundingRate: null }
const contractQuote = (instrument: string, prices: { mark?: number; index?: number }) => ({
  ...NOT_PRICED,
  ...({ area: 'contract', instrument } as const),
  mark: prices.mark === undefined ? null : decimal(prices.mark),
  index: prices.index === undefined ? null : decimal(prices.index),
})
const pairQuote = (instrument: string, last: number) => ({
  ...NOT_PRICED,
  ...({ area: 'spot', instrument } as const),
  last: decimal(last),
})

function rateOf(asset: string, instruments: readonly Instrument[], quotes: Parameters<typeof worthIn>[0]['quotes']) {
  const rate = worthIn({ instruments, quotes, risk: null }).rate(asset)
  return rate && toText(rate)
}

describe('the value of a coin', () => {
  const [inPair, inContract] = [pair('BTC', 'USDT'), contract('BTC', 'USDT')]

  it('is the price of its pair, if there is one', () => {
    const quotes = [pairQuote(inPair.symbol, 100), contractQuote(inContract.name, { index: 90, mark: 80 })]
    expect(rateOf('BTC', [inPair, inContract], quotes)).toBe('100')
  })

  it.each([
    ['the index of a contract, where there is no pair', { index: 90, mark: 80 }, '90'],
    ['its mark, where it has no index', { mark: 80 }, '80'],
    ['not known without either', {}, null],
  ])('is %s', (_what, prices, worth) => {
    expect(rateOf('BTC', [inContract], [contractQuote(inContract.name, prices)])).toBe(worth)
    expect(rateOf('BTC', [inPair, inContract], [contractQuote(inContract.name, prices)])).toBe(worth)
  })

  it('goes through a hub: the value of a dollar token follows from two contracts on one coin', () => {
    const other = contract('BTC', 'USDC')
    const quotes = [contractQuote(inContract.name, { index: 90 }), contractQuote(other.name, { index: 100 })]
    expect(rateOf('USDC', [inContract, other], quotes)).toBe('0.9')
  })
})
