/**
 * The venue's endpoints, one row each. The client only reads this table and knows no endpoint by name: a new endpoint
 * is a row, a venue's difference is a dialect, and another interface is another set of rows.
 */
import type { Area } from '#shared/domain/instrument.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { EndpointName, Params } from './calls.ts'
import { CODES, CONTRACT_V2_CODES, SPOT_BINANCE_CODES, type Codes } from '../client/codes.ts'
import type { Dialect } from '../profile/dialect.ts'
import { writeFields } from './params.ts'
import type { Authentication, EncodedRequest } from '../client/sign.ts'
import { toBody, toQuery } from '../http/envelopes.ts'
import { CONTRACT_V2_ROWS } from './contract-v2.ts'
import { CONTRACT_ROWS } from './contract-v1.ts'
import type { Row } from './row.ts'
import { SPOT_BINANCE_ROWS } from './spot-binance.ts'
import { SPOT_ROWS } from './spot-sapi.ts'

/** Every endpoint of the family's own interface. */
export const ENDPOINTS: { readonly [E in EndpointName]: Row<E> } = { ...SPOT_ROWS, ...CONTRACT_ROWS }

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[]

/** One published interface of an area. */
interface Api {
  /** An endpoint without a row does not exist there. */
  readonly rows: { readonly [E in EndpointName]?: Row<E> }
  readonly authentication: Authentication
  readonly codes: Codes
}

const APIS: { readonly [A in Area]: Readonly<Record<Dialect['api'][A], Api>> } = {
  spot: {
    sapi: { rows: SPOT_ROWS, authentication: 'headers', codes: CODES },
    binance: { rows: SPOT_BINANCE_ROWS, authentication: 'parameters', codes: SPOT_BINANCE_CODES },
  },
  contract: {
    v1: { rows: CONTRACT_ROWS, authentication: 'headers', codes: CODES },
    v2: { rows: CONTRACT_V2_ROWS, authentication: 'headers', codes: CONTRACT_V2_CODES },
  },
}

function apiOf(area: Area, { api }: Pick<Dialect, 'api'>): Api {
  return area === 'spot' ? APIS.spot[api.spot] : APIS.contract[api.contract]
}

/** The row of an endpoint at a venue; null: its interface has no such call. */
export function rowOf<E extends EndpointName>(name: E, dialect: Pick<Dialect, 'api'>): Row<E> | null {
  return apiOf(ENDPOINTS[name].area, dialect).rows[name] ?? null
}

/** The row for one call, whose parameters may need another row. */
export function rowFor<E extends EndpointName>(
  name: E,
  params: Params<E>,
  dialect: Pick<Dialect, 'api'>,
): Row<E> | null {
  const row = rowOf(name, dialect)
  return row?.needs !== undefined && !(row.needs in params) ? null : (row?.instead?.(params) ?? row)
}

/** How the private calls of an area are signed. */
export function authenticationOf(area: Area, dialect: Pick<Dialect, 'api'>): Authentication {
  return apiOf(area, dialect).authentication
}

/** What the error codes of an area mean. */
export function codesOf(area: Area, dialect: Pick<Dialect, 'api'>): Codes {
  return apiOf(area, dialect).codes
}

/** The endpoints that exist at a venue. */
export function endpointsOf(dialect: Pick<Dialect, 'api'>): readonly EndpointName[] {
  return ENDPOINT_NAMES.filter((name) => rowOf(name, dialect) !== null)
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Writes a call in the venue's dialect. An error names the field, the expected value and the actual one. */
export function encodeRequest<E extends EndpointName>(
  name: E,
  params: Params<E>,
  dialect: Dialect,
): Result<EncodedRequest, Message> {
  const endpoint = rowFor(name, params, dialect)
  if (endpoint === null) return err(message('failure.notOffered'))
  const context = { area: endpoint.area, dialect }
  const extra = endpoint.extra?.(params, dialect) ?? {}
  const written = writeFields([...endpoint.fields, ...(extra.fields ?? [])], params, context)
  if (!written.ok) return err(message('expected.at', { ...written.error }))
  // After the fields, as a check may rely on each of them.
  const problem = endpoint.check?.(params, dialect)
  if (problem) return err(problem)
  const isBody = endpoint.method === 'POST'
  const [path = '', fixed = ''] = addressIn(name, endpoint, dialect).split('?')
  const isForm = isBody && authenticationOf(endpoint.area, dialect) === 'parameters'
  return ok({
    method: endpoint.method,
    path,
    query: [fixed, isBody ? '' : toQuery(written.value)].filter((part) => part !== '').join('&'),
    body: isBody ? (isForm ? toQuery : toBody)(written.value) : '',
    headers: { ...dialect.headers, ...extra.headers, ...(isForm ? FORM : {}) },
  })
}

/** What a call counts towards its host's weight per minute. */
export function weightOf<E extends EndpointName>(name: E, params: Params<E>, dialect: Pick<Dialect, 'api'>): number {
  const { weight, areaWeight = weight } = rowFor(name, params, dialect) ?? ENDPOINTS[name]
  return isOfArea(params) ? areaWeight : weight
}

/** Whether a call that may name an instrument names none. */
export function isOfArea(params: { readonly symbol?: string; readonly contract?: string }): boolean {
  return params.symbol === undefined && params.contract === undefined
}

/** The path of an endpoint at a venue, without the fixed part of its query; null: no such call. */
export function pathOf(name: EndpointName, dialect: Dialect): string | null {
  const row = rowOf(name, dialect)
  return row && (addressIn(name, row, dialect).split('?', 1)[0] ?? '')
}

/**
 * The same with the fixed query. A path in a profile replaces that of the endpoint's own row, not of a row used
 * instead.
 */
function addressIn<E extends EndpointName>(name: E, row: Row<E>, dialect: Dialect): string {
  const usual = dialect.spotVersion === 'v2' ? row.path.replace('/sapi/v1/', '/sapi/v2/') : row.path
  return row === rowOf(name, dialect) ? (dialect.paths[name] ?? usual) : usual
}
