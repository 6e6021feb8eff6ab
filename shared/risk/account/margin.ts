import type { MarginMode, Position } from '../../domain/account.ts'
import { sum, toFloat, type Decimal } from '../../domain/decimal.ts'
import { valueAt } from './contract-pnl.ts'
import type { AccountAtMarks } from './equity.ts'
import { isolatedMarginUnder } from './margin-rule.ts'
import { isHeld, usable, type PositionModel, type PricedPosition } from './position-model.ts'
import { finite, ratio, ratioOfPositive } from '../number/ratio.ts'
import type { MarginUnit } from '../report.ts'

/** A margin unit before shocks: the report's row without its breach points, and the positions in it. */
export interface UnitModel {
  readonly row: Omit<MarginUnit, 'breachDown' | 'breachUp'>
  /** Every row of it, those that hold nothing and of test contracts too, which are in none of its figures. */
  readonly positions: readonly PositionModel[]
}

/** The unit a position is liquidated with. */
export function unitIdOf({ key, marginCoin, marginMode }: Position): string {
  return marginMode === 'cross' ? `cross:${marginCoin}` : `isolated:${key}`
}

/**
 * What is liquidated as one: the cross account of every coin that has cross positions or cross equity, then every
 * isolated position. For a cross account equity is crossEquity; for an isolated position margin + realised + u(mark).
 * requirement = Σ κ V(mark), κ = maintenance rate of the current tier + worst closing fee rate: unless the rule in use
 * says otherwise (V at the entry, no fee, nothing realised in the margin).
 */
export function marginUnits(accounts: readonly AccountAtMarks[], models: readonly PositionModel[]): UnitModel[] {
  const cross = models.filter(({ position }) => position.marginMode === 'cross')
  const isolated = models.filter(({ position }) => position.marginMode === 'isolated')
  const byCoin = new Map<string, AccountAtMarks | null>(cross.map(({ position }) => [position.marginCoin, null]))
  for (const account of accounts) {
    const { marginCoin } = account.reported
    if (byCoin.has(marginCoin) || account.crossEquity?.isZero() !== true) byCoin.set(marginCoin, account)
  }
  return [
    ...[...byCoin].map(([marginCoin, account]) =>
      crossUnit(
        marginCoin,
        account,
        cross.filter(({ position }) => position.marginCoin === marginCoin),
      ),
    ),
    ...isolated.map(isolatedUnit),
  ]
}

function crossUnit(marginCoin: string, account: AccountAtMarks | null, positions: readonly PositionModel[]): UnitModel {
  return unit({
    id: `cross:${marginCoin}`,
    marginCoin,
    mode: 'cross',
    positionKey: null,
    equity: account?.crossEquity ?? null,
    reportedEquity: account?.reported.crossEquity ?? null,
    venueRate: account?.reported.crossMarginRate ?? null,
    positions,
  })
}

function isolatedUnit(model: PositionModel): UnitModel {
  const { position, priced } = model
  const margin = isolatedMargin(model)
  const reportedProfit = position.unrealizedPnl ?? priced?.unrealized
  const profit = priced?.unrealized ?? position.unrealizedPnl
  return unit({
    id: unitIdOf(model.position),
    marginCoin: position.marginCoin,
    mode: 'isolated',
    positionKey: position.key,
    equity: margin && profit ? margin.plus(profit) : null,
    reportedEquity: margin && reportedProfit ? margin.plus(reportedProfit) : null,
    venueRate: position.venueMarginRate,
    positions: [model],
  })
}

/** M of an isolated position: what stands in it apart from its unrealised profit, under its rule; null: not known. */
export function isolatedMargin({ position, rule }: PositionModel): Decimal | null {
  return isolatedMarginUnder(rule, position)
}

interface UnitParts {
  readonly id: string
  readonly marginCoin: string
  readonly mode: MarginMode
  readonly positionKey: string | null
  readonly equity: Decimal | null
  /** Equity as the venue reported it, at the venue's marks: what its own rate was computed from. */
  readonly reportedEquity: Decimal | null
  readonly venueRate: Decimal | null
  readonly positions: readonly PositionModel[]
}

function unit({ reportedEquity, venueRate, positions: all, ...named }: UnitParts): UnitModel {
  const { equity } = named
  const positions = all.filter(isHeld)
  const priced = positions.flatMap((model) => model.priced ?? [])
  const complete = priced.length === positions.length
  const required = positions.flatMap(({ requirement }) => requirement ?? [])
  const positionValue = complete ? sum(priced.map(({ value }) => value)) : null
  const requirement = required.length === positions.length ? sum(required) : null
  return {
    positions: all,
    row: {
      ...named,
      requirement,
      positionValue,
      marginRate: equity && positionValue && ratioOfPositive(equity, positionValue),
      requiredRate: requirement && positionValue && ratioOfPositive(requirement, positionValue),
      usage: requirement && equity && ratioOfPositive(requirement, equity),
      state: stateOf(positions, equity, requirement),
      venueMarginRate: venueRate && finite(toFloat(venueRate)),
      venueRateReproduced: complete ? reproduced(venueRate, reportedEquity, positions, priced) : null,
    },
  }
}

/** The comparison that matters is exact: a unit is in liquidation once its equity does not exceed its requirement. */
function stateOf(
  positions: readonly PositionModel[],
  equity: Decimal | null,
  requirement: Decimal | null,
): MarginUnit['state'] {
  if (positions.length === 0) return 'noPosition'
  if (positions.some(({ position }) => position.freeze === 'liquidation')) return 'inLiquidation'
  if (!equity || !requirement) return 'notModelled'
  return equity.lte(requirement) ? 'inLiquidation' : 'ok'
}

/** Our rate equals the venue's within this share of it. */
const REPRODUCED_WITHIN = 0.01

/**
 * Whether the venue's rate is its equity over the positions' value, at any of the prices venues are known to value
 * positions at: its own mark, the entry, the newest mark. null when there is nothing to compare.
 */
function reproduced(
  venueRate: Decimal | null,
  equity: Decimal | null,
  positions: readonly PositionModel[],
  priced: readonly PricedPosition[],
): boolean | null {
  if (!venueRate || !equity || positions.length === 0) return null
  const bases: ((position: PricedPosition, index: number) => Decimal | null)[] = [
    ({ mark }) => mark,
    ({ terms }) => terms.entry,
    (_, index) => positions[index]?.position.markPrice ?? null,
  ]
  return bases.some((basis) => {
    const values = priced.flatMap((position, index) => {
      const price = basis(position, index)
      return usable(price) ? [valueAt(position.terms, price)] : []
    })
    if (values.length < priced.length) return false
    const own = ratio(equity, sum(values))
    const error = own === null ? null : Math.abs(own - toFloat(venueRate))
    return error !== null && error <= REPRODUCED_WITHIN * Math.abs(toFloat(venueRate))
  })
}
