/** "Am I safe?" for the strip, the tray and the mini strip. Pure. */
import type { Encoded } from '../domain/decimal.ts'
import type { MarginUnit, PositionRisk, RiskReport } from '../risk/report.ts'
import { distanceSeverity, moreSevere, usageSeverity, type Severity } from '../risk/severity.ts'

const DANGER_WORDS = { red: 'danger', amber: 'watch' } as const

interface SafetyView {
  readonly severity: Severity
  readonly word: 'liquidating' | 'danger' | 'watch' | 'noContracts' | 'notKnown' | 'noPositions' | 'partlyKnown' | 'ok'
  /** The unit nearest to liquidation; null without positions. */
  readonly unit: Encoded<MarginUnit> | null
  /** The position nearest to its liquidation price; null if none has one. */
  readonly nearest: { readonly key: string; readonly distance: number } | null
}

/** `hasContracts`: whether the venue has contracts; without them nothing can be liquidated. */
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

/** Requirement divided by equity: 1 is liquidation, and no equity is worse than any ratio. */
function burden({ state, usage }: Encoded<MarginUnit>): number {
  if (state === 'inLiquidation') return Infinity
  return state === 'notModelled' ? -1 : (usage ?? Infinity)
}

function nearestOf(positions: readonly Encoded<PositionRisk>[]): SafetyView['nearest'] {
  const reachable = positions.flatMap(({ key, liquidation }) => {
    const distance = liquidation?.distance ?? null
    return distance === null ? [] : [{ key, distance }]
  })
  return reachable.sort((a, b) => Math.abs(a.distance) - Math.abs(b.distance))[0] ?? null
}
