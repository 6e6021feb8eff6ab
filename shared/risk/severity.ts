/** The limits from which a figure counts as dangerous: one table for the strip, tables, charts and the work list. */

export type Severity = 'neutral' | 'amber' | 'red'

/**
 * `usage`: share of equity the requirement takes, 1 is liquidation. `distance`: of a price to its liquidation, a
 * fraction.
 */
export const DANGER = {
  red: { usage: 0.8, distance: 0.1 },
  amber: { usage: 0.5, distance: 0.2 },
} as const satisfies Record<Exclude<Severity, 'neutral'>, { usage: number; distance: number }>

/** How dangerous it is that the requirement takes this share of equity. */
export function usageSeverity(usage: number): Severity {
  if (usage >= DANGER.red.usage) return 'red'
  return usage >= DANGER.amber.usage ? 'amber' : 'neutral'
}

/** How dangerous it is to be this far from liquidation, on either side; null is out of reach. */
export function distanceSeverity(distance: number | null): Severity {
  if (distance === null) return 'neutral'
  const far = Math.abs(distance)
  if (far <= DANGER.red.distance) return 'red'
  return far <= DANGER.amber.distance ? 'amber' : 'neutral'
}

const RANK: readonly Severity[] = ['neutral', 'amber', 'red']

/** Orders by severity, the worst first. */
export function bySeverity(one: Severity, other: Severity): number {
  return RANK.indexOf(other) - RANK.indexOf(one)
}

export function moreSevere(one: Severity, other: Severity): Severity {
  return RANK.indexOf(one) >= RANK.indexOf(other) ? one : other
}
