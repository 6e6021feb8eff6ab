import { describe, expect, it } from 'vitest'
import type { Protection } from '#shared/desk/plan.ts'
import { encode, type DecimalText } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { stopOf } from '#test/support/fixture/plan.ts'
import { fixtureSnapshot, readFailure } from '#test/support/snapshot.ts'
import { coverInFull, coverSource, coverText, protectionText } from '../../../../renderer/src/positions/cover-words.ts'
import { coverOf, type CoverSources } from '../../../../renderer/src/positions/cover.ts'

const ETH = 'E-ETH-USDT:isolated:short'
const XRP = 'E-XRP-USDT:cross:short'

const open = fixtureSnapshot().parts.orders.data!

function held(key: string) {
  const found = fixtureSnapshot().parts.positions.data?.find((each) => each.key === key)
  if (!found) throw new Error(`expected ${key}`)
  return found
}

const cover = (key: string, sources: Partial<CoverSources> = {}) =>
  coverOf(held(key), { protections: [], open, risk: null, ...sources })

/** ETH, short at a mark of 3,498.1: 1,200 contracts, 400 of them in one closing order that buys at `price`. */
const closing = (price: string | null, change: object = {}) => ({
  ...open,
  orders: open.orders.map((order) =>
    order.instrument === 'E-ETH-USDT' && order.action === 'close'
      ? { ...order, price: price as DecimalText | null, ...change }
      : order,
  ),
})
const LOSING = closing('3600')

const ethCover = (orders: CoverSources['open'], ...protections: Protection[]) =>
  cover(ETH, { open: orders, protections: encode(protections) })
const inFull = (made: ReturnType<typeof cover>, key = ETH) => coverInFull(made, { position: held(key), pricePlaces: 2 })

const stopAt = (price: string, volume = 800): Protection => {
  const stop = stopOf(ETH, volume)
  return { ...stop, request: { ...stop.request, triggerPrice: decimal(price) } }
}

describe('cover', () => {
  it("counts Plimsoll's own stops and orders that close at a loss, never more than the whole", () => {
    expect(coverText(ethCover(LOSING))).toBe('33\u202f%')
    expect(coverText(ethCover(LOSING, stopOf(ETH, 400)))).toBe('67\u202f%')
    expect(coverText(ethCover(LOSING, stopOf(ETH, 800)))).toBe('100\u202f%')
  })

  it('is none without either, which is a fact', () => {
    const none = cover(XRP, { protections: encode([stopOf(ETH, 400)]) })
    expect(coverText(none)).toBe('none')
    expect(inFull(none, XRP)).toContain('No stop from Plimsoll')
  })

  it('does not count a take-profit, an unknown stop, or a stop whose position is gone', () => {
    const stop = stopOf(ETH, 800)
    const profit: Protection = { ...stop, request: { ...stop.request, purpose: 'takeProfit' } }
    const weak = ethCover(LOSING, profit, stopOf(ETH, 800, 'unknown'), stopOf(ETH, 800, 'orphaned'))
    expect(coverText(weak)).toBe('33\u202f%')
  })

  it('does not count a stop beyond the liquidation price, and says why', () => {
    // The venue liquidates the position at 3,739.
    const late = ethCover(LOSING, stopAt('3739.5'))
    expect(coverText(late)).toBe('33\u202f%')
    expect(coverSource(late)).toEqual({ text: 'stop too far', tone: 'amber' })
    expect(inFull(late)).toContain('covers nothing: the position is liquidated at about 3,739.00 before this fires')
    expect(coverText(ethCover(LOSING, stopAt('3738.5')))).toBe('100\u202f%')
    expect(coverSource(ethCover(LOSING, stopAt('3739.5'), stopAt('3700'))).text).toBe('stop 3,700')
  })

  it('does not count a stop for more than other closing orders leave, and says why', () => {
    const large = ethCover(LOSING, stopOf(ETH, 801))
    expect(coverText(large)).toBe('33\u202f%')
    expect(coverSource(large)).toEqual({ text: 'stop too large', tone: 'amber' })
    expect(inFull(large)).toContain('covers nothing: it is for more contracts than can still be closed')
    // The stop that triggers first closes its size. What is left is too little for the other.
    expect(coverText(ethCover(LOSING, stopAt('3700', 500), stopAt('3720', 301)))).toBe('75\u202f%')
    expect(coverText(ethCover(LOSING, stopAt('3700', 500), stopAt('3720', 300)))).toBe('100\u202f%')
  })

  it('does not count a stop that should have triggered, and says so', () => {
    const overdue = ethCover(LOSING, stopOf(ETH, 800, 'overdue'))
    expect(coverText(overdue)).toBe('33\u202f%')
    expect(coverSource(overdue)).toEqual({ text: 'stop did not fire', tone: 'amber' })
    expect(inFull(overdue)).toContain('should have fired')
  })

  it('uses our own liquidation price when the venue gives none', () => {
    const risk = fixtureSnapshot().parts.risk.data!.positions.find(({ key }) => key === ETH)!
    const own = { ...risk, liquidation: { ...risk.liquidation!, own: '3650' as DecimalText } }
    const silent = { ...held(ETH), venueLiquidationPrice: null }
    const sources = { protections: encode([stopAt('3700')]), open: LOSING, risk: own }
    expect(coverText(coverOf(silent, sources))).toBe('33\u202f%')
    expect(coverText(coverOf(silent, { ...sources, risk: null }))).toBe('100\u202f%')
  })

  it('names its source', () => {
    expect(coverSource(ethCover(LOSING, stopOf(ETH, 400)))).toEqual({ text: 'stop 3,720', tone: '' })
    expect(coverSource(ethCover(LOSING, stopOf(ETH, 400, 'unknown')))).toEqual({ text: 'stop unknown', tone: 'amber' })
    expect(coverSource(ethCover(LOSING)).text).toBe('orders')
    expect(coverSource(cover(XRP)).text).toBe('')
  })

  it('never claims that the venue has a stop', () => {
    const [stop] = ethCover(open, stopOf(ETH, 600)).protections
    expect(stop && protectionText(stop, { position: held(ETH), pricePlaces: 2 })).toBe(
      'Stop-loss 600 ct at 3,720, placed 11:53:11, not verifiable',
    )
  })

  it('is unknown for a position without a size', () => {
    const empty = { ...held(ETH), volume: '0' as DecimalText }
    expect(coverText(coverOf(empty, { protections: [], open, risk: null }))).toBe('?')
  })
})

describe('closing orders', () => {
  it.each([
    ['3498.1', '33\u202f%'],
    ['3498.11', '33\u202f%'],
    [null, '33\u202f%'],
    ['3498.09', 'none'],
    ['3200', 'none'],
  ])('of a short at a mark of 3,498.1 that buy at %s cover %s', (price, text) => {
    expect(coverText(ethCover(closing(price)))).toBe(text)
  })

  it('of a long cover it up to the mark', () => {
    const long = { ...held(ETH), side: 'long' as const }
    const at = (price: string) =>
      coverText(coverOf(long, { protections: [], open: closing(price, { side: 'sell' }), risk: null }))
    expect([at('3498.1'), at('3498.2')]).toEqual(['33\u202f%', 'none'])
  })

  it('at a profit are shown separately', () => {
    expect(coverSource(ethCover(open)).text).toBe('TP only')
    expect(inFull(ethCover(open))).toContain('400 ct in closing orders at a profit')
  })

  it.each([
    ['no list was read', null],
    ['the orders of the contract could not be read', { ...open, scopes: failed() }],
    ['the list has fewer than the venue counts', closing('3200', { quantity: '399' })],
    ['one has ended since', closing('3200', { status: 'filled' })],
  ])('are unknown when %s', (_, orders) => {
    expect(coverText(ethCover(orders))).toBe('?')
    expect(coverSource(ethCover(orders)).text).toBe('orders ?')
    expect(coverText(ethCover(orders, stopOf(ETH, 600)))).toBe('≥\u202f50\u202f%')
    expect(coverText(ethCover(orders, stopOf(ETH, 800)))).toBe('≥\u202f67\u202f%')
    // It is unknown whether the venue counts the stop itself, or an order that leaves it too little.
    expect(coverText(ethCover(orders, stopOf(ETH, 1_200)))).toBe('?')
  })

  it('are unknown without a mark', () => {
    const blind = { ...held(ETH), markPrice: null }
    expect(coverText(coverOf(blind, { protections: [], open: LOSING, risk: null }))).toBe('?')
  })

  it('that may belong to the other margin mode count only as far as they must belong to this one', () => {
    const both = closing('3600', { quantity: '700' })
    expect(coverText(ethCover(both))).toBe('33\u202f%')
    const [sample] = both.orders.filter(({ instrument, action }) => instrument === 'E-ETH-USDT' && action === 'close')
    const profit = { ...sample!, orderId: '1', price: '3200' as DecimalText, quantity: '300' as DecimalText }
    expect(coverText(ethCover({ ...both, orders: [...both.orders, profit] }))).toBe('≥\u202f8\u202f%')
  })
})

function failed() {
  const failure = readFailure('contract.openOrders', 'Timed out.')
  return open.scopes.map((scope) => ({ ...scope, failure }))
}
