/** Events: what happened to the account without Plimsoll. Codes with facts; the words are made where they are shown. */
import type { MarginMode, Position, PositionSide } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Area } from '../domain/instrument.ts'
import type { Order } from '../domain/order.ts'

/** The evidence for an event. `readings`: only the two readings. */
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

/** A change of a position's volume, in contracts. */
export interface VolumeChange extends AtPosition {
  /** The part of this event: the rest of the difference was done by Plimsoll, or has another event. */
  readonly volume: Decimal
  readonly before: Decimal
  readonly after: Decimal
  /** Its order, if found. */
  readonly orderId: string | null
  readonly price: Decimal | null
}

interface OrderFacts extends Pick<Order, 'area' | 'instrument' | 'orderId' | 'side' | 'action' | 'price' | 'quantity'> {
  /** Executed quantity at the reading before, and now. */
  readonly before: Decimal
  readonly after: Decimal
  readonly averagePrice: Decimal | null
  /** Placed by Plimsoll. */
  readonly isOwn: boolean
}

/** What happened to the computer that Plimsoll runs on. */
export type MachineCode = 'suspended' | 'resumed' | 'screenLocked' | 'screenUnlocked' | 'networkLost' | 'networkFound'

export type EventFacts =
  /** A position, or a part of it, was closed by force. */
  | ({ readonly code: 'liquidated' | 'forceReduced' } & VolumeChange)
  /** A protective order of ours closed it. */
  | ({ readonly code: 'stopFired' } & VolumeChange)
  /** By a foreign order: from the venue's site, another program, or the venue itself. */
  | ({ readonly code: 'closedElsewhere' | 'reducedElsewhere' | 'openedElsewhere' | 'enlargedElsewhere' } & VolumeChange)
  /**
   * The venue does not show why `volume` contracts came (`isMore`; absent in events of earlier versions) or went.
   * `mayBeOwn`: a request of ours whose effect is not known could be the cause.
   */
  | ({ readonly code: 'positionChanged'; readonly isMore?: boolean; readonly mayBeOwn: boolean } & VolumeChange)
  | ({ readonly code: 'frozen' | 'released'; readonly by: Position['freeze'] } & AtPosition)
  | ({ readonly code: 'leverageChanged'; readonly before: Decimal; readonly after: Decimal } & AtPosition)
  | ({ readonly code: 'marginModeChanged'; readonly before: MarginMode; readonly volume: Decimal } & AtPosition)
  | ({
      readonly code: 'orderFilled' | 'orderPartlyFilled' | 'orderCanceled' | 'orderRejected' | 'orderPlaced'
    } & OrderFacts)
  /** It is not listed any more; whether it was filled or canceled is not known. */
  | ({ readonly code: 'orderGone' } & OrderFacts)
  | {
      readonly code: 'transferred'
      readonly asset: string
      readonly from: Area
      readonly to: Area
      readonly amount: Decimal
    }
  /** A balance changed by more than trading explains: a deposit, a withdrawal, a transfer, a fee, or another client. */
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
  | { readonly code: MachineCode }

/** What happened between two readings. */
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
 * What became of the notification of an event. `unconfirmed`: the system reported neither success nor failure. `inSight`:
 * none was made, because its window had the focus.
 */
export const DELIVERIES = ['shown', 'failed', 'notSupported', 'unconfirmed', 'inSight'] as const
export type Delivery = (typeof DELIVERIES)[number]

/** An event as stored. */
export interface AccountEvent extends Happening {
  readonly id: string
  /** Wall clock ms when a person marked it as seen; null: not yet. */
  readonly seenAt: number | null
  /** Absent: no notification, or not yet. */
  readonly delivery?: Delivery
}

/** `act`: control was lost, or the cause is unknown. `mind`: another program or person traded. `note`: as expected. */
export type Gravity = 'act' | 'mind' | 'note'

const GRAVITY: Readonly<Record<EventFacts['code'], Gravity>> = {
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
  suspended: 'note',
  resumed: 'note',
  screenLocked: 'note',
  screenUnlocked: 'note',
  networkLost: 'mind',
  networkFound: 'note',
}

export function gravityOf({ code }: Pick<EventFacts, 'code'>): Gravity {
  return GRAVITY[code]
}

/** Whether it is a code of this version. */
export function isEventCode(word: string): word is EventFacts['code'] {
  return Object.hasOwn(GRAVITY, word)
}

/** How many of the newest events are in the snapshot. */
export const MOST_EVENTS = 200
