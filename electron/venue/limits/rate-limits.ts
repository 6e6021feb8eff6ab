import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { AREAS, type Area } from '#shared/domain/instrument.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Budget } from '#shared/domain/budget.ts'
import type { EndpointName } from '../endpoints/calls.ts'
import type { Lane } from '../port.ts'
import type { Dialect } from '../profile/dialect.ts'
import { ENDPOINTS, endpointsOf, rowOf } from '../endpoints/table.ts'
import { HostGate, type Pause } from './host-gate.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { Throttle, type Pace, type Refusal, type Slot } from './throttle.ts'
import type { Exchange } from '../http/transport.ts'

/** What the next process must know about a host. */
export interface KeptLimits {
  /** How long after it was written the record covers calls, ms. */
  readonly coversMs: number
  /** The host's weight per minute that may be used by then. */
  readonly weight: number
  readonly pause: Pause | null
}

/** The limits stored on disk, by host. */
export interface LimitsMemory {
  /** The newest record and its age in ms; null: none. */
  read(host: string): (KeptLimits & { readonly ageMs: number }) | null
  write(host: string, kept: KeptLimits): void
}

/** A record also covers the calls of the next few seconds, ms, so that few of them wait for the disk. */
const COVERED_MS = 5_000
const COVERED_WEIGHT = 600

/** One host: its gate, and the calls that wait for it. */
interface Host {
  readonly gate: HostGate
  readonly throttle: Throttle
  /** Every throttle of the host, including this one: clients with other limits have their own. */
  readonly throttles: ReadonlyMap<string, Throttle>
  /** Stores a change of the gate. */
  readonly keep: () => void
}

/**
 * The limits that clients share: a venue counts calls by our address, not by account. Clients of one host share its
 * gate, and those with the same limits also share counts and queue. What a client used stays used after it is closed.
 */
export class SharedLimits {
  readonly #clock: Clock
  readonly #memory: LimitsMemory | null
  readonly #hosts = new Map<string, KnownHost>()

  /** `memory`: limits used by earlier processes, whose calls the venue still counts; null: none. */
  constructor(clock: Clock, memory: LimitsMemory | null = null) {
    this.#clock = clock
    this.#memory = memory
  }

  /** `name`: the host with its port. */
  host(name: string, paces: ReadonlyMap<string, Pace>, weightPerMinute: number | null): Host {
    const host = this.#hosts.get(name) ?? this.#takeUp(name)
    this.#hosts.set(name, host)
    const { gate, throttles, earlier } = host
    const limits = JSON.stringify([...paces, weightPerMinute])
    const keep = (): void => this.#keep(name, host)
    let throttle = throttles.get(limits)
    if (throttle === undefined) {
      throttle = new Throttle(this.#clock, gate, paces, weightPerMinute, () => this.#cover(name, host))
      if (earlier) throttle.assumeUsed(earlier.lastArrival, earlier.weight)
      throttles.set(limits, throttle)
    }
    return { gate, throttle, throttles, keep }
  }

  /** A host new to this process, with what an earlier process used of its limits. */
  #takeUp(name: string): KnownHost {
    const gate = new HostGate(this.#clock)
    const kept = this.#memory?.read(name) ?? null
    const leftMs = (kept?.pause?.leftMs ?? 0) - (kept?.ageMs ?? 0)
    if (kept?.pause && leftMs > 0) gate.resume({ ...kept.pause, leftMs })
    const earlier = kept && {
      lastArrival: this.#clock.mono() - Math.max(0, kept.ageMs - kept.coversMs),
      weight: kept.weight,
    }
    return { gate, throttles: new Map(), earlier, coveredUntil: -Infinity, coveredWeight: 0 }
  }

  /** Makes sure that the record on disk covers a call before it is sent. */
  #cover(name: string, host: KnownHost): void {
    if (this.#memory === null) return
    if (this.#clock.mono() >= host.coveredUntil || weightOfAll(host) > host.coveredWeight) this.#keep(name, host)
  }

  #keep(name: string, host: KnownHost): void {
    host.coveredUntil = this.#clock.mono() + COVERED_MS
    host.coveredWeight = weightOfAll(host) + COVERED_WEIGHT
    this.#memory?.write(name, { coversMs: COVERED_MS, weight: host.coveredWeight, pause: host.gate.pause() })
  }
}

interface KnownHost {
  readonly gate: HostGate
  readonly throttles: Map<string, Throttle>
  /** When the newest call of an earlier process may have arrived (monotonic ms), and the weight of its calls. */
  readonly earlier: { readonly lastArrival: number; readonly weight: number } | null
  coveredUntil: number
  coveredWeight: number
}

function weightOfAll({ throttles }: KnownHost): number {
  return [...throttles.values()].reduce((total, throttle) => total + (throttle.weight()?.used ?? 0), 0)
}

/** The limits of every endpoint and host; areas on one host share its gate and its weight. */
export class RateLimits {
  readonly #hosts: ReadonlyMap<Area, Host>
  readonly #pools: readonly EndpointName[]

  /** `baseUrls`: one for each area of the venue. */
  constructor(shared: SharedLimits, baseUrls: ReadonlyMap<Area, string>, dialect: Dialect) {
    const byName = Map.groupBy(baseUrls, ([, baseUrl]) => new URL(baseUrl).host)
    const hosts = [...byName].flatMap(([name, its]) => {
      const areas = its.map(([area]) => area)
      const host = shared.host(name, pacesOf(areas, dialect), weightOf(areas, dialect))
      return areas.map((area) => [area, host] as const)
    })
    this.#hosts = new Map(hosts)
    this.#pools = poolsOf([...this.#hosts.keys()], dialect)
  }

  /** `weight`: for a call that counts more than others of its endpoint. */
  acquire(endpoint: EndpointName, lane: Lane, signal: AbortSignal, weight = 0): Promise<Result<Slot, Refusal>> {
    return this.#host(ENDPOINTS[endpoint].area).throttle.acquire(endpoint, lane, signal, weight)
  }

  /** Learns from the result of a call. `venueNow`: the venue's clock as far as it is known. */
  learn(area: Area, lane: Lane, exchange: Exchange, failure: Failure | null, venueNow: number): void {
    if (exchange.sentAt === null) return
    const { gate, throttles, keep } = this.#host(area)
    const pauseNow = (): string => `${gate.state()} ${String(gate.pauseFor('act'))}`
    const before = pauseNow()
    const askedMs = exchange.kind === 'answered' ? retryAfterMs(exchange.retryAfter, venueNow) : 0
    if (failure?.kind === 'banned') gate.ban(exchange.sentAt, askedMs)
    else if (failure?.kind === 'rateLimited') gate.slowDown(exchange.sentAt, askedMs, lane)
    else if (failure === null) gate.content(exchange.sentAt, lane)
    // The queues still have a timer for the earlier pause.
    if (pauseNow() === before) return
    keep()
    for (const throttle of throttles.values()) throttle.pump()
  }

  /** Whether a ban blocks calls of this lane entirely. */
  isShut(area: Area, lane: Lane): boolean {
    return this.#host(area).gate.isShut(lane)
  }

  isBackingOff(area: Area): boolean {
    return this.#host(area).gate.state() === 'backingOff'
  }

  budget(): Budget {
    return {
      pools: this.#pools.map((pool) => {
        const { area } = ENDPOINTS[pool]
        const { limit, ...use } = this.#host(area).throttle.use(pool)
        return { area, pool, limit: limit.count, windowMs: limit.windowMs, ...use }
      }),
      hosts: AREAS.filter((area) => this.#hosts.has(area)).map((area) => {
        const { gate, throttle } = this.#host(area)
        const pause = { state: gate.state(), resumesInMs: gate.resumesInMs(), isAsked: gate.isAsked() }
        return { area, ...pause, exitsInMs: gate.pauseFor('act'), weight: throttle.weight() }
      }),
    }
  }

  #host(area: Area): Host {
    const host = this.#hosts.get(area)
    if (!host) throw new Error('expected an area of this venue')
    return host
  }
}

function poolsOf(areas: readonly Area[], dialect: Dialect): readonly EndpointName[] {
  return endpointsOf(dialect).filter((name) => areas.includes(ENDPOINTS[name].area))
}

function pacesOf(areas: readonly Area[], dialect: Dialect): ReadonlyMap<string, Pace> {
  const paceOf = (name: EndpointName): Pace => {
    const { limit, weight, retry } = rowOf(name, dialect) ?? ENDPOINTS[name]
    return { limit: dialect.limits[name] ?? limit, weight, isWrite: retry === 'never' }
  }
  return new Map(poolsOf(areas, dialect).map((name) => [name, paceOf(name)]))
}

/** The smaller weight if both areas publish one. */
function weightOf(areas: readonly Area[], dialect: Dialect): number | null {
  const weights = areas.map((area) => dialect.weightPerMinute[area]).filter((weight) => weight !== null)
  return weights.length > 0 ? Math.min(...weights) : null
}
