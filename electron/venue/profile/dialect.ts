/**
 * How one venue of the family speaks where venues differ. Plain data, so that a venue's quirk is a setting of a
 * connection and never a branch in the code. A gateway's path prefix that is not signed needs no setting: it is the
 * path of the base URL. What only differs in replies needs none either: every known shape is read.
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
  /** Which interface is spoken. What it lacks is not there: it is not asked for. */
  readonly api: Apis
  /** Every working client signs the query of a GET with its path; the published prose signs the path alone. */
  readonly signGetQuery: boolean
  /** Which set of Spot paths; v2 is the same with another number in it. */
  readonly spotVersion: 'v1' | 'v2'
  /** Paths that differ from the endpoint table's; that of a GET may bring a query of its own, which is signed like any. */
  readonly paths: Readonly<Partial<Record<EndpointName, string>>>
  /** Rate limits that differ from the endpoint table's. */
  readonly limits: Readonly<Partial<Record<EndpointName, Limit>>>
  /**
   * The most weight of all calls together that a host takes from one address in a minute; null where none is published.
   */
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
   * What a market order that opens a position is: venues read its volume as contracts or as value, so it is `refused`
   * unless known. `orderUnit`: the venue is told "contracts" with orderUnit 2 and its futures-version header.
   */
  readonly marketOpen: 'refused' | 'contracts' | 'orderUnit'
  /**
   * How a close at market is sent: as a market order, or, where those are refused or not safe, as a limit order that
   * takes what the book has up to a protective price at once and gives up what is left.
   */
  readonly marketClose: 'market' | 'limitIoc'
  /**
   * Whether one call without an instrument lists the open orders of a whole area. `unknown`: it is asked, and believed
   * for as long as nothing speaks against it.
   */
  readonly openOrders: Readonly<Record<Area, 'unknown' | 'wholeArea' | 'perInstrument'>>
  /** The most open orders Spot may be asked for at once. */
  readonly openOrdersLimit: number
  /** The most levels of a book that may be asked for. */
  readonly depthLimit: Readonly<Record<Area, number>>
  /** How Spot symbols are written in requests: as the pair list gives them, or in one case. */
  readonly symbolCase: 'verbatim' | 'upper' | 'lower'
  /** The venue's own word for a candle interval ("60min" is "1h" on some contract hosts). */
  readonly intervals: Readonly<Record<Area, Readonly<Partial<Record<Interval, string>>>>>
  /**
   * How long before our best estimate of the venue's time a request is stamped, ms, besides the estimate's own doubt.
   */
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
  // Messages are often Chinese without it; they are shown to people, codes decide.
  headers: { 'admin-language': 'en_US' },
}
