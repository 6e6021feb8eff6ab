/** Whether the venue can be reached and the key used: what is found before anything of the account is looked at. */
import { ABSENT } from '../../domain/addresses.ts'
import { AREA_TITLE } from '../../domain/instrument.ts'
import type { Area } from '../../domain/instrument.ts'
import { wordsOf } from '../../domain/failure.ts'
import type { FailureKind } from '../../domain/failure.ts'
import type { DrillFacts, DrillReads, Judged } from './drill-facts.ts'
import { count, inMs } from './words.ts'

/** A signature that takes longer is too old to be sent, and made anew. */
const MOST_SIGNING_MS = 250

/** The venue did not take the key itself. */
const AGAINST_THE_KEY: ReadonlySet<FailureKind> = new Set(['key', 'signature', 'noCredentials'])

export function judgeKey({ signing, spot, contract }: DrillFacts): Judged {
  if (!signing.ok) return { verdict: 'failed', words: `The key can not sign. ${wordsOf(signing.error)}` }
  const took = `Signed in ${inMs(signing.value)}`
  const reads = [spot, contract].filter((each) => each !== null)
  const refused = reads.flatMap(({ failure }) => failure ?? []).find(({ kind }) => AGAINST_THE_KEY.has(kind))
  if (refused) return { verdict: 'failed', words: `${took}, but the venue refuses the key. ${wordsOf(refused)}` }
  if (reads.every(({ tripsMs }) => tripsMs.length === 0)) {
    return { verdict: 'warning', words: `${took}; no signed read was answered, so whether the venue takes it is open.` }
  }
  if (signing.value > MOST_SIGNING_MS) {
    return { verdict: 'warning', words: `${took}: more than ${MOST_SIGNING_MS} ms holds up every order.` }
  }
  return { verdict: 'passed', words: `${took}; the venue takes the key.` }
}

/** A stamp may be 1 s ahead of the venue and 5 s behind it: with more doubt there is little left of that. */
const MOST_UNCERTAINTY_MS = 250

export function judgeClock({ clock }: DrillFacts): Judged {
  if (!clock.ok) {
    return { verdict: 'warning', words: `The venue’s clock could not be measured. ${wordsOf(clock.error)}` }
  }
  const { offsetMs, uncertaintyMs } = clock.value
  const where = `${inMs(Math.abs(offsetMs))} ${offsetMs < 0 ? 'behind' : 'ahead of'} this machine’s`
  const words = `The venue’s clock is ${where}, give or take ${inMs(uncertaintyMs)}`
  if (uncertaintyMs <= MOST_UNCERTAINTY_MS) return { verdict: 'passed', words: `${words}. Orders allow for it.` }
  return { verdict: 'warning', words: `${words}: the line is slow, and orders may be refused for their time stamp.` }
}

export function judgeSpot({ spot }: DrillFacts): Judged {
  if (spot === null) return { verdict: 'skipped', words: ABSENT.spot }
  const [trip] = spot.tripsMs
  return trip === undefined ? silent('spot', spot) : heard(`A signed account read was answered in ${inMs(trip)}`, spot)
}

export function judgeContract({ contract }: DrillFacts): Judged {
  if (contract === null) return { verdict: 'skipped', words: ABSENT.contract }
  const { wanted, tripsMs, failure } = contract
  if (tripsMs.length === 0) return silent('contract', contract)
  const [typical, p95] = [nearestRank(tripsMs, 0.5), nearestRank(tripsMs, 0.95)]
  const reads = count(tripsMs.length, 'signed account read')
  const words = `${reads}: answered in ${inMs(typical)} as a rule, ${inMs(p95)} at the 95th percentile`
  if (failure === null) return heard(words, contract)
  return { verdict: 'warning', words: `${words}; one of ${wanted} was not answered. ${wordsOf(failure)}` }
}

function silent(area: Area, { failure }: DrillReads): Judged {
  const why = failure === null ? '' : ` ${wordsOf(failure)}`
  return { verdict: 'failed', words: `The ${AREA_TITLE[area]} account could not be read.${why}` }
}

function heard(words: string, { unreadable }: DrillReads): Judged {
  if (unreadable === 0) return { verdict: 'passed', words: `${words}.` }
  const entries = count(unreadable, 'entry', 'entries')
  return { verdict: 'warning', words: `${words}; ${entries} of it could not be read and stay out of every plan.` }
}

/** The smallest value that at least `share` of all do not exceed. */
function nearestRank(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? NaN
}
