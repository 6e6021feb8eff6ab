/** The age of each figure of the risk report, from the data behind it. Pure. */
import type { Provenances } from '../risk/report.ts'
import { worst, type AgeView, type Reading } from './freshness.ts'
import type { Parts } from './snapshot.ts'

export type ReportFigure = Exclude<keyof Provenances, 'units'>

const CONTRACT = ['positions', 'marginAccounts'] as const
const PARTS_OF = {
  spot: ['balances'],
  positions: ['positions'],
  margin: CONTRACT,
  contract: CONTRACT,
  equity: ['balances', ...CONTRACT],
} as const satisfies Readonly<Record<ReportFigure, readonly (keyof Parts)[]>>

type Sources = Partial<Pick<Parts, 'risk' | (typeof PARTS_OF.equity)[number]>>

/** The reading of a figure: its age, how often it is expected, and why its newest read failed. */
export function figureReading(parts: Sources, name: ReportFigure): Reading {
  const own = PARTS_OF[name].map((each) => parts[each])
  const failures = [...own, parts.risk].map((part) => part?.failure ?? null)
  return {
    readAt: parts.risk?.data?.provenance[name].readAt ?? null,
    expectEveryMs: parts.risk?.expectEveryMs ?? null,
    failure: failures.find((failure) => failure !== null) ?? null,
    ...(own.every((part) => part?.isAbsent === true) && { isAbsent: true }),
  }
}

/** The age of a figure, no better than that of its parts. The report itself lists parts that were never read. */
export function figureAge(
  parts: Sources,
  name: ReportFigure,
  ageOf: (reading: Reading | null | undefined) => AgeView,
): AgeView {
  const own = ageOf(figureReading(parts, name))
  if (own.ageMs === null) return own
  const states = PARTS_OF[name].map((each) => ageOf(parts[each]).state)
  return {
    ageMs: own.ageMs,
    state: worst([own.state, ...states.map((state) => (state === 'unknown' ? 'stale' : state))]),
  }
}

/**
 * The reading of the rows of positions, which have figures of the risk report beside their own: as old as the older of
 * both. Before there is a report, the rows have none of its figures.
 */
export function positionsReading(parts: Sources): Reading | null {
  const { positions = null } = parts
  const report = figureReading(parts, 'positions')
  if (positions === null || positions.readAt === null || report.readAt === null) return positions
  const { expectEveryMs } = positions
  return { ...report, readAt: Math.min(positions.readAt, report.readAt), expectEveryMs }
}

/** The most important figure: margin, or equity if the venue has no contracts. */
export function mainFigure({ positions }: Sources): ReportFigure {
  return positions?.isAbsent === true ? 'equity' : 'margin'
}

/** Whether a part was never read: a total would be incomplete, and completing it would look like a gain. */
export function isWaitingForTotals({ risk, health }: Partial<Pick<Parts, 'risk' | 'health'>>): boolean {
  return !risk?.data || risk.data.missing.length > 0 || (health?.data?.phase ?? 'connecting') === 'connecting'
}
