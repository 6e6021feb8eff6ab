import { compare } from '../../domain/compare.ts'
import { sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import type { Contract, Pair } from '../../domain/instrument.ts'
import { remaining, type Order } from '../../domain/order.ts'
import type { AssetExposure, ContractFills, FillsReport } from '../report.ts'
import { valueAt } from './contract-pnl.ts'
import { compareSizes } from './exposure.ts'
import { usable } from './position-model.ts'
import type { Pricing } from './valuation.ts'

/** How orders of one instrument can change the exposure of one asset: `up` >= 0, `down` <= 0, reporting coin. */
export interface Leg {
  readonly asset: string
  readonly up: Decimal
  readonly down: Decimal
}

/**
 * How the orders of a contract change the exposure of its coins at its mark. The base coin follows the net volume, and
 * a linear contract owes its quote coin for that. The face value of an inverse contract is cash. null: there is no
 * usable price or multiplier.
 */
export function contractLegs(
  { net }: ContractFills,
  contract: Contract,
  mark: Decimal,
  pricing: Pricing,
): readonly Leg[] | null {
  const { direction, multiplier, baseAsset, quoteAsset } = contract
  const { rate } = pricing(direction === 'linear' ? quoteAsset : baseAsset)
  if (!rate || !usable(multiplier)) return null
  const each = valueAt({ direction, size: multiplier }, mark).times(rate)
  const up = net.most.minus(net.now).times(each)
  const down = net.least.minus(net.now).times(each)
  const base = { asset: baseAsset, up, down }
  return direction === 'linear' ? [base, turned(quoteAsset, base)] : [base]
}

/**
 * How a Spot order changes the exposure of both its coins. The base coin is valued at its price now, the quote coin at
 * the amount paid; a market buy states its amount in the quote coin. null: a coin that is needed has no price.
 */
export function spotLegs(order: Order, { baseAsset, quoteAsset }: Pair, pricing: Pricing): readonly Leg[] | null {
  const left = remaining(order)
  const isMarketBuy = order.type === 'market' && order.side === 'buy'
  const { rate } = pricing(isMarketBuy ? quoteAsset : baseAsset)
  const value = rate && left.times(rate)
  if (!usable(left) || !value) return null
  const quoteRate = isMarketBuy ? null : pricing(quoteAsset).rate
  const paid = usable(order.price) && quoteRate ? left.times(order.price).times(quoteRate) : value
  return order.side === 'buy'
    ? [bought(baseAsset, value), turned(quoteAsset, bought(quoteAsset, paid))]
    : [turned(baseAsset, bought(baseAsset, value)), bought(quoteAsset, paid)]
}

function bought(asset: string, value: Decimal): Leg {
  return { asset, up: value, down: ZERO }
}

/** The other side of a trade: one coin gains what the other loses. */
function turned(asset: string, { up, down }: Leg): Leg {
  return { asset, up: down.neg(), down: up.neg() }
}

/**
 * The net exposure of each asset that orders touch, the largest worst case first, unpriced assets last. There are three
 * figures: the exposure now, with every order filled that raises it, and with every order filled that lowers it.
 * `worstGross` adds up the worse of the last two over all priced assets, with or without orders. It is an upper bound,
 * because not all of that can happen at once. Cash is left out.
 */
export function assetFills(
  exposure: readonly AssetExposure[],
  legs: readonly Leg[],
  cashAssets: readonly string[],
): Pick<FillsReport, 'assets' | 'unpriced'> & { readonly worstGross: Decimal } {
  const cash = new Set(cashAssets)
  const held = new Map(exposure.map(({ asset, value }) => [asset, value]))
  const touched = Map.groupBy(
    legs.filter(({ asset }) => !cash.has(asset)),
    ({ asset }) => asset,
  )
  const assets = [...touched]
    .map(([asset, own]) => filled(asset, held.has(asset) ? (held.get(asset) ?? null) : ZERO, own))
    .sort((a, b) => compareSizes(a.worst, b.worst) || compare(a.asset, b.asset))
  const unpriced = [...held].flatMap(([asset, value]) => (value ? [] : [asset]))
  const untouched = [...held].flatMap(([asset, value]) => (touched.has(asset) ? [] : [value]))
  const worsts = [...assets.map(({ worst }) => worst), ...untouched].flatMap((worst) => worst?.abs() ?? [])
  return { assets, worstGross: sum(worsts), unpriced }
}

/** `now` null: the asset is held but has no price, so its exposure after the orders is not known either. */
function filled(asset: string, now: Decimal | null, legs: readonly Leg[]): FillsReport['assets'][number] {
  if (!now) return { asset, now, allBuys: null, allSells: null, worst: null }
  const allBuys = now.plus(sum(legs.map(({ up }) => up)))
  const allSells = now.plus(sum(legs.map(({ down }) => down)))
  return { asset, now, allBuys, allSells, worst: allBuys.plus(allSells).gte(0) ? allBuys : allSells }
}
