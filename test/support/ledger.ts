/** The requests that a simulated venue received, for tests of what a desk really did. */
import type { Ledger, LedgerEntry } from '#electron/simulator/testing/ledger.ts'

/** Requests that can change something, in order of arrival. Some histories are also read by POST, and are left out. */
export function writesOf(ledger: Ledger): readonly LedgerEntry[] {
  return ledger.arrivals({ method: 'POST' }).filter(({ path }) => !path.endsWith('Historical'))
}

/** The orders that a request cancels: several for a batch, none for anything that is not a cancel. */
export function cancelsIn({ path, body, orderId }: LedgerEntry): readonly string[] {
  if (!/cancel/i.test(path)) return []
  const list = /\[([^\]]*)\]/.exec(body)?.[1]
  if (list !== undefined) return list.match(/\d+/g) ?? []
  return orderId === null ? [] : [orderId]
}

/**
 * Orders whose cancel arrived again although the first cancel may have worked. A cancel that the venue refused may be
 * sent again.
 */
export function cancelsTwice(ledger: Ledger): readonly string[] {
  const mayHaveWorked = new Set<string>()
  const twice = new Set<string>()
  for (const entry of writesOf(ledger)) {
    for (const id of cancelsIn(entry)) {
      if (mayHaveWorked.has(id)) twice.add(id)
      if (entry.executed || entry.status === null) mayHaveWorked.add(id)
    }
  }
  return [...twice]
}
