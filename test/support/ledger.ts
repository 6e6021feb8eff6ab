/** What a simulated venue was sent, for tests that ask what a desk really did. */
import type { Ledger, LedgerEntry } from '#electron/simulator/testing/ledger.ts'

/** What can change something, in the order it arrived; histories are asked for by POST too. */
export function writesOf(ledger: Ledger): readonly LedgerEntry[] {
  return ledger.arrivals({ method: 'POST' }).filter(({ path }) => !path.endsWith('Historical'))
}

/** The orders a request is to cancel: a batch names several, what is no cancel none. */
export function cancelsIn({ path, body, orderId }: LedgerEntry): readonly string[] {
  if (!/cancel/i.test(path)) return []
  const list = /\[([^\]]*)\]/.exec(body)?.[1]
  if (list !== undefined) return list.match(/\d+/g) ?? []
  return orderId === null ? [] : [orderId]
}

/** Orders whose cancel arrived again although the first may have worked: one that the venue refused whole is asked for anew. */
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
