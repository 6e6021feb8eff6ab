/** How long a plan waits because the venue asked for a pause or banned us. Pure. */
import type { Area } from '#shared/domain/instrument.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import { formatAge, formatDuration } from '../kit/format.ts'
import { t } from '../kit/say.ts'
import { isTried, worstShut } from '../app/shut-hosts.ts'

/**
 * `since`: the age of `hosts` in ms. `areas`: where the plan acts. A ban takes precedence over a pause; null when there
 * is neither.
 */
export function venueWait(
  hosts: readonly HostBudget[],
  since: number,
  areas: ReadonlySet<Area>,
): { readonly tone: 'amber' | 'red'; readonly text: string } | null {
  const worst = worstShut(hosts, since, areas)
  if (worst === null) return null
  const left = formatDuration(worst.leftMs)
  if (worst.state === 'banned') {
    const text = t(isTried(worst) ? 'desk.wait.bannedBefore' : 'desk.wait.banned', { left })
    return { tone: 'red', text }
  }
  const wait = worst.exitsLeftMs === 0 ? null : formatAge(worst.exitsLeftMs)
  const text = wait === null ? t('desk.wait.pausedAtOnce', { left }) : t('desk.wait.pausedIn', { wait, left })
  return { tone: 'amber', text }
}
