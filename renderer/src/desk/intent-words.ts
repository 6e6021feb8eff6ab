/** How an intent stands, in words and a tone: the one reading of the desk's states for rows, toasts and the log. */
import { chaseOf, type Action, type CloseSize, type CloseTactic, type OrderFilter } from '#shared/desk/action.ts'
import { hasSucceeded, isInProgress, type LegState } from '#shared/desk/plan.ts'
import { type IntentReport, type LegReport } from '#shared/desk/report.ts'
import { positionName } from '#shared/domain/account.ts'
import type { Message } from '#shared/domain/message.ts'
import { decimal, toText, type Encoded } from '#shared/domain/decimal.ts'
import type { PendingIntent, Refusal } from '../app/stores/desk.ts'
import { formatAmount, formatMoment, formatTime } from '../kit/format.ts'
import { say } from '../kit/say.ts'
import { isAmount } from '../kit/amount-text.ts'
import { asIdentified, type TitleOf } from '../kit/instrument-words.ts'
import { outcomeWords, placeOf } from './outcome-words.ts'

/**
 * `busy` is under way; `ok` was seen in a read of the venue; `said` is done by the venue's word, which no read can show;
 * `amber` needs eyes; `red` did not work.
 */
type Tone = 'busy' | 'ok' | 'said' | 'amber' | 'red'

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
  working: { tone: 'ok', word: 'working' },
  canceled: { tone: 'amber', word: 'cancelled' },
  accepted: { tone: 'said', word: 'accepted' },
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
  'canceled',
  'accepted',
  'working',
  'verified',
  'alreadyGone',
]

export function legProgress({ state, detail }: Encoded<LegReport>): Progress {
  return { ...LEG_WORDS[state], why: say(detail), inFlight: isInProgress(state) }
}

/** The leg most worth telling speaks for the intent; "ok" only when every leg was seen to have its effect. */
export function intentProgress(intent: Encoded<IntentReport>): Progress {
  const { state, refusal } = intent
  const note = intent.note && say(intent.note)
  if (state === 'refused') return { ...REFUSED, why: sentences(note, askedOften(refusal?.times ?? 1)) }
  const inFlight = state === 'running' || state === 'unknown'
  const legs = intent.legs.filter((leg) => !isTakenOver(leg, intent))
  const told = TELL_FIRST.flatMap((each) => legs.filter((leg) => leg.state === each))[0]
  if (!told) return { tone: 'busy', word: inFlight ? 'planning' : state, why: 'No request was made yet.', inFlight }
  const succeeded = legs.filter(({ state: each }) => hasSucceeded(each)).length
  const { tone, word } = LEG_WORDS[told.state]
  const count = legs.length > 1 ? ` ${succeeded} of ${legs.length}` : ''
  const wentWell = hasSucceeded(told.state)
  if (wentWell && state === 'running' && chaseOf(intent.action))
    return { tone: 'busy', word: 'chasing', why: say(newestClose(legs) ?? told.detail), inFlight: false }
  // Every request had its effect, and the account was not seen afterwards as it was to be: that is not done.
  if (wentWell && state === 'running') return { tone: 'busy', word: `looking${count}`, why: LOOKING, inFlight }
  const outcome = inFlight ? null : outcomeWords(intent, legs)
  if (wentWell && state === 'partial')
    return { tone: 'amber', word: `not sure${count}`, why: sentences(note ?? NOT_SEEN, outcome), inFlight }
  // Of a plan that worked out, its end is what was asked for: the close, not the cancels that made room for it.
  if (wentWell)
    return { tone, word: `${word}${count}`, why: sentences(note, outcome ?? detailOf(legs.at(-1))), inFlight }
  // What a person has to look at comes first; else how far it got, then what stopped it.
  const why =
    told.state === 'needsHuman'
      ? sentences(note, say(told.detail), outcome)
      : sentences(note, outcome, say(told.detail))
  if (state === 'needsHuman' && intent.seenAt !== null)
    return { tone: 'said', ...seenWords(intent.seenAt, why), inFlight }
  return { tone, word: `${STATE_WORDS[state] ?? word}${count}`, why, inFlight }
}

const sentences = (...said: readonly (string | null)[]): string => said.filter((each) => each !== null).join(' ')

/** What is known stays as it is; that somebody has looked is said before it. */
function seenWords(seenAt: number, why: string): Pick<Progress, 'word' | 'why'> {
  const word = `seen ${formatTime(seenAt).slice(0, 5)}`
  return { word, why: `You looked at it ${formatMoment(seenAt)}. ${why}` }
}

const detailOf = (leg: Encoded<LegReport> | undefined): string | null => (leg ? say(leg.detail) : null)

function newestClose(legs: readonly Encoded<LegReport>[]): Message | undefined {
  return legs.findLast(({ request }) => request.kind === 'close')?.detail
}

const LOOKING = 'Every request had its effect; the account is looked at once more.'
const NOT_SEEN = 'Every request had its effect; that nothing is left was not seen.'

const LEFT_OUT: ReadonlySet<LegState> = new Set(['skipped', 'rejected', 'notSent', 'partial', 'absent'])

/**
 * A leg that was left out, refused, done in part or did not happen, and gone on with by a later round: a fresh size, or
 * an order of its own. An order that a chase has moved was taken back by us: the one placed after it stands for it.
 */
export function isTakenOver(leg: Encoded<LegReport>, { action, state, legs: all }: Encoded<IntentReport>): boolean {
  // Of an intent that came out in part, what was done in part is the news, whoever went on with it.
  if (leg.state === 'partial' && state === 'partial' && !chaseOf(action)) return false
  const place = placeOf(leg.request)
  return LEFT_OUT.has(leg.state) && all.some((later) => later.round > leg.round && placeOf(later.request) === place)
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

const REFUSED = { tone: 'red', word: 'refused', inFlight: false } as const

export function refusalProgress({ message }: Refusal): Progress {
  return { ...REFUSED, why: say(message) }
}

function askedOften(times: number): string | null {
  return times > 1 ? `Asked ${String(times)} times.` : null
}

/** What is asked for: "Close short E-ETH-USDT isolated at market", "Cancel all orders of BTC/USDT". */
export function actionTitle(action: Action, titleOf: TitleOf = asIdentified): string {
  switch (action.kind) {
    case 'cancelOrder':
      return `Cancel ${titleOf(action.area, action.instrument)} order …${action.orderId.slice(-6)}`
    case 'cancelOrders':
      return `Cancel ${action.orders.length} ${action.orders.length === 1 ? 'order' : 'orders'}`
    case 'cancelMatching':
      return cancelTitle(action.filter, titleOf)
    case 'closePosition':
      return closeTitle(action.tactic, `${sizeWords(action.size)}${positionName(action.positionKey)}`)
    case 'closeSide':
      return `Close all ${action.side}s at market`
    case 'reduce':
      return reduceTitle(action.closes)
    case 'flatten':
      return action.spot === 'sell' ? 'Flatten and sell Spot' : 'Flatten, keep Spot'
    case 'protect':
      return `${PURPOSE_WORDS[action.purpose]} for ${sizeWords(action.size)}${positionName(action.positionKey)} at ${action.trigger.kind === 'breakEven' ? 'break-even' : amountWords(action.trigger.price)}`
    case 'restore':
      return 'Restore cancelled orders'
  }
}

/** "Close long E-BTC-USDT cross at market, at most 0.5 % away" */
function closeTitle(tactic: CloseTactic, what: string): string {
  switch (tactic.kind) {
    case 'market':
      return `Close ${what} at market`
    case 'capped':
      return `Close ${what} at market, at most ${amountWords(tactic.percent)}\u202f% away`
    case 'limit':
      return `Close ${what} at ${amountWords(tactic.price)}`
    case 'chase':
      return `Chase out of ${what}`
  }
}

type Reduced = Extract<Action, { kind: 'reduce' }>['closes']

/** "Reduce short E-ETH-USDT isolated by 420 ct", "Reduce 2 positions" */
function reduceTitle(closes: Reduced): string {
  const [first] = closes
  return closes.length === 1 && first ? `Reduce ${reducedWords(first)}` : `Reduce ${closes.length} positions`
}

/** "short E-ETH-USDT isolated by 420 ct" */
export function reducedWords({ positionKey, volume }: Reduced[number]): string {
  return `${positionName(positionKey)} by ${amountWords(volume)} ct`
}

/** What protective orders are called. */
export const PURPOSE_WORDS = { stopLoss: 'Stop-loss', takeProfit: 'Take-profit' } as const

const AREA_WORDS = { spot: ' Spot', contract: ' Contract' } as const
const SIDE_WORDS = { buy: 'buys', sell: 'sells' } as const

function cancelTitle({ area, instrument, side, closing }: OrderFilter, titleOf: TitleOf): string {
  const where = area !== null && instrument !== null ? ` of ${titleOf(area, instrument)}` : ''
  const kind = area !== null && instrument === null ? AREA_WORDS[area] : ''
  // Spot orders open and close nothing.
  const kept = closing || area === 'spot' ? '' : ', closing orders stay'
  return `Cancel all${kind} ${side === null ? 'orders' : SIDE_WORDS[side]}${where}${kept}`
}

/** "50 % of ", "12 ct of "; nothing for the whole of it. */
function sizeWords(size: CloseSize): string {
  if (size.kind === 'volume') return `${amountWords(size.volume)} ct of `
  return size.percent === 100 ? '' : `${size.percent}\u202f% of `
}

/** An amount as typed, grouped; three dots while it is not typed yet. */
function amountWords(text: string): string {
  return isAmount(text) ? formatAmount(toText(decimal(text))) : '…'
}
