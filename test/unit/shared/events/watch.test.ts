import { describe, expect, it } from 'vitest'
import { toText } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import type { Happening } from '#shared/events/event.ts'
import type { OwnLeg } from '#shared/events/own.ts'
import type { AccountReading } from '#shared/events/watch.ts'
import { story, type Story } from '#test/support/event-stories.ts'

const SOL = 'E-SOL-USDT'

function begun(...how: Parameters<typeof story> | []): Story {
  const [seed = 7, positionMode] = how
  const one = story(seed, positionMode)
  one.read()
  one.read()
  return one
}

const said = ({ happenings }: Story) => happenings.map(({ facts }) => facts.code)
const of = ({ happenings }: Story, code: Happening['facts']['code']) =>
  happenings.filter(({ facts }) => facts.code === code)
const priceOf = ({ exchange }: Story, contract: string) => exchange.market.price(exchange.contract(contract))

/** Moves the price below liquidation. The exchange checks twice: it freezes the position, then closes it. */
function crash(one: Story, asset: string, share: string, between = (): void => undefined): void {
  const price = priceOf(one, `E-${asset}-USDT`).times(share)
  one.exchange.setPrice(asset, price)
  between()
  one.exchange.setPrice(asset, price)
}

function market(
  one: Story,
  contract: string,
  side: 'BUY' | 'SELL',
  action: 'OPEN' | 'CLOSE',
  volume: number,
  positionType: 1 | 2 = 1,
) {
  const spec = one.exchange.contract(contract)
  const terms = { type: 'MARKET', price: null, timeInForce: 'GTC', clientOrderId: null } as const
  const placed = one.exchange.contracts.place({ spec, side, action, positionType, volume: decimal(volume), ...terms })
  if (!placed.ok) throw new Error(JSON.stringify(placed.error))
  return placed.value
}

const orderOf = (one: Story, contract: string, action: 'OPEN' | 'CLOSE') =>
  one.exchange.contracts.openOrdersOf(one.exchange.contract(contract)).find((order) => order.action === action)!

describe('a position', () => {
  it('that is liquidated is reported once, with its closing order as canceled; and as frozen before, if that was seen', () => {
    const one = begun()
    crash(one, 'SOL', '0.9', () => one.read())
    one.settle()
    // A Spot bid fills on the way down.
    expect(said(one).toSorted()).toEqual(['frozen', 'liquidated', 'orderCanceled', 'orderFilled'])
    expect(of(one, 'liquidated')).toMatchObject([
      {
        facts: { contract: SOL, volume: decimal(1_150), before: decimal(1_150), after: decimal(0) },
        whileClosed: false,
      },
    ])
    expect(of(one, 'liquidated')[0]?.evidence).toContain('frozen')
  })

  it('that is reduced by force is reported with the reduction and the rest', () => {
    const one = begun()
    crash(one, 'BTC', '0.5', () => one.read())
    one.settle()
    expect(said(one)).toContain('frozen')
    expect([...of(one, 'forceReduced'), ...of(one, 'liquidated')].length).toBeGreaterThan(0)
    expect(said(one)).not.toContain('positionChanged')
  })

  it('closed, reduced, opened or enlarged by another program at market is reported as such', () => {
    const one = begun()
    const [opened, enlarged] = [
      market(one, 'E-AVAX-USDT', 'SELL', 'OPEN', 30),
      market(one, 'E-LINK-USDT', 'BUY', 'OPEN', 5),
    ]
    const reduced = market(one, 'E-XRP-USDT', 'SELL', 'CLOSE', 100)
    one.settle()
    expect(said(one).toSorted()).toEqual(['enlargedElsewhere', 'openedElsewhere', 'reducedElsewhere'])
    expect(of(one, 'openedElsewhere')).toMatchObject([{ facts: { orderId: opened.orderId }, evidence: ['trades'] }])
    expect(of(one, 'enlargedElsewhere')).toMatchObject([{ facts: { orderId: enlarged.orderId } }])
    expect(of(one, 'reducedElsewhere')).toMatchObject([{ facts: { orderId: reduced.orderId, volume: decimal(100) } }])
    market(one, 'E-LINK-USDT', 'SELL', 'CLOSE', 315)
    one.settle()
    expect(of(one, 'closedElsewhere')).toMatchObject([{ facts: { volume: decimal(315), after: decimal(0) } }])
  })

  it('that changed without an explanation is reported so', () => {
    const one = begun()
    one.canLookUp = false
    market(one, 'E-LINK-USDT', 'SELL', 'CLOSE', 10)
    one.settle()
    expect(said(one)).toEqual(['positionChanged'])
    expect(one.happenings).toMatchObject([{ evidence: ['readings'], facts: { mayBeOwn: false } }])
  })

  it('closed by our own request is no event; a later liquidation of the rest is', () => {
    const one = begun()
    const order = market(one, SOL, 'SELL', 'CLOSE', 150, 2)
    const leg = {
      id: 'a 0',
      ...{ state: 'verified', orderId: order.orderId, executed: decimal(150), isOpen: false, changedAt: Infinity },
      request: {
        ...{ kind: 'close', area: 'contract', instrument: SOL, positionKey: `${SOL}:isolated:long`, side: 'sell' },
        ...{ marginMode: 'isolated', volume: decimal(150), price: null, timeInForce: 'IOC', clientOrderId: 'x' },
      },
    } as const satisfies OwnLeg
    one.own = { ...one.own, legs: [leg], owns: (id) => id === order.orderId }
    crash(one, 'SOL', '0.9')
    one.settle()
    const forced = [...of(one, 'liquidated'), ...of(one, 'positionChanged'), ...of(one, 'closedElsewhere')]
    expect(forced.map(({ facts }) => 'volume' in facts && toText(facts.volume))).toEqual(['1000'])
  })

  it('is not gone because one reply does not list it, or because a list could not be read completely', () => {
    const one = begun()
    one.read((reading) => ({ ...reading, positions: [] }))
    one.read()
    one.read((reading) => ({ ...reading, positions: [], whole: false }))
    one.read((reading) => ({ ...reading, positions: [], whole: false }))
    one.settle()
    one.read((reading) => ({ ...reading, mono: 0, positions: [] }))
    one.settle()
    expect(said(one)).toEqual([])
  })

  it('whose leverage or state changed is reported', () => {
    const one = begun()
    for (let reads = 0; reads < 3; reads += 1)
      one.read((reading) => ({
        ...reading,
        positions: reading.positions.map((held) => ({ ...held, leverage: decimal(3) })),
      }))
    expect(of(one, 'leverageChanged').length).toBe(8)
    const frozen = begun()
    const [held] = frozen.exchange.contracts.positions()
    held!.freeze = 2
    frozen.read()
    held!.freeze = 0
    frozen.read()
    expect(said(frozen)).toEqual(['frozen', 'released'])
  })

  it('that moved to the other margin mode is reported as such', () => {
    const one = begun()
    const turned = (reading: Parameters<NonNullable<Parameters<Story['read']>[0]>>[0]) => ({
      ...reading,
      positions: reading.positions.map((held) =>
        held.contract === SOL ? { ...held, marginMode: 'cross' as const, key: `${SOL}:cross:long` } : held,
      ),
    })
    for (let reads = 0; reads < 4; reads += 1) one.read(turned)
    expect(said(one)).toEqual(['marginModeChanged'])
  })
})

describe('executions of orders', () => {
  const volumes = ({ happenings }: Story) =>
    happenings.map(({ facts }) => `${facts.code} ${'volume' in facts ? toText(facts.volume) : ''}`.trim()).toSorted()

  it('explain a change as a sum: of several orders, opening, closing and from elsewhere', () => {
    const one = begun()
    one.exchange.contracts.fillResting(orderOf(one, 'E-BTC-USDT', 'CLOSE'), decimal(500))
    one.exchange.contracts.fillResting(orderOf(one, 'E-BTC-USDT', 'OPEN'), decimal(180))
    market(one, 'E-BTC-USDT', 'SELL', 'CLOSE', 40)
    market(one, 'E-BTC-USDT', 'BUY', 'OPEN', 7)
    one.settle()
    expect(volumes(one)).toEqual([
      'enlargedElsewhere 7',
      'orderPartlyFilled',
      'orderPartlyFilled',
      'reducedElsewhere 40',
    ])
  })

  it('do not hide another program that reverses them', () => {
    const one = begun()
    one.exchange.contracts.fillResting(orderOf(one, 'E-BTC-USDT', 'OPEN'), decimal(100))
    market(one, 'E-BTC-USDT', 'SELL', 'CLOSE', 100)
    one.settle()
    expect(volumes(one)).toEqual(['orderPartlyFilled', 'reducedElsewhere 100'])
  })

  it('are waited for while positions lag, but not when they show more than that', () => {
    const one = begun()
    one.exchange.contracts.fillResting(orderOf(one, 'E-BTC-USDT', 'CLOSE'), decimal(500))
    for (let reads = 0; reads < 20; reads += 1) {
      one.read((reading) => ({
        ...reading,
        positions: reading.positions.map((held) =>
          held.contract === 'E-BTC-USDT' ? { ...held, volume: decimal(9_000) } : held,
        ),
      }))
    }
    expect(said(one)).toEqual(['orderPartlyFilled'])
    one.settle()
    expect(said(one)).toEqual(['orderPartlyFilled'])
    const forced = begun()
    const spec = forced.exchange.contract(SOL)
    const bid = {
      type: 'LIMIT',
      price: priceOf(forced, SOL).times('0.95').toDecimalPlaces(2),
      timeInForce: 'GTC',
    } as const
    const order = {
      spec,
      side: 'BUY',
      action: 'OPEN',
      positionType: 2,
      volume: decimal(50),
      clientOrderId: null,
    } as const
    expect(forced.exchange.contracts.place({ ...order, ...bid }).ok).toBe(true)
    forced.settle(5)
    crash(forced, 'SOL', '0.9', () => forced.read())
    forced.settle(12)
    expect(of(forced, 'liquidated')).toMatchObject([{ facts: { volume: decimal(1_200), before: decimal(1_150) } }])
  })

  it('are subtracted from the other side first in one-way mode', () => {
    const one = begun(7, 'oneWay')
    market(one, 'E-LINK-USDT', 'SELL', 'OPEN', 110)
    one.settle()
    expect(volumes(one)).toEqual(['reducedElsewhere 110'])
    market(one, 'E-LINK-USDT', 'SELL', 'OPEN', 250)
    one.settle()
    expect(volumes(one).slice(0, 2)).toEqual(['closedElsewhere 200', 'openedElsewhere 50'])
    const own = begun(7, 'oneWay')
    const spec = own.exchange.contract('E-LINK-USDT')
    const ask = { type: 'LIMIT', price: priceOf(own, 'E-LINK-USDT').times('1.05').toDecimalPlaces(3) } as const
    const order = {
      spec,
      side: 'SELL',
      action: 'OPEN',
      positionType: 1,
      volume: decimal(400),
      timeInForce: 'GTC',
    } as const
    const placed = own.exchange.contracts.place({ ...order, ...ask, clientOrderId: null })
    if (!placed.ok) throw new Error(JSON.stringify(placed.error))
    own.settle(5)
    own.exchange.contracts.fillResting(placed.value, decimal(400))
    own.settle()
    expect(volumes(own)).toEqual(['orderFilled', 'orderPlaced'])
  })

  it('and unexplained changes are reported for the margin mode that changed', () => {
    const one = begun()
    const [crossed, isolated] = [`${SOL}:cross:long`, `${SOL}:isolated:long`]
    const held = (cross: number, gone: number) => (reading: AccountReading) => ({
      ...reading,
      positions: reading.positions.flatMap((each) =>
        each.key === isolated
          ? [
              { ...each, volume: each.volume.minus(gone) },
              { ...each, key: crossed, marginMode: 'cross' as const, volume: decimal(cross) },
            ]
          : [each],
      ),
    })
    one.canLookUp = false
    for (let reads = 0; reads < 40; reads += 1) one.read(held(30, 0))
    for (let reads = 0; reads < 40; reads += 1) one.read(held(20, 25))
    expect(volumes(one)).toEqual(['positionChanged 10', 'positionChanged 25', 'positionChanged 30'])
  })
})

describe('an order', () => {
  it('that fills in parts is reported part by part, and not as a change of its position', () => {
    const one = begun()
    const order = orderOf(one, 'E-BTC-USDT', 'CLOSE')
    one.exchange.contracts.fillResting(order, decimal(500))
    one.settle()
    one.exchange.contracts.fillResting(order, decimal(1_500))
    one.settle()
    expect(one.happenings).toMatchObject([
      { facts: { code: 'orderPartlyFilled', before: decimal(0), after: decimal(500) } },
      { facts: { code: 'orderFilled', before: decimal(500), after: decimal(2_000) } },
    ])
  })

  it('that opens is reported together with its position', () => {
    const one = begun()
    one.exchange.contracts.fillResting(orderOf(one, 'E-AVAX-USDT', 'OPEN'), decimal(120))
    one.settle()
    expect(said(one)).toEqual(['orderFilled'])
  })

  it('placed and canceled by another program is reported; an outcome that cannot be looked up is not invented', () => {
    const one = begun()
    one.exchange.cancel(orderOf(one, 'E-AVAX-USDT', 'OPEN'))
    one.settle()
    expect(said(one)).toEqual(['orderCanceled'])
    one.canLookUp = false
    one.exchange.cancel(orderOf(one, 'E-XRP-USDT', 'CLOSE'))
    for (let reads = 0; reads < 100; reads += 1) one.read()
    expect(said(one)).toEqual(['orderCanceled', 'orderGone'])
  })

  it('that ended while Plimsoll was closed is reported as such', () => {
    const one = begun()
    one.restart(() => {
      one.exchange.cancel(orderOf(one, 'E-AVAX-USDT', 'OPEN'))
      market(one, 'E-LINK-USDT', 'SELL', 'CLOSE', 310)
    })
    one.settle()
    expect(said(one).toSorted()).toEqual(['closedElsewhere', 'orderCanceled'])
    expect(one.happenings.every(({ whileClosed }) => whileClosed)).toBe(true)
  })
})

describe('money', () => {
  it('that moves between the areas is one transfer, and a withdrawal is reported', () => {
    const one = begun()
    one.exchange.spot.deposit('USDT', decimal(-1_000))
    one.exchange.contracts.wallet.deposit('USDT', decimal(1_000))
    one.settle()
    expect(one.happenings).toMatchObject([
      { facts: { code: 'transferred', from: 'spot', to: 'contract', amount: decimal(1_000) } },
    ])
    one.exchange.spot.deposit('BTC', decimal('-0.1'))
    one.settle()
    expect(one.happenings.slice(1)).toMatchObject([
      { facts: { code: 'balanceFell', asset: 'BTC', amount: decimal('0.1') } },
    ])
    one.exchange.contracts.wallet.deposit('BTC', decimal('0.1'))
    one.settle()
    expect(one.happenings.slice(2)).toMatchObject([
      { facts: { code: 'balanceRose', area: 'contract', amount: expect.anything() } },
    ])
  })

  it('that Spot orders move belongs to them; a market order of another program is reported as a fill', () => {
    const one = begun()
    const [resting] = one.exchange.spot.openOrdersOf(one.exchange.pair('ethusdt'))
    one.exchange.spot.fillResting(resting!, decimal('0.5'))
    one.settle()
    expect(said(one)).toEqual(['orderPartlyFilled'])
    const spec = one.exchange.pair('solusdt')
    const placed = one.exchange.spot.place({
      spec,
      side: 'SELL',
      type: 'MARKET',
      price: null,
      volume: decimal(3),
      clientOrderId: null,
    })
    expect(placed.ok).toBe(true)
    one.settle()
    expect(one.happenings.slice(1)).toMatchObject([
      { facts: { code: 'orderFilled', instrument: 'solusdt', isOwn: false }, evidence: ['trades'] },
    ])
  })

  it('that funding, settlement and prices move is no event', () => {
    const one = begun()
    for (let reads = 0; reads < 20; reads += 1) {
      one.exchange.setPrice(
        'BTC',
        one.exchange.market.price(one.exchange.pair('btcusdt')).times(reads % 2 === 0 ? '1.002' : '0.998'),
      )
      if (reads === 5) one.exchange.contracts.held.settle()
      if (reads === 9)
        for (const held of one.exchange.contracts.positions())
          one.exchange.contracts.held.payFunding(held, decimal('0.0001'))
      one.read()
    }
    one.settle()
    expect(said(one)).toEqual([])
  })
})
