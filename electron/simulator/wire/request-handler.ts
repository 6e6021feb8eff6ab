import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from './sim-dialect.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { paramText, type Params } from './request-params.ts'
import { isTrade, type Route } from '../routes/route.ts'
import type { VenueTime } from '../exchange/venue-time.ts'
import { apisOf, routesOf } from './apis.ts'
import type { RequestHook } from './hook.ts'
import type { Limits, Verdict } from './limits.ts'
import { refused, success, tooMany, unknownPath, type Reply } from './answer.ts'
import { DEFAULT_WINDOW_MS, keyOf, type ReceivedRequest, type SigningRules } from './signing.ts'

const CONTRACT_ROOTS = ['/fapi/', '/dapi/'] as const

interface Parts {
  /** For waits, and for the lag of reads. */
  readonly clock: Clock
  readonly exchange: Exchange
  readonly secrets: SigningRules['secrets']
  /** The keys that may not trade. */
  readonly readOnly: ReadonlySet<string>
  readonly dialect: SimDialect
  /** The clock with which timestamps are compared. */
  readonly time: VenueTime
  /** null counts nothing. */
  readonly limits: Limits | null
}

/** The target of a request: its area, and its endpoint, if its path has one. */
interface Target {
  readonly area: Area
  readonly route: Route | null
  /** Length of the gateway's prefix, which is not signed. */
  readonly prefix: number
}

/** The venue without HTTP: from a request to its reply. */
export class RequestHandler {
  readonly #parts: Parts
  readonly #targets: ReadonlyMap<string, Target>
  readonly #apis: ReturnType<typeof apisOf>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#targets = new Map(
      routesOf(parts.dialect)
        .filter((route) => isServed(route, parts.dialect))
        .flatMap((route) => targetsOf(route, parts.dialect)),
    )
    this.#apis = apisOf(parts.dialect)
  }

  targetOf(method: string, path: string): Target {
    const { contractPrefix } = this.#parts.dialect
    const isContract = CONTRACT_ROOTS.some((root) => path.startsWith(`${contractPrefix}${root}`))
    const area = isContract ? 'contract' : 'spot'
    return this.#targets.get(`${method} ${path}`) ?? { area, route: null, prefix: 0 }
  }

  /** Counts an arrival towards its limit, before its content is read. */
  admit({ route }: Target, at: number): Verdict {
    const { limits } = this.#parts
    return route && limits ? limits.arrive(route.name, route.limit, at) : 'pass'
  }

  /** How a request is refused: as in the dialect, but in English if the request asks for that. */
  styleFor(headers: ReceivedRequest['headers']): SimDialect {
    const { dialect } = this.#parts
    return headers['admin-language'] === 'en_US' ? { ...dialect, language: 'en' } : dialect
  }

  /** Answers a request that was counted, and reports to its hook what it made. */
  async answer(request: ReceivedRequest, target: Target, verdict: Verdict, hook: RequestHook): Promise<Reply> {
    const { route, area } = target
    const style = this.styleFor(request.headers)
    if (!route) return unknownPath(request.url.split('?', 1)[0] ?? '/', area, style)
    const params = this.#apis[area].read(request)
    hook.asked(route, params)
    if (verdict !== 'pass') return tooMany(verdict === 'banned' ? 418 : 429, area, style)
    hook.admitted()
    const refusedBecause = this.#check(request, route, params)
    if (refusedBecause) return refused(area, refusedBecause, style)
    if (hook.lateMs !== null) await wait(this.#parts.clock, hook.lateMs)
    return hook.acts ? this.#execute(route, params ?? {}, style, hook, this.#mayTrade(request)) : success({})
  }

  #check(request: ReceivedRequest, route: Route, params: Params | null): Refusal | null {
    const { dialect, secrets, time } = this.#parts
    const { signsQuery, futureSkewMs } = dialect
    const sent = { now: time.now(), recvWindow: windowOf(params), params }
    const turnedAway = this.#apis[route.area].check(request, route, { secrets, signsQuery, futureSkewMs }, sent)
    if (turnedAway) return turnedAway
    if (isTrade(route) && !this.#mayTrade(request)) return refusal(-2015)
    return params === null ? refusal(-1102, 'The body is not a JSON object.') : null
  }

  #mayTrade({ headers }: ReceivedRequest): boolean {
    return !this.#parts.readOnly.has(keyOf(headers) ?? '')
  }

  #execute(route: Route, params: Params, style: SimDialect, hook: RequestHook, mayTrade: boolean): Reply {
    const { exchange, clock, dialect, time } = this.#parts
    const answered = route.answer({
      exchange,
      params,
      dialect,
      mayTrade,
      at: hook.forgets ? -Infinity : clock.mono(),
      serverTime: time.now(),
      note: (order) => hook.ordered(route, order),
    })
    if (!answered.ok) return refused(route.area, answered.error, style)
    hook.done()
    return success(this.#apis[route.area].write(route, answered.value, { ...dialect, language: style.language }))
  }
}

function isServed({ area, name }: Route, { areas, missing }: SimDialect): boolean {
  return (areas === 'both' || areas === area) && !missing.includes(name)
}

/** The addresses of an endpoint in a dialect: its own or its override, in each version, behind its prefix. */
function targetsOf(route: Route, dialect: SimDialect): [string, Target][] {
  const { area, name, method } = route
  const prefix = area === 'spot' ? dialect.spotPrefix : dialect.contractPrefix
  return pathsOf(route, dialect).map((path) => [
    `${method} ${prefix}${dialect.paths[name] ?? path}`,
    { area, route, prefix: prefix.length },
  ])
}

function pathsOf({ path }: Route, { spotVersion }: SimDialect): string[] {
  const second = path.replace(/^\/sapi\/v1\//, '/sapi/v2/')
  return { v1: [path], v2: [second], both: [path, second] }[spotVersion]
}

/** Sources disagree on the case of the second word. */
function windowOf(params: Params | null): number {
  const asked = paramText(params?.['recvWindow'] ?? params?.['recvwindow'])
  return asked !== undefined && /^\d{1,6}$/.test(asked) ? parseInt(asked, 10) : DEFAULT_WINDOW_MS
}
