/** One request of a plan in words: the same in the plan sheet, while it runs, and in the journal. */
import type { CancelRequest, LegRequest } from '#shared/desk/plan.ts'
import type { LegReport } from '#shared/desk/report.ts'
import { CLOSED_SIDE } from '#shared/domain/account.ts'
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { formatAmount } from '../kit/format.ts'
import { asIdentified, type TitleOf } from '../kit/instrument-words.ts'
import { PURPOSE_WORDS } from './intent-words.ts'

type Request = Encoded<LegRequest>

/** What requests of a kind do, for a count of them: "cancel 31 orders". */
export const KIND_WORDS: Record<
  Request['kind'],
  { readonly verb: string; readonly one: string; readonly many: string }
> = {
  cancel: { verb: 'Cancel', one: 'order', many: 'orders' },
  close: { verb: 'Place', one: 'closing order', many: 'closing orders' },
  sell: { verb: 'Sell', one: 'Spot holding', many: 'Spot holdings' },
  protect: { verb: 'Place', one: 'protective order', many: 'protective orders' },
  place: { verb: 'Place', one: 'order', many: 'orders' },
}

export interface RequestWords {
  readonly titleOf?: TitleOf
  /** The open order of a cancel, when it is known: it is named by what it does, not by its number. */
  readonly orderOf?: (request: CancelRequest) => Encoded<Order> | null
}

/** Finds the order a cancel is about among `orders`. */
export function orderFinder(orders: readonly Encoded<Order>[] = []): NonNullable<RequestWords['orderOf']> {
  const found = new Map(orders.map((order) => [`${order.area} ${order.orderId}`, order]))
  return ({ area, orderId }) => found.get(`${area} ${orderId}`) ?? null
}

/** "Close 1,200 ct short E-ETH-USDT at market", "Cancel sell 0.05 BTC/USDT at 71,000". */
export function requestTitle(
  request: Request,
  { titleOf = asIdentified, orderOf = () => null }: RequestWords = {},
): string {
  const name = titleOf(request.area, request.instrument)
  switch (request.kind) {
    case 'cancel':
      return cancelWords(request, name, orderOf(request))
    case 'close':
      return `Close ${contracts(request.volume)} ${CLOSED_SIDE[request.side]} ${name} ${priceWords(request)}`
    case 'sell':
      return `Sell ${formatAmount(request.quantity)} ${request.asset} at market`
    case 'protect':
      return `${PURPOSE_WORDS[request.purpose]} ${contracts(request.volume)} ${CLOSED_SIDE[request.side]} ${name} at ${formatAmount(request.triggerPrice)}`
    case 'place':
      return `Place ${request.side} ${formatAmount(request.quantity)} ${name} at ${formatAmount(request.price)}`
  }
}

function cancelWords({ orderId }: CancelRequest, name: string, order: Encoded<Order> | null): string {
  if (order === null) return `Cancel ${name} order …${orderId.slice(-6)}`
  const size = order.area === 'contract' ? `${contracts(order.quantity)} ` : `${formatAmount(order.quantity)} `
  const closing = order.action === 'close' ? 'closing ' : ''
  const price = order.price === null ? 'at market' : `at ${formatAmount(order.price)}`
  return `Cancel ${closing}${order.side} ${size}${name} ${price}`
}

function priceWords({ price, timeInForce }: Extract<Request, { kind: 'close' }>): string {
  if (price === null) return 'at market'
  return timeInForce === 'rest'
    ? `at ${formatAmount(price)} or better, waits`
    : `at ${formatAmount(price)} or better, at once`
}

/** How much a request trades: "1,200 ct", "0.5 BTC"; null where nothing is traded. */
export function tradeSize(request: Request): string | null {
  if (request.kind === 'close') return contracts(request.volume)
  return request.kind === 'sell' ? `${formatAmount(request.quantity)} ${request.asset}` : null
}

/** By what a request is found again, here and at the venue. */
export function idWords({ request, orderId }: Encoded<LegReport>): string[] {
  const venueId = orderId ?? (request.kind === 'cancel' ? request.orderId : null)
  return [
    ...('clientOrderId' in request ? [`our id ${request.clientOrderId}`] : []),
    ...(venueId === null ? [] : [`order ${venueId}`]),
  ]
}

/** "code: text" as the venue wrote it; null when it wrote nothing. */
export function venueWords({ failure }: Encoded<LegReport>): string | null {
  return failure?.venue ? `${failure.venue.code}: ${failure.venue.message}` : null
}

const contracts = (volume: DecimalText): string => `${formatAmount(volume)} ct`
