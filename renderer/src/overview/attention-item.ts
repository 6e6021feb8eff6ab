import type { PartName, Parts } from '#shared/snapshot/snapshot.ts'
import type { Position } from '#shared/domain/account.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { ScreenName } from '#shared/ipc/place.ts'
import type { AgeView } from '#shared/snapshot/freshness.ts'
import { contractsIn } from '../app/contracts.ts'

export interface Item {
  /** Stable while the matter lasts. */
  readonly id: string
  /**
   * `act`: money is in danger, or its state is not known. `mind`: money may come into danger, or a figure is not
   * reliable. `note`: good to know.
   */
  readonly urgency: 'act' | 'mind' | 'note'
  readonly title: Message
  /** null: the title says it all. */
  readonly detail: Message | null
  /** Where to deal with it. */
  readonly screen: ScreenName | null
  /** What can be done about it right here, most important first. */
  readonly offers?: readonly Offer[]
}

/** `screen`: where to deal with it. */
export const item = (
  urgency: Item['urgency'],
  id: string,
  screen: Item['screen'],
  words: Pick<Item, 'title' | 'detail' | 'offers'>,
): Item => ({ urgency, id, screen, ...words })

/** `rescue` and `stop` show their plan first; `seen` records that a person has looked. */
export type Offer =
  | { readonly kind: 'rescue'; readonly unitId: string }
  | { readonly kind: 'stop'; readonly positionKey: string }
  | { readonly kind: 'seen'; readonly intentId: string }
  | { readonly kind: 'eventSeen'; readonly ids: readonly string[] }

export interface Facts {
  readonly parts: Partial<Parts>
  readonly ages: Partial<Record<PartName, AgeView>>
}

/** "E-ETH-USDT short" */
export function positionOf({ contract, side }: Pick<Position, 'contract' | 'side'>): Message {
  return message(`plan.position.${side}`, { contract })
}

/** Decimal places of a price of a contract; undefined when it is not listed. */
export function pricePlaces(contract: string | undefined, parts: Partial<Parts>): number | undefined {
  return contractsIn(parts.instruments?.data ?? []).get(contract ?? '')?.pricePrecision ?? undefined
}
