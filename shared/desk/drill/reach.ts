/** Whether the venue can be reached and accepts the key, before the account is read. */
import type { Area } from '../../domain/instrument.ts'
import type { FailureKind } from '../../domain/failure.ts'
import type { Message } from '../../domain/message.ts'
import { areaTitle, failureMessage, message } from '../../words/message.ts'
import { judged, type DrillFacts, type DrillReads, type Judged } from './drill-facts.ts'

/** A signature that takes longer than this makes the request too old to send; it is signed again. */
const MOST_SIGNING_MS = 250

/** Failures that mean the venue rejected the key itself. */
const AGAINST_THE_KEY: ReadonlySet<FailureKind> = new Set(['key', 'signature', 'noCredentials'])

export function judgeKey({ signing, spot, contract }: DrillFacts): Judged {
  if (!signing.ok) return judged('failed', message('drill.cannotSign', { failure: failureMessage(signing.error) }))
  const took = { ms: signing.value }
  const reads = [spot, contract].filter((each) => each !== null)
  const refused = reads.flatMap(({ failure }) => failure ?? []).find(({ kind }) => AGAINST_THE_KEY.has(kind))
  if (refused) return judged('failed', message('drill.keyRefused', { took, failure: failureMessage(refused) }))
  if (reads.every(({ tripsMs }) => tripsMs.length === 0))
    return judged('warning', message('drill.keyUnproved', { took }))
  return signing.value > MOST_SIGNING_MS
    ? judged('warning', message('drill.slowSigning', { took, most: { ms: MOST_SIGNING_MS } }))
    : judged('passed', message('drill.keyTaken', { took }))
}

/**
 * Venues accept timestamps from 5 s behind to 1 s ahead of their clock. More uncertainty than this uses up too much of
 * that range.
 */
const MOST_UNCERTAINTY_MS = 250

export function judgeClock({ clock }: DrillFacts): Judged {
  if (!clock.ok) return judged('warning', message('drill.clockUnmeasured', { failure: failureMessage(clock.error) }))
  const { offsetMs, uncertaintyMs } = clock.value
  const found = message(offsetMs < 0 ? 'drill.clockBehind' : 'drill.clockAhead', {
    off: { ms: Math.abs(offsetMs) },
    uncertainty: { ms: uncertaintyMs },
  })
  return uncertaintyMs <= MOST_UNCERTAINTY_MS
    ? judged('passed', found, message('drill.clockAllowedFor'))
    : judged('warning', found, message('drill.slowLine'))
}

export function judgeSpot({ spot }: DrillFacts): Judged {
  if (spot === null) return judged('skipped', message('noArea.spot'))
  const [trip] = spot.tripsMs
  return trip === undefined
    ? unreadFinding('spot', spot)
    : readableFinding(message('drill.spotRead', { trip: { ms: trip } }), spot)
}

export function judgeContract({ contract }: DrillFacts): Judged {
  if (contract === null) return judged('skipped', message('noArea.contract'))
  const { wanted, tripsMs, failure } = contract
  if (tripsMs.length === 0) return unreadFinding('contract', contract)
  const [typical, p95] = [nearestRank(tripsMs, 0.5), nearestRank(tripsMs, 0.95)]
  const found = message('drill.contractReads', { count: tripsMs.length, typical: { ms: typical }, p95: { ms: p95 } })
  if (failure === null) return readableFinding(found, contract)
  return judged('warning', found, message('drill.readLost', { wanted, failure: failureMessage(failure) }))
}

function unreadFinding(area: Area, { failure }: DrillReads): Judged {
  const why = failure === null ? [] : [failureMessage(failure)]
  return judged('failed', message('drill.areaUnread', { area: areaTitle(area) }), ...why)
}

function readableFinding(found: Message, { unreadable }: DrillReads): Judged {
  if (unreadable === 0) return judged('passed', found)
  return judged('warning', found, message('drill.entriesUnread', { count: unreadable }))
}

/** The nearest-rank quantile: the smallest value that at least the fraction `share` of all values do not exceed. */
function nearestRank(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? NaN
}
