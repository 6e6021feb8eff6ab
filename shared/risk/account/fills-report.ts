import { message } from '../../words/message.ts'
import { compare } from '../../domain/compare.ts'
import { isModelled, pairsBySymbol, type Pair } from '../../domain/instrument.ts'
import type { Order } from '../../domain/order.ts'
import type { RiskInputs } from '../inputs.ts'
import { none } from '../number/figure.ts'
import { shareOfEquity } from '../number/ratio.ts'
import type { Exposure, FillsReport } from '../report.ts'
import type { AccountModel } from './account-model.ts'
import { assetFills, contractLegs, spotLegs, type Leg } from './asset-fills.ts'
import { contractFills } from './contract-fills.ts'
import { lockedBalances } from './locked.ts'
import { liveOrders } from './open-orders.ts'
import { usable } from './position-model.ts'

/**
 * What the account becomes when its open orders fill: by contract, by asset, and at worst. null until orders were read.
 * Holdings without a price are named and left out, as in exposure. Orders that can not be valued are named, and then
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
