import { decimal, toText, type Decimal, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { PriceFinding } from '#shared/risk/doubt/price-doubt.ts'
import { partsOfKey, type MarginAccount } from '#shared/domain/account.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import { formatAmount, formatPercent, NOT_APPLICABLE, UNKNOWN } from '../kit/format.ts'
import { distanceSeverity, type Severity } from '#shared/risk/severity.ts'
import { nearestBreach } from '#shared/snapshot/safety.ts'
import { labelOf } from '../risk/unit-label.ts'
import { gapsWords } from '../kit/kept-row.ts'
import { t } from '../kit/say.ts'

function gapOf(
  { mode, unread, equity }: Pick<Encoded<MarginUnit>, 'mode' | 'unread' | 'equity'>,
  account: Pick<MarginAccount, 'gaps' | 'keptFrom'> | undefined,
): string | null {
  if (unread) return t('overview.margin.unread')
  if (mode === 'isolated' || equity !== null) return null
  return account === undefined ? t('overview.margin.accountUnread') : gapsWords(account.gaps, ['crossEquity'])
}

/** Equity above the requirement: what can be lost before liquidation. null: one of them is not known. */
export function freeOf({ equity, requirement }: Pick<Encoded<MarginUnit>, 'equity' | 'requirement'>): Decimal | null {
  return equity === null || requirement === null ? null : decimal(equity).minus(requirement)
}

/** How far all prices can move until the unit is liquidated, a fraction with its sign; null: not known, or no price does. */
export function breachOf(unit: Encoded<MarginUnit>): number | null {
  return unit.state === 'ok' ? nearestBreach(unit) : null
}

/**
 * One margin unit as text. There may be hundreds of units; only those in sight are made. `account`: the margin account
 * of the unit's coin, as last read. `severity`: how near it is to liquidation by any measure.
 */
export function marginRow(
  unit: Encoded<MarginUnit>,
  severity: Severity,
  account?: Pick<MarginAccount, 'gaps' | 'keptFrom'>,
  doubts: readonly PriceFinding[] = [],
) {
  const { equity } = unit
  const free = freeOf(unit)
  const idle = unit.state === 'noPosition'
  const breach = breachOf(unit)
  const rate = (value: number | null): string => (idle ? NOT_APPLICABLE : formatPercent(value, { places: 2 }))
  return {
    id: unit.id,
    label: labelOf(unit.id),
    mode: unit.mode,
    state: unit.state,
    coin: coinOf(unit),
    equity: equity === null ? UNKNOWN : coinText(equity),
    rate: rate(unit.marginRate),
    venueRate: idle || unit.venueMarginRate === null ? NOT_APPLICABLE : rate(unit.venueMarginRate),
    match: idle ? null : unit.venueRateMatch,
    required: rate(unit.requiredRate),
    usage: idle ? 0 : unit.usage,
    severity,
    toLiquidation: breach === null ? NOT_APPLICABLE : formatPercent(breach, { sign: 'always' }),
    distance: distanceSeverity(breach),
    free: free === null ? UNKNOWN : coinText(toText(free)),
    freeIsNegative: free?.isNegative() ?? false,
    unread: unit.unread,
    /** Why figures are missing; null: none is, or the positions say why. */
    gap: gapOf(unit, account),
    doubts,
  }
}

/** The coin of its amounts, where its name does not end in it: an inverse position. */
function coinOf({ positionKey, marginCoin }: Pick<MarginUnit, 'positionKey' | 'marginCoin'>): string {
  const contract = partsOfKey(positionKey ?? '')?.contract
  return contract === undefined || contract.endsWith(`-${marginCoin}`) ? '' : marginCoin
}

/**
 * How full a unit counts when units are sorted: one in liquidation most, then units of unknown usage, which may be as
 * full, and least one without a position.
 */
export function fullness({ state, usage }: Encoded<MarginUnit>): number {
  if (state === 'inLiquidation') return Infinity
  if (state === 'noPosition') return -1
  return usage ?? Number.MAX_VALUE
}

/** Digits after the point by size, so that about six digits are shown. */
const PLACES = [
  { from: 1000, places: 2 },
  { from: 1, places: 4 },
  { from: 0, places: 6 },
] as const

/** An amount of any coin in a column of amounts of many coins: "9,204.18", "14.9146", "0.096200". */
export function coinText(value: DecimalText): string {
  const size = decimal(value).abs()
  const places = size.isZero() ? 2 : (PLACES.find(({ from }) => size.gte(from))?.places ?? 6)
  return formatAmount(value, { places })
}
