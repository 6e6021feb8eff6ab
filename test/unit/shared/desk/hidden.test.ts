import { describe, expect, it } from 'vitest'
import { areasOf, closeAtMarket, isSameAction, type Action } from '#shared/desk/action.ts'
import { withoutOrder } from '#shared/desk/held-back.ts'
import { heldBack, heldBackOn, heldBackWords } from '#shared/desk/hidden.ts'
import type { ConservationRow } from '#shared/desk/conservation.ts'
import { NO_FACTS } from '#test/support/desk-facts.ts'
import { balance, contract, marginAccount, order, pair, position } from '#test/support/portfolio-fixtures.ts'
import { inWords } from '#test/support/in-words.ts'

const BTC = contract('BTC', 'USDT')
const ETHUSDT = pair('ETH', 'USDT')
const INSTRUMENTS = [BTC, ETHUSDT, pair('SOL', 'ETH')]

describe('what no known order explains as locked', () => {
  const KNOWN = {
    ...NO_FACTS,
    instruments: INSTRUMENTS,
    balances: [balance('ETH', 1, 2), balance('SOL', 1)],
    positions: [position(BTC, { pendingCloseVolume: 7 })],
    marginAccounts: [marginAccount('USDT', { orderMargin: 5 })],
  }
  const subjects = (rows: readonly ConservationRow[]) => rows.map(({ subject }) => subject.kind)

  it('is limited to the given areas', () => {
    expect(subjects(heldBack(KNOWN, ['spot']))).toEqual(['asset'])
    expect(subjects(heldBack(KNOWN, ['contract'])).toSorted()).toEqual(['margin', 'position'])
    expect(heldBack(KNOWN, [])).toEqual([])
  })

  it('excludes what the orders explain, and what they need beyond the reported amount', () => {
    const sold = (quantity: number) =>
      heldBack({ ...KNOWN, orders: [order(ETHUSDT, { side: 'sell', quantity })] }, ['spot'])
    expect([sold(2), sold(3)]).toEqual([[], []])
    expect(inWords(heldBackWords(sold(1)))).toEqual(['1 ETH is locked on Spot by an order Plimsoll cannot see.'])
  })

  it('belongs to an instrument by its coins, its margin coin or its position', () => {
    const rows = heldBack(KNOWN, ['spot', 'contract'])
    const on = (instrument: string) => subjects(heldBackOn(instrument, rows, INSTRUMENTS)).toSorted()
    expect([on(ETHUSDT.symbol), on('SOLETH'), on(BTC.name), on('E-XRP-USDT')]).toEqual([
      ['asset'],
      ['asset'],
      ['margin', 'position'],
      [],
    ])
    expect(subjects(heldBackOn(BTC.name, rows, []))).toEqual(['position'])
    expect(heldBackOn('BTCUSDC', rows, [pair('BTC', 'USDC')])).toEqual([])
    expect(subjects(heldBackOn('E-ETH-USDC', rows, [contract('ETH', 'USDC')]))).toEqual([])
  })

  it('is listed one by one, up to five, and the others are counted', () => {
    const coins = (count: number) =>
      inWords(
        heldBackWords(
          heldBack({ ...KNOWN, balances: Array.from({ length: count }, (_, at) => balance(`C${at}`, 1, 1)) }, ['spot']),
        ),
      )
    expect([coins(5).length, coins(6).length]).toEqual([5, 6])
    expect(coins(5).at(-1)).toMatch(/^1 C4 is locked/)
    expect(coins(8).at(-1)).toBe('More is locked in 3 other places.')
    expect(inWords(heldBackWords(heldBack(KNOWN, ['contract']))).toSorted()).toEqual([
      '5 USDT of order margin is held on Contract by an order Plimsoll cannot see.',
      '7 contracts of E-BTC-USDT are in sell orders that Plimsoll cannot see.',
    ])
  })
})

describe('what is locked although no order of a complete list would lock it', () => {
  const KNOWN = {
    instruments: INSTRUMENTS,
    balances: [balance('ETH', 1, 2), balance('USDT', 1, 2), balance('SOL', 1), { asset: 'XRP', locked: null }],
    marginAccounts: [
      marginAccount('USDT', { orderMargin: 5 }),
      marginAccount('BTC'),
      { marginCoin: 'ETH', orderMargin: null },
    ],
    positions: [
      position(BTC, { pendingCloseVolume: 7 }),
      position(BTC, { side: 'short' }),
      { ...position(BTC, { marginMode: 'isolated' }), pendingCloseVolume: null },
    ],
  }
  const spot = (...orders: Parameters<typeof withoutOrder>[1][number][]) => withoutOrder('spot', orders, KNOWN)
  const ofContracts = (...orders: Parameters<typeof withoutOrder>[1][number][]) =>
    withoutOrder('contract', orders, KNOWN)

  it('on Spot is an asset that no sell sells and no buy pays with', () => {
    expect(spot()).toEqual(['ETH', 'USDT', 'XRP'])
    expect(spot(order(ETHUSDT, { side: 'sell' }))).toEqual(['USDT', 'XRP'])
    expect(spot(order(ETHUSDT))).toEqual(['ETH', 'XRP'])
    expect(spot(order(ETHUSDT, { status: 'filled' }))).toEqual(['ETH', 'USDT', 'XRP'])
  })

  it('on Contract is the margin of a coin without opening orders, and a position without closing ones', () => {
    const all = ['USDT', 'ETH', 'E-BTC-USDT:cross:long', 'E-BTC-USDT:isolated:long']
    expect(ofContracts()).toEqual(all)
    expect(ofContracts(order(BTC, { action: 'open' }))).toEqual(all.slice(1))
    expect(ofContracts(order(BTC, { side: 'sell', action: 'close' }))).toEqual(['USDT', 'ETH'])
    expect(ofContracts(order(BTC, { side: 'buy', action: 'close' }))).toEqual(all)
    expect(ofContracts(order(BTC, { action: 'open', status: 'canceled' }))).toEqual(all)
  })

  it('excludes what was not read', () => {
    const none = { instruments: INSTRUMENTS, balances: null, marginAccounts: null, positions: null }
    expect([withoutOrder('spot', [], none), withoutOrder('contract', [], none)]).toEqual([[], []])
  })
})

describe('an action', () => {
  const ref = { area: 'spot', instrument: ETHUSDT.symbol, orderId: '1' } as const
  const ANY = { area: null, instrument: null, side: null, closing: true } as const

  it.each<[Action, readonly string[]]>([
    [{ kind: 'cancelOrder', ...ref }, ['spot']],
    [{ kind: 'cancelOrders', orders: [ref] }, ['spot']],
    [{ kind: 'cancelOrders', orders: [ref, { ...ref, area: 'contract' }, ref] }, ['spot', 'contract']],
    [{ kind: 'cancelMatching', filter: ANY }, ['spot', 'contract']],
    [{ kind: 'cancelMatching', filter: { ...ANY, area: 'contract' } }, ['contract']],
    [{ kind: 'flatten', spot: 'keep' }, ['spot', 'contract']],
    [closeAtMarket('key'), ['contract']],
  ])('%j may have to send something to %j', (action, areas) => {
    expect([...areasOf(action)].toSorted()).toEqual(areas.toSorted())
  })

  it('equals another with the same sizes and prices', () => {
    expect(isSameAction(closeAtMarket('key'), closeAtMarket('key', 100))).toBe(true)
    expect(isSameAction(closeAtMarket('key'), closeAtMarket('key', 50))).toBe(false)
    expect(isSameAction(closeAtMarket('key'), closeAtMarket('other'))).toBe(false)
  })

  it('is the same in any order of its members, as read back from a journal', () => {
    const { tactic, size, ...rest } = closeAtMarket('key', 50)
    expect(isSameAction({ tactic, size: { percent: 50, kind: 'percent' }, ...rest }, { ...rest, size, tactic })).toBe(
      true,
    )
  })

  it('by one click closes the whole position', () => {
    expect(closeAtMarket('key')).toMatchObject({ size: { kind: 'percent', percent: 100 }, tactic: { kind: 'market' } })
  })
})
