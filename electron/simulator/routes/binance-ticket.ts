import { decimal } from '#shared/domain/decimal.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { firstRefusal, refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SpotTicket } from '../exchange/account/sim-order.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { limitPrice, missing, oneOf, optional, positive, readFields, text } from '../wire/request-params.ts'
import type { Call } from './route.ts'
import { pairIn } from './spot-ticket.ts'

/** Filters shared by all pairs: prices as multiples of the last price, and a quantity in base units. */
export const BANDS = {
  BUY: { up: decimal('1.3'), down: decimal('0.1') },
  SELL: { up: decimal(10), down: decimal('0.7') },
} as const
export const MAX_QUANTITY = decimal(100_000_000)

/** Reads a ticket. The quantity is in base units for either side, even at market. */
export function readBinanceTicket({ exchange, dialect, params }: Call): Result<SpotTicket, Refusal> {
  const read = readFields(params, {
    symbol: pairIn(exchange, dialect),
    side: oneOf(['BUY', 'SELL'], -1117),
    type: oneOf(['LIMIT', 'MARKET'], -1116),
    quantity: positive,
    timeInForce: optional(text),
    newClientOrderId: optional(text),
    stopPrice: optional(text),
    icebergQty: optional(text),
  })
  if (!read.ok) return read
  const { symbol: spec, side, type, quantity: volume, newClientOrderId: clientOrderId, ...terms } = read.value
  // No listed order type has these, and ignoring them would make a different order.
  if (terms.stopPrice !== null) return missing('stopPrice')
  if (terms.icebergQty !== null) return missing('icebergQty')
  const rests = terms.timeInForce === null || terms.timeInForce === 'GTC'
  if (!rests && dialect.spotTimeInForce === 'refused') return missing('timeInForce')
  const price = limitPrice(params, type, positive)
  if (!price.ok) return price
  const ticket = { spec, side, type, volume, clientOrderId, price: price.value, buysQuantity: true }
  const broken = brokenFilter(ticket, exchange)
  return broken ? err(broken) : ok(ticket)
}

function brokenFilter({ spec, side, price, volume }: SpotTicket, exchange: Exchange): Refusal | null {
  const last = exchange.market.price(spec)
  const { up, down } = BANDS[side]
  const isInBand = price === null || (price.lte(last.times(up)) && price.gte(last.times(down)))
  return firstRefusal([
    () => (isInBand ? null : refusal(-1138)),
    () => (volume.gt(MAX_QUANTITY) ? refusal(-1137) : null),
  ])
}
