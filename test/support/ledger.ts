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
