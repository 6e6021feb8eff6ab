/** Every step of a probe, in the order a report has them. */
export const PROBE_STEPS = [
  'spotClock',
  'contractClock',
  'pairs',
  'contracts',
  'signature',
  'spotAccount',
  'contractAccount',
  'openOrders',
  'candles',
  'testOrder',
] as const

/** What was found out about a venue and a key before they are trusted. Plain data: it is shown as it is. */
export interface ProbeReport {
  /**
   * `healthy`: everything a trader needs works. `limited`: the account can be watched, but something named in the steps
   * does not work. `refused`: the venue can not be reached, or does not accept the key.
   */
  readonly verdict: 'healthy' | 'limited' | 'refused'
  /** Those of `PROBE_STEPS` that are about an area the venue has, in that order. */
  readonly steps: readonly ProbeStep[]
}

export interface ProbeStep {
  readonly id: ProbeStepId
  readonly outcome: 'passed' | 'warned' | 'failed' | 'skipped'
  /** What was found, with figures, and what to do about it when it is not well; one or two plain sentences. */
  readonly text: string
}

export type ProbeStepId = (typeof PROBE_STEPS)[number]

/** Only then what adds risk may be sent: with less, something a trader needs does not work. */
export function hasPassed({ verdict }: ProbeReport): boolean {
  return verdict === 'healthy'
}
