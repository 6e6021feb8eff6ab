/** What the FLATTEN button says of how long it takes: in a ban how long nothing can be sent. Pure. */
import type { TimeRange } from '#shared/desk/schedule.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Health } from '#shared/snapshot/snapshot.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import { formatAge, formatDuration, formatMinutes, UNKNOWN } from '../kit/format.ts'
import type { Freshness } from '../kit/freshness.ts'
import { shutHosts, type ShutHost } from '../app/shut-hosts.ts'

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
  /** Whether positions and open orders are all known. */
  readonly isWhole: boolean
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

export function flattenTime({ time, isWhole, freshness, phase, ...calls }: FlattenFacts): FlattenTime {
  const shut = shutOf(calls)
  if (shut?.state === 'banned') return banOf(shut)
  if (time === null) return { ...NOT_KNOWN, why: 'How long it takes is not known: positions were not read yet.' }
  if (phase === 'blind' || freshness === 'stale' || freshness === 'unknown') {
    return {
      ...NOT_KNOWN,
      why: 'How long it takes is not known: the venue was not heard lately. It is tried all the same.',
    }
  }
  if (time.likelyMs === 0 && !isWhole) {
    return { ...NOT_KNOWN, why: 'Not all positions and orders could be read: there may be something to do.' }
  }
  if (time.likelyMs === 0) return { text: 'flat', tone: '', freshness, why: 'There is nothing to do now.' }
  const text = `~${formatAge(time.likelyMs)}`
  const of = isWhole ? '' : ' That is for what could be read.'
  const why = `About ${formatAge(time.likelyMs)}; 19 times in 20 within ${formatAge(time.p95Ms)}.${of}`
  if (shut === null) return { text, tone: '', freshness, why }
  const pause = `The venue asks to send less: cancels and closes leave ${whenWords(shut)}, one every 0.4 s; that nothing is left is seen when the pause is over, in ${formatDuration(shut.leftMs)}.`
  return { text, tone: 'amber', freshness, why: `${why} ${pause}` }
}

function whenWords({ exitsLeftMs }: ShutHost): string {
  return exitsLeftMs === 0 ? 'at once' : `in ${formatAge(exitsLeftMs)}`
}

const NOT_KNOWN = { text: UNKNOWN, tone: '', freshness: 'stale' } as const

/** The ban, or else the pause, that lasts longest where there is something to do; null: neither. */
function shutOf({ hosts, since, areas }: Pick<FlattenFacts, 'hosts' | 'since' | 'areas'>): ShutHost | null {
  const shut = shutHosts(hosts, since).filter(({ area }) => areas.has(area))
  return shut.find(({ state }) => state === 'banned') ?? shut[0] ?? null
}

function banOf({ area, leftMs }: ShutHost): FlattenTime {
  const why = `No ${area} call goes out for ${formatDuration(leftMs)}: the venue has banned this address. What can be sent is; for the rest use the venue’s own site or app.`
  const left = leftMs <= 60_000 ? formatDuration(leftMs) : formatMinutes(leftMs)
  return { text: `ban ${left}`, tone: 'red', freshness: 'fresh', why }
}
