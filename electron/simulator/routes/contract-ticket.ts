import { roundTo, type Decimal } from '#shared/domain/decimal.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { ContractTicket, PositionType } from '../exchange/account/sim-order.ts'
import { refusal, type Refusal } from '../exchange/account/refusal.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { ContractSpec } from '../exchange/market/specs.ts'
import { amount, limitPrice, oneOf, optional, readFields, type Field } from '../wire/request-params.ts'
import type { Call } from './route.ts'
import { isInCase } from './spot-ticket.ts'

const MAX_CLIENT_ID = 31
export const POSITION_TYPE: Readonly<Record<'1' | '2', PositionType>> = { '1': 1, '2': 2 }

/** How an interface reads the contract of a request. */
export type ContractField = (exchange: Exchange, dialect: SimDialect) => Field<ContractSpec>

/** A contract of the venue, by its name. */
export function contractIn(exchange: Exchange, { symbolCase }: SimDialect): Field<ContractSpec> {
  return (given) => {
    const isRight = given !== undefined && (symbolCase !== 'upper' || isInCase(given, 'upper'))
    const contract = isRight ? exchange.findContract(given) : null
    return contract ? ok(contract) : err(refusal(-1121))
  }
}

export const clientId: Field<string> = (given, name) =>
  given !== undefined && given.length <= MAX_CLIENT_ID
    ? ok(given)
    : err(refusal(-1102, `${name} must be shorter than 32.`))

/** Reads a ticket from the body of a new order. */
export function readContractTicket({ exchange, dialect, params }: Call): Result<ContractTicket, Refusal> {
  const number = amount(dialect.amounts)
  const read = readFields(params, {
    contractName: contractIn(exchange, dialect),
    volume: number,
    side: oneOf(['BUY', 'SELL'], -1117),
    type: oneOf(['LIMIT', 'MARKET'], -1116),
    open: oneOf(['OPEN', 'CLOSE']),
    positionType: oneOf(['1', '2']),
    timeInForce: optional(oneOf(['IOC', 'FOK', 'POST_ONLY'])),
    clientOrderId: optional(clientId),
    orderUnit: optional(oneOf(['2', '3'])),
  })
  if (!read.ok) return read
  const {
    contractName: spec,
    open: action,
    positionType,
    timeInForce,
    side,
    type,
    clientOrderId,
    orderUnit,
  } = read.value
  if (type === 'MARKET' && action === 'CLOSE' && dialect.marketClose === 'refused') return err(refusal(-1116))
  const price = limitPrice(params, type, number)
  if (!price.ok) return price
  const opensAtMarket = type === 'MARKET' && action === 'OPEN'
  const unit = UNITS[orderUnit ?? (opensAtMarket && dialect.marketOpen === 'value' ? '3' : '2')]
  const volume = unit(read.value.volume, spec, price.value ?? exchange.market.price(spec))
  return ok({
    spec,
    action,
    side,
    type,
    volume,
    clientOrderId,
    positionType: POSITION_TYPE[positionType],
    timeInForce: dialect.contractTimeInForce === 'kept' ? (timeInForce ?? 'GTC') : 'GTC',
    price: price.value,
  })
}

/** The units of a volume, and how they convert to contracts: 2 is contracts, 3 is value in the quote coin. */
export const UNITS: Readonly<Record<'2' | '3', (volume: Decimal, spec: ContractSpec, price: Decimal) => Decimal>> = {
  '2': (volume) => volume,
  '3': (volume, { inverse, multiplier }, price) =>
    roundTo(volume.div(inverse ? multiplier : multiplier.times(price)), 0, 'down'),
}
