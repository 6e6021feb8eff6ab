/**
 * How a venue of this family spells the interface. The switches are independent; the dialect `mixed` has the default of
 * each. Replies are formatted in wire/shapes.ts, requests where they are read. `binance` and `v2` have their own reply
 * forms, so only these switches apply to them: those of leaves (numbers, ids, times), of open orders and details, and
 * those that name them.
 */

/**
 * The form of a list: bare, under "list", or under "data" of an envelope with "code" and "msg" (null if empty, or one
 * level deeper).
 */
const LISTS = ['bare', 'list', 'data', 'dataOrNull', 'dataList'] as const

/** The choices of each switch, default first. Switches with other values are in `REST`. */
export const CHOICES = {
  // Interfaces
  /** `binance`: /api/v1, signed in the query under X-MBX-APIKEY, with its own rows, states and codes. */
  spotApi: ['sapi', 'binance'],
  /** `v2`: /fapi/v2 (and /dapi/v2 for inverse contracts), where the time in force is an order type. */
  contractApi: ['v1', 'v2'],

  // Envelopes
  /** The pair list: { symbols: [] }, [], or { code, msg, data: { symbols: [] } }. */
  symbols: ['symbols', 'bare', 'data'],
  /** `mixed`: recent trades under "list", all others bare. */
  spotLists: ['mixed', ...LISTS],
  contractLists: LISTS,
  /** Every other good answer, {} included. */
  objects: ['bare', 'data'],
  /** Contract order details: the order, or a list of one. */
  details: ['object', 'list'],
  /** Reply to a conditional order: { code, msg, data: { triggerIds: [id] } } or { orderId }. */
  condition: ['triggerIds', 'orderId'],

  // Ids
  /** Ids of reads. `mixed`: text on spot orders and trades, bare numbers elsewhere. */
  ids: ['mixed', 'number', 'string'],
  /** The id of a new order. `mixed`: a number on spot, text on contracts; `list`: ["id"]. */
  createdId: ['mixed', 'number', 'string', 'list'],
  /** Whether orderIdString (new order) and idsString (batch) repeat the ids as text. */
  idStrings: [true, false],
  batchIds: ['number', 'string'],
  /** Whether a batch also answers newClientOrderIds. */
  batchClientIds: [false, true],
  /** "failed" in a batch cancel: the ids, never any, or whether there were any. */
  batchFailed: ['ids', 'none', 'boolean'],
  /** If nothing in a batch cancel worked: the two lists, or {}. */
  batchTotalFailure: ['lists', 'empty'],

  // Numbers and times
  /** `mixed`: each field its own way; `padded`: 16 decimals, and zero as 0E-16. */
  numbers: ['mixed', 'number', 'string', 'padded'],
  times: ['number', 'text'],
  /** The change over the day: "0.0133", "1.33" or "+0.0133". */
  rose: ['fraction', 'percent', 'signed'],

  // Names
  /** Volume of a contract ticker. */
  volumeName: ['vol', 'theft'],
  /** Face value in the contract list. */
  faceName: ['multiplier', 'multiply'],
  /** `live`: tagPrice and currentFundRate; `documented`: markPrice, lastFundingRate, contractName and time. */
  index: ['live', 'documented'],
  timeName: ['serverTime', 'server_time'],
  /** Whether contract orders show the client's id (as clientId). */
  contractClientId: [true, false],
  /** `documented` omits every field that the interface does not list. Bodies that it does not list stay as they are. */
  fields: ['all', 'documented'],

  // States
  /** Spot reads: "New Order" or NEW. */
  spotStatus: ['words', 'plain'],
  /**
   * `live`: INIT, PART_FILLED, CANCELED; `plain`: NEW, PARTIALLY_FILLED, CANCELLED;
   * `init`: INIT, NEW, PARTIALLY_FILLED, CANCELED.
   */
  contractStatus: ['live', 'plain', 'init'],
  /** The status in the reply to a new spot order: NEW, "New Order" or 0. */
  createdStatus: ['plain', 'words', 'integer'],

  // Positions
  /** The side of a position: that of its opening order (BUY, SELL), or LONG and SHORT. */
  positionSide: ['order', 'position'],
  /** `negative`: the volume of a short is negative. */
  shortVolume: ['plain', 'negative'],

  // Market data
  klineTime: ['ms', 's'],
  klineOrder: ['newest', 'oldest'],
  /** The accepted word for an hour; the other one is answered with []. */
  spotHour: ['both', '60min', '1h'],
  contractHour: ['both', '60min', '1h'],
  /** The third column is the cumulative quantity, the fourth (asks only) the cumulative money. */
  depthColumns: [2, 3, 4],
  /** `mixed`: ms on spot, null on contracts. */
  depthTime: ['mixed', 'null', 'ms'],

  /** The most levels of an order book, and the answer to a request for more. */
  bookLevels: [100, 30, 5],
  manyLevels: ['taken', 'refused'],
  /** The order book of an unknown name: refused (-1121), empty, or that of another instrument. */
  unknownBook: ['refused', 'empty', 'other'],
  /** The order book of a closed contract: served like any other, or refused (-1146). */
  closedBook: ['served', 'refused'],
  /** How many hours ahead of UTC the times in rows are. The server time never is. */
  zoneHours: [0, 8, -5],

  // The key
  /**
   * What the Spot account says about the key's permissions: nothing, yes or no for each, or a list of names. `bound` and
   * `unbound` also say whether it is bound to IP addresses.
   */
  rights: ['notStated', 'all', 'noWithdrawals', 'noTrading', 'named', 'bound', 'unbound'],

  // Refusals
  /** The answer to an unknown order id: refused (-2013), an empty object, another order, or an invented one. */
  unknownOrder: ['refused', 'empty', 'other', 'invented'],
  /** `mixed`: numbers on spot, text on contracts. */
  errorCode: ['mixed', 'number', 'text'],
  /** `mixed`: 400 on spot, 200 on contracts. */
  errorStatus: ['mixed', 200, 400],
  limitStatus: [429, 410],
  /** Language of msg. A request with "admin-language: en_US" is always answered in English. */
  language: ['en', 'zh'],

  // Lists of open orders
  /**
   * What a request without an instrument lists: refused (-1121), all orders of the area, none, or those of the first
   * instrument. `unfiltered`: all orders, even with an instrument.
   */
  spotOpenOrders: ['refused', 'all', 'empty', 'first', 'unfiltered'],
  contractOpenOrders: ['all', 'refused', 'empty', 'first', 'unfiltered'],
  /** The most open orders in a list; null: no cap. */
  openOrdersCap: [null, 100, 200, 500],
  /** A request for more than 100 open orders: served up to the cap, or refused. */
  manyOpenOrders: ['taken', 'refused'],
  /** The balances in a reply: all, or those of the coins (at most 20) that each request must name. */
  spotAccount: ['all', 'bySymbols'],
  /** The existing areas. A host without an area knows none of its paths. */
  areas: ['both', 'spot', 'contract'],

  // Requests
  /** Whether the query of a GET is part of the signed text. */
  signsQuery: [true, false],
  spotVersion: ['v1', 'v2', 'both'],
  /**
   * The required case of pair names, otherwise -1121; only `upper` also applies to contract names. The pair list
   * follows it.
   */
  symbolCase: ['any', 'upper', 'lower'],
  /**
   * Where a page starts: `older`, ids up to fromId; `newer`, the first ids starting with fromId. Newest first in both
   * cases.
   */
  fromId: ['newer', 'older'],
  /** Whether a conditional order at market must name a price too. */
  conditionPrice: ['free', 'required'],
  /** The accepted form of a trigger type: 3, "3" or "3UP". */
  triggerType: ['any', 'int', 'text', 'label'],
  /** JSON type of the ids of a batch cancel. */
  cancelIds: ['any', 'number', 'string'],
  /** JSON type of prices and volumes. */
  amounts: ['any', 'number', 'string'],
  /** What the volume of an opening market order counts: contracts, or their value in the quote coin. */
  marketOpen: ['contracts', 'value'],
  /** Whether a market order may close a position. `refused`: like an unknown order type, -1116 (v2: -1139). */
  marketClose: ['taken', 'refused'],

  /** The time in force of a contract order: kept, or ignored, so that the order rests. */
  contractTimeInForce: ['kept', 'ignored'],

  // Points that the sources on binance and v2 leave open.
  /** binance: a time in force other than GTC: ignored, so that the order rests, or refused (-1102). */
  spotTimeInForce: ['ignored', 'refused'],
  /** binance: a query with only the client's id: refused (-1102), or answered. */
  spotByClientId: ['refused', 'taken'],
  /** binance: the key under which a fill has the coin of its fee. */
  feeCoinKey: ['both', 'commissionAsset', 'commissionAssert'],
  /** binance: what the account says about the right to withdraw. */
  canWithdraw: [false, true],
  /** The cancel of a finished order: refused for its state, or as an unknown order. */
  cancelDone: ['state', 'unknown'],
  /** v2: the state of a POST_ONLY order that would have taken liquidity. */
  postOnlyTaking: ['canceled', 'rejected'],
} as const

export type Choice = keyof typeof CHOICES

export type SimDialect = { readonly [K in Choice]: (typeof CHOICES)[K][number] } & {
  /** A timestamp this far ahead of the venue's clock, or further, is refused. */
  readonly futureSkewMs: number
  /** Maps an endpoint name ("contract.conditionOrder") to the whole path that replaces its own. */
  readonly paths: Readonly<Record<string, string>>
  /** Precedes the path on the wire, and is not signed. */
  readonly spotPrefix: string
  readonly contractPrefix: string
  /** Endpoints that are not offered and are answered like unknown paths. */
  readonly missing: readonly string[]
}

export const REST: Omit<SimDialect, Choice> = {
  futureSkewMs: 1000,
  paths: {},
  spotPrefix: '',
  contractPrefix: '',
  missing: [],
}

/** The default dialect. */
export const MIXED: SimDialect = {
  ...(Object.fromEntries(Object.entries(CHOICES).map(([name, [usual]]) => [name, usual])) as Pick<SimDialect, Choice>),
  ...REST,
}

/** A complete dialect: `mixed` with `changes`. */
export function dialectOf(changes: Partial<SimDialect> = {}): SimDialect {
  return { ...MIXED, ...changes }
}
