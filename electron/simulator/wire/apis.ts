/** The interfaces of an area: their endpoints, how requests are read and signed, and how answers are written. */
import type { Area } from '#shared/domain/instrument.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from './sim-dialect.ts'
import { BINANCE_ROUTES } from '../routes/binance-routes.ts'
import { CONTRACT_ROUTES } from '../routes/contract-routes.ts'
import type { Params } from './request-params.ts'
import type { Route } from '../routes/route.ts'
import { codeAndMessage, shaped } from './shapes.ts'
import { spelled } from './spell-leaves.ts'
import { SPOT_ROUTES } from '../routes/spot-routes.ts'
import { readBody } from './leaves.ts'
import { V2_ROUTES } from '../routes/v2-routes.ts'
import { checkQuerySignature, readQueryAndBody } from './query-signing.ts'
import { checkSignature, type ReceivedRequest, type Sent, type SigningRules } from './signing.ts'

interface Api {
  readonly routes: readonly Route[]
  /** The parameters of a request; null: its body cannot be read. */
  readonly read: (request: ReceivedRequest) => Params | null
  /** Why a request is refused before its parameters are read; null: it is not. */
  readonly check: (request: ReceivedRequest, route: Route, rules: SigningRules, sent: Sent) => Refusal | null
  /** Formats a good answer for sending. */
  readonly write: (route: Route, body: unknown, dialect: SimDialect) => unknown
}

const FAMILY = {
  read: readQueryOrBody,
  check(request, { isSigned }, rules, sent) {
    if (!isDeclaredJson(request)) return refusal(-1017)
    return isSigned ? checkSignature(request, rules, sent) : null
  },
  write: ({ name }, body, dialect) => shaped(name, body, dialect),
} as const satisfies Partial<Api>

const SPOT_APIS: Readonly<Record<SimDialect['spotApi'], Api>> = {
  sapi: { ...FAMILY, routes: SPOT_ROUTES },
  binance: {
    routes: BINANCE_ROUTES,
    read: readQueryAndBody,
    check: (request, { isSigned }, rules, sent) => (isSigned ? checkQuerySignature(request, rules, sent) : null),
    write: (_route, body, dialect) => spelled(body, dialect, null),
  },
}

const CONTRACT_APIS: Readonly<Record<SimDialect['contractApi'], Api>> = {
  v1: { ...FAMILY, routes: CONTRACT_ROUTES },
  v2: {
    ...FAMILY,
    routes: V2_ROUTES,
    check(request, { isSigned, method }, rules, sent) {
      if (method === 'POST' && !isDeclaredJson(request)) return refusal(-1102, 'Content-Type')
      return isSigned ? checkSignature(request, rules, sent) : null
    },
    // Only signed calls are answered in an envelope.
    write({ isSigned }, body, dialect) {
      const data = spelled(body, dialect, null)
      return isSigned ? { ...codeAndMessage('contract', dialect), data } : data
    },
  },
}

/** The interface of each area of a dialect. */
export function apisOf({ spotApi, contractApi }: SimDialect): Readonly<Record<Area, Api>> {
  return { spot: SPOT_APIS[spotApi], contract: CONTRACT_APIS[contractApi] }
}

/** The endpoints of a dialect, including those of an area that it lacks. */
export function routesOf(dialect: SimDialect): readonly Route[] {
  return Object.values(apisOf(dialect)).flatMap(({ routes }) => routes)
}

function isDeclaredJson({ headers }: ReceivedRequest): boolean {
  const type = headers['content-type']
  return typeof type === 'string' && type.startsWith('application/json')
}

function readQueryOrBody({ method, url, body }: ReceivedRequest): Params | null {
  const query = url.split('?', 2)[1] ?? ''
  return method === 'GET' ? Object.fromEntries(new URLSearchParams(query)) : readBody(body.toString())
}
