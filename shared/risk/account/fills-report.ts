import { message } from '../../words/message.ts'
import type { Balance } from '../../domain/account.ts'
import { compare } from '../../domain/compare.ts'
import { ZERO, type Decimal } from '../../domain/decimal.ts'
import { isModelled, pairsBySymbol, type Pair } from '../../domain/instrument.ts'
import type { Order } from '../../domain/order.ts'
import type { RiskInputs } from '../inputs.ts'
import { none } from '../number/figure.ts'
import { shareOfEquity } from '../number/ratio.ts'
import type { Exposure, FillsReport } from '../report.ts'
import type { AccountModel } from './account-model.ts'
import { assetFills, contractLegs, spotLegs, type Leg } from './asset-fills.ts'
import { contractFills } from './contract-fills.ts'
import { heldBy, liveOrders } from './open-orders.ts'
import { usable } from './position-model.ts'

/**
 * What the account becomes when its open orders fill: by contract, by asset, and at worst. null until orders were read.
 * Holdings without a price are named and left out, as in exposure. Orders that cannot be valued are named, and then
 * there is no worst case.
 */
export function fillsOf(
  model: AccountModel,
  exposure: Exposure,
  { orders, instruments, balances }: Pick<RiskInputs, 'orders' | 'instruments' | 'balances'>,
): FillsReport | null {
  if (orders === null) return null
  const live = Map.groupBy(liveOrders(orders), ({ area }) => area)
  const spot = live.get('spot') ?? []
  const contracts = contractsUnder(live.get('contract') ?? [], model)
  const pairs = pairsBySymbol(spot.length === 0 ? [] : (instruments ?? []))
  const spotted = spot.map((order) => ({ order, legs: legsOf(order, pairs, model) }))
  const legs = [...contracts.flatMap((each) => each.legs ?? []), ...spotted.flatMap((each) => each.legs ?? [])]
  const unvalued = new Set([
    ...contracts.flatMap((each) => (each.legs ? [] : [each.name])),
    ...spotted.flatMap((each) => (each.legs ? [] : [each.order.instrument])),
  ])
  const { assets, worstGross, unpriced } = assetFills(exposure.assets, legs, model.cashAssets)
  const worst = unvalued.size === 0 ? worstGross : null
  const rows = contracts.flatMap(({ row }) => row ?? [])
  return {
    contracts: rows,
    assets,
    worstGross: worst,
    worstLeverage: worst ? shareOfEquity(worst, model.equity.total) : none(message('figure.orderNotValued')),
    unknownMargin: rows.flatMap(({ contract, orderMargin }) => (orderMargin ? [] : [contract])),
    unvalued: [...unvalued].sort(compare),
    unpriced,
    locked: balances ? lockedBalances(paired(spot, pairs), balances) : [],
  }
}

/** Every contract with live orders, by name. */
function contractsUnder(orders: readonly Order[], model: AccountModel) {
  const held = Map.groupBy(model.positions, ({ position }) => position.contract)
  return [...Map.groupBy(orders, ({ instrument }) => instrument)]
    .map(([name, own]) => {
      const models = held.get(name) ?? []
      const positions = models.map(({ position }) => position)
      const contract = model.contracts.get(name) ?? null
      const row = contractFills(name, own, positions, contract)
      const mark = models[0]?.priced?.mark ?? model.quoteOf('contract', name)?.mark ?? null
      const isPriced = row !== null && contract !== null && isModelled(contract) && usable(mark)
      return { name, row, legs: isPriced ? contractLegs(row, contract, mark, model.pricing) : null }
    })
    .sort((a, b) => compare(a.name, b.name))
}

function legsOf(order: Order, pairs: ReadonlyMap<string, Pair>, { pricing }: AccountModel): readonly Leg[] | null {
  const pair = pairs.get(order.instrument)
  return pair ? spotLegs(order, pair, pricing) : null
}

function paired(orders: readonly Order[], pairs: ReadonlyMap<string, Pair>): { order: Order; pair: Pair }[] {
  return orders.flatMap((order) => {
    const pair = pairs.get(order.instrument)
    return pair ? [{ order, pair }] : []
  })
}

/**
 * What live Spot orders should lock of each coin, beside what the venue reports as locked. A positive gap is locked for
 * something that no order list shows (orders of an instrument that was not read, or a conditional order). A negative gap
 * is an order for which the venue locks nothing, or comes from reads of different moments. `implied` null: it is
 * unknown what an order locks; `reported` null: the amount is unreadable.
 */
function lockedBalances(
  orders: readonly { readonly order: Order; readonly pair: Pair }[],
  balances: readonly Balance[],
): FillsReport['locked'] {
  const implied = new Map<string, Decimal | null>()
  for (const { order, pair } of orders) {
    const { asset, amount } = heldBy(order, pair)
    const before = implied.get(asset)
    implied.set(asset, before === null || amount === null ? null : (before ?? ZERO).plus(amount))
  }
  const reported = new Map(balances.map(({ asset, locked }) => [asset, locked]))
  return [...new Set([...implied.keys(), ...reported.keys()])]
    .map((asset) => {
      const own = implied.has(asset) ? (implied.get(asset) ?? null) : ZERO
      const theirs = reported.has(asset) ? (reported.get(asset) ?? null) : ZERO
      return { asset, implied: own, reported: theirs, gap: own && theirs && theirs.minus(own) }
    })
    .filter(({ implied: own, reported: theirs }) => own?.isZero() !== true || theirs?.isZero() !== true)
    .sort((a, b) => compare(a.asset, b.asset))
}
