/**
 * What the venue itself knows of a session, noted as it happens: every order and cancel, and what was held before it.
 */
import type { ContractOrder, SimOrder } from '#electron/simulator/exchange/account/sim-order.ts'
import { isLive } from '#electron/simulator/exchange/account/sim-order.ts'
import type { SimPosition } from '#electron/simulator/exchange/account/sim-position.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Action } from '#shared/desk/action.ts'
import { positionKey } from '#shared/domain/account.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'

/** The account in the venue's own records. */
export interface Truth {
  readonly positions: readonly Held[]
  readonly orders: readonly SimOrder[]
}

export interface Held {
  readonly key: string
  readonly contract: string
  readonly volume: Decimal
  /** Volume that is not in closing orders. */
  readonly free: Decimal
  readonly isFrozen: boolean
}

/** An order that reached the matching. */
interface Placed {
  readonly at: number
  readonly area: 'spot' | 'contract'
  readonly instrument: string
  readonly action: 'OPEN' | 'CLOSE' | null
  readonly side: 'BUY' | 'SELL'
  readonly volume: Decimal
  readonly clientOrderId: string | null
  readonly isTaken: boolean
  /** The size of the position that it closes, or of the coin that it sells, right before. */
  readonly held: Decimal
  readonly free: Decimal
}

/** A cancel that reached the matching and found its order live. */
interface Canceled {
  readonly at: number
  readonly order: SimOrder
}

/** A request, and the state of the venue at that time. */
export interface Asked {
  readonly intentId: string
  readonly at: number
  readonly action: Action
  readonly truth: Truth
  /** Whether positions had been read by then: the first read of an account has no time limit. */
  readonly wasRead: boolean
  /** The answer: null while there is none. */
  denial: { readonly code: string; readonly message: string } | null
  answeredAt: number | null
}

export interface Witness {
  readonly placed: readonly Placed[]
  readonly canceled: readonly Canceled[]
  truth(): Truth
  /** Forgets everything noted so far. */
  forget(): void
}

export function witness({ exchange }: Simulator, clock: Clock): Witness {
  const placed: Placed[] = []
  const canceled: Canceled[] = []
  const { contracts, spot } = exchange

  const placeContract = contracts.place.bind(contracts)
  contracts.place = (ticket) => {
    const closed = contracts.held.find(ticket.spec, ticket.positionType, ticket.side === 'BUY' ? 'SELL' : 'BUY')
    const held = closed?.volume ?? ZERO
    const free = closed === null ? ZERO : freeOf(closed)
    const done = placeContract(ticket)
    const { action, side, volume, clientOrderId } = ticket
    placed.push({
      ...{ at: clock.mono(), area: 'contract', instrument: ticket.spec.name, action, side, volume, clientOrderId },
      ...{ isTaken: done.ok, held, free },
    })
    return done
  }
  const placeSpot = spot.place.bind(spot)
  spot.place = (ticket) => {
    const coin = spot.balances().find(({ asset }) => asset === ticket.spec.base)
    const free = coin?.free ?? ZERO
    const done = placeSpot(ticket)
    const { side, volume, clientOrderId } = ticket
    placed.push({
      ...{ at: clock.mono(), area: 'spot', instrument: ticket.spec.symbol, action: null, side, volume, clientOrderId },
      ...{ isTaken: done.ok, held: free.plus(coin?.locked ?? ZERO), free },
    })
    return done
  }
  const cancel = exchange.cancel.bind(exchange)
  exchange.cancel = (order) => {
    const done = cancel(order)
    if (done.ok) canceled.push({ at: clock.mono(), order })
    return done
  }

  const freeOf = (position: SimPosition): Decimal => position.volume.minus(contracts.pendingCloseVolume(position))

  return {
    placed,
    canceled,
    forget() {
      placed.length = 0
      canceled.length = 0
    },
    truth: () => ({
      positions: contracts.positions().map((position) => ({
        key: keyOf(position),
        contract: position.spec.name,
        volume: position.volume,
        free: freeOf(position),
        isFrozen: position.freeze !== 0,
      })),
      orders: [...spot.openOrders(), ...contracts.openOrders()],
    }),
  }
}

/** The name Plimsoll gives a position. */
function keyOf({ spec, positionType, side }: Pick<SimPosition, 'spec' | 'positionType' | 'side'>): string {
  return positionKey(spec.name, positionType === 1 ? 'cross' : 'isolated', side === 'BUY' ? 'long' : 'short')
}

/** The position an order closes, by Plimsoll's name; null: it closes none. */
export function closedBy(order: SimOrder): string | null {
  if (order.area === 'spot' || order.action === 'OPEN') return null
  const { spec, positionType, side }: ContractOrder = order
  return keyOf({ spec, positionType, side: side === 'BUY' ? 'SELL' : 'BUY' })
}

export { isLive }
