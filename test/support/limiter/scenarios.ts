/** Seeded traffic: the same seed gives the same calls. */
import { seededRandom } from '#electron/simulator/exchange/market/random.ts'
import type { Random } from '#electron/simulator/exchange/market/random.ts'
import type { Lane } from '#electron/venue/port.ts'
import { DEADLINE_MS } from './traffic.ts'
import type { Call, Traffic } from './traffic.ts'

/** The longest one-way delay, ms. */
export const JITTER_MS = 200
const LANES: readonly Lane[] = ['act', 'verify', 'place', 'poll']

/**
 * Mixed traffic: bursts and pauses, all lanes, lost answers, calls abandoned or never sent, and changes of the system
 * clock.
 */
export function mixed(seed: number, calls: number, endpoints: readonly string[]): Traffic {
  const random = seededRandom(seed)
  const lossRate = random.pick([0.01, 0.05, 0.3])!
  let at = 0
  return {
    calls: Array.from({ length: calls }, () => {
      at += random.chance(0.85) ? 0 : random.between(0, random.chance(0.1) ? 3000 : 300)
      return call(random, lossRate, { askAt: at, lane: random.pick(LANES)!, endpoint: random.pick(endpoints)! })
    }),
    wallJumps: Array.from({ length: Math.floor(random.between(0, 4)) }, () => ({
      at: random.between(0, at + 6000),
      byMs: random.between(-600_000, 600_000),
    })),
  }
}

function call(random: Random, lossRate: number, own: Pick<Call, 'askAt' | 'lane' | 'endpoint'>): Call {
  const fate = random.chance(lossRate) ? 'lost' : random.chance(0.03) ? 'unused' : 'answered'
  return {
    ...own,
    fate,
    // A lost call may still arrive just before its deadline.
    upMs: fate === 'lost' && random.chance(0.5) ? DEADLINE_MS - oneWay(random) : oneWay(random),
    downMs: oneWay(random),
    lossKnownAfterMs: random.chance(0.5) ? DEADLINE_MS : random.between(0, DEADLINE_MS),
    abortAfterMs: random.chance(0.05) ? random.between(0, 4000) : null,
  }
}

/** A delay of up to `JITTER_MS`, often 0 or the maximum. */
function oneWay(random: Random): number {
  return random.chance(0.3) ? random.pick([0, JITTER_MS])! : random.between(0, JITTER_MS)
}

interface Flood {
  readonly polls: number
  /** The number of acts requested together, in the middle of the flood. */
  readonly acts: number
  readonly pollEndpoints: readonly string[]
  readonly actEndpoints: readonly string[]
  /** Whether answers to polls are lost too. A lost poll keeps its place much longer. */
  readonly isLossy: boolean
}

/** More polls than the limit allows, and a burst of acts, all of which are answered. */
export function flood(seed: number, { polls, acts, pollEndpoints, actEndpoints, isLossy }: Flood): Traffic {
  const random = seededRandom(seed)
  const plain = (own: Pick<Call, 'askAt' | 'lane' | 'endpoint' | 'fate'>): Call => {
    return { ...own, upMs: oneWay(random), downMs: oneWay(random), lossKnownAfterMs: DEADLINE_MS, abortAfterMs: null }
  }
  const burstAt = random.between(0, 6000)
  const flooding = Array.from({ length: polls }, () => {
    const fate = isLossy && random.chance(0.3) ? 'lost' : 'answered'
    const lane = random.chance(0.2) ? 'verify' : 'poll'
    const askAt = random.chance(0.5) ? 0 : random.between(0, 8000)
    return plain({ askAt, lane, endpoint: random.pick(pollEndpoints)!, fate })
  })
  const burst = Array.from({ length: acts }, () =>
    plain({ askAt: burstAt, lane: 'act', endpoint: random.pick(actEndpoints)!, fate: 'answered' }),
  )
  return { calls: [...flooding, ...burst].sort((a, b) => a.askAt - b.askAt), wallJumps: [] }
}
