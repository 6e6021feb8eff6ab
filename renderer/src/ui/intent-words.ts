/** How an intent stands, in words and a tone: the one reading of the desk's states for rows, toasts and the log. */
import type { Action } from '#shared/desk/action.ts'
import { isInProgress, type IntentReport, type LegReport, type LegState } from '#shared/desk/plan.ts'
import type { Position } from '#shared/domain/account.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { PendingIntent, Refusal } from '../stores/desk.ts'
import { asIdentified, type TitleOf } from './instrument-words.ts'

/** `busy` is under way; `ok` was seen in a read of the venue; `amber` needs eyes; `red` did not work. */
export type Tone = 'busy' | 'ok' | 'amber' | 'red'

export interface Progress {
  readonly tone: Tone
  readonly word: string
  /** What is known and why. */
  readonly why: string
  /** Asking again makes no sense yet: the effect is still on its way or not known. */
  readonly inFlight: boolean
}

const LEG_WORDS: Record<LegState, { readonly tone: Tone; readonly word: string }> = {
  planned: { tone: 'busy', word: 'planned' },
  journalled: { tone: 'busy', word: 'sending' },
  acknowledged: { tone: 'busy', word: 'acknowledged' },
  verified: { tone: 'ok', word: 'verified' },
  alreadyGone: { tone: 'ok', word: 'already gone' },
  partial: { tone: 'amber', word: 'partial' },
  rejected: { tone: 'red', word: 'rejected' },
  notSent: { tone: 'red', word: 'not sent' },
  unknown: { tone: 'amber', word: 'unknown' },
  absent: { tone: 'red', word: 'did not happen' },
  needsHuman: { tone: 'red', word: 'needs you' },
  skipped: { tone: 'amber', word: 'skipped' },
}

/** The order in which states are worth telling when the legs of one intent stand differently. */
const TELL_FIRST: readonly LegState[] = [
  'needsHuman',
  'unknown',
  'journalled',
  'acknowledged',
  'planned',
  'rejected',
  'absent',
  'notSent',
  'partial',
  'skipped',
  'verified',
  'alreadyGone',
]

export function legProgress({ state, detail }: Encoded<LegReport>): Progress {
  return { ...LEG_WORDS[state], why: detail, inFlight: isInProgress(state) }
}

/** The leg most worth telling speaks for the intent; "ok" only when every leg was seen to have its effect. */
export function intentProgress({ state, legs }: Encoded<IntentReport>): Progress {
  const inFlight = state === 'running' || state === 'unknown'
  const told = TELL_FIRST.flatMap((each) => legs.filter((leg) => leg.state === each))[0]
  if (!told) return { tone: 'busy', word: inFlight ? 'planning' : state, why: 'No request was made yet.', inFlight }
  const settled = legs.filter((leg) => LEG_WORDS[leg.state].tone === 'ok').length
  const { tone, word } = LEG_WORDS[told.state]
  const count = legs.length > 1 ? ` ${settled} of ${legs.length}` : ''
  // Of a plan that worked out, its end is what was asked for: the close, not the cancels that made room for it.
  const why = (tone === 'ok' ? legs.at(-1) : told)?.detail ?? told.detail
  return { tone, word: `${tone === 'ok' ? word : (STATE_WORDS[state] ?? word)}${count}`, why, inFlight }
}

const STATE_WORDS: Partial<Record<IntentReport['state'], string>> = {
  partial: 'partial',
  unknown: 'unknown',
  needsHuman: 'needs you',
}

const PENDING: Record<PendingIntent['stage'], Progress> = {
  sending: { tone: 'busy', word: 'sending', why: 'On its way to Plimsoll’s core.', inFlight: true },
  accepted: {
    tone: 'busy',
    word: 'sending',
    why: 'Taken on; the plan is being made from a fresh read.',
    inFlight: true,
  },
  unanswered: {
    tone: 'amber',
    word: 'no answer',
    why: 'Plimsoll’s core did not say whether it took this on. Asking again is safe: it repeats the same request.',
    inFlight: false,
  },
}

export function pendingProgress({ stage }: PendingIntent): Progress {
  return PENDING[stage]
}

export function refusalProgress({ message }: Refusal): Progress {
  return { tone: 'red', word: 'refused', why: message, inFlight: false }
}

/** What is asked for: "Close short E-ETH-USDT isolated", "Cancel all orders of BTC/USDT". */
export function actionTitle(
  action: Action,
  positions: readonly Encoded<Position>[] = [],
  titleOf: TitleOf = asIdentified,
): string {
  if (action.kind !== 'closePosition') {
    const instrument = titleOf(action.area, action.instrument)
    if (action.kind === 'cancelInstrument') return `Cancel all orders of ${instrument}`
    return `Cancel ${instrument} order …${action.orderId.slice(-6)}`
  }
  const held = positions.find(({ key }) => key === action.positionKey)
  if (held) return `Close ${held.side} ${held.contract} ${held.marginMode}`
  return `Close ${action.positionKey.split(':').join(' ')}`
}
