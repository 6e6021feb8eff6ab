/**
 * What happened at the venue without Plimsoll asking for it, as codes with facts: the words are made where they are
 * shown.
 */
import type { MarginMode, Position, PositionSide } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Area } from '../domain/instrument.ts'
import type { Order } from '../domain/order.ts'

/** What decided how an event is called. `readings`: the two readings alone; nothing else at the venue was found. */
export type Evidence =
  | 'readings'
  | 'frozen'
  | 'liquidationPrice'
  | 'ownStop'
  | 'order'
  | 'orderHistory'
  | 'trades'
  | 'ownRequest'
  | 'otherArea'

interface AtPosition {
  readonly contract: string
  readonly marginMode: MarginMode
  readonly side: PositionSide
}

/** Contracts that came or went, of what was held before and is held now. */
export interface VolumeChange extends AtPosition {
  /** How many of them this tells of: the rest of the difference was done from here, or is told by another event. */
  readonly volume: Decimal
  readonly before: Decimal
  readonly after: Decimal
  /** The order that did it, where one was found. */
  readonly orderId: string | null
  readonly price: Decimal | null
}

interface OrderFacts extends Pick<Order, 'area' | 'instrument' | 'orderId' | 'side' | 'action' | 'price' | 'quantity'> {
  /** Executed by the reading before, and now. */
  readonly before: Decimal
  readonly after: Decimal
  readonly averagePrice: Decimal | null
  /** Placed by Plimsoll. */
  readonly isOwn: boolean
}

export type EventFacts =
  /** All of a position, or a part of it, was closed by force. */
  | ({ readonly code: 'liquidated' | 'forceReduced' } & VolumeChange)
  /** A protective order of ours closed it. */
  | ({ readonly code: 'stopFired' } & VolumeChange)
  /** By an order that is not ours; by the venue's site, another program, or the venue itself. */
  | ({ readonly code: 'closedElsewhere' | 'reducedElsewhere' | 'openedElsewhere' | 'enlargedElsewhere' } & VolumeChange)
  /**
   * Nothing at the venue tells why `volume` contracts came (`isMore`) or went; `mayBeOwn`: a request of ours whose effect
   * is not known could be it. Events kept by earlier versions do not tell `isMore`.
   */
  | ({ readonly code: 'positionChanged'; readonly isMore?: boolean; readonly mayBeOwn: boolean } & VolumeChange)
  | ({ readonly code: 'frozen' | 'released'; readonly by: Position['freeze'] } & AtPosition)
  | ({ readonly code: 'leverageChanged'; readonly before: Decimal; readonly after: Decimal } & AtPosition)
  | ({ readonly code: 'marginModeChanged'; readonly before: MarginMode; readonly volume: Decimal } & AtPosition)
  | ({
      readonly code: 'orderFilled' | 'orderPartlyFilled' | 'orderCanceled' | 'orderRejected' | 'orderPlaced'
    } & OrderFacts)
  /** It is listed no more; whether it was filled or canceled is not known. */
  | ({ readonly code: 'orderGone' } & OrderFacts)
  | {
      readonly code: 'transferred'
      readonly asset: string
      readonly from: Area
      readonly to: Area
      readonly amount: Decimal
    }
  /** By more than trading explains: a deposit, a withdrawal, a transfer, a fee, or another client. */
  | {
      readonly code: 'balanceRose' | 'balanceFell'
      readonly area: Area
      readonly asset: string
      readonly before: Decimal
      readonly after: Decimal
      /** The part that is not explained; positive. */
      readonly amount: Decimal
    }
  | { readonly code: 'contractSuspended' | 'contractResumed'; readonly contract: string }

export type EventCode = EventFacts['code']

/** Something that happened between two readings. */
export interface Happening {
  readonly facts: EventFacts
  /** Wall clock ms of the readings before and after. */
  readonly since: number
  readonly at: number
  readonly evidence: readonly Evidence[]
  /** The reading before is of an earlier run: it happened while Plimsoll was closed. */
  readonly whileClosed: boolean
}

/**
 * What became of the notification of an event. `unconfirmed`: the system said neither that it was shown nor that it
 * failed. `inSight`: none was made, because the window that shows it was looked at.
 */
export type Delivery = 'shown' | 'failed' | 'notSupported' | 'unconfirmed' | 'inSight'

/** A happening as it is kept. */
export interface AccountEvent extends Happening {
  readonly id: string
  /** Wall clock ms when a person said to have seen it; null: not yet. */
  readonly seenAt: number | null
  /** Absent: it was not to be notified of, or is not yet. */
  readonly told?: Delivery
}

/**
 * `act`: control was lost, or nothing explains it. `mind`: another hand was at work. `note`: what orders are there for.
 */
export type Gravity = 'act' | 'mind' | 'note'

const GRAVITY: Readonly<Record<EventCode, Gravity>> = {
  liquidated: 'act',
  forceReduced: 'act',
  frozen: 'act',
  positionChanged: 'act',
  balanceFell: 'act',
  stopFired: 'act',
  orderGone: 'mind',
  orderRejected: 'mind',
  closedElsewhere: 'mind',
  reducedElsewhere: 'mind',
  openedElsewhere: 'mind',
  enlargedElsewhere: 'mind',
  leverageChanged: 'mind',
  marginModeChanged: 'mind',
  orderCanceled: 'mind',
  contractSuspended: 'mind',
  transferred: 'note',
  balanceRose: 'note',
  orderPlaced: 'note',
  orderFilled: 'note',
  orderPartlyFilled: 'note',
  released: 'note',
  contractResumed: 'note',
}

export function gravityOf({ code }: Pick<EventFacts, 'code'>): Gravity {
  return GRAVITY[code]
}

/** Whether it is a code of this version. */
export function isEventCode(word: string): word is EventCode {
  return Object.hasOwn(GRAVITY, word)
}

/** The newest events that are kept in the snapshot. */
export const MOST_EVENTS = 200
