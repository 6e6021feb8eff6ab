import type { Decimal } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { PositionType } from '../account/order.ts'
import { refusal } from '../account/refusal.ts'
import type { Refusal } from '../account/refusal.ts'
import type { ContractTicket } from '../account/ticket.ts'
import type { Exchange } from '../exchange.ts'
import type { ContractSpec } from '../market/instruments.ts'
import { oneOf, optional, positive, readFields } from './fields.ts'
import type { Field, Params } from './fields.ts'

const MAX_CLIENT_ID = 31
const POSITION_TYPE: Readonly<Record<'1' | '2', PositionType>> = { '1': 1, '2': 2 }

/** A contract of the venue, by its name. */
export function contractIn(exchange: Exchange): Field<ContractSpec> {
  return (given) => {
    const contract = given === undefined ? null : exchange.findContract(given)
    return contract ? ok(contract) : err(refusal(-1121))
  }
}

const clientId: Field<string> = (given, name) =>
  given !== undefined && given.length <= MAX_CLIENT_ID
    ? ok(given)
    : err(refusal(-1102, `${name} must be shorter than 32.`))

/** Reads a ticket from the body of a new order. */
export function readContractTicket(exchange: Exchange, params: Params): Result<ContractTicket, Refusal> {
  const read = readFields(params, {
    contractName: contractIn(exchange),
    volume: positive,
    side: oneOf(['BUY', 'SELL'], -1117),
    type: oneOf(['LIMIT', 'MARKET'], -1116),
    open: oneOf(['OPEN', 'CLOSE']),
    positionType: oneOf(['1', '2']),
    timeInForce: optional(oneOf(['IOC', 'FOK', 'POST_ONLY'])),
    clientOrderId: optional(clientId),
  })
  if (!read.ok) return read
  const { contractName, open, positionType, timeInForce, side, type, volume, clientOrderId } = read.value
  const price: Result<{ price: Decimal | null }, Refusal> =
    type === 'LIMIT' ? readFields(params, { price: positive }) : ok({ price: null })
  if (!price.ok) return price
  return ok({
    ...{ spec: contractName, action: open, side, type, volume, clientOrderId },
    positionType: POSITION_TYPE[positionType],
    timeInForce: timeInForce ?? 'GTC',
    price: price.value.price,
  })
}
