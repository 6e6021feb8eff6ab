import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Budget } from '#shared/domain/snapshot.ts'
import type { EndpointName, Lane } from './client.ts'
import type { Dialect } from './dialect.ts'
import { ENDPOINTS } from './endpoints.ts'
import { HostGate } from './host-gate.ts'
import { Throttle } from './throttle.ts'
import type { Refusal, Slot } from './throttle.ts'
import type { Exchange } from './transport.ts'

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]

/** A throttle for every endpoint, and the gates of the hosts; areas on one host share one gate. */
export class RateLimits {
  readonly #gates: Readonly<Record<Area, HostGate>>
  readonly #throttles: ReadonlyMap<EndpointName, Throttle>

  constructor(clock: Clock, baseUrls: Readonly<Record<Area, string>>, dialect: Dialect) {
    const spot = new HostGate(clock)
    const sameHost = new URL(baseUrls.spot).host === new URL(baseUrls.contract).host
    this.#gates = { spot, contract: sameHost ? spot : new HostGate(clock) }
    this.#throttles = new Map(
      NAMES.map((name) => {
        const { area, limit } = ENDPOINTS[name]
        return [name, new Throttle(clock, this.#gates[area], dialect.limits[name] ?? limit)]
      }),
    )
  }

  acquire(endpoint: EndpointName, lane: Lane, signal: AbortSignal): Promise<Result<Slot, Refusal>> {
    const throttle = this.#throttles.get(endpoint)
    if (!throttle) throw new Error(`expected a throttle for ${endpoint}`)
    return throttle.acquire(lane, signal)
  }

  /** Learns from how a call ended. */
  heed(area: Area, exchange: Exchange, failure: Failure | null): void {
    if (exchange.sentAt === null) return
    const gate = this.#gates[area]
    const before = gate.state()
    const retryAfterMs = exchange.kind === 'answered' ? exchange.retryAfterMs : 0
    if (failure?.kind === 'banned') gate.ban(exchange.sentAt, retryAfterMs)
    else if (failure?.kind === 'rateLimited') gate.slowDown(exchange.sentAt, retryAfterMs)
    else if (failure === null) gate.content(exchange.sentAt)
    // Queues hold timers for the pause they knew of.
    if (gate.state() !== before) for (const throttle of this.#throttles.values()) throttle.pump()
  }

  isBanned(area: Area): boolean {
    return this.#gates[area].state() === 'banned'
  }

  resumesInMs(area: Area): number {
    return this.#gates[area].resumesInMs()
  }

  budget(): Budget {
    const areas: readonly Area[] = ['spot', 'contract']
    return {
      pools: [...this.#throttles].map(([name, throttle]) => ({
        area: ENDPOINTS[name].area,
        pool: name,
        limit: throttle.limit.count,
        windowMs: throttle.limit.windowMs,
        used: throttle.used(),
        waiting: throttle.waiting(),
        reserved: throttle.reserved,
      })),
      hosts: areas.map((area) => ({
        area,
        state: this.#gates[area].state(),
        resumesInMs: this.#gates[area].resumesInMs(),
      })),
    }
  }

  close(): void {
    for (const throttle of this.#throttles.values()) throttle.close()
  }
}
