/**
 * From what a trader asks for to the concrete requests that do it. Pure: sizes come from the facts passed in, and the
 * same facts and ids always give the same plan. Rounding only ever makes an order smaller.
 */
import type { Position } from '../domain/account.ts'
import { decimal, floorToStep, ONE, sum, toFloat, toText, ZERO, type Decimal } from '../domain/decimal.ts'
import type { Contract, Instrument } from '../domain/instrument.ts'
import { isTerminal, remaining, type Order, type OrderSide } from '../domain/order.ts'
import { assertNever, err, ok, type Result } from '../domain/result.ts'
import type { Action } from './action.ts'
import type { Denial, DenyCode, LegRequest, Plan } from './plan.ts'

/** What is known of the account. For a plan, positions and orders must come from reads made for this plan. */
export interface DeskView {
  readonly instruments: readonly Instrument[]
  /** null before the first good read. */
  readonly positions: readonly Position[] | null
  /** Whether there may be positions that are not listed, because some could not be read. */
  readonly isPartial?: boolean
  readonly orders: readonly Order[]
}

/** Trade side that makes a position smaller, by the position's side. */
const CLOSING_SIDE = { long: 'sell', short: 'buy' } as const satisfies Record<Position['side'], OrderSide>

/** A plan longer than this is not one click any more; what is left over can be closed by asking again. */
export const MAX_SLICES = 50

/** Share of the venue's largest order value we use: its price may be a little above the mark we size with. */
const MONEY_HEADROOM = decimal('0.95')

/**
 * The plan that carries out `action`, or why there is none. `newClientOrderId` is asked once per order placed and must
 * give a new id of under 32 characters each time.
 */
export function compile(action: Action, view: DeskView, newClientOrderId: () => string): Result<Plan, Denial> {
  switch (action.kind) {
    case 'cancelOrder': {
      const { area, instrument, orderId } = action
      // Not checked against the view: a cancel is never refused because our list may be old.
      return ok({ action, legs: [{ kind: 'cancel', area, instrument, orderId }] })
    }
    case 'cancelInstrument':
      return compileCancels(action, view)
    case 'closePosition':
      return compileClose(action, view, newClientOrderId)
    default:
      return assertNever(action)
  }
}

function compileCancels(action: Extract<Action, { kind: 'cancelInstrument' }>, view: DeskView): Result<Plan, Denial> {
  const { area, instrument } = action
  const legs = view.orders
    .filter((order) => order.area === area && order.instrument === instrument && isCancelable(order))
    .map(cancelOf)
  if (legs.length === 0) return deny('NOTHING_TO_CANCEL', `${instrument} has no open orders to cancel.`)
  return ok({ action, legs })
}

function isCancelable(order: Order): boolean {
  return !isTerminal(order.status) && order.status !== 'canceling'
}

function compileClose(
  action: Extract<Action, { kind: 'closePosition' }>,
  view: DeskView,
  newClientOrderId: () => string,
): Result<Plan, Denial> {
  const position = view.positions?.find((candidate) => candidate.key === action.positionKey)
  if (position === undefined && view.isPartial === true) {
    return deny(
      'READ_FAILED',
      `Some positions could not be read, ${action.positionKey} may be one of them; nothing was sent.`,
    )
  }
  if (position === undefined || position.volume.lte(0)) {
    return deny('POSITION_NOT_FOUND', `The account holds no position ${action.positionKey}; nothing was sent.`)
  }
  const { contract: instrument, marginMode } = position
  if (position.freeze === 'liquidation' || position.freeze === 'delivery') {
    return deny('POSITION_FROZEN', `${instrument} is frozen by the venue (${position.freeze}); only the venue can act.`)
  }
  const contract = contractNamed(view.instruments, instrument)
  if (contract === undefined) {
    return deny('INSTRUMENT_UNKNOWN', `The order limits of ${instrument} are not known yet; try again in a moment.`)
  }
  if (!contract.tradable) return deny('INSTRUMENT_CLOSED', `The venue does not trade ${instrument} now.`)
  const locking = lockingOrders(position, view)
  const freed = sum(locking.map(remaining))
  const volumes = slice(closable(position, freed), sliceBounds(contract, position.markPrice))
  if (volumes.length === 0) return deny('NOTHING_CLOSABLE', whyNothing(position, contract))
  const cancels = locking.filter(isCancelable).map(cancelOf)
  const closes = volumes.map((volume): LegRequest => ({
    kind: 'close',
    area: 'contract',
    instrument,
    positionKey: position.key,
    side: CLOSING_SIDE[position.side],
    marginMode,
    volume,
    clientOrderId: newClientOrderId(),
  }))
  return ok({ action, legs: [...cancels, ...closes] })
}

/**
 * Open orders that lock part of the position and can be done away with; none where they may be another's: an order does
 * not say whether it closes the cross or the isolated position of its contract and side.
 */
function lockingOrders(position: Position, { positions, isPartial, orders }: DeskView): readonly Order[] {
  const { key, contract, side, pendingCloseVolume } = position
  if (pendingCloseVolume.lte(0)) return []
  const closing = orders.filter(
    (order) =>
      order.area === 'contract' &&
      order.instrument === contract &&
      order.action === 'close' &&
      order.side === CLOSING_SIDE[side] &&
      !isTerminal(order.status),
  )
  const others = positions?.filter((held) => held.contract === contract && held.side === side && held.key !== key) ?? []
  if (others.length === 0 && isPartial !== true) return closing
  const areAllOurs =
    others.every((held) => held.pendingCloseVolume.isZero()) && sum(closing.map(remaining)).eq(pendingCloseVolume)
  return areAllOurs ? closing : []
}

/** The leg that cancels `order`. */
function cancelOf({ area, instrument, orderId }: Order): LegRequest {
  return { kind: 'cancel', area, instrument, orderId }
}

function contractNamed(instruments: readonly Instrument[], name: string): Contract | undefined {
  return instruments.find(
    (candidate): candidate is Contract => candidate.area === 'contract' && candidate.name === name,
  )
}

function whyNothing({ contract: name, volume, pendingCloseVolume }: Position, contract: Contract): string {
  return (
    `Nothing of ${name} can be closed now: ${toText(volume)} held, ${toText(pendingCloseVolume)} already in closing ` +
    `orders, smallest order ${toText(contract.minOrderVolume)}. Cancel its closing orders first, if there are any.`
  )
}

/**
 * Contracts of a position that no open closing order has taken yet, and those it will have once orders that lock `freed`
 * contracts are gone; never negative, never more than is held.
 */
export function closable({ volume, pendingCloseVolume }: Position, freed: Decimal = ZERO): Decimal {
  const locked = pendingCloseVolume.minus(freed)
  const free = locked.gt(0) ? volume.minus(locked) : volume
  return free.gt(0) ? free : ZERO
}

/** What one order may be: a multiple of `step` from `min` to `max` (null: no upper bound), in contracts. */
export interface SliceBounds {
  readonly min: Decimal
  readonly max: Decimal | null
  readonly step: Decimal
}

/**
 * Bounds of one market order of a contract. Volumes are whole contracts unless the smallest order is less than one.
 * The venue's value limit is applied to linear contracts, whose order value is volume x multiplier x price.
 */
export function sliceBounds(contract: Contract, markPrice: Decimal | null): SliceBounds {
  const { minOrderVolume, maxMarketVolume, maxMarketMoney, multiplier, direction } = contract
  const step = minOrderVolume.gt(0) && minOrderVolume.lt(ONE) ? minOrderVolume : ONE
  const min = minOrderVolume.gt(step) ? minOrderVolume.div(step).ceil().times(step) : step
  const unitValue = direction === 'linear' && markPrice?.gt(0) ? multiplier.times(markPrice) : null
  const byMoney = unitValue?.gt(0) && maxMarketMoney ? maxMarketMoney.times(MONEY_HEADROOM).div(unitValue) : null
  const max = least([maxMarketVolume, byMoney].filter((bound) => bound?.gt(0)))
  return { min, max: max && floorToStep(max, step), step }
}

function least(values: readonly (Decimal | null | undefined)[]): Decimal | null {
  let result: Decimal | null = null
  for (const value of values) if (value && (result === null || value.lt(result))) result = value
  return result
}

/**
 * Splits `volume` into at most `MAX_SLICES` orders, each within the bounds. Their sum is `volume` rounded down to the
 * step, or less where the rest would be smaller than the smallest order; it is never more.
 */
export function slice(volume: Decimal, { min, max, step }: SliceBounds): readonly Decimal[] {
  let rest = floorToStep(volume, step)
  if (rest.lt(min)) return []
  if (max === null || rest.lte(max)) return [rest]
  if (max.lt(min)) return []
  let count = rest.div(max).ceil()
  // One slice fewer when there is not enough for each to reach the minimum: the dust stays in the position.
  if (min.times(count).gt(rest)) count = count.minus(1)
  if (count.gt(MAX_SLICES)) count = decimal(MAX_SLICES)
  if (rest.gt(max.times(count))) rest = max.times(count)
  const slices: Decimal[] = []
  for (let after = toFloat(count) - 1; after >= 0; after--) {
    const room = rest.minus(min.times(after))
    const next = room.lt(max) ? room : max
    slices.push(next)
    rest = rest.minus(next)
  }
  return slices
}

function deny(code: DenyCode, message: string): Result<never, Denial> {
  return err({ code, message })
}
