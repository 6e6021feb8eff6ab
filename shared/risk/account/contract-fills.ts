import type { Position, PositionSide } from '../../domain/account.ts'
import { sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Contract } from '../../domain/instrument.ts'
import { remaining, type Order } from '../../domain/order.ts'
import type { ContractFills } from '../report.ts'
import { averageAfter, fillRange, openingValue } from './open-orders.ts'
import { usable } from './position-model.ts'

/**
 * What one contract can become when its live orders fill, both margin modes together. `contract` null: the venue does not
 * list it, so there are volumes and no amounts. Returns null where a volume is not usable.
 */
export function contractFills(
  name: string,
  orders: readonly Order[],
  positions: readonly Position[],
  contract: Contract | null,
): ContractFills | null {
  const volumes = [...positions.map(({ volume }) => volume), ...orders.map(remaining)]
  if (!volumes.every((volume) => volume.isZero() || usable(volume))) return null
  const of = (side: PositionSide): readonly Position[] => positions.filter((position) => position.side === side)
  const held = (side: PositionSide): Decimal => sum(of(side).map(({ volume }) => volume))
  const long = fillRange(held('long'), 'long', orders)
  const short = fillRange(held('short'), 'short', orders)
  const net = {
    now: long.now.minus(short.now),
    least: long.least.minus(short.most),
    most: long.most.minus(short.least),
  }
  const average = (side: PositionSide): Decimal | null =>
    contract && averageAfter(side, of(side), orders, contract.direction)
  return {
    contract: name,
    long,
    short,
    net,
    worstNet: net.most.plus(net.least).gte(0) ? net.most : net.least.negated(),
    grossMost: long.most.plus(short.most),
    orderMargin: contract && orderMargin(orders, of, contract),
    averageLong: average('long'),
    averageShort: average('short'),
  }
}

/**
 * The most margin that the opening orders can take (`orderMargins` gives the least that each can free): Σ V(limit) /
 * leverage + fee. An order states neither leverage nor fee. They come from the position on its side, or else from the
 * one on the other side, because a contract mostly has one leverage. Of several positions, the one counts that takes
 * most. An unknown fee rate counts as 0.
 */
function orderMargin(
  orders: readonly Order[],
  of: (side: PositionSide) => readonly Position[],
  contract: Contract,
): Decimal | null {
  const sides = (['long', 'short'] as const).map((side) => {
    const value = openingValue(side, orders, contract)
    if (!value || value.isZero()) return value
    return mostTaken(value, of(side)) ?? mostTaken(value, of(side === 'long' ? 'short' : 'long'))
  })
  return sides.reduce((whole, margin) => whole && margin && whole.plus(margin), ZERO)
}

/** null where no position has a leverage. */
function mostTaken(value: Decimal, positions: readonly Position[]): Decimal | null {
  const taken = positions.flatMap(({ leverage, maxFeeRate }) =>
    usable(leverage) ? [value.div(leverage).plus(value.times(maxFeeRate ?? ZERO))] : [],
  )
  return taken.toSorted((a, b) => b.cmp(a))[0] ?? null
}
