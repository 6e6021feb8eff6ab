/** The hosts to which no call goes out now. Pure. */
import type { HostBudget } from '#shared/domain/snapshot.ts'

export interface ShutHost extends Pick<HostBudget, 'area' | 'isAsked'> {
  readonly state: Exclude<HostBudget['state'], 'open'>
  /** Until calls go out again. */
  readonly leftMs: number
}

/** `since`: how long ago `hosts` were told, ms. The one that waits longest first. */
export function shutHosts(hosts: readonly HostBudget[], since: number): readonly ShutHost[] {
  return hosts
    .flatMap(({ area, state, resumesInMs, isAsked }) =>
      state !== 'open' && resumesInMs > since ? [{ area, state, isAsked, leftMs: resumesInMs - since }] : [],
    )
    .sort((a, b) => b.leftMs - a.leftMs)
}
