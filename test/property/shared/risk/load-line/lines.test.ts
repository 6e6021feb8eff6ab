import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, ZERO } from '#shared/domain/decimal.ts'
import { pairsBySymbol } from '#shared/domain/instrument.ts'
import type { Order, OrderAction, OrderSide } from '#shared/domain/order.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { loadLineOf, loadLineWithOrders, type LoadLineWithOrders } from '#shared/risk/load-line/lines.ts'
import { betaShock, coinShock, uniformShock, type ShockModel } from '#shared/risk/load-line/shock-model.ts'
import { shockAccount } from '#shared/risk/shock/shock-account.ts'
import { equityUnder, unitsUnder } from '#test/support/account-under.ts'
import { order } from '#test/support/portfolio-fixtures.ts'
import { account, amount, INVERSE, LINEAR } from '../accounts.ts'
import { scaled, turned } from '../changes.ts'

const RUNS = { numRuns: 60 }
const CASH = ['USDT']
const BETAS = { BTC: 1, ETH: 1.15, SOL: 1.6 }
const SHOCKS = [-0.9, -0.5, -0.3, -0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2]

const shock = fc.constantFrom<ShockModel>(
  uniformShock(CASH),
  betaShock('betaGeometric', CASH, BETAS, 1.5),
  betaShock('betaArithmeticFloor', CASH, BETAS, 1.5),
  coinShock('ETH'),
)

/** Opening and closing limit orders around the marks, on contracts and pairs. */
const orders = fc.array(
  fc.record({
    of: fc.constantFrom(...LINEAR, ...INVERSE),
    side: fc.constantFrom<OrderSide>('buy', 'sell'),
    action: fc.constantFrom<OrderAction>('open', 'close'),
    level: amount(0.4, 1.9),
    quantity: amount(1, 3000),
  }),
  { maxLength: 8 },
)
type Made = typeof orders extends fc.Arbitrary<infer T> ? T : never

function placed(inputs: RiskInputs, made: Made): readonly Order[] {
  const marks = new Map(inputs.quotes!.map((each) => [each.instrument, each.last!]))
  return made.map(({ of, level, quantity, side, action }, index) =>
    order(of, {
      orderId: String(index).padStart(3, '0'),
      side,
      action,
      quantity,
      price: marks.get(`${of.baseAsset}USDT`)!.times(level),
    }),
  )
}

const lineWith = (inputs: RiskInputs, model: ShockModel): LoadLineWithOrders =>
  loadLineWithOrders(modelAccount(inputs), inputs.orders!, pairsBySymbol(inputs.instruments!), model, SHOCKS)

const near = (a: number, b: number, scale = 1): boolean => Math.abs(a - b) <= 1e-9 * (Math.abs(a) + Math.abs(b) + scale)

describe('the load line of any account', () => {
  it('equals the account after each move: the same equity, the same units liquidated at the ends', () => {
    fc.assert(
      fc.property(account, shock, (inputs, model) => {
        const held = modelAccount(inputs)
        const shocked = shockAccount(held)
        const line = loadLineOf(held, model, SHOCKS)
        for (const [index, x] of SHOCKS.entries()) {
          const factorOf = (asset: string) => model.factor(model.betaOf(asset), x)
          expect(near(line.equity![index]!, equityUnder(shocked, factorOf), 1e6)).toBe(true)
          for (const { id, isLiquidated } of unitsUnder(shocked, factorOf)) {
            const breach = line.breaches.find((each) => each.unitId === id && each.shock < 0 === x < 0)
            const isGone = breach !== undefined && Math.abs(breach.shock) <= Math.abs(x)
            if (isLiquidated && shocked.units.find((unit) => unit.id === id)!.state === 'ok') expect(isGone).toBe(true)
          }
        }
      }),
      RUNS,
    )
  })

  it('is the same without orders, and starts at the current equity with any', () => {
    fc.assert(
      fc.property(account, shock, orders, (inputs, model, made) => {
        const held = modelAccount(inputs)
        const plain = loadLineOf(held, model, SHOCKS)
        expect(lineWith({ ...inputs, orders: [] }, model)).toEqual({
          ...plain,
          fills: [],
          leftOut: [],
          unknownMargin: [],
        })
        const away = made.filter(({ side, level }) => (side === 'buy' ? level.lt(1) : level.gt(1)))
        const line = lineWith({ ...inputs, orders: placed(inputs, away) }, model)
        expect(line.equity![line.shocks.indexOf(0)]).toBe(plain.equity![SHOCKS.indexOf(0)])
        expect(line.shocks).toEqual([...new Set(line.shocks)].sort((a, b) => a - b))
        expect(JSON.stringify(line, (_, value: unknown) => (Number.isNaN(value) ? 'bad' : value))).not.toContain('bad')
        expect(line.equityWithLiquidation!.every(Number.isFinite)).toBe(true)
      }),
      RUNS,
    )
  })

  it('does not depend on order; its breaches and fills do not depend on scale', () => {
    fc.assert(
      fc.property(account, shock, orders, fc.constantFrom(0.01, 100), (inputs, model, made, k) => {
        const live = { ...inputs, orders: placed(inputs, made) }
        const line = lineWith(live, model)
        for (const other of [lineWith(turned(live), model), lineWith(scaled(live, decimal(k)), model)]) {
          expect(pointsOf(other).length).toBe(pointsOf(line).length)
          for (const [index, [what, at]] of pointsOf(line).entries()) {
            const [same, there] = pointsOf(other)[index]!
            expect(same).toBe(what)
            expect(near(there, at)).toBe(true)
          }
        }
      }),
      RUNS,
    )
  })

  it('breaches no later with bids that hold no margin below an account of longs', () => {
    fc.assert(
      fc.property(account, orders, (inputs, made) => {
        const longs = {
          ...inputs,
          positions: inputs.positions!.filter(({ side, marginCoin }) => side === 'long' && marginCoin === 'USDT'),
          marginAccounts: inputs.marginAccounts!.map((each) => ({ ...each, orderMargin: ZERO })),
        }
        const bids = placed(inputs, made).map((each) => ({ ...each, side: 'buy' as const, action: 'open' as const }))
        const below = bids.filter(({ instrument, price }) => {
          const mark = longs.positions.find((each) => each.contract === instrument)?.markPrice
          return mark !== undefined && price!.lt(mark!)
        })
        const down = (line: { breaches: LoadLineWithOrders['breaches'] }) =>
          new Map(line.breaches.flatMap((each) => (each.direction === 'down' ? [[each.unitId, each.shock]] : [])))
        const before = down(lineWith({ ...longs, orders: [] }, uniformShock(CASH)))
        const after = down(lineWith({ ...longs, orders: below }, uniformShock(CASH)))
        for (const [unit, at] of before) expect(after.get(unit)!).toBeGreaterThanOrEqual(at - 1e-12)
      }),
      RUNS,
    )
  })

  it('only falls as prices fall for an account of longs, under any positive beta', () => {
    fc.assert(
      fc.property(account, shock, (inputs, model) => {
        const longs = {
          ...inputs,
          positions: inputs.positions!.filter(({ side, marginMode }) => side === 'long' && marginMode === 'cross'),
          // The past losses of the removed shorts must not remain as a debt in coins.
          marginAccounts: inputs.marginAccounts!.map((each) => ({ ...each, isolatedEquity: ZERO })),
        }
        const { equity } = loadLineOf(modelAccount(longs), model, SHOCKS)
        for (let index = 1; index < equity!.length; index++) {
          const [less, more] = [equity![index - 1]!, equity![index]!]
          expect(more - less).toBeGreaterThanOrEqual(-1e-9 * (Math.abs(more) + 1))
        }
      }),
      RUNS,
    )
  })
})

/** Breaches and fills with their shocks, sorted. */
function pointsOf({ breaches, fills }: LoadLineWithOrders): (readonly [string, number])[] {
  return [
    ...breaches.map(({ unitId, direction, shock: at }) => [`${direction} ${unitId}`, at] as const),
    ...fills.map(({ orderId, direction, shock: at }) => [`${direction} fills ${orderId}`, at] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1))
}
