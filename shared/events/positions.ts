/**
 * Positions from read to read: what changed, and who did it. Fills explain a part of each change; the rest is reported.
 * No IO: it returns the look-ups it needs.
 */
import { CLOSED_SIDE, type PositionSide } from '../domain/account.ts'
import { notNegative, smaller, ZERO, type Decimal } from '../domain/decimal.ts'
import { executedElsewhere, type ContractHistory } from './elsewhere.ts'
import type { EventFacts, Happening } from './event.ts'
import type { Effect, Fills, ContractSide, Piece } from './fills.ts'
import type { OrderTracker } from './orders.ts'
import { legsOf, type OwnActivity } from './own.ts'
import { earlierRun, happened, type Moment, type Reading } from './reading.ts'
import { changeOf, happeningsOf, placeOf, type Case, type Held } from './position-causes.ts'

/** The changes of a contract on one side. */
interface SideNow extends ContractSide {
  readonly cases: readonly Case[]
  readonly delta: Decimal
  readonly pending: ReturnType<Fills['pending']>
  /** The part of the change that no fill explains. */
  readonly rest: Decimal
}

const SIDES: readonly PositionSide[] = ['long', 'short']
/** Two reads must agree: one contradictory or lagging reply is not an event. */
const AGREEING = 2
/** After it was seen frozen, a position counts as frozen for this long, ms. */
const FROZEN_MS = 60_000
/** How long a change waits for a list of orders, a request of ours or a history to explain it, ms. */
const ORDERS_PATIENCE_MS = 20_000
const OWN_PATIENCE_MS = 60_000
const HISTORY_PATIENCE_MS = 20_000
/** How long the positions may lag behind executions, ms: the venue's lists are not of one moment. */
const LAG_MS = 30_000

export class PositionTracker {
  readonly #fills: Fills
  readonly #orders: OrderTracker
  #held: ReadonlyMap<string, Held> | null = null
  #readAt = earlierRun(0)
  /** The time of the read before `#readAt`; if that was the first read, the time of an earlier run. */
  #readBefore = earlierRun(0)
  /** Wall clock ms of the first reading. */
  #from = Infinity
  readonly #cases = new Map<string, Case>()
  /** Look-ups of histories by contract; null: no answer yet. */
  readonly #looks = new Map<string, { readonly askedAt: number; history: ContractHistory | null; isCounted: boolean }>()
  readonly #frozenAt = new Map<string, number>()
  /** A new leverage seen in one read only, and the leverage before it. */
  readonly #leverages = new Map<string, { readonly before: Decimal; readonly after: Decimal; readonly since: Moment }>()
  #happenings: Happening[] = []

  constructor(fills: Fills, orders: OrderTracker) {
    this.#fills = fills
    this.#orders = orders
  }

  /** Takes in the positions; a read started before the newest one is ignored. */
  take(reading: Reading<Held>, own: OwnActivity): void {
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
    this.#readBefore = before === null ? reading : this.#readAt
    this.#readAt = reading
    this.#from = Math.min(this.#from, reading.wall)
  }

  #compare(key: string, before: Held | null, after: Held | null, at: Moment, own: OwnActivity): void {
    if (before && after) this.#compareStates(before, after, at)
    const known = this.#cases.get(key)
    const from = before?.volume ?? ZERO
    const to = after?.volume ?? ZERO
    if (known === undefined) {
      const held = after ?? before
      if (held !== null && !from.eq(to)) this.#cases.set(key, this.#caseOf(before, after, held, this.#readAt, at, own))
      return
    }
    const isSame = from.eq(to)
    Object.assign(known, { last: after, at: isSame ? known.at : at, agreeing: isSame ? known.agreeing + 1 : 1 })
    known.mark = after?.markPrice ?? known.mark
    known.wasFrozen ||= after?.freeze === 'liquidation'
  }

  #caseOf(before: Held | null, after: Held | null, held: Held, since: Moment, at: Moment, own: OwnActivity): Case {
    const frozenAt = this.#frozenAt.get(held.key) ?? -Infinity
    return {
      first: before,
      last: after,
      held,
      since,
      at,
      agreeing: 1,
      wasFrozen: [before, after].some((one) => one?.freeze === 'liquidation') || at.mono - frozenAt < FROZEN_MS,
      mark: after?.markPrice ?? before?.markPrice ?? null,
      protections: own.protections.filter(({ request }) => request.positionKey === held.key),
      isRefreshed: false,
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
    if (pending?.after.eq(after.leverage) === true) {
      const { since, ...change } = pending
      this.#tell({ code: 'leverageChanged', ...change, ...placeOf(after) }, since, at)
    } else if (!before.leverage.eq(after.leverage))
      this.#leverages.set(key, { before: before.leverage, after: after.leverage, since: this.#readAt })
  }

  #tell(facts: EventFacts, since: Moment, at: Moment): void {
    this.#happenings.push(happened(facts, since, at, ['readings']))
  }

  /** The answer to a look-up of a contract's history. */
  takeHistory(contract: string, history: ContractHistory): void {
    const look = this.#looks.get(contract)
    if (look) look.history = history
  }

  /** `happenings`: what happened; `histories`, `refreshes`: contracts whose history or open orders must be read to know more. */
  judge(own: OwnActivity, now: Moment) {
    this.#countOwn(own, now.mono)
    this.#openCasesOfUnseenFills(own, now)
    const happenings = this.#happenings
    this.#happenings = []
    const [histories, refreshes] = [new Set<string>(), new Set<string>()]
    for (const moved of this.#modeChanges()) happenings.push(moved)
    for (const contract of new Set([...this.#cases.values()].map(({ held }) => held.contract))) {
      for (const found of this.#judge(contract, own, now.mono)) {
        if (found === 'history') histories.add(contract)
        else if (found === 'orders') refreshes.add(contract)
        else if (found !== 'wait') happenings.push(...found)
      }
    }
    return { happenings, histories: [...histories], refreshes: [...refreshes] }
  }

  /**
   * Opens a case for each fill that the position does not show. The newest read of the position may be later than the
   * fill and may show it together with a fill in the other direction. So the case begins at the read before that one.
   */
  #openCasesOfUnseenFills(own: OwnActivity, now: Moment): void {
    for (const { contract, side } of this.#fills.sides()) {
      const isOf = (held: Pick<Held, 'contract' | 'side'>): boolean => held.contract === contract && held.side === side
      if ([...this.#cases.values()].some(({ held }) => isOf(held))) continue
      const held = [...(this.#held?.values() ?? [])].find(isOf)
      if (held)
        this.#cases.set(held.key, { ...this.#caseOf(held, held, held, this.#readBefore, now, own), agreeing: 0 })
    }
  }

  #countOwn(own: OwnActivity, now: number): void {
    for (const { id, request, orderId, executed, changedAt } of legsOf(own, 'close')) {
      if (executed === null || executed.isZero()) continue
      const effect: Effect = { contract: request.instrument, side: CLOSED_SIDE[request.side], sign: -1 }
      const key = orderId === null ? id : `contract:${orderId}`
      // The first reading shows what ended before it.
      if (changedAt < this.#from) this.#fills.begin(key, effect, executed)
      else this.#fills.raise(key, effect, executed, now)
    }
  }

  /** A position that is gone while one of the other margin mode has the same volume: its margin mode changed. */
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
      return [happened(facts, gone.since, came.at, ['readings'])]
    })
  }

  /** The sides of a contract are judged separately, unless they were netted. */
  #judge(contract: string, own: OwnActivity, now: number): readonly Finding[] {
    const sides = this.#sidesOf(contract)
    const netted = this.#nettedOf(contract, sides)
    const groups = netted.isZero() ? sides.map((side) => [side]) : [sides]
    return groups.flatMap((group): readonly Finding[] => {
      const cases = group.flatMap((side) => side.cases)
      if (cases.length === 0) return []
      const waits = this.#waitsFor(contract, group, netted, own, now)
      if (waits === 'count') {
        this.#countElsewhere(contract, cases, own, now)
        return this.#judge(contract, own, now)
      }
      return waits === null ? [this.#end(group, netted, own)] : [waits]
    })
  }

  #sidesOf(contract: string): readonly SideNow[] {
    return SIDES.map((side) => {
      const cases = [...this.#cases.values()].filter(({ held }) => held.contract === contract && held.side === side)
      const delta = cases.reduce((sum, one) => sum.plus(changeOf(one)), ZERO)
      const pending = this.#fills.pending({ contract, side })
      return { contract, side, cases, delta, pending, rest: delta.minus(pending.net) }
    })
  }

  /** By how many contracts orders that opened one side reduced the other side instead (one-way mode). */
  #nettedOf(contract: string, sides: readonly SideNow[]): Decimal {
    const held = [...(this.#held?.values() ?? [])].filter((one) => one.contract === contract && one.volume.gt(0))
    if (new Set(held.map(({ side }) => side)).size > 1) return ZERO
    const opened = sides.reduce((sum, { pending }) => sum.plus(pending.opened), ZERO)
    return notNegative(sides.map(({ rest }) => rest.negated()).reduce((least, rest) => smaller(least, rest), opened))
  }

  /**
   * What must arrive before these sides can be reported; null: nothing. `count`: a history arrived and is to be
   * counted.
   */
  #waitsFor(
    contract: string,
    group: readonly SideNow[],
    netted: Decimal,
    own: OwnActivity,
    now: number,
  ): 'wait' | 'orders' | 'history' | 'count' | null {
    const cases = group.flatMap((side) => side.cases)
    if (cases.some(({ agreeing }) => agreeing < AGREEING)) return 'wait'
    if (group.every(({ rest }) => rest.plus(netted).isZero())) return null
    const newest = Math.max(...cases.map(({ at }) => at.mono))
    const ageMs = now - newest
    if (ageMs < OWN_PATIENCE_MS && cases.some((one) => closesOf(one, own).some(({ isOpen }) => isOpen))) return 'wait'
    const readAt = this.#orders.readAt('contract', contract)
    const areOrdersKnown = readAt !== null && readAt > newest && !this.#orders.isUnsettled('contract', contract)
    if (!areOrdersKnown && ageMs < ORDERS_PATIENCE_MS) {
      // Orders of a contract without a position are read seldom.
      const isAsked = cases.every(({ isRefreshed }) => isRefreshed)
      for (const one of cases) one.isRefreshed = true
      return isAsked ? 'wait' : 'orders'
    }
    return this.#waitsForHistory(contract, cases, newest, now) ?? (mayLag(group, now) ? 'wait' : null)
  }

  #waitsForHistory(
    contract: string,
    cases: readonly Case[],
    newest: number,
    now: number,
  ): 'wait' | 'history' | 'count' | null {
    if (cases.some(({ wasFrozen }) => wasFrozen)) return null
    const look = this.#looks.get(contract)
    if (look?.history === null && now - look.askedAt < HISTORY_PATIENCE_MS) return 'wait'
    if (look === undefined || look.askedAt < newest) {
      this.#looks.set(contract, { askedAt: now, history: null, isCounted: false })
      return 'history'
    }
    return look.history === null || look.isCounted ? null : 'count'
  }

  /** Counts foreign executions in a history: all those that are sure, and of the others only as much as is missing. */
  #countElsewhere(contract: string, cases: readonly Case[], own: OwnActivity, now: number): void {
    const look = this.#looks.get(contract)
    if (look === undefined || look.history === null) return
    look.isCounted = true
    const since = Math.min(...cases.map((one) => one.since.wall))
    const isNew = (orderId: string): boolean => !own.owns(orderId) && !this.#orders.isKnown('contract', orderId)
    const executed = executedElsewhere(contract, look.history, since, isNew)
    for (const { key, effects, volume, foreign, isSure } of executed)
      if (isSure && effects[0]) this.#fills.raise(key, effects[0], volume, now, foreign)
    for (const { key, effects, volume, foreign, isSure } of executed) {
      if (isSure) continue
      for (const { side: held, rest } of this.#sidesOf(contract)) {
        const effect = effects.find((one) => one.side === held && rest.times(one.sign).gt(0))
        if (effect === undefined) continue
        this.#fills.raise(key, effect, smaller(volume, rest.abs()), now, foreign)
        break
      }
    }
  }

  /** Reports the rest, and accepts the positions as they are now. */
  #end(group: readonly SideNow[], netted: Decimal, own: OwnActivity): readonly Happening[] {
    const isSeen = group.some(({ delta }) => !delta.isZero())
    const pieces = piecesOf(group, netted)
    return group.flatMap(({ contract, side, cases }) => {
      this.#fills.settle({ contract, side }, isSeen)
      for (const { held } of cases) this.#cases.delete(held.key)
      return happeningsOf(cases, pieces.get(side) ?? [], (one) =>
        closesOf(one, own).some(({ state }) => state === 'needsHuman' || state === 'unknown'),
      )
    })
  }

  /** For the next run. */
  toStore(): readonly Held[] | null {
    return this.#held === null ? null : [...this.#held.values()]
  }

  restore(held: readonly Held[], wall: number): void {
    this.#held = new Map(held.map((each) => [each.key, each]))
    this.#readAt = earlierRun(wall)
    this.#readBefore = this.#readAt
    this.#from = wall
  }
}

/** What happened on a side, or what to wait for. */
type Finding = 'wait' | 'orders' | 'history' | readonly Happening[]

const closesOf = ({ held }: Case, own: OwnActivity) =>
  legsOf(own, 'close').filter(({ request }) => request.positionKey === held.key)

/** Whether the positions may still lag: the executions are new, and the positions show a part of them. */
function mayLag(group: readonly SideNow[], now: number): boolean {
  return group.some(
    ({ delta, pending: { opened, closed, newestAt } }) =>
      now - newestAt < LAG_MS && delta.lte(opened) && delta.gte(closed.negated()),
  )
}

/** The pieces to report of each side: foreign orders, and unexplained changes. */
function piecesOf(group: readonly SideNow[], netted: Decimal): ReadonlyMap<PositionSide, readonly Piece[]> {
  const pieces = new Map<PositionSide, Piece[]>(SIDES.map((side) => [side, []]))
  const foreign = group.flatMap(({ side, pending }) => pending.foreign.map((piece) => ({ side, piece })))
  const opened = group.reduce((sum, { pending }) => sum.plus(pending.opened), ZERO)
  const openedElsewhere = foreign.reduce((sum, { piece }) => (piece.sign === 1 ? sum.plus(piece.volume) : sum), ZERO)
  // A foreign opening order closed the other side first, as far as known orders did not.
  let closing = netted.minus(opened.minus(openedElsewhere))
  for (const { side, piece } of foreign) {
    const part = piece.sign === 1 && closing.gt(0) ? smaller(closing, piece.volume) : ZERO
    closing = closing.minus(part)
    const volume = piece.volume.minus(part)
    if (volume.gt(0)) pieces.get(side)?.push({ ...piece, volume })
    const other = side === 'long' ? 'short' : 'long'
    if (part.gt(0)) pieces.get(other)?.push({ ...piece, sign: -1, volume: part })
  }
  for (const { side, rest } of group) {
    const left = rest.plus(netted)
    if (!left.isZero()) pieces.get(side)?.push({ sign: left.gt(0) ? 1 : -1, volume: left.abs(), found: null })
  }
  return pieces
}
