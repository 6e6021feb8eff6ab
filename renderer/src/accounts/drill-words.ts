/** The newest fire drill in words: how old, how fast the way out was, what was found; and whether it is worth a mark. Pure. */
import type { DrillCard, DrillCheck } from '#shared/desk/drill.ts'
import { formatAge, formatDuration } from '../kit/format.ts'

/** What was proved longer ago says little of today. */
const LASTS_MS = 7 * 24 * 3_600_000

/** `failed`: the way out did not work then. `old`: it did, too long ago to rely on. */
export type DrillMark = 'failed' | 'old'

/** null: nothing to say. No drill at all is told where it is run, and nowhere else. */
export function drillMark(card: DrillCard | null, ageMs: number): DrillMark | null {
  if (card === null) return null
  if (countOf(card, 'failed') > 0) return 'failed'
  return ageMs > LASTS_MS ? 'old' : null
}

/** "Last drill 2 d 03 h ago · flat in ~3.1 s · 1 warning". */
export function drillSummary(card: DrillCard, ageMs: number): string {
  return [`Last drill ${formatDuration(ageMs)} ago`, flattenWords(card), findingWords(card)].join(' · ')
}

function flattenWords({ flatten }: DrillCard): string {
  if (flatten === null) return 'time to flat not known'
  return flatten.likelyMs === 0 ? 'was flat already' : `flat in ~${formatAge(flatten.likelyMs)}`
}

function findingWords(card: DrillCard): string {
  const failed = countOf(card, 'failed')
  const warnings = countOf(card, 'warning')
  const words = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ]
  return words.length > 0 ? words.join(', ') : 'no warnings'
}

function countOf({ checks }: DrillCard, wanted: DrillCheck['verdict']): number {
  return checks.filter(({ verdict }) => verdict === wanted).length
}
