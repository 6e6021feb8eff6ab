import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { refusal } from '../exchange/account/refusal.ts'
import type { Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from './sim-dialect.ts'
import type { DriftingClock } from '../testing/drifting-clock.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { isExecuted } from '../testing/faults.ts'
import type { Fault } from '../testing/faults.ts'
import type { Ledger, LedgerEntry } from '../testing/ledger.ts'
import { paramText } from './request-params.ts'
import type { Params } from './request-params.ts'
import type { Route } from '../routes/route.ts'
import type { VenueTime } from '../exchange/venue-time.ts'
import { apisOf, routesOf } from './apis.ts'
import type { Limits, Verdict } from './limits.ts'
import { refused, success, tooMany, unknownPath } from './answer.ts'
import type { Reply, Tongue } from './answer.ts'
import { DEFAULT_WINDOW_MS } from './signing.ts'
import type { Arrived, Credentials } from './signing.ts'

const CONTRACT_ROOTS = ['/fapi/', '/dapi/'] as const
/** Endpoints whose client ids make orders. */
const PLACING: ReadonlySet<string> = new Set(['spot.newOrder', 'spot.batchOrders', 'contract.newOrder'])

interface VenueParts {
  /** Waits, and the lag of reads. */
  readonly clock: Clock
  readonly exchange: Exchange
  readonly credentials: Credentials
  readonly dialect: SimDialect
  /** What timestamps are held against, and the clock in it. */
  readonly time: VenueTime
  readonly drifting: DriftingClock
  readonly ledger: Ledger
  /** Null counts nothing. */
  readonly limits: Limits | null
}

/** Where a request goes: its area, and its endpoint unless nobody serves its path. */
interface Target {
  readonly area: Area
  readonly route: Route | null
  /** Length of the gateway's prefix, which is not signed. */
  readonly prefix: number
}

/** What the gate found out about a request before it was read. */
interface Gate {
  readonly verdict: Verdict
  readonly fault: Fault | null
}

/** The venue without HTTP: from a request that arrived to the reply it gets. */
export class Venue {
  readonly #parts: VenueParts
  readonly #targets: ReadonlyMap<string, Target>
  readonly #apis: ReturnType<typeof apisOf>

  constructor(parts: VenueParts) {
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

  /** Counts an arrival against its limit, before anything of it is looked at. */
  admit({ route }: Target, at: number): Verdict {
    const { limits } = this.#parts
    return route && limits ? limits.arrive(route.name, route.limit, at) : 'pass'
  }

  /** How this venue says no to a request: its dialect, in English where the request asks for that. */
  tongueFor(headers: Arrived['headers']): Tongue {
    const { dialect } = this.#parts
    return headers['admin-language'] === 'en_US' ? { ...dialect, language: 'en' } : dialect
  }

  /** Answers a request that got through the gate, and notes in the ledger what it made. */
  async answer(request: Arrived, target: Target, entry: LedgerEntry, { verdict, fault }: Gate): Promise<Reply> {
    const { clock, ledger } = this.#parts
    const { route, area } = target
    const tongue = this.tongueFor(request.headers)
    if (!route) return unknownPath(entry.path, area, tongue)
    const params = this.#apis[area].read(request)
    entry.timestamp ??= paramText(params?.['timestamp']) ?? null
    ledger.name(entry, clientIdsOf(params ?? {}), PLACING.has(route.name))
    if (verdict !== 'pass') return tooMany(verdict === 'banned' ? 418 : 429, area, tongue)
    this.#upsetClock(fault)
    const refusedBecause = this.#check(request, route, params)
    if (refusedBecause) return refused(area, refusedBecause, tongue)
    if (fault?.kind === '504ExecutedLate') await wait(clock, fault.ms ?? 0)
    return isExecuted(fault) ? this.#execute(route, params ?? {}, entry, { fault, tongue }) : success({})
  }

  #upsetClock(fault: Fault | null): void {
    const { time, drifting } = this.#parts
    if (fault?.kind === 'clockJump') time.skewMs += fault.ms ?? 0
    if (fault?.kind === 'clockDrift') drifting.drift(fault.ms ?? 0)
  }

  #check(request: Arrived, route: Route, params: Params | null): Refusal | null {
    const { dialect, credentials, time } = this.#parts
    const { signsQuery, futureSkewMs } = dialect
    const sent = { now: time.now(), recvWindow: windowOf(params), params }
    const turnedAway = this.#apis[route.area].check(request, route, { ...credentials, signsQuery, futureSkewMs }, sent)
    if (turnedAway) return turnedAway
    return params === null ? refusal(-1102, 'The body is not a JSON object.') : null
  }

  #execute(
    route: Route,
    params: Params,
    entry: LedgerEntry,
    { fault, tongue }: { fault: Fault | null; tongue: Tongue },
  ): Reply {
    const { exchange, clock, dialect, time, ledger } = this.#parts
    const answered = route.answer({
      ...{ exchange, params, dialect },
      at: fault?.kind === 'forgets' ? -Infinity : clock.mono(),
      serverTime: time.now(),
      note: (order) => {
        entry.orderId = order.orderId
        if (fault?.kind === 'slowReads') order.hiddenUntil = clock.mono() + (fault.ms ?? 0)
        if (order.clientOrderId !== null && PLACING.has(route.name)) ledger.made(order.clientOrderId)
      },
    })
    entry.executed = answered.ok
    if (!answered.ok) return refused(route.area, answered.error, tongue)
    return success(this.#apis[route.area].write(route, answered.value, { ...dialect, language: tongue.language }))
  }
}

function isServed({ area, name }: Route, { areas, missing }: SimDialect): boolean {
  return (areas === 'both' || areas === area) && !missing.includes(name)
}

/** The addresses an endpoint has in a dialect: its own or its override, in each version, behind its prefix. */
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

function clientIdsOf(params: Params): string[] {
  const own = CLIENT_ID_NAMES.map((name) => paramText(params[name]))
  const orders = params['orders']
  const inBatch = Array.isArray(orders)
    ? orders.map((entry) => paramText((entry as Params | null)?.['client_order_id']))
    : []
  return [...own, ...inBatch].filter((id) => id !== undefined)
}

const CLIENT_ID_NAMES = ['newClientOrderId', 'newClientOrder', 'clientOrderId', 'origClientOrderId'] as const
