/**
 * How one venue differs from the family. Plain data, so that a venue's quirk is a setting and never a branch in the
 * code. A gateway's unsigned path prefix is not a setting: it belongs to the base URL. Neither are differences in
 * replies: every known shape is read.
 */
import type { Area } from '#shared/domain/instrument.ts'
import type { EndpointName, Interval } from '../endpoints/calls.ts'

export interface Limit {
  readonly count: number
  readonly windowMs: number
}

/** The published interfaces of each area. */
export interface Apis {
  /** `sapi`: the family's own. `binance`: paths, names and signing in the style of Binance. */
  readonly spot: 'sapi' | 'binance'
  /** `v1`: the family's own. `v2`: private calls on /fapi/v2, with fewer of them. */
  readonly contract: 'v1' | 'v2'
}

export interface Dialect {
  /** The interface of each area. A call it lacks is never made. */
  readonly api: Apis
  /** Whether the query of a GET is signed with its path. Working clients do that; the document signs the path alone. */
  readonly signGetQuery: boolean
  /** The set of Spot paths; v2 differs only in that number. */
  readonly spotVersion: 'v1' | 'v2'
  /** Paths that differ from the endpoint table's. A GET's path may have a fixed query, which is signed too. */
  readonly paths: Readonly<Partial<Record<EndpointName, string>>>
  /** Rate limits that differ from the endpoint table's. */
  readonly limits: Readonly<Partial<Record<EndpointName, Limit>>>
  /** The weight of all calls that a host takes from one address in a minute; null: not published. */
  readonly weightPerMinute: Readonly<Record<Area, number | null>>
  /** How amounts are written into request bodies: as JSON numbers or as strings. */
  readonly numericEncoding: Readonly<Record<Area, 'string' | 'number'>>
  /** How the ids of a batch cancel are written. */
  readonly batchIds: 'number' | 'string'
  /** How a condition order says which way it fires: 3, "3" or "3UP". */
  readonly triggerType: 'number' | 'text' | 'label'
  /** Whether a condition order at market must carry its trigger price as price too. */
  readonly conditionPriceRequired: boolean
  /**
   * What the volume of a market order that opens a position counts. Some venues read it as value, so such orders are
   * `refused` unless it is known. `orderUnit`: the order says "contracts" with orderUnit 2 and a futures-version
   * header.
   */
  readonly marketOpen: 'refused' | 'contracts' | 'orderUnit'
  /**
   * How a close at market is sent: as a market order, or, where those are refused or unsafe, as an immediate-or-cancel
   * limit order with a protective price.
   */
  readonly marketClose: 'market' | 'limitIoc'
  /**
   * Whether one call without an instrument lists the open orders of a whole area. `unknown`: the call is made, and its
   * list is believed until something contradicts it.
   */
  readonly openOrders: Readonly<Record<Area, 'unknown' | 'wholeArea' | 'perInstrument'>>
  /** The most open orders Spot may be asked for at once. */
  readonly openOrdersLimit: number
  /** The most levels of an order book that may be asked for. */
  readonly depthLimit: Readonly<Record<Area, number>>
  /** How Spot symbols are written in requests: as the pair list gives them, or in one case. */
  readonly symbolCase: 'verbatim' | 'upper' | 'lower'
  /** The venue's own word for a candle interval ("60min" is "1h" on some contract hosts). */
  readonly intervals: Readonly<Record<Area, Readonly<Partial<Record<Interval, string>>>>>
  /** How early a request is stamped, ms, in addition to the uncertainty of our estimate of the venue's clock. */
  readonly clockLeadMs: number
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
}

/** Spot v1 + Contract v1 as most venues of the family speak it. */
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
