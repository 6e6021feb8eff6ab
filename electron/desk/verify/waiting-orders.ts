/** Follows orders that wait at their price until they end, while their intents are reported. Sends only reads. */
import type { DeskView } from '#shared/desk/facts.ts'
import { ZERO } from '#shared/domain/decimal.ts'
import type { InstrumentRef } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import { message } from '#shared/words/message.ts'
import { recordChaseEnd } from '../follow-up/chase/note-chase.ts'
import { isChase, leftOf } from '../follow-up/chase/chase-words.ts'
import { isFinished, type Intent, type Leg } from '../state/intent.ts'
import type { DeskLog } from '../log/desk-log.ts'
import type { LegRecord } from '../log/entry.ts'
import type { Looking, Reader } from '../plan/reader.ts'
import { known, UNDECIDED, type Finding } from './evidence.ts'
import { judgeOrder } from './look-close.ts'
import { judgeSpotOrder } from './look-spot.ts'

/** The shortest time between reports on the fills of an open order, ms. */
const PROGRESS_MS = 10_000
/**
 * An order that is no longer listed is read this often, ms. After this many answers that do not know it, a person must
 * look.
 */
const LOOK_EVERY_MS = 3_000
const MOST_LOOKS = 4

/** Looks once at each waiting order that the newest read of open orders has news about. */
export function createFollower({ read, clock, signal }: Looking, log: DeskLog, view: () => DeskView): () => void {
  /** Orders that are no longer listed, by id. */
  const missing = new Map<string, { looks: number; nextAt: number }>()

  async function look(intent: Intent, leg: Leg, orderId: string): Promise<void> {
    const entry = missing.get(orderId) ?? { looks: 0, nextAt: -Infinity }
    if (clock.mono() < entry.nextAt) return
    missing.set(orderId, { ...entry, nextAt: Infinity })
    const found = await ask(leg, orderId, read)
    if (signal.aborted) return
    const looks = found === 'unknown' ? entry.looks + 1 : entry.looks
    missing.set(orderId, { looks, nextAt: clock.mono() + LOOK_EVERY_MS })
    if (log.leg(leg).record.state !== 'working') return
    if (typeof found !== 'string') take(intent, leg, found)
    else if (looks >= MOST_LOOKS) end(intent, leg, { state: 'needsHuman', detail: message('leg.waitsNoMore') })
  }

  function take(intent: Intent, leg: Leg, order: Order): void {
    const finding = findingOf(leg, order)
    if (finding.kind !== 'known') return
    if (finding.change.state !== 'working') end(intent, leg, finding.change)
    else if (order.executed.gt(log.leg(leg).record.executed ?? ZERO)) log.noteLeg(leg, finding.change)
  }

  /**
   * Records the end and clears `before`: the position when the close was sent proves nothing about the position now.
   */
  function end(intent: Intent, leg: Leg, change: Partial<LegRecord>): void {
    missing.delete(leg.record.orderId ?? '')
    log.noteLeg(leg, { ...change, before: null, waited: true })
    if (isChase(intent) && leftOf(log.intent(intent)).lte(0)) recordChaseEnd(intent, log)
  }

  return () => {
    const { orders, orderReads = [] } = view()
    const { intents, now } = log.known()
    const waiting = new Set<string>()
    for (const intent of intents) {
      // A running chase looks after its own order.
      if (isChase(intent) && !isFinished(intent)) continue
      for (const leg of intent.legs) {
        const { request, record, changedMono } = leg
        if (record.state !== 'working' || record.orderId === null) continue
        waiting.add(record.orderId)
        const ageMs = now - changedMono
        const isIt = (each: InstrumentRef): boolean =>
          each.area === request.area && each.instrument === request.instrument
        const listed = orders.find((order) => isIt(order) && order.orderId === record.orderId)
        const readAgoMs = orderReads.find(isIt)?.ageMs ?? null
        if (listed === undefined) {
          // A list read before the order was placed cannot contain it.
          const isOld = readAgoMs !== null && readAgoMs >= ageMs
          if (!isOld && ageMs >= LOOK_EVERY_MS) void look(intent, leg, record.orderId)
        } else if (ageMs >= PROGRESS_MS) take(intent, leg, listed)
      }
    }
    for (const orderId of missing.keys()) if (!waiting.has(orderId)) missing.delete(orderId)
  }
}

/** The order, `unknown`: the venue does not know it, or `unread`: it could not be asked. */
async function ask(
  { request: { area, instrument } }: Leg,
  orderId: string,
  read: Reader,
): Promise<Order | 'unknown' | 'unread'> {
  const order = await read.order(area, instrument, orderId)
  if (order.ok) return order.value
  // Some venues do not look an order up by its id, but do list it.
  const past = area === 'contract' ? await read.history(instrument, 0) : null
  const listed = past?.ok ? past.value.list.find((each) => each.orderId === orderId) : undefined
  return listed ?? (order.error.outcome === 'rejected' ? 'unknown' : 'unread')
}

function findingOf({ request }: Leg, order: Order): Finding {
  const finding =
    request.kind === 'close'
      ? judgeOrder(order, request)
      : request.kind === 'place'
        ? judgeSpotOrder(order, request)
        : null
  if (finding?.kind !== 'known') return finding ?? UNDECIDED
  // The order existed before it was taken out, so it was not rejected.
  return finding.change.state === 'rejected' ? known({ ...finding.change, state: 'canceled' }) : finding
}
