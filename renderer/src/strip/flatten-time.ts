/** The time on the FLATTEN button: how long it takes, or during a ban how long nothing can be sent. Pure. */
import type { TimeRange } from '#shared/desk/predict-time.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Health } from '#shared/snapshot/snapshot.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import type { Message } from '#shared/domain/message.ts'
import { areaTitle, inARow, message } from '#shared/words/message.ts'
import { t } from '../kit/say.ts'
import { formatAge, formatDuration, formatMinutes, UNKNOWN } from '../kit/format.ts'
import type { Freshness } from '#shared/snapshot/freshness.ts'
import { isTried, worstShut, type ShutHost } from '../app/shut-hosts.ts'

interface FlattenTime {
  readonly text: string
  readonly tone: '' | 'amber' | 'red'
  /** How reliable the text is. */
  readonly freshness: Freshness
  readonly why: Message
  /** There is nothing to cancel or close. */
  readonly isFlat: boolean
}

export interface FlattenFacts {
  /** The time that a flatten takes, from the newest reads; null while it is not computed. */
  readonly time: TimeRange | null
  /** Whether positions were ever read. */
  readonly isKnown: boolean
  /** Whether positions and open orders are all known. */
  readonly isWhole: boolean
  /** The freshness of the positions that the time is computed from. */
  readonly freshness: Freshness
  /** null before it was first reported. */
  readonly phase: Health['phase'] | null
  readonly hosts: readonly HostBudget[]
  /** Age of `hosts`, ms. */
  readonly since: number
  /** Areas where there is something to cancel or close. */
  readonly areas: ReadonlySet<Area>
}

export function flattenTime({
  time,
  isKnown,
  isWhole,
  freshness,
  phase,
  hosts,
  since,
  areas,
}: FlattenFacts): FlattenTime {
  const shut = worstShut(hosts, since, areas)
  if (shut?.state === 'banned') return banOf(shut)
  if (!isKnown) return { ...NOT_KNOWN, why: message('strip.time.neverRead') }
  if (phase === 'blind' || freshness === 'stale' || freshness === 'unknown') {
    return { ...NOT_KNOWN, why: message('strip.time.unheard') }
  }
  if (time === null) return { ...NOT_KNOWN, why: message('strip.time.notYet') }
  if (time.likelyMs === 0) {
    return isWhole
      ? { text: t('strip.flat'), tone: '', freshness, why: message('strip.time.nothing'), isFlat: true }
      : { ...NOT_KNOWN, why: message('strip.time.partly') }
  }
  const text = `~${formatAge(time.likelyMs)}`
  const why = [
    message('strip.time.about', { likely: formatAge(time.likelyMs), p95: formatAge(time.p95Ms) }),
    ...(isWhole ? [] : [message('strip.time.ofRead')]),
    ...(shut === null ? [] : [pauseOf(shut)]),
  ]
  return { text, tone: shut === null ? '' : 'amber', freshness, why: inARow(why), isFlat: false }
}

function pauseOf({ exitsLeftMs, leftMs }: ShutHost): Message {
  const left = formatDuration(leftMs)
  return exitsLeftMs === 0
    ? message('strip.time.pausedAtOnce', { left })
    : message('strip.time.pausedIn', { wait: formatAge(exitsLeftMs), left })
}

const NOT_KNOWN = { text: UNKNOWN, tone: '', freshness: 'stale', isFlat: false } as const

function banOf(shut: ShutHost): FlattenTime {
  const { area, leftMs } = shut
  const left = formatDuration(leftMs)
  const why = isTried(shut)
    ? message('desk.wait.bannedBefore', { left })
    : message('strip.time.banned', { area: areaTitle(area), time: left })
  const time = leftMs <= 60_000 ? formatDuration(leftMs) : formatMinutes(leftMs)
  return { text: t('strip.banFor', { time }), tone: 'red', freshness: 'fresh', why, isFlat: false }
}
