/** The hosts that asked for a pause or banned us, and how long calls to them wait. Pure. */
import type { HostBudget } from '#shared/domain/budget.ts'
import type { Area } from '#shared/domain/instrument.ts'

export interface ShutHost extends Pick<HostBudget, 'area' | 'isAsked'> {
  readonly state: Exclude<HostBudget['state'], 'open'>
  /** Until calls go out again. */
  readonly leftMs: number
  /** Until the next cancel or close may leave. */
  readonly exitsLeftMs: number
}

/** Whether an exit is sent despite a ban, because only a file of an earlier run reports it. */
export function isTried({ state, exitsLeftMs, leftMs }: ShutHost): boolean {
  return state === 'banned' && exitsLeftMs < leftMs
}

/** `since`: age of `hosts`, ms. The longest wait first. */
export function shutHosts(hosts: readonly HostBudget[], since: number): readonly ShutHost[] {
  return hosts
    .flatMap(({ area, state, resumesInMs, isAsked, exitsInMs = resumesInMs }) => {
      if (state === 'open' || resumesInMs <= since) return []
      return [{ area, state, isAsked, leftMs: resumesInMs - since, exitsLeftMs: Math.max(0, exitsInMs - since) }]
    })
    .sort((a, b) => b.leftMs - a.leftMs)
}

/** The longest ban in `areas`, or else the longest pause; null: neither. */
export function worstShut(hosts: readonly HostBudget[], since: number, areas: ReadonlySet<Area>): ShutHost | null {
  const shut = shutHosts(hosts, since).filter(({ area }) => areas.has(area))
  return shut.find(({ state }) => state === 'banned') ?? shut[0] ?? null
}
