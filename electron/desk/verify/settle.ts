/** Finds out from the venue what became of a leg. Nothing here sends anything but reads. */
import { isInProgress } from '#shared/desk/plan.ts'
import { wait } from '#shared/domain/clock.ts'
import { message } from '#shared/words/message.ts'
import type { VenueClient } from '../../venue/port.ts'
import { EXPIRY_MS } from '../run/execute.ts'
import { answerTo, known, UNDECIDED, waiting, type Finding, type IsAnothers, type Look } from './evidence.ts'
import type { DeskLog } from '../log/desk-log.ts'
import type { LegRecord } from '../log/entry.ts'
import type { Leg } from '../state/intent.ts'
import { byKind, type ByKind } from '../state/leg-kinds.ts'
import { isAnothers } from '../state/select.ts'
import { lookAtCancel } from './look-cancel.ts'
import { lookAtClose, tellRest } from './look-close.ts'
import { lookAtSpotOrder } from './look-spot.ts'
import type { Looking } from '../plan/reader.ts'

/** Waits before each look, ms; the last one repeats for as long as the venue can not be read. */
export const SCHEDULE = [250, 500, 1_000, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000, 5_000, 10_000] as const
const SLOWEST = 10_000
/** The first looks at what an exit waits for are read as exits are. By the next, the exit has left. */
const LOOKS_AS_EXIT = 3

export interface SettleOptions extends Looking {
  readonly client: VenueClient
  readonly log: DeskLog
  /** Aborted when the next look need not wait any longer. Absent: it waits. */
  readonly hurry?: () => AbortSignal
}

/** Ends the waits of all that look; they begin with short ones again. */
export function createHurry() {
  let now = new AbortController()
  return {
    signal: (): AbortSignal => now.signal,
    give: (): void => {
      now.abort()
      now = new AbortController()
    },
  }
}

const LOOKS: ByKind<[Look, Leg], Promise<Finding>> = {
  cancel: lookAtCancel,
  async close(request, look, { endsPosition }) {
    const finding = await lookAtClose(request, look)
    return endsPosition ? tellRest(finding, request, look.record.before) : finding
  },
  sell: lookAtSpotOrder,
  place: lookAtSpotOrder,
  async protect(_, { record, expired }) {
    if (!expired) return waiting(record)
    return known({ state: 'needsHuman', detail: message(`leg.unlisted.${answerTo(record.failure)}`) })
  },
}

/**
 * Looks until the leg is settled or `signal` says stop. A failed read proves nothing and is tried again. `isWaitedFor`:
 * by an exit that has not left yet.
 */
export async function settle(leg: Leg, options: SettleOptions, isWaitedFor = false): Promise<void> {
  const { log, read, clock, signal, hurry } = options
  const standingFor = createStopwatch()
  const isOthers: IsAnothers = (orderId) => isAnothers(log.state(), leg, orderId)
  const isTaken = ({ orderId = null }: Partial<LegRecord>): boolean => orderId !== null && isOthers(orderId)
  const isStopped = (): boolean => signal.aborted
  for (let round = 0; isInProgress(log.leg(leg).record.state); round++) {
    const hurried = hurry?.()
    const woken = hurried === undefined ? signal : AbortSignal.any([signal, hurried])
    await wait(clock, SCHEDULE[round] ?? SLOWEST, woken)
    if (isStopped()) return
    if (hurried?.aborted === true) round = 0
    const expired = await isExpired(leg, options)
    const reads = isWaitedFor && round < LOOKS_AS_EXIT ? read.forExit : read
    const begun = clock.mono()
    const { record } = log.leg(leg)
    const look = expired === null ? null : { record, expired, read: reads, isAnothers: isOthers }
    const finding = look === null ? UNDECIDED : await byKind(LOOKS, leg.request, look, leg)
    if (isStopped()) return
    // Two may have found the same order in the same moment.
    if (finding.kind === 'known' && !isTaken(finding.change)) log.noteLeg(leg, finding.change)
    if (finding.kind === 'standing' && standingFor(finding.what, begun, clock.mono()) >= finding.forMs) {
      log.noteLeg(leg, finding.change)
    }
  }
}

/**
 * Whether a request without an answer can no longer take effect, by the venue's clock as it is before the next read
 * starts; null when that clock is not known. A leg whose moment is not known gets the latest it can be.
 */
async function isExpired(leg: Leg, { client, log }: SettleOptions): Promise<boolean | null> {
  const { state, failure } = log.leg(leg).record
  if (state !== 'unknown' || failure?.outcome === 'rejected') return false
  if (client.venueTime() === null) await client.syncClock()
  const now = client.venueTime()
  if (now === null) return null
  if (log.leg(leg).record.expiresAt === null) log.noteLeg(leg, { expiresAt: now + EXPIRY_MS })
  const { expiresAt } = log.leg(leg).record
  return expiresAt !== null && now >= expiresAt
}

/** How long the same was seen: from the end of the first read that showed it to the start of this one, ms. */
function createStopwatch(): (what: string, begun: number, ended: number) => number {
  let seen: { what: string; since: number } | null = null
  return (what, begun, ended) => {
    if (seen?.what !== what) seen = { what, since: ended }
    return begun - seen.since
  }
}
