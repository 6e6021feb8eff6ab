import { describe, expect, it } from 'vitest'
import type { EndpointName } from '#electron/venue/port.ts'
import { readAs } from '#test/support/venue-fixtures.ts'

/** The value read from a reply with these rows. */
function valueOf(endpoint: EndpointName, rows: unknown): unknown {
  const reply = readAs(endpoint, JSON.stringify(rows))
  return reply.kind === 'value' ? reply.value : reply
}

describe('a list of unreadable rows', () => {
  const oddRows = (count: number) => readAs('spot.myTrades', JSON.stringify(Array(count).fill('odd')))

  it('is reported row by row, up to a thousand of them', () => {
    expect(oddRows(1_000)).toMatchObject({ kind: 'value', value: [] })
    expect(oddRows(1_001)).toMatchObject({ kind: 'unreadable' })
  })

  const held = { volume: 1, positionType: 1, side: 'BUY' }
  const coin = (marginCoin: string, positions: readonly object[]) => ({
    marginCoin,
    positionVos: [{ contractName: 'E-BTC-USDT', positions }],
  })

  // Each row costs main a moment, and eight megabytes of them would cost it most of a minute.
  it.each([
    ['one contract over and over', 'contract.contracts', 1_002, () => ({ symbol: 'E-BTC-USDT' })],
    ['contracts with only a name', 'contract.contracts', 2_000, (nth: number) => ({ symbol: `E-C${nth}-USDT` })],
    ['coins with only a name', 'contract.account', 3_000, (nth: number) => coin(`C${nth}`, [])],
    [
      'one position over and over, each under a coin of its own',
      'contract.account',
      1_002,
      (nth: number) => coin(`C${nth}`, [held]),
    ],
    [
      'one position over and over, all under one coin',
      'contract.account',
      1,
      () => coin('USDT', Array(1_002).fill(held)),
    ],
  ] as const)('is given up as a whole before it blocks main: %s', (_what, endpoint, count, make) => {
    const rowsOf = (most: number) => {
      const rows = Array.from({ length: Math.ceil(count * most) }, (_, nth) => make(nth))
      return readAs(endpoint, JSON.stringify(endpoint === 'contract.account' ? { account: rows } : rows))
    }
    expect(rowsOf(1)).toMatchObject({ kind: 'unreadable' })
    if (count > 1) expect(rowsOf(0.4)).toMatchObject({ kind: 'value' })
  })
})

describe('public trades', () => {
  const trade = (time: number, qty: number) => ({ price: 1, qty, side: 'BUY', time: 1_767_139_200_000 + time })
  const [a, b, c] = [trade(1, 1), trade(1, 2), trade(2, 3)]
  const sizes = (rows: unknown) =>
    (valueOf('spot.trades', rows) as { quantity: { toNumber(): number } }[]).map(({ quantity }) => quantity.toNumber())

  it('are newest first, whatever the order of the venue; those of one time keep their original order', () => {
    expect(sizes([a, b, c])).toEqual([3, 2, 1])
    expect(sizes([c, b, a])).toEqual([3, 2, 1])
  })

  it('of a single time stay as they are', () => {
    expect(sizes([b, a])).toEqual([2, 1])
    expect(sizes([])).toEqual([])
  })
})

describe('an open order', () => {
  const ROW = { orderId: '1', side: 'BUY', type: 'LIMIT', price: 1, origQty: 2, executedQty: 0, status: 'NEW' }
  const contractOrder = (row: object) => valueOf('contract.openOrders', [{ ...ROW, ...row }])

  it('of a contract opens or closes, or does not say', () => {
    expect(contractOrder({ action: 'CLOSE' })).toMatchObject([{ action: 'close' }])
    expect(contractOrder({})).toMatchObject([{ action: null }])
  })

  it('of Spot does neither, whatever its row says', () => {
    expect(valueOf('spot.openOrders', [{ ...ROW, symbol: 'SOLUSDT', action: 'CLOSE' }])).toMatchObject([
      { action: null },
    ])
  })

  it.each([
    ['E-ETH-USDT', 'E-ETH-USDT'],
    ['e_eth_usdt', 'E-ETH-USDT'],
    [undefined, 'E-ETH-USDT'],
    ['E-BTC-USDT', 'E-BTC-USDT'],
  ])('that names %s belongs to %s, when E-ETH-USDT was requested', (contractName, instrument) => {
    expect(contractOrder({ contractName })).toMatchObject([{ instrument }])
  })
})

describe('a contract', () => {
  const ROW = {
    symbol: 'E-BTC-USDT',
    type: 'E',
    side: 1,
    multiplier: 1,
    multiplierCoin: 'BTC',
    pricePrecision: 2,
    minOrderVolume: 1,
    status: 1,
  }
  const contractOf = (row: object) => valueOf('contract.contracts', [{ ...ROW, ...row }])

  it.each([
    [{ side: 1, marginCoin: 'USDT' }, 'perpetual', 'linear'],
    [{ side: 0, marginCoin: 'BTC' }, 'perpetual', 'inverse'],
    [{ side: 1, marginCoin: undefined }, 'perpetual', 'linear'],
    [{ side: null, marginCoin: 'BTC' }, 'perpetual', 'inverse'],
    [{ side: null, marginCoin: 'USDT' }, 'perpetual', 'linear'],
    [{ side: null, marginCoin: undefined }, 'mixed', 'linear'],
    [{ side: 2, marginCoin: undefined }, 'mixed', 'linear'],
  ])('with %j is %s and %s: without direction and margin coin it is not valued', (row, kind, direction) => {
    expect(contractOf(row)).toMatchObject([{ kind, direction }])
  })

  it.each([2, -1, 0.5])('with side %s has an unreadable direction', (side) => {
    expect(contractOf({ side })).toMatchObject([{ gaps: [{ field: 'direction' }] }])
  })
})
