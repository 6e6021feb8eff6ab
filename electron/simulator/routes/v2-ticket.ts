import { err, ok, type Result } from '#shared/domain/result.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { ContractTicket } from '../exchange/account/sim-order.ts'
import type { ContractSpec } from '../exchange/market/specs.ts'
import { clientId, contractIn, POSITION_TYPE, UNITS, type ContractField } from './contract-ticket.ts'
import {
  digits,
  limitPrice,
  oneOf,
  optional,
  paramText,
  positive,
  readFields,
  type Params,
} from '../wire/request-params.ts'
import type { Call } from './route.ts'

/** Linear contracts are under one root and inverse ones under the other. Test contracts are under neither. */
export function isServed({ name, inverse }: ContractSpec, wanted: boolean): boolean {
  return inverse === wanted && name.startsWith('E-')
}

export function contractOf(inverse: boolean): ContractField {
  return (exchange, dialect) => (given, name, whole) => {
    const found = contractIn(exchange, dialect)(given, name, whole)
    return found.ok && !isServed(found.value, inverse) ? err(refusal(-1121)) : found
  }
}

/**
 * Reads a ticket. The time in force is an order type, and anything sent as "timeInForce" or "postOnly" is ignored. Of
 * the two quantities, `volume` is in contracts. `amount` is the value of an opening market order, if the dialect counts
 * those by value, and is otherwise ignored.
 */
export function readV2Ticket(call: Call, contract: ContractField): Result<ContractTicket, Refusal> {
  const { exchange, dialect, params } = call
  if (isConditional(params)) return err(refusal(-2100, 'No conditional orders are taken here.'))
  const read = readFields(params, {
    contractName: contract(exchange, dialect),
    side: oneOf(['BUY', 'SELL'], -1117),
    type: oneOf(['LIMIT', 'MARKET', 'IOC', 'FOK', 'POST_ONLY'], -1116),
    open: oneOf(['OPEN', 'CLOSE']),
    positionType: oneOf(['1', '2']),
    volume: positive,
    amount: positive,
    leverage: digits,
    clientOrderId: optional(clientId),
  })
  if (!read.ok) return read
  const { contractName: spec, open: action, side, type, leverage, amount, clientOrderId } = read.value
  if (leverage !== String(spec.leverage)) return err(refusal(-1166, String(spec.leverage)))
  const isMarket = type === 'MARKET'
  const isPlain = isMarket || type === 'LIMIT'
  if (isMarket && action === 'CLOSE' && dialect.marketClose === 'refused') return err(refusal(-1139))
  const price = limitPrice(params, isMarket ? 'MARKET' : 'LIMIT', positive)
  if (!price.ok) return price
  const byValue = isMarket && action === 'OPEN' && dialect.marketOpen === 'value'
  return ok({
    spec,
    action,
    side,
    clientOrderId,
    price: price.value,
    type: isMarket ? 'MARKET' : 'LIMIT',
    timeInForce: isPlain || dialect.contractTimeInForce === 'ignored' ? 'GTC' : type,
    positionType: POSITION_TYPE[read.value.positionType],
    volume: byValue ? UNITS['3'](amount, spec, exchange.market.price(spec)) : read.value.volume,
  })
}

/** Whether the order waits for a price: as a plain order it would trade at once. */
function isConditional(params: Params): boolean {
  const kind = paramText(params['triggerOrderType']) ?? '0'
  return params['conditionOrder'] === true || kind !== '0' || paramText(params['triggerPrice']) !== undefined
}
