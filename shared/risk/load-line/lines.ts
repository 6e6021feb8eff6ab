import type { Pair } from '../../domain/instrument.ts'
import type { Order } from '../../domain/order.ts'
import type { AccountModel } from '../account/account-model.ts'
import type { LoadLine } from '../report.ts'
import { shockAccount, type ShockAccount } from '../shock/shock-account.ts'
import { loadLine, SHOCKS } from './load-line.ts'
import type { LoadInput } from './load-totals.ts'
import { loadUnit, type Direction } from './load-unit.ts'
import { plannedFills, type LeftOutOrder } from './order-fills.ts'
import { walkOrders } from './order-path.ts'
import type { ShockModel } from './shock-model.ts'

/**
 * The load line of an account: margin rates, total equity and the order of liquidations as prices follow one shock
 * (`uniformShock`, `coinShock`, `betaShock`). Open orders do not fill.
 */
export function loadLineOf(model: AccountModel, shock: ShockModel, shocks: readonly number[] = SHOCKS): LoadLine {
  return loadLine(loadInput(shockAccount(model), shock), shock, shocks)
}

/** A load line on which open orders fill. */
export interface LoadLineWithOrders extends LoadLine {
  /**
   * The orders that fill on the way, each at the market move `shock`. Each side nearest first, without the orders of
   * units liquidated before: they are cancelled with the unit.
   */
  readonly fills: readonly {
    readonly orderId: string
    readonly instrument: string
    readonly direction: Direction
    readonly shock: number
  }[]
  /** Open orders that the load line leaves out, and why. */
  readonly leftOut: readonly LeftOutOrder[]
  /** Instruments of fills whose order margin is not known: it is not released to the unit. */
  readonly unknownMargin: readonly string[]
}

/**
 * The load line with open orders that fill on the way, each at its limit where its price first reaches it: bids below
 * the market add to a long as prices fall. Computed at `shocks` and at every move at which an order fills. Without
 * conditional orders: no venue lists them.
 */
export function loadLineWithOrders(
  model: AccountModel,
  orders: readonly Order[],
  pairs: ReadonlyMap<string, Pair>,
  shock: ShockModel,
  shocks: readonly number[] = SHOCKS,
): LoadLineWithOrders {
  const account = shockAccount(model)
  const { planned, leftOut, unknownMargin } = plannedFills(model, orders, pairs, shock)
  const input = loadInput(account, shock)
  const { units, outside, fills } = walkOrders(input.units, account.outside, planned, shock)
  const looked = [...new Set([...shocks, ...fills.map((fill) => fill.shock)])].sort((a, b) => a - b)
  const line = loadLine({ ...input, units, outside }, shock, looked)
  const silent = fills.flatMap(({ orderId, instrument }) => (unknownMargin.has(orderId) ? [instrument] : []))
  return { ...line, fills, leftOut, unknownMargin: [...new Set(silent)] }
}

/** The input of the load line when no order fills. */
export function loadInput(account: ShockAccount, shock: ShockModel): LoadInput {
  const units = account.units.map((unit) => loadUnit(unit, shock))
  const now = [{ from: 0, standing: account.outside }] as const
  const { yardstick, notCounted } = account
  return { yardstick, units, notCounted, outside: { down: now, up: now } }
}
