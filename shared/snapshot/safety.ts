/** "Am I safe?" for the strip, the tray, the mini strip, the work list and the margin panel: one answer. Pure. */
import type { Encoded } from '../domain/decimal.ts'
import { memoise } from '../domain/memoise.ts'
import type { MarginUnit, RiskReport } from '../risk/report.ts'
import { bySeverity, distanceSeverity, usageSeverity, type Severity } from '../risk/severity.ts'

const DANGER_WORDS = { red: 'danger', amber: 'watch' } as const

/** What is worst about a margin unit. A distance is a price move as a signed fraction. */
type Reason =
  /** The price of one of its positions alone liquidates it. */
  | { readonly code: 'position'; readonly key: string; readonly distance: number }
  /** A move of all prices alike liquidates it. */
  | { readonly code: 'allPrices'; readonly distance: number }
  /** The share of its equity that is required; null: it has no equity left. */
  | { readonly code: 'usage' | 'inLiquidation'; readonly usage: number | null }
  /** It is not modelled, and the venue gives no liquidation price. */
  | { readonly code: 'unknown' }

/** How near a margin unit is to its liquidation. It is a danger unless its severity is neutral. */
export interface Standing {
  readonly unit: Encoded<MarginUnit>
  readonly severity: Severity
  readonly reason: Reason
}

interface SafetyView {
  readonly severity: Severity
  readonly word: 'liquidating' | 'danger' | 'watch' | 'noContracts' | 'notKnown' | 'noPositions' | 'partlyKnown' | 'ok'
  /** The unit nearest to liquidation; null without positions. */
  readonly worst: Standing | null
}

/** `hasContracts`: whether the venue has contracts; without them nothing can be liquidated. */
export function safetyOf(risk: Encoded<RiskReport>, hasContracts = true): SafetyView {
  const [worst = null] = standingsOf(risk)
  const blind = [...risk.missing, ...risk.incomplete].some(
    (name) => name === 'positions' || name === 'marginAccounts' || name === 'instruments',
  )
  if (worst?.reason.code === 'inLiquidation') return { severity: 'red', word: 'liquidating', worst }
  if (worst && worst.severity !== 'neutral')
    return { severity: worst.severity, word: DANGER_WORDS[worst.severity], worst }
  if (!hasContracts) return { severity: 'neutral', word: 'noContracts', worst }
  if (blind) return { severity: 'amber', word: 'notKnown', worst }
  if (worst === null) return { severity: 'neutral', word: 'noPositions', worst }
  if (risk.margin.some(({ state }) => state === 'notModelled')) return { severity: 'amber', word: 'partlyKnown', worst }
  return { severity: 'neutral', word: 'ok', worst }
}

/** Every unit with a position, the worst first. Worked out once for each report, however many places show it. */
export const standingsOf = memoise(({ margin, positions }: Encoded<RiskReport>): readonly Standing[] => {
  const held = Map.groupBy(positions, ({ unitId }) => unitId)
  return margin
    .map((unit) => ({ unit, reasons: reasonsOf(unit, held.get(unit.id) ?? []) }))
    .filter(({ unit, reasons }) => unit.state !== 'noPosition' || reasons.length > 0)
    .map(({ unit, reasons }) => ({
      standing: worstOf(unit, reasons),
      pressure: Math.max(-1, ...reasons.map(pressure)),
    }))
    .toSorted((a, b) => bySeverity(a.standing.severity, b.standing.severity) || b.pressure - a.pressure)
    .map(({ standing }) => standing)
})

/** Of two equally severe reasons a distance says more than a share of equity, and the nearer distance is worse. */
function worstOf(unit: Encoded<MarginUnit>, reasons: readonly Reason[]): Standing {
  const [reason = { code: 'unknown' }] = reasons.toSorted(
    (a, b) => bySeverity(severityOf(a), severityOf(b)) || farOf(a) - farOf(b),
  )
  return { unit, severity: severityOf(reason), reason }
}

function reasonsOf(unit: Encoded<MarginUnit>, positions: Encoded<RiskReport>['positions']): readonly Reason[] {
  const { state, usage, mode } = unit
  if (state === 'inLiquidation') return [{ code: 'inLiquidation', usage }]
  const own = positions.flatMap(({ key, liquidation }): Reason[] => {
    const distance = liquidation?.distance ?? null
    return distance === null ? [] : [{ code: 'position', key, distance }]
  })
  const breach = nearestBreach(unit)
  // An isolated position has one distance: all prices are its own.
  const isCounted = mode === 'cross' || own.length === 0
  return [
    ...own,
    ...(breach !== null && isCounted ? [{ code: 'allPrices', distance: breach } as const] : []),
    ...(state === 'ok' ? [{ code: 'usage', usage } as const] : []),
  ]
}

/** The move of all prices, on either side, that liquidates a unit first; null: none does. */
export function nearestBreach({ breachDown, breachUp }: Pick<MarginUnit, 'breachDown' | 'breachUp'>): number | null {
  if (breachDown === null || breachUp === null) return breachDown ?? breachUp
  return -breachDown <= breachUp ? breachDown : breachUp
}

function severityOf(reason: Reason): Severity {
  if ('distance' in reason) return distanceSeverity(reason.distance)
  if (reason.code === 'unknown') return 'neutral'
  return reason.code === 'inLiquidation' ? 'red' : usageSeverity(reason.usage ?? Infinity)
}

const farOf = (reason: Reason): number => ('distance' in reason ? Math.abs(reason.distance) : Infinity)

/** Compares reasons of all kinds: 1 is liquidation. */
function pressure(reason: Reason): number {
  if ('distance' in reason) return 1 - Math.abs(reason.distance)
  return reason.code === 'usage' ? (reason.usage ?? Infinity) : Infinity
}
