/** The last step of a probe: whether the key may trade, shown by an order that the venue checks and never places. */
import { asBaseQuantity, roundToPrice, type BaseQuantity, type Price } from '#shared/domain/amounts.ts'
import { decimal, roundTo } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Pair } from '#shared/domain/instrument.ts'
import type { ProbeFact, TestAnswer } from '#shared/domain/probe.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Depth } from '#shared/domain/quote.ts'
import { amount, failureMessage, message } from '#shared/words/message.ts'
import type { Asker } from './asked.ts'
import { failed, failureOf, passed, refusalOf, warned, type Finding } from './finding.ts'

/** Far below the market, but inside a usual price band. */
const FAR = decimal('0.8')
/** In quote coins: small, but above the venues' minimum. */
const WORTH = decimal(10)

/** Refusals of the order itself, which mean that the key, its permissions and the signature were accepted. */
const BEYOND_THE_KEY: ReadonlySet<string> = new Set(
  '-1111 -1136 -1137 -1138 -1155 -1160 -1161 -2017 -2022 -2023 -2024 -2025 -2026 -2027 -2029 110047'.split(' '),
)
/** The account is frozen, or not allowed to trade. */
const BARRED: ReadonlySet<string> = new Set(['-2016', '35', '10001'])

export const CONTRACTS = message('probe.test.contracts')

interface Terms {
  readonly price: Price
  readonly quantity: BaseQuantity
}

export async function testOrder(client: Asker, pair: Pair, clientOrderId: string): Promise<Finding> {
  const depth = await client.call('spot.depth', { symbol: pair.symbol, limit: 5 })
  if (!depth.ok)
    return warned(message('probe.test.noPrice', { failure: failureMessage(depth.error) }), null, failureOf(depth.error))
  const terms = farTerms(pair, depth.value.value)
  if (terms === null) return warned(message('probe.test.noBook', { name: pair.symbol }), null, answered('noPrice'))
  const order = { symbol: pair.symbol, side: 'buy', type: 'limit', clientOrderId, ...terms } as const
  const answer = await client.call('spot.testOrder', order, { lane: 'poll' })
  if (answer.ok) {
    const accepted = message('probe.test.accepted', { order: inWords(pair, terms) })
    const messages = [accepted, message('probe.test.nothingNew'), CONTRACTS]
    return readBack(client, pair, { ...terms, clientOrderId }, passed(messages, null, answered('accepted')))
  }
  const judged = judge(answer.error, inWords(pair, terms))
  // Without a clear answer, the venue may have placed the test order.
  return answer.error.outcome === 'unknown' ? readBack(client, pair, { ...terms, clientOrderId }, judged) : judged
}

function farTerms(pair: Pair, { bids, asks }: Depth): Terms | null {
  const best = (bids[0] ?? asks[0])?.[0]
  const price = best && roundToPrice(best.times(FAR), pair.pricePrecision, 'down')
  if (!price?.gt(0)) return null
  return { price, quantity: asBaseQuantity(roundTo(WORTH.div(price), pair.quantityPrecision, 'up')) }
}

/** Searches the open orders: a venue that places test orders would have left this one behind. */
async function readBack(
  client: Asker,
  pair: Pair,
  tested: Terms & { readonly clientOrderId: string },
  otherwise: Finding,
): Promise<Finding> {
  const open = await client.call('spot.openOrders', { symbol: pair.symbol })
  if (!open.ok) {
    const doubt = message('probe.test.left', { order: inWords(pair, tested) })
    return {
      ...otherwise,
      outcome: otherwise.outcome === 'failed' ? 'failed' : 'warned',
      found: [doubt, ...otherwise.found, failureMessage(open.error)],
    }
  }
  const placed = open.value.value.find(
    (order) =>
      order.clientOrderId === tested.clientOrderId ||
      (order.side === 'buy' && order.price?.eq(tested.price) === true && order.quantity.eq(tested.quantity)),
  )
  if (!placed) return otherwise
  return failed(message('probe.test.placed', { id: placed.orderId, order: inWords(pair, tested) }), answered('placed'))
}

function answered(answer: TestAnswer, failure?: Failure): ProbeFact {
  return { code: 'testOrder', answer, ...(failure ? refusalOf(failure) : { venueCode: null, httpStatus: null }) }
}

function judge(failure: Failure, order: Message): Finding {
  const code = failure.venue?.code ?? ''
  const why = failureMessage(failure)
  if (failure.outcome === 'rejected' && BEYOND_THE_KEY.has(code)) {
    const refusal = message('probe.test.beyondTheKey', { order, failure: why })
    return passed([refusal, CONTRACTS], null, answered('refused', failure))
  }
  if (failure.kind === 'key' || BARRED.has(code)) {
    return failed(message('probe.test.keyRefused', { failure: why }), answered('keyRefused', failure))
  }
  if (failure.kind === 'notSupported') {
    return warned(message('probe.test.notOffered', { failure: why }), null, answered('notOffered', failure))
  }
  if (failure.kind === 'rejected') {
    return warned(message('probe.test.refused', { order, failure: why }), null, answered('refused', failure))
  }
  return failed(message('probe.test.unclear', { failure: why }), answered('unclear', failure))
}

function inWords({ baseAsset: asset, quoteAsset: coin }: Pair, { price, quantity }: Terms): Message {
  return message('probe.test.order', { quantity: amount(quantity), asset, price: amount(price), coin })
}
