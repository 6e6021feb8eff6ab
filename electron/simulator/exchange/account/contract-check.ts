import { sum, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { walkByQuantity, type Books } from '../market/books.ts'
import { valueAt } from './contract-maths.ts'
import type { ContractSpec } from '../market/specs.ts'
import type { Positions } from './positions.ts'
import type { ContractOrder, ContractTicket } from './sim-order.ts'
import { openingCost, positionSide, type SimPosition } from './sim-position.ts'
import { firstRefusal, refusal, type Refusal } from './refusal.ts'

/** What the checks need from the account. */
interface Holdings {
  readonly held: Positions
  openOrdersOf(spec: ContractSpec): ContractOrder[]
  /** Contracts of the position in closing orders. */
  pendingCloseVolume(position: SimPosition): Decimal
}

/** What is wrong with a ticket; null: nothing. The venue's checks in its order, before an order exists. */
export function checkContractTicket(ticket: ContractTicket, area: Holdings, books: Books): Refusal | null {
  const { spec, price, volume } = ticket
  const maximum = ticket.type === 'MARKET' ? spec.maxMarketVolume : spec.maxLimitVolume
  return firstRefusal([
    () => (spec.tradable ? null : refusal(-1146, spec.name)),
    () => (price && price.dp() > spec.pricePrecision ? refusal(-1111, `price of ${spec.name}`) : null),
    () => (volume.isInteger() ? null : refusal(-1111, 'volume must be whole contracts')),
    () => (volume.lt(spec.minVolume) ? refusal(-1136) : null),
    () => (volume.gt(maximum) ? refusal(-1137) : null),
    () => (area.openOrdersOf(spec).length >= spec.maxOrders ? refusal(-1015) : null),
    () => (ticket.action === 'CLOSE' ? checkClose(ticket, area) : checkOpen(ticket, area, books)),
  ])
}

function checkClose(ticket: ContractTicket, area: Holdings): Refusal | null {
  const position = area.held.find(ticket.spec, ticket.positionType, positionSide(ticket))
  if (position && position.freeze !== 0) return refusal(-1157)
  const closable = position ? position.volume.minus(area.pendingCloseVolume(position)) : ZERO
  return ticket.volume.gt(closable) ? refusal(10015) : null
}

function checkOpen(ticket: ContractTicket, area: Holdings, books: Books): Refusal | null {
  const { spec, volume, positionType } = ticket
  const held = area.held.of(spec)
  const resting = area.openOrdersOf(spec).filter((order) => order.action === 'OPEN')
  return firstRefusal([
    () => (held.some((position) => position.freeze !== 0) ? refusal(-1157) : null),
    () => ([...held, ...resting].some((other) => other.positionType !== positionType) ? refusal(-1165) : null),
    () => (!spec.inverse && valueAt(spec, volume, asked(ticket, books)).lt(spec.minMoney) ? refusal(-1160) : null),
    () => (moneyFor(ticket, books).gt(area.held.available(spec.marginCoin)) ? refusal(-2017) : null),
  ])
}

function asked({ price, spec, side }: ContractTicket, books: Books): Decimal {
  return price ?? books.best(spec, side)
}

/**
 * The most that an opening order can cost: margin and taker fee of what it takes at once and, at its limit, of what
 * rests.
 */
function moneyFor(ticket: ContractTicket, books: Books): Decimal {
  const { spec, side, volume, price } = ticket
  const slices = walkByQuantity(books.offers(spec, side), side, volume, price)
  const taken = sum(slices.map(({ quantity }) => quantity))
  const rest = price ? [{ price, quantity: volume.minus(taken) }] : []
  return sum([...slices, ...rest].map((part) => openingCost(spec, part.quantity, part.price)))
}
