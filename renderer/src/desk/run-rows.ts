/** A running intent as the sheet shows it: for each leg, what was planned and what happened. Pure. */
import { chaseOf } from '#shared/desk/action.ts'
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import { say, t } from '../kit/say.ts'
import { formatAge, formatAmount } from '../kit/format.ts'
import { isTakenOver, legProgress, toneOf, type Progress } from './intent-words.ts'
import { requestTitle, tradeSize, type Indexed, type RequestWords } from './request-words.ts'

/** The legs of an intent, those that need attention first and the others in the order of the plan, and their words. */
export function runWords(intent: Encoded<IntentReport>, words: RequestWords) {
  const needsEyes = ([, leg]: Indexed<Encoded<LegReport>>): boolean => ALARMS.has(toneOf(leg)) && !isMoved(leg, intent)
  const legs = [...intent.legs.entries()]
  function rowOf([index, leg]: Indexed<Encoded<LegReport>>) {
    const expected = intent.estimate?.legs[index]
    const traded = tradedText(leg)
    const moved = isMoved(leg, intent) ? ({ tone: 'reported', word: t('desk.state.moved') } as const) : {}
    const progress = { ...legProgress(leg), ...moved }
    return {
      what: requestTitle(leg.request, words),
      /** Empty for legs that a later round added. */
      planned: leg.round === 1 && expected ? say(expected.effect) : '',
      /** The traded size, once known, then the state and the reason. */
      known: traded === null ? progress.why : t('desk.tradedWhy', { traded, why: progress.why }),
      progress,
      /** Rounds from 2 on were added by a check that found more to do. */
      round: leg.round,
    }
  }
  return { legs: [...legs.filter(needsEyes), ...legs.filter((leg) => !needsEyes(leg))], rowOf }
}

const ALARMS: ReadonlySet<Progress['tone']> = new Set(['red', 'amber'])

/** Whether a chase cancelled this order and placed a new one: nothing is wrong. */
function isMoved(leg: Encoded<LegReport>, intent: Encoded<IntentReport>): boolean {
  return chaseOf(intent.action) !== null && leg.request.kind === 'close' && isTakenOver(leg, intent)
}

function tradedText({ request, executed }: Encoded<LegReport>): string | null {
  // The outcome of a cancelled order already says how much it had traded.
  if (executed === null || request.kind === 'cancel') return null
  const asked = tradeSize(request)
  const traded = formatAmount(executed)
  return asked === null ? traded : t('desk.tradedOf', { executed: traded, asked })
}

/**
 * "took 3.1 s, planned ~3.4 s (95 % within 6.0 s)"; only the planned time while the intent runs. A chase has no planned
 * time.
 */
export function timeWords({ action, tookMs, estimate }: Encoded<IntentReport>): string {
  const took = tookMs === null ? [] : [message('desk.took', { time: formatAge(tookMs) })]
  const planned =
    estimate && !chaseOf(action)
      ? [message('desk.timePlanned', { likely: formatAge(estimate.likelyMs), p95: formatAge(estimate.p95Ms) })]
      : []
  return t('plain', { text: [...took, ...planned] })
}
