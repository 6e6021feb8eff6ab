import { expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import type { MarginAccount } from '#shared/domain/account.ts'
import type { Instrument } from '#shared/domain/instrument.ts'
import {
  contractsToQuote,
  NOTHING_KNOWN,
  ordersEveryMs,
  orderScopes,
  pairsToQuote,
} from '../../../../electron/portfolio/interest.ts'
import type { Known } from '../../../../electron/portfolio/interest.ts'

const pair = (baseAsset: string, quoteAsset: string): Instrument => ({
  area: 'spot',
  symbol: baseAsset + quoteAsset,
  baseAsset,
  quoteAsset,
  pricePrecision: 2,
  quantityPrecision: 4,
  minMarketSell: null,
  makerFee: null,
  takerFee: null,
})
const contract = (name: string, tradable: boolean): Instrument =>
  ({ area: 'contract', name, tradable }) satisfies Partial<Instrument> as unknown as Instrument
const balance = (asset: string, free: string, locked = '0') => ({
  asset,
  gaps: [],
  free: decimal(free),
  locked: decimal(locked),
})
const known = (over: Partial<Known>): Known => ({ ...NOTHING_KNOWN, ...over })

it('reads the price of what is held, directly or through a hub, and of nothing else', () => {
  const instruments = [
    pair('BTC', 'USDT'),
    pair('ETH', 'USDT'),
    pair('XYZ', 'BTC'),
    pair('TRY', 'BTC'),
    pair('DOGE', 'USDT'),
    pair('USDT', 'TRY'),
  ]
  const balances = [balance('XYZ', '1'), balance('TRY', '5'), balance('DOGE', '0')]
  const symbols = pairsToQuote(known({ instruments, balances })).map((one) => one.symbol)
  expect(symbols).toEqual(['BTCUSDT', 'XYZBTC', 'USDTTRY'])
})

it('looks for Spot orders only where something is locked', () => {
  const instruments = [pair('BTC', 'USDT'), pair('ETH', 'USDC'), pair('SOL', 'EUR')]
  const balances = [balance('BTC', '1', '0.1'), balance('USDC', '0', '7'), balance('SOL', '5')]
  const names = orderScopes(known({ instruments, balances })).map((scope) => scope.instrument)
  expect(names).toEqual(['BTCUSDT', 'ETHUSDC'])
})

it('keeps reading an instrument with known orders even when nothing is locked any more', () => {
  const instruments = [pair('BTC', 'USDT')]
  const order = { area: 'spot', instrument: 'BTCUSDT' } as Known['orders'][number]
  expect(orderScopes(known({ instruments, balances: [], orders: [order] }))).toEqual([
    { area: 'spot', instrument: 'BTCUSDT', hot: true, isListed: false },
  ])
})

it('looks for contract orders in every tradable contract, and in a closed one only with a position', () => {
  const instruments = [contract('E-BTC-USDT', true), contract('E-OLD-USDT', false), contract('E-DEAD-USDT', false)]
  const position = { contract: 'E-OLD-USDT' } as NonNullable<Known['positions']>[number]
  const scopes = orderScopes(known({ instruments, positions: [position] }))
  expect(scopes.map(({ instrument, hot }) => [instrument, hot])).toEqual([
    ['E-OLD-USDT', true],
    ['E-BTC-USDT', false],
  ])
})

it('expects open orders as often as the important ones are read, within the pace', () => {
  const scopes = (area: 'spot' | 'contract', count: number, hot: boolean) =>
    Array.from({ length: count }, (_, index) => ({ area, instrument: String(index), hot, isListed: false }))
  const expected = (...some: readonly (readonly ReturnType<typeof scopes>[number][])[]) =>
    ordersEveryMs(some.flat(), 100, 2_000)
  expect(expected()).toBe(20_000)
  expect(expected(scopes('spot', 1, false), scopes('contract', 12, false))).toBe(20_000)
  expect(expected(scopes('spot', 150, false), scopes('contract', 300, false))).toBe(30_000)
  expect(expected(scopes('spot', 1, true), scopes('contract', 300, false))).toBe(2_000)
  expect(expected(scopes('spot', 1, true), scopes('contract', 50, true))).toBe(5_000)
})

it('reads the index of a contract for collateral without a pair', () => {
  const perpetual = (name: string, baseAsset: string): Instrument => ({
    ...contract(name, true),
    baseAsset,
    quoteAsset: 'USDT',
  })
  const instruments = [perpetual('E-BTC-USDT', 'BTC'), perpetual('E-ETH-USDT', 'ETH'), pair('ETH', 'USDT')]
  const marginAccounts = ['BTC', 'ETH'].map((marginCoin) => ({ marginCoin }) as MarginAccount)
  expect(contractsToQuote(known({ instruments, marginAccounts })).map(({ name }) => name)).toEqual(['E-BTC-USDT'])
})

it('reads two when only a hub connects collateral to the reporting coin, and none of a test contract', () => {
  const perpetual = (name: string, baseAsset: string, quoteAsset: string, kind = 'perpetual'): Instrument =>
    ({ ...contract(name, true), kind, baseAsset, quoteAsset }) as Instrument
  const instruments = [
    perpetual('S-BTC-USDT', 'BTC', 'USDT', 'test'),
    perpetual('E-BTC-USDT', 'BTC', 'USDT'),
    perpetual('E-BTC-USDC', 'BTC', 'USDC'),
    perpetual('E-SOL-USDC', 'SOL', 'USDC'),
  ]
  const marginAccounts = ['USDC', 'USDT'].map((marginCoin) => ({ marginCoin }) as MarginAccount)
  const names = contractsToQuote(known({ instruments, marginAccounts })).map(({ name }) => name)
  expect(names).toEqual(['E-BTC-USDT', 'E-BTC-USDC'])
})

it('asks the price of the coin that totals are in, of its pair or, without one, of its contract', () => {
  const perpetual: Instrument = { ...contract('E-BTC-USDT', true), baseAsset: 'BTC', quoteAsset: 'USDT' }
  const instruments = [pair('ETH', 'USDT'), perpetual]
  const account = known({ instruments, balances: [balance('ETH', '1')], pricedCoin: 'BTC' })
  expect(pairsToQuote(account).map(({ symbol }) => symbol)).toEqual(['ETHUSDT'])
  expect(contractsToQuote(account).map(({ name }) => name)).toEqual(['E-BTC-USDT'])
  const paired = { ...account, instruments: [...instruments, pair('BTC', 'USDT')] }
  expect(pairsToQuote(paired).map(({ symbol }) => symbol)).toEqual(['ETHUSDT', 'BTCUSDT'])
  expect(contractsToQuote(paired)).toEqual([])
})
