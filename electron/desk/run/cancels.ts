/** Cancels orders, as many at once as the venue's limits allow, until each is seen gone. */
import { BATCH_SIZE, CANCELS_AT_ONCE } from '#shared/desk/predict-time.ts'
import { wait } from '#shared/domain/clock.ts'
import { refKey } from '#shared/domain/instrument.ts'
import { execute, executeBatch, type SendOptions } from './execute.ts'
import type { Leg } from '../state/intent.ts'
import { asKind } from '../state/leg-kinds.ts'
import { judgeByList } from '../verify/look-cancel.ts'
import { SCHEDULE, settle, type SettleOptions } from '../verify/settle.ts'
import { createTurns } from '../in-turns.ts'

/**
 * How many times one list of open orders is read for all cancels of an instrument, before each order is read singly.
 */
const COMMON_LOOKS = 3

export type Cancels = ReturnType<typeof startCancels>

/** Sends the cancels. `isWaitedFor`: whether an exit must wait until the order of this cancel is gone. */
export function startCancels(
  legs: readonly Leg[],
  isWaitedFor: (leg: Leg) => boolean,
  options: SettleOptions & SendOptions,
) {
  // A host that does not answer must not hold up the other host.
  const turns = { spot: createTurns(CANCELS_AT_ONCE), contract: createTurns(CANCELS_AT_ONCE) }
  const groups = byInstrument(legs).map((own) => {
    const inTurn = turns[own[0]?.request.area ?? 'contract']
    const sent = Promise.all(
      callsOf(own, options.client.offers('spot.batchCancel')).map((call) => inTurn(() => send(call, options))),
    )
    const answered = sent.then(() => lookTogether(own, own.some(isWaitedFor), options))
    const settled = own.map((leg) => ({
      leg,
      settled: answered.then(() => settle(leg, options, isWaitedFor(leg) || isOfBatch(options.log.leg(leg)))),
    }))
    return { own, sent, answered, settled }
  })
  return {
    /** Every cancel was answered or its answer was lost, and the first looks are over. */
    answered: Promise.all(groups.map((group) => group.answered)),
    /** The calls have returned, with whatever result. */
    async sent(where: (leg: Leg) => boolean): Promise<void> {
      await Promise.all(groups.filter(({ own }) => own.some(where)).map((group) => group.sent))
    },
    /** Every cancel is settled. */
    async settled(where: (leg: Leg) => boolean = () => true): Promise<void> {
      const chosen = groups.flatMap((group) => group.settled).filter(({ leg }) => where(leg))
      await Promise.all(chosen.map(({ settled }) => settled))
    },
  }
}

/** Whether the leg was in a refused batch, whose cancels are sent one by one once each order is seen still open. */
function isOfBatch({ record: { failure } }: Leg): boolean {
  return failure?.operation === 'spot.batchCancel'
}

/** The cancels grouped by instrument. */
export function byInstrument(legs: readonly Leg[]): readonly (readonly Leg[])[] {
  return [...Map.groupBy(legs, ({ request }) => refKey(request)).values()]
}

/**
 * Splits one instrument's cancels of one round into calls. Spot can cancel several orders of a pair at once, if the
 * venue offers that. Only the first round uses it.
 */
export function callsOf(legs: readonly Leg[], isOffered = true): readonly (readonly Leg[])[] {
  const isBatched =
    isOffered && legs.length > 1 && legs.every(({ request, round }) => request.area === 'spot' && round === 1)
  const size = isBatched ? BATCH_SIZE : 1
  return Array.from({ length: Math.ceil(legs.length / size) }, (_, call) => legs.slice(call * size, (call + 1) * size))
}

async function send(legs: readonly Leg[], options: SendOptions): Promise<void> {
  const [leg, ...more] = legs
  if (options.signal.aborted || leg === undefined) return
  await (more.length > 0 ? executeBatch(legs, options) : execute(leg, options, null))
}

/** Checks all accepted cancels of an instrument with one list. Orders that it does not decide are read singly. */
async function lookTogether(
  legs: readonly Leg[],
  isWaitedFor: boolean,
  { read, clock, signal, log }: SettleOptions,
): Promise<void> {
  const reads = isWaitedFor ? read.forExit : read
  const isStopped = (): boolean => signal.aborted
  for (const pause of SCHEDULE.slice(0, COMMON_LOOKS)) {
    const accepted = legs.map(log.leg).filter((leg) => leg.record.state === 'acknowledged')
    const [first] = accepted
    // A single order is read by its id, which tells more at the same cost.
    if (first === undefined || legs.length === 1) return
    await wait(clock, pause, signal)
    if (isStopped()) return
    const open = await reads.openOrders(first.request.area, first.request.instrument)
    if (isStopped() || !open.ok) return
    for (const leg of accepted) {
      const finding = judgeByList(asKind(leg.request, 'cancel'), leg.record, open.value)
      if (finding.kind === 'known') log.noteLeg(leg, finding.change)
    }
  }
}
