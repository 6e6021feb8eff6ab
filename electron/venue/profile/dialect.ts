/**
 * How one venue differs from the family. It is plain data, so that a venue's quirk is a setting and never a branch in
 * the code. A gateway's unsigned path prefix is not a setting but part of the base URL. Differences in replies need no
 * setting either: every known form is read.
 */
import type { Area } from '#shared/domain/instrument.ts'
import type { EndpointName, Interval } from '../endpoints/calls.ts'

export interface Limit {
  readonly count: number
  readonly windowMs: number
}

export interface Dialect {
  /** The interface of each area. A call that it lacks is never made. */
  readonly api: {
    /** `sapi`: the family's own. `binance`: Binance-style paths, names and signing. */
    readonly spot: 'sapi' | 'binance'
    /** `v1`: the family's own. `v2`: private calls on /fapi/v2, with fewer of them. */
    readonly contract: 'v1' | 'v2'
  }
  /**
   * Whether the signature of a GET covers its query as well as its path. Working clients do that; the document says
   * only the path.
   */
  readonly signGetQuery: boolean
  /** The set of Spot paths. v2 differs only in that number. */
  readonly spotVersion: 'v1' | 'v2'
  /** Paths that differ from the endpoint table's. A GET's path may have a fixed query, which is signed too. */
  readonly paths: Readonly<Partial<Record<EndpointName, string>>>
  /** Rate limits that differ from the endpoint table's. */
  readonly limits: Readonly<Partial<Record<EndpointName, Limit>>>
  /** The total weight per minute that a host accepts from one address; null: not published. */
  readonly weightPerMinute: Readonly<Record<Area, number | null>>
  /** How amounts are written into request bodies: as JSON numbers or as strings. */
  readonly numericEncoding: Readonly<Record<Area, 'string' | 'number'>>
  /** How the ids of a batch cancel are written. */
  readonly batchIds: 'number' | 'string'
  /** How a conditional order says in which direction it fires: 3, "3" or "3UP". */
  readonly triggerType: 'number' | 'text' | 'label'
  /** Whether a market conditional order must carry its trigger price as its price too. */
  readonly conditionPriceRequired: boolean
  /**
   * What the volume of an opening market order means. Some venues read it as value, so such orders are `refused` unless
   * the meaning is known. `orderUnit`: the order says "contracts", with orderUnit 2 and a futures-version header.
   */
  readonly marketOpen: 'refused' | 'contracts' | 'orderUnit'
  /**
   * How a close at market is sent: as a market order or, where those are refused or unsafe, as an immediate-or-cancel
   * limit order with a protective price.
   */
  readonly marketClose: 'market' | 'limitIoc'
  /**
   * Whether one call without an instrument lists the open orders of a whole area. `unknown`: the call is made, and its
   * list is believed until something contradicts it.
   */
  readonly openOrders: Readonly<Record<Area, 'unknown' | 'wholeArea' | 'perInstrument'>>
  /** The most open orders that one Spot call may ask for. */
  readonly openOrdersLimit: number
  /** The most levels of an order book that one call may ask for. */
  readonly depthLimit: Readonly<Record<Area, number>>
  /** How Spot symbols are written in requests: as in the pair list, or in one case. */
  readonly symbolCase: 'verbatim' | 'upper' | 'lower'
  /** The venue's own word for a candle interval ("60min" is "1h" on some contract hosts). */
  readonly intervals: Readonly<Record<Area, Readonly<Partial<Record<Interval, string>>>>>
  /** How much earlier a request is stamped, ms, than the uncertainty of our clock estimate requires. */
  readonly clockLeadMs: number
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
}

/** Spot v1 and Contract v1 as most venues of the family use them. */
export const DEFAULT_DIALECT: Dialect = {
  api: { spot: 'sapi', contract: 'v1' },
  signGetQuery: true,
  spotVersion: 'v1',
  paths: {},
  limits: {},
  weightPerMinute: { spot: 12_000, contract: null },
  numericEncoding: { spot: 'string', contract: 'number' },
  batchIds: 'number',
  triggerType: 'number',
  conditionPriceRequired: false,
  marketOpen: 'refused',
  marketClose: 'market',
  openOrders: { spot: 'unknown', contract: 'unknown' },
  openOrdersLimit: 1000,
  depthLimit: { spot: 100, contract: 100 },
  symbolCase: 'verbatim',
  intervals: { spot: {}, contract: {} },
  clockLeadMs: 200,
  // Without it messages are often Chinese. They are only shown; codes decide.
  headers: { 'admin-language': 'en_US' },
}
