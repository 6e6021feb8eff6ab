/** What a step of a probe found. */
import type { Failure } from '#shared/domain/failure.ts'
import type { LookFact, ProbeFact, ProbeStep } from '#shared/domain/probe.ts'
import type { Message } from '#shared/domain/message.ts'
import { outcomeOf, messageOf, worst } from './looks.ts'

/** What a step found. `value` is for later steps; null: they have nothing to build on. */
export interface Finding<T = unknown> extends Omit<ProbeStep, 'id'> {
  readonly value: T | null
}

/** One message, or several. */
type Messages = Message | readonly Message[]

export function passed<T>(found: Messages, value: T, ...facts: readonly ProbeFact[]): Finding<T> {
  return { outcome: 'passed', found: [found].flat(), value, facts }
}

export function warned<T>(found: Messages, value: T | null, ...facts: readonly ProbeFact[]): Finding<T> {
  return { outcome: 'warned', found: [found].flat(), value, facts }
}

export function failed(found: Messages, ...facts: readonly ProbeFact[]): Finding<never> {
  return { outcome: 'failed', found: [found].flat(), value: null, facts }
}

export function skipped(found: Messages): Finding<never> {
  return { outcome: 'skipped', found: [found].flat(), value: null, facts: [] }
}

/** A finding made of facts: the worst fact sets the outcome, and each has its message. */
export function lookFinding<T = null>(facts: readonly LookFact[], value: T | null = null): Finding<T> {
  return { outcome: worst(facts.map(outcomeOf)), found: facts.map(messageOf), value, facts }
}

/** The venue's code, if it is a number: other text may hold anything. */
export function refusalOf({ venue, httpStatus }: Failure) {
  const code = venue?.code ?? ''
  return { venueCode: /^-?\d{1,9}$/.test(code) ? code : null, httpStatus }
}

export function failureOf(failure: Failure): Extract<ProbeFact, { code: 'failure' }> {
  const { operation: call, kind } = failure
  return { code: 'failure', call, kind, ...refusalOf(failure) }
}

/** A call whose answer allows no judgement. */
export function noClearAnswer(failure: Failure): LookFact {
  return { ...failureOf(failure), code: 'noClearAnswer' }
}
