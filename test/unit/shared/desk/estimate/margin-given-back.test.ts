import { describe, expect, it } from 'vitest'
import { knowsOpeningOrders, openingOrders } from '#shared/desk/estimate/margin-given-back.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import { NO_FACTS, openOrder } from '#test/support/desk-facts.ts'
import { contract, pair } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT')
const ETH = contract('ETH', 'USDT')
const INVERSE = contract('BTC', 'USD', { direction: 'inverse' })
const KNOWN: DeskFacts = { ...NO_FACTS, instruments: [BTC, ETH, INVERSE, pair('BTC', 'USDT')] }

describe('an order that may hold margin in a coin', () => {
  const at = { area: 'contract', instrument: BTC.name, orderId: '1' } as const
  it.each<[string, ReturnType<typeof openOrder>, boolean]>([
    ['opens on one of its contracts', openOrder(at), true],
    ['does not say what it does', openOrder(at, { action: null }), true],
    ['closes', openOrder(at, { action: 'close' }), false],
    ['has ended', openOrder(at, { status: 'filled' }), false],
    ['is on a contract of another coin', openOrder({ ...at, instrument: INVERSE.name }), false],
    ['is on Spot', openOrder({ ...at, area: 'spot' }), false],
    ['is on a contract that nobody knows', openOrder({ ...at, instrument: 'E-XRP-USDT' }), false],
  ])('%s', (_, order, isOne) => {
    expect(openingOrders('USDT', { ...KNOWN, orders: [order] })).toEqual(isOne ? [order] : [])
  })
})

describe('all of them are known', () => {
  const reads = (btcMs: number | null, ethMs: number | null = 0) =>
    [
      { area: 'contract', instrument: BTC.name, ageMs: btcMs },
      { area: 'contract', instrument: ETH.name, ageMs: ethMs },
    ] as const
  it.each<[string, Partial<DeskFacts>, boolean]>([
    ['once the orders of all its contracts were read', { orderReads: reads(0) }, true],
    ['for a minute', { orderReads: reads(60_000) }, true],
    ['and no longer', { orderReads: reads(60_001) }, false],
    ['not while one was never read', { orderReads: reads(null) }, false],
    ['not without any read', {}, false],
    ['not when the last read of one failed', { orderReads: reads(0), unread: [ETH.name] }, false],
    ['not while contracts are unknown', { orderReads: reads(0), blind: ['contract'] }, false],
    ['whatever is unknown on Spot', { orderReads: reads(0), blind: ['spot'], unread: ['BTCUSDT'] }, true],
    [
      'without those of a contract that is not traded',
      { instruments: [{ ...BTC, tradable: false }, ETH], orderReads: reads(null) },
      true,
    ],
  ])('%s', (_, facts, areKnown) => {
    expect(knowsOpeningOrders('USDT', { ...KNOWN, ...facts })).toBe(areKnown)
  })
})
