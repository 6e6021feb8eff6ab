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

/** The findings about a venue and a key before they are trusted. Plain data. */
export interface ProbeReport {
  /**
   * `healthy`: everything needed for trading works. `limited`: the account can be watched, but a step names what does not
   * work. `refused`: the venue cannot be reached, or does not accept the key.
   */
  readonly verdict: 'healthy' | 'limited' | 'refused'
  /** The `PROBE_STEPS` that apply to the venue's areas, in that order. */
  readonly steps: readonly ProbeStep[]
}

export interface ProbeStep {
  readonly id: (typeof PROBE_STEPS)[number]
  readonly outcome: 'passed' | 'warned' | 'failed' | 'skipped'
  /** What was found, with figures, and what to do about a problem. */
  readonly found: readonly Message[]
  /** The same without anything about the account, so that it can be shared. */
  readonly facts: readonly ProbeFact[]
}

/** A step of a probe that is under way. */
export interface StepProgress extends Pick<ProbeStep, 'id' | 'found'> {
  readonly outcome: ProbeStep['outcome'] | 'waiting' | 'running'
}

/** Whether orders that add risk may be sent: only if everything needed for trading works. */
export function hasPassed({ verdict }: ProbeReport): boolean {
  return verdict === 'healthy'
}

/** Rows with a time, apart from the venue's clock. */
export type TimedRow = 'candle' | 'trade' | 'order' | 'fill'

/** A finding about the venue, as a code with figures. Names are of instruments and endpoints, times in ms. */
export type ProbeFact = { readonly [C in keyof Facts]: { readonly code: C } & Facts[C] }[keyof Facts]
export type LookFact = { readonly [C in keyof LookFacts]: { readonly code: C } & LookFacts[C] }[keyof LookFacts]

interface Facts extends LookFacts {
  readonly failure: LookFacts['noClearAnswer']
  readonly clock: InArea & { readonly offsetMs: number; readonly uncertaintyMs: number; readonly tripMs: number }
  readonly listed: InArea & { readonly instruments: number; readonly open: number; readonly unread: number }
  readonly signing: { readonly query: boolean }
  readonly account: InArea & { readonly unread: number }
  readonly openOrders: InArea & { readonly how: 'unknown' | 'wholeArea' | 'perInstrument' }
  readonly hour: InArea & { readonly word: string | null }
  readonly testOrder: Refusal & { readonly answer: TestAnswer }
}

export type TestAnswer = 'accepted' | 'placed' | 'refused' | 'keyRefused' | 'notOffered' | 'unclear' | 'noPrice'

/** Facts of the steps that report nothing else. */
export interface LookFacts {
  readonly rightsNotStated: object
  readonly mayTrade: object
  readonly mayNotTrade: object
  /** The same as above, for a key that is only for reading. */
  readonly watchMayTrade: object
  readonly watchMayNotTrade: object
  readonly mayWithdraw: object
  readonly mayNotWithdraw: object
  /** Whether the key works from registered addresses only. */
  readonly boundToIp: object
  readonly notBoundToIp: object
  /** Levels of the order book of an instrument, on its fuller side. */
  readonly bookLevels: InBook
  /** The venue returns no more levels than these. */
  readonly bookCap: InBook
  /** The venue refuses requests for more levels than these. */
  readonly bookLimit: InBook
  readonly noBook: InArea & { readonly name: string }
  /** The reply to a request for the order book of an unlisted instrument. */
  readonly unlistedRefused: InArea & Refusal
  readonly unlistedEmptyBook: InArea
  readonly unlistedBook: InArea
  /** The reply to an unknown order id. */
  readonly noOrderSaid: InArea & Refusal
  readonly noOrderRefused: InArea & Refusal
  readonly noOrderUnread: InArea & Refusal
  readonly noOrderInvented: InArea
  readonly closedNone: object
  readonly closedWithoutBook: { readonly listed: number; readonly asked: number }
  readonly closedWithBook: { readonly listed: number; readonly asked: number; readonly names: readonly string[] }
  /** Marks compared with book and index, and marks without either. */
  readonly marksAgree: { readonly asked: number }
  readonly marksUnheld: { readonly count: number }
  readonly markOff: {
    readonly name: string
    readonly against: 'book' | 'index'
    readonly mark: number
    readonly other: number
  }
  readonly timesAgree: InArea & { readonly rows: readonly TimedRow[] }
  /** Hours ahead of the venue's clock, to half an hour; below zero: behind it. */
  readonly timesOff: InArea & { readonly row: TimedRow; readonly hours: number }
  readonly timesUnknown: object
  readonly callsAsked: { readonly answered: number; readonly notAsked: readonly string[] }
  /** Calls that are not offered; `callsSpare`: and not needed. */
  readonly callsMissing: { readonly names: readonly string[] }
  readonly callsSpare: { readonly names: readonly string[] }
  /** Whether these are offered is not known. */
  readonly callsUnclear: { readonly names: readonly string[] }
  /** A call of the step had no usable answer. */
  readonly noClearAnswer: Refusal & { readonly call: string; readonly kind: FailureKind }
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
