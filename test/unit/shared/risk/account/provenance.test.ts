import { expect, it } from 'vitest'
import type { QuoteReading } from '#shared/domain/quote.ts'
import { assess } from '#shared/risk/assess.ts'
import { CASH_ASSETS } from '#shared/risk/cash.ts'
import type { PriceFinding } from '#shared/risk/doubt/price-doubt.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import type { Provenances } from '#shared/risk/report.ts'
import { UNCALIBRATED } from '#test/support/calibrations.ts'
import { balances, marginAccounts, positions } from '#test/support/fixture/account.ts'
import { contracts, MONO, pairs, quotes } from '#test/support/fixture/market.ts'

const NEW = MONO - 100
const OLD = MONO - 60_000

/** The fixture account, with everything read at `NEW` except for the test's changes. */
function provenanceWith(
  change: Partial<RiskInputs> = {},
  old: (quote: QuoteReading) => boolean = () => false,
): Provenances {
  const dated = (quote: QuoteReading): QuoteReading => {
    const at = old(quote) ? OLD : NEW
    return { ...quote, readAt: at, lastAt: at, indexAt: quote.indexAt === null ? null : at }
  }
  return assess({
    instruments: [...pairs(), ...contracts()],
    balances: balances(),
    marginAccounts: marginAccounts(),
    positions: positions(),
    quotes: quotes().map(dated),
    orders: [],
    incomplete: [],
    reportingCoin: 'USDT',
    cashAssets: CASH_ASSETS,
    positionsReadAt: NEW,
    balancesReadAt: NEW,
    now: MONO,
    fundingIntervalHours: 8,
    calibration: UNCALIBRATED,
    ...change,
  }).provenance
}

const agesOf = ({ spot, margin, equity }: Provenances) =>
  [spot, margin, equity].map(({ readAt }) => MONO - (readAt ?? NaN))
const [FRESH, AGED] = [MONO - NEW, MONO - OLD]

it('an unread Spot makes margin figures no older, nor do unread contracts make Spot figures older', () => {
  expect(agesOf(provenanceWith())).toEqual([FRESH, FRESH, FRESH])
  expect(agesOf(provenanceWith({ balancesReadAt: OLD }, ({ area }) => area === 'spot'))).toEqual([AGED, FRESH, AGED])
  expect(agesOf(provenanceWith({ positionsReadAt: OLD }, ({ area }) => area === 'contract'))).toEqual([
    FRESH,
    AGED,
    AGED,
  ])
})

it('counts only prices that are used: the mark of a contract only when its position has none', () => {
  const isBtc = ({ instrument }: QuoteReading): boolean => instrument === 'BTCUSDT'
  expect(agesOf(provenanceWith({}, isBtc))).toEqual([AGED, FRESH, AGED])
  const held = positions()
  const { contract } = held[0]!
  const isFirst = ({ instrument }: QuoteReading): boolean => instrument === contract
  expect(agesOf(provenanceWith({}, isFirst))).toEqual([FRESH, FRESH, FRESH])
  const unmarked = held.map((each) => (each.contract === contract ? { ...each, markPrice: null } : each))
  expect(agesOf(provenanceWith({ positions: unmarked }, isFirst))).toEqual([FRESH, AGED, AGED])
  // A quote may be read only because of an order. Nothing is valued with it.
  const none = { balances: [], marginAccounts: [], positions: [] }
  expect(agesOf(provenanceWith(none, () => true))).toEqual([FRESH, FRESH, FRESH])
})

it('is as old as a row that the newest reply may hide', () => {
  const [held, ...others] = positions()
  expect(agesOf(provenanceWith({ positions: [{ ...held!, keptFrom: OLD }, ...others] }))).toEqual([FRESH, AGED, AGED])
  const [coin, ...coins] = balances()
  expect(agesOf(provenanceWith({ balances: [{ ...coin!, keptFrom: OLD }, ...coins] }))).toEqual([AGED, FRESH, AGED])
})

it('uses the price of a margin coin for equity only', () => {
  const onlyBtc = {
    balances: [],
    positions: [],
    marginAccounts: marginAccounts().filter((each) => each.marginCoin === 'BTC'),
  }
  expect(agesOf(provenanceWith(onlyBtc, ({ instrument }) => instrument === 'BTCUSDT'))).toEqual([FRESH, FRESH, AGED])
})

const frozen = (instrument: string): PriceFinding => ({
  ...{ code: 'markFrozen', area: 'contract', instrument, mark: 1, reads: 20, bookMoved: 0.01 },
})
const jumped = (area: 'spot' | 'contract', instrument: string, field: 'last' | 'index' | 'mark'): PriceFinding => ({
  ...{ code: 'jump', area, instrument, field, from: 1, to: 3 },
})
const doubtsOf = (finding: PriceFinding, change: Partial<RiskInputs> = {}) => {
  const { spot, margin, equity, units } = provenanceWith({ ...change, priceFindings: [finding] })
  return [...[spot, margin, equity].map(({ doubts }) => doubts.length), units.map(({ unitId }) => unitId)]
}

it('names the figures that rest on an odd price, and no others', () => {
  const [first] = positions()
  const { contract, marginMode, marginCoin, key } = first!
  const unit = marginMode === 'cross' ? `cross:${marginCoin}` : `isolated:${key}`
  expect(doubtsOf(frozen(contract))).toEqual([0, 1, 1, [unit]])
  expect(doubtsOf(jumped('contract', contract, 'mark'))).toEqual([0, 1, 1, [unit]])
  expect(doubtsOf(jumped('contract', contract, 'index'))).toEqual([0, 0, 0, []])
  expect(doubtsOf(jumped('spot', 'ETHUSDT', 'last'))).toEqual([1, 0, 1, []])
  expect(doubtsOf(jumped('spot', 'ETHUSDT', 'last'), { balances: [] })).toEqual([0, 0, 0, []])
  expect(doubtsOf(frozen('E-NOT-HELD'))).toEqual([0, 0, 0, []])
})

it('knows a coin that only the index of a contract prices', () => {
  const change = { instruments: contracts(), positions: [], marginAccounts: [] }
  expect(doubtsOf(jumped('contract', 'E-BTC-USDT', 'index'), change)).toEqual([1, 0, 1, []])
  expect(doubtsOf(jumped('contract', 'E-BTC-USDT', 'mark'), change)).toEqual([0, 0, 0, []])
  const isIndex = ({ instrument }: QuoteReading): boolean => instrument === 'E-BTC-USDT'
  expect(agesOf(provenanceWith(change, isIndex))).toEqual([AGED, FRESH, AGED])
})
