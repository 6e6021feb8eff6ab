/** Cancels one by one the orders whose batch the venue refused. */
import { isCancelable } from '#shared/desk/compile/cancel-legs.ts'
import type { Intent, Leg } from '../state/intent.ts'
import type { DeskLog } from '../log/desk-log.ts'
import { asKind } from '../state/leg-kinds.ts'
import type { Looking, Reader } from '../plan/reader.ts'
import { byInstrument, callsOf } from './cancels.ts'
import type { Work } from './run.ts'

/**
 * Cancels one by one the orders of a refused batch. Three things must hold first: the venue refused every cancel of the
 * batch, each order was seen open after that, and a list read now has all of them. Then the batch did nothing and can
 * no longer do anything.
 */
export async function cancelSingly(
  initial: Intent,
  { log, read, signal }: Pick<Looking, 'read' | 'signal'> & { readonly log: DeskLog },
): Promise<Work | null> {
  const intent = log.intent(initial)
  const isFirst = intent.legs.every(({ round }) => round === 1)
  const cancels = isFirst ? intent.legs.filter(({ request }) => request.kind === 'cancel') : []
  const open = await Promise.all(byInstrument(cancels).map((own) => refusedAndOpen(own, read)))
  if (signal.aborted) return null
  const legs = open.flat().map(({ request }) => request)
  const added = legs.length > 0 ? log.extend(intent, { legs, orders: [] }) : null
  return added?.ok ? added.value : null
}

/** The cancels of one instrument whose batch was refused and whose orders are all still open. */
async function refusedAndOpen(own: readonly Leg[], read: Reader): Promise<readonly Leg[]> {
  const batches = callsOf(own).filter((call) => call.every(isRefusedOfBatch))
  const [first] = batches.flat()
  if (first === undefined) return []
  const listed = await read.forExit.openOrders(first.request.area, first.request.instrument)
  const ids = new Set(listed.ok ? listed.value.list.filter(isCancelable).map(({ orderId }) => orderId) : [])
  return batches.filter((legs) => legs.every(({ request }) => ids.has(asKind(request, 'cancel').orderId))).flat()
}

/**
 * Whether the leg was sent in a batch that did nothing: the batch was refused, or the venue has no such call. The
 * latter is proof only once the request can no longer take effect.
 */
function isRefusedOfBatch({ record: { state, failure } }: Leg): boolean {
  if (failure?.operation !== 'spot.batchCancel') return false
  return failure.outcome === 'rejected' ? state === 'rejected' : failure.kind === 'notSupported' && state === 'absent'
}
