import { describe, expect, it } from 'vitest'
import { interestOf } from '#electron/portfolio/market/market-interest.ts'
import { contract, pair } from '#test/support/portfolio-fixtures.ts'

const COIN = 'USDT'
const BTC = { area: 'spot', instrument: 'BTCUSDT' } as const

describe("the source of an asset's price history", () => {
  it.each([
    ['its pair', [contract('BTC', COIN), pair('BTC', COIN)], BTC],
    ['its pair, wherever in the list', [pair('BTC', COIN), contract('BTC', COIN)], BTC],
    ['otherwise a linear contract', [contract('BTC', COIN)], { area: 'contract', instrument: 'E-BTC-USDT' }],
    ['no pair the other way round', [pair(COIN, 'BTC')], undefined],
    ['nothing quoted in another coin', [pair('BTC', 'USDC'), contract('BTC', 'USDC')], undefined],
    ['no inverse contract', [contract('BTC', COIN, { direction: 'inverse' })], undefined],
    ['no test contract', [contract('BTC', COIN, { kind: 'test' })], undefined],
  ])('%s', (_, instruments, source) => {
    expect(interestOf(['BTC'], [], instruments).sources.get('BTC')).toEqual(source)
  })
})

it('reads three intervals of each source, and hours for what has an order book, each once', () => {
  const perpetual = { area: 'contract', instrument: 'E-BTC-USDT' } as const
  const instruments = [pair('BTC', COIN), contract('BTC', COIN)]
  const { series, books } = interestOf(['BTC', 'DOGE'], [BTC, perpetual], instruments)
  expect(books).toEqual([BTC, perpetual])
  expect(series).toEqual([
    { ...BTC, interval: '1day' },
    { ...BTC, interval: '60min' },
    { ...BTC, interval: '1min' },
    { ...perpetual, interval: '60min' },
  ])
})
