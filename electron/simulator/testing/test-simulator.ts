/**
 * The venue for tests: with a ledger of requests, faults, a clock that can be wrong, and a control port for other
 * processes. `npm run sim` starts it; the application never does.
 */
import { Connections } from './connections.ts'
import { serveControl } from './control.ts'
import { DriftingClock } from './drifting-clock.ts'
import { Faults, type Fault } from './faults.ts'
import { Ledger } from './ledger.ts'
import { testHook, type Alter } from './request-hook.ts'
import { scaledClock } from './scaled-clock.ts'
import { opposite } from '../exchange/account/sim-position.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { hashText, seededRandom } from '../exchange/market/random.ts'
import { startVenue, type VenueOptions } from '../simulator.ts'

export { CANCEL_DELAY_MS } from '../simulator.ts'
export { DIALECTS, FAMILY_DIALECTS } from './dialects.ts'
export type { SimDialect } from '../wire/sim-dialect.ts'
export type { DialectName } from './dialects.ts'
export type { Fault, FaultKind } from './faults.ts'
export type { LedgerEntry } from './ledger.ts'
export type { SimOrder, ContractOrder } from '../exchange/account/sim-order.ts'
export type { SimPosition } from '../exchange/account/sim-position.ts'

export interface SimulatorOptions extends Omit<VenueOptions, 'hook' | 'marketClock'> {
  /** Added to every answer; default 0. */
  readonly latencyMs?: number
  /** Short for `dialect.signsQuery`. */
  readonly signsQuery?: boolean
  /** Market seconds per second of the clock; default 1. Signatures and /time use the clock itself. */
  readonly speed?: number
  /** Also listens for commands on this port of 127.0.0.1 (0: any free one); see control.ts. */
  readonly controlPort?: number
  /** Changes good answers. */
  readonly alter?: Alter
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>

/** Starts a venue. Rejects with the system's error if a port is taken (code EADDRINUSE). */
export async function startSimulator(options: SimulatorOptions) {
  const { seed, latencyMs = 0, signsQuery, speed = 1, controlPort, alter = null, ...plain } = options
  const clock = new DriftingClock(options.clock)
  /** Every request that arrived. */
  const ledger = new Ledger()
  const connections = new Connections()
  const faults = new Faults(seededRandom(hashText(`faults ${seed}`)))
  const venue = await startVenue({
    ...plain,
    seed,
    clock,
    // Only the market runs faster, as clients could not follow a scaled venue clock.
    ...(speed === 1 ? {} : { marketClock: scaledClock(clock, speed) }),
    ...(signsQuery === undefined ? {} : { dialect: { ...plain.dialect, signsQuery } }),
    hook: testHook({ clock, ledger, connections, faults, alter, latencyMs, upsetClock, upsetAccount }),
  })

  function upsetClock({ kind, ms = 0 }: Fault): void {
    if (kind === 'clockJump') venue.time.skewMs += ms
    if (kind === 'clockDrift') clock.drift(ms)
  }

  function upsetAccount({ kind, where }: Fault): void {
    if (kind === 'turnsOver') turnOver(venue.exchange, where)
  }

  const simulator = {
    ...venue,
    ledger,
    connections,
    faults,
    /** How far the venue's clock is ahead of the machine's, ms. */
    get clockSkewMs() {
      return venue.time.skewMs
    },
    set clockSkewMs(ms) {
      venue.time.skewMs = ms
      venue.exchange.time.skewMs = ms
    },
  }
  const control = controlPort === undefined ? null : await serveControl(simulator, controlPort)
  return Object.assign(simulator, {
    /** Null without a control port. */
    controlUrl: control?.url ?? null,
    async stop() {
      await Promise.all([venue.stop(), control?.close()])
    },
  })
}

/**
 * What another program on the same account does to a position that is being closed: closes the position of `contract`
 * (by default the first) and opens the same size on the other side.
 */
function turnOver({ contracts, market }: Exchange, contract?: string): void {
  const position = contracts.positions().find(({ spec }) => contract === undefined || spec.name === contract)
  if (position === undefined) return
  const { spec, volume, side, positionType } = position
  contracts.forceClose(position, volume, market.price(spec))
  const ticket = { spec, volume, positionType, side: opposite(side), type: 'MARKET', action: 'OPEN' } as const
  contracts.place({ ...ticket, price: null, timeInForce: 'GTC', clientOrderId: null })
}
