/** Which intents still wait: for evidence, or for a person who has not looked yet. Pure. */
import type { IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'

type Intent = Pick<Encoded<IntentReport>, 'state' | 'seenAt'>

/** Its outcome can not be found out from here, and the trader has not said yet to have looked. */
export function needsLook({ state, seenAt }: Intent): boolean {
  return state === 'needsHuman' && seenAt === null
}

/** Not at its end, or at one that only a person can judge and has not. */
export function isOpenIntent(intent: Intent): boolean {
  return intent.state === 'unknown' || needsLook(intent)
}
