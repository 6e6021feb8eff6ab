import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tacticOf, type Action, type CloseSize } from '#shared/desk/action.ts'
import { compile } from '#shared/desk/compile.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import { guard, type GuardState } from '#shared/desk/guard.ts'
import type { CloseRequest, LegRequest, PlanEstimate } from '#shared/desk/plan.ts'
import { predict } from '#shared/desk/predict-time.ts'
import { closable, MAX_SLICES, slice, sliceBounds } from '#shared/desk/slice.ts'
import type { PositionSide } from '#shared/domain/account.ts'
import { isDecimal, sum, toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { remaining } from '#shared/domain/order.ts'
import { NO_FACTS, openOrder, pool, shownPlan } from '#test/support/desk-facts.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'
import { facts } from './facts.ts'
import { withoutRepeats } from '#shared/words/message.ts'

const amount = (max: number): fc.Arbitrary<Decimal> =>
  fc.tuple(fc.nat({ max: max * 1000 }), fc.constantFrom(1, 10, 1000)).map(([n, scale]) => decimal(n).div(scale))

/** Order limits of a venue: whole contracts or fractions, with or without an upper limit. */
const bounds = fc
  .record({
    step: fc.constantFrom('1', '0.1', '0.001', '5'),
    min: fc.integer({ min: 1, max: 20 }),
    span: fc.option(fc.nat({ max: 50 })),
  })
  .map(({ step, min, span }) => ({
    step: decimal(step),
    min: decimal(step).times(min),
    max: span === null ? null : decimal(step).times(min + span),
  }))

it('slices are orders that the venue accepts, and never exceed the position', () => {
  fc.assert(
    fc.property(amount(2_000), bounds, (volume, within) => {
      const slices = slice(volume, within)
      expect(sum(slices).lte(volume)).toBe(true)
      expect(slices.length).toBeLessThanOrEqual(MAX_SLICES)
      for (const part of slices) {
        expect(part.gte(within.min)).toBe(true)
        expect(within.max === null || part.lte(within.max)).toBe(true)
        expect(part.mod(within.step).isZero()).toBe(true)
      }
    }),
    { numRuns: 5_000 },
  )
})

it('slices leave nothing that another split could have closed', () => {
  fc.assert(
    fc.property(amount(200), bounds, (volume, within) => {
      const { min, max, step } = within
      const slices = slice(volume, within)
      fc.pre(slices.length < MAX_SLICES)
      const whole = volume.div(step).trunc().times(step)
      // n orders can close every multiple of the step from n x min to n x max.
      let best: Decimal = decimal(0)
      for (let n = 1; min.times(n).lte(whole) && n <= MAX_SLICES; n++) {
        const most = max === null || max.times(n).gte(whole) ? whole : max.times(n)
        if (most.gt(best)) best = most
      }
      expect(sum(slices).eq(best)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

function legsOf(action: Action, known: DeskFacts): readonly LegRequest[] {
  let id = 0
  const plan = compile(action, known, () => `id${++id}`)
  return plan.ok ? plan.value.legs : []
}

function closesOf(legs: readonly LegRequest[]): readonly CloseRequest[] {
  return legs.filter((leg) => leg.kind === 'close')
}

const size: fc.Arbitrary<CloseSize> = fc.oneof(
  fc.constantFrom(25, 50, 75, 100).map((percent) => ({ kind: 'percent' as const, percent: percent as 25 })),
  fc.integer({ min: 1, max: 120 }).map((volume) => ({ kind: 'volume' as const, volume: String(volume) })),
)

/** An action on one position of the account, or on all of it. */
function actionOn(known: DeskFacts): fc.Arbitrary<Action> {
  const keys = known.positions?.map(({ key }) => key) ?? []
  const positionKey = fc.constantFrom(...keys, 'none')
  const tactic = fc.constantFrom(
    { kind: 'market' } as const,
    { kind: 'limit', price: '101' } as const,
    { kind: 'capped', percent: '0.5' } as const,
    { kind: 'chase', stopPercent: '1' } as const,
  )
  return fc.oneof(
    fc.record({ kind: fc.constant('closePosition' as const), positionKey, size, tactic }),
    fc.record({ kind: fc.constant('closeSide' as const), side: fc.constantFrom<PositionSide>('long', 'short') }),
    fc.record({
      kind: fc.constant('reduceAll' as const),
      side: fc.constantFrom<PositionSide | null>('long', 'short', null),
      percent: fc.constantFrom(25 as const, 50 as const, 75 as const),
    }),
    fc.record(
      {
        kind: fc.constant('flatten' as const),
        spot: fc.constantFrom('keep' as const, 'sell' as const),
        tactic: fc.constant({ kind: 'capped', percent: '0.5' } as const),
      },
      { requiredKeys: ['kind', 'spot'] },
    ),
    fc.record({
      kind: fc.constant('protect' as const),
      positionKey,
      purpose: fc.constantFrom('stopLoss' as const, 'takeProfit' as const),
      size,
      trigger: fc.constantFrom(
        { kind: 'breakEven' } as const,
        { kind: 'price', price: '90' } as const,
        { kind: 'price', price: '110' } as const,
      ),
    }),
    fc.constant({ kind: 'breakEvenAll' as const }),
    fc.constant({ kind: 'restore' as const, intentId: 'earlier' }),
    fc.constant({
      kind: 'cancelMatching' as const,
      filter: { area: null, instrument: null, side: null, closing: true },
    }),
  )
}

const asked = facts.chain((known) => fc.record({ known: fc.constant(known), action: actionOn(known) }))

it('a plan never closes more than the position, or than is free once its own cancels are done', () => {
  fc.assert(
    fc.property(asked, ({ known, action }) => {
      const legs = legsOf(action, known)
      const ids = new Set(legs.flatMap((leg) => (leg.kind === 'cancel' ? [leg.orderId] : [])))
      for (const held of known.positions ?? []) {
        const own = closesOf(legs).filter(({ positionKey }) => positionKey === held.key)
        const total = sum(own.map(({ volume }) => volume))
        const side = held.side === 'long' ? 'sell' : 'buy'
        const freed = known.orders.filter(
          (order) =>
            order.instrument === held.contract &&
            order.action === 'close' &&
            order.side === side &&
            (ids.has(order.orderId) || order.status === 'canceling'),
        )
        expect(total.lte(held.volume)).toBe(true)
        expect(total.lte(closable(held, sum(freed.map(remaining))))).toBe(true)
        expect(own.every((leg) => leg.side === side && leg.marginMode === held.marginMode)).toBe(true)
      }
    }),
    { numRuns: 3_000 },
  )
})

it('a reduction of all closes of each position what a close of that share closes, once, and nothing else', () => {
  const shares = fc.constantFrom(25 as const, 50 as const, 75 as const)
  const sides = fc.constantFrom<PositionSide | null>('long', 'short', null)
  fc.assert(
    fc.property(facts, shares, sides, (known, percent, side) => {
      const legs = legsOf({ kind: 'reduceAll', side, percent }, known)
      const cancels = legs.flatMap((leg) => (leg.kind === 'cancel' ? [`${leg.area} ${leg.orderId}`] : []))
      expect(new Set(cancels).size).toBe(cancels.length)
      // What is kept of the orders: every one that opens a position, and every one on Spot.
      const ended = known.orders.filter((order) => cancels.includes(`${order.area} ${order.orderId}`))
      expect(ended.every((order) => order.area === 'contract' && order.action === 'close')).toBe(true)
      expect(legs.every(({ kind }) => kind === 'cancel' || kind === 'close')).toBe(true)
      for (const held of known.positions ?? []) {
        const own = closesOf(legs).filter(({ positionKey }) => positionKey === held.key)
        const total = sum(own.map(({ volume }) => volume))
        const size = { kind: 'percent', percent } as const
        const alone = legsOf({ kind: 'closePosition', positionKey: held.key, size, tactic: { kind: 'market' } }, known)
        const isMeant = side === null || held.side === side
        expect(total).toEqual(isMeant ? sum(closesOf(alone).map(({ volume }) => volume)) : ZERO)
        expect(total.lte(held.volume.times(percent).div(100))).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

it('an IOC order at a price is never worse than its cap, and has a price that the venue accepts', () => {
  const percent = fc.integer({ min: 1, max: 5_000 }).map((n) => decimal(n).div(100))
  const mark = fc.integer({ min: 1, max: 10_000_000 }).map((n) => decimal(n).div(1_000))
  fc.assert(
    fc.property(
      percent,
      mark,
      fc.nat({ max: 4 }),
      fc.constantFrom<PositionSide>('long', 'short'),
      (cap, at, ...more) => {
        const [pricePrecision, side] = more
        const of = contract('BTC', 'USDT', { pricePrecision, maxLimitVolume: 30 })
        const held = position(of, { side, markPrice: at })
        const known = { ...NO_FACTS, instruments: [of], positions: [held] }
        const tactic = { kind: 'capped', percent: toText(cap) } as const
        const all = { kind: 'percent', percent: 100 } as const
        const legs = closesOf(legsOf({ kind: 'closePosition', positionKey: held.key, size: all, tactic }, known))
        expect(sum(legs.map(({ volume }) => volume)).lte(held.volume)).toBe(true)
        for (const { price, timeInForce } of legs) {
          if (price === null) throw new Error('expected a price')
          const away = side === 'long' ? at.minus(price) : price.minus(at)
          expect(away.lte(at.times(cap).div(100))).toBe(true)
          expect(price.gt(0) && price.decimalPlaces() <= pricePrecision).toBe(true)
          expect(timeInForce).toBe('IOC')
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

it('every close at market is a bounded order when market orders are not safe and a price is known', () => {
  fc.assert(
    fc.property(asked, ({ known, action }) => {
      const isMarket = tacticOf(action).kind === 'market'
      const asUsual = closesOf(legsOf(action, known))
      for (const leg of closesOf(legsOf(action, { ...known, marketClose: 'limitIoc' }))) {
        const held = known.positions?.find(({ key }) => key === leg.positionKey)
        const young = known.quotes.filter(({ ageMs = null }) => ageMs !== null && ageMs <= 15_000)
        const isKnown = young.some(({ instrument }) => instrument === leg.instrument) || held?.markPrice !== null
        const isBounded = leg.price !== null && leg.timeInForce === 'IOC'
        if (isMarket) expect(isBounded).toBe(isKnown)
        else expect(asUsual.some(({ price }) => price?.eq(leg.price ?? ZERO))).toBe(true)
      }
    }),
    { numRuns: 1_000 },
  )
})

it('closing a short mirrors closing a long, for any size', () => {
  fc.assert(
    fc.property(amount(500), amount(500), amount(40), size, (volume, pending, max, wanted) => {
      const of = contract('BTC', 'USDT', { maxMarketVolume: max.plus(1) })
      const planOf = (side: PositionSide) => {
        const held = position(of, { side, volume, pendingCloseVolume: pending })
        const where = { area: 'contract', instrument: of.name, orderId: '1' } as const
        const closing = openOrder(where, { action: 'close', side: side === 'long' ? 'sell' : 'buy', quantity: 7 })
        const known = { ...NO_FACTS, instruments: [of], positions: [held], orders: [closing] }
        const action = {
          kind: 'closePosition',
          positionKey: held.key,
          size: wanted,
          tactic: { kind: 'market' },
        } as const
        return { held, legs: legsOf(action, known) }
      }
      const long = planOf('long')
      const mirrored = planOf('short').legs.map((leg) =>
        leg.kind === 'close' ? { ...leg, side: 'sell', positionKey: long.held.key } : leg,
      )
      expect(long.legs).toEqual(mirrored)
      if (wanted.kind === 'percent' && wanted.percent === 100 && pending.isZero()) {
        const volumes = closesOf(long.legs).map((leg) => leg.volume)
        expect(volumes).toEqual(slice(volume, sliceBounds(of, decimal(100))))
      }
    }),
    { numRuns: 2_000 },
  )
})

/** Once failed: two orders that lock the same size were cancelled in listed order. */
function alikeLocks(): { known: DeskFacts; action: Action } {
  const of = contract('ETH', 'USDT')
  const held = position(of, { volume: 4, pendingCloseVolume: 2 })
  const orders = ['3', '4'].map((orderId) =>
    openOrder({ area: 'contract', instrument: of.name, orderId }, { action: 'close', side: 'sell', quantity: 1 }),
  )
  const size = { kind: 'percent', percent: 100 } as const
  return {
    known: { ...NO_FACTS, instruments: [of], positions: [held], orders },
    action: { kind: 'closePosition', positionKey: held.key, size, tactic: { kind: 'market' } },
  }
}

it('the order in which positions, orders, balances and quotes are listed makes no difference', () => {
  const shuffled = <T>(list: readonly T[] | null, seed: readonly number[]): T[] =>
    [...(list ?? [])]
      .map((each, at) => ({ each, by: seed[at % seed.length] ?? 0 }))
      .sort((a, b) => a.by - b.by)
      .map(({ each }) => each)
  fc.assert(
    fc.property(asked, fc.array(fc.nat(), { minLength: 7, maxLength: 7 }), ({ known, action }, seed) => {
      fc.pre(action.kind !== 'restore')
      const other: DeskFacts = {
        ...known,
        positions: shuffled(known.positions, seed),
        orders: shuffled(known.orders, seed),
        balances: shuffled(known.balances, seed),
        quotes: shuffled(known.quotes, seed),
      }
      expect(legsOf(action, other)).toEqual(legsOf(action, known))
    }),
    { numRuns: 2_000, examples: [[alikeLocks(), [1, 0, 0, 0, 0, 0, 0]]] },
  )
})

it('a restored order is never larger than what was left, at its own price, once', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const legs = legsOf({ kind: 'restore', intentId: 'earlier' }, known)
      const ids = new Set(known.canceled.map(({ orderId }) => orderId))
      expect(legs.length).toBeLessThanOrEqual(ids.size)
      const left = known.canceled.filter(({ area }) => area === 'spot').map((order) => ({ order, isTaken: false }))
      for (const leg of legs) {
        if (leg.kind !== 'place') throw new Error('expected an order placed')
        const match = left.find(
          ({ order, isTaken }) =>
            !isTaken &&
            order.instrument === leg.instrument &&
            order.side === leg.side &&
            order.price?.eq(leg.price) === true &&
            remaining(order).gte(leg.quantity),
        )
        expect(match).toBeDefined()
        if (match) match.isTaken = true
      }
    }),
    { numRuns: 2_000 },
  )
})

it('the guard denies no exit, whatever the mode and the limits', () => {
  const tightest: GuardState = {
    mode: 'halted',
    limits: { notional: ZERO, priceBand: ZERO, ordersPerMinute: 0 },
    market: null,
    rate: null,
    placedLastMinute: 1e6,
  }
  fc.assert(
    fc.property(asked, ({ known, action }) => {
      for (const leg of legsOf(action, known)) expect(guard(leg, tightest) === null).toBe(leg.kind !== 'place')
    }),
    { numRuns: 1_000 },
  )
})

/** Every number in an estimate. */
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (isDecimal(value)) return [value.toNumber()]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(numbersOf)
}

it('every number of an estimate is finite, and there is no price or cost without an order book', () => {
  const without = (estimate: PlanEstimate, legs: readonly LegRequest[], known: DeskFacts): void => {
    legs.forEach((leg, at) => {
      const isMarket = leg.kind === 'sell' || (leg.kind === 'close' && leg.price === null)
      if (!isMarket || known.depths.some(({ instrument }) => instrument === leg.instrument)) return
      expect(estimate.legs[at]).toMatchObject({ price: null, slippage: null, fee: null })
      expect(estimate.costIsPartial).toBe(true)
    })
  }
  fc.assert(
    fc.property(asked, ({ known, action }) => {
      const plan = shownPlan(action, known, () => 'id')
      if (!plan.ok) return
      const { estimate, legs } = plan.value
      if (estimate === null) throw new Error('expected an estimate')
      expect(estimate.legs).toHaveLength(legs.length)
      expect(numbersOf(estimate).every(Number.isFinite)).toBe(true)
      expect(withoutRepeats(estimate.warnings)).toEqual(estimate.warnings)
      expect(estimate.p95Ms).toBeGreaterThanOrEqual(estimate.likelyMs)
      without(estimate, legs, known)
    }),
    { numRuns: 1_000 },
  )
})

it('more cancels are never predicted to finish sooner, and no leg starts before the first byte', () => {
  const ref = fc.record({
    area: fc.constantFrom('contract' as const, 'spot' as const),
    instrument: fc.constantFrom('A', 'B', 'C'),
  })
  fc.assert(
    fc.property(
      fc.array(ref, { maxLength: 70 }),
      ref,
      fc.nat({ max: 20 }),
      fc.integer({ min: 1, max: 3_000 }),
      (refs, one, used, roundTripMs) => {
        const legs = [...refs, one].map((each, at) => ({ kind: 'cancel' as const, ...each, orderId: String(at) }))
        const pace = { pools: [pool('contract', 'cancelOrder', { used })], roundTripMs }
        const more = predict(legs, pace)
        expect(more.likelyMs).toBeGreaterThanOrEqual(predict(legs.slice(0, -1), pace).likelyMs)
        expect(more.legs.every((start) => start >= 0 && start < more.likelyMs)).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})
