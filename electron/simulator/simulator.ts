/**
 * A venue in a box: a real HTTP server on 127.0.0.1 with a Spot and a Contract area, a market that moves, and one demo
 * account. It is the demo of the application and the other side of its tests, and knows the interface only from its
 * documentation: nothing here is shared with the application's own client.
 */
import type { Clock } from '#shared/domain/clock.ts'
import { seedDemoAccount } from './demo/seed.ts'
import { Strategy } from './demo/strategy.ts'
import { Exchange } from './exchange.ts'
import { Faults } from './faults.ts'
import { Limits } from './http/limits.ts'
import type { BanRules } from './http/limits.ts'
import { serve } from './http/server.ts'
import { Venue } from './http/venue.ts'
import { Ledger } from './ledger.ts'
import { hashText, seededRandom } from './market/random.ts'
import { VenueTime } from './venue-time.ts'

export type { Fault, FaultKind } from './faults.ts'
export type { LedgerEntry, LedgerFilter } from './ledger.ts'
export type { SimOrder, SpotOrder, ContractOrder } from './account/order.ts'
export type { SimPosition } from './account/position.ts'

const TICK_MS = 1000

export interface SimulatorOptions {
  /** The same seed gives the same market and the same account. */
  readonly seed: number
  readonly clock: Clock
  /** 0 or absent: any free port. */
  readonly port?: number
  /** One tick a second by the clock; default true. Without it nothing moves unless `tick` is called. */
  readonly autoTick?: boolean
  /** Whether the demo account trades by itself; default true. */
  readonly life?: boolean
  /** Added to every answer; default 0. */
  readonly latencyMs?: number
  /** How long an accepted cancel stays PENDING_CANCEL; default 0. */
  readonly cancelDelayMs?: number
  /** Whether the query of a GET is part of what is signed; default true. */
  readonly signsQuery?: boolean
  readonly banRules?: BanRules
  /** Default: made from the seed. */
  readonly apiKey?: string
  readonly apiSecret?: string
}

export interface Simulator {
  readonly spotBaseUrl: string
  readonly contractBaseUrl: string
  readonly apiKey: string
  readonly apiSecret: string
  /** The true state: positions, orders, balances; and `setPrice(asset, price)`. */
  readonly exchange: Exchange
  /** Every request that arrived. */
  readonly ledger: Ledger
  readonly faults: Faults
  /** How far the venue's clock is off the machine's, ms. */
  clockSkewMs: number
  /** Lets `count` seconds of market pass (1 unless told); the clock does not move. */
  tick(count?: number): void
  /** Closes all connections and stops ticking. */
  stop(): Promise<void>
}

/** Starts a venue. Rejects with the system's error when the port can not be had (code EADDRINUSE). */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { seed, clock } = options
  const time = new VenueTime(clock)
  const exchange = new Exchange({ seed, time, cancelDelayMs: options.cancelDelayMs ?? 0 })
  seedDemoAccount(exchange)
  const strategy = new Strategy(exchange, seededRandom(hashText(`strategy ${seed}`)))
  const isAlive = options.life ?? true
  if (isAlive) strategy.start()

  const apiKey = options.apiKey ?? madeUp('key', seed)
  const apiSecret = options.apiSecret ?? madeUp('secret', seed)
  const ledger = new Ledger()
  const faults = new Faults()
  const limits = { spot: new Limits(options.banRules), contract: new Limits(options.banRules) }
  const rules = { apiKey, apiSecret, signsQuery: options.signsQuery ?? true }
  const venue = new Venue({ clock, exchange, rules, limits })
  const server = await serve({ clock, venue, ledger, faults, latencyMs: options.latencyMs ?? 0 }, options.port ?? 0)

  function tick(count = 1): void {
    for (let done = 0; done < count; done += 1) {
      exchange.tick()
      if (isAlive) strategy.live()
    }
  }
  let cancelTick = options.autoTick === false ? noTick : clock.after(TICK_MS, goOn)
  function goOn(): void {
    tick()
    cancelTick = clock.after(TICK_MS, goOn)
  }

  return {
    spotBaseUrl: server.baseUrl,
    contractBaseUrl: server.baseUrl,
    ...{ apiKey, apiSecret, exchange, ledger, faults, tick },
    get clockSkewMs() {
      return time.skewMs
    },
    set clockSkewMs(ms) {
      time.skewMs = ms
    },
    async stop() {
      cancelTick()
      await server.close()
    },
  }
}

function noTick(): void {
  // Nothing is scheduled.
}

/** 32 hex digits that look like the venue's keys and are none. */
function madeUp(what: string, seed: number): string {
  return [0, 1, 2, 3].map((part) => hashText(`${what} ${seed} ${part}`).toString(16).padStart(8, '0')).join('')
}
