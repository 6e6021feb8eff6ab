import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endangeredPositions } from '#electron/simulator/exchange/account/enforce-margins.ts'
import { remaining } from '#electron/simulator/exchange/account/sim-order.ts'
import type { ContractOrder } from '#electron/simulator/exchange/account/sim-order.ts'
import { orderLock, positionSide } from '#electron/simulator/exchange/account/sim-position.ts'
import { isClearlySafe } from '#electron/simulator/exchange/account/clearly-safe.ts'
import { lockFor } from '#electron/simulator/exchange/account/spot-area.ts'
import type { PositionMode } from '#electron/simulator/exchange/account/surroundings.ts'
import type { Exchange } from '#electron/simulator/exchange/exchange.ts'
import { decimal, sum, ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { demo, equities, runs, take } from './actions.ts'
import type { Action } from './actions.ts'

/** The total of every Spot asset: the account's and the house's. */
function spotTotals(exchange: Exchange): Map<string, string> {
  const total = ({ asset, free, locked }: { asset: string; free: Decimal; locked: Decimal }) =>
    [asset, sum([free, locked, exchange.spot.house(asset)]).toFixed()] as const
  return new Map(exchange.spot.balances().map(total))
}

/** The total of every margin coin: wallet, locked, held or booked by positions, and the house's. */
function contractTotals(exchange: Exchange): Map<string, string> {
  const { wallet } = exchange.contracts
  const held = exchange.contracts.positions()
  const inPositions = (coin: string) =>
    held
      .filter(({ spec }) => spec.marginCoin === coin)
      .flatMap(({ positionType, margin, realized }) => [positionType === 2 ? margin : ZERO, realized])
  return new Map(
    wallet.coins.map((coin) => [
      coin,
      sum([wallet.normal(coin), wallet.locked(coin), wallet.house(coin), ...inPositions(coin)]).toFixed(),
    ]),
  )
}

function spotLocks(exchange: Exchange): Map<string, Decimal> {
  const locks = new Map<string, Decimal>()
  for (const order of exchange.spot.openOrders()) {
    const asset = order.side === 'BUY' ? order.spec.quote : order.spec.base
    locks.set(asset, (locks.get(asset) ?? ZERO).plus(lockFor(order, remaining(order))))
  }
  return locks
}

/** Net contracts by contract and margin mode according to the account's fills, longs positive. */
function netOfFills(exchange: Exchange): Map<string, string> {
  const net = new Map<string, Decimal>()
  for (const { order, quantity } of exchange.contracts.fills) {
    const { spec, positionType, side } = order as ContractOrder
    const key = `${spec.name} ${positionType}`
    net.set(key, (net.get(key) ?? ZERO).plus(side === 'BUY' ? quantity : quantity.negated()))
  }
  return asText(net)
}

function netOfPositions(exchange: Exchange, start: ReadonlyMap<string, Decimal>): Map<string, string> {
  const net = new Map([...start].map(([key, volume]) => [key, volume.negated()]))
  for (const [key, volume] of netVolumes(exchange)) net.set(key, (net.get(key) ?? ZERO).plus(volume))
  return asText(net)
}

function netVolumes(exchange: Exchange): Map<string, Decimal> {
  const net = new Map<string, Decimal>()
  for (const { spec, positionType, side, volume } of exchange.contracts.positions()) {
    const key = `${spec.name} ${positionType}`
    net.set(key, (net.get(key) ?? ZERO).plus(side === 'BUY' ? volume : volume.negated()))
  }
  return net
}

function asText(amounts: ReadonlyMap<string, Decimal>): Map<string, string> {
  return new Map(
    [...amounts].filter(([, amount]) => !amount.isZero()).map(([key, amount]) => [key, amount.toFixed()] as const),
  )
}

/** `prepare` looks at the exchange first and returns what must hold after every action. */
function always(mode: PositionMode, prepare: (exchange: Exchange) => (action: Action) => void): void {
  fc.assert(
    fc.property(runs, ({ seed, actions }) => {
      const exchange = demo(seed, mode)
      const check = prepare(exchange)
      for (const action of actions) {
        take(exchange, action)
        check(action)
      }
    }),
    { numRuns: 150 },
  )
}

describe.each(['hedge', 'oneWay'] as const)(
  'any sequence of orders, cancels, ticks, jumps, crashes, funding and settlement: %s',
  (mode) => {
    it('conserves every asset of both areas to the last digit, for account and house together', () => {
      always(mode, (exchange) => {
        const [spot, contracts] = [spotTotals(exchange), contractTotals(exchange)]
        return () => {
          // An asset that the account did not have before starts at zero.
          for (const [asset, total] of spotTotals(exchange))
            expect([asset, total]).toEqual([asset, spot.get(asset) ?? '0'])
          expect(contractTotals(exchange)).toEqual(contracts)
        }
      })
    })

    it('locks exactly what the open orders need, and never spends what is not there', () => {
      always(mode, (exchange) => (action) => {
        const locks = spotLocks(exchange)
        for (const { asset, free, locked } of exchange.spot.balances()) {
          expect(`${asset} ${locked.toFixed()}`).toBe(`${asset} ${(locks.get(asset) ?? ZERO).toFixed()}`)
          expect(free.isNegative()).toBe(false)
        }
        const { wallet } = exchange.contracts
        for (const coin of wallet.coins) {
          const open = exchange.contracts.openOrders().filter(({ spec }) => spec.marginCoin === coin)
          expect(wallet.locked(coin).toFixed()).toBe(sum(open.map(orderLock)).toFixed())
          const isOpening = action.kind === 'contract' && action.accepted && action.action === 'OPEN'
          // In one-way mode an order may also close a position, and that loss may exceed the wallet.
          if (isOpening && mode === 'hedge' && !action.wasInDebt) expect(wallet.normal(coin).isNegative()).toBe(false)
        }
      })
    })

    it('holds exactly the sum of the fills', () => {
      always(mode, (exchange) => {
        const start = netVolumes(exchange)
        return () => expect(netOfPositions(exchange, start)).toEqual(netOfFills(exchange))
      })
    })

    it('never has closing orders beyond a position, an empty position, or two positions where one is allowed', () => {
      always(mode, (exchange) => () => {
        const held = exchange.contracts.positions()
        for (const position of held) {
          expect(position.volume.gt(0)).toBe(true)
          expect(exchange.contracts.pendingCloseVolume(position).lte(position.volume)).toBe(true)
        }
        const closing = exchange.contracts.openOrders().filter(({ action }) => action === 'CLOSE')
        const explained = sum(held.map((position) => exchange.contracts.pendingCloseVolume(position)))
        expect(explained.toFixed()).toBe(sum(closing.map(remaining)).toFixed())
        for (const order of closing) {
          expect(exchange.contracts.held.find(order.spec, order.positionType, positionSide(order))).not.toBeNull()
        }
        const sides = mode === 'hedge' ? 'side' : 'positionType'
        const places = held.map((position) => `${position.spec.name} ${position.positionType} ${position[sides]}`)
        expect(new Set(places).size).toBe(places.length)
      })
    })

    it('settles without making anybody richer or poorer, and continues from the settled price', () => {
      always(mode, (exchange) => (action) => {
        if (action.kind !== 'settlement') return
        expect(equities(exchange)).toBe(action.equities)
        for (const { freeze, realized, averagePrice, spec } of exchange.contracts.positions()) {
          if (freeze === 0) expect([realized.isZero(), averagePrice]).toEqual([true, exchange.market.price(spec)])
        }
      })
    })
  },
)

it('never calls an account clearly safe that the exact figures call endangered', () => {
  const seen = { safe: 0, endangered: 0 }
  always('hedge', (exchange) => {
    const mark = exchange.market.price.bind(exchange.market)
    return () => {
      const isSafe = isClearlySafe(exchange.contracts, mark)
      const isEndangered = endangeredPositions(exchange.contracts, mark).length > 0
      expect(isSafe && isEndangered).toBe(false)
      if (isSafe) seen.safe += 1
      if (isEndangered) seen.endangered += 1
    }
  })
  // Both cases must occur, or the test proves nothing.
  expect(seen.safe).toBeGreaterThan(100)
  expect(seen.endangered).toBeGreaterThan(10)
})

it('reports a settled profit that matches the moved entry price, whatever was added and closed since', () => {
  always('hedge', (exchange) => () => {
    for (const { spec, side, volume, openPrice, averagePrice, settleProfit } of exchange.contracts.positions()) {
      const face = volume.times(spec.multiplier).times(side === 'BUY' ? 1 : -1)
      const gained = spec.inverse
        ? face.div(openPrice).minus(face.div(averagePrice))
        : face.times(averagePrice.minus(openPrice))
      // Averages are booked with 16 decimals, and so is each share of a profit.
      const slack = decimal('1e-15')
        .times(volume.plus(1))
        .times(spec.inverse ? 1 : spec.multiplier.plus(1))
      expect(settleProfit.minus(gained).abs().lte(slack)).toBe(true)
    }
  })
})
