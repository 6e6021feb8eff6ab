/** A probe's report in words: what each step looked at, and what a trader does next. */
import type { ProbeReport, ProbeStepId } from '#shared/domain/probe.ts'
import type { AccountAdded } from '#shared/ipc/contract.ts'
import { inARow } from '#shared/words/message.ts'
import { say } from '../kit/say.ts'
import type { Check } from './CheckList.vue'
import type { FormField } from './form-check.ts'

export type Verdict = ProbeReport['verdict']

interface StepWords {
  /** What the step looked at. */
  readonly title: string
  /** Where to look first when it failed. */
  readonly field: FormField
}

const STEPS: Readonly<Record<ProbeStepId, StepWords>> = {
  spotClock: { title: 'Spot venue and its clock', field: 'spotBaseUrl' },
  contractClock: { title: 'Contract venue and its clock', field: 'contractBaseUrl' },
  pairs: { title: 'Spot pairs', field: 'spotBaseUrl' },
  contracts: { title: 'Contracts', field: 'contractBaseUrl' },
  signature: { title: 'Key and signature', field: 'apiKey' },
  spotAccount: { title: 'Spot balances', field: 'apiKey' },
  contractAccount: { title: 'Margin and positions', field: 'apiKey' },
  rights: { title: 'What the key may do', field: 'apiKey' },
  openOrders: { title: 'Lists of open orders', field: 'apiKey' },
  candles: { title: 'Price history', field: 'contractBaseUrl' },
  books: { title: 'Depth of books', field: 'contractBaseUrl' },
  unknownInstrument: { title: 'A name that is not listed', field: 'contractBaseUrl' },
  unknownOrder: { title: 'An order that does not exist', field: 'apiKey' },
  closedContracts: { title: 'Closed contracts', field: 'contractBaseUrl' },
  marks: { title: 'Marks against books', field: 'contractBaseUrl' },
  testOrder: { title: 'Test order, not traded', field: 'apiKey' },
  times: { title: 'Times of rows', field: 'contractBaseUrl' },
  calls: { title: 'Calls on offer', field: 'contractBaseUrl' },
}

export function checksOf({ steps }: ProbeReport): readonly Check[] {
  return steps.map(({ id, outcome, found }) => ({
    id,
    verdict: outcome === 'warned' ? 'warning' : outcome,
    title: STEPS[id].title,
    words: clipped(say(inARow(found))),
  }))
}

/** An account that is not there was refused, whatever else was found. */
export function verdictOf({ account, report }: AccountAdded): Verdict {
  if (account === null) return 'refused'
  return report.verdict === 'healthy' ? 'healthy' : 'limited'
}

/** The field to change first after a refusal: what the first failed step spoke of. */
export function fieldToChange({ steps }: ProbeReport): FormField {
  const failed = steps.find(({ outcome }) => outcome === 'failed')
  return failed ? STEPS[failed.id].field : 'apiSecret'
}

/** One sentence below the heading. */
export function summary(verdict: Verdict, { steps }: ProbeReport, isAgain = false): string {
  const passed = steps.filter(({ outcome }) => outcome === 'passed').length
  const count = `${passed} of ${steps.length} checks passed`
  if (verdict === 'refused' && isAgain) return `${count}. Nothing was changed: the account is as it was.`
  if (verdict === 'refused') return `${count}. Nothing was kept: neither the account nor its key.`
  if (verdict === 'limited')
    return `${count}. The account can be watched; what is marked below does not work as it should. Trading is off until a probe has passed; exits are always sent.`
  return `${count}. The key is in this computer’s keychain.`
}

/** The longest text of the venue's or a profile's that is shown, characters; our own sentences are far shorter. */
const LONGEST = 600

/** Text from outside, short enough to stand in a line of its own. */
export function clipped(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`
}
