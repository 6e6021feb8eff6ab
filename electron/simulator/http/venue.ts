import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { refusal } from '../account/refusal.ts'
import type { Refusal } from '../account/refusal.ts'
import type { Exchange } from '../exchange.ts'
import { isExecuted } from '../faults.ts'
import type { Fault } from '../faults.ts'
import type { LedgerEntry, SimArea } from '../ledger.ts'
import { CONTRACT_ROUTES } from '../routes/contract-routes.ts'
import type { Params } from '../routes/fields.ts'
import type { Route } from '../routes/route.ts'
import { SPOT_ROUTES } from '../routes/spot-routes.ts'
import { readBody } from '../routes/wire.ts'
import type { Limits, Verdict } from './limits.ts'
import { refused, success, tooMany, unknownPath } from './reply.ts'
import type { Reply } from './reply.ts'
import { checkSignature, DEFAULT_WINDOW_MS } from './signing.ts'
import type { Arrived, SigningRules } from './signing.ts'

export const ROUTES: readonly Route[] = [...SPOT_ROUTES, ...CONTRACT_ROUTES]

export interface VenueParts {
  readonly clock: Clock
  readonly exchange: Exchange
  readonly rules: SigningRules
  readonly limits: Readonly<Record<SimArea, Limits>>
}

/** The venue without HTTP: from a request that arrived to the reply it gets. */
export class Venue {
  readonly #parts: VenueParts

  constructor(parts: VenueParts) {
    this.#parts = parts
  }

  routeOf(method: string, path: string): Route | null {
    return ROUTES.find((route) => route.method === method && route.path === path) ?? null
  }

  /** Counts an arrival against its limit, before anything of it is looked at. */
  admit(route: Route, at: number): Verdict {
    return this.#parts.limits[route.area].arrive(route.name, route.limit, at)
  }

  /** Answers a request whose verdict is known, and notes in the ledger what it made. */
  async answer(request: Arrived, route: Route | null, entry: LedgerEntry, gate: Gate): Promise<Reply> {
    if (!route) return unknownPath(entry.path)
    const { verdict, fault } = gate
    if (verdict !== 'pass') return tooMany(verdict === 'banned' ? 418 : 429, route.area)
    const params = paramsOf(request)
    const refusedBecause = this.#check(request, route, params)
    if (refusedBecause) return refused(route.area, refusedBecause)
    entry.clientOrderId = clientIdOf(params ?? {})
    if (fault?.kind === '504ExecutedLate') await wait(this.#parts.clock, fault.ms ?? 0)
    return isExecuted(fault) ? this.#execute(route, params ?? {}, entry, fault) : success({})
  }

  #check(request: Arrived, route: Route, params: Params | null): Refusal | null {
    const type = request.headers['content-type']
    if (typeof type !== 'string' || !type.startsWith('application/json')) return refusal(-1017)
    if (route.isSigned) {
      const { exchange, rules } = this.#parts
      const unsigned = checkSignature(request, rules, exchange.time.now(), windowOf(params))
      if (unsigned) return unsigned
    }
    return params === null ? refusal(-1102, 'The body is not a JSON object.') : null
  }

  #execute(route: Route, params: Params, entry: LedgerEntry, fault: Fault | null): Reply {
    const { exchange, clock } = this.#parts
    const answered = route.answer({
      exchange,
      params,
      at: clock.mono(),
      note: (order) => {
        entry.orderId = order.orderId
        if (fault?.kind === 'slowReads') order.hiddenUntil = clock.mono() + (fault.ms ?? 0)
      },
    })
    entry.executed = answered.ok
    return answered.ok ? success(answered.value) : refused(route.area, answered.error)
  }
}

/** What the gate found out about a request before it was read. */
export interface Gate {
  readonly verdict: Verdict
  readonly fault: Fault | null
}

function paramsOf({ method, url, body }: Arrived): Params | null {
  const query = url.split('?', 2)[1] ?? ''
  return method === 'GET' ? Object.fromEntries(new URLSearchParams(query)) : readBody(body)
}

function windowOf(params: Params | null): number {
  const asked = params?.['recvWindow']
  return typeof asked === 'string' && /^\d{1,6}$/.test(asked) ? parseInt(asked, 10) : DEFAULT_WINDOW_MS
}

function clientIdOf(params: Params): string | null {
  const given = params['newClientOrderId'] ?? params['clientOrderId']
  return typeof given === 'string' && given !== '' ? given : null
}
