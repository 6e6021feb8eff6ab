import type { Position } from '../../domain/account.ts'
import { sum, toFloat, type Decimal } from '../../domain/decimal.ts'
import { isConfirmed } from '../../domain/kept.ts'
import type { Quarantined } from '../../domain/quarantine.ts'
import { valueAt } from './contract-pnl.ts'
import type { AccountAtMarks } from './equity.ts'
import { marginRate } from './margin-rate.ts'
import { isolatedMarginUnder } from './margin-rule.ts'
import { isHeld, usable, type PositionModel, type PricedPosition } from './position-model.ts'
import { finite, ratio, ratioOfPositive } from '../number/ratio.ts'
import type { MarginUnit } from '../report.ts'

/** A margin unit before shocks: the report's row without its breach points, and the positions in it. */
export interface UnitModel {
  readonly row: Omit<MarginUnit, 'breachDown' | 'breachUp'>
  /** All rows of the unit. Its figures leave out empty rows and test contracts. */
  readonly positions: readonly PositionModel[]
}

/** The unit a position is liquidated with. */
export function unitIdOf({ key, marginCoin, marginMode }: Position): string {
  return marginMode === 'cross' ? `cross:${marginCoin}` : `isolated:${key}`
}

/**
 * The margin units, each liquidated as one: the cross account of every coin that has cross positions or cross equity,
 * then every isolated position. Equity: crossEquity, or margin + realised + u(mark) of an isolated position.
 * Requirement: Σ κ V(mark) with κ = maintenance rate of the current tier + worst closing fee rate, unless the rule in
 * use says otherwise (V at the entry, no fee, nothing realised in the margin). `hidden`: rows of positions that could
 * not be read. A cross account that may hold one of them has no figures of ours.
 */
export function marginUnits(
  accounts: readonly AccountAtMarks[],
  models: readonly PositionModel[],
  hidden: readonly Quarantined[] = [],
): UnitModel[] {
  const cross = models.filter(({ position }) => position.marginMode === 'cross')
  const isolated = models.filter(({ position }) => position.marginMode === 'isolated')
  const byCoin = new Map<string, AccountAtMarks | null>(cross.map(({ position }) => [position.marginCoin, null]))
  for (const account of accounts) {
    const { marginCoin } = account.reported
    const isUsed = account.crossEquity?.isZero() !== true || hidden.some(({ coin }) => coin === marginCoin)
    if (byCoin.has(marginCoin) || isUsed) byCoin.set(marginCoin, account)
  }
  return [
    ...[...byCoin].map(([marginCoin, account]) =>
      crossUnit(
        marginCoin,
        account,
        cross.filter(({ position }) => position.marginCoin === marginCoin),
        hidden.some((entry) => mayBeCross(entry, marginCoin)),
      ),
    ),
    ...isolated.map(isolatedUnit),
  ]
}

/** If a field of the row is unknown, it may have any value. */
function mayBeCross({ coin, marginMode }: Quarantined, marginCoin: string): boolean {
  return (coin === undefined || coin === marginCoin) && marginMode !== 'isolated'
}

function crossUnit(
  marginCoin: string,
  account: AccountAtMarks | null,
  positions: readonly PositionModel[],
  mayHide: boolean,
): UnitModel {
  return unit({
    id: `cross:${marginCoin}`,
    marginCoin,
    mode: 'cross',
    positionKey: null,
    equity: account?.crossEquity ?? null,
    reportedEquity: account?.reported.crossEquity ?? null,
    venueRate: account?.reported.crossMarginRate ?? null,
    positions,
    mayHide,
  })
}

function isolatedUnit(model: PositionModel): UnitModel {
  const { position, priced } = model
  const margin = isolatedMarginUnder(model.rule, position)
  const reportedProfit = position.unrealizedPnl ?? priced?.unrealized
  const profit = priced?.unrealized ?? position.unrealizedPnl
  return unit({
    id: unitIdOf(model.position),
    marginCoin: position.marginCoin,
    mode: 'isolated',
    positionKey: position.key,
    equity: margin && profit && isConfirmed(position) ? margin.plus(profit) : null,
    reportedEquity: margin && reportedProfit ? margin.plus(reportedProfit) : null,
    venueRate: position.venueMarginRate,
    positions: [model],
    mayHide: false,
  })
}

/** `mayHide`: whether a row that could not be read may be a position of this unit. */
function unit({
  reportedEquity,
  venueRate,
  positions: all,
  mayHide,
  ...named
}: Pick<MarginUnit, 'id' | 'marginCoin' | 'mode' | 'positionKey' | 'equity'> & {
  /** At the venue's marks: the venue computes its margin rate from it. */
  readonly reportedEquity: Decimal | null
  readonly venueRate: Decimal | null
  readonly positions: readonly PositionModel[]
  readonly mayHide: boolean
}): UnitModel {
  const { equity } = named
  const positions = all.filter(isHeld)
  const priced = positions.flatMap((model) => model.priced ?? [])
  const isUnread = mayHide || positions.some(({ position }) => !isConfirmed(position))
  const complete = priced.length === positions.length && !isUnread
  const required = positions.flatMap(({ requirement }) => requirement ?? [])
  const least = positions.flatMap(({ position, requirement }) => (isConfirmed(position) && requirement) || [])
  const positionValue = complete ? sum(priced.map(({ value }) => value)) : null
  const requirement = required.length === positions.length && !isUnread ? sum(required) : null
  const own = marginRate(equity, positionValue)
  return {
    positions: all,
    row: {
      ...named,
      requirement,
      positionValue,
      marginRate: own,
      requiredRate: marginRate(requirement, positionValue),
      usage: requirement && equity && ratioOfPositive(requirement, equity),
      state: isUnread && positions.length === 0 ? 'notModelled' : stateOf(positions, equity, requirement, sum(least)),
      unread: isUnread,
      venueMarginRate: venueRate && finite(toFloat(venueRate)),
      venueRateMatch: complete ? matchOf(venueRate, own, reportedEquity, positions, priced) : null,
    },
  }
}

/** Compared exactly: a unit is in liquidation once its equity does not exceed its requirement, or the known part of it. */
function stateOf(
  positions: readonly PositionModel[],
  equity: Decimal | null,
  requirement: Decimal | null,
  least: Decimal,
): MarginUnit['state'] {
  if (positions.length === 0) return 'noPosition'
  if (positions.some(({ position }) => position.freeze === 'liquidation')) return 'inLiquidation'
  if (equity && !requirement && least.gt(0) && equity.lte(least)) return 'inLiquidation'
  if (!equity || !requirement) return 'notModelled'
  return equity.lte(requirement) ? 'inLiquidation' : 'ok'
}

/** If our rate and the venue's differ by at most this share, they count as equal. */
const MATCHES_WITHIN = 0.01

/**
 * At which of the prices that venues are known to use equity over position value is the venue's rate: ours as it is
 * shown; the newest mark or the mark of the row, with the equity that the venue reported; the entry. null: nothing to
 * compare.
 */
function matchOf(
  venueRate: Decimal | null,
  own: number | null,
  equity: Decimal | null,
  positions: readonly PositionModel[],
  priced: readonly PricedPosition[],
): MarginUnit['venueRateMatch'] {
  if (!venueRate || !equity || positions.length === 0) return null
  const venues = toFloat(venueRate)
  const matches = (rate: number | null): boolean =>
    rate !== null && Math.abs(rate - venues) <= MATCHES_WITHIN * Math.abs(venues)
  const rateAt = (priceOf: (position: PricedPosition, index: number) => Decimal | null): number | null => {
    const values = priced.flatMap((position, index) => {
      const price = priceOf(position, index)
      return usable(price) ? [valueAt(position.terms, price)] : []
    })
    return values.length < priced.length ? null : ratio(equity, sum(values))
  }
  if (matches(own)) return 'now'
  const marks = [rateAt(({ mark }) => mark), rateAt((_, index) => positions[index]?.position.markPrice ?? null)]
  if (marks.some(matches)) return 'atOlderMark'
  return matches(rateAt(({ terms }) => terms.entry)) ? 'atEntry' : 'none'
}
