import type { Pace } from '#shared/desk/facts.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Health } from '#shared/snapshot/snapshot.ts'

/** The limits and the round trip of the venue, from the newest health report. */
export function paceOf(health: Encoded<Health> | null): Pace {
  const { pools = [], hosts = [] } = health?.budget ?? {}
  return { pools, hosts, roundTripMs: health?.clock?.roundTripMs ?? null }
}
