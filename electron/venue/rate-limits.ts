import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Budget } from '#shared/domain/snapshot.ts'
import type { Lane } from './client.ts'
import type { Dialect } from './dialect.ts'
import { ENDPOINTS } from './endpoints.ts'
import { HostGate } from './host-gate.ts'
import { Throttle } from './throttle.ts'
import type { Refusal, Slot } from './throttle.ts'
import type { Exchange } from './transport.ts'

interface Pool {
  readonly area: Area
  readonly name: string
  readonly throttle: Throttle
}

/** Every rate pool of both areas, and the gates of their hosts; areas on one host share one gate. */
export class RateLimits {
  readonly #gates: Readonly<Record<Area, HostGate>>
  readonly #pools: readonly Pool[]

  constructor(clock: Clock, baseUrls: Readonly<Record<Area, string>>, dialect: Dialect) {
    const spot = new HostGate(clock)
    const sameHost = new URL(baseUrls.spot).host === new URL(baseUrls.contract).host
    this.#gates = { spot, contract: sameHost ? spot : new HostGate(clock) }
    const pools = new Map<string, Pool>()
    for (const { area, limit } of Object.values(ENDPOINTS)) {
      if (pools.has(limit.pool)) continue
      const throttle = new Throttle(clock, this.#gates[area], dialect.limits[limit.pool] ?? limit)
      pools.set(limit.pool, { area, name: limit.pool, throttle })
    }
    this.#pools = [...pools.values()]
  }

  acquire(
    row: { readonly limit: { readonly pool: string } },
    lane: Lane,
    signal: AbortSignal,
  ): Promise<Result<Slot, Refusal>> {
    const pool = this.#pools.find(({ name }) => name === row.limit.pool)
    if (!pool) throw new Error(`expected a pool ${row.limit.pool}`)
    return pool.throttle.acquire(lane, signal)
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
    if (gate.state() !== before) for (const pool of this.#pools) pool.throttle.pump()
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
      pools: this.#pools.map(({ area, name, throttle }) => ({
        area,
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
    for (const pool of this.#pools) pool.throttle.close()
  }
}
