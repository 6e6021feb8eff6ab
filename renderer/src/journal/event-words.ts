/** What happened at the venue, in words: the one place where they are made from its code and facts. Pure. */
import { positionKey, positionName, type Position } from '#shared/domain/account.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { AREA_TITLE } from '#shared/domain/instrument.ts'
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { AccountEvent, EventCode, EventFacts, Evidence } from '#shared/events/event.ts'
import { formatAmount, formatTime } from '../kit/format.ts'
import { FREEZE_WORDS } from '../kit/freeze-words.ts'
import { asIdentified, type TitleOf } from '../kit/instrument-words.ts'

export type EventView = Encoded<AccountEvent>
/** Those about an order. */
type OrderFacts = Extract<Encoded<EventFacts>, { readonly isOwn: boolean }>

export interface EventWords {
  /** "Liquidated: long E-SOL-USDT isolated, 1,150 ct". */
  readonly title: string
  /** What it rests on and what to do, in short sentences. */
  readonly detail: string
  /** What the two readings showed. */
  readonly readings: string
}

const EVIDENCE: Readonly<Record<Evidence, string>> = {
  readings: '',
  frozen: 'The venue had frozen it for liquidation.',
  liquidationPrice: 'The price was beyond its liquidation price.',
  ownStop: 'A protective order of Plimsoll’s was for it.',
  order: 'The order itself says so.',
  orderHistory: 'The order history shows it.',
  trades: 'The trades show it.',
  ownRequest: '',
  otherArea: 'Both areas show it.',
}

export function eventWords(event: EventView, titleOf: TitleOf = asIdentified): EventWords {
  const { facts, evidence, since, at, whileClosed } = event
  const closed = whileClosed ? ['Plimsoll was closed when it happened.'] : []
  const why = evidence.map((each) => EVIDENCE[each]).filter(Boolean)
  return {
    title: titleFor(facts, titleOf),
    detail: [...closed, ...why, adviceFor(facts)].filter(Boolean).join(' '),
    readings: readingsOf(facts, since, at),
  }
}

/** "3 orders filled", for events of one code together. */
export function eventsTitle(events: readonly EventView[], titleOf: TitleOf = asIdentified): string {
  const [first] = events
  if (first === undefined) return ''
  return events.length === 1 ? titleFor(first.facts, titleOf) : `${String(events.length)} × ${KINDS[first.facts.code]}`
}

/** What kind of event a code is, in a few words. */
export const KINDS: Readonly<Record<EventCode, string>> = {
  liquidated: 'liquidated',
  forceReduced: 'reduced by force',
  stopFired: 'stop fired',
  closedElsewhere: 'closed from elsewhere',
  reducedElsewhere: 'reduced from elsewhere',
  openedElsewhere: 'opened from elsewhere',
  enlargedElsewhere: 'enlarged from elsewhere',
  positionChanged: 'changed, nothing explains it',
  frozen: 'frozen',
  released: 'released',
  leverageChanged: 'leverage changed',
  marginModeChanged: 'margin mode changed',
  orderFilled: 'order filled',
  orderPartlyFilled: 'order filled in part',
  orderCanceled: 'order cancelled, not from here',
  orderRejected: 'order rejected',
  orderPlaced: 'order placed from elsewhere',
  orderGone: 'order gone',
  transferred: 'transfer',
  balanceRose: 'balance rose',
  balanceFell: 'balance fell, trading does not explain it',
  contractSuspended: 'trading suspended',
  contractResumed: 'trading resumed',
}

function titleFor(facts: Encoded<EventFacts>, titleOf: TitleOf): string {
  switch (facts.code) {
    case 'liquidated':
      return `Liquidated: ${place(facts)}, ${contracts(facts.volume)}`
    case 'forceReduced':
      return `Reduced by force: ${place(facts)}, ${contracts(facts.volume)} of ${contracts(facts.before)}`
    case 'stopFired':
      return `Your stop or take-profit fired: ${place(facts)}, ${contracts(facts.volume)}`
    case 'closedElsewhere':
    case 'reducedElsewhere':
    case 'openedElsewhere':
    case 'enlargedElsewhere':
      return `${sentence(KINDS[facts.code])}: ${place(facts)}, ${contracts(facts.volume)}`
    case 'positionChanged':
      return `Changed, nothing explains ${SIGNS[String(facts.isMore)] ?? ''}${contracts(facts.volume)}: ${place(facts)}, ${formatAmount(facts.before)} → ${contracts(facts.after)}`
    case 'frozen':
      return `Frozen by the venue: ${place(facts)}, ${FREEZE_WORDS[facts.by]?.word ?? 'no reason given'}`
    case 'released':
      return `No longer frozen: ${place(facts)}`
    case 'leverageChanged':
      return `Leverage changed: ${place(facts)}, ${formatAmount(facts.before)}× → ${formatAmount(facts.after)}×`
    case 'marginModeChanged':
      return `Margin mode changed: ${facts.side} ${facts.contract}, ${facts.before} → ${facts.marginMode}`
    case 'transferred':
      return `Transfer of ${formatAmount(facts.amount)} ${facts.asset} from ${AREA_TITLE[facts.from]} to ${AREA_TITLE[facts.to]}`
    case 'balanceRose':
    case 'balanceFell':
      return `${areaOf(facts.area)} ${facts.asset} ${facts.code === 'balanceRose' ? 'rose' : 'fell'} by ${formatAmount(facts.amount)}: trading does not explain it`
    case 'contractSuspended':
    case 'contractResumed':
      return `${facts.contract}: ${KINDS[facts.code]}`
    case 'orderFilled':
    case 'orderPartlyFilled':
    case 'orderCanceled':
    case 'orderRejected':
    case 'orderPlaced':
    case 'orderGone':
      return orderTitle(facts, titleOf)
  }
}

const SIGNS: Readonly<Record<string, string>> = { true: '+', false: '−' }

function orderTitle(facts: OrderFacts, titleOf: TitleOf): string {
  const { area, instrument, side, action, price, quantity } = facts
  const size = area === 'contract' ? contracts(quantity) : formatAmount(quantity)
  const what = `${facts.isOwn ? 'your ' : ''}${action === 'close' ? 'closing ' : ''}${side} ${size} ${titleOf(area, instrument)}`
  return `${sentence(KINDS[facts.code])}: ${what} ${price === null ? 'at market' : `at ${formatAmount(price)}`}`
}

const NOT_FROM_HERE = 'Not by Plimsoll: the venue’s site or another program.'
const OR_THE_VENUE = 'By the venue’s site, another program, or the venue itself: not by Plimsoll.'
const LOOK = 'Look at the venue’s own site.'

/** Whose work it may be, and what to do. */
const ADVICE: { readonly [C in EventCode]?: string } = {
  reducedElsewhere: OR_THE_VENUE,
  closedElsewhere: OR_THE_VENUE,
  openedElsewhere: NOT_FROM_HERE,
  enlargedElsewhere: NOT_FROM_HERE,
  orderPlaced: NOT_FROM_HERE,
  orderGone: `Whether it was filled or cancelled is not known. ${LOOK}`,
  balanceFell: 'A withdrawal, a transfer, a fee, or somebody else. If it was not you, act now.',
  balanceRose: 'A deposit, a transfer or a payment.',
}

function adviceFor(facts: Encoded<EventFacts>): string {
  if (facts.code === 'frozen') return FREEZE_WORDS[facts.by]?.why ?? ''
  if (facts.code !== 'positionChanged') return ADVICE[facts.code] ?? ''
  return facts.mayBeOwn
    ? `A request of Plimsoll’s whose effect is not known may have done it. ${LOOK}`
    : `Neither an order nor a trade was found for it. ${LOOK}`
}

function readingsOf(facts: Encoded<EventFacts>, since: number, at: number): string {
  const span = `${formatTime(since)} → ${formatTime(at)}`
  if (!('before' in facts) || facts.code === 'marginModeChanged' || facts.code === 'leverageChanged') return span
  const unit = 'asset' in facts ? ` ${facts.asset}` : ''
  const label = 'orderId' in facts && 'isOwn' in facts ? 'executed ' : ''
  const order = 'orderId' in facts && facts.orderId !== null ? ` · order ${facts.orderId}` : ''
  return `${label}${formatAmount(facts.before)} at ${formatTime(since)} → ${formatAmount(facts.after)}${unit} at ${formatTime(at)}${order}`
}

function place({ contract, marginMode, side }: Pick<Position, 'contract' | 'marginMode' | 'side'>): string {
  return positionName(positionKey(contract, marginMode, side))
}

const contracts = (volume: DecimalText): string => `${formatAmount(volume)} ct`
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const areaOf = (area: Area): string => AREA_TITLE[area]
