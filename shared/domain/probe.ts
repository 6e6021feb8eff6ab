import type { FailureKind } from './failure.ts'
import type { Area } from './instrument.ts'
import type { Message } from './message.ts'

/** Every step of a probe, in the order a report has them. */
export const PROBE_STEPS = [
  'spotClock',
  'contractClock',
  'pairs',
  'contracts',
  'signature',
  'spotAccount',
  'contractAccount',
  'rights',
  'openOrders',
  'candles',
  'books',
  'unknownInstrument',
  'unknownOrder',
  'closedContracts',
  'marks',
  'testOrder',
  'times',
  'calls',
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
  /** What was found, with figures, and what to do about it when it is not well. */
  readonly found: readonly Message[]
  /** The same with figures of the venue alone: nothing of the account's, so that they can be handed on. */
  readonly facts: readonly ProbeFact[]
}

export type ProbeStepId = (typeof PROBE_STEPS)[number]

/** Only then what adds risk may be sent: with less, something a trader needs does not work. */
export function hasPassed({ verdict }: ProbeReport): boolean {
  return verdict === 'healthy'
}

/** Where a time was read, besides the venue's clock. */
export type TimedRow = 'candle' | 'trade' | 'order' | 'fill'

/** What a step found of the venue, as a code with figures. Names are of instruments and endpoints, times in ms. */
export type ProbeFact = { readonly [C in keyof Facts]: { readonly code: C } & Facts[C] }[keyof Facts]
export type LookFact = { readonly [C in keyof LookFacts]: { readonly code: C } & LookFacts[C] }[keyof LookFacts]

interface Facts extends LookFacts {
  readonly failure: InCall
  readonly clock: InArea & { readonly offsetMs: number; readonly uncertaintyMs: number; readonly tripMs: number }
  readonly listed: InArea & { readonly instruments: number; readonly open: number; readonly unread: number }
  readonly signing: { readonly query: boolean }
  readonly account: InArea & { readonly unread: number }
  readonly openOrders: InArea & { readonly how: 'unknown' | 'wholeArea' | 'perInstrument' }
  readonly hour: InArea & { readonly word: string | null }
  readonly testOrder: Refusal & { readonly answer: TestAnswer }
}

export type TestAnswer = 'accepted' | 'placed' | 'refused' | 'keyRefused' | 'notOffered' | 'unclear' | 'noPrice'

/** Of the steps that say their facts and nothing else. */
export interface LookFacts {
  readonly rightsUntold: object
  readonly mayTrade: object
  readonly mayNotTrade: object
  readonly mayWithdraw: object
  readonly mayNotWithdraw: object
  /** The book of an instrument holds so many levels on its better filled side. */
  readonly bookLevels: InBook
  /** The venue gives no more levels of it than these. */
  readonly bookCap: InBook
  /** The venue refuses to be asked for more levels than these. */
  readonly bookLimit: InBook
  readonly noBook: InArea & { readonly name: string }
  /** What comes for the book of an instrument that is not listed. */
  readonly unlistedRefused: InArea & Refusal
  readonly unlistedEmptyBook: InArea
  readonly unlistedBook: InArea
  /** What comes for the id of no order. */
  readonly noOrderSaid: InArea & Refusal
  readonly noOrderRefused: InArea & Refusal
  readonly noOrderUnread: InArea & Refusal
  readonly noOrderInvented: InArea
  readonly closedNone: object
  readonly closedWithoutBook: { readonly listed: number; readonly asked: number }
  readonly closedWithBook: { readonly listed: number; readonly asked: number; readonly names: readonly string[] }
  /** Marks held against their book and index, and those there was nothing to hold against. */
  readonly marksAgree: { readonly asked: number }
  readonly marksUnheld: { readonly count: number }
  readonly markOff: {
    readonly name: string
    readonly against: 'book' | 'index'
    readonly mark: number
    readonly other: number
  }
  readonly timesAgree: InArea & { readonly rows: readonly TimedRow[] }
  /** Hours ahead of the venue's clock, to the half; below zero: behind it. */
  readonly timesOff: InArea & { readonly row: TimedRow; readonly hours: number }
  readonly timesUnknown: object
  readonly callsAsked: { readonly answered: number; readonly notAsked: readonly string[] }
  /** Not offered; `callsSpare`: and not needed. */
  readonly callsMissing: { readonly names: readonly string[] }
  readonly callsSpare: { readonly names: readonly string[] }
  /** Whether they are offered can not be told. */
  readonly callsUnclear: { readonly names: readonly string[] }
  /** A call of the step had no answer to judge by. */
  readonly notTold: InCall
}

interface InArea {
  readonly area: Area
}

interface InBook extends InArea {
  readonly name: string
  readonly asked: number
  readonly levels: number
}

/** The venue's own code of a refusal, where it is a number, and its HTTP status. */
interface Refusal {
  readonly venueCode: string | null
  readonly httpStatus: number | null
}

interface InCall extends Refusal {
  readonly call: string
  readonly kind: FailureKind
}
