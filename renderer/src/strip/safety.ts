/** Am I safe, and what am I worth and exposed to: the figures of the strip, picked from the risk report. Pure. */
import { decimal, toText, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { listed, message } from '#shared/words/message.ts'
import type { EquityPoint } from '#shared/snapshot/snapshot.ts'
import type { MarginUnit, PositionRisk, RiskInputName, RiskReport } from '#shared/risk/report.ts'
import { distanceSeverity, moreSevere, usageSeverity, type Severity } from '../kit/severity.ts'

type Unit = Encoded<MarginUnit>

const DANGER_WORDS = { red: 'danger', amber: 'watch' } as const

interface Nearest {
  readonly key: string
  readonly distance: number
}

export interface SafetyView {
  readonly severity: Severity
  readonly word: 'liquidating' | 'danger' | 'watch' | 'noContracts' | 'notKnown' | 'noPositions' | 'partlyKnown' | 'ok'
  /** The unit nearest to liquidation; null with no position. */
  readonly unit: Unit | null
  /** The position nearest to its liquidation price; null when none has one. */
  readonly nearest: Nearest | null
}

/** `hasContracts`: where the venue has none, nothing can be liquidated. */
export function safetyOf(risk: Encoded<RiskReport>, hasContracts = true): SafetyView {
  const held = risk.margin.filter(({ state }) => state !== 'noPosition')
  const unit = [...held].sort((a, b) => burden(b) - burden(a))[0] ?? null
  const nearest = nearestOf(risk.positions)
  const blind = [...risk.missing, ...risk.incomplete].some(
    (name) => name === 'positions' || name === 'marginAccounts' || name === 'instruments',
  )
  if (unit?.state === 'inLiquidation') return { severity: 'red', word: 'liquidating', unit, nearest }
  const severity = moreSevere(usageSeverity(unit ? burden(unit) : 0), distanceSeverity(nearest?.distance ?? null))
  if (severity !== 'neutral') return { severity, word: DANGER_WORDS[severity], unit, nearest }
  if (!hasContracts) return { severity: 'neutral', word: 'noContracts', unit, nearest }
  if (blind) return { severity: 'amber', word: 'notKnown', unit, nearest }
  if (unit === null) return { severity: 'neutral', word: 'noPositions', unit, nearest }
  if (held.some(({ state }) => state === 'notModelled'))
    return { severity: 'amber', word: 'partlyKnown', unit, nearest }
  return { severity: 'neutral', word: 'ok', unit, nearest }
}

/** Share of the unit's equity that must stay: 1 is liquidation. No equity left at all is worse than any share. */
function burden({ state, usage }: Unit): number {
  if (state === 'inLiquidation') return Infinity
  return state === 'notModelled' ? -1 : (usage ?? Infinity)
}

function nearestOf(positions: readonly Encoded<PositionRisk>[]): Nearest | null {
  const reachable = positions.flatMap(({ key, liquidation }) =>
    liquidation?.distance === null || liquidation?.distance === undefined
      ? []
      : [{ key, distance: liquidation.distance }],
  )
  return reachable.sort((a, b) => Math.abs(a.distance) - Math.abs(b.distance))[0] ?? null
}

/** Where on the bullet bar the required rate stands, 0 to 1. */
export const BULLET_LINE = 0.25

/** How far the rate fills the bullet bar, 0 to 1: the required rate reaches its line. null when not known. */
export function bulletFill({ marginRate, requiredRate }: Unit): number | null {
  if (marginRate === null || requiredRate === null || requiredRate <= 0) return null
  return Math.min(1, Math.max(0, (marginRate / requiredRate) * BULLET_LINE))
}

/** Equity now against the first point of this run, in the reporting coin; null before there is one. */
export function changeThisRun(
  total: DecimalText,
  curve: readonly Encoded<EquityPoint>[],
): { readonly since: number; readonly amount: DecimalText } | null {
  const [since, start = null] = curve[0] ?? []
  if (since === undefined || start === null) return null
  return { since, amount: toText(decimal(total).minus(start)) }
}

/** What the total leaves out: unpriced coins, and parts that were never read or only in part. */
export function leftOut({ equity, missing, incomplete }: Encoded<RiskReport>): readonly Message[] {
  const names = [...missing.filter(isCounted).map(partOf), ...equity.unpriced]
  return [
    ...(names.length === 0 ? [] : [message('strip.without', { names: listed(names, 2) })]),
    ...incomplete.filter(isCounted).map((part) => message('strip.someUnread', { part: partOf(part) })),
  ]
}

/** Parts whose money is in the total. */
type CountedPart = 'balances' | 'marginAccounts'
const isCounted = (name: RiskInputName): name is CountedPart => name === 'balances' || name === 'marginAccounts'
const partOf = (part: CountedPart): Message => message(`strip.part.${part}`)
