/**
 * A venue in a box: a real HTTP server on 127.0.0.1 with a Spot and a Contract area, a market that moves, and one demo
 * account. It is the demo of the application and the other side of its tests, and knows the interface only from its
 * documentation: nothing here is shared with the application's own client.
 */
import type { Clock } from '#shared/domain/clock.ts'
import { seedDemoAccount } from '../demo/seed.ts'
import { Strategy } from '../demo/strategy.ts'
import { dialectOf } from '../wire/sim-dialect.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import { DriftingClock } from './drifting-clock.ts'
import { Exchange } from '../exchange/exchange.ts'
import { Faults } from './faults.ts'
import { serveControl } from './control.ts'
import { Limits } from '../wire/limits.ts'
import type { BanRules } from '../wire/limits.ts'
import { serve } from '../wire/server.ts'
import type { Alter } from '../wire/server.ts'
import { Venue } from '../wire/request-handler.ts'
import { Ledger } from './ledger.ts'
import { hashText, seededRandom } from '../exchange/market/random.ts'
import { scaledClock } from './scaled-clock.ts'
import { everySecond } from '../exchange/seconds.ts'
import { VenueTime } from '../exchange/venue-time.ts'

export { DIALECTS, FAMILY_DIALECTS } from './dialects.ts'
export type { SimDialect } from '../wire/sim-dialect.ts'
export type { DialectName } from './dialects.ts'
export type { Fault, FaultKind } from './faults.ts'
export type { LedgerEntry, LedgerFilter } from './ledger.ts'
export type { SimOrder, SpotOrder, ContractOrder } from '../exchange/account/sim-order.ts'
export type { SimPosition } from '../exchange/account/sim-position.ts'

/** How long a cancel takes at the venue that runs as a program. */
export const CANCEL_DELAY_MS = 250

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
  /** Changes to the dialect nobody configured; DIALECTS has whole ones. */
  readonly dialect?: Partial<SimDialect>
  /** `dialect.signsQuery`, for who changes nothing else. */
  readonly signsQuery?: boolean
  /** Whether a contract can be held long and short at once; default hedge. */
  readonly positionMode?: 'hedge' | 'oneWay'
  /** Market seconds in a second of the clock; default 1. Signatures and /time keep to the clock itself. */
  readonly speed?: number
  /** `none` counts nothing and never refuses; default published. */
  readonly limits?: 'published' | 'none'
  /** Serve https with this certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Also listen for commands on this port of 127.0.0.1 (0: any free one); see testing/control.ts. */
  readonly controlPort?: number
  readonly banRules?: BanRules
  /** Makes other answers of good ones. */
  readonly alter?: Alter
  /** Default: made from the seed. */
  readonly apiKey?: string
  readonly apiSecret?: string
}

export interface Simulator {
  /** With the gateway's prefix, if the dialect has one. */
  readonly spotBaseUrl: string
  readonly contractBaseUrl: string
  /** Null without a control port. */
  readonly controlUrl: string | null
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
  const dialect = dialectOf(
    options.signsQuery === undefined ? options.dialect : { ...options.dialect, signsQuery: options.signsQuery },
  )
  const drifting = new DriftingClock(clock)
  const time = new VenueTime(drifting)
  const { speed = 1 } = options
  // A scaled venue would leave every client's clock behind at once, so only its market runs ahead.
  const marketTime = speed === 1 ? time : new VenueTime(scaledClock(drifting, speed))
  const { cancelDelayMs = 0, positionMode = 'hedge' } = options
  const exchange = new Exchange({ seed, time: marketTime, cancelDelayMs, positionMode })
  seedDemoAccount(exchange)
  const strategy = new Strategy(exchange, seededRandom(hashText(`strategy ${seed}`)))
  const isAlive = options.life ?? true
  if (isAlive) strategy.start()

  const credentials = {
    apiKey: options.apiKey ?? madeUp('key', seed),
    apiSecret: options.apiSecret ?? madeUp('secret', seed),
  }
  const ledger = new Ledger()
  const faults = new Faults(seededRandom(hashText(`faults ${seed}`)))
  const limits = options.limits === 'none' ? null : new Limits(options.banRules)
  const venue = new Venue({ clock, exchange, credentials, dialect, time, drifting, ledger, limits })
  const { latencyMs = 0, tls = null } = options
  const { alter = null } = options
  const server = await serve({ clock, venue, ledger, faults, latencyMs, tls, alter }, options.port ?? 0)

  function tickAt(at: number): void {
    exchange.tick(at, isAlive ? () => strategy.live() : undefined)
  }
  const stopTicking = options.autoTick === false ? null : everySecond(marketTime, tickAt)

  const simulator = {
    spotBaseUrl: `${server.origin}${dialect.spotPrefix}`,
    contractBaseUrl: `${server.origin}${dialect.contractPrefix}`,
    ...{ ...credentials, exchange, ledger, faults },
    get clockSkewMs() {
      return time.skewMs
    },
    set clockSkewMs(ms) {
      time.skewMs = ms
      marketTime.skewMs = ms
    },
    tick(count = 1) {
      for (let done = 0; done < count; done += 1) tickAt(marketTime.now())
    },
  }
  const control = options.controlPort === undefined ? null : await serveControl(simulator, options.controlPort)
  return Object.assign(simulator, {
    controlUrl: control?.url ?? null,
    async stop() {
      stopTicking?.()
      await Promise.all([server.close(), control?.close()])
    },
  })
}

/** 32 hex digits that look like the venue's keys and are none. */
function madeUp(what: string, seed: number): string {
  return [0, 1, 2, 3].map((part) => hashText(`${what} ${seed} ${part}`).toString(16).padStart(8, '0')).join('')
}
