/** A probe of a simulated venue, over real HTTP. */
import type { Message } from '#shared/domain/message.ts'
import { createHmac } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Fault, Simulator, SimulatorOptions } from '#electron/simulator/testing/test-simulator.ts'
import { DEFAULT_DIALECT, dialectFields, probeVenue } from '#electron/venue/venue.ts'
import type { Dialect } from '#electron/venue/port.ts'
import type { SharedLimits } from '#electron/venue/venue.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { ProbeFact, ProbeReport, ProbeStep, StepProgress } from '#shared/domain/probe.ts'
import { ok } from '#shared/domain/result.ts'

/** A venue on which nothing changes. It ends with the test. */
export async function open(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false, life: false, ...options })
  onTestFinished(() => venue.stop())
  return venue
}

interface Changes {
  readonly secret?: string
  readonly apiKey?: string
  readonly spotBaseUrl?: string
  /** null when the venue has no contracts. */
  readonly contractBaseUrl?: string | null
  readonly dialect?: Partial<Dialect>
  readonly signal?: AbortSignal
  readonly onSteps?: (steps: readonly StepProgress[]) => void
  readonly shared?: SharedLimits
  readonly clock?: Clock
}

export async function probe(venue: Simulator, changes: Changes = {}) {
  const secret = changes.secret ?? venue.apiSecret
  const probed = await probeVenue({
    spotBaseUrl: changes.spotBaseUrl ?? venue.spotBaseUrl,
    contractBaseUrl: changes.contractBaseUrl === undefined ? venue.contractBaseUrl : changes.contractBaseUrl,
    credentials: {
      apiKey: changes.apiKey ?? venue.apiKey,
      sign: async (text) => ok(createHmac('sha256', secret).update(text).digest('hex')),
    },
    clock: changes.clock ?? systemClock,
    dialect: { ...DEFAULT_DIALECT, ...changes.dialect },
    ...(changes.signal && { signal: changes.signal }),
    ...(changes.onSteps && { onSteps: changes.onSteps }),
    ...(changes.shared && { shared: changes.shared }),
  })
  expect(JSON.stringify(probed)).not.toContain(secret)
  return { ...probed, ...outcomes(probed.report), learned: dialectFields(probed.dialect) }
}

function outcomes({ steps }: ProbeReport) {
  return {
    outcome: Object.fromEntries(steps.map(({ id, outcome }) => [id, outcome])) as Record<ProbeStep['id'], string>,
    /** What each step found: the codes of its sentences, and the sentences with their facts. */
    codes: Object.fromEntries(steps.map(({ id, found }) => [id, found.map(({ code }) => code)])) as Record<
      ProbeStep['id'],
      string[]
    >,
    found: Object.fromEntries(steps.map(({ id, found }) => [id, found])) as Record<ProbeStep['id'], readonly Message[]>,
    facts: Object.fromEntries(steps.map(({ id, facts }) => [id, facts])) as Record<
      ProbeStep['id'],
      readonly ProbeFact[]
    >,
  }
}

export const ALWAYS = { times: 1_000 }
export const refusal = (match: string, code: number): Fault => ({ match, kind: 'errorWith200', code, ...ALWAYS })
/** How the simulated venue lists open orders. The areas differ. */
export const LISTS = { openOrders: { spot: 'perInstrument', contract: 'wholeArea' } }
/** The results of the steps at the simulated venue as it is. */
export const PASSED = {
  spotClock: 'passed',
  contractClock: 'passed',
  pairs: 'passed',
  contracts: 'passed',
  signature: 'passed',
  spotAccount: 'passed',
  contractAccount: 'passed',
  // The simulated venue says nothing about its keys.
  rights: 'skipped',
  openOrders: 'passed',
  candles: 'passed',
  books: 'passed',
  unknownInstrument: 'passed',
  unknownOrder: 'passed',
  // The venue lists one closed contract and shows its order book.
  closedContracts: 'warned',
  marks: 'passed',
  testOrder: 'passed',
  times: 'passed',
  calls: 'passed',
}
