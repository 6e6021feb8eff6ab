import { ok } from '#shared/domain/result.ts'
import type { TriggerDirection } from '../account/triggers.ts'
import type { Side } from '../market/book.ts'
import { readContractTicket } from './contract-ticket.ts'
import { oneOf, positive, readFields } from './fields.ts'
import type { Answer } from './route.ts'

const TYPES = ['1', '2', '3', '4', '3UP', '4DOWN'] as const

/** 1 stops a loss, 2 takes a profit: which way that is depends on the side; 3 fires on a rise, 4 on a fall. */
const DIRECTION: Readonly<Record<(typeof TYPES)[number], (side: Side) => TriggerDirection>> = {
  '1': (side) => (side === 'SELL' ? 'fall' : 'rise'),
  '2': (side) => (side === 'SELL' ? 'rise' : 'fall'),
  '3': () => 'rise',
  '4': () => 'fall',
  '3UP': () => 'rise',
  '4DOWN': () => 'fall',
}

/** Accepts an order that waits for a price. It is checked like an order only when it fires. */
export const conditionOrder: Answer = ({ exchange, params }) => {
  const ticket = readContractTicket(exchange, params)
  if (!ticket.ok) return ticket
  const condition = readFields(params, { triggerType: oneOf(TYPES), triggerPrice: positive })
  if (!condition.ok) return condition
  const { triggerType, triggerPrice } = condition.value
  const direction = DIRECTION[triggerType](ticket.value.side)
  const { id } = exchange.triggers.add({ ticket: ticket.value, direction, price: triggerPrice })
  return ok({ code: '0', msg: 'Success', data: { triggerIds: [id], ids: [], cancelIds: [] }, succ: true })
}
