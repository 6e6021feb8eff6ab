/** Which intents are still open: they wait for evidence, or for a trader who has not looked yet. Pure. */
import type { IntentReport } from '#shared/desk/report.ts'

/** Plimsoll cannot determine the outcome, and the trader has not confirmed having looked at it. */
export function needsLook({ state, seenAt }: Pick<IntentReport, 'state' | 'seenAt'>): boolean {
  return state === 'needsHuman' && seenAt === null
}

/** The outcome is unknown, or it waits for the trader to look. */
export function isOpenIntent(intent: Pick<IntentReport, 'state' | 'seenAt'>): boolean {
  return intent.state === 'unknown' || needsLook(intent)
}
