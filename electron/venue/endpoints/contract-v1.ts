import type { Decimal } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { decodeContractAccount } from '../decode/account.ts'
import { decodeOwner } from '../decode/rights.ts'
import { decodeClosedPositions, decodeContractFills, decodeOrderHistory } from '../decode/history.ts'
import { decodeContracts } from '../decode/instruments.ts'
import { decodeCandles, decodeDepth, decodeIndex, decodeTicker, decodeTime } from '../decode/market.ts'
import { decodeCanceled, decodeOrder, decodeOrders, decodePlaced, decodeTriggered } from '../decode/orders.ts'
import type { Dialect } from '../profile/dialect.ts'
import {
  clientOrderId,
  id,
  idNumber,
  instrument,
  interval,
  positive,
  positiveText,
  spokenWord,
  upTo,
  wholeContracts,
  word,
  type Field,
} from './params.ts'
import type { WireValue } from '../http/envelopes.ts'
import { LEVELS, expected, limitUpTo, orderType, priceProblem, side, sorts, type Rows } from './row.ts'

const { open, read, search, account, write } = sorts('contract')

export const CONTRACT: Field = ['contract', 'contractName', instrument]
export const SIZE: readonly Field[] = [
  CONTRACT,
  ['volume', 'volume', wholeContracts],
  ['price', 'price', positive, 'optional'],
]
export const DIRECTION: readonly Field[] = [
  ['side', 'side', side],
  ['action', 'open', word({ open: 'OPEN', close: 'CLOSE' })],
  // The interface calls them "full" and "restrictive" positions.
  ['marginMode', 'positionType', word({ cross: { literal: '1' }, isolated: { literal: '2' } })],
]
const TERMS: readonly Field[] = [...SIZE, ['type', 'type', orderType], ...DIRECTION]
/** A page of a history, as body parameters. */
const PAGE: readonly Field[] = [
  CONTRACT,
  ['limit', 'limit', upTo(1000, 'text'), 'optional'],
  ['fromId', 'fromId', idNumber, 'optional'],
]

const TRIGGERS: Readonly<Record<Dialect['triggerType'], Readonly<Record<'rise' | 'fall', WireValue>>>> = {
  number: { rise: { literal: '3' }, fall: { literal: '4' } },
  text: { rise: '3', fall: '4' },
  label: { rise: '3UP', fall: '4DOWN' },
}

/** The 16 Contract endpoints in the order of the interface document. */
export const CONTRACT_ROWS: Rows<'contract'> = {
  'contract.ping': { ...open('/fapi/v1/ping'), fields: [], decode: () => null },
  'contract.time': { ...open('/fapi/v1/time'), fields: [], decode: decodeTime },
  'contract.contracts': { ...open('/fapi/v1/contracts'), fields: [], decode: decodeContracts },
  'contract.depth': {
    ...open('/fapi/v1/depth'),
    fields: [CONTRACT, LEVELS],
    decode: (reply, quarantine, params) => decodeDepth(reply, 'contract', params.contract, quarantine),
  },
  'contract.ticker': { ...open('/fapi/v1/ticker'), fields: [CONTRACT], decode: decodeTicker },
  'contract.index': { ...open('/fapi/v1/index'), fields: [CONTRACT], decode: decodeIndex },
  'contract.klines': {
    ...open('/fapi/v1/klines'),
    fields: [CONTRACT, ['interval', 'interval', interval], limitUpTo(300)],
    decode: decodeCandles,
  },
  'contract.placeOrder': {
    ...write('/fapi/v1/order'),
    fields: [
      ...TERMS,
      ['clientOrderId', 'clientOrderId', clientOrderId],
      ['timeInForce', 'timeInForce', word({ IOC: 'IOC', FOK: 'FOK', POST_ONLY: 'POST_ONLY' }), 'optional'],
    ],
    check: termsProblem,
    extra: (params, dialect) => (opensAtMarket(params) && dialect.marketOpen === 'orderUnit' ? IN_CONTRACTS : {}),
    decode: decodePlaced,
  },
  'contract.conditionOrder': {
    ...write('/fapi/v1/conditionOrder'),
    fields: [
      ...TERMS,
      ['trigger', 'triggerType', spokenWord(({ triggerType }) => TRIGGERS[triggerType])],
      ['triggerPrice', 'triggerPrice', positiveText],
    ],
    check: termsProblem,
    extra: ({ type }, dialect) => (type === 'market' && dialect.conditionPriceRequired ? TRIGGER_AS_PRICE : {}),
    decode: decodeTriggered,
  },
  'contract.cancelOrder': {
    ...write('/fapi/v1/cancel'),
    fields: [CONTRACT, ['orderId', 'orderId', id]],
    decode: (reply, _, params) => decodeCanceled(reply, params.orderId),
  },
  'contract.order': {
    ...read('/fapi/v1/order'),
    needs: 'orderId',
    fields: [CONTRACT, ['orderId', 'orderId', id]],
    decode: (reply, _, params) => decodeOrder(reply, 'contract', params.contract, params),
  },
  'contract.openOrders': {
    ...read('/fapi/v1/openOrders'),
    fields: [['contract', 'contractName', instrument, 'optional']],
    decode: (reply, quarantine, params) => decodeOrders(reply, 'contract', params.contract ?? null, quarantine),
  },
  'contract.orderHistory': {
    ...search('/fapi/v1/orderHistorical'),
    fields: PAGE,
    decode: (reply, quarantine, params) => decodeOrderHistory(reply, params.contract, quarantine),
  },
  'contract.profitHistory': {
    ...search('/fapi/v1/profitHistorical'),
    fields: PAGE,
    decode: (reply, quarantine, params) => decodeClosedPositions(reply, params.contract, quarantine),
  },
  'contract.myTrades': {
    ...read('/fapi/v1/myTrades'),
    fields: PAGE,
    decode: (reply, quarantine, params) => decodeContractFills(reply, params.contract, quarantine),
  },
  'contract.account': {
    ...account('/fapi/v1/account'),
    fields: [],
    decode: decodeContractAccount,
    rights: decodeOwner,
  },
}

interface Terms {
  readonly type: 'limit' | 'market'
  readonly price?: Decimal
  readonly action: 'open' | 'close'
}

/** Says that the volume is in contracts, for venues with several units. */
const IN_CONTRACTS = {
  fields: [['action', 'orderUnit', () => ok({ literal: '2' })]],
  headers: { 'futures-version': '101' },
} as const

const TRIGGER_AS_PRICE = { fields: [['triggerPrice', 'price', positive]] } as const

function opensAtMarket({ type, action }: Terms): boolean {
  return type === 'market' && action === 'open'
}

export function termsProblem(terms: Terms, dialect: Pick<Dialect, 'marketOpen'>): Message | null {
  const priced = priceProblem(terms)
  if (priced !== null) return priced
  return opensAtMarket(terms) && dialect.marketOpen === 'refused' ? expected(message('expected.openLimit')) : null
}
