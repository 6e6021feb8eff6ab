import { compare } from '../../domain/compare.ts'
import type { AccountModel } from './account-model.ts'
import { withoutRepeats } from '../../words/message.ts'
import { sum, sumIfKnown, ZERO, type Decimal } from '../../domain/decimal.ts'
import { isModelled } from '../../domain/instrument.ts'
import { concentrationOf } from './concentration.ts'
import type { AccountAtMarks } from './equity.ts'
import { isHeld, type PositionModel } from './position-model.ts'
import { ratioOfPositive } from '../number/ratio.ts'
import type { AssetExposure, Equity, Exposure, Valuation } from '../report.ts'
import type { Pricing } from './valuation.ts'

/** A holding or a contract that gains and loses with the price of an asset. */
interface Source {
  readonly asset: string
  /** The quote leg of an inverse contract is cash, whatever its coin. */
  readonly isCash: boolean
  readonly kind: 'holding' | 'contract'
  readonly units: Decimal
  /** In the reporting coin; null when unpriced. */
  readonly value: Decimal | null
}

/**
 * Net exposure per asset, in units:
 *
 *   delta = spot + equity of its margin account + Σ linear s Q + Σ inverse s N / P
 *   cash  = holdings of cash coins - Σ contract values, signed (a contract is its asset bought with borrowed cash)
 *   Σ delta x price + cash = total equity (where every asset has a price)
 *
 * If any part of an asset has no price, the asset has no value: the priced half of a hedge would look like a naked
 * position. A contract is valued at its own mark, so the identity is exact and assets without a spot pair count too. A
 * linear contract quoted in a coin that is not cash owes that coin: that is exposure too.
 */
export function exposureOf(
  cashAssets: readonly string[],
  spot: Valuation,
  accounts: readonly AccountAtMarks[],
  models: readonly PositionModel[],
  equity: Equity,
  pricing: Pricing,
  unread: AccountModel['unread'] = [],
): Exposure {
  const cash = new Set(cashAssets)
  const notionals = models.map((model) => notionalOf(model, pricing))
  const sources = [
    ...spot.assets.map(({ asset, quantity, value }) => holding(asset, quantity, value, cash)),
    ...accounts.map(({ reported: { marginCoin }, equity: units }) => {
      const { rate } = pricing(marginCoin)
      return holding(marginCoin, units, rate && units && units.times(rate), cash)
    }),
    ...models.flatMap((model, index) => contractSources(model, notionals[index] ?? null, cash)),
  ]
  const assets = byAsset(sources.filter(({ isCash }) => !isCash))
  const values = assets.flatMap(({ value }) => value ?? [])
  const long = sum(values.filter((value) => value.gt(0)))
  const short = sum(values.filter((value) => value.lt(0))).neg()
  const gross = long.plus(short)
  const net = long.minus(short)
  const positionNotional = sum(notionals.flatMap((notional) => notional ?? []))
  return {
    assets,
    cash: sum(sources.flatMap(({ isCash, value }) => (isCash && value) || [])),
    gross,
    net,
    long,
    short,
    positionNotional,
    effectiveLeverage: ratioOfPositive(gross, equity.total),
    netLeverage: ratioOfPositive(net, equity.total),
    contractLeverage: ratioOfPositive(positionNotional, equity.contract),
    longShortRatio: ratioOfPositive(long, short),
    concentration: concentrationOf(values),
    notCounted: notCountedOf(models, notionals, unread),
  }
}

/** Held contracts that no total includes, and contracts that may be held but could not be read. */
function notCountedOf(
  models: readonly PositionModel[],
  notionals: readonly (Decimal | null)[],
  unread: AccountModel['unread'],
): Exposure['notCounted'] {
  const missing = models.filter((model, index) => isHeld(model) && notionals[index] == null)
  return withoutRepeats([...missing.map(({ position }) => position.contract), ...unread])
}

/** Value of a position at its mark in the reporting coin, unsigned; null when it or its margin coin has no price. */
export function notionalOf({ position, priced }: PositionModel, pricing: Pricing): Decimal | null {
  const { rate } = pricing(position.marginCoin)
  return priced && rate && priced.value.times(rate)
}

/** `units` null: they could not be read, so the value is not known. */
function holding(asset: string, units: Decimal | null, value: Decimal | null, cash: ReadonlySet<string>): Source {
  const isNone = units?.isZero() === true
  return { asset, isCash: cash.has(asset), kind: 'holding', units: units ?? ZERO, value: isNone ? ZERO : value }
}

/** A contract as two legs: an amount of the base coin against an amount of the quote coin. */
function contractSources(model: PositionModel, notional: Decimal | null, cash: ReadonlySet<string>): Source[] {
  const { priced } = model
  if (!priced) return unpricedSources(model, cash)
  const { terms, contract, value } = priced
  const { baseAsset, quoteAsset } = contract
  const isLinear = terms.direction === 'linear'
  const signed = notional && notional.times(terms.sign)
  const base = (isLinear ? terms.size : value).times(terms.sign)
  const quote = (isLinear ? value : terms.size).times(-terms.sign)
  return [
    { asset: baseAsset, isCash: cash.has(baseAsset), kind: 'contract', units: base, value: signed },
    {
      asset: quoteAsset,
      isCash: !isLinear || cash.has(quoteAsset),
      kind: 'contract',
      units: quote,
      value: signed && signed.neg(),
    },
  ]
}

/**
 * A modelled contract without a price. The value of both legs is unknown, and units are known only for a linear base
 * coin.
 */
function unpricedSources(model: PositionModel, cash: ReadonlySet<string>): Source[] {
  const { position, contract } = model
  if (!contract || !isModelled(contract) || !isHeld(model)) return []
  const { direction, baseAsset, quoteAsset, multiplier } = contract
  const isLinear = direction === 'linear'
  const size = position.volume.times(multiplier).times(position.side === 'long' ? 1 : -1)
  const source = { kind: 'contract', value: null } as const
  return [
    { ...source, asset: baseAsset, isCash: cash.has(baseAsset), units: isLinear ? size : ZERO },
    { ...source, asset: quoteAsset, isCash: !isLinear || cash.has(quoteAsset), units: ZERO },
  ]
}

/** One row per asset, the largest first, unpriced ones last. */
function byAsset(sources: readonly Source[]): AssetExposure[] {
  const groups = Map.groupBy(
    sources.filter(({ units, value }) => !value || !units.isZero()),
    ({ asset }) => asset,
  )
  return [...groups]
    .map(([asset, own]) => ({
      asset,
      delta: sum(own.map(({ units }) => units)),
      value: valueOf(own),
      holdingValue: valueOf(own.filter(({ kind }) => kind === 'holding')),
      contractValue: valueOf(own.filter(({ kind }) => kind === 'contract')),
    }))
    .sort((a, b) => compareSizes(a.value, b.value) || compare(a.asset, b.asset))
}

function valueOf(sources: readonly Source[]): Decimal | null {
  return sumIfKnown(sources.map(({ value }) => value))
}

/** Sorts by absolute size, the largest first, unknown amounts last. */
export function compareSizes(a: Decimal | null, b: Decimal | null): number {
  if (!a || !b) return a ? -1 : b ? 1 : 0
  return b.abs().cmp(a.abs())
}
