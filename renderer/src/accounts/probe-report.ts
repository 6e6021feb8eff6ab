/** A probe's report: its checks, its verdict, and the trader's next step. */
import type { ProbeReport, ProbeStep, StepProgress } from '#shared/domain/probe.ts'
import type { AccountAdded } from '#shared/ipc/contract.ts'
import { sayAll, t } from '../kit/say.ts'
import type { Check } from './CheckList.vue'
import type { FormField } from './form-check.ts'

/** Where to look first when a step failed. */
const FIELDS: Readonly<Record<ProbeStep['id'], FormField>> = {
  spotClock: 'spotBaseUrl',
  contractClock: 'contractBaseUrl',
  pairs: 'spotBaseUrl',
  contracts: 'contractBaseUrl',
  signature: 'apiKey',
  spotAccount: 'apiKey',
  contractAccount: 'apiKey',
  rights: 'apiKey',
  openOrders: 'apiKey',
  candles: 'contractBaseUrl',
  books: 'contractBaseUrl',
  unknownInstrument: 'contractBaseUrl',
  unknownOrder: 'apiKey',
  closedContracts: 'contractBaseUrl',
  marks: 'contractBaseUrl',
  testOrder: 'apiKey',
  times: 'contractBaseUrl',
  calls: 'contractBaseUrl',
}

export function checksOf(steps: readonly StepProgress[]): readonly Check[] {
  return steps.map(({ id, outcome, found }) => ({
    id,
    verdict: outcome === 'warned' ? 'warning' : outcome,
    title: t(`accounts.step.${id}`),
    words: clipped(sayAll(...found)),
  }))
}

/** `unchanged`: refused, but the account existed before. Without an account it is a refusal in any case. */
export function verdictOf({ account, report }: AccountAdded, isAgain: boolean): ProbeReport['verdict'] | 'unchanged' {
  if (account === null) return isAgain ? 'unchanged' : 'refused'
  return report.verdict === 'healthy' ? 'healthy' : 'limited'
}

/** The field to change first after a refusal: the one that the first failed step points to. */
export function fieldToChange({ steps }: ProbeReport): FormField {
  const failed = steps.find(({ outcome }) => outcome === 'failed')
  return failed ? FIELDS[failed.id] : 'apiKey'
}

/** The longest text of a venue or a profile that is shown, characters; our own sentences are far shorter. */
const LONGEST = 600

/** Text from outside, short enough for a line of its own. */
export function clipped(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`
}
