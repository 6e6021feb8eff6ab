import { describe, expect, it } from 'vitest'
import { decimal, toText } from '#shared/domain/decimal.ts'
import type { OrderStatus } from '#shared/domain/order.ts'
import {
  conservation,
  type ConservationRow,
  type ConservationView,
  type HeldOrder,
  type ReadScope,
} from '#shared/desk/conservation.ts'
import { balance, contract, marginAccount, pair, position } from '#test/support/portfolio-fixtures.ts'

const PAIRS = [pair('BTC', 'USDT'), pair('ETH', 'USDT'), pair('ETH', 'BTC')]
const ETH = contract('ETH', 'USDT')

let nextId = 1
function spot(instrument: string, side: 'buy' | 'sell', price: string | null, quantity: string, more = {}): HeldOrder {
  return {
    area: 'spot',
    instrument,
    orderId: String(nextId++),
    side,
    action: null,
    type: price === null ? 'market' : 'limit',
    price: price === null ? null : decimal(price),
    quantity: decimal(quantity),
    executed: decimal(0),
    status: 'new',
    ...more,
  }
}

const closing = (side: 'buy' | 'sell', quantity: string, executed = '0'): HeldOrder => ({
  ...spot('E-ETH-USDT', side, '3000', quantity, { executed: decimal(executed) }),
  area: 'contract',
  action: 'close',
})

interface ViewInput {
  readonly locked?: Record<string, string>
  readonly orders?: readonly HeldOrder[]
  readonly positions?: ConservationView['positions']['data']
  readonly margin?: string
  readonly at?: number
  readonly scopes?: readonly ReadScope[]
}

function scopesAt(readAt: number | null, change: Partial<ReadScope> = {}): ReadScope[] {
  const names = [
    ...PAIRS.map(({ area, symbol }) => ({ area, instrument: symbol })),
    { area: ETH.area, instrument: ETH.name },
  ]
  return names.map((place) => ({ ...place, readAt, failure: null, ...(place.instrument === 'BTCUSDT' ? change : {}) }))
}

function view({
  locked = {},
  orders = [],
  positions = [],
  margin = '0',
  at = 1_000,
  scopes,
}: ViewInput): ConservationView {
  return {
    instruments: [...PAIRS, ETH],
    balances: { data: Object.entries(locked).map(([asset, amount]) => balance(asset, 1, amount)), readAt: at },
    positions: { data: positions, readAt: at },
    marginAccounts: { data: [marginAccount('USDT', { orderMargin: margin })], readAt: at },
    orders,
    scopes: scopes ?? scopesAt(at),
  }
}

/** Two readings, the second with everything read again. */
function twice(first: ViewInput, later: ViewInput = {}): readonly ConservationRow[] {
  return conservation(view({ ...first, at: 2_000, ...later }), conservation(view(first)))
}

const brief = (rows: readonly ConservationRow[]) =>
  rows.map(({ key, locked, known, residual, state }) =>
    [key, locked && toText(locked), known && toText(known), residual && toText(residual), state].join(' '),
  )

describe('for Spot', () => {
  it('explains the unfilled part of sells in base and of buys in quote', () => {
    const orders = [
      spot('BTCUSDT', 'sell', '70000', '0.05'),
      spot('BTCUSDT', 'buy', '60000.5', '0.02', { executed: decimal('0.01') }),
      spot('ETHBTC', 'buy', '0.05', '2'),
      spot('ETHUSDT', 'buy', null, '25'),
    ]
    expect(brief(conservation(view({ locked: { BTC: '0.15', USDT: '625.005', ETH: '0' }, orders })))).toEqual([
      'asset BTC 0.15 0.15 0 explained',
      'asset USDT 625.005 625.005 0 explained',
    ])
  })

  it('detects a difference in the last digit', () => {
    const orders = [spot('BTCUSDT', 'sell', '70000', '0.05')]
    expect(brief(twice({ locked: { BTC: '0.050000000000000001' }, orders }))).toEqual([
      'asset BTC 0.050000000000000001 0.05 0.000000000000000001 unexplained',
    ])
  })

  it('names the places where an unknown order can be, the least known first', () => {
    const scopes = (at: number) =>
      scopesAt(at, { failure: 'timeout' }).filter(({ instrument }) => instrument !== 'ETHBTC')
    const [row] = twice({ locked: { BTC: '0.35' }, scopes: scopes(1_000) }, { scopes: scopes(2_000) })
    expect(row).toMatchObject({ state: 'unexplained', unit: 'BTC' })
    expect(row?.places.map(({ instrument, orders }) => `${instrument} ${orders}`)).toEqual([
      'ETHBTC notRead',
      'BTCUSDT failed',
    ])
  })

  it('reports when a known order needs what the venue does not lock, which hides nothing', () => {
    const orders = [spot('ETHUSDT', 'sell', '3000', '2')]
    expect(brief(twice({ locked: { ETH: '0' }, orders }))).toEqual(['asset ETH 0 2 -2 unlocked'])
  })

  it.each(['filled', 'canceled', 'rejected', 'expired'] satisfies OrderStatus[])(
    'ignores an order that is %s',
    (status) => {
      const orders = [spot('ETHUSDT', 'sell', '3000', '2', { status })]
      expect(conservation(view({ locked: { ETH: '0' }, orders }))).toEqual([])
    },
  )
})

describe('for contracts', () => {
  const held = (marginMode: 'cross' | 'isolated', pendingCloseVolume: number) =>
    position(ETH, { marginMode, pendingCloseVolume })

  it('compares both margin modes of a side together, because an order does not say which it closes', () => {
    const positions = [held('cross', 30), held('isolated', 10)]
    const orders = [closing('sell', '50', '20'), closing('sell', '10')]
    expect(brief(conservation(view({ positions, orders })))).toEqual(['position E-ETH-USDT long 40 40 0 explained'])
  })

  it('does not accept an order of the other side as an explanation', () => {
    expect(brief(twice({ positions: [held('cross', 30)], orders: [closing('buy', '30')] }))).toEqual([
      'position E-ETH-USDT long 30 0 30 unexplained',
      'position E-ETH-USDT short 0 30 -30 unlocked',
    ])
  })

  it('assumes unreadable order margin only in coins in which a contract is margined', () => {
    const unread = (coin: string) => ({ ...marginAccount(coin, {}), orderMargin: null })
    const subjects = (instruments: ConservationView['instruments']) =>
      brief(
        conservation({
          ...view({}),
          instruments,
          marginAccounts: { data: [unread('USDT'), unread('EXUSD')], readAt: 1_000 },
        }),
      ).map((row) => row.split(' ').slice(0, 2).join(' '))
    expect(subjects([ETH])).toEqual(['margin USDT'])
    expect(subjects([])).toEqual(['margin EXUSD', 'margin USDT'])
  })

  it('checks order margin only for whether any order could hold it', () => {
    const opening = { ...closing('buy', '1'), action: 'open' as const }
    expect(brief(twice({ margin: '12.5', orders: [opening] }))).toEqual(['margin USDT 12.5   explained'])
    expect(brief(twice({ margin: '12.5' }))).toEqual(['margin USDT 12.5 0 12.5 unexplained'])
  })
})

describe('cannot be judged', () => {
  const locked = { BTC: '0.35' }
  const doubt = ([row]: readonly ConservationRow[]) => [row?.state, row?.doubt]

  it('at the first reading: the two reads are of different times', () => {
    expect(doubt(conservation(view({ locked })))).toEqual(['notComparable', 'moments'])
  })

  it('while any read is still the one of the first reading', () => {
    const scopes = scopesAt(2_000, { readAt: 1_000 })
    expect(doubt(twice({ locked }, { scopes }))).toEqual(['notComparable', 'moments'])
    expect(doubt(twice({ locked }, { scopes: scopesAt(2_000, { readAt: 1_001 }) }))).toEqual(['unexplained', null])
  })

  it('when the residual differs from the previous one: something is changing', () => {
    expect(doubt(twice({ locked }, { locked: { BTC: '0.34' } }))).toEqual(['notComparable', 'moments'])
  })

  it('before every place was read once, and when one cannot be read now', () => {
    expect(doubt(twice({ locked }, { scopes: scopesAt(2_000, { readAt: null }) }))).toEqual([
      'notComparable',
      'notRead',
    ])
    const failed = scopesAt(2_000, { readAt: 900, failure: 'timeout' })
    expect(doubt(twice({ locked }, { scopes: failed }))).toEqual(['notComparable', 'failed'])
  })

  it('while a cancel is in progress', () => {
    const orders = [spot('BTCUSDT', 'sell', '70000', '0.3', { status: 'canceling' })]
    expect(doubt(twice({ locked, orders }))).toEqual(['notComparable', 'changing'])
  })

  it('when an order does not say what it needs, or its instrument', () => {
    const filling = spot('BTCUSDT', 'buy', null, '100', { executed: decimal('0.001') })
    expect(doubt(twice({ locked: { USDT: '80' }, orders: [filling] }))).toEqual(['notComparable', 'notCountable'])
    const stray = spot('XYZUSDT', 'sell', '1', '1')
    expect(doubt(twice({ locked, orders: [stray] }))).toEqual(['notComparable', 'notCountable'])
  })

  it('and says nothing about what was never read', () => {
    const nothing = { data: null, readAt: null }
    const unread = { ...view({ orders: [closing('sell', '1'), spot('BTCUSDT', 'buy', '1', '1')] }) }
    expect(conservation({ ...unread, balances: nothing, positions: nothing, marginAccounts: nothing })).toEqual([])
  })
})

it('stays an alarm when the reads stop, and ends with the first read that explains it', () => {
  const alarmed = twice({ locked: { BTC: '0.35' } })
  const still = conservation(view({ locked: { BTC: '0.35' }, at: 2_000 }), alarmed)
  expect(still[0]?.state).toBe('unexplained')
  const orders = [spot('BTCUSDT', 'sell', '70000', '0.35')]
  expect(conservation(view({ locked: { BTC: '0.35' }, at: 3_000, orders }), still)[0]?.state).toBe('explained')
})
