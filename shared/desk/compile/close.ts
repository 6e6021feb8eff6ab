import { CLOSING_SIDE, type Position } from '../../domain/account.ts'
import type { Contracts } from '../../domain/amounts.ts'
import { floorToStep, parseDecimal, smaller, sum, type Decimal } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import { remaining } from '../../domain/order.ts'
import { ok, type Result } from '../../domain/result.ts'
import { amount, inARow, message } from '../../words/message.ts'
import type { Action, CloseSize } from '../action.ts'
import type { DeskFacts } from '../facts.ts'
import type { CloseRequest, Denial } from '../plan.ts'
import { closable, MAX_SLICES, slice, sliceAround, sliceBounds, type SliceBounds } from '../slice.ts'
import { cancelOf, isCancelable, unreadWarning } from './cancel-legs.ts'
import { deny, type Draft } from './draft.ts'
import { holdingOf, limitsWarning, markOf, type Holding } from './known.ts'
import { enoughOf, lockingOrders, pendingWarning } from './locks.ts'
import { termsOf, type CloseTerms } from './close-price.ts'

/** Cancels as many of the position's closing orders as stand in the way, then closes it in slices. */
export function draftClose(
  { positionKey, size, tactic }: Extract<Action, { kind: 'closePosition' }>,
  facts: DeskFacts,
  newClientOrderId: () => string,
): Result<Draft, Denial> {
  const holding = holdingOf(positionKey, facts)
  if (!holding.ok) return holding
  const { position, contract } = holding.value
  const terms = termsOf(tactic, holding.value, facts)
  if (!terms.ok) return terms
  const bounds = boundsOf(holding.value, terms.value, facts)
  const locking = lockingOrders([position], facts)
  const most = closable(position, sum(locking.map(remaining)))
  const wanted = volumeOf(size, position, bounds, most)
  if (!wanted.ok) return wanted
  const all = size.kind === 'percent' && size.percent === 100
  const cancels = all ? locking : enoughOf(locking, position, wanted.value)
  const free = closable(position, sum(cancels.map(remaining)))
  const closing = smaller(wanted.value, free)
  const isOne = tactic.kind === 'chase'
  const volumes = isOne ? slice(closing, bounds).slice(0, 1) : sliceAround(closable(position), closing, bounds)
  const blind =
    position.pendingCloseVolume?.isZero() !== true ? facts.unread.filter((name) => name === contract.name) : []
  if (volumes.length === 0) {
    const why = whyNothing(position, bounds, wanted.value)
    return blind.length > 0
      ? deny('READ_FAILED', inARow([why, ...unreadWarning(blind)]))
      : deny('NOTHING_CLOSABLE', why)
  }
  const closes = closesOf(holding.value, volumes, terms.value, newClientOrderId)
  return ok({
    legs: [...cancels.filter(isCancelable).map(cancelOf), ...closes],
    warnings: [
      ...unreadWarning(blind),
      ...pendingWarning(position),
      ...limitsWarning(contract),
      ...terms.value.warnings,
      ...restWarning(position, wanted.value, free, volumes, bounds, isOne),
      ...tooLargeAfter(position, sum(volumes), facts),
    ],
  })
}

/**
 * The number of contracts that `size` means. A percentage is rounded down to the step (100 % is exact). A typed volume
 * must be a valid order size of at most `most`, the volume that other closing orders leave.
 */
export function volumeOf(
  size: CloseSize,
  { contract: name, volume: held }: Position,
  { min, step }: SliceBounds,
  most: Decimal,
): Result<Decimal, Denial> {
  if (size.kind === 'percent') {
    return ok(size.percent === 100 ? held : floorToStep(held.times(size.percent).div(100), step))
  }
  const volume = parseDecimal(size.volume)
  if (!volume?.gt(0)) return deny('BAD_AMOUNT', message('plan.sizeNoNumber', { typed: size.volume }))
  const facts = { contract: name, typed: amount(volume) }
  if (!volume.mod(step).isZero()) {
    return deny('BAD_AMOUNT', message('plan.sizeNoStep', { ...facts, step: amount(step) }))
  }
  if (volume.lt(min)) {
    return deny('BAD_AMOUNT', message('plan.sizeTooSmall', { ...facts, min: amount(min) }))
  }
  if (volume.lte(most)) return ok(volume)
  const over = most.eq(held)
    ? message('plan.sizeOverHeld', { ...facts, held: amount(held) })
    : message('plan.sizeOverLeft', { ...facts, left: amount(most) })
  return deny('BAD_AMOUNT', over)
}

/** The bounds on the size of one closing order. */
export function boundsOf(
  { position, contract }: Holding,
  { price }: Pick<CloseTerms, 'price'>,
  facts: Pick<DeskFacts, 'quotes'>,
): SliceBounds {
  return sliceBounds(contract, markOf(position, facts), price === null ? 'market' : 'limit')
}

/** One closing order per volume. */
export function closesOf(
  { position, contract }: Holding,
  volumes: readonly Contracts[],
  { price, timeInForce }: Pick<CloseTerms, 'price' | 'timeInForce'>,
  newClientOrderId: () => string,
): readonly CloseRequest[] {
  return volumes.map((volume) => ({
    kind: 'close',
    area: 'contract',
    instrument: contract.name,
    positionKey: position.key,
    side: CLOSING_SIDE[position.side],
    marginMode: position.marginMode,
    ...(position.leverage && { leverage: position.leverage }),
    volume,
    price,
    timeInForce,
    clientOrderId: newClientOrderId(),
  }))
}

export function whyNothing(
  { contract: name, volume, pendingCloseVolume }: Position,
  { min }: SliceBounds,
  wanted: Decimal,
): Message {
  const facts = {
    contract: name,
    held: amount(volume),
    pending: pendingCloseVolume === null ? message('plan.unknownPart') : amount(pendingCloseVolume),
    min: amount(min),
  }
  return wanted.eq(volume)
    ? message('plan.nothingClosable', facts)
    : message('plan.nothingClosableOf', { ...facts, wanted: amount(wanted) })
}

/**
 * Warns about what `volumes` leave of the wanted size, or about a rest of the position too small to close later.
 * `isOne`: the tactic allows only one order.
 */
export function restWarning(
  { contract: name, volume: held }: Position,
  wanted: Decimal,
  free: Decimal,
  volumes: readonly Decimal[],
  { min, max, step }: SliceBounds,
  isOne = false,
): readonly Message[] {
  const closed = sum(volumes)
  const missing = wanted.minus(closed)
  const rest = held.minus(closed)
  if (missing.lte(0)) {
    if (rest.lte(0) || rest.gte(min)) return []
    return [message('plan.stays.dust', { parts: [shareOf(name, rest, held)], bound: amount(min) })]
  }
  const parts = [shareOf(name, missing, wanted)]
  if (free.lt(floorToStep(wanted, step))) return [message('plan.stays.others', { parts })]
  if (isOne && max !== null && wanted.gt(max)) return [message('plan.stays.oneOrder', { parts, bound: amount(max) })]
  if (volumes.length === MAX_SLICES) return [message('plan.stays.slices', { parts, bound: MAX_SLICES })]
  return [message('plan.stays.small', { parts, bound: amount(min) })]
}

/**
 * Warns when our protective orders are for more contracts than are left once `closed` contracts are gone. A venue
 * refuses such an order whole when it fires. Stops and take-profits lie on opposite sides of the price, so each kind is
 * added up on its own.
 */
function tooLargeAfter(
  { key, contract, volume: held }: Position,
  closed: Decimal,
  { protections = [] }: DeskFacts,
): readonly Message[] {
  const left = held.minus(closed)
  if (left.lte(0)) return []
  const own = protections.filter(({ state, request }) => state !== 'orphaned' && request.positionKey === key)
  const volumes = Map.groupBy(own, ({ request }) => request.purpose)
  const isTooLarge = [...volumes.values()].some((each) => sum(each.map(({ request }) => request.volume)).gt(left))
  return isTooLarge ? [message('plan.protectionsTooLarge', { names: [contract] })] : []
}

/** "3 of 10 contracts of E-BTC-USDT". */
export function shareOf(contract: string, part: Decimal, whole: Decimal): Message {
  return message('plan.share', { part: amount(part), whole: amount(whole), contract })
}
