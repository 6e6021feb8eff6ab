/** A reader whose answers a test provides one by one. Every other read fails. */
import type { Reader, Reads } from '#electron/desk/plan/reader.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { err, type Result } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'

/** No answer. It proves nothing, and a later read may succeed. */
export const UNREAD: Result<never, Failure> = err({
  ...localFailure('network', 'a read', verbatim('no network')),
  outcome: 'unknown',
})
/** The venue does not offer this read. */
export const UNSUPPORTED: Result<never, Failure> = err({
  ...localFailure('notSupported', 'a read', verbatim('no such call')),
  outcome: 'rejected',
})

export function reader(reads: Partial<Reader>): Reader {
  const unread = async () => UNREAD
  const all: Reads = {
    now: () => 0,
    positions: unread,
    balances: unread,
    openOrders: unread,
    areaOrders: unread,
    order: unread,
    orderOfClient: unread,
    history: unread,
    trades: unread,
    spotTrades: unread,
    depth: unread,
    ...reads,
  }
  const made: Reader = { forExit: all, for: () => made, isPaused: () => false, ...all, ...reads }
  return made
}
