/** Alarms, which reach a trader who does not look: one per loss of control, while it lasts or is unseen. Pure. */
import { gravityOf, type EventFacts } from '../events/event.ts'
import type { PositionSide } from '../domain/account.ts'
import { decimal, type Encoded } from '../domain/decimal.ts'
import type { Fact, Message } from '../domain/message.ts'
import type { ListName, Place } from '../ipc/place.ts'
import { areaTitle, message } from '../words/message.ts'
import type { AccountView, Parts, Snapshot } from './snapshot.ts'

export interface Alarm {
  /** Stable while the alarm lasts or is unseen. */
  readonly id: string
  /** Alarms of one group are shown together. */
  readonly group: string
  readonly says: Message
  /** How long it must last first, ms: a short loss of the connection is no loss of control. */
  readonly lastsMs: number
  /** Where to deal with it: the row of its position, account, intent or event, or the overview. */
  readonly place: Place
  readonly accountId: string
  /** Whether the window shows its account. */
  readonly isInFront: boolean
  /** The event behind the alarm; null: none. */
  readonly eventId: string | null
}

type AlarmOfAccount = Omit<Alarm, 'accountId' | 'isInFront' | 'eventId'> & Partial<Pick<Alarm, 'eventId'>>

const BLIND_MS = 15_000

/** Trades by others on a position are alarms too, although the window only lists them. */
const BY_ANOTHER: ReadonlySet<EventFacts['code']> = new Set([
  'closedElsewhere',
  'reducedElsewhere',
  'openedElsewhere',
  'enlargedElsewhere',
])

export function alarmsOf({ account, parts }: Pick<Snapshot, 'account' | 'parts'>): readonly Alarm[] {
  if (account === null) return []
  const alarms = [
    ...eventAlarms(parts, account),
    ...intentAlarms(parts),
    ...connectionAlarms(parts, account),
    ...deskAlarms(parts),
  ]
  return alarms.map((each) => ({ eventId: null, ...each, accountId: account.id, isInFront: true }))
}

/** Alarms of a live account that the window does not show. Each names the account and leads to its row. */
export function alarmsBehind(snapshot: Pick<Snapshot, 'account' | 'parts'>): readonly Alarm[] {
  const { id = '', name = '' } = snapshot.account ?? {}
  return alarmsOf(snapshot).map((alarm) => ({
    ...alarm,
    id: `${id} ${alarm.id}`,
    group: `${id} ${alarm.group}`,
    says: message('desktop.alarm.of', { name, what: alarm.says }),
    place: row('accounts', id),
    isInFront: false,
  }))
}

const OVERVIEW: Place = { kind: 'screen', screen: 'overview' }
const row = (list: ListName, key: string): Place => ({ kind: 'row', list, key })

function eventAlarms({ events, positions }: Parts, { isWatchOnly }: AccountView): readonly AlarmOfAccount[] {
  return (events.data ?? [])
    .filter(({ seenAt, facts }) => seenAt === null && isLoss(facts, isWatchOnly))
    .map(({ id, facts }) => ({
      id: `event:${id}`,
      group: facts.code,
      lastsMs: 0,
      eventId: id,
      place: positionRow(facts, positions) ?? row('events', id),
      says: message('desktop.alarm.event', { kind: message(`journal.kind.${facts.code}`), what: subjectOf(facts) }),
    }))
}

/** The row of the event's position; null if it is no longer held. */
function positionRow(facts: Encoded<EventFacts>, { data }: Parts['positions']): Place | null {
  const about = positionOf(facts)
  const held = data?.find(
    ({ contract, side, volume }) => contract === about?.contract && side === about.side && decimal(volume).gt(0),
  )
  return held === undefined ? null : row('positions', held.key)
}

/** The position of an event. For an order: the position that it would close. */
function positionOf(facts: Encoded<EventFacts>): { readonly contract: string; readonly side: PositionSide } | null {
  if ('orderId' in facts && 'instrument' in facts)
    return { contract: facts.instrument, side: facts.side === 'sell' ? 'long' : 'short' }
  return 'contract' in facts && 'side' in facts ? facts : null
}

/** On a watch-only account, trades by others are expected. */
function isLoss(facts: Encoded<EventFacts>, isWatchOnly: boolean): boolean {
  if (gravityOf(facts) === 'act' || (BY_ANOTHER.has(facts.code) && !isWatchOnly)) return true
  // Our protective order is gone: its position is unprotected.
  const isGone = facts.code === 'orderCanceled' || facts.code === 'orderGone' || facts.code === 'orderRejected'
  return isGone && facts.isOwn && facts.action === 'close'
}

function subjectOf(facts: Encoded<EventFacts>): Fact {
  if ('contract' in facts) return facts.contract
  if ('instrument' in facts) return facts.instrument
  return 'asset' in facts ? facts.asset : ''
}

function intentAlarms({ desk }: Parts): readonly AlarmOfAccount[] {
  return (desk.data?.intents ?? [])
    .filter(({ state, seenAt }) => state === 'needsHuman' && seenAt === null)
    .map(({ intentId }) => ({
      id: `intent:${intentId}`,
      group: 'intent',
      lastsMs: 0,
      place: row('intents', intentId),
      says: message('desktop.alarm.intent'),
    }))
}

function connectionAlarms(
  { health, balances, positions, marginAccounts }: Parts,
  { id: accountId }: AccountView,
): readonly AlarmOfAccount[] {
  const { data } = health
  if (data === null) return []
  const banned = data.budget.hosts.filter(({ state }) => state === 'banned').map(({ area }) => areaTitle(area))
  const failures = [data.failure, balances.failure, positions.failure, marginAccounts.failure]
  const isKeyRefused = failures.some((failure) => failure?.kind === 'key' || failure?.kind === 'signature')
  const atAccount = { place: row('accounts', accountId) }
  const one = (id: string, says: Message, lastsMs = 0): AlarmOfAccount => ({
    id,
    group: id,
    says,
    lastsMs,
    place: OVERVIEW,
  })
  return [
    // One alarm for all areas.
    ...(banned.length > 0 ? [one('banned', message('desktop.alarm.banned', { areas: banned }))] : []),
    ...(isKeyRefused ? [{ ...one('key', message('desktop.alarm.key')), ...atAccount }] : []),
    ...(data.readingKey?.tradingFailure
      ? [{ ...one('tradingKey', message('desktop.alarm.tradingKey')), ...atAccount }]
      : []),
    ...(data.readingKey?.failure ? [{ ...one('readingKey', message('desktop.alarm.readingKey')), ...atAccount }] : []),
    ...(data.phase === 'blind' ? [one('blind', message('desktop.alarm.blind'), BLIND_MS)] : []),
  ]
}

function deskAlarms({ desk }: Parts): readonly AlarmOfAccount[] {
  const { data } = desk
  const one = (id: string, says: Message): AlarmOfAccount => ({ id, group: id, says, lastsMs: 0, place: OVERVIEW })
  return [
    ...(data?.emergency ? [one('journal', data.emergency)] : []),
    ...(data?.state === 'closed' && data.reason !== null ? [one('desk', data.reason)] : []),
  ]
}
