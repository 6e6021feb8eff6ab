/** The newest denials, reported among the intents. Pure. */
import { isSameAction, type Action } from '#shared/desk/action.ts'
import type { Denial, DenyCode } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'

export interface Refused {
  readonly id: string
  readonly action: Action
  readonly denial: Denial
  /** Wall clock ms of the newest one. */
  readonly at: number
  /** How many times in a row the same action was denied. */
  readonly times: number
}

export const MOST_REFUSED = 20

/** Not reported: a second click on something in progress adds nothing. The journal has it. */
const UNREPORTED: ReadonlySet<DenyCode> = new Set(['IN_FLIGHT'])

/** The denials plus one more, oldest first. A repetition is counted, not listed again. */
export function withRefusal(refused: readonly Refused[], next: Omit<Refused, 'times'>): readonly Refused[] {
  if (UNREPORTED.has(next.denial.code)) return refused
  const last = refused.at(-1)
  const isAgain = last?.denial.code === next.denial.code && isSameAction(last.action, next.action)
  const others = isAgain ? refused.slice(0, -1) : refused
  return [...others, { ...next, times: isAgain ? last.times + 1 : 1 }].slice(-MOST_REFUSED)
}

export function reportOfRefused({ id, action, denial, at, times }: Refused): IntentReport {
  const about = { intentId: id, action, createdAt: at, note: denial.message, refusal: { code: denial.code, times } }
  return { ...about, state: 'refused', tookMs: 0, estimate: null, seenAt: null, legs: [] }
}
