/** Finds out from the venue what became of a leg. Sends only reads. */
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
import { lookAtClose, withRemainder } from './look-close.ts'
import { lookAtSpotOrder } from './look-spot.ts'
import type { Looking } from '../plan/reader.ts'

/** Waits before each look, ms. The last one repeats for as long as the venue cannot be read. */
export const SCHEDULE = [250, 500, 1_000, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000, 5_000, 10_000] as const
const SLOWEST = 10_000
/**
 * If an exit waits for the leg, this many first looks use the lane of exits. By the next look the exit has been sent.
 */
const LOOKS_AS_EXIT = 3

export interface SettleOptions extends Looking {
  readonly client: VenueClient
  readonly log: DeskLog
  /** Aborts when the next look should start at once. Absent: it always waits. */
  readonly hurry?: () => AbortSignal
}

/** Ends the waits of everything that is looking. They start again with the short ones. */
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
    return endsPosition ? withRemainder(finding, request, look.record.before) : finding
  },
  sell: lookAtSpotOrder,
  place: lookAtSpotOrder,
  async protect(_, { record, expired }) {
    if (!expired) return waiting(record)
    return known({ state: 'needsHuman', detail: message(`leg.unlisted.${answerTo(record.failure)}`) })
  },
}

/**
 * Looks until the leg is settled or `signal` aborts. A failed read proves nothing and is tried again. `isWaitedFor`: an
 * unsent exit waits for this leg.
 */
export async function settle(leg: Leg, options: SettleOptions, isWaitedFor = false): Promise<void> {
  const { log, read, clock, signal, hurry } = options
  const unchangedFor = createStopwatch()
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
    const startedAt = clock.mono()
    const { record } = log.leg(leg)
    const look = expired === null ? null : { record, expired, read: reads, isAnothers: isOthers }
    const finding = look === null ? UNDECIDED : await byKind(LOOKS, leg.request, look, leg)
    if (isStopped()) return
    // Two legs may have found the same order at the same moment.
    if (finding.kind === 'known' && !isTaken(finding.change)) log.noteLeg(leg, finding.change)
    if (finding.kind === 'tentative' && unchangedFor(finding.what, startedAt, clock.mono()) >= finding.forMs) {
      log.noteLeg(leg, finding.change)
    }
  }
}

/**
 * Whether an unanswered request can no longer take effect, by the venue's clock before the next read starts; null: that
 * clock is unknown. If we do not know when the request was sent, the latest possible time counts.
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

/** How long the same thing was seen, ms: from the end of the first read that showed it to the start of this one. */
function createStopwatch(): (what: string, startedAt: number, ended: number) => number {
  let seen: { what: string; since: number } | null = null
  return (what, startedAt, ended) => {
    if (seen?.what !== what) seen = { what, since: ended }
    return startedAt - seen.since
  }
}
