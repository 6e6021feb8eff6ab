/**
 * How one venue of the family speaks where venues differ. Plain data, so that a venue's quirk is a setting of a connection
 * and never a branch in the code. A gateway's path prefix that is not signed needs no setting: it is the path of the base URL.
 */
import type { Area } from '#shared/domain/instrument.ts'
import type { EndpointName } from './client.ts'

export interface Limit {
  readonly count: number
  readonly windowMs: number
}

export interface Dialect {
  /** Every working client signs the query of a GET with its path; the published prose signs the path alone. */
  readonly signGetQuery: boolean
  /** How amounts are written into request bodies: as JSON numbers or as strings. */
  readonly numericEncoding: Readonly<Record<Area, 'string' | 'number'>>
  /** Paths that differ from the endpoint table's. */
  readonly paths: Readonly<Partial<Record<EndpointName, string>>>
  /** Rate limits that differ from the endpoint table's. */
  readonly limits: Readonly<Partial<Record<EndpointName, Limit>>>
  /** The venue's own word for a candle interval, where it has one ("60min" is "1h" on some contract hosts). */
  readonly intervals: Readonly<Record<Area, Readonly<Record<string, string>>>>
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
}

/** Spot v1 + Contract v1 as most venues of the family speak it. */
export const DEFAULT_DIALECT: Dialect = {
  signGetQuery: true,
  numericEncoding: { spot: 'string', contract: 'number' },
  paths: {},
  limits: {},
  intervals: { spot: {}, contract: {} },
  // Messages are often Chinese without it; they are shown to people, codes decide.
  headers: { 'admin-language': 'en_US' },
}
