import { message } from '../../words/message.ts'
import { DAYS_PER_YEAR } from '../../domain/bar.ts'
import { compare, compareKnown } from '../../domain/compare.ts'
import { decimal, sum, sumIfKnown, toFloat, type Decimal } from '../../domain/decimal.ts'
import { none, type Figure } from '../number/figure.ts'
import { shareOfEquity } from '../number/ratio.ts'
import type { FundingReport, FundingRow } from '../report.ts'
import type { AccountModel } from './account-model.ts'
import { valueAt, type PositionTerms } from './contract-pnl.ts'
import { isHeld, type PositionModel } from './position-model.ts'

/** Venues of this family pay every 8 hours; their interface does not report it. */
export const FUNDING_INTERVAL_HOURS = 8

/** Hours. No venue pays more often: a shorter interval is a wrong setting. */
const LEAST_HOURS = 0.01

/**
 * The next funding payment of a position, in the margin coin: -s V(P) x rate. A positive rate is paid by longs to shorts;
 * a positive payment is received.
 */
export function fundingPayment(terms: PositionTerms, mark: Decimal, rate: Decimal): Decimal {
  return valueAt(terms, mark).times(rate).times(-terms.sign)
}

/**
 * What funding costs or brings if the newest rates stay, which is a projection, and what it cost so far. A day has 24 / interval
 * payments; the yearly rate is simple, -s rate x (24 / interval) x 365, on the notional. Coin amounts are valued at the
 * coin's price now. A position whose rate, mark or price is unknown is named, and its asset then has no net figure:
 * half a hedge would mislead. Test contracts are left out.
 */
export function fundingOf(model: AccountModel, intervalHours: number): FundingReport {
  const isUsable = intervalHours >= LEAST_HOURS && Number.isFinite(intervalHours)
  const timesADay = isUsable ? decimal(24).div(decimal(intervalHours)) : null
  const known = model.positions
    .filter(isHeld)
    .map((position) => ({ position, row: timesADay && fundingRow(position, timesADay, model) }))
  const rows = known.flatMap(({ row }) => row ?? [])
  const daily = sum(rows.flatMap(({ dailyValue }) => dailyValue ?? []))
  const byAsset = Map.groupBy(
    known.filter(({ position }) => position.contract !== null),
    ({ position }) => position.contract?.baseAsset ?? '',
  )
  return {
    intervalHours,
    positions: rows.toSorted((a, b) => compareKnown(a.dailyValue, b.dailyValue) || compare(a.key, b.key)),
    assets: [...byAsset]
      .map(([asset, own]) => ({ asset, dailyValue: sumIfKnown(own.map(({ row }) => row?.dailyValue ?? null)) }))
      .sort((a, b) => compareKnown(a.dailyValue, b.dailyValue) || compare(a.asset, b.asset)),
    daily,
    dailyShare: shareOf(daily, rows, model),
    accrued: sumIfKnown(known.map(({ position }) => accruedOf(position, model))),
    unknown: known.flatMap(({ position, row }) => (row?.dailyValue ? [] : [position.position.key])),
  }
}

function fundingRow(
  { position, priced }: PositionModel,
  timesADay: Decimal,
  { quoteOf, pricing }: AccountModel,
): FundingRow | null {
  const rate = quoteOf('contract', position.contract)?.fundingRate ?? null
  // A rate is a small fraction. Anything larger is a bad reading.
  if (!priced || !rate || rate.abs().gt(1)) return null
  const { terms, mark } = priced
  const payment = fundingPayment(terms, mark, rate)
  const daily = payment.times(timesADay)
  const { rate: price } = pricing(position.marginCoin)
  return {
    key: position.key,
    contract: position.contract,
    rate,
    payment,
    daily,
    dailyValue: price && daily.times(price),
    yearly: toFloat(rate.times(timesADay).times(DAYS_PER_YEAR).times(-terms.sign)),
  }
}

function accruedOf(
  { position: { fundingFees, marginCoin } }: PositionModel,
  { pricing }: AccountModel,
): Decimal | null {
  if (fundingFees === null || fundingFees.isZero()) return fundingFees
  const { rate: price } = pricing(marginCoin)
  return price && fundingFees.times(price)
}

function shareOf(daily: Decimal, rows: readonly FundingRow[], { positions, equity }: AccountModel): Figure {
  if (positions.length === 0) return none(message('figure.noPosition'))
  if (rows.every(({ dailyValue }) => dailyValue === null)) return none(message('figure.noFundingRate'))
  return shareOfEquity(daily, equity.total)
}
