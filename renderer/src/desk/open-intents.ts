/** Which intents are still open: they wait for evidence, or for a trader who has not looked yet. Pure. */
import type { IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'

type Intent = Pick<Encoded<IntentReport>, 'state' | 'seenAt'>

/** Plimsoll can not determine the outcome, and the trader has not confirmed having looked at it. */
export function needsLook({ state, seenAt }: Intent): boolean {
  return state === 'needsHuman' && seenAt === null
}

/** The outcome is unknown, or it waits for the trader to look. */
export function isOpenIntent(intent: Intent): boolean {
  return intent.state === 'unknown' || needsLook(intent)
}
