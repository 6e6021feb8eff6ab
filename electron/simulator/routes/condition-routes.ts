import { ok } from '#shared/domain/result.ts'
import type { Side } from '../exchange/market/books.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import { readContractTicket } from './contract-ticket.ts'
import { amount, isKind, missing, oneOf, positive, readFields, type Field } from '../wire/request-params.ts'
import type { Answer } from './route.ts'

const TYPES = ['1', '2', '3', '4', '3UP', '4DOWN'] as const

/** 1 stops a loss and 2 takes a profit, whose direction depends on the side; 3 fires on a rise, 4 on a fall. */
const DIRECTION: Readonly<Record<(typeof TYPES)[number], (side: Side) => 'rise' | 'fall'>> = {
  '1': (side) => (side === 'SELL' ? 'fall' : 'rise'),
  '2': (side) => (side === 'SELL' ? 'rise' : 'fall'),
  '3': () => 'rise',
  '4': () => 'fall',
  '3UP': () => 'rise',
  '4DOWN': () => 'fall',
}

/** The spellings that each dialect accepts, and their JSON type. */
const ACCEPTED = {
  any: [TYPES, 'any'],
  int: [['1', '2', '3', '4'], 'number'],
  text: [['1', '2', '3', '4'], 'string'],
  label: [['3UP', '4DOWN'], 'string'],
} as const satisfies Record<SimDialect['triggerType'], unknown>

function triggerType(accepted: SimDialect['triggerType']): Field<(typeof TYPES)[number]> {
  const [words, kind] = ACCEPTED[accepted]
  return (given, name, whole) =>
    isKind(whole, kind) ? oneOf<(typeof TYPES)[number]>(words)(given, name, whole) : missing(name)
}

/** Accepts an order that waits for a price. It is checked as an order only when it fires. */
export const conditionOrder: Answer = (call) => {
  const { exchange, dialect, params } = call
  const ticket = readContractTicket(call)
  if (!ticket.ok) return ticket
  if (dialect.conditionPrice === 'required') {
    const priced = readFields(params, { price: amount(dialect.amounts) })
    if (!priced.ok) return priced
  }
  const condition = readFields(params, { triggerType: triggerType(dialect.triggerType), triggerPrice: positive })
  if (!condition.ok) return condition
  const { triggerPrice } = condition.value
  const direction = DIRECTION[condition.value.triggerType](ticket.value.side)
  const { id } = exchange.triggers.add({ ticket: ticket.value, direction, price: triggerPrice })
  return ok({ id })
}
