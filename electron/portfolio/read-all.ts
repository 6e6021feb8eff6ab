import type { EndpointName } from '../venue/port.ts'
import type { Read } from './read.ts'

/**
 * Runs every read once, except audits and endpoints in `skipped`. Calls `jobs` again after each round, as the answers
 * show what else to read. Resolves when there is nothing left to read, whatever failed.
 */
export async function readEachOnce(jobs: () => readonly Read[], skipped: ReadonlySet<EndpointName>): Promise<void> {
  const asked = new Set<string>()
  const askedAgain = new Set<string>()
  for (;;) {
    const round = jobs().filter(
      ({ key, endpoint, isAudit }) => !asked.has(key) && !skipped.has(endpoint) && isAudit !== true,
    )
    if (round.length === 0) return
    const failures = await Promise.all(round.map((job) => job.run()))
    for (const [index, { key }] of round.entries()) {
      // Another program may be using up the venue's limit. The read is tried once more, after the client has waited.
      if (failures[index]?.kind !== 'rateLimited' || askedAgain.has(key)) asked.add(key)
      else askedAgain.add(key)
    }
  }
}
