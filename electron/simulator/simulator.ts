/**
 * A complete venue: a real HTTP server on 127.0.0.1 with a Spot and a Contract area, a moving market and one demo
 * account. The application's Demo runs it as it is; tests add a hook (testing/test-simulator.ts). It is written only
 * from the interface's documentation and shares nothing with the application's own client.
 */
import type { Clock } from '#shared/domain/clock.ts'
import { seedDemoAccount } from './demo/seed.ts'
import { Strategy } from './demo/strategy.ts'
import { Exchange } from './exchange/exchange.ts'
import { hashText, seededRandom } from './exchange/market/random.ts'
import { everySecond } from './exchange/seconds.ts'
import { VenueTime } from './exchange/venue-time.ts'
import { NO_HOOK, type Hook } from './wire/hook.ts'
import { Limits, type BanRules } from './wire/limits.ts'
import { RequestHandler } from './wire/request-handler.ts'
import { serve } from './wire/server.ts'
import { dialectOf, type SimDialect } from './wire/sim-dialect.ts'

/** How long a cancel takes when the venue runs as a program. */
export const CANCEL_DELAY_MS = 250

export interface VenueOptions {
  /** The same seed gives the same market and the same account. */
  readonly seed: number
  readonly clock: Clock
  /** The clock of the market, if it differs from `clock`, which signatures and /time use. */
  readonly marketClock?: Clock
  /** 0 or absent: any free port. */
  readonly port?: number
  /** One tick a second by the clock; default true. Otherwise nothing moves unless `tick` is called. */
  readonly autoTick?: boolean
  /** Whether the demo account trades by itself; default true. */
  readonly life?: boolean
  /** How long an accepted cancel stays PENDING_CANCEL; default 0. */
  readonly cancelDelayMs?: number
  /** Differences from the `mixed` dialect. */
  readonly dialect?: Partial<SimDialect>
  /** Whether a contract can be held long and short at once; default hedge. */
  readonly positionMode?: 'hedge' | 'oneWay'
  /** `none` counts nothing and never refuses; default published. */
  readonly limits?: 'published' | 'none'
  /** Serve https with this certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly banRules?: BanRules
  /** Default: derived from the seed. */
  readonly apiKey?: string
  readonly apiSecret?: string
  /** Further keys of the same account. One that only reads is refused for orders and cancels. */
  readonly otherKeys?: readonly { readonly apiKey: string; readonly apiSecret: string; readonly readsOnly?: true }[]
  /** What is done to its requests; default nothing. */
  readonly hook?: Hook
}

/** Starts a venue. Rejects with the system's error if the port is taken (code EADDRINUSE). */
export async function startVenue(options: VenueOptions) {
  const { seed, clock, marketClock = clock, hook = NO_HOOK, tls = null } = options
  const dialect = dialectOf(options.dialect)
  const time = new VenueTime(clock)
  const marketTime = marketClock === clock ? time : new VenueTime(marketClock)
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
  const limits = options.limits === 'none' ? null : new Limits(options.banRules)
  const keys = [credentials, ...(options.otherKeys ?? [])]
  const secrets = new Map(keys.map(({ apiKey, apiSecret }) => [apiKey, apiSecret]))
  const readOnly = new Set(keys.filter((key) => 'readsOnly' in key).map(({ apiKey }) => apiKey))
  const handler = new RequestHandler({ clock, exchange, secrets, readOnly, dialect, time, limits })
  const server = await serve({ clock, handler, hook, tls }, options.port ?? 0)

  function tickAt(at: number): void {
    exchange.tick(at, isAlive ? () => strategy.live() : undefined)
  }
  const stopTicking = options.autoTick === false ? null : everySecond(marketTime, tickAt)

  return {
    /** With the gateway's prefix, if the dialect has one. */
    spotBaseUrl: `${server.origin}${dialect.spotPrefix}`,
    contractBaseUrl: `${server.origin}${dialect.contractPrefix}`,
    ...credentials,
    /** The true state: positions, orders, balances; and `setPrice(asset, price)`. */
    exchange,
    /** The clock with which timestamps are compared. */
    time,
    /** Lets `count` seconds of market pass, by default 1. The clock does not move. */
    tick(count = 1): void {
      for (let done = 0; done < count; done += 1) tickAt(marketTime.now())
    },
    /** Closes all connections and stops ticking. */
    async stop(): Promise<void> {
      stopTicking?.()
      await server.close()
    },
  }
}

/** 32 hex digits that look like a venue's key. */
function madeUp(what: string, seed: number): string {
  return [0, 1, 2, 3].map((part) => hashText(`${what} ${seed} ${part}`).toString(16).padStart(8, '0')).join('')
}
