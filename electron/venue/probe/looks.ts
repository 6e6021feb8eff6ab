/** The outcome and the message of each fact. */
import type { Message } from '#shared/domain/message.ts'
import type { LookFact, LookFacts, ProbeStep } from '#shared/domain/probe.ts'
import { areaTitle, listed, message } from '#shared/words/message.ts'

type Outcome = ProbeStep['outcome']

/** Further names are only counted. */
const MOST_NAMED = 5

const LOOKS: {
  readonly [C in keyof LookFacts]: readonly [outcome: Outcome, message: (fact: LookFacts[C]) => Message]
} = {
  rightsNotStated: ['skipped', () => message('probe.rightsNotStated')],
  mayTrade: ['passed', () => message('probe.mayTrade')],
  mayNotTrade: ['failed', () => message('probe.mayNotTrade')],
  watchMayTrade: ['warned', () => message('probe.watchMayTrade')],
  watchMayNotTrade: ['passed', () => message('probe.watchMayNotTrade')],
  mayWithdraw: ['warned', () => message('probe.mayWithdraw')],
  // No venue of the family documents whether this is about the account or the key.
  mayNotWithdraw: ['passed', () => message('probe.mayNotWithdraw')],
  boundToIp: ['passed', () => message('probe.boundToIp')],
  notBoundToIp: ['warned', () => message('probe.notBoundToIp')],

  bookLevels: ['passed', ({ area, ...book }) => message('probe.bookLevels', { area: areaTitle(area), ...book })],
  bookCap: ['passed', ({ area, levels, asked }) => message('probe.bookCap', { area: areaTitle(area), levels, asked })],
  bookLimit: [
    'passed',
    ({ area, levels, asked }) => message('probe.bookLimit', { area: areaTitle(area), levels, asked }),
  ],
  noBook: ['warned', ({ area, name }) => message('probe.noBook', { area: areaTitle(area), name })],

  unlistedRefused: ['passed', ({ area }) => message('probe.unlistedRefused', { area: areaTitle(area) })],
  unlistedEmptyBook: ['warned', ({ area }) => message('probe.unlistedEmptyBook', { area: areaTitle(area) })],
  unlistedBook: ['warned', ({ area }) => message('probe.unlistedBook', { area: areaTitle(area) })],

  noOrderSaid: ['passed', ({ area }) => message('probe.noOrderSaid', { area: areaTitle(area) })],
  noOrderRefused: [
    'warned',
    ({ area, venueCode }) => message('probe.noOrderRefused', { area: areaTitle(area), code: venueCode ?? '?' }),
  ],
  noOrderUnread: ['warned', ({ area }) => message('probe.noOrderUnread', { area: areaTitle(area) })],
  noOrderInvented: ['warned', ({ area }) => message('probe.noOrderInvented', { area: areaTitle(area) })],

  closedNone: ['passed', () => message('probe.closedNone')],
  closedWithoutBook: [
    'passed',
    ({ listed: all, asked }) => message('probe.closedWithoutBook', { closed: contracts(all), asked }),
  ],
  closedWithBook: [
    'warned',
    ({ listed: all, asked, names }) =>
      message('probe.closedWithBook', { closed: contracts(all), asked, names: listed(names, MOST_NAMED) }),
  ],

  marksAgree: ['passed', ({ asked }) => message('probe.marksAgree', { contracts: contracts(asked) })],
  marksUnheld: ['passed', ({ count }) => message('probe.marksUnheld', { contracts: contracts(count) })],
  markOff: [
    'warned',
    ({ name, against, mark, other }) =>
      message(against === 'book' ? 'probe.markOffBook' : 'probe.markOffIndex', {
        name,
        mark: price(mark),
        other: price(other),
        off: { share: mark / other - 1, places: 1 },
      }),
  ],

  timesAgree: [
    'passed',
    ({ area, rows }) =>
      message('probe.timesAgree', { area: areaTitle(area), rows: rows.map((row) => message(`probe.row.${row}`)) }),
  ],
  timesOff: [
    'warned',
    ({ area, row, hours }) =>
      message(hours > 0 ? 'probe.timesAhead' : 'probe.timesBehind', {
        area: areaTitle(area),
        row: message(`probe.row.${row}`),
        hours: message('hours', { count: Math.abs(hours) }),
      }),
  ],
  timesUnknown: ['skipped', () => message('probe.timesUnknown')],

  callsAsked: ['passed', (calls) => message('probe.callsAsked', calls)],
  callsMissing: ['warned', (calls) => message('probe.callsMissing', calls)],
  callsSpare: ['passed', (calls) => message('probe.callsSpare', calls)],
  callsUnclear: ['passed', (calls) => message('probe.callsUnclear', calls)],
  noClearAnswer: [
    'warned',
    ({ call, kind, venueCode, httpStatus }) => {
      const code = venueCode === null ? [] : [message('probe.venueCode', { code: venueCode })]
      const status = httpStatus === null ? [] : [message('probe.httpStatus', { status: String(httpStatus) })]
      return message('probe.noClearAnswer', { call, how: [kind, ...code, ...status] })
    },
  ],
}

/** The outcome that a fact gives its step. */
export function outcomeOf({ code }: LookFact): Outcome {
  return LOOKS[code][0]
}

export function messageOf<C extends keyof LookFacts>(fact: { readonly code: C } & LookFacts[C]): Message {
  return LOOKS[fact.code][1](fact)
}

const WORST_FIRST = ['failed', 'warned', 'passed', 'skipped'] as const

/** The worst outcome; `skipped` where there is none. */
export function worst(outcomes: readonly Outcome[]): Outcome {
  return WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'skipped'
}

function contracts(count: number): Message {
  return message('contracts', { count })
}

/** Enough digits for comparison. */
function price(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 6, useGrouping: false })
}
