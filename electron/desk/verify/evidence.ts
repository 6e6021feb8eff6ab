import { wasAnswered, type Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import { message } from '#shared/words/message.ts'
import type { LegRecord } from '../log/entry.ts'
import type { Reads } from '../plan/reader.ts'

/** Whether an order is known to belong to another leg. */
export type IsAnothers = (orderId: string) => boolean

/** One look at a leg. */
export interface Look {
  readonly record: LegRecord
  /** The request can no longer take effect. */
  readonly expired: boolean
  readonly read: Reads
  readonly isAnothers: IsAnothers
}

/**
 * What one look says about a leg. `undecided` proves nothing (a failed or partial read, or too early). `known` changes
 * what we know. `tentative` decides only if it is still the same `forMs` later.
 */
export type Finding =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'known'; readonly change: Partial<LegRecord> }
  | { readonly kind: 'tentative'; readonly what: string; readonly forMs: number; readonly change: Partial<LegRecord> }

export const UNDECIDED: Finding = { kind: 'undecided' }

/** Two reads at least this far apart must agree before an absence counts. */
export const AGREEMENT_MS = 2_000
/** An accepted request that shows no effect for this long is handed to the trader. */
export const PATIENCE_MS = 60_000

export function known(change: Partial<LegRecord>): Finding {
  return { kind: 'known', change }
}

/** Nothing shows the request, and it may still take effect. The trader is warned once. */
export function waiting({ isAwaited, failure }: LegRecord): Finding {
  if (isAwaited === true) return UNDECIDED
  return known({ detail: message(`leg.mayCome.${answerTo(failure)}`), isAwaited: true })
}

/** Whether a request with an unknown effect was answered with an error, or not at all. */
export function answerTo(failure: Failure | null): 'error' | 'noAnswer' {
  return failure !== null && wasAnswered(failure) ? 'error' : 'noAnswer'
}

const STATUSES = {
  new: 'leg.status.new',
  'partially-filled': 'leg.status.partlyFilled',
  filled: 'leg.status.filled',
  canceling: 'leg.status.canceling',
  canceled: 'leg.status.canceled',
  rejected: 'leg.status.rejected',
  expired: 'leg.status.expired',
  unknown: 'leg.status.unknown',
} as const satisfies Record<OrderStatus, string>

/** The status of an order, as part of a sentence. */
export function statusOf({ status }: { readonly status: OrderStatus }): Message {
  return message(STATUSES[status])
}

/** What an order has traded so far, and at which average price. */
export function tradedBy({ executed, averagePrice }: Order): Pick<LegRecord, 'executed' | 'fillPrice'> {
  return { executed, ...(averagePrice !== null && executed.gt(0) && { fillPrice: averagePrice }) }
}

export function tentative(what: string, forMs: number, change: Partial<LegRecord>): Finding {
  return { kind: 'tentative', what, forMs, change }
}
