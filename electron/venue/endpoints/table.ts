/**
 * The venue's endpoints, one row each: how they are spoken and how often they may be. The client reads this table and
 * knows no endpoint by name; another endpoint is another row, another venue's way is a dialect.
 * Every endpoint of the interface has its row, whether the app calls it yet or not.
 */
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { EndpointName, Params } from '../calls.ts'
import type { Dialect } from '../profile/dialect.ts'
import { writeFields } from '../params.ts'
import { toBody, toQuery } from '../wire.ts'
import { CONTRACT_ROWS } from './contract.ts'
import type { Row } from './row.ts'
import { SPOT_ROWS } from './spot.ts'

export const ENDPOINTS: { readonly [E in EndpointName]: Row<E> } = { ...SPOT_ROWS, ...CONTRACT_ROWS }

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[]

/** A request as it will go out, except for its time and signature. */
export interface EncodedRequest {
  readonly method: 'GET' | 'POST'
  /** The signed path, without host, gateway prefix and query. */
  readonly path: string
  readonly query: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Writes a call in the venue's dialect; an error names the field, what was expected and what it was. */
export function encodeRequest<E extends EndpointName>(
  name: E,
  params: Params<E>,
  dialect: Dialect,
): Result<EncodedRequest, string> {
  const endpoint: Row<E> = ENDPOINTS[name]
  const spoken = { area: endpoint.area, dialect }
  const extra = endpoint.extra?.(params, dialect) ?? {}
  const written = writeFields([...endpoint.fields, ...(extra.fields ?? [])], params, spoken)
  if (!written.ok) return written
  // After the fields: a check may rely on each of them being what it should be.
  const problem = endpoint.check?.(params, dialect)
  if (problem) return err(problem)
  const isGet = endpoint.method === 'GET'
  const [path = '', fixed = ''] = addressOf(name, dialect).split('?')
  return ok({
    method: endpoint.method,
    path,
    query: [fixed, isGet ? toQuery(written.value) : ''].filter((part) => part !== '').join('&'),
    body: isGet ? '' : toBody(written.value),
    headers: { ...dialect.headers, ...extra.headers },
  })
}

/** What a call counts against its host's weight per minute. */
export function weightOf<E extends EndpointName>(name: E, params: Params<E>): number {
  const { weight, areaWeight = weight }: Row<E> = ENDPOINTS[name]
  return isOfArea(params) ? areaWeight : weight
}

/** Whether a call that may name an instrument names none. */
export function isOfArea(params: { readonly symbol?: string; readonly contract?: string }): boolean {
  return params.symbol === undefined && params.contract === undefined
}

/** The path of an endpoint at a venue, without what of its query is fixed there. */
export function pathOf(name: EndpointName, dialect: Dialect): string {
  return addressOf(name, dialect).split('?', 1)[0] ?? ''
}

/** The same with that query. */
function addressOf(name: EndpointName, dialect: Dialect): string {
  const usual = ENDPOINTS[name].path
  return dialect.paths[name] ?? (dialect.spotVersion === 'v2' ? usual.replace('/sapi/v1/', '/sapi/v2/') : usual)
}
