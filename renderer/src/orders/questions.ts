/** Requests whose effect is not known: what was asked, what speaks for and against it, and what to do. Pure. */
import type { LegRequest } from '#shared/desk/plan.ts'
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { formatTime } from '../kit/format.ts'
import type { TitleOf } from '../kit/instrument-words.ts'
import { legProgress, type Progress } from '../desk/intent-words.ts'
import { needsLook } from '../desk/open-intents.ts'
import { idWords, requestTitle, venueWords } from '../desk/request-words.ts'

export interface Question {
  readonly key: string
  readonly title: string
  readonly progress: Progress
  /** Wall clock ms of main. */
  readonly createdAt: number
  readonly evidence: readonly string[]
  /** The venue's own words, if it said any. */
  readonly venue: string | null
  readonly todo: string
  /** The intent whose questions end when a person says to have looked; null while Plimsoll still looks itself. */
  readonly seenId: string | null
}

const WAIT = 'Nothing to do yet. Plimsoll reads the venue until it is certain and sends nothing again; other rows work.'

/** What to look at on the venue's own site when no read can decide it. */
const LOOK: Record<LegRequest['kind'], string> = {
  cancel: 'Look whether the order is still open. Cancelling it once more can do no harm.',
  close: 'Compare the position and its orders on the venue’s own site with what is shown here before closing more.',
  sell: 'Compare the balance and the pair’s orders on the venue’s own site with what is shown here before selling more.',
  protect:
    'No read lists condition orders: look under condition orders on the venue’s own site before placing another.',
  place: 'Look for the order on the venue’s own site before placing it again.',
}

/** One for each request that is not known or needs a human who has not looked yet, of the newest intent first. */
export function questionsOf(intents: readonly Encoded<IntentReport>[], titleOf: TitleOf): readonly Question[] {
  return intents.flatMap((intent) =>
    intent.legs.flatMap((leg, index) =>
      leg.state === 'unknown' || (leg.state === 'needsHuman' && intent.seenAt === null)
        ? [{ ...questionOf(leg, titleOf), key: `${intent.intentId} ${index}`, ...intentOf(intent) }]
        : [],
    ),
  )
}

function intentOf(intent: Encoded<IntentReport>): Pick<Question, 'createdAt' | 'seenId'> {
  return { createdAt: intent.createdAt, seenId: needsLook(intent) ? intent.intentId : null }
}

function questionOf(leg: Encoded<LegReport>, titleOf: TitleOf): Omit<Question, 'key' | 'createdAt' | 'seenId'> {
  return {
    title: requestTitle(leg.request, { titleOf }),
    progress: legProgress(leg),
    evidence: evidenceOf(leg),
    venue: venueWords(leg),
    todo: leg.state === 'needsHuman' ? LOOK[leg.request.kind] : WAIT,
  }
}

function evidenceOf(leg: Encoded<LegReport>): readonly string[] {
  const { executed, failure, changedAt, detail } = leg
  return [
    ...idWords(leg),
    ...(executed === null ? [] : [`executed ${executed}`]),
    ...(failure?.httpStatus != null ? [`HTTP ${failure.httpStatus}`] : []),
    ...(failure && !('why' in detail.facts) ? [failure.message] : []),
    `last looked at ${formatTime(changedAt)}`,
  ]
}
