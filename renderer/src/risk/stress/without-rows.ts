import type { Position } from '#shared/domain/account.ts'
import { decimal, toText, type Encoded } from '#shared/domain/decimal.ts'
import { remaining, type Order } from '#shared/domain/order.ts'
import type { PositionRisk } from '#shared/risk/report.ts'
import { message } from '#shared/words/message.ts'
import { t } from '../../kit/say.ts'
import { formatAmount, formatCompact, formatPrice, UNKNOWN } from '../../kit/format.ts'
import type { TitleOf } from '#shared/words/instrument-words.ts'

export interface LeftRow {
  /** The key of a position, the id of an order. */
  readonly id: string
  readonly title: string
  readonly detail: string
  /** Value at mark, or at the limit, short. */
  readonly value: string
}

/** Held positions, the largest first, as things that can be left out. */
export function positionRows(
  positions: readonly Encoded<Position>[],
  risks: readonly Encoded<PositionRisk>[],
): readonly LeftRow[] {
  const notionals = new Map(risks.map(({ key, notional }) => [key, notional]))
  const size = (key: string): number => Math.abs(decimal(notionals.get(key) ?? 0).toNumber())
  return positions
    .toSorted((a, b) => size(b.key) - size(a.key))
    .map(({ key, contract, side, marginMode, volume }) => {
      const notional = notionals.get(key) ?? null
      return {
        id: key,
        title: t(`plan.position.${side}`, { contract }),
        detail: t('stress.held', { mode: message(`positions.${marginMode}`), volume: formatAmount(volume) }),
        value: notional === null ? UNKNOWN : formatCompact(notional),
      }
    })
}

/** Open orders as things that can be left out; opening ones first, because they take margin. */
export function orderRows(orders: readonly Encoded<Order>[], titleOf: TitleOf): readonly LeftRow[] {
  const rank = ({ area, action }: Encoded<Order>): number => (area === 'spot' ? 2 : action === 'open' ? 0 : 1)
  return orders
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ orderId, area, instrument, side, action, price, quantity, executed }) => ({
      id: orderId,
      title: t(`stress.order.${action ?? 'spot'}.${side}`, { instrument: titleOf(area, instrument) }),
      detail: price === null ? t('desk.atMarket') : t('desk.at', { price: formatPrice(price) }),
      value: formatAmount(toText(remaining({ quantity: decimal(quantity), executed: decimal(executed) }))),
    }))
}
