/** The last step of a probe: whether the key may trade, shown by an order that the venue checks and never places. */
import { decimal, roundTo, toText } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { wordsOf } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Pair } from '#shared/domain/instrument.ts'
import type { ProbeFact, TestAnswer } from '#shared/domain/probe.ts'
import type { Depth } from '#shared/domain/quote.ts'
import type { Asker } from './asked.ts'
import { failed, failureOf, passed, refusalOf, warned } from './finding.ts'
import type { Finding } from './finding.ts'

/** Far below the market, and not so far that a venue's price band alone would refuse it. */
const FAR = decimal('0.8')
/** In quote coins: small, and above the least that venues take. */
const WORTH = decimal(10)

/** Refusals of the order itself: the key, its permissions and the signature were accepted. */
const BEYOND_THE_KEY: ReadonlySet<string> = new Set(
  '-1111 -1136 -1137 -1138 -1155 -1160 -1161 -2017 -2022 -2023 -2024 -2025 -2026 -2027 -2029 110047'.split(' '),
)
/** The account is frozen, or not allowed to trade. */
const BARRED: ReadonlySet<string> = new Set(['-2016', '35', '10001'])

const NOTHING_NEW = 'Nothing was placed: the open orders show nothing new.'
export const CONTRACTS = 'Contract orders can not be tested without placing one.'

interface Terms {
  readonly price: Decimal
  readonly quantity: Decimal
}

export async function testOrder(client: Asker, pair: Pair, clientOrderId: string): Promise<Finding> {
  const depth = await client.call('spot.depth', { symbol: pair.symbol, limit: 5 })
  if (!depth.ok)
    return warned(`There is no price to test an order at. ${wordsOf(depth.error)}`, null, failureOf(depth.error))
  const terms = farTerms(pair, depth.value.value)
  if (terms === null)
    return warned(`There is no book of ${pair.symbol}, so no price to test at.`, null, answered('noPrice'))
  const order = { symbol: pair.symbol, side: 'buy', type: 'limit', clientOrderId, ...terms } as const
  const answer = await client.call('spot.testOrder', order, { lane: 'poll' })
  if (answer.ok) {
    const told = `A test order (${inWords(pair, terms)}) was accepted, so the key may trade on Spot.`
    return readBack(
      client,
      pair,
      { ...terms, clientOrderId },
      passed(`${told} ${NOTHING_NEW} ${CONTRACTS}`, null, answered('accepted')),
    )
  }
  const judged = judge(answer.error, inWords(pair, terms))
  // Without a clear answer a venue may have taken the test for an order.
  return answer.error.outcome === 'unknown' ? readBack(client, pair, { ...terms, clientOrderId }, judged) : judged
}

function farTerms(pair: Pair, { bids, asks }: Depth): Terms | null {
  const best = (bids[0] ?? asks[0])?.[0]
  const price = best && roundTo(best.times(FAR), pair.pricePrecision, 'down')
  if (!price?.gt(0)) return null
  return { price, quantity: roundTo(WORTH.div(price), pair.quantityPrecision, 'up') }
}

/** A venue that takes a test for an order would leave one behind: looked for, because nobody else would. */
async function readBack(
  client: Asker,
  pair: Pair,
  tested: Terms & { readonly clientOrderId: string },
  otherwise: Finding,
): Promise<Finding> {
  const open = await client.call('spot.openOrders', { symbol: pair.symbol })
  if (!open.ok) {
    const doubt = `Whether the test left an order behind (${inWords(pair, tested)}) can not be read; look at the venue.`
    return {
      ...otherwise,
      outcome: otherwise.outcome === 'failed' ? 'failed' : 'warned',
      text: `${doubt} ${otherwise.text} ${wordsOf(open.error)}`,
    }
  }
  const placed = open.value.value.find(
    (order) =>
      order.clientOrderId === tested.clientOrderId ||
      (order.side === 'buy' && order.price?.eq(tested.price) === true && order.quantity.eq(tested.quantity)),
  )
  if (!placed) return otherwise
  return failed(
    `The venue placed the test order instead of only checking it: order ${placed.orderId}, ${inWords(pair, tested)}. Cancel it there, and do not trade here before the venue has explained it.`,
    answered('placed'),
  )
}

function answered(answer: TestAnswer, failure?: Failure): ProbeFact {
  return { code: 'testOrder', answer, ...(failure ? refusalOf(failure) : { venueCode: null, httpStatus: null }) }
}

function judge(failure: Failure, order: string): Finding {
  const code = failure.venue?.code ?? ''
  if (failure.outcome === 'rejected' && BEYOND_THE_KEY.has(code)) {
    const text = `A test order (${order}) was refused for its size or price, not for the key: the key may trade on Spot. Nothing was placed.`
    return passed(`${text} ${wordsOf(failure)} ${CONTRACTS}`, null, answered('refused', failure))
  }
  if (failure.kind === 'key' || BARRED.has(code)) {
    const advice = 'Allow it on the venue’s own site, or use this key to watch only.'
    return failed(
      `The key may not trade on Spot; nothing was placed. ${wordsOf(failure)} ${advice}`,
      answered('keyRefused', failure),
    )
  }
  if (failure.kind === 'notSupported') {
    return warned(
      `The venue has no test order; whether the key may trade shows with the first real one. ${wordsOf(failure)}`,
      null,
      answered('notOffered', failure),
    )
  }
  if (failure.kind === 'rejected') {
    return warned(
      `A test order (${order}) was refused, and nothing was placed. ${wordsOf(failure)}`,
      null,
      answered('refused', failure),
    )
  }
  return failed(`Whether the key may trade can not be told. ${wordsOf(failure)}`, answered('unclear', failure))
}

function inWords({ baseAsset, quoteAsset }: Pair, { price, quantity }: Terms): string {
  return `buy ${toText(quantity)} ${baseAsset} at ${toText(price)} ${quoteAsset}, far below the market`
}
