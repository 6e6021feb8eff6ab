import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile } from '#shared/desk/compile.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { CloseRequest } from '#shared/desk/plan.ts'
import { rankWays, type RescueAnswer } from '#shared/desk/rescue.ts'
import { MOST_WAYS } from '#shared/desk/rescue/ways.ts'
import { type RescueWay } from '#shared/desk/rescue/appraise.ts'
import { closable, sliceBounds } from '#shared/desk/slice.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal, encode, isDecimal, ONE, sum, toFloat, toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Contract } from '#shared/domain/instrument.ts'
import { remaining, type Order } from '#shared/domain/order.ts'
import type { Depth } from '#shared/domain/quote.ts'
import { assess, type RiskInputs } from '#shared/risk/assess.ts'
import { NO_FACTS, openOrder, shownPlan } from '#test/support/desk-facts.ts'
import { account, amount } from '../risk/accounts.ts'
import { inEnglish } from '#shared/words/say.ts'

/** Realistic order limits for each contract of the account. */
const limits = fc.record({
  minOrderVolume: fc.constantFrom('0.1', '1', '1', '7').map(decimal),
  maxMarketVolume: fc.constantFrom(null, '50', '400').map((most) => most && decimal(most)),
})

/** An order book around a mark: up to six levels on each side, `gap` apart, or none. */
function bookOf(gap: fc.Arbitrary<Decimal>) {
  return fc.option(fc.array(fc.tuple(gap, amount(1, 3_000)), { minLength: 1, maxLength: 6 }), { freq: 9 })
}

const book = bookOf(amount(0.0001, 0.01))
/** An order book in which closing may cost more than it helps, or which is too small. */
const badBook = bookOf(fc.oneof(amount(0.0001, 0.01), amount(0.1, 0.16), amount(0.1, 0.16)))

interface Case {
  readonly facts: DeskFacts
  readonly unitId: string
  readonly target: Decimal
}

function depthOf({ name }: Contract, mark: Decimal, levels: readonly (readonly [Decimal, Decimal])[]): Depth {
  const side = (sign: 1 | -1) => {
    let away = ZERO
    return levels.map(([step, volume]) => [mark.times(ONE.plus((away = away.plus(step)).times(sign))), volume] as const)
  }
  return { area: 'contract', instrument: name, bids: side(-1), asks: side(1) }
}

/** A closing order for a share of a position. It locks that share. */
function closingOrder({ contract, side, key }: Position, quantity: Decimal): Order {
  const where = { area: 'contract', instrument: contract, orderId: key } as const
  return openOrder(where, { action: 'close', side: side === 'long' ? 'sell' : 'buy', quantity: toText(quantity) })
}

function factsFrom(
  risk: RiskInputs,
  bounds: readonly Partial<Contract>[],
  books: readonly (readonly (readonly [Decimal, Decimal])[] | null)[],
  locked: readonly Decimal[],
  isWhole: boolean,
): DeskFacts {
  let at = 0
  const instruments =
    risk.instruments?.map((each) => (each.area === 'contract' ? { ...each, ...bounds[at++] } : each)) ?? []
  const positions = risk.positions?.map((held, n) => {
    const share = locked[n % locked.length] ?? ZERO
    const volume = isWhole ? held.volume.ceil() : held.volume
    return { ...held, volume, pendingCloseVolume: volume.times(share).trunc() }
  })
  const contracts = instruments.filter((each) => each.area === 'contract')
  return {
    ...NO_FACTS,
    instruments,
    positions: positions ?? [],
    orders:
      positions?.flatMap((held) =>
        held.pendingCloseVolume.gt(0) ? [closingOrder(held, held.pendingCloseVolume)] : [],
      ) ?? [],
    quotes: risk.quotes ?? [],
    depths: contracts.flatMap((each, n) => {
      const mark = positions?.find(({ contract }) => contract === each.name)?.markPrice
      const levels = books[n]
      return mark && levels ? [depthOf(each, mark, levels)] : []
    }),
    risk: { ...risk, instruments, positions: positions ?? [] },
  }
}

const cases = casesOf(book)

function casesOf(ofBook: typeof book): fc.Arbitrary<Case> {
  return fc
    .record({
      risk: account,
      bounds: fc.array(limits, { minLength: 5, maxLength: 5 }),
      books: fc.array(ofBook, { minLength: 5, maxLength: 5 }),
      locked: fc.array(fc.constantFrom('0', '0', '0.3', '0.9').map(decimal), { minLength: 3, maxLength: 3 }),
      /** Whether positions are whole contracts, so that they can be closed completely. */
      isWhole: fc.boolean(),
      unit: fc.nat(),
      // The target rate as a multiple of the current rate.
      above: fc.oneof(amount(1.0001, 1.3), amount(1.3, 20)),
    })
    .map(({ risk, bounds, books, locked, isWhole, unit, above }) => {
      const facts = factsFrom(risk, bounds, books, locked, isWhole)
      const rated = assess(facts.risk!).margin.filter(({ marginRate }) => (marginRate ?? 0) > 0)
      const row = rated[unit % rated.length]
      return { facts, unitId: row?.id ?? '', target: decimal((row?.marginRate ?? 1).toPrecision(12)).times(above) }
    })
}

function waysOf(answer: RescueAnswer): readonly RescueWay[] {
  return answer.kind === 'ranked' ? answer.ways : []
}

function closesOf(way: RescueWay, facts: DeskFacts): readonly CloseRequest[] {
  const draft = compile(way.action, facts, () => '')
  return draft.ok ? draft.value.legs.filter((leg) => leg.kind === 'close') : []
}

function heldOf(key: string, { positions }: DeskFacts): Position {
  return positions!.find((each) => each.key === key)!
}

function contractOf(name: string, { instruments }: DeskFacts): Contract {
  return instruments.find((each): each is Contract => each.area === 'contract' && each.name === name)!
}

/**
 * The cost of trading `volume` of a position against the mark, plus fees, computed separately; null if the order book
 * is too small.
 */
function costOf(held: Position, volume: Decimal, facts: DeskFacts): Decimal | null {
  const { direction, multiplier } = contractOf(held.contract, facts)
  const found = facts.depths.find(({ instrument }) => instrument === held.contract)
  const sign = held.side === 'long' ? 1 : -1
  let rest = volume
  let cost = ZERO
  for (const [price, there] of (held.side === 'long' ? found?.bids : found?.asks) ?? []) {
    const taken = rest.lt(there) ? rest : there
    const worth = (at: Decimal) => (direction === 'linear' ? at : ONE.div(at)).times(multiplier!).times(taken)
    const lost = worth(held.markPrice!)
      .minus(worth(price))
      .times(direction === 'linear' ? sign : -sign)
    cost = cost.plus(lost).plus(worth(price).times(held.maxFeeRate!))
    rest = rest.minus(taken)
  }
  return rest.isZero() ? cost : null
}

/** The account after these volumes are closed at order book prices; null if an order book is too small. */
function after(closed: ReadonlyMap<string, Decimal>, facts: DeskFacts): RiskInputs | null {
  const costs = [...closed].map(([key, volume]) => {
    const held = heldOf(key, facts)
    return { held, cost: costOf(held, volume, facts) }
  })
  if (costs.some(({ cost }) => cost === null)) return null
  const risk = facts.risk!
  return {
    ...risk,
    positions: risk
      .positions!.map((held) => ({ ...held, volume: held.volume.minus(closed.get(held.key) ?? ZERO) }))
      .filter(({ volume }) => volume.gt(0)),
    marginAccounts: risk.marginAccounts!.map((own) => {
      const paid = costs.filter(({ held }) => held.marginCoin === own.marginCoin).flatMap(({ cost }) => cost ?? [])
      return { ...own, crossEquity: own.crossEquity!.minus(sum(paid)) }
    }),
  }
}

function volumesOf(closes: readonly CloseRequest[]): Map<string, Decimal> {
  const groups = Map.groupBy(closes, ({ positionKey }) => positionKey)
  return new Map([...groups].map(([key, own]) => [key, sum(own.map(({ volume }) => volume))]))
}

function rateOf(risk: RiskInputs | null, unitId: string): number | null {
  return (risk && assess(risk).margin.find(({ id }) => id === unitId)?.marginRate) ?? null
}

const NEARLY = 1e-9

it('a way reaches what it promises, in an account that is computed separately', () => {
  let reached = 0
  fc.assert(
    fc.property(cases, ({ facts, unitId, target }) => {
      for (const way of waysOf(rankWays(unitId, target, facts))) {
        const risk = after(volumesOf(closesOf(way, facts)), facts)
        if (way.after !== null) expect(way.reaches).toBe(way.after >= toFloat(target))
        if (way.cost === null || unitId.startsWith('isolated') || risk === null) continue
        const rate = rateOf(risk, unitId)
        if (way.after === null) expect(rate).toBeNull()
        else expect(Math.abs(rate! / way.after - 1)).toBeLessThan(NEARLY)
        const { net } = assess(risk).exposure
        if (way.netExposure) expect(toFloat(way.netExposure.minus(net).abs())).toBeLessThan(1e-9)
        if (way.reaches) reached += 1
      }
    }),
    { numRuns: 200 },
  )
  expect(reached).toBeGreaterThan(20)
})

it('no way makes the rate worse, and a way that reaches the target leaves equity', () => {
  let lost = 0
  fc.assert(
    fc.property(casesOf(badBook), ({ facts, unitId, target }) => {
      const answer = rankWays(unitId, target, facts)
      const { equity, marginRate } = assess(facts.risk!).margin.find(({ id }) => id === unitId) ?? {}
      for (const way of waysOf(answer)) {
        expect(way.after ?? Infinity).toBeGreaterThan(marginRate!)
        const closed = [...volumesOf(closesOf(way, facts))]
        const costs = closed.map(([key, volume]) => costOf(heldOf(key, facts), volume, facts))
        if (costs.includes(null)) continue
        const isLeft = equity!.gt(sum(costs.flatMap((cost) => cost ?? [])))
        if (way.reaches) expect(isLeft).toBe(true)
        if (way.after === null) expect(way.reaches).toBe(isLeft)
        if (!isLeft) lost += 1
      }
    }),
    { numRuns: 200 },
  )
  expect(lost).toBeGreaterThan(0)
})

it('a partial close is the smallest that is enough: one step less is not', () => {
  let parts = 0
  fc.assert(
    fc.property(cases, ({ facts, unitId, target }) => {
      for (const way of waysOf(rankWays(unitId, target, facts))) {
        const { action } = way
        if (action.kind !== 'closePosition' || action.size.kind !== 'volume') continue
        if (way.cost === null || !way.reaches) continue
        const held = heldOf(action.positionKey, facts)
        const bounds = sliceBounds(contractOf(held.contract, facts), held.markPrice)
        const volume = decimal(action.size.volume)
        const isSplit = bounds.max !== null && volume.gt(bounds.max)
        if (volume.eq(bounds.min) || (isSplit && volume.mod(bounds.min).isZero())) continue
        const less = rateOf(after(new Map([[held.key, volume.minus(bounds.step)]]), facts), unitId)!
        expect(less).toBeLessThan(toFloat(target) * (1 + 1e-12))
        parts += 1
      }
    }),
    { numRuns: 200 },
  )
  expect(parts).toBeGreaterThan(10)
})

it('no way closes more than possible, and each can be staged as it is, with the same rate afterwards', () => {
  fc.assert(
    fc.property(cases, ({ facts, unitId, target }) => {
      const ways = waysOf(rankWays(unitId, target, facts))
      expect(ways.length).toBeLessThanOrEqual(MOST_WAYS)
      for (const way of ways) {
        for (const [key, volume] of volumesOf(closesOf(way, facts))) {
          const held = heldOf(key, facts)
          const own = facts.orders.filter(({ orderId }) => orderId === key)
          expect(volume.lte(closable(held, sum(own.map(remaining))))).toBe(true)
        }
        const plan = shownPlan(way.action, facts, () => 'id')
        if (!plan.ok) throw new Error(inEnglish(plan.error.message))
        const shown = plan.value.estimate!.margin.find((unit) => unit.unitId === unitId)
        expect(shown?.after ?? null).toBe(way.after)
      }
    }),
    { numRuns: 150 },
  )
})

it('ways are sorted, and every number is finite', () => {
  fc.assert(
    fc.property(cases, ({ facts, unitId, target }) => {
      const answer = rankWays(unitId, target, facts)
      expect(numbersOf(answer).every(Number.isFinite)).toBe(true)
      const reaching = waysOf(answer).filter(({ reaches }) => reaches)
      expect(waysOf(answer).slice(0, reaching.length)).toEqual(reaching)
      const costs = reaching.map(({ cost }) => (cost ? toFloat(cost) : Infinity))
      expect(costs).toEqual(costs.toSorted((a, b) => (a === b ? 0 : a - b)))
      if (reaching.some(({ action }) => action.kind === 'closePosition'))
        expect(waysOf(answer).every(({ action }) => action.kind !== 'reduce' || isHedge(action, facts))).toBe(true)
    }),
    { numRuns: 200 },
  )
})

/** Whether a way closes a long and a short of the same asset. */
function isHedge({ closes }: Extract<RescueWay['action'], { kind: 'reduce' }>, facts: DeskFacts): boolean {
  const held = closes.map(({ positionKey }) => heldOf(positionKey, facts))
  const assets = new Set(held.map((each) => contractOf(each.contract, facts).baseAsset))
  return assets.size === 1 && new Set(held.map(({ side }) => side)).size === 2
}

/** Every number in an answer. */
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (isDecimal(value)) return [toFloat(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(numbersOf)
}

/** The answer with amounts rounded so that the order of summation makes no difference. */
function rounded(answer: RescueAnswer): string {
  return JSON.stringify(encode(answer), (_, value: unknown) => {
    const number = typeof value === 'string' && /^-?[\d.]+$/.test(value) ? Number(value) : value
    return typeof number === 'number' ? number.toPrecision(12) : value
  })
}

it('the order in which positions, orders and order books are listed makes no difference', () => {
  fc.assert(
    fc.property(cases, ({ facts, unitId, target }) => {
      const other: DeskFacts = {
        ...facts,
        positions: facts.positions!.toReversed(),
        orders: facts.orders.toReversed(),
        depths: facts.depths.toReversed(),
        instruments: facts.instruments.toReversed(),
        risk: { ...facts.risk!, positions: facts.risk!.positions!.toReversed() },
      }
      expect(rounded(rankWays(unitId, target, other))).toBe(rounded(rankWays(unitId, target, facts)))
    }),
    { numRuns: 150 },
  )
})

it('a thousand times the amounts give the same ways at a thousand times the cost', () => {
  const K = decimal(1_000)
  fc.assert(
    fc.property(cases, ({ facts, unitId, target }) => {
      const instruments = facts.instruments.map((each) =>
        each.area === 'spot' ? each : { ...each, multiplier: each.multiplier!.times(K) },
      )
      const positions = facts.positions!.map((held) => ({ ...held, margin: held.margin!.times(K) }))
      const marginAccounts = facts.risk!.marginAccounts!.map((own) => ({
        ...own,
        crossEquity: own.crossEquity!.times(K),
        isolatedEquity: own.isolatedEquity!.times(K),
      }))
      const rich = {
        ...facts,
        instruments,
        positions,
        risk: { ...facts.risk!, instruments, positions, marginAccounts },
      }
      const comparable = (answer: RescueAnswer, by: Decimal) =>
        waysOf(answer).map(({ action, after, reaches, cost }) => [
          JSON.stringify(action),
          after?.toPrecision(12),
          reaches,
          cost && toFloat(cost.div(by)).toPrecision(12),
        ])
      expect(comparable(rankWays(unitId, target, rich), K)).toEqual(comparable(rankWays(unitId, target, facts), ONE))
    }),
    { numRuns: 150 },
  )
})
