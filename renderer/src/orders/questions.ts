/** Requests whose effect is not known: what was asked, the evidence, and what to do. Pure. */
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { formatAmount, formatTime } from '../kit/format.ts'
import type { TitleOf } from '#shared/words/instrument-words.ts'
import { say, t } from '../kit/say.ts'
import { legProgress } from '../desk/intent-words.ts'
import { needsLook } from '../desk/open-intents.ts'
import { idWords, requestTitle, venueWords } from '../desk/request-words.ts'

/** One for each request that is not known, or needs a human who has not looked yet; the newest intent first. */
export function questionsOf(intents: readonly Encoded<IntentReport>[], titleOf: TitleOf) {
  return intents.flatMap((intent) =>
    intent.legs.flatMap((leg, index) =>
      leg.state === 'unknown' || (leg.state === 'needsHuman' && intent.seenAt === null)
        ? {
            key: `${intent.intentId} ${index}`,
            createdAt: intent.createdAt,
            /** The intent to mark as looked at; null while Plimsoll still checks by itself. */
            seenId: needsLook(intent) ? intent.intentId : null,
            ...questionOf(leg, titleOf),
          }
        : [],
    ),
  )
}

function questionOf(leg: Encoded<LegReport>, titleOf: TitleOf) {
  return {
    title: requestTitle(leg.request, { titleOf }),
    progress: legProgress(leg),
    evidence: evidenceOf(leg),
    venue: venueWords(leg),
    // What to check on the venue's own site if no read can decide it.
    todo: t(`orders.todo.${leg.state === 'needsHuman' ? leg.request.kind : 'wait'}`),
  }
}

function evidenceOf(leg: Encoded<LegReport>): readonly string[] {
  const { executed, failure, changedAt, detail } = leg
  return [
    ...idWords(leg),
    ...(executed === null ? [] : [t('orders.executed', { executed: formatAmount(executed) })]),
    ...(failure?.httpStatus != null ? [t('probe.httpStatus', { status: failure.httpStatus })] : []),
    ...(failure && !('why' in detail.facts) ? [say(failure.message)] : []),
    t('orders.changedAt', { time: formatTime(changedAt) }),
  ]
}
