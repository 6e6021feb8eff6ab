import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Budget } from '#shared/domain/snapshot.ts'
import type { EndpointName } from './calls.ts'
import type { Lane } from './client.ts'
import type { Dialect } from './dialect.ts'
import { ENDPOINTS, ENDPOINT_NAMES } from './endpoints/table.ts'
import { HostGate } from './host-gate.ts'
import { Throttle } from './throttle.ts'
import type { Refusal, Slot } from './throttle.ts'
import type { Exchange } from './transport.ts'

const AREAS: readonly Area[] = ['spot', 'contract']

/** One host: what it says about our pace, and what waits for it. */
interface Host {
  readonly gate: HostGate
  readonly throttle: Throttle
}

/** The limits of every endpoint and host; areas on one host share its gate and its weight. */
export class RateLimits {
  readonly #hosts: Readonly<Record<Area, Host>>

  constructor(clock: Clock, baseUrls: Readonly<Record<Area, string>>, dialect: Dialect) {
    const isOneHost = new URL(baseUrls.spot).host === new URL(baseUrls.contract).host
    const both = isOneHost ? hostOf(AREAS, clock, dialect) : null
    this.#hosts = {
      spot: both ?? hostOf(['spot'], clock, dialect),
      contract: both ?? hostOf(['contract'], clock, dialect),
    }
  }

  acquire(endpoint: EndpointName, lane: Lane, signal: AbortSignal): Promise<Result<Slot, Refusal>> {
    return this.#hosts[ENDPOINTS[endpoint].area].throttle.acquire(endpoint, lane, signal)
  }

  /** Learns from how a call ended. */
  heed(area: Area, exchange: Exchange, failure: Failure | null): void {
    if (exchange.sentAt === null) return
    const { gate, throttle } = this.#hosts[area]
    const before = gate.state()
    const retryAfterMs = exchange.kind === 'answered' ? exchange.retryAfterMs : 0
    if (failure?.kind === 'banned') gate.ban(exchange.sentAt, retryAfterMs)
    else if (failure?.kind === 'rateLimited') gate.slowDown(exchange.sentAt, retryAfterMs)
    else if (failure === null) gate.content(exchange.sentAt)
    // The queues hold a timer for the pause they knew of.
    if (gate.state() !== before) throttle.pump()
  }

  isBanned(area: Area): boolean {
    return this.#hosts[area].gate.state() === 'banned'
  }

  resumesInMs(area: Area): number {
    return this.#hosts[area].gate.resumesInMs()
  }

  budget(): Budget {
    return {
      pools: ENDPOINT_NAMES.map((pool) => {
        const { area } = ENDPOINTS[pool]
        const { limit, used, waiting, reserved } = this.#hosts[area].throttle.use(pool)
        return { area, pool, limit: limit.count, windowMs: limit.windowMs, used, waiting, reserved }
      }),
      hosts: AREAS.map((area) => {
        const { gate, throttle } = this.#hosts[area]
        return { area, state: gate.state(), resumesInMs: gate.resumesInMs(), weight: throttle.weight() }
      }),
    }
  }

  close(): void {
    for (const area of AREAS) this.#hosts[area].throttle.close()
  }
}

/** A host that serves these areas. Of two published weights the smaller holds. */
function hostOf(areas: readonly Area[], clock: Clock, dialect: Dialect): Host {
  const gate = new HostGate(clock)
  const weights = areas.map((area) => dialect.weightPerMinute[area]).filter((weight) => weight !== null)
  const paces = new Map(
    ENDPOINT_NAMES.filter((name) => areas.includes(ENDPOINTS[name].area)).map((name) => [
      name,
      { limit: dialect.limits[name] ?? ENDPOINTS[name].limit, weight: ENDPOINTS[name].weight },
    ]),
  )
  return { gate, throttle: new Throttle(clock, gate, paces, weights.length > 0 ? Math.min(...weights) : null) }
}
