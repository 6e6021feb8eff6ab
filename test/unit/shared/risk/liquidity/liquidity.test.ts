import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { instrumentKey } from '#shared/domain/instrument.ts'
import type { Depth } from '#shared/domain/quote.ts'
import { assess } from '#shared/risk/assess.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { booksOf } from '#shared/risk/liquidity/exits.ts'
import { datedPrices, type DatedPrice } from '#shared/risk/liquidity/mark-then.ts'
import { liquidityOf, type LiquidityInputs } from '#shared/risk/liquidity/liquidity.ts'
import type { ExitRow } from '#shared/risk/liquidity/liquidity-report.ts'
import { unreadHoldings, type RiskInputs } from '#shared/risk/inputs.ts'
import { depth } from '#test/support/desk-facts.ts'
import {
  balance,
  contract,
  marginAccount,
  order,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'
import { volatilities } from './facts.ts'

const BTC = contract('BTC', 'USDT', { multiplier: '0.01', maxMarketVolume: 40 })
const SPOT = pair('BTC', 'USDT')
const LONG = position(BTC, { volume: 100, averagePrice: 90, markPrice: 100, tradingFees: '-0.1', fundingFees: '-0.2' })
const ACCOUNT = riskInputs({
  instruments: [BTC, SPOT],
  positions: [LONG],
  marginAccounts: [marginAccount('USDT', { crossEquity: 1_000 })],
  balances: [balance('USDT', 500)],
  quotes: [quote(BTC, 100), quote(SPOT, 100)],
})
const BOOK = depth(
  'contract',
  BTC.name,
  [
    [99.95, 60],
    [99.8, 20],
    [99.5, 40],
  ],
  [[100.05, 10]],
)

function liquidity(account: Partial<RiskInputs>, books: readonly Depth[], overrides: Partial<LiquidityInputs> = {}) {
  const inputs = { ...ACCOUNT, ...account }
  return liquidityOf({
    model: modelAccount(inputs),
    instruments: inputs.instruments ?? [],
    depths: books.map((book) => ({ ...book, readAt: 7, mark: datedPrices(inputs).get(keyOf(book)) ?? null })),
    orders: [],
    statistics: volatilities({ BTC: 0.04 }),
    dayVolumes: new Map([[`contract:${BTC.name}`, 10_000]]),
    unread: unreadHoldings(inputs),
    ...overrides,
  })
}

const keyOf = ({ area, instrument }: Depth): string => instrumentKey(area, instrument)

function only(report: { readonly rows: readonly ExitRow[] }): ExitRow {
  const [row, ...others] = report.rows
  if (!row || others.length > 0) throw new Error('expected one row')
  return row
}

it('no cost is computed from the order book of a closed contract, or from an empty one', () => {
  const row = (tradable: boolean, book: Depth) => only(liquidity({ instruments: [{ ...BTC, tradable }, SPOT] }, [book]))
  expect(row(true, BOOK).cost.value).not.toBeNull()
  expect(row(false, BOOK)).toMatchObject({ mid: null, cost: { value: null } })
  expect(row(false, BOOK).reason?.code).toBe('figure.notTraded')
  expect(row(true, { ...BOOK, bids: [], asks: [] }).cost).toEqual({
    value: null,
    reason: message('figure.bookEmpty'),
  })
})

it.each(['liquidation', 'delivery'] as const)('nothing is traded out of a position frozen in %s', (freeze) => {
  const frozen = { ...LONG, freeze }
  const other = position(BTC, { side: 'short', volume: 10, averagePrice: 100, markPrice: 100 })
  const alone = liquidity({ positions: [other] }, [BOOK])
  const { rows, totals } = liquidity({ positions: [frozen, other] }, [BOOK])
  const row = rows.find(({ key }) => key === frozen.key)
  const why = { value: null, reason: message(`figure.frozen.${freeze}`) }
  expect(row).toMatchObject({ cost: why, exitPnl: why, clips: 0, apiSeconds: why, participationSeconds: why })
  expect(totals.cost).toEqual(alone.totals.cost)
  expect(totals.apiSeconds).toEqual(alone.totals.apiSeconds)
  expect(totals.covered.value).toBeCloseTo(10 / 110, 12)
  expect(booksOf(modelAccount({ ...ACCOUNT, positions: [frozen] }), [BTC, SPOT])).toEqual([])
})

describe('an exit from a position', () => {
  const report = liquidity({}, [BOOK])
  const row = only(report)

  it('splits its cost into parts that add up', () => {
    expect(row.markGap.value).toBeCloseTo(0, 12)
    expect(row.spreadCost.value).toBeCloseTo(0.05, 12)
    expect(row.depthCost.value).toBeCloseTo(0.2 * 0.15 + 0.2 * 0.45, 12)
    expect(row.impactCost.value).toBe(0)
    expect(row.fee.value).toBeCloseTo(0.001 * toNumber(row.averagePrice!), 12)
    expect(row.cost.value).toBeCloseTo(0.05 + 0.12 + row.fee.value!, 12)
    expect(row.slippageBps.value).toBeCloseTo(17, 10)
    expect([row.levelsUsed, toText(row.unfilled), row.readAt, row.reason]).toEqual([3, '0', 7, null])
  })

  it('leaves the profit so far less the cost, and the equity less all costs', () => {
    const profit = assess(ACCOUNT).positions[0]!.totalPnlValue!
    expect(row.exitPnl.value).toBeCloseTo(toNumber(profit) - row.cost.value!, 12)
    expect(report.totals.liquidationValue.value).toBeCloseTo(1_500 - row.cost.value!, 12)
    expect(report.totals.covered.value).toBe(1)
  })

  it('gives its share of the order book near mid', () => {
    expect(row.depthShare.map(({ bps, share }) => [bps, share.value])).toEqual([
      [10, 100 / 60],
      [25, 100 / 80],
      [50, 100 / 120],
    ])
  })

  it('uses the asks for a short', () => {
    const asks = [
      [100.05, 60],
      [100.2, 20],
      [100.5, 40],
    ] as const
    const short = { ...LONG, side: 'short' as const }
    const closing = only(liquidity({ positions: [short] }, [depth('contract', BTC.name, [[99.95, 10]], asks)]))
    expect(closing.depthShare.map(({ share }) => share.value)).toEqual([100 / 60, 100 / 80, 100 / 120])
    expect(closing.spreadCost.value).toBeCloseTo(0.05, 12)
  })

  it('is an upper bound when the known order book ends within the band', () => {
    const boundsOf = (bids: [number, number][]) =>
      only(liquidity({}, [depth('contract', BTC.name, bids, [[100.05, 5]])])).depthShare.map(({ share, isAtMost }) => [
        share.value,
        isAtMost,
      ])
    expect(boundsOf([[99.95, 50]])).toEqual([
      [2, true],
      [2, true],
      [2, true],
    ])
    expect(
      boundsOf([
        [99.95, 50],
        [99.7, 150],
      ]),
    ).toEqual([
      [2, false],
      [2, false],
      [0.5, true],
    ])
  })

  it('needs the orders that the venue allows, after blocking orders are cancelled', () => {
    const orders = Array.from({ length: 41 }, (_, index) => order(BTC, { price: 50 + index }))
    const behind = liquidity({}, [BOOK], { orders })
    expect([row.clips, row.apiSeconds.value, only(behind).apiSeconds.value]).toEqual([3, 0, 4])
    expect(behind.totals.apiSeconds.value).toBe(4)
    expect(row.participationSeconds.value).toBeCloseTo((100 / 1_000) * 86_400, 6)
  })

  it('includes the distance of the mark from the mid', () => {
    const away = only(liquidity({ quotes: [quote(BTC, 101), quote(SPOT, 100)] }, [BOOK]))
    expect(away.markGap.value).toBeCloseTo(1, 12)
    expect(away.cost.value! - row.cost.value!).toBeCloseTo(1, 12)
    expect(away.exitPnl.value).toBeCloseTo(row.exitPnl.value!, 12)
  })

  it.each<[string, DatedPrice | null, Message]>([
    [
      'was read long after its book',
      { price: decimal(101), readAt: 21_007 },
      message('figure.readApart', { apart: { ms: 21_000 } }),
    ],
    [
      'was read long before its book',
      { price: decimal(101), readAt: -2_500 },
      message('figure.readApart', { apart: { ms: 3_000 } }),
    ],
    ['was never read', null, message('figure.noMarkThen')],
  ])('leaves that distance out, and says why, when the mark %s', (_, mark, why) => {
    const apart = only(liquidity({}, [], { depths: [{ ...BOOK, readAt: 7, mark }] }))
    expect(apart.markGap).toEqual({ value: null, reason: why })
    expect(apart.cost.value).toBeCloseTo(row.spreadCost.value! + row.depthCost.value! + row.fee.value!, 12)
    expect(apart.exitPnl.value).toBeCloseTo(row.exitPnl.value!, 12)
    expect([apart.reason, apart.stressed.cost.value === null]).toEqual([null, false])
  })

  it('measures the distance as it was when the order book was read, whatever the mark is now', () => {
    const moved = { quotes: [quote(BTC, 103, { readAt: 20_000 }), quote(SPOT, 103)], now: 20_000 }
    const mark = { price: decimal(100.5), readAt: 2_007 }
    const then = only(liquidity(moved, [], { depths: [{ ...BOOK, readAt: 7, mark }] }))
    expect(then.markGap.value).toBeCloseTo(0.5, 12)
  })

  it('continues beyond the order book by the square-root law', () => {
    const [bid] = BOOK.bids
    const thin = only(liquidity({}, [{ ...BOOK, bids: [bid!] }]))
    const beyond = 99.95 * (1 - (2 / 3) * 0.04 * Math.sqrt(40 / 10_000))
    expect(toText(thin.unfilled)).toBe('40')
    expect(thin.impactCost.value).toBeCloseTo(0.4 * (99.95 - beyond), 10)
  })

  it('shares one average price between exits to the same side of an order book', () => {
    const isolated = position(BTC, { marginMode: 'isolated', volume: 20, averagePrice: 90 })
    const both = liquidity({ positions: [{ ...LONG, volume: decimal(80) }, isolated] }, [BOOK])
    const [one, other] = both.rows
    expect([one!.slippageBps.value, other!.slippageBps.value]).toEqual([row.slippageBps.value, row.slippageBps.value])
    expect(one!.cost.value! + other!.cost.value!).toBeCloseTo(row.cost.value!, 12)
  })
})

describe('an exit from a holding', () => {
  const holding = { positions: [], balances: [balance('BTC', 1, 1), balance('USDT', 500)] }
  const book = depth('spot', SPOT.symbol, [[99, 5]], [[101, 5]])

  it('sells it for cash, at the assumed fee', () => {
    const row = only(liquidity(holding, [book], { dayVolumes: new Map([['spot:BTCUSDT', 200]]) }))
    expect([row.key, row.instrument, row.side, toText(row.size), row.clips]).toEqual([
      'spot:BTC',
      'BTCUSDT',
      'sell',
      '2',
      1,
    ])
    expect(row.cost.value).toBeCloseTo(2 + 0.198, 12)
    expect(row.participationSeconds.value).toBeCloseTo(8_640, 6)
    expect([row.exitPnl.value, row.reason]).toEqual([null, null])
  })

  it('names the order books that it needs, each once and none for cash', () => {
    const model = modelAccount({ ...ACCOUNT, balances: [balance('BTC', 2), balance('USDT', 5), balance('DEAD', 3)] })
    expect(booksOf(model, ACCOUNT.instruments!)).toEqual([
      { area: 'spot', instrument: 'BTCUSDT' },
      { area: 'contract', instrument: BTC.name },
    ])
  })

  it('has no gap to a price derived from other pairs', () => {
    const [usdc, cheap] = [pair('USDC', 'USDT'), pair('BTC', 'USDC')]
    const sold = {
      ...holding,
      instruments: [cheap, usdc, pair('BTC', 'ETH'), pair('ETH', 'USDT')],
      quotes: [quote(cheap, 90), quote(usdc, 1), quote(pair('BTC', 'ETH'), 1), quote(pair('ETH', 'USDT'), 100)],
    }
    const row = only(liquidity({ ...sold, balances: [balance('BTC', 1)] }, [{ ...book, instrument: 'BTCUSDC' }]))
    expect([row.instrument, row.markGap.reason]).toEqual(['BTCUSDC', message('figure.otherPairs')])
    expect(row.cost.value).not.toBeNull()
  })

  it('is impossible when no pair sells it for cash', () => {
    const row = only(liquidity({ ...holding, balances: [balance('DEAD', 3)] }, []))
    expect([row.instrument, row.cost.reason]).toEqual(['DEAD', message('figure.noSellingPair', { asset: 'DEAD' })])
  })

  it('waits for the orders that lock it', () => {
    const sells = Array.from({ length: 101 }, (_, index) => order(SPOT, { side: 'sell', price: 150 + index }))
    expect(only(liquidity(holding, [book], { orders: sells })).apiSeconds.value).toBe(2)
  })
})

describe('an unknown figure says why', () => {
  const [bid] = BOOK.bids
  const thin = { ...BOOK, bids: [bid!] }
  it.each<[string, () => ExitRow, string]>([
    ['no book', () => only(liquidity({}, [])), 'figure.bookNotRead'],
    ['an empty book', () => only(liquidity({}, [{ ...BOOK, bids: [], asks: [] }])), 'figure.bookEmpty'],
    ['no bids', () => only(liquidity({}, [{ ...BOOK, bids: [] }])), 'figure.noBids'],
    ['no asks', () => only(liquidity({}, [{ ...BOOK, asks: [] }])), 'figure.noAsks'],
    [
      'a crossed book',
      () => only(liquidity({}, [depth('contract', BTC.name, [[100, 5]], [[99, 5]])])),
      'figure.bookCrossed',
    ],
    ['no volume of a day', () => only(liquidity({}, [thin], { dayVolumes: new Map() })), 'figure.beyondNoVolume'],
    ['no volatility', () => only(liquidity({}, [thin], { statistics: null })), 'figure.beyondNoVolatility'],
    [
      'more than the law holds for',
      () => only(liquidity({}, [thin], { dayVolumes: new Map([[`contract:${BTC.name}`, 100]]) })),
      'figure.beyondLaw',
    ],
    [
      'a price that would be gone',
      () => only(liquidity({}, [thin], { statistics: volatilities({ BTC: 99 }) })),
      'figure.priceToNothing',
    ],
    [
      'no mark',
      () => only(liquidity({ positions: [{ ...LONG, markPrice: null }], quotes: [] }, [BOOK])),
      'figure.noMark',
    ],
    ['no fee rate', () => only(liquidity({ positions: [{ ...LONG, maxFeeRate: null }] }, [BOOK])), 'figure.noFeeRate'],
  ])('%s', (_, make, reason) => {
    const row = make()
    expect(row.cost.value).toBeNull()
    expect(row.exitPnl.value).toBeNull()
    expect(row.reason?.code).toBe(reason)
  })

  it('keeps what is known when a part is not', () => {
    const row = only(liquidity({}, [thin], { statistics: null }))
    expect([row.spreadCost.value !== null, row.depthCost.value, row.fee.value]).toEqual([true, 0, null])
    expect(row.depthShare[0]!.share.value).toBeCloseTo(100 / 60, 12)
  })

  it('has no share of an order book that is empty near mid', () => {
    const wide = depth('contract', BTC.name, [[90, 500]], [[110, 500]])
    expect(only(liquidity({}, [wide])).depthShare.map(({ share }) => share.reason)).toEqual(
      [10, 25, 50].map((bps) => message('figure.nothingWithin', { bps })),
    )
  })

  it('has no time before orders are read, or without a maximum order', () => {
    expect(only(liquidity({}, [BOOK], { orders: null })).apiSeconds.reason?.code).toBe('figure.ordersNotRead')
    const unlimited = { instruments: [{ ...BTC, maxMarketVolume: null }, SPOT] }
    expect(only(liquidity(unlimited, [BOOK])).apiSeconds.reason?.code).toBe('figure.noLargestOrder')
  })

  it('counts orders by value when that is the tighter limit', () => {
    const small = { instruments: [{ ...BTC, maxMarketMoney: decimal(20) }, SPOT] }
    expect(only(liquidity(small, [BOOK])).clips).toBe(5)
  })
})

describe('the totals', () => {
  it('add the time for the calls of each area, by its own limit', () => {
    const held = { balances: [balance('BTC', 1), balance('USDT', 500)] }
    const orders = [
      ...Array.from({ length: 41 }, (_, index) => order(BTC, { orderId: `c${index}`, price: 50 + index })),
      ...Array.from({ length: 101 }, (_, index) => order(SPOT, { orderId: `s${index}`, price: 50 })),
    ]
    // 2 s for 101 cancels on Spot, 4 s for 41 on Contract.
    expect(liquidity(held, [BOOK], { orders }).totals.apiSeconds.value).toBe(6)
  })

  it('cover what is known, and name what makes the time unknown', () => {
    const mixed = liquidity({ balances: [balance('BTC', 3)] }, [BOOK])
    expect(mixed.rows.map(({ key }) => key)).toEqual(['spot:BTC', LONG.key])
    expect(mixed.totals.covered.value).toBeCloseTo(0.25, 12)
    expect(mixed.totals.cost.value).toBe(mixed.rows[1]!.cost.value)
    // The market that is known. The other one does not hide it.
    expect(mixed.totals.participationSeconds.value).toBe(mixed.rows[1]!.participationSeconds.value)
    expect(mixed.totals.participationSeconds.value).toBeGreaterThan(0)
  })

  it('cover what has a price, and nothing known when a position has none', () => {
    const dust = liquidity({ balances: [balance('USDT', 500), balance('DUST', 3)] }, [BOOK])
    expect(dust.totals.covered.value).toBe(1)
    expect(dust.totals.liquidationValue.value).toBeCloseTo(1_500 - dust.totals.cost.value!, 12)
    expect(dust.totals.participationSeconds.value).toBeGreaterThan(0)
    const other = position(contract('DEAD', 'USDT'), { markPrice: null })
    const { totals } = liquidity({ positions: [LONG, other] }, [BOOK])
    const unpriced = message('figure.rowsUnpriced', { unpriced: 1, of: 2, names: [other.contract] })
    expect([totals.covered.reason, totals.liquidationValue.reason]).toEqual([unpriced, unpriced])
    expect(totals.cost.value).not.toBeNull()
  })

  it('are partial when something was not read, or only in part', () => {
    for (const account of [{ incomplete: ['positions'] as const }, { balances: null }]) {
      const { totals } = liquidity(account, [BOOK])
      expect([totals.covered.reason, totals.liquidationValue.reason].map((reason) => reason?.code)).toEqual([
        'figure.notAllRead',
        'figure.notAllRead',
      ])
    }
    expect(liquidity({ incomplete: ['instruments'] }, [BOOK]).totals.covered.value).toBe(1)
  })

  it('are unknown when nothing is known', () => {
    const { totals } = liquidity({}, [], { orders: null })
    expect(totals.cost.reason?.code).toBe('figure.bookNotRead')
    expect([totals.liquidationValue.value, totals.covered.value, totals.apiSeconds.value]).toEqual([null, 0, null])
  })

  it('are zero when nothing is held', () => {
    const { rows, totals } = liquidity({ positions: [] }, [])
    expect(rows).toEqual([])
    expect([totals.cost.value, totals.liquidationValue.value]).toEqual([0, 1_500])
    expect([totals.apiSeconds.value, totals.participationSeconds.value, totals.covered.value]).toEqual([0, 0, null])
  })
})

function toNumber(value: ReturnType<typeof decimal>): number {
  return value.toNumber()
}
