/** Positions from read to read: what changed of them, and who did it. No IO; it asks for what it must know. */
import { CLOSED_SIDE, CLOSING_SIDE, type Position } from '../domain/account.ts'
import { ZERO, type Decimal } from '../domain/decimal.ts'
import type { Fill } from '../domain/fill.ts'
import type { Order } from '../domain/order.ts'
import { isBeyond } from '../desk/stop-watch.ts'
import type { Protection } from '../desk/plan.ts'
import type { Evidence, EventFacts, Happening, VolumeChange } from './event.ts'
import type { Effect, Fills } from './fills.ts'
import type { OrderTracker } from './orders.ts'
import { legsOf, type Own } from './own.ts'
import { isEarlierRun, type Moment, type Reading } from './reading.ts'

/** What is compared of a position. */
export type Held = Pick<
  Position,
  'key' | 'contract' | 'marginMode' | 'side' | 'volume' | 'freeze' | 'markPrice' | 'venueLiquidationPrice'
> & { readonly leverage: Decimal | null }

/** What a contract's history shows; null: it could not be read. */
export interface ContractHistory {
  readonly orders: readonly Order[] | null
  readonly trades: readonly Fill[] | null
}

interface Case {
  readonly first: Held | null
  readonly since: Moment
  readonly held: Pick<Held, 'key' | 'contract' | 'marginMode' | 'side'>
  last: Held | null
  at: Moment
  /** Reads in a row that agree with `last`. */
  agreeing: number
  wasFrozen: boolean
  mark: Decimal | null
  /** Ours on it when it began to change. */
  readonly protections: readonly Protection[]
  history: ContractHistory | null
  /** When the history was asked for, monotonic ms; null: not yet. */
  askedAt: number | null
  isRefreshed: boolean
}

type VolumeCode = Extract<EventFacts, VolumeChange>['code']

/** Two reads must agree: a reply that contradicts itself, or is of a moment ago, is no event. */
const AGREEING = 2
/** How long what was frozen counts as that, how long orders and our own requests are waited for, and histories, ms. */
const FROZEN_MS = 60_000
const ORDERS_PATIENCE_MS = 20_000
const OWN_PATIENCE_MS = 60_000
const HISTORY_PATIENCE_MS = 20_000
/** A liquidation trades about where the venue said it would. */
const NEAR_LIQUIDATION = { long: '1.002', short: '0.998' }
/** The clocks of the venue and ours differ by less than this when its histories are searched, ms. */
const SLACK_MS = 10_000

export class PositionTracker {
  readonly #fills: Fills
  readonly #orders: OrderTracker
  #held: ReadonlyMap<string, Held> | null = null
  #readAt: Moment = { mono: -Infinity, wall: 0 }
  /** Wall clock ms of the first reading of all. */
  #from = Infinity
  readonly #cases = new Map<string, Case>()
  readonly #frozenAt = new Map<string, number>()
  /** A leverage read once, and the one before it. */
  readonly #leverages = new Map<string, { readonly before: Decimal; readonly after: Decimal; readonly since: Moment }>()
  #told: Happening[] = []

  constructor(fills: Fills, orders: OrderTracker) {
    this.#fills = fills
    this.#orders = orders
  }

  /** Takes in the positions; a read that was started before the newest one tells nothing. */
  take(reading: Reading<Held>, own: Own): void {
    if (this.#held !== null && reading.mono <= this.#readAt.mono) return
    const before = this.#held
    const listed = new Map(reading.list.map((held) => [held.key, held]))
    const now = new Map(listed)
    for (const [key, held] of before ?? []) if (!listed.has(key) && !reading.whole) now.set(key, held)
    if (before !== null) {
      for (const key of new Set([...before.keys(), ...listed.keys(), ...this.#cases.keys()])) {
        if (now.has(key) && !listed.has(key)) continue
        this.#compare(key, before.get(key) ?? null, listed.get(key) ?? null, reading, own)
      }
    }
    for (const { key, freeze } of reading.list) if (freeze === 'liquidation') this.#frozenAt.set(key, reading.mono)
    this.#held = now
    this.#readAt = reading
    this.#from = Math.min(this.#from, reading.wall)
  }

  #compare(key: string, before: Held | null, after: Held | null, at: Moment, own: Own): void {
    if (before && after) this.#compareStates(before, after, at)
    const known = this.#cases.get(key)
    const from = before?.volume ?? ZERO
    const to = after?.volume ?? ZERO
    if (known === undefined) {
      const held = after ?? before
      if (held !== null && !from.eq(to)) this.#cases.set(key, this.#caseOf(before, after, held, at, own))
      return
    }
    const isSame = from.eq(to)
    Object.assign(known, { last: after, at: isSame ? known.at : at, agreeing: isSame ? known.agreeing + 1 : 1 })
    known.mark = after?.markPrice ?? known.mark
    known.wasFrozen ||= after?.freeze === 'liquidation'
    // It came back: a reply that was wrong, or nothing that two reads can show.
    if (to.eq(known.first?.volume ?? ZERO)) this.#cases.delete(key)
  }

  #caseOf(before: Held | null, after: Held | null, held: Held, at: Moment, own: Own): Case {
    const frozenAt = this.#frozenAt.get(held.key) ?? -Infinity
    return {
      ...{ first: before, last: after, held, since: this.#readAt, at, agreeing: 1 },
      wasFrozen: before?.freeze === 'liquidation' || at.mono - frozenAt < FROZEN_MS,
      mark: after?.markPrice ?? before?.markPrice ?? null,
      protections: own.protections.filter(({ request }) => request.positionKey === held.key),
      ...{ history: null, askedAt: null, isRefreshed: false },
    }
  }

  #compareStates(before: Held, after: Held, at: Moment): void {
    const { key } = after
    if (before.freeze !== after.freeze && before.freeze !== 'unknown' && after.freeze !== 'unknown') {
      const isFrozen = after.freeze !== 'none'
      const by = isFrozen ? after.freeze : before.freeze
      this.#tell({ code: isFrozen ? 'frozen' : 'released', by, ...placeOf(after) }, this.#readAt, at)
    }
    const pending = this.#leverages.get(key)
    this.#leverages.delete(key)
    if (before.leverage === null || after.leverage === null) return
    if (pending?.after.eq(after.leverage) === true)
      this.#tell({ code: 'leverageChanged', ...pick(pending), ...placeOf(after) }, pending.since, at)
    else if (!before.leverage.eq(after.leverage))
      this.#leverages.set(key, { before: before.leverage, after: after.leverage, since: this.#readAt })
  }

  #tell(facts: EventFacts, since: Moment, at: Moment): void {
    this.#told.push({
      ...{ facts, since: since.wall, at: at.wall, evidence: ['readings'] },
      whileClosed: isEarlierRun(since),
    })
  }

  /** What a contract's history shows. */
  looked(contract: string, history: ContractHistory): void {
    for (const one of this.#cases.values()) if (one.held.contract === contract) one.history = history
  }

  judge(own: Own, now: Moment): Judged {
    this.#countOwn(own, now.mono)
    const told = this.#told
    this.#told = []
    const [histories, refreshes] = [new Set<string>(), new Set<string>()]
    for (const moved of this.#modeChanges()) told.push(moved)
    for (const [key, one] of this.#cases) {
      const found = this.#judge(one, own, now.mono)
      if (found === 'history') histories.add(one.held.contract)
      if (found === 'orders') refreshes.add(one.held.contract)
      if (typeof found === 'string') continue
      told.push(...found)
      this.#cases.delete(key)
    }
    return { told, histories: [...histories], refreshes: [...refreshes] }
  }

  #countOwn(own: Own, now: number): void {
    for (const { id, request, orderId, executed, changedAt } of legsOf(own, 'close')) {
      if (executed === null || executed.isZero()) continue
      const effect: Effect = { contract: request.instrument, side: CLOSED_SIDE[request.side], sign: -1 }
      const key = orderId === null ? id : `contract:${orderId}`
      // What came to its end before the first reading is in that already.
      if (changedAt < this.#from) this.#fills.begin(key, effect, executed)
      else this.#fills.raise(key, effect, executed, now)
    }
  }

  /** A position that went and one of the other margin mode that came, of the same contracts: it moved. */
  #modeChanges(): readonly Happening[] {
    const cases = [...this.#cases.values()].filter(({ agreeing }) => agreeing >= AGREEING)
    return cases.flatMap((gone): Happening[] => {
      const came = cases.find(
        ({ first, last, held }) =>
          first === null &&
          gone.last === null &&
          held.contract === gone.held.contract &&
          held.side === gone.held.side &&
          last?.volume.eq(gone.first?.volume ?? ZERO) === true,
      )
      if (came === undefined || gone.first === null) return []
      this.#cases.delete(gone.held.key)
      this.#cases.delete(came.held.key)
      const { marginMode: before, volume } = gone.first
      const facts = { code: 'marginModeChanged', before, volume, ...placeOf(came.held) } as const
      const whileClosed = isEarlierRun(gone.since)
      return [{ facts, since: gone.since.wall, at: came.at.wall, evidence: ['readings'], whileClosed }]
    })
  }

  #judge(one: Case, own: Own, now: number): 'wait' | 'orders' | 'history' | readonly Happening[] {
    const { held, at } = one
    if (one.agreeing < AGREEING) return 'wait'
    const ageMs = now - at.mono
    const closes = legsOf(own, 'close').filter(({ request }) => request.positionKey === held.key)
    if (closes.some(({ isOpen }) => isOpen) && ageMs < OWN_PATIENCE_MS) return 'wait'
    const readAt = this.#orders.readAt('contract', held.contract)
    const areOrdersKnown = readAt !== null && readAt > at.mono && !this.#orders.isUnsettled('contract', held.contract)
    if (!areOrdersKnown && ageMs < ORDERS_PATIENCE_MS) {
      if (one.isRefreshed) return 'wait'
      // Without its position the orders of a contract are read seldom.
      one.isRefreshed = true
      return 'orders'
    }
    const delta = (one.last?.volume ?? ZERO).minus(one.first?.volume ?? ZERO)
    const effect: Effect = { contract: held.contract, side: held.side, sign: delta.isNegative() ? -1 : 1 }
    const explained = least(this.#fills.available(effect), delta.abs())
    const rest = delta.abs().minus(explained)
    if (rest.gt(0) && !one.wasFrozen && one.history === null) {
      one.askedAt ??= now
      if (one.askedAt === now) return 'history'
      if (now - one.askedAt < HISTORY_PATIENCE_MS) return 'wait'
    }
    this.#fills.use(effect, explained)
    if (rest.isZero()) return []
    const untold = closes.find(({ state }) => state === 'needsHuman' || state === 'unknown')
    return effect.sign === 1 ? this.#grown(one, own, rest) : this.#shrunk(one, own, rest, untold !== undefined)
  }

  #grown(one: Case, own: Own, volume: Decimal): readonly Happening[] {
    const found = this.#foreign(one, own, 'open')
    if (found === null) return [volumeEvent(one, 'positionChanged', volume, null, ['readings'])]
    const code = one.first === null ? 'openedElsewhere' : 'enlargedElsewhere'
    return [volumeEvent(one, code, volume, found, [found.evidence])]
  }

  #shrunk(one: Case, own: Own, volume: Decimal, mayBeOwn: boolean): readonly Happening[] {
    const isGone = one.last === null
    const force = isGone ? 'liquidated' : 'forceReduced'
    const found = this.#foreign(one, own, 'close')
    if (one.wasFrozen) return [volumeEvent(one, force, volume, found, ['frozen', ...evidenceOf(found)])]
    const stops = firedStops(one, volume)
    const fired = stops.map(({ request }) =>
      volumeEvent(one, 'stopFired', request.volume, found, ['ownStop', ...evidenceOf(found)]),
    )
    const rest = stops.reduce((left, { request }) => left.minus(request.volume), volume)
    if (rest.isZero()) return fired
    if (isPastLiquidation(one, found)) {
      return [...fired, volumeEvent(one, force, rest, found, ['liquidationPrice', ...evidenceOf(found)])]
    }
    if (found === null) return [...fired, volumeEvent(one, 'positionChanged', rest, null, ['readings'], mayBeOwn)]
    return [...fired, volumeEvent(one, isGone ? 'closedElsewhere' : 'reducedElsewhere', rest, found, [found.evidence])]
  }

  /** An order or a trade of the time in question that is none of ours and none that was known. */
  #foreign({ history, held, since }: Case, own: Own, action: 'open' | 'close'): Foreign | null {
    if (history === null) return null
    const side = action === 'close' ? CLOSING_SIDE[held.side] : held.side === 'long' ? 'buy' : 'sell'
    const from = since.wall - SLACK_MS
    const isNew = (orderId: string): boolean => !own.owns(orderId) && !this.#orders.isKnown('contract', orderId)
    const trade = history.trades?.find(
      (each) => each.side === side && each.time >= from && each.orderId !== null && isNew(each.orderId),
    )
    if (trade) return { evidence: 'trades', orderId: trade.orderId, price: trade.price }
    const order = history.orders?.find(
      (each) =>
        each.side === side &&
        each.action === action &&
        each.executed.gt(0) &&
        (each.createdAt === null || each.createdAt >= from) &&
        isNew(each.orderId),
    )
    return order ? { evidence: 'orderHistory', orderId: order.orderId, price: order.averagePrice } : null
  }

  /** For the next run. */
  kept(): readonly Held[] | null {
    return this.#held === null ? null : [...this.#held.values()]
  }

  restore(held: readonly Held[], wall: number): void {
    this.#held = new Map(held.map((each) => [each.key, each]))
    this.#readAt = { mono: -Infinity, wall }
    this.#from = wall
  }

  /** Whether a change of a position of these contracts is not explained yet. */
  isUnsettled(contracts: ReadonlySet<string>): boolean {
    return [...this.#cases.values()].some(({ held }) => contracts.has(held.contract))
  }
}

interface Judged {
  readonly told: readonly Happening[]
  /** Contracts whose history, or whose open orders, must be read before more can be told. */
  readonly histories: readonly string[]
  readonly refreshes: readonly string[]
}

interface Foreign {
  readonly evidence: Evidence
  readonly orderId: string | null
  readonly price: Decimal | null
}

const evidenceOf = (found: Foreign | null): readonly Evidence[] => (found === null ? [] : [found.evidence])
const least = (one: Decimal, other: Decimal): Decimal => (one.lte(other) ? one : other)
const pick = ({ before, after }: { readonly before: Decimal; readonly after: Decimal }) => ({ before, after })

function placeOf({ contract, marginMode, side }: Pick<Held, 'contract' | 'marginMode' | 'side'>) {
  return { contract, marginMode, side }
}

/** Stops and take-profits of ours that the mark has passed, as far as the contracts that went go. */
function firedStops({ protections, mark, first }: Case, volume: Decimal): readonly Protection[] {
  const marks = [mark, first?.markPrice ?? null].filter((each) => each !== null)
  let left = volume
  return protections.filter(({ state, request }) => {
    const isDue = state !== 'orphaned' && marks.some((each) => isBeyond(request, each))
    if (!isDue || request.volume.gt(left)) return false
    left = left.minus(request.volume)
    return true
  })
}

/** Whether it was closed where the venue liquidates it, or beyond. */
function isPastLiquidation({ first, last, mark, held }: Case, found: Foreign | null): boolean {
  const at = first?.venueLiquidationPrice ?? last?.venueLiquidationPrice ?? null
  if (at === null) return false
  const bound = at.times(NEAR_LIQUIDATION[held.side])
  return [mark, found?.price ?? null].some(
    (price) => price !== null && (held.side === 'long' ? price.lte(bound) : price.gte(bound)),
  )
}

function volumeEvent(
  { first, last, held, since, at }: Case,
  code: VolumeCode,
  volume: Decimal,
  found: Foreign | null,
  evidence: readonly Evidence[],
  mayBeOwn = false,
): Happening {
  const change: VolumeChange = {
    ...placeOf(held),
    ...{ volume, before: first?.volume ?? ZERO, after: last?.volume ?? ZERO },
    ...{ orderId: found?.orderId ?? null, price: found?.price ?? null },
  }
  const facts: EventFacts = code === 'positionChanged' ? { code, mayBeOwn, ...change } : { code, ...change }
  return { facts, since: since.wall, at: at.wall, evidence, whileClosed: isEarlierRun(since) }
}
