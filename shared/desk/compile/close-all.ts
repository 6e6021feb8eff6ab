import { closesSide, type Position, type PositionSide } from '../../domain/account.ts'
import { compare } from '../../domain/compare.ts'
import { decimal, ZERO, type Decimal } from '../../domain/decimal.ts'
import { AREAS } from '../../domain/instrument.ts'
import type { Message } from '../../domain/message.ts'
import type { Order } from '../../domain/order.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { inARow, message } from '../../words/message.ts'
import { tacticOf, type Action, type ActionOf, type CloseTactic } from '../action.ts'
import { grouped } from '../estimate/warning-order.ts'
import type { DeskFacts } from '../facts.ts'
import { heldBack, heldBackWords } from '../hidden.ts'
import type { Denial, LegRequest } from '../plan.ts'
import { closable, sliceAround } from '../slice.ts'
import { worthIn } from '../worth.ts'
import { blindWarning, cancelOf, cutWarning, inUrgency, isCancelable, unreadWarning } from './cancel-legs.ts'
import { boundsOf, closesOf, draftClose, restWarning, whyNothing } from './close.ts'
import { deny, type Draft } from './draft.ts'
import { actableHolding, limitsWarning, markOf, type Holding } from './known.ts'
import { freedBy, lockingOrders, pendingWarning } from './locks.ts'
import { together } from './reduce-positions.ts'
import { draftSells } from './sell.ts'
import { termsOf } from './close-price.ts'
import { mayCloseUnread, unreadPositions } from './unread.ts'

/**
 * Closes every position of `side`. A position that cannot be closed is a warning; if none can, the action is denied.
 */
export function draftCloseSide(
  side: PositionSide,
  facts: DeskFacts,
  newClientOrderId: () => string,
): Result<Draft, Denial> {
  if (facts.positions === null) return deny('READ_FAILED', message('plan.noPositionRead'))
  const { cancels, closes, ...all } = closeAll(
    heldOn(side, facts.positions),
    { kind: 'market' },
    facts,
    newClientOrderId,
  )
  const warnings = [...unreadPositions(facts, 0), ...all.warnings]
  if (closes.length === 0) return nothingOn(side, warnings, facts)
  const legs = [...inUrgency(cancels, facts).map(cancelOf), ...closes]
  return ok({ legs, warnings: [...unreadWarning(facts.unread), ...warnings] })
}

/**
 * Closes the same share of every position, or of those of `side`, the most urgent first. It cancels open orders only
 * where a closing order holds contracts that it closes, as few as possible, and a warning says so. Spot is not touched.
 */
export function draftReduceAll(
  action: Extract<Action, { kind: 'reduceAll' }>,
  facts: DeskFacts,
  newClientOrderId: () => string,
): Result<Draft, Denial> {
  if (facts.positions === null) return deny('READ_FAILED', message('plan.noPositionRead'))
  const { side, percent } = action
  const tactic = tacticOf(action)
  const held = heldOn(side, facts.positions).toSorted(byKey)
  const holdings = held.flatMap((position) => {
    const holding = actableHolding(position, facts.instruments)
    return holding.ok ? [holding.value] : []
  })
  const inOrder = new Set([...inReliefOrder(holdings, facts).map(({ position }) => position), ...held])
  const drafts = [...inOrder].map(({ key: positionKey }) =>
    draftClose(
      { kind: 'closePosition', positionKey, size: { kind: 'percent', percent }, tactic },
      facts,
      newClientOrderId,
    ),
  )
  const mistyped = mistypedIn(drafts)
  if (tactic.kind !== 'market' && mistyped) return err(mistyped)
  const { legs, warnings: own } = together(drafts)
  const warnings = [...unreadPositions(facts, 0), ...own]
  const cancels = legs.filter(({ kind }) => kind === 'cancel').length
  if (legs.length === cancels) return nothingOn(side, warnings, facts)
  return ok({
    legs,
    warnings: [...unreadWarning(facts.unread), ...counted('plan.closingCancelled', cancels), ...warnings],
  })
}

/** The held positions of `side`; null: of both. */
export function heldOn(side: PositionSide | null, positions: readonly Position[]): readonly Position[] {
  return positions.filter((position) => position.volume.gt(0) && (side === null || position.side === side))
}

/**
 * Cancels every open order, closes every position and, with `sell`, sells every Spot holding except cash. Orders that
 * may be closing an unreadable position are kept. A mistyped cap denies the whole action.
 */
export function draftFlatten(
  action: ActionOf<'flatten'>,
  facts: DeskFacts,
  newClientOrderId: () => string,
): Result<Draft, Denial> {
  const open = facts.orders.filter(isCancelable)
  const all = closeAll(facts.positions ?? [], tacticOf(action), facts, newClientOrderId)
  if (all.mistyped) return err(all.mistyped)
  const readable = open.filter((order) => !mayCloseUnread(order, facts))
  const cancelable = readable.filter((order) => !isOnlyWayOut(order, all))
  const sold = action.spot === 'sell' ? draftSells(facts, newClientOrderId) : { legs: [], warnings: [] }
  const legs: readonly LegRequest[] = [...inUrgency(cancelable, facts).map(cancelOf), ...all.closes, ...sold.legs]
  const hidden = heldBack(facts, AREAS)
  const warnings = [
    ...unreadPositions(facts, open.length - readable.length),
    ...counted('plan.wayOutStays', readable.length - cancelable.length),
    ...blindWarning(facts.blind ?? [], facts),
    ...unreadWarning(facts.unread),
    ...heldBackWords(hidden),
    ...cutWarning(facts.cut ?? [], facts),
    ...all.warnings,
    ...counted('plan.protectionsStay', facts.protections?.length ?? 0),
    ...sold.warnings,
  ]
  if (legs.length > 0) return ok({ legs, warnings })
  return nothing(warnings, message('plan.alreadyFlat'), facts, hidden.length > 0)
}

/** Why a plan has no legs: there is nothing to do, or the facts could not be read. */
function nothing(
  warnings: readonly Message[],
  otherwise: Message,
  facts: DeskFacts,
  isHidden = false,
): Result<never, Denial> {
  const { positions, isPartial, unread, blind = [], cut = [] } = facts
  const gaps = [unread, blind, cut]
  const isBlind = isHidden || positions === null || isPartial === true || gaps.some(({ length }) => length > 0)
  const why = warnings.length > 0 ? grouped(warnings) : [otherwise]
  return deny(isBlind ? 'READ_FAILED' : 'NOTHING_TO_DO', inARow([...why, message('plan.nothingSent')]))
}

const NONE_HELD = { long: 'plan.noLongs', short: 'plan.noShorts', both: 'plan.noPositions' } as const

/** The same for closes alone, which need no orders. `side`: of these positions; null: of both. */
function nothingOn(
  side: PositionSide | null,
  warnings: readonly Message[],
  facts: DeskFacts,
): ReturnType<typeof nothing> {
  return nothing(warnings, message(NONE_HELD[side ?? 'both']), { ...facts, blind: [], unread: [], cut: [] })
}

/** Whether an order closes a position that this plan does not. Such an order may be the only way out. */
function isOnlyWayOut(order: Order, { closed, left }: Pick<ReturnType<typeof closeAll>, 'closed' | 'left'>): boolean {
  return left.some((held) => closesSide(order, held)) && !closed.some((held) => closesSide(order, held))
}

function counted(
  code: 'plan.wayOutStays' | 'plan.protectionsStay' | 'plan.closingCancelled',
  count: number,
): readonly Message[] {
  return count === 0 ? [] : [message(code, { count })]
}

/**
 * The closes of all positions. `cancels`: orders that lock part of them. `closed`: positions closed at least in part.
 * `left`: positions not touched.
 */
function closeAll(
  positions: readonly Position[],
  tactic: CloseTactic,
  facts: DeskFacts,
  newClientOrderId: () => string,
) {
  const held = positions.filter(({ volume }) => volume.gt(0))
  const judged = held.toSorted(byKey).map((position) => actableHolding(position, facts.instruments))
  const holdings = inReliefOrder(
    judged.flatMap((each) => (each.ok ? [each.value] : [])),
    facts,
  )
  const cancels: Order[] = []
  const freed = new Map<string, Decimal>()
  for (const owned of Map.groupBy(holdings, ({ position: { contract, side } }) => `${contract}\n${side}`).values()) {
    const onSide = owned.map(({ position }) => position)
    const locking = lockingOrders(onSide, facts)
    const freedOf = freedBy(locking, onSide)
    cancels.push(...locking.filter(isCancelable))
    for (const position of onSide) freed.set(position.key, freedOf(position))
  }
  const drafts = holdings.map((holding) =>
    closeWhole(holding, freed.get(holding.position.key) ?? ZERO, tactic, facts, newClientOrderId),
  )
  const { legs: closes, warnings } = together(drafts)
  const keys = new Set(closes.flatMap((leg) => (leg.kind === 'close' ? [leg.positionKey] : [])))
  return {
    closed: held.filter(({ key }) => keys.has(key)),
    left: held.filter(({ key }) => !keys.has(key)),
    cancels,
    closes,
    mistyped: mistypedIn(drafts),
    warnings: [...judged.flatMap((each) => (each.ok ? [] : [each.error.message])), ...warnings],
  }
}

/** Why no position can be closed by a tactic: its price was typed wrong; undefined: it was not. */
function mistypedIn(drafts: readonly Result<Draft, Denial>[]): Denial | undefined {
  return drafts.flatMap((draft) => (draft.ok ? [] : [draft.error])).find(({ code }) => code === 'BAD_AMOUNT')
}

function closeWhole(
  holding: Holding,
  freed: Decimal,
  tactic: CloseTactic,
  facts: DeskFacts,
  newClientOrderId: () => string,
): Result<Draft, Denial> {
  const { position, contract } = holding
  const priced = termsOf(tactic, holding, facts)
  if (!priced.ok) return priced
  const terms = priced.value
  const bounds = boundsOf(holding, terms, facts)
  const free = closable(position, freed)
  const volumes = sliceAround(closable(position), free, bounds)
  const warnings =
    volumes.length === 0
      ? [whyNothing(position, bounds, position.volume)]
      : restWarning(position, position.volume, free, volumes, bounds)
  return ok({
    legs: closesOf(holding, volumes, terms, newClientOrderId),
    warnings: [...pendingWarning(position), ...limitsWarning(contract), ...terms.warnings, ...warnings],
  })
}

/** An isolated position closer to its liquidation price than this fraction of the mark is closed first. */
const NEAR_LIQUIDATION = decimal('0.05')

/** Isolated positions near liquidation come first, then the largest by value, which free the most margin. */
function inReliefOrder(holdings: readonly Holding[], facts: DeskFacts): readonly Holding[] {
  const worth = worthIn(facts)
  return holdings
    .map((holding) => ({
      holding,
      last: isNearLiquidation(holding.position, markOf(holding.position, facts)) ? 0 : 1,
      notional: worth.notional(holding.position) ?? ZERO,
    }))
    .toSorted((a, b) => a.last - b.last || b.notional.cmp(a.notional) || byKey(a.holding.position, b.holding.position))
    .map(({ holding }) => holding)
}

function isNearLiquidation({ marginMode, venueLiquidationPrice }: Position, mark: Decimal | null): boolean {
  if (marginMode !== 'isolated' || mark === null || venueLiquidationPrice === null) return false
  return venueLiquidationPrice.minus(mark).abs().lte(mark.times(NEAR_LIQUIDATION))
}

function byKey(a: Position, b: Position): number {
  return compare(a.key, b.key)
}
