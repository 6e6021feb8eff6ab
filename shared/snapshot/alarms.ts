/** Alarms, which reach a trader who does not look: each loss of control, once, while it is unseen or lasts. Pure. */
import { gravityOf, type EventFacts } from '../events/event.ts'
import type { Encoded } from '../domain/decimal.ts'
import type { Fact, Message } from '../domain/message.ts'
import type { ScreenName } from '../ipc/place.ts'
import { areaTitle, message } from '../words/message.ts'
import type { Snapshot } from './snapshot.ts'

export interface Alarm {
  /** Stable while the alarm lasts or is unseen. */
  readonly id: string
  /** Alarms of one group are shown together. */
  readonly group: string
  readonly says: Message
  /** How long it must last first, ms: a short loss of the connection is no loss of control. */
  readonly lastsMs: number
  /** Where to deal with it. */
  readonly screen: ScreenName
}

const BLIND_MS = 15_000

/** Foreign trades on a position are alarms too, although the window only lists them. */
const BY_ANOTHER: ReadonlySet<EventFacts['code']> = new Set([
  'closedElsewhere',
  'reducedElsewhere',
  'openedElsewhere',
  'enlargedElsewhere',
])

export function alarmsOf({ account, parts }: Pick<Snapshot, 'account' | 'parts'>): readonly Alarm[] {
  if (account === null) return []
  return [...eventAlarms(parts), ...intentAlarms(parts), ...connectionAlarms(parts), ...deskAlarms(parts)]
}

type Parts = Snapshot['parts']

function eventAlarms({ events }: Parts): readonly Alarm[] {
  return (events.data ?? [])
    .filter(({ seenAt, facts }) => seenAt === null && isLoss(facts))
    .map(({ id, facts }) => ({
      ...{ id: `event:${id}`, group: facts.code, lastsMs: 0, screen: 'journal' },
      says: message('desktop.alarm.event', { kind: message(`journal.kind.${facts.code}`), what: subjectOf(facts) }),
    }))
}

function isLoss(facts: Encoded<EventFacts>): boolean {
  if (gravityOf(facts) === 'act' || BY_ANOTHER.has(facts.code)) return true
  // Our protective order is gone: its position is unprotected.
  const isGone = facts.code === 'orderCanceled' || facts.code === 'orderGone' || facts.code === 'orderRejected'
  return isGone && facts.isOwn && facts.action === 'close'
}

function subjectOf(facts: Encoded<EventFacts>): Fact {
  if ('contract' in facts) return facts.contract
  if ('instrument' in facts) return facts.instrument
  return 'asset' in facts ? facts.asset : ''
}

function intentAlarms({ desk }: Parts): readonly Alarm[] {
  return (desk.data?.intents ?? [])
    .filter(({ state, seenAt }) => state === 'needsHuman' && seenAt === null)
    .map(({ intentId }) => ({
      ...{ id: `intent:${intentId}`, group: 'intent', lastsMs: 0, screen: 'journal' },
      says: message('desktop.alarm.intent'),
    }))
}

function connectionAlarms({ health, balances, positions, marginAccounts }: Parts): readonly Alarm[] {
  const { data } = health
  if (data === null) return []
  const banned = data.budget.hosts.filter(({ state }) => state === 'banned').map(({ area }) => areaTitle(area))
  const failures = [data.failure, balances.failure, positions.failure, marginAccounts.failure]
  const isKeyRefused = failures.some((failure) => failure?.kind === 'key' || failure?.kind === 'signature')
  const one = (id: string, says: Message, lastsMs = 0): Alarm => ({ id, group: id, says, lastsMs, screen: 'overview' })
  return [
    // One alarm for all areas.
    ...(banned.length > 0 ? [one('banned', message('desktop.alarm.banned', { areas: banned }))] : []),
    ...(isKeyRefused ? [{ ...one('key', message('desktop.alarm.key')), screen: 'accounts' as const }] : []),
    ...(data.phase === 'blind' ? [one('blind', message('desktop.alarm.blind'), BLIND_MS)] : []),
  ]
}

function deskAlarms({ desk }: Parts): readonly Alarm[] {
  const { data } = desk
  const one = (id: string, says: Message): Alarm => ({ id, group: id, says, lastsMs: 0, screen: 'overview' })
  return [
    ...(data?.emergency ? [one('journal', data.emergency)] : []),
    ...(data?.state === 'closed' && data.reason !== null ? [one('desk', data.reason)] : []),
  ]
}
