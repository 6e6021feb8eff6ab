import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { CLOSED_SIDE } from '../../domain/account.ts'
import { sum, toFloat, type Decimal } from '../../domain/decimal.ts'
import { isModelled, type Modelled } from '../../domain/instrument.ts'
import { remaining, type Order } from '../../domain/order.ts'
import type { AccountModel } from '../account/account-model.ts'
import { unrealizedAt, valueAt } from '../account/contract-pnl.ts'
import { unitIdOf } from '../account/margin-units.ts'
import { opensSide } from '../account/open-orders.ts'
import { usable, type PositionModel } from '../account/position-model.ts'
import { marketOf } from '../shock/market-sum.ts'
import { crossing, notFollowed, type Planned, type UnitChange } from './planned-fill.ts'
import { underBetas, type ShockModel } from './shock-model.ts'

/**
 * How the fill of a contract order changes positions. Orders have no margin mode. An opening order joins the position
 * of its side, or else the margin unit of the cross position on the other side; without either, its mode and its
 * maintenance rate are unknown. A closing order takes from the cross position of its side first, then from the isolated
 * one, at most what is held.
 */
export function contractFill(
  order: Order,
  model: AccountModel,
  orderMargin: Decimal | null,
  shock: ShockModel,
): Planned {
  const contract = model.contracts.get(order.instrument)
  if (!contract || !isModelled(contract)) return notFollowed(message('figure.contractNotModelled'))
  const { price: limit } = order
  if (!usable(limit)) return notFollowed(message('figure.noLimit'))
  const joined = joinedPositions(model.positions, order)
  const [first] = joined
  if (!first) return notFollowed(message(opensSide(order) ? 'figure.notHeldYet' : 'figure.nothingToClose'))
  const mark = first.priced?.mark
  if (!mark || !first.kappa) return notFollowed(reasonOf(first))
  const market = underBetas(marketOf(contract), shock)
  const released = orderMargin ? toFloat(orderMargin) : 0
  const followed = joined.filter(({ priced, kappa }) => priced && kappa)
  const parts = followed.map((position) => ({
    unitId: unitIdOf(position.position),
    market,
    ...amounts(order, limit, contract, position, released),
  }))
  return {
    fill: {
      order,
      hasFilled: crossing(order, limit.div(mark), market, shock),
      change: { kind: 'contract', parts },
    },
    reason: reasonOfRest(order, joined, followed),
  }
}

function reasonOf({ reason }: PositionModel): Message {
  return reason ?? message('figure.noMark')
}

/**
 * Why the rest of a closing order cannot be followed: the part beyond what the followed positions hold now. null:
 * there is no such rest.
 */
function reasonOfRest(
  order: Order,
  joined: readonly PositionModel[],
  followed: readonly PositionModel[],
): Message | null {
  const other = joined.find((each) => !followed.includes(each))
  const taken = sum(followed.map(({ position }) => position.volume))
  return other && remaining(order).gt(taken) ? message('figure.isolatedRest', { why: reasonOf(other) }) : null
}

/** The positions a fill goes to, in turn. */
function joinedPositions(positions: readonly PositionModel[], order: Order): readonly PositionModel[] {
  const opened = opensSide(order)
  const side = opened ?? CLOSED_SIDE[order.side]
  const held = positions.filter(({ position }) => position.contract === order.instrument)
  const same = held.filter(({ position }) => position.side === side)
  const inTurn = [...same.filter(isCross), ...same.filter((each) => !isCross(each))]
  return opened ? [...inTurn, ...held.filter(isCross)].slice(0, 1) : inTurn
}

function isCross({ position }: PositionModel): boolean {
  return position.marginMode === 'cross'
}

function amounts(
  order: Order,
  limit: Decimal,
  contract: Modelled,
  { position, priced, kappa, requirementSlope, rule }: PositionModel,
  released: number,
): Pick<UnitChange, 'equity' | 'value' | 'requirement' | 'released' | 'holding'> {
  const { direction, multiplier } = contract
  const opened = opensSide(order)
  const side = opened ?? CLOSED_SIDE[order.side]
  const closes = opened === null
  const trade = order.side === 'buy' ? 1 : -1
  const grows = closes ? -1 : 1
  const volume = remaining(order)
  const terms = { direction, sign: trade, size: volume.times(multiplier), entry: limit } as const
  const mark = priced?.mark ?? limit
  const value = toFloat(valueAt(terms, mark))
  const entry = (closes ? position.averagePrice : null) ?? limit
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
