/** What each fact of a look is worth, and how it is said: what was found, and what to do where it is not well. */
import { AREA_TITLE } from '#shared/domain/instrument.ts'
import { listed } from '#shared/domain/listed.ts'
import type { LookFact, LookFacts, ProbeStep, TimedRow } from '#shared/domain/probe.ts'

type Outcome = ProbeStep['outcome']
type Words = {
  readonly [C in keyof LookFacts]: readonly [outcome: Outcome, words: (fact: LookFacts[C]) => string]
}

/** More are counted. */
const MOST_NAMED = 5

const ROWS: Readonly<Record<TimedRow, string>> = { candle: 'candles', trade: 'trades', order: 'orders', fill: 'fills' }

const FACTS: Words = {
  rightsUntold: [
    'skipped',
    () => 'The venue does not tell what a key may do. Look on its own site that this one can not withdraw.',
  ],
  mayTrade: ['passed', () => 'The venue says that trading on Spot is allowed.'],
  mayNotTrade: [
    'failed',
    () =>
      'The venue says that this key, or its account, may not trade on Spot. Allow it on the venue’s own site, or use this key to watch only.',
  ],
  mayWithdraw: [
    'warned',
    () =>
      'The venue says that this key, or its account, may withdraw. Plimsoll never does: take that permission from the key on the venue’s own site.',
  ],
  // Of the account or of the key: no venue of the family documents which.
  mayNotWithdraw: [
    'passed',
    () => 'The venue says that withdrawing is not allowed; check on its own site that this holds for this key.',
  ],

  bookLevels: [
    'passed',
    ({ area, name, asked, levels }) =>
      `The ${AREA_TITLE[area]} book of ${name} came with ${String(levels)} levels, asked for ${String(asked)}.`,
  ],
  bookCap: [
    'passed',
    ({ area, levels, asked }) =>
      `${AREA_TITLE[area]} books end after ${String(levels)} levels, asked for ${String(asked)}. There may be more orders beyond that.`,
  ],
  bookLimit: [
    'passed',
    ({ area, asked, levels }) =>
      `${AREA_TITLE[area]} books can be asked for at most ${String(asked)} levels, and came with ${String(levels)}. This is kept for the account.`,
  ],
  noBook: [
    'warned',
    ({ area, name }) => `${AREA_TITLE[area]} gave an empty book of ${name}. Plimsoll estimates no cost from it.`,
  ],

  unlistedRefused: ['passed', ({ area }) => `${AREA_TITLE[area]} refuses the name of an instrument it does not list.`],
  unlistedEmptyBook: [
    'warned',
    ({ area }) =>
      `${AREA_TITLE[area]} answers with an empty book for an instrument it does not list. Here an empty book counts as no book.`,
  ],
  unlistedBook: [
    'warned',
    ({ area }) =>
      `${AREA_TITLE[area]} answers with a full book for an instrument it does not list. A book here does not prove whose it is: compare prices with the venue’s own site before trading.`,
  ],

  noOrderSaid: ['passed', ({ area }) => `${AREA_TITLE[area]} says so when there is no order of an id.`],
  noOrderRefused: [
    'warned',
    ({ area, venueCode }) =>
      `${AREA_TITLE[area]} refuses the id of an order that does not exist, but not as unknown (code ${venueCode ?? 'none'}). What became of an order is told from its lists alone.`,
  ],
  noOrderUnread: [
    'warned',
    ({ area }) =>
      `${AREA_TITLE[area]} gives no order and no refusal for the id of an order that does not exist. What became of an order is told from its lists alone.`,
  ],
  noOrderInvented: [
    'warned',
    ({ area }) =>
      `${AREA_TITLE[area]} shows an order for an id that no order has. What it says of a single order proves nothing: compare with the venue’s own site.`,
  ],

  closedNone: ['passed', () => 'The venue lists no closed contract.'],
  closedWithoutBook: [
    'passed',
    ({ listed: all, asked }) => `${ofClosed(asked, all)} asked for a book, and none gives one.`,
  ],
  closedWithBook: [
    'warned',
    ({ listed: all, asked, names }) =>
      `${ofClosed(asked, all)} asked for a book, and ${listed(names, MOST_NAMED)} still ${names.length === 1 ? 'gives' : 'give'} one. Books and marks of closed contracts are not used.`,
  ],

  marksAgree: [
    'passed',
    ({ asked, unheld }) =>
      `Marks of ${contracts(asked - unheld)} are where their books and indexes are${unheld > 0 ? `; ${contracts(unheld)} had nothing to compare with` : ''}.`,
  ],
  markOff: [
    'warned',
    ({ name, against, mark, other }) =>
      `The mark of ${name}, ${price(mark)}, is ${percent(mark / other - 1)} off its ${against === 'book' ? 'own book' : 'index'} at ${price(other)}: margin and liquidation there rest on a price that nobody trades at.`,
  ],

  timesAgree: [
    'passed',
    ({ area, rows }) =>
      `Times of ${AREA_TITLE[area]} ${rows.map((row) => ROWS[row]).join(', ')} go with the venue’s clock.`,
  ],
  timesOff: [
    'warned',
    ({ area, row, hours }) =>
      hours > 0
        ? `Times of ${AREA_TITLE[area]} ${ROWS[row]} are ${hoursText(hours)} ahead of the venue’s clock: they seem to be local times. Times and charts shown are off by as much.`
        : `The newest ${AREA_TITLE[area]} ${ROWS[row]} are ${hoursText(-hours)} behind the venue’s clock: there was no trade since, or they are local times.`,
  ],
  timesUnknown: ['skipped', () => 'The venue showed no candle, trade or order to hold against its clock.'],

  callsAsked: [
    'passed',
    ({ answered, notAsked }) =>
      `${String(answered)} calls are answered. Not asked, because they would do something: ${notAsked.join(', ')}.`,
  ],
  callsMissing: [
    'warned',
    ({ names }) => `Not offered here: ${names.join(', ')}. What needs them does not work, or shows as not known.`,
  ],
  callsSpare: ['passed', ({ names }) => `Not offered, and not needed: ${names.join(', ')}.`],
  callsUnclear: ['passed', ({ names }) => `Whether these are offered can not be told: ${names.join(', ')}.`],
  notTold: [
    'warned',
    ({ call, kind, venueCode, httpStatus }) => {
      const how = [
        venueCode === null ? [] : `code ${venueCode}`,
        httpStatus === null ? [] : `HTTP ${String(httpStatus)}`,
      ]
      return `${call} gave no answer that tells it (${[kind, ...how.flat()].join(', ')}).`
    },
  ],
}

/** The outcome that a fact gives its step. */
export function outcomeOf({ code }: LookFact): Outcome {
  return FACTS[code][0]
}

export function wordsOfLook<C extends keyof LookFacts>(fact: { readonly code: C } & LookFacts[C]): string {
  return FACTS[fact.code][1](fact)
}

const WORST_FIRST = ['failed', 'warned', 'passed', 'skipped'] as const

/** The worst of them; of none: skipped. */
export function worst(outcomes: readonly Outcome[]): Outcome {
  return WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'skipped'
}

function ofClosed(asked: number, all: number): string {
  return `Of ${String(all)} closed ${all === 1 ? 'contract' : 'contracts'} ${String(asked)} ${asked === 1 ? 'was' : 'were'}`
}

function contracts(count: number): string {
  return `${String(count)} ${count === 1 ? 'contract' : 'contracts'}`
}

function hoursText(hours: number): string {
  return `${String(hours)} ${hours === 1 ? 'hour' : 'hours'}`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** Enough digits to compare by. */
function price(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 6, useGrouping: false })
}
