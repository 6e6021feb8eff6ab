/** What a plan waits for where the venue asked for a pause, or banned us. Pure. */
import type { Area } from '#shared/domain/instrument.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import { formatAge, formatDuration } from '../kit/format.ts'
import { shutHosts } from '../app/shut-hosts.ts'

export interface VenueWait {
  readonly tone: 'amber' | 'red'
  readonly text: string
}

/** `since`: how long ago `hosts` were told, ms; `areas`: where the plan acts. A ban before a pause; null: neither. */
export function venueWait(hosts: readonly HostBudget[], since: number, areas: ReadonlySet<Area>): VenueWait | null {
  const shut = shutHosts(hosts, since).filter(({ area }) => areas.has(area))
  const worst = shut.find(({ state }) => state === 'banned') ?? shut[0]
  if (worst === undefined) return null
  const left = formatDuration(worst.leftMs)
  if (worst.state === 'banned') {
    const text = `The venue has banned this address: nothing leaves for ${left}. Use the venue’s own site or app meanwhile.`
    return { tone: 'red', text }
  }
  const next =
    worst.exitsLeftMs === 0
      ? 'the next cancel or close leaves at once'
      : `the next cancel or close leaves in ${formatAge(worst.exitsLeftMs)}`
  return {
    tone: 'amber',
    text: `The venue asked to slow down: ${next}, the others 0.4 s apart. What can wait is read in ${left}.`,
  }
}
