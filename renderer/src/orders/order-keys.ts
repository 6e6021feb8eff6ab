/** The keys of what the orders screen lists. A key names its row even when the row is gone. Pure. */
import type { Protection } from '#shared/desk/plan.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { AREAS, instrumentKey, type Area } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'

export const orderRowKey = ({ area, instrument, orderId }: Pick<Order, 'area' | 'instrument' | 'orderId'>): string =>
  `${instrumentKey(area, instrument)}:${orderId}`

export const conditionKey = ({ intentId, request }: Encoded<Protection>): string =>
  `condition:${intentId}:${request.purpose}`

/** null: the key is not one of ours. */
export function namedBy(key: string) {
  const [, kind = '', name = '', last = ''] = /^(\w+):(.+):([^:]+)$/.exec(key) ?? []
  if (kind === 'condition') return { kind, intentId: name } as const
  const area = AREAS.find((each): each is Area => each === kind)
  return area === undefined ? null : ({ kind: 'order', area, instrument: name, orderId: last } as const)
}
