import type { PositionSide } from '../../domain/account.ts'
import { toFloat, type Decimal } from '../../domain/decimal.ts'
import { isModelled, type Contract, type Pair } from '../../domain/instrument.ts'
import { remaining, type Order } from '../../domain/order.ts'
import type { AccountModel } from '../account/account-model.ts'
import { unrealizedAt, valueAt } from '../account/contract-pnl.ts'
import { unitIdOf } from '../account/margin.ts'
import { closesSide, liveOrders, opensSide } from '../account/open-orders.ts'
import { usable, type PositionModel } from '../account/position-model.ts'
import { orderMargins } from '../stress/order-margin.ts'
import type { ShockModel, ShockTerm } from './shock-model.ts'

/** An open order, and what its fill at its limit does to the account: to a margin unit or to what is held on Spot. */
export interface PlannedFill {
  readonly order: Order
  /** Whether the market move fills it: a buy at or above the price there, a sell at or below it. */
  hasFilled(x: number): boolean
  readonly change: UnitChange | SpotChange
}

/** What a fill adds to a unit, all of it filled; margin coin. An amount moves by its coefficient with the market. */
export interface UnitChange {
  readonly kind: 'unit'
  readonly unitId: string
  readonly market: Omit<ShockTerm, 'coefficient'>
  readonly equity: Change
  readonly value: Change
  readonly requirement: Change
  /** Order margin that comes into the unit with it; it is in `equity`. */
  readonly released: number
  /** The side of the contract that grows, or shrinks and never below nothing; contracts. */
  readonly holding: { readonly key: string; readonly now: number; readonly volume: number; readonly closes: boolean }
}

export interface Change {
  readonly now: number
  readonly coefficient: number
}

/** What a spot fill adds to the worth now of two assets, reporting coin. */
export interface SpotChange {
  readonly kind: 'spot'
  readonly base: { readonly asset: string; readonly value: number }
  readonly quote: { readonly asset: string; readonly value: number }
}

/** An open order that can not be followed, and why. */
export interface LeftOutOrder {
  readonly orderId: string
  readonly instrument: string
  readonly reason: string
}

/**
 * What the live orders do when they fill at their limits, without fees. Order margin comes into the position, as its share by
 * value of what the venue says all orders of the coin hold, and stays outside where that is not known. Orders do not name a margin mode: they join the position of their
 * side, or else the cross position of the other side; without one neither the mode nor the maintenance rate is known.
 */
export function plannedFills(
  model: AccountModel,
  orders: readonly Order[],
  pairs: ReadonlyMap<string, Pair>,
  shock: ShockModel,
): { planned: readonly PlannedFill[]; leftOut: readonly LeftOutOrder[]; unknownMargin: ReadonlySet<string> } {
  const { held, unknown } = orderMargins(model, orders)
  const planned: PlannedFill[] = []
  const leftOut: LeftOutOrder[] = []
  for (const order of liveOrders(orders)) {
    const fill =
      order.area === 'spot'
        ? spotFill(order, pairs.get(order.instrument), model, shock)
        : contractFill(order, model, held.get(order.orderId) ?? null, shock)
    if (typeof fill === 'string') {
      leftOut.push({ orderId: order.orderId, instrument: order.instrument, reason: fill })
    } else planned.push(fill)
  }
  return { planned, leftOut, unknownMargin: unknown }
}

function spotFill(
  order: Order,
  pair: Pair | undefined,
  { pricing }: AccountModel,
  shock: ShockModel,
): PlannedFill | string {
  if (!pair) return 'its pair is not in the venue’s list'
  if (!usable(order.price)) return 'it has no limit price'
  const [base, quote] = [pricing(pair.baseAsset).rate, pricing(pair.quoteAsset).rate]
  if (!base || !quote) return 'no price now'
  const sign = order.side === 'buy' ? 1 : -1
  const quantity = remaining(order).times(sign)
  const betas = { baseBeta: shock.betaOf(pair.baseAsset), quoteBeta: shock.betaOf(pair.quoteAsset) }
  return {
    order,
    hasFilled: crossing(order, order.price.div(base.div(quote)), betas, shock),
    change: {
      kind: 'spot',
      base: { asset: pair.baseAsset, value: toFloat(quantity.times(base)) },
      quote: { asset: pair.quoteAsset, value: toFloat(quantity.times(order.price).times(quote).neg()) },
    },
  }
}

function contractFill(
  order: Order,
  model: AccountModel,
  orderMargin: Decimal | null,
  shock: ShockModel,
): PlannedFill | string {
  const contract = model.contracts.get(order.instrument)
  if (!contract || !isModelled(contract)) return 'its contract is not modelled'
  if (!usable(order.price)) return 'it has no limit price'
  const opened = opensSide(order)
  const side = opened ?? closesSide(order)
  const joined = side && joinedPosition(model.positions, contract, side, opened !== null)
  if (!joined) {
    return opened
      ? 'neither its margin mode nor its maintenance rate is known before it is held'
      : 'nothing is held to close'
  }
  const mark = joined.priced?.mark ?? null
  if (!mark || !joined.kappa) return joined.reason ?? 'no mark price'
  const inverse = contract.direction === 'inverse'
  const market = {
    baseBeta: shock.betaOf(contract.baseAsset),
    quoteBeta: inverse ? 0 : shock.betaOf(contract.quoteAsset),
    inverse,
  }
  return {
    order,
    hasFilled: crossing(order, order.price.div(mark), market, shock),
    change: {
      kind: 'unit',
      unitId: unitIdOf(joined.position),
      market,
      ...amounts(order, order.price, contract, joined, { side, released: orderMargin ? toFloat(orderMargin) : 0 }),
    },
  }
}

/** The position a fill goes to; null when there is none to say how. */
function joinedPosition(
  positions: readonly PositionModel[],
  { name }: Contract,
  side: PositionSide,
  opens: boolean,
): PositionModel | null {
  const held = positions.filter(({ position }) => position.contract === name)
  const same = held.filter(({ position }) => position.side === side)
  const isCross = ({ position }: PositionModel): boolean => position.marginMode === 'cross'
  return same.find(isCross) ?? same[0] ?? (opens ? held.find(isCross) : null) ?? null
}

function amounts(
  order: Order,
  limit: Decimal,
  contract: Contract,
  { position, priced, kappa, requirementSlope, rule }: PositionModel,
  { side, released }: { side: PositionSide; released: number },
): Pick<UnitChange, 'equity' | 'value' | 'requirement' | 'released' | 'holding'> {
  const { direction, multiplier } = contract
  const closes = opensSide(order) === null
  const trade = order.side === 'buy' ? 1 : -1
  const grows = closes ? -1 : 1
  const volume = remaining(order)
  const terms = { direction, sign: trade, size: volume.times(multiplier), entry: limit } as const
  const mark = priced?.mark ?? limit
  const value = toFloat(valueAt(terms, mark))
  const entry = closes ? position.averagePrice : limit
  const requiredOf = rule.basis === 'mark' ? mark : entry
  return {
    equity: {
      now: toFloat(unrealizedAt(terms, mark)) + released,
      coefficient: direction === 'linear' ? trade * value : -trade * value,
    },
    value: { now: grows * value, coefficient: grows * value },
    requirement: {
      now: kappa ? grows * toFloat(valueAt(terms, requiredOf).times(kappa)) : 0,
      coefficient: requirementSlope ? grows * value * toFloat(requirementSlope) : 0,
    },
    released,
    holding: {
      key: `${unitIdOf(position)} ${contract.name} ${side}`,
      now: position.side === side ? toFloat(position.volume) : 0,
      volume: toFloat(volume),
      closes,
    },
  }
}

/** Whether the price has come to the limit, `level` x the price now. */
function crossing(
  { side }: Order,
  level: Decimal,
  { baseBeta, quoteBeta }: Pick<ShockTerm, 'baseBeta' | 'quoteBeta'>,
  shock: ShockModel,
): (x: number) => boolean {
  const limit = toFloat(level)
  return (x) => {
    const price = shock.factor(baseBeta, x) / shock.factor(quoteBeta, x)
    return side === 'buy' ? price <= limit : price >= limit
  }
}
