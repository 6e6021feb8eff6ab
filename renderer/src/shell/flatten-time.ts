/** What the FLATTEN button says of how long it takes: never a time in which nothing could be sent. Pure. */
import type { TimeRange } from '#shared/desk/schedule.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Health, HostBudget } from '#shared/domain/snapshot.ts'
import { formatAge, formatDuration, formatMinutes, UNKNOWN } from '../format.ts'
import type { Freshness } from '../ui/use-freshness.ts'
import { shutHosts } from './shut-hosts.ts'

export interface FlattenTime {
  readonly text: string
  readonly tone: '' | 'amber' | 'red'
  /** How far the text may be relied on. */
  readonly freshness: Freshness
  readonly why: string
}

export interface FlattenFacts {
  /** By the newest reads; null before positions were read. */
  readonly time: TimeRange | null
  /** Of the positions it is reckoned from. */
  readonly freshness: Freshness
  /** null before the first word of it. */
  readonly phase: Health['phase'] | null
  readonly hosts: readonly HostBudget[]
  /** How long ago `hosts` were told, ms. */
  readonly since: number
  /** Areas where there is something to cancel or close. */
  readonly areas: ReadonlySet<Area>
}

const SHUT = {
  banned: { tone: 'red', word: 'ban', why: 'the venue has banned this address' },
  backingOff: { tone: 'amber', word: 'wait', why: 'the venue asks to send less' },
} as const

export function flattenTime({ time, freshness, phase, ...calls }: FlattenFacts): FlattenTime {
  const shut = shutOf(calls)
  if (shut !== null) return shut
  if (time === null) return { ...NOT_KNOWN, why: 'How long it takes is not known: positions were not read yet.' }
  if (phase === 'blind' || freshness === 'stale' || freshness === 'unknown') {
    return {
      ...NOT_KNOWN,
      why: 'How long it takes is not known: the venue was not heard lately. It is tried all the same.',
    }
  }
  if (time.likelyMs === 0) return { text: 'flat', tone: '', freshness, why: 'There is nothing to do now.' }
  const why = `About ${formatAge(time.likelyMs)}; 19 times in 20 within ${formatAge(time.p95Ms)}.`
  return { text: `~${formatAge(time.likelyMs)}`, tone: '', freshness, why }
}

const NOT_KNOWN = { text: UNKNOWN, tone: '', freshness: 'stale' } as const

/** The longest wait until what there is to do can be sent; null when it can now. */
function shutOf({ hosts, since, areas }: Pick<FlattenFacts, 'hosts' | 'since' | 'areas'>): FlattenTime | null {
  const longest = shutHosts(hosts, since).find(({ area }) => areas.has(area))
  if (!longest) return null
  const { area, leftMs } = longest
  const { tone, word, why } = SHUT[longest.state]
  const told = `No ${area} call goes out for ${formatDuration(leftMs)}: ${why}. What can be sent is; for the rest use the venue’s own site or app.`
  const left = leftMs <= 60_000 ? formatDuration(leftMs) : formatMinutes(leftMs)
  return { text: `${word} ${left}`, tone, freshness: 'fresh', why: told }
}
