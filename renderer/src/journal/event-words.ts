/** The words of an event at the venue, made from its code and facts. Pure. */
import type { Position } from '#shared/domain/account.ts'
import { areaTitle, message, verbatim, type Code } from '#shared/words/message.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import type { AccountEvent, EventFacts, Evidence } from '#shared/events/event.ts'
import { formatAmount, formatPrice, formatRatio, formatTime } from '../kit/format.ts'
import { FREEZE_WORDS } from '../kit/freeze-words.ts'
import { matchesWords } from '../kit/matches-words.ts'
import { asIdentified, type TitleOf } from '#shared/words/instrument-words.ts'
import { say, sayAll, t } from '../kit/say.ts'

export type EventView = Encoded<AccountEvent>

/**
 * `title`: "Liquidated: long E-SOL-USDT isolated, 1,150 ct". `detail`: the evidence and what to do, in short sentences.
 * `readings`: what the two readings showed.
 */
export function eventWords(event: EventView, titleOf: TitleOf) {
  const { facts, evidence, since, at, whileClosed, delivery } = event
  return {
    title: say(titleFor(facts, titleOf)),
    detail: sayAll(
      whileClosed && message('journal.evidence.whileClosed'),
      ...evidence.map(evidenceOf),
      ...adviceFor(facts),
      delivery && message(`journal.delivery.${delivery}`),
    ),
    readings: readingsOf(facts, since, at),
  }
}

export interface EventRow extends ReturnType<typeof eventWords> {
  readonly event: EventView
}

export const eventRows = (events: readonly EventView[], titleOf: TitleOf): readonly EventRow[] =>
  events.map((event) => ({ event, ...eventWords(event, titleOf) }))

export const matchesEvent = ({ event, title, readings, detail }: EventRow, words: string): boolean =>
  matchesWords(() => [kindOf(event.facts.code), title, readings, detail].join(' '), words)

/** null: the readings say it all. */
function evidenceOf(evidence: Evidence): Message | null {
  return evidence === 'readings' || evidence === 'ownRequest' ? null : message(`journal.evidence.${evidence}`)
}

/** "3 × order filled", for this many events of one code. */
export function eventsTitle({ facts }: EventView, number: number, titleOf: TitleOf = asIdentified): Message {
  if (number === 1) return titleFor(facts, titleOf)
  return message('journal.several', { number, kind: message(`journal.kind.${facts.code}`) })
}

/** What kind of event a code is, in a few words. */
const kindOf = (code: EventFacts['code']): string => t(`journal.kind.${code}`)

function titleFor(facts: Encoded<EventFacts>, titleOf: TitleOf): Message {
  switch (facts.code) {
    case 'liquidated':
    case 'stopFired':
    case 'closedElsewhere':
    case 'reducedElsewhere':
    case 'openedElsewhere':
    case 'enlargedElsewhere':
      return message(`journal.event.${facts.code}`, { position: place(facts), volume: formatAmount(facts.volume) })
    case 'forceReduced': {
      const { volume, before } = facts
      const amounts = { volume: formatAmount(volume), before: formatAmount(before) }
      return message('journal.event.forceReduced', { position: place(facts), ...amounts })
    }
    case 'positionChanged': {
      const { isMore, volume, before, after } = facts
      const change = `${SIGNS[String(isMore)] ?? ''}${formatAmount(volume)}`
      const amounts = { change, before: formatAmount(before), after: formatAmount(after) }
      return message('journal.event.positionChanged', { position: place(facts), ...amounts })
    }
    case 'frozen': {
      const why = FREEZE_WORDS[facts.by]?.word
      const position = place(facts)
      return why === undefined
        ? message('journal.event.frozenNoReason', { position })
        : message('journal.event.frozen', { position, why })
    }
    case 'released':
      return message('journal.event.released', { position: place(facts) })
    case 'leverageChanged':
      return message('journal.event.leverageChanged', {
        position: place(facts),
        before: formatRatio(facts.before),
        after: formatRatio(facts.after),
      })
    case 'marginModeChanged':
      return message('journal.event.marginModeChanged', {
        before: place({ ...facts, marginMode: facts.before }),
        after: place(facts),
      })
    case 'transferred': {
      const { amount, asset, from, to } = facts
      const areas = { from: areaTitle(from), to: areaTitle(to) }
      return message('journal.event.transferred', { quantity: formatAmount(amount), asset, ...areas })
    }
    case 'balanceRose':
    case 'balanceFell': {
      const { area, asset, amount } = facts
      return message(`journal.event.${facts.code}`, { area: areaTitle(area), asset, quantity: formatAmount(amount) })
    }
    case 'contractSuspended':
    case 'contractResumed':
      return message(`journal.event.${facts.code}`, { contract: facts.contract })
    case 'suspended':
    case 'resumed':
    case 'screenLocked':
    case 'screenUnlocked':
    case 'networkLost':
    case 'networkFound':
      return message(`journal.event.${facts.code}`)
    case 'orderFilled':
    case 'orderPartlyFilled':
    case 'orderCanceled':
    case 'orderRejected':
    case 'orderPlaced':
    case 'orderGone':
      return message(`journal.event.${facts.code}`, { order: orderOf(facts, titleOf) })
  }
}

const SIGNS: Readonly<Record<string, string>> = { true: '+', false: '−' }
const CLOSING = { buy: 'closingBuy', sell: 'closingSell' } as const

function orderOf(facts: Extract<Encoded<EventFacts>, { readonly isOwn: boolean }>, titleOf: TitleOf): Message {
  const { isOwn, area, instrument, side, action, price, quantity } = facts
  const volume = formatAmount(quantity)
  return message(`journal.order.${isOwn ? 'own' : 'other'}.${action === 'close' ? CLOSING[side] : side}`, {
    instrument: titleOf(area, instrument),
    size: area === 'contract' ? message('kit.volume', { volume }) : volume,
    price: price === null ? message('desk.atMarket') : message('desk.at', { price: formatPrice(price) }),
  })
}

/** Who may have done it, and what to do. */
const ADVICE = {
  reducedElsewhere: 'journal.advice.orTheVenue',
  closedElsewhere: 'journal.advice.orTheVenue',
  openedElsewhere: 'journal.advice.notFromHere',
  enlargedElsewhere: 'journal.advice.notFromHere',
  orderPlaced: 'journal.advice.notFromHere',
  orderGone: 'journal.advice.orderGone',
  balanceFell: 'journal.advice.balanceFell',
  balanceRose: 'journal.advice.balanceRose',
  suspended: 'journal.advice.suspended',
  resumed: 'journal.advice.readAgain',
  networkLost: 'journal.advice.networkLost',
  networkFound: 'journal.advice.readAgain',
} as const satisfies { readonly [C in EventFacts['code']]?: Code }

function adviceFor(facts: Encoded<EventFacts>): readonly Message[] {
  if (facts.code === 'frozen') {
    const why = FREEZE_WORDS[facts.by]?.why
    return why === undefined ? [] : [verbatim(why)]
  }
  if (facts.code === 'positionChanged') {
    return [message(facts.mayBeOwn ? 'journal.advice.mayBeOwn' : 'journal.advice.unexplained')]
  }
  return facts.code in ADVICE ? [message(ADVICE[facts.code as keyof typeof ADVICE])] : []
}

function readingsOf(facts: Encoded<EventFacts>, since: number, at: number): string {
  const times = since === at ? formatTime(at) : `${formatTime(since)} → ${formatTime(at)}`
  if (!('before' in facts) || facts.code === 'marginModeChanged' || facts.code === 'leverageChanged') return times
  const unit = 'asset' in facts ? ` ${facts.asset}` : ''
  const isOfOrder = 'orderId' in facts && 'isOwn' in facts
  const changed = t(isOfOrder ? 'journal.readings.executed' : 'journal.readings.before', {
    before: formatAmount(facts.before),
    since: formatTime(since),
    after: `${formatAmount(facts.after)}${unit}`,
    at: formatTime(at),
  })
  // An order of which nothing was filled says so by its title.
  const readings = facts.before === facts.after ? times : changed
  const order = 'orderId' in facts && facts.orderId !== null ? [t('expected.order', { id: facts.orderId })] : []
  return [readings, ...order].join(' · ')
}

function place({ contract, marginMode, side }: Pick<Position, 'contract' | 'marginMode' | 'side'>): Message {
  return message(`position.${side}.${marginMode}`, { contract })
}
