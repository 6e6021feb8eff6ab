import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimal, sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { conservation, type ConservationView, type HeldOrder } from '#shared/desk/conservation.ts'
import { contract, pair, position } from '#test/support/portfolio-fixtures.ts'

const COINS = ['BTC', 'ETH', 'USDT', 'EUR']
const PAIRS = [pair('BTC', 'USDT'), pair('ETH', 'USDT'), pair('ETH', 'BTC'), pair('USDT', 'EUR')]
const CONTRACTS = [contract('BTC', 'USDT'), contract('ETH', 'USDT')]

const units = (max: number) => fc.integer({ min: 1, max }).map((count) => decimal(count).div(1_000_000))

const order: fc.Arbitrary<HeldOrder> = fc
  .record({
    place: fc.constantFrom(...PAIRS, ...CONTRACTS),
    orderId: fc.bigInt({ min: 1n, max: 10n ** 18n }).map(String),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    price: units(10 ** 12),
    quantity: units(10 ** 9),
    filled: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ place, filled, quantity, ...rest }) => ({
    ...rest,
    area: place.area,
    instrument: place.area === 'spot' ? place.symbol : place.name,
    action: place.area === 'spot' ? null : ('close' as const),
    type: 'limit' as const,
    quantity,
    executed: quantity.times(filled).div(10),
    status: filled > 0 ? ('partially-filled' as const) : ('new' as const),
  }))

const orders = fc.uniqueArray(order, { maxLength: 12, selector: ({ orderId }) => orderId })

/** The amount that a venue reports as locked when it locks exactly what orders need. */
function held(by: readonly HeldOrder[], coin: string): Decimal {
  return sum(
    by.map(({ instrument, side, price, quantity, executed }) => {
      const of = PAIRS.find(({ symbol }) => symbol === instrument)
      if (!of || coin !== (side === 'buy' ? of.quoteAsset : of.baseAsset)) return ZERO
      return quantity.minus(executed).times(side === 'buy' ? price! : 1)
    }),
  )
}

function pending(by: readonly HeldOrder[], name: string, side: 'buy' | 'sell'): Decimal {
  return sum(
    by
      .filter((each) => each.instrument === name && each.side === side)
      .map(({ quantity, executed }) => quantity.minus(executed)),
  )
}

/** An account whose orders are `real`; the desk knows only `known`. */
function account(real: readonly HeldOrder[], known: readonly HeldOrder[], at: number): ConservationView {
  const positions = CONTRACTS.flatMap((of) => [
    position(of, { side: 'long', pendingCloseVolume: pending(real, of.name, 'sell') }),
    position(of, { side: 'short', pendingCloseVolume: pending(real, of.name, 'buy') }),
  ])
  return {
    instruments: [...PAIRS, ...CONTRACTS],
    balances: { data: COINS.map((asset) => ({ asset, locked: held(real, asset) })), readAt: at },
    positions: { data: positions, readAt: at },
    marginAccounts: { data: [], readAt: at },
    orders: known,
    scopes: [...PAIRS, ...CONTRACTS].map((of) => ({
      area: of.area,
      instrument: of.area === 'spot' ? of.symbol : of.name,
      readAt: at,
      failure: null,
    })),
  }
}

const looks = (real: readonly HeldOrder[], known: readonly HeldOrder[]) =>
  conservation(account(real, known, 2_000), conservation(account(real, known, 1_000)))

it('leaves no residual in an account whose orders are all known', () => {
  fc.assert(
    fc.property(orders, (real) => {
      expect(looks(real, real).filter(({ state, residual }) => state !== 'explained' || !residual?.isZero())).toEqual(
        [],
      )
    }),
  )
})

it('always reports a hidden order with its exact amount and a place where it is', () => {
  fc.assert(
    fc.property(orders, order, (known, hidden) => {
      const alarms = looks([...known, hidden], known).filter(({ state }) => state === 'unexplained')
      expect(alarms).toHaveLength(1)
      const [alarm] = alarms
      const amount = hidden.quantity
        .minus(hidden.executed)
        .times(hidden.area === 'spot' && hidden.side === 'buy' ? hidden.price! : 1)
      expect(alarm?.residual?.eq(amount)).toBe(true)
      expect(alarm?.places.map(({ instrument }) => instrument)).toContain(hidden.instrument)
    }),
  )
})

it('never reports a finished order as hidden', () => {
  fc.assert(
    fc.property(orders, order, (real, gone) => {
      const states = looks(real, [...real, gone]).map(({ state }) => state)
      expect(states).not.toContain('unexplained')
      expect(states.filter((state) => state === 'unlocked')).toHaveLength(1)
    }),
  )
})

it('does not depend on the order of any list', () => {
  fc.assert(
    fc.property(orders, orders, fc.infiniteStream(fc.nat()), (real, known, picks) => {
      const shuffled = <T>(list: readonly T[]): T[] =>
        list
          .map((each) => ({ each, by: picks.next().value }))
          .sort((a, b) => a.by - b.by)
          .map(({ each }) => each)
      const one = account(real, known, 1_000)
      const other = {
        ...one,
        instruments: shuffled(one.instruments),
        balances: { ...one.balances, data: shuffled(one.balances.data ?? []) },
        positions: { ...one.positions, data: shuffled(one.positions.data ?? []) },
        orders: shuffled(one.orders),
        scopes: shuffled(one.scopes),
      }
      expect(conservation(other)).toEqual(conservation(one))
    }),
  )
})

it('changes its sign when real and known orders are swapped', () => {
  fc.assert(
    fc.property(orders, orders, (some, others) => {
      const residuals = (a: readonly HeldOrder[], b: readonly HeldOrder[]) =>
        looks(a, b).map(({ key, residual }) => [key, residual])
      expect(residuals(some, others)).toEqual(
        looks(others, some).map(({ key, residual }) => [key, residual?.neg().plus(0)]),
      )
    }),
  )
})

it('raises no alarm when one order changes between the reads of the account and of the orders', () => {
  fc.assert(
    fc.property(orders, order, fc.boolean(), (real, moving, isNew) => {
      const [was, is] = isNew ? [real, [...real, moving]] : [[...real, moving], real]
      const before = conservation(account(was, was, 1_000))
      // The account is read before the change and the orders after it, and then the other way around.
      for (const torn of [account(was, is, 2_000), account(is, was, 2_000)]) {
        const rows = conservation(torn, before)
        expect(rows.map(({ state }) => state)).not.toContain('unexplained')
        expect(conservation(account(is, is, 3_000), rows).every(({ state }) => state === 'explained')).toBe(true)
      }
    }),
  )
})
