/** One request of a plan in words. The plan sheet, the running plan and the journal use the same words. */
import type { CancelRequest, LegRequest } from '#shared/desk/plan.ts'
import type { LegReport } from '#shared/desk/report.ts'
import { CLOSED_SIDE } from '#shared/domain/account.ts'
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order, OrderSide } from '#shared/domain/order.ts'
import { message } from '#shared/words/message.ts'
import { formatAmount, formatPrice } from '../kit/format.ts'
import { asIdentified, type TitleOf } from '#shared/words/instrument-words.ts'
import { t } from '../kit/say.ts'

export interface RequestWords {
  readonly titleOf?: TitleOf
  /**
   * Finds the open order of a cancel; null when it is not known. The order is then named by what it does, not by its
   * id.
   */
  readonly orderOf?: (request: CancelRequest) => Encoded<Order> | null
}

/** A leg with its index in a plan or an intent, as `entries()` gives it. */
export type Indexed<Leg> = readonly [index: number, leg: Leg]

/** Returns a function that finds the order of a cancel among `orders`. */
export function orderFinder(orders: readonly Encoded<Order>[] = []): NonNullable<RequestWords['orderOf']> {
  const found = new Map(orders.map((order) => [`${order.area} ${order.orderId}`, order]))
  return ({ area, orderId }) => found.get(`${area} ${orderId}`) ?? null
}

/** "Close 1,200 ct short E-ETH-USDT at market", "Cancel sell 0.05 BTC/USDT at 71,000". */
export function requestTitle(
  request: Encoded<LegRequest>,
  { titleOf = asIdentified, orderOf = () => null }: RequestWords = {},
): string {
  const instrument = titleOf(request.area, request.instrument)
  switch (request.kind) {
    case 'cancel':
      return cancelTitle(request, instrument, orderOf(request))
    case 'close': {
      const { side, price, timeInForce } = request
      const word = timeInForce === 'rest' ? 'desk.waitsAt' : 'desk.atOnce'
      const at = price === null ? message('desk.atMarket') : message(word, { price: formatPrice(price) })
      return t(`desk.request.close.${CLOSED_SIDE[side]}`, {
        volume: formatAmount(request.volume),
        instrument,
        price: at,
      })
    }
    case 'sell':
      return t('desk.request.sell', { size: `${formatAmount(request.quantity)} ${request.asset}` })
    case 'protect': {
      const { purpose, side, volume, triggerPrice } = request
      const facts = { volume: formatAmount(volume), instrument, trigger: formatPrice(triggerPrice) }
      return t(`desk.request.${purpose}.${CLOSED_SIDE[side]}`, facts)
    }
    case 'place':
      return t('desk.request.place', { order: orderMessage(request, instrument, formatAmount(request.quantity)) })
  }
}

function cancelTitle({ orderId }: CancelRequest, instrument: string, known: Encoded<Order> | null): string {
  if (known === null) return t('desk.cancelOrder', { instrument, id: orderId.slice(-6) })
  const size = known.area === 'contract' ? contracts(known.quantity) : formatAmount(known.quantity)
  const order = orderMessage(known, instrument, size)
  return t(known.action === 'close' ? 'desk.request.cancelClosing' : 'desk.request.cancel', { order })
}

/** "sell 0.05 BTC/USDT at 71,000" */
function orderMessage(
  { side, price }: { readonly side: OrderSide; readonly price: DecimalText | null },
  instrument: string,
  size: string,
): Message {
  const at = price === null ? message('desk.atMarket') : message('desk.at', { price: formatPrice(price) })
  return message(`desk.request.order.${side}`, { size, instrument, price: at })
}

/** The size that a request trades: "1,200 ct", "0.5 BTC"; null when the request trades nothing. */
export function tradeSize(request: Encoded<LegRequest>): string | null {
  if (request.kind === 'close') return contracts(request.volume)
  return request.kind === 'sell' ? `${formatAmount(request.quantity)} ${request.asset}` : null
}

/** The ids of a request: ours and the venue's, each as `written`. */
export function idWords({ request, orderId }: Encoded<LegReport>, written = (id: string): string => id): string[] {
  const venueId = orderId ?? (request.kind === 'cancel' ? request.orderId : null)
  return [
    ...('clientOrderId' in request ? [t('desk.ourId', { id: written(request.clientOrderId) })] : []),
    ...(venueId === null ? [] : [t('expected.order', { id: written(venueId) })]),
  ]
}

/** "code: text" as the venue wrote it; null when the venue wrote nothing. */
export function venueWords({ failure }: Encoded<LegReport>): string | null {
  return failure?.venue ? t('desk.wordWhy', { word: failure.venue.code, why: failure.venue.message }) : null
}

const contracts = (volume: DecimalText): string => t('kit.volume', { volume: formatAmount(volume) })
