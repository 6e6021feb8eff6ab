import { ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { walkByQuantity } from '../market/book.ts'
import type { Books } from '../market/book.ts'
import { CONTRACT_FEE } from '../market/instruments.ts'
import type { ContractArea } from './contract.ts'
import { valueAt } from './margin.ts'
import { initialMargin, positionSide } from './position.ts'
import { firstRefusal, refusal } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import type { ContractTicket } from './ticket.ts'

/** What is wrong with a ticket, or null: the venue's checks before an order exists, in its order. */
export function checkContractTicket(ticket: ContractTicket, area: ContractArea, books: Books): Refusal | null {
  const { spec, price, volume } = ticket
  const maximum = ticket.type === 'MARKET' ? spec.maxMarketVolume : spec.maxLimitVolume
  const worst = price ?? worstPrice(ticket, books)
  const own = area.openOrders().filter((order) => order.spec === spec)
  return firstRefusal([
    () => (spec.tradable ? null : refusal(-1146, spec.name)),
    () => (price && price.dp() > spec.pricePrecision ? refusal(-1111, `price of ${spec.name}`) : null),
    () => (volume.isInteger() ? null : refusal(-1111, 'volume must be whole contracts')),
    () => (volume.lt(spec.minVolume) ? refusal(-1136) : null),
    () => (volume.gt(maximum) ? refusal(-1137) : null),
    () => (own.length >= spec.maxOrders ? refusal(-1015) : null),
    () => (ticket.action === 'CLOSE' ? checkClose(ticket, area) : checkOpen(ticket, area, worst)),
  ])
}

function checkClose(ticket: ContractTicket, area: ContractArea): Refusal | null {
  const position = area.position(ticket.spec, ticket.positionType, positionSide(ticket))
  if (position && position.freeze !== 0) return refusal(-1157)
  const closable = position ? position.volume.minus(area.pendingCloseVolume(position)) : ZERO
  return ticket.volume.gt(closable) ? refusal(10015) : null
}

function checkOpen(ticket: ContractTicket, area: ContractArea, price: Decimal): Refusal | null {
  const { spec, volume, positionType } = ticket
  const value = valueAt(spec, volume, price)
  const held = area.positions().filter((position) => position.spec === spec)
  const resting = area.openOrders().filter((order) => order.spec === spec && order.action === 'OPEN')
  const needed = initialMargin(spec, volume, price).plus(value.times(CONTRACT_FEE.taker))
  return firstRefusal([
    () => (held.some((position) => position.freeze !== 0) ? refusal(-1157) : null),
    () => ([...held, ...resting].some((other) => other.positionType !== positionType) ? refusal(-1165) : null),
    () => (!spec.inverse && value.lt(spec.minMoney) ? refusal(-1160) : null),
    () => (needed.gt(area.available(spec.marginCoin)) ? refusal(-2017) : null),
  ])
}

/** The last price a market order would pay; the touch when the book is empty. */
function worstPrice(ticket: ContractTicket, books: Books): Decimal {
  const slices = walkByQuantity(books.levels(ticket.spec, ticket.side), ticket.side, ticket.volume, null)
  return slices.at(-1)?.price ?? books.best(ticket.spec, ticket.side)
}
