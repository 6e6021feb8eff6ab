import { describe, expect, it } from 'vitest'
import { readReply } from '#electron/venue/client/read-reply.ts'
import { toText } from '#shared/domain/decimal.ts'

type Row = Readonly<Record<string, unknown>>

const HELD: Row = {
  ...{ id: 7, side: 'BUY', positionType: 1, volume: 30, pendingCloseVolume: 0, openPrice: 100, avgPrice: 101 },
  ...{ indexPrice: 102, leverageLevel: 5, holdAmount: 6, realizedAmount: 0, unRealizedAmount: 1, tradeFee: 0 },
  ...{ capitalFee: 0, keepRate: 0.005, maxFeeRate: 0.001, marginRate: 0.1, reducePrice: 50, freezeLock: 0 },
}
const COIN: Row = { marginCoin: 'USDT', accountNormal: 9, accountLock: 0, totalEquity: 9, partEquity: 0 }

function accountOf(position: Row, coin: Row = COIN) {
  const positionVos = [{ contractName: 'E-BTC-USDT', positions: [position] }]
  const reply = readReply('contract.account', {}, Buffer.from(JSON.stringify({ account: [{ ...coin, positionVos }] })))
  if (reply.kind !== 'value') throw new Error(reply.kind)
  return { ...reply.value, quarantined: reply.quarantined }
}

/** What a venue may send in place of a value: nothing, null, another type, or text that is no number. */
const ODD = [undefined, null, {}, [], 'text', true] as const

describe('a position row', () => {
  it.each([
    ['id', 'id'],
    ['pendingCloseVolume', 'pendingCloseVolume'],
    ['openPrice', 'openPrice'],
    ['averagePrice', 'avgPrice'],
    ['leverage', 'leverageLevel'],
    ['margin', 'holdAmount'],
    ['realizedPnl', 'realizedAmount'],
  ] as const)('with an odd %s is read without it, and says why', (field, wire) => {
    for (const odd of ODD) {
      const { positions, quarantined } = accountOf({ ...HELD, [wire]: odd })
      expect(positions).toMatchObject([{ key: 'E-BTC-USDT:cross:long', [field]: null, gaps: [{ field }] }])
      expect(positions[0]!.gaps[0]!.reason.facts['path']).toBe(wire)
      expect(quarantined).toEqual([])
    }
  })

  it.each([
    ['leverage', 'leverageLevel', 0],
    ['averagePrice', 'avgPrice', 0],
    ['pendingCloseVolume', 'pendingCloseVolume', -1],
    ['id', 'id', 1.5],
    ['maintenanceRate', 'keepRate', 'half a percent'],
    ['maxFeeRate', 'maxFeeRate', {}],
    ['markPrice', 'indexPrice', 'NaN'],
    ['venueLiquidationPrice', 'reducePrice', '1e400'],
    ['unrealizedPnl', 'unRealizedAmount', 'NaN'],
    ['tradingFees', 'tradeFee', true],
    ['fundingFees', 'capitalFee', '--'],
    ['venueMarginRate', 'marginRate', '1 %'],
  ] as const)('with an odd %s is read without it: %s = %j', (field, wire, odd) => {
    expect(accountOf({ ...HELD, [wire]: odd }).positions).toMatchObject([
      { [field]: null, gaps: expect.arrayContaining([expect.objectContaining({ field })]) as unknown },
    ])
  })

  it.each(['tradeFee', 'capitalFee', 'keepRate', 'maxFeeRate', 'reducePrice', 'indexPrice'])(
    'without %s has no gap, because not every venue gives it',
    (wire) => {
      expect(accountOf({ ...HELD, [wire]: null }).positions[0]!.gaps).toEqual([])
    },
  )

  it('with only what a close needs is a position', () => {
    const { positions } = accountOf({ side: 'SELL', positionType: '2', volume: '2.0' })
    expect(positions).toMatchObject([{ key: 'E-BTC-USDT:isolated:short', side: 'short', marginMode: 'isolated' }])
    expect(toText(positions[0]!.volume)).toBe('2')
  })

  it.each([
    ['SELL', '-30', 'short'],
    ['SHORT', '30', 'short'],
    ['short', '-30', 'short'],
    ['LONG', '30', 'long'],
  ])('of side %s with a volume of %s is a %s of 30', (word, volume, side) => {
    const { positions } = accountOf({ ...HELD, side: word, volume })
    expect(positions).toMatchObject([{ side }])
    expect(toText(positions[0]!.volume)).toBe('30')
  })

  it.each(['BUY', 'LONG'])('of side %s with a volume below zero contradicts itself, and is reported', (side) => {
    const { positions, quarantined } = accountOf({ ...HELD, side, volume: -30 })
    expect([positions.length, quarantined.length]).toEqual([0, 1])
  })

  it.each([
    ['volume', null, { marginMode: 'cross', side: 'long' }],
    ['volume', -30, { marginMode: 'cross' }],
    ['side', null, { marginMode: 'cross' }],
    ['positionType', null, { side: 'long' }],
  ])(
    'with an unreadable %s (%s) is left out, and its report names as much of it as can be read',
    (field, odd, expected) => {
      const [entry] = accountOf({ ...HELD, side: 'BUY', positionType: 1, [field]: odd }).quarantined
      const { marginMode, side, contract, coin } = entry!
      expect({ ...(marginMode && { marginMode }), ...(side && { side }) }).toEqual(expected)
      expect([contract, coin]).toEqual(['E-BTC-USDT', 'USDT'])
    },
  )

  it.each(['side', 'positionType', 'volume'])('without %s cannot be closed, and is left out and reported', (wire) => {
    for (const odd of ODD) {
      const { positions, quarantined } = accountOf({ ...HELD, [wire]: odd })
      expect(positions).toEqual([])
      expect(quarantined).toHaveLength(1)
    }
  })

  it('of a coin without a name is a position of an unknown margin coin', () => {
    const { positions, marginAccounts } = accountOf(HELD, { ...COIN, marginCoin: null })
    expect(positions).toMatchObject([{ marginCoin: '?', gaps: [{ field: 'marginCoin' }] }])
    expect(marginAccounts).toEqual([])
  })
})

describe('the realized profit', () => {
  const closedOf = (fields: Row) => {
    const { closedPnl } = accountOf({ ...HELD, ...fields }).positions[0]!
    return closedPnl && toText(closedPnl)
  }
  const PARTS: Row = { historyRealizedAmount: 10, tradeFee: -1, capitalFee: 2, settleProfit: 3 }

  it("is the venue's own figure", () => {
    expect(closedOf({ ...PARTS, closeProfit: 5 })).toBe('5')
  })

  it.each([0, null])(
    'where the venue gives %s is the realized amount without fees, funding and settlements',
    (closeProfit) => {
      expect(closedOf({ ...PARTS, closeProfit })).toBe('6')
    },
  )

  it.each(Object.keys(PARTS))('is unknown without %s', (part) => {
    expect(closedOf({ ...PARTS, [part]: null })).toBeNull()
    expect(closedOf({ ...PARTS, [part]: null, closeProfit: 0 })).toBe('0')
  })

  it('is zero when nothing was closed', () => {
    expect(closedOf({ closeVolume: 0 })).toBe('0')
    expect(closedOf({ closeVolume: 1 })).toBeNull()
  })
})

describe('a margin account row', () => {
  it.each([
    ['walletBalance', 'accountNormal'],
    ['orderMargin', 'accountLock'],
    ['crossEquity', 'totalEquity'],
    ['isolatedEquity', 'partEquity'],
  ] as const)('with an odd %s is read without it, and hides no position', (field, wire) => {
    for (const odd of ODD) {
      const { marginAccounts, positions, quarantined } = accountOf(HELD, { ...COIN, [wire]: odd })
      expect(marginAccounts).toMatchObject([{ marginCoin: 'USDT', [field]: null, gaps: [{ field }] }])
      expect(positions).toHaveLength(1)
      expect(quarantined).toEqual([])
    }
  })
})

describe('a balance row', () => {
  it.each(['free', 'locked'] as const)('with an odd %s keeps the other amount', (field) => {
    for (const odd of [...ODD, -1]) {
      const row = { asset: 'BTC', free: 1, locked: 1, [field]: odd }
      const reply = readReply('spot.account', {}, Buffer.from(JSON.stringify({ balances: [row] })))
      if (reply.kind !== 'value') throw new Error(reply.kind)
      expect(reply.value).toMatchObject([{ asset: 'BTC', [field]: null, gaps: [{ field }] }])
    }
  })
})

describe('what a row that is left out may hide', () => {
  const hidden = (endpoint: 'spot.account' | 'contract.account', json: unknown) => {
    const reply = readReply(endpoint, {}, Buffer.from(JSON.stringify(json)))
    if (reply.kind !== 'value') throw new Error(reply.kind)
    return reply.quarantined.map(({ hides, contract, coin }) => ({ hides, contract, coin }))
  }
  const contractOf = (coin: Row) => hidden('contract.account', { account: [coin] })
  const ZEROS = { totalEquity: 0, partEquity: '0.00', accountLock: '0E-16' }

  it.each([
    [{ asset: null, free: 0, locked: '0' }, []],
    [{ asset: null, free: 1, locked: 0 }, ['balances']],
    [{ asset: null, free: 0, locked: null }, ['balances']],
    ['text', ['balances']],
  ])('for a balance %j: %j', (balance, hides) => {
    expect(hidden('spot.account', { balances: [balance] })).toMatchObject([{ hides }])
  })

  it('for a duplicate balance: nothing if it says the same again', () => {
    const twice = (free: number) =>
      hidden('spot.account', {
        balances: [
          { asset: 'BTC', free: 1, locked: 0 },
          { asset: 'BTC', free, locked: 0 },
        ],
      })
    expect(twice(1)).toMatchObject([{ hides: [] }])
    expect(twice(2)).toMatchObject([{ hides: ['balances'], coin: 'BTC' }])
  })

  it.each([
    [{ marginCoin: 'FIL', ...ZEROS }, { hides: [] }],
    [{ marginCoin: null, ...ZEROS, positionVos: [] }, { hides: [] }],
    [
      { marginCoin: 'FIL', ...ZEROS, totalEquity: 1 },
      { hides: ['positions'], coin: 'FIL' },
    ],
    [
      { marginCoin: 'FIL', ...ZEROS, totalEquity: null },
      { hides: ['positions'], coin: 'FIL' },
    ],
    [
      { marginCoin: 'FIL', ...ZEROS, totalPositionNormal: 5 },
      { hides: ['positions'], coin: 'FIL' },
    ],
    [{ marginCoin: null, ...ZEROS, partEquity: 2, positionVos: null }, { hides: ['marginAccounts'] }],
    ['text', { hides: ['marginAccounts', 'positions'] }],
  ])('for a coin %j: %j', (coin, expected) => {
    expect(contractOf(coin as Row)).toMatchObject([expected])
  })

  it('for a contract or a position: a position, with contract and coin if they can be read', () => {
    const under = (...positionVos: unknown[]) => contractOf({ ...COIN, positionVos })
    expect(under({ contractName: null, positions: [HELD] })).toMatchObject([{ hides: ['positions'], coin: 'USDT' }])
    const of = { hides: ['positions'], coin: 'USDT', contract: 'E-BTC-USDT' }
    expect(under({ contractName: 'E-BTC-USDT', positions: null })).toMatchObject([of])
    expect(under({ contractName: 'E-BTC-USDT', positions: [{ ...HELD, side: 'UP' }] })).toMatchObject([of])
    expect(under({ contractName: 'E-BTC-USDT', positions: [HELD, { ...HELD, volume: 31 }] })).toMatchObject([of])
    expect(under({ contractName: 'E-BTC-USDT', positions: [HELD, HELD] })).toMatchObject([{ hides: [] }])
  })
})
