/**
 * How a venue of this family spells the interface. Every switch stands alone; `mixed`, the venue nobody configured, is what
 * each of them is unless told. Replies are spelled in routes/shapes.ts; what is accepted of requests is read where it is read.
 */

import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'

/** A list: as it is, under "list", or under "data" of an envelope with "code" and "msg" (as null when empty, or one deeper). */
export type ListEnvelope = 'bare' | 'list' | 'data' | 'dataOrNull' | 'dataList'

export interface SimDialect {
  // Envelopes
  /** The pair list: { symbols: [] }, [], or { code, msg, data: { symbols: [] } }. */
  readonly symbols: 'symbols' | 'bare' | 'data'
  /** `mixed`: recent trades under "list", all others bare. */
  readonly spotLists: 'mixed' | ListEnvelope
  readonly contractLists: ListEnvelope
  /** Every other good answer, {} included. */
  readonly objects: 'bare' | 'data'
  /** Contract order details: the order, or a list of one. */
  readonly details: 'object' | 'list'
  /** Reply to a condition order: { code, msg, data: { triggerIds: [id] } } or { orderId }. */
  readonly condition: 'triggerIds' | 'orderId'

  // Ids
  /** Ids of reads. `mixed`: text on spot orders and trades, bare numbers elsewhere. */
  readonly ids: 'mixed' | 'number' | 'string'
  /** The id of a new order. `mixed`: a number on spot, text on contracts; `list`: ["id"]. */
  readonly createdId: 'mixed' | 'number' | 'string' | 'list'
  /** Whether orderIdString (new order) and idsString (batch) repeat the ids as text. */
  readonly idStrings: boolean
  readonly batchIds: 'number' | 'string'
  /** Whether a batch also answers newClientOrderIds. */
  readonly batchClientIds: boolean
  /** "failed" of a batch cancel: the ids, never any, or whether there were any. */
  readonly batchFailed: 'ids' | 'none' | 'boolean'
  /** When nothing of a batch cancel worked: the two lists, or {}. */
  readonly batchTotalFailure: 'lists' | 'empty'

  // Numbers and times
  /** `mixed`: each field its own way; `padded`: 16 decimals, and zero as 0E-16. */
  readonly numbers: 'mixed' | 'number' | 'string' | 'padded'
  readonly times: 'number' | 'text'
  /** The day's change: "0.0133", "1.33" or "+0.0133". */
  readonly rose: 'fraction' | 'percent' | 'signed'

  // Names
  /** Volume of a contract ticker. */
  readonly volumeName: 'vol' | 'theft'
  /** Face value in the contract list. */
  readonly faceName: 'multiplier' | 'multiply'
  /** `live`: tagPrice and currentFundRate; `documented`: markPrice, lastFundingRate, contractName and time. */
  readonly index: 'live' | 'documented'
  readonly timeName: 'serverTime' | 'server_time'
  /** Whether contract orders show the client's id (as clientId). */
  readonly contractClientId: boolean
  /** `documented` leaves out every field the interface does not list; bodies it does not list stay as they are. */
  readonly fields: 'all' | 'documented'

  // States
  /** Spot reads: "New Order" or NEW. */
  readonly spotStatus: 'words' | 'plain'
  /** `live`: INIT, PART_FILLED, CANCELED; `plain`: NEW, PARTIALLY_FILLED, CANCELLED. */
  readonly contractStatus: 'live' | 'plain'
  /** The status in the reply to a new spot order: NEW, "New Order" or 0. */
  readonly createdStatus: 'plain' | 'words' | 'integer'

  // Market data
  readonly klineTime: 'ms' | 's'
  readonly klineOrder: 'newest' | 'oldest'
  /** How an hour is asked for; the other spelling answers []. */
  readonly spotHour: 'both' | '60min' | '1h'
  readonly contractHour: 'both' | '60min' | '1h'
  /** A third column is the quantity so far, a fourth (asks only) the money so far. */
  readonly depthColumns: 2 | 3 | 4
  /** `mixed`: ms on spot, null on contracts. */
  readonly depthTime: 'mixed' | 'null' | 'ms'

  // Refusals
  /** `mixed`: numbers on spot, text on contracts. */
  readonly errorCode: 'mixed' | 'number' | 'text'
  /** `mixed`: 400 on spot, 200 on contracts. */
  readonly errorStatus: 'mixed' | 200 | 400
  readonly limitStatus: 429 | 410
  /** Language of msg; a request with "admin-language: en_US" is answered in English by both. */
  readonly language: 'en' | 'zh'

  // Requests
  /** Whether the query of a GET is part of what is signed. */
  readonly signsQuery: boolean
  /** A timestamp this far ahead of the venue's clock, or farther, is refused. */
  readonly futureSkewMs: number
  readonly spotVersion: 'v1' | 'v2' | 'both'
  /** Endpoint name ("contract.conditionOrder") to the whole path it is served under instead. */
  readonly paths: Readonly<Record<string, string>>
  /** Stands before the path on the wire, and is no part of what is signed. */
  readonly spotPrefix: string
  readonly contractPrefix: string
  /** The case pairs are named in, -1121 otherwise; contract names are held to it only by `upper`. The pair list follows. */
  readonly symbolCase: 'any' | 'upper' | 'lower'
  /** Where a page starts: `older`, ids up to fromId; `newer`, the first ids from fromId on. Newest first both times. */
  readonly fromId: 'older' | 'newer'
  /** Whether a condition order at market must name a price too. */
  readonly conditionPrice: 'free' | 'required'
  /** How a trigger type is accepted: 3, "3" or "3UP". */
  readonly triggerType: 'any' | 'int' | 'text' | 'label'
  /** JSON type of the ids of a batch cancel. */
  readonly cancelIds: 'any' | 'number' | 'string'
  /** JSON type of prices and volumes. */
  readonly amounts: 'any' | 'number' | 'string'
  /** What the volume of a market order that opens counts: contracts, or their value in the quote coin. */
  readonly marketOpen: 'contracts' | 'value'
}

/** What each switch can be; the first is what it is unless told. Those that are no choice stand in `REST`. */
const CHOICES = {
  symbols: ['symbols', 'bare', 'data'],
  spotLists: ['mixed', 'bare', 'list', 'data', 'dataOrNull', 'dataList'],
  contractLists: ['bare', 'list', 'data', 'dataOrNull', 'dataList'],
  objects: ['bare', 'data'],
  details: ['object', 'list'],
  condition: ['triggerIds', 'orderId'],
  ids: ['mixed', 'number', 'string'],
  createdId: ['mixed', 'number', 'string', 'list'],
  idStrings: [true, false],
  batchIds: ['number', 'string'],
  batchClientIds: [false, true],
  batchFailed: ['ids', 'none', 'boolean'],
  batchTotalFailure: ['lists', 'empty'],
  numbers: ['mixed', 'number', 'string', 'padded'],
  times: ['number', 'text'],
  rose: ['fraction', 'percent', 'signed'],
  volumeName: ['vol', 'theft'],
  faceName: ['multiplier', 'multiply'],
  index: ['live', 'documented'],
  timeName: ['serverTime', 'server_time'],
  contractClientId: [true, false],
  fields: ['all', 'documented'],
  spotStatus: ['words', 'plain'],
  contractStatus: ['live', 'plain'],
  createdStatus: ['plain', 'words', 'integer'],
  klineTime: ['ms', 's'],
  klineOrder: ['newest', 'oldest'],
  spotHour: ['both', '60min', '1h'],
  contractHour: ['both', '60min', '1h'],
  depthColumns: [2, 3, 4],
  depthTime: ['mixed', 'null', 'ms'],
  errorCode: ['mixed', 'number', 'text'],
  errorStatus: ['mixed', 200, 400],
  limitStatus: [429, 410],
  language: ['en', 'zh'],
  signsQuery: [true, false],
  spotVersion: ['v1', 'v2', 'both'],
  symbolCase: ['any', 'upper', 'lower'],
  fromId: ['newer', 'older'],
  conditionPrice: ['free', 'required'],
  triggerType: ['any', 'int', 'text', 'label'],
  cancelIds: ['any', 'number', 'string'],
  amounts: ['any', 'number', 'string'],
  marketOpen: ['contracts', 'value'],
} as const satisfies { readonly [K in Choice]: readonly [SimDialect[K], ...SimDialect[K][]] }

type Choice = Exclude<keyof SimDialect, keyof typeof REST>

const REST = { futureSkewMs: 1000, paths: {}, spotPrefix: '', contractPrefix: '' } as const

const MIXED: SimDialect = {
  ...(Object.fromEntries(Object.entries(CHOICES).map(([name, [usual]]) => [name, usual])) as Pick<SimDialect, Choice>),
  ...REST,
}

/** Venues as they are met, each a whole dialect. */
export const DIALECTS = {
  mixed: MIXED,
  /** To the letter of the interface document, its oddities and gaps included. */
  documented: {
    ...MIXED,
    symbols: 'bare',
    spotLists: 'bare',
    condition: 'orderId',
    ids: 'number',
    idStrings: false,
    numbers: 'number',
    rose: 'signed',
    volumeName: 'theft',
    faceName: 'multiply',
    index: 'documented',
    contractClientId: false,
    fields: 'documented',
    spotStatus: 'plain',
    contractStatus: 'plain',
    spotHour: '60min',
    contractHour: '60min',
    depthTime: 'ms',
    errorCode: 'number',
    errorStatus: 400,
    triggerType: 'label',
    amounts: 'number',
  },
  /** Everything inside { code, msg, data }. */
  wrapped: {
    ...MIXED,
    symbols: 'data',
    spotLists: 'data',
    contractLists: 'data',
    objects: 'data',
    ids: 'string',
    createdId: 'string',
    batchTotalFailure: 'empty',
    numbers: 'number',
    timeName: 'server_time',
    spotStatus: 'plain',
    klineOrder: 'oldest',
    errorCode: 'number',
    errorStatus: 200,
    language: 'zh',
    symbolCase: 'upper',
    fromId: 'older',
    triggerType: 'int',
    cancelIds: 'number',
    paths: { 'spot.account': '/sapi/v1/account/balance' },
  },
  /** Text wherever text will do, and null for an empty list. */
  textual: {
    ...MIXED,
    spotLists: 'list',
    contractLists: 'dataOrNull',
    ids: 'string',
    batchFailed: 'none',
    numbers: 'string',
    times: 'text',
    createdStatus: 'integer',
    spotHour: '60min',
    contractHour: '1h',
    depthTime: 'null',
    symbolCase: 'lower',
    errorCode: 'text',
    errorStatus: 200,
    fromId: 'older',
    triggerType: 'int',
    paths: { 'contract.conditionOrder': '/fapi/v1/conditionOrder/' },
  },
  /** Database decimals, ids in lists, more columns, seconds, and a gateway in front. */
  padded: {
    ...MIXED,
    spotLists: 'bare',
    createdId: 'list',
    idStrings: false,
    batchIds: 'string',
    batchClientIds: true,
    batchFailed: 'boolean',
    numbers: 'padded',
    rose: 'percent',
    klineTime: 's',
    depthColumns: 4,
    errorCode: 'text',
    errorStatus: 200,
    spotPrefix: '/spot/open',
    contractPrefix: '/futures/open',
    triggerType: 'int',
    amounts: 'number',
    marketOpen: 'value',
  },
  /** The first generation: the query is not signed, details are lists, ids are numbers. */
  legacy: {
    ...MIXED,
    details: 'list',
    condition: 'orderId',
    ids: 'number',
    createdId: 'number',
    idStrings: false,
    contractStatus: 'plain',
    createdStatus: 'words',
    klineTime: 's',
    index: 'documented',
    signsQuery: false,
    conditionPrice: 'required',
    triggerType: 'text',
    cancelIds: 'number',
  },
  /** The second generation of spot paths. */
  modern: {
    ...MIXED,
    spotLists: 'dataList',
    contractLists: 'dataList',
    ids: 'string',
    createdId: 'string',
    batchIds: 'string',
    numbers: 'string',
    spotStatus: 'plain',
    depthColumns: 3,
    depthTime: 'ms',
    limitStatus: 410,
    spotVersion: 'v2',
    triggerType: 'text',
    cancelIds: 'string',
    amounts: 'string',
  },
} as const satisfies Readonly<Record<string, SimDialect>>

export type DialectName = keyof typeof DIALECTS

/** A whole dialect: `changes` to the one nobody configured. */
export function dialectOf(changes: Partial<SimDialect> = {}): SimDialect {
  return { ...MIXED, ...changes }
}

/** A dialect from switches by name; the error says which of them is none, or can not be that. */
export function readDialect(changes: Readonly<Record<string, unknown>>): Result<SimDialect, string> {
  for (const [name, value] of Object.entries(changes)) {
    const expected = Object.hasOwn(CHOICES, name) ? notChosen(name as Choice, value) : notOfRest(name, value)
    if (expected !== null) return err(`expected ${expected}, was ${JSON.stringify(value)}`)
  }
  return ok(dialectOf(changes))
}

/** What was expected of a choice, or null when it is one. */
function notChosen(name: Choice, value: unknown): string | null {
  const words: readonly unknown[] = CHOICES[name]
  return words.includes(value) ? null : `${name} to be one of ${JSON.stringify(words)}`
}

function notOfRest(name: string, value: unknown): string | null {
  switch (name) {
    case 'futureSkewMs':
      return Number.isSafeInteger(value) ? null : 'futureSkewMs to be whole milliseconds'
    case 'spotPrefix':
    case 'contractPrefix':
      return isPrefix(value) ? null : `${name} to be a path like "/gateway", or ""`
    case 'paths':
      return isPaths(value) ? null : 'paths to be an object of paths by endpoint'
    default:
      return `${name} to be a switch of the dialect (${[...Object.keys(CHOICES), ...Object.keys(REST)].join(', ')})`
  }
}

function isPrefix(value: unknown): boolean {
  return value === '' || (typeof value === 'string' && /^(\/[\w.-]+)+$/.test(value))
}

function isPaths(value: unknown): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
  return Object.values(value).every((path) => typeof path === 'string' && path.startsWith('/'))
}
