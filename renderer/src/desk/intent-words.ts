/**
 * The state of an intent as words and a tone. Rows, notices and the log all use this one reading of the desk's states.
 * Pure.
 */
import { chaseOf } from '#shared/desk/action.ts'
import { hasSucceeded, isInProgress, type LegState } from '#shared/desk/plan.ts'
import { type IntentReport, type LegReport } from '#shared/desk/report.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import type { PendingIntent } from '../app/stores/desk.ts'
import { formatMoment, formatTime } from '../kit/format.ts'
import { say, sayAll, t } from '../kit/say.ts'
import { outcomeMessage, placeOf } from './outcome-words.ts'

export interface Progress {
  /**
   * `busy`: in progress. `ok`: confirmed by a read of the venue. `reported`: done according to the venue, where no read
   * can confirm it. `amber`: needs attention. `red`: failed.
   */
  readonly tone: 'busy' | 'ok' | 'reported' | 'amber' | 'red'
  readonly word: string
  /** What Plimsoll knows, and how it knows that. */
  readonly why: string
  /** The effect is pending or unknown, so the same action must not be asked for again yet. */
  readonly inFlight: boolean
}

/** The most important state first: where the legs of an intent differ, the first of their states stands for it. */
const TONES: Record<LegState, Progress['tone']> = {
  needsHuman: 'red',
  unknown: 'amber',
  journalled: 'busy',
  acknowledged: 'busy',
  planned: 'busy',
  rejected: 'red',
  absent: 'red',
  notSent: 'red',
  partial: 'amber',
  skipped: 'amber',
  canceled: 'amber',
  accepted: 'reported',
  working: 'ok',
  verified: 'ok',
  alreadyGone: 'ok',
}
const TELL_FIRST = Object.keys(TONES) as readonly LegState[]

export const toneOf = ({ state }: Pick<LegReport, 'state'>): Progress['tone'] => TONES[state]

export function legProgress({ state, detail }: Encoded<LegReport>): Progress {
  return { tone: TONES[state], word: t(`desk.state.${state}`), why: say(detail), inFlight: isInProgress(state) }
}

/** Whether more may still happen to an intent. */
export const goesOn = (state: IntentReport['state']): state is 'running' | 'unknown' =>
  state === 'running' || state === 'unknown'

/** The most important leg stands for the intent, so "ok" means that every leg succeeded. */
export function intentProgress(intent: Encoded<IntentReport>): Progress {
  const { state, refusal, note } = intent
  if (state === 'refused') return refused(note, askedOften(refusal?.times ?? 1))
  const inFlight = goesOn(state)
  const legs = intent.legs.filter((leg) => !isTakenOver(leg, intent))
  const leading = TELL_FIRST.flatMap((each) => legs.filter((leg) => leg.state === each))[0]
  if (!leading)
    return {
      tone: 'busy',
      word: inFlight ? t('desk.planning') : t(`desk.state.${state}`),
      why: t('desk.noRequest'),
      inFlight,
    }
  const done = legs.filter(({ state: each }) => hasSucceeded(each)).length
  const tone = TONES[leading.state]
  const counted = (word: string): string =>
    legs.length > 1 ? t('desk.wordOf', { word, done, all: legs.length }) : word
  const wentWell = hasSucceeded(leading.state)
  if (wentWell && state === 'running' && chaseOf(intent.action))
    return { tone: 'busy', word: t('desk.chasing'), why: say(newestClose(legs) ?? leading.detail), inFlight: false }
  // Every request had its effect, but the account has not been read since, so the intent is not done.
  if (wentWell && state === 'running')
    return { tone: 'busy', word: counted(t('desk.looking')), why: t('desk.lookingWhy'), inFlight }
  const outcome = inFlight ? null : outcomeMessage(intent, legs)
  if (wentWell && state === 'partial') {
    const why = sayAll(note ?? message('desk.notSureWhy'), outcome)
    return { tone: 'amber', word: counted(t('desk.notSure')), why, inFlight }
  }
  // A plan that worked reports its last step: the close, not the cancels that made room for it.
  if (wentWell) {
    const why = sayAll(note, outcome ?? legs.at(-1)?.detail)
    return { tone, word: counted(t(`desk.state.${leading.state}`)), why, inFlight }
  }
  // A problem that the trader has to look at comes first. Otherwise the result so far comes first, then the reason why
  // it stopped.
  const whys = leading.state === 'needsHuman' ? [leading.detail, outcome] : [outcome, leading.detail]
  const { seenAt } = intent
  if (state === 'needsHuman' && seenAt !== null) {
    // The reason stays. The time at which the trader looked comes before it.
    const why = sayAll(message('desk.seenWhy', { at: formatMoment(seenAt) }), note, ...whys)
    return { tone: 'reported', word: t('desk.seen', { time: formatTime(seenAt).slice(0, 5) }), why, inFlight }
  }
  const ended = state === 'partial' || state === 'unknown' || state === 'needsHuman' ? state : leading.state
  return { tone, word: counted(t(`desk.state.${ended}`)), why: sayAll(note, ...whys), inFlight }
}

function newestClose(legs: readonly Encoded<LegReport>[]): Message | undefined {
  return legs.findLast(({ request }) => request.kind === 'close')?.detail
}

const LEFT_OUT: ReadonlySet<LegState> = new Set(['skipped', 'rejected', 'notSent', 'partial', 'absent'])

/**
 * Whether a later round replaced this leg: the leg was skipped, refused, partly done or absent, and a later leg acts on
 * the same order, position or holding. An order that a chase moved counts too: the order placed after it replaces it.
 */
export function isTakenOver(leg: Encoded<LegReport>, { action, state, legs: all }: Encoded<IntentReport>): boolean {
  // When the intent itself ended in part, the partial leg stays the one to report, even if a later round continued it.
  if (leg.state === 'partial' && state === 'partial' && !chaseOf(action)) return false
  const place = placeOf(leg.request)
  return LEFT_OUT.has(leg.state) && all.some((later) => later.round > leg.round && placeOf(later.request) === place)
}

export function pendingProgress({ stage }: Pick<PendingIntent, 'stage'>): Progress {
  const why = t(`desk.pending.${stage}`)
  // Asking again is safe, because it repeats the same intent id.
  if (stage === 'unanswered') return { tone: 'amber', word: t('desk.noAnswer'), why, inFlight: false }
  return { tone: 'busy', word: t('desk.sending'), why, inFlight: true }
}

export function refusalProgress({ message: why }: { readonly message: Message }): Progress {
  return refused(why)
}

/** Main does not report it. */
export function notListed(): Progress {
  return { tone: 'amber', word: t('desk.notListed'), why: t('desk.notListedWhy'), inFlight: false }
}

function refused(...why: readonly (Message | null)[]): Progress {
  return { tone: 'red', word: t('desk.refused'), why: sayAll(...why), inFlight: false }
}

function askedOften(times: number): Message | null {
  return times > 1 ? message('desk.askedOften', { times }) : null
}
