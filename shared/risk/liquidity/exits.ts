/** Everything to trade out of, and where: positions in their contracts, Spot holdings in the pair that sells them. */
import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { CLOSING_SIDE, frozenFor } from '../../domain/account.ts'
import { compare } from '../../domain/compare.ts'
import { decimal, ONE, toFloat, type Decimal } from '../../domain/decimal.ts'
import {
  instrumentKey,
  type Area,
  type Contract,
  type Instrument,
  type Pair,
  type InstrumentRef,
} from '../../domain/instrument.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { AccountModel } from '../account/account-model.ts'
import type { PositionTerms } from '../account/contract-pnl.ts'
import { notionalOf } from '../account/exposure.ts'
import { feeRateOf, type FeeRate } from '../account/fees.ts'
import { usable, type PositionModel } from '../account/position-model.ts'
import { pnlSinceOpening } from '../account/position-risk.ts'
import { MARKET_COIN } from '../cash.ts'
import type { AssetValue } from '../report.ts'

/** The fee of selling on Spot, a fraction, if it is unknown. It is assumed, and shown as assumed. */
const ASSUMED_SPOT_FEE: Decimal = decimal('0.001')

/** One thing to trade out of. */
export interface Exit {
  readonly key: string
  readonly area: Area
  readonly instrument: string
  readonly side: OrderSide
  /** The asset whose price moves it. */
  readonly asset: string
  /** Contracts or base units, as in the order book. */
  readonly volume: Decimal
  /** Reporting coin; null when unpriced. */
  readonly notional: number | null
  /** null for a holding. */
  readonly contract: Contract | null
  /** Whether the venue is liquidating or delivering it: only the venue can close it then. */
  readonly isFrozen: boolean
  /** Its terms, or why they are not known or do not matter. */
  readonly terms: Result<ExitTermsKnown, Message>
  /** Profit so far at the mark, reporting coin; null when not known. */
  readonly profit: number | null
}

export interface ExitTermsKnown {
  readonly direction: PositionTerms['direction']
  readonly sign: 1 | -1
  /** Coins of face value in one unit of volume. */
  readonly multiplier: Decimal
  /** The price in the valuation of the account: a contract's mark, or a holding's price in the coin of its pair. */
  readonly mark: Decimal
  /** Whether that is the price of this instrument alone. */
  readonly isOwnPrice: boolean
  /** Reporting coins per coin in which costs are paid. */
  readonly rate: Decimal
  /** null: not known. */
  readonly fee: FeeRate | null
}

/** Positions, and Spot holdings except cash, the largest notional first, unpriced ones last. */
export function exitsOf(model: AccountModel, instruments: readonly Instrument[]): readonly Exit[] {
  const exits: Exit[] = []
  for (const position of model.positions) {
    if (position.position.volume.gt(0)) exits.push(positionExit(position, model))
  }
  const cash = cashOf(model)
  const pairOf = sellingPairs(cash, instruments)
  for (const holding of model.spot.assets) {
    const { asset, quantity } = holding
    if (!cash.includes(asset) && quantity?.gt(0)) exits.push(holdingExit(holding, quantity, pairOf(asset), model))
  }
  return exits.sort((a, b) => (b.notional ?? -1) - (a.notional ?? -1) || compare(a.key, b.key))
}

/** The order books that `liquidityOf` needs, each once: of what can be traded out of. */
export function booksOf(model: AccountModel, instruments: readonly Instrument[]): readonly InstrumentRef[] {
  const wanted = exitsOf(model, instruments).filter(({ instrument, isFrozen }) => instrument !== '' && !isFrozen)
  const each = new Map(wanted.map(({ area, instrument }) => [instrumentKey(area, instrument), { area, instrument }]))
  return [...each.values()]
}

/** The coins for which assets are sold, in order: `MARKET_COIN` first, whatever totals are in. */
export function cashOf({ cashAssets }: Pick<AccountModel, 'cashAssets'>): readonly string[] {
  return [...new Set([MARKET_COIN, ...cashAssets])]
}

/** The pair that sells an asset for the first of `cash` that has one. */
export function sellingPairs(
  cash: readonly string[],
  instruments: readonly Instrument[],
): (asset: string) => Pair | undefined {
  const pairs = instruments.filter((each): each is Pair => each.area === 'spot' && cash.includes(each.quoteAsset))
  const byAsset = Map.groupBy(pairs, ({ baseAsset }) => baseAsset)
  return (asset) => {
    const own = byAsset.get(asset) ?? []
    return cash.flatMap((coin) => own.find(({ quoteAsset }) => quoteAsset === coin) ?? [])[0]
  }
}

function positionExit(model: PositionModel, { pricing, ownFees }: AccountModel): Exit {
  const { position, contract, priced } = model
  const frozen = frozenFor(position)
  const { rate } = pricing(position.marginCoin)
  const notional = notionalOf(model, pricing)
  const pnl = priced && pnlSinceOpening(position, priced)
  return {
    key: position.key,
    area: 'contract',
    instrument: position.contract,
    side: CLOSING_SIDE[position.side],
    asset: contract?.baseAsset ?? position.contract,
    volume: position.volume,
    notional: notional && toFloat(notional),
    contract,
    isFrozen: frozen !== null,
    terms: frozen === null ? positionTerms(model, rate, ownFees) : err(message(`figure.frozen.${frozen}`)),
    profit: pnl && rate && toFloat(pnl.times(rate)),
  }
}

function positionTerms(
  { position, priced, reason }: PositionModel,
  rate: Decimal | null,
  ownFees: AccountModel['ownFees'],
): Exit['terms'] {
  if (!priced) return err(reason ?? message('figure.notModelled'))
  if (!rate) return err(message('figure.noPriceFor', { asset: position.marginCoin }))
  return ok({
    direction: priced.terms.direction,
    sign: priced.terms.sign,
    multiplier: priced.contract.multiplier,
    mark: priced.mark,
    isOwnPrice: true,
    rate,
    fee: feeRateOf(priced.contract, 'taker', ownFees, position.maxFeeRate),
  })
}

function holdingExit(holding: AssetValue, quantity: Decimal, pair: Pair | undefined, model: AccountModel): Exit {
  const { asset, value } = holding
  return {
    key: `spot:${asset}`,
    area: 'spot',
    instrument: pair?.symbol ?? '',
    side: 'sell',
    asset,
    volume: quantity,
    notional: value && toFloat(value),
    contract: null,
    isFrozen: false,
    terms: holdingTerms(holding, pair, model),
    profit: null,
  }
}

function holdingTerms(
  { asset, rate, method, path }: AssetValue,
  pair: Pair | undefined,
  model: AccountModel,
): Result<ExitTermsKnown, Message> {
  if (!pair) return err(message('figure.noSellingPair', { asset }))
  const quoteRate = model.pricing(pair.quoteAsset).rate
  if (!usable(rate)) return err(message('figure.noPriceFor', { asset }))
  if (!usable(quoteRate)) return err(message('figure.noPriceFor', { asset: pair.quoteAsset }))
  return ok({
    direction: 'linear',
    sign: 1,
    multiplier: ONE,
    mark: rate.div(quoteRate),
    isOwnPrice: method === 'direct' && path[0] === pair.symbol,
    rate: quoteRate,
    fee: feeRateOf(pair, 'taker', model.ownFees, ASSUMED_SPOT_FEE),
  })
}
