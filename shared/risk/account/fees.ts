/** Fee rates: the account's own where known, else the venue's listed rate, else the worst case. */
import { decimal, type Decimal } from '../../domain/decimal.ts'
import type { Fill } from '../../domain/fill.ts'
import { AREAS, contractsByName, pairsBySymbol, type Area, type Instrument } from '../../domain/instrument.ts'
import { valueAt } from './contract-pnl.ts'

/** Whether a trade takes from the order book or waits in it. */
export type Liquidity = 'maker' | 'taker'

/** A fee rate, a fraction of the value traded. */
export interface FeeRate {
  readonly rate: Decimal
  /** From the account's own trades, from the venue's list, or the worst case, an upper bound for this account. */
  readonly basis: 'own' | 'listed' | 'most'
}

/** The account's own fee rates, by area; null: no trade shows it. */
export type OwnFees = Readonly<Record<Area, Readonly<Record<Liquidity, Decimal | null>>>>

/** No venue charges or rebates more than this. A larger rate was paid in another coin, or was misread. */
const MOST = decimal('0.05')

/** The fee rate of a trade: from own trades in the area, else as listed, else `most`, the worst case. null: unknown. */
export function feeRateOf(
  instrument: Instrument,
  liquidity: Liquidity,
  own: OwnFees | undefined,
  most: Decimal | null,
): FeeRate | null {
  const listed = liquidity === 'maker' ? instrument.makerFee : instrument.takerFee
  const paid = own?.[instrument.area][liquidity] ?? null
  if (paid) return { rate: paid, basis: 'own' }
  if (isRate(listed)) return { rate: listed, basis: 'listed' }
  return most && { rate: most, basis: 'most' }
}

/** The median rate of the account's own trades, by area and by maker or taker. */
export function ownFeesOf(fills: readonly Fill[], instruments: readonly Instrument[]): OwnFees {
  const rateOf = rateIn(instruments)
  const rates = fills.flatMap((fill) => {
    const rate = fill.isMaker === null ? null : rateOf(fill)
    return rate && isRate(rate) ? [{ area: fill.area, liquidity: fill.isMaker ? 'maker' : 'taker', rate }] : []
  })
  const medianOf = (area: Area, liquidity: Liquidity): Decimal | null =>
    median(rates.filter((each) => each.area === area && each.liquidity === liquidity).map(({ rate }) => rate))
  const ofArea = (area: Area) => [area, { maker: medianOf(area, 'maker'), taker: medianOf(area, 'taker') }] as const
  return Object.fromEntries(AREAS.map(ofArea)) as OwnFees
}

/** Fee over value, both in the coin of the fee; null if it was paid in a third coin. */
function rateIn(instruments: readonly Instrument[]): (fill: Fill) => Decimal | null {
  const contracts = contractsByName(instruments)
  const pairs = pairsBySymbol(instruments)
  return ({ area, instrument, price, quantity, fee, feeCoin }) => {
    if (!price.gt(0) || !quantity.gt(0)) return null
    if (area === 'spot') {
      const pair = pairs.get(instrument)
      if (feeCoin !== null && feeCoin === pair?.baseAsset) return fee.div(quantity)
      return feeCoin !== null && feeCoin === pair?.quoteAsset ? fee.div(quantity.times(price)) : null
    }
    const contract = contracts.get(instrument)
    if (!contract?.multiplier) return null
    const { direction, multiplier } = contract
    return fee.div(valueAt({ direction, size: quantity.times(multiplier) }, price))
  }
}

function isRate(rate: Decimal | null): rate is Decimal {
  return rate !== null && rate.abs().lte(MOST)
}

function median(values: readonly Decimal[]): Decimal | null {
  const sorted = values.toSorted((a, b) => a.cmp(b))
  // Of the two middle rates the higher one is taken, because a cost must not be understated.
  return sorted[sorted.length >> 1] ?? null
}
