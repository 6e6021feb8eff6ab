/**
 * The faults of transport, limits, clock and data that a client must survive, by number. Each one lists the faults to
 * inject, one per request, or says what can cause it if no venue can.
 */
import type { Fault } from './faults.ts'

/** A fault without its endpoint, unless it concerns particular ones. */
type ScriptedFault = Omit<Fault, 'match'> & Partial<Pick<Fault, 'match'>>

const HOUR_MS = 3_600_000

export const FAULT_SCRIPTS = {
  /** Reset after the request was read. */
  F1: [{ kind: 'resetAfterRead' }],
  F2: [{ kind: 'finWithoutReply' }, { kind: '408Close' }],
  F3: [{ kind: 'resetBeforeRead' }],
  F4: [{ kind: '504NotExecuted' }, { kind: '504Executed' }, { kind: '504ExecutedLate', ms: 4000 }],
  /** The client's timeout: the answer never comes. */
  F5: [{ kind: 'stall' }],
  F6: [{ kind: 'truncate' }, { kind: 'lengthTooLong' }, { kind: 'lengthTooShort' }, { kind: 'badChunk' }],
  F7: [{ kind: 'errorWith200' }],
  F8: [{ kind: 'status400ButExecuted' }],
  F9: [301, 302, 303, 307, 308].map((status) => ({ kind: 'redirect' as const, status })),
  F10: 'the venue is started with a bad certificate (tls; --tls-key, --tls-cert)',
  F11: [{ kind: 'trickle' }, { kind: 'hugeHeader' }, { kind: 'status204' }, { kind: 'emptyBody' }],
  F12: 'the network of the host: stop the venue, or let everything stall for ever',
  F13: 'the name service of the host',
  F14: [{ kind: 'gzipBomb' }, { kind: 'compressed' }],
  F15: [{ kind: 'serverError', status: 500, times: 5 }],
  F16: 'the traffic of the client: the ledger counts arrivals (maxInWindow)',
  F17: [{ kind: 'status429' }, { kind: 'status429', retryAfter: 2 }, { kind: 'status429', status: 410 }],
  F18: [{ kind: 'status418', retryAfter: 120 }],
  F19: 'the traffic of the client: the ledger counts arrivals (maxInWindow)',
  F20: 'the clock of the host',
  F21: [
    { kind: 'clockJump', ms: -3000 },
    { kind: 'clockDrift', ms: 50 },
  ],
  F22: 'the queue of the client: the ledger has each timestamp beside its arrival',
  F23: 'the sleep of the host',
  F24: [{ kind: 'clockJump', ms: -1000 }],
  F25: [
    { kind: 'malformed' },
    { kind: 'mangled' },
    { kind: 'truncate' },
    { kind: 'hugeJson' },
    { kind: 'deepJson' },
    { kind: 'htmlPage' },
  ],
  F26: [{ kind: 'maxIds' }],
  F27: [{ kind: 'oddNumbers' }],
  F28: [{ kind: 'duplicates' }, { kind: 'conflicts' }],
  F29: [
    { kind: 'missingField' },
    { kind: 'extraFields' },
    { kind: 'wrongType' },
    { kind: 'unknownWords' },
    { kind: 'emptyList' },
    { kind: 'missingRow' },
    { kind: 'renamed' },
  ],
  F30: [{ kind: 'protoKeys' }],
  F31: [{ kind: 'hostileText' }],
  F32: [
    { kind: 'crossedBook' },
    { kind: 'unsortedBook' },
    { kind: 'farPrice' },
    { kind: 'scaledNumbers', field: 'last' },
    { kind: 'frozenNumbers', field: 'indexPrice' },
    { kind: 'timesInSeconds' },
  ],
  F33: [
    { kind: 'oldTimes', ms: HOUR_MS },
    { kind: 'cached', times: 3 },
    { kind: 'aged', times: 3 },
    { kind: 'delay', ms: 2000 },
  ],
  F34: [{ kind: 'slowReads', ms: 40 * 60_000 }, { kind: 'lostAndHidden', ms: 40 * 60_000 }, { kind: 'forgets' }],
  /** Another program reverses a position while it is being closed. */
  F37: [{ kind: 'turnsOver' }],
} as const satisfies Readonly<Record<string, readonly ScriptedFault[] | string>>

export type FaultScript = keyof typeof FAULT_SCRIPTS

export function isFaultScript(name: string): name is FaultScript {
  return Object.hasOwn(FAULT_SCRIPTS, name)
}

/** The faults of a script for requests that match `match`, or a text that says why there are none. */
export function scripted(name: FaultScript, match: string): readonly Fault[] | string {
  const script: readonly ScriptedFault[] | string = FAULT_SCRIPTS[name]
  return typeof script === 'string'
    ? `${name} is not the venue's to cause: ${script}`
    : script.map((fault) => ({ ...fault, match }))
}
