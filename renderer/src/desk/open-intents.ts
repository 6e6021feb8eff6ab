/** Which intents still wait: for evidence, or for a person who has not looked yet. Pure. */
import type { IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'

type Intent = Pick<Encoded<IntentReport>, 'state' | 'seenAt'>

/** Plimsoll can not find out its outcome, and the trader has not confirmed to have looked. */
export function needsLook({ state, seenAt }: Intent): boolean {
  return state === 'needsHuman' && seenAt === null
}

/** Its outcome is not known, or waits for the trader to look. */
export function isOpenIntent(intent: Intent): boolean {
  return intent.state === 'unknown' || needsLook(intent)
}
