/** The price of a close, and what happens to the part that does not fill at once. */
import { CLOSING_SIDE, type Position } from '../../domain/account.ts'
import { roundToPrice, type Price } from '../../domain/amounts.ts'
import { decimal, parseDecimal, toFloat, type Decimal } from '../../domain/decimal.ts'
import type { Contract } from '../../domain/instrument.ts'
import type { Message } from '../../domain/message.ts'
import type { OrderSide } from '../../domain/order.ts'
import { ok, type Result } from '../../domain/result.ts'
import { amount, inARow, message } from '../../words/message.ts'
import { usable } from '../../risk/account/position-model.ts'
import type { CloseTactic } from '../action.ts'
import { noWorse, ownBest, wrongWay } from '../book-price.ts'
import type { DeskFacts, DeskView } from '../facts.ts'
import type { CloseRequest, Denial } from '../plan.ts'
import { deny } from './draft.ts'
import { depthOf, isDoubtful, lastOf, markOf, priceOf, youngQuotes, type Holding } from './known.ts'

/** The terms shared by all orders of one close. */
export interface CloseTerms extends Pick<CloseRequest, 'price' | 'timeInForce'> {
  readonly warnings: readonly Message[]
}

/**
 * How far from the mark, in percent, the limit order that replaces a market order may trade. Books of perpetuals are
 * nearly always deep enough within 2 %. Venues refuse limits further away (usually from 5 %), and a tighter one could
 * leave a position open in a fast market.
 */
export const PROTECTIVE_PERCENT = decimal(2)

const MOST_FROM_MARK = decimal(50)
const MOST_CHASE_STOP = decimal(10)

export function termsOf(tactic: CloseTactic, holding: Holding, facts: DeskFacts): Result<CloseTerms, Denial> {
  switch (tactic.kind) {
    case 'market':
      return ok(marketTerms(holding, facts))
    case 'capped':
      return fromMark(tactic.percent, 'IOC', holding, facts)
    case 'offset':
      return fromMark(tactic.percent, 'rest', holding, facts)
    case 'limit': {
      const price = priceOf(tactic.price, holding.contract)
      if (!price.ok) return price
      const warnings = limitWarning(holding.position, price.value, markOf(holding.position, facts))
      return ok({ price: price.value, timeInForce: 'rest', warnings })
    }
    case 'chase':
      return chaseTerms(tactic.stopPercent, holding, facts)
  }
}

/**
 * The terms of a close at market. Where market orders are not safe, it is a limit order that trades at once within
 * `PROTECTIVE_PERCENT` of the mark, or of the last price if there is no mark. Without a recent price it stays a market
 * order: the way out is always open.
 */
export function marketTerms(
  { position, contract }: Holding,
  view: Pick<DeskView, 'quotes' | 'marketClose' | 'doubtful'>,
): CloseTerms {
  if (view.marketClose !== 'limitIoc') return AT_MARKET
  if (isDoubtful(position, view)) return { ...AT_MARKET, warnings: [DOUBTFUL(contract)] }
  const young = youngQuotes(view)
  const from = markOf(position, young) ?? lastOf(position, young)
  if (from === null) return { ...AT_MARKET, warnings: [UNPROTECTED(contract)] }
  const side = CLOSING_SIDE[position.side]
  const limit = wrongWay(side, from, PROTECTIVE_PERCENT)
  // Rounded away from the mark: this is a guard rail, and on a coarse tick it must not end up at the mark itself.
  const outward = roundToPrice(limit, contract.pricePrecision ?? from.decimalPlaces(), side === 'sell' ? 'down' : 'up')
  const price = usable(outward) ? outward : inside(side, limit, contract, from)
  return price === null
    ? { ...AT_MARKET, warnings: [UNPROTECTED(contract)] }
    : { price, timeInForce: 'IOC', warnings: [] }
}

const AT_MARKET: CloseTerms = { price: null, timeInForce: 'rest', warnings: [] }

const DOUBTFUL = ({ name }: Contract): Message => message('plan.doubtfulUnbound', { names: [name] })

const UNPROTECTED = ({ name }: Contract): Message => message('plan.pricelessUnbound', { names: [name] })

/** A limit at a distance from the mark: worse by at most `text` percent if it trades at once, better by it if it rests. */
function fromMark(
  text: string,
  timeInForce: CloseTerms['timeInForce'],
  { position, contract }: Holding,
  facts: DeskFacts,
): Result<CloseTerms, Denial> {
  const percent = percentOf('plan.distanceNoPercent', text, MOST_FROM_MARK)
  if (!percent.ok) return percent
  if (isDoubtful(position, facts))
    return deny('READ_FAILED', message('plan.distanceDoubtful', { contract: contract.name }))
  const mark = markOf(position, youngQuotes(facts))
  if (mark === null) return deny('READ_FAILED', message('plan.distancePriceless', { contract: contract.name }))
  const side = CLOSING_SIDE[position.side]
  const away = timeInForce === 'IOC' ? percent.value : percent.value.neg()
  const price = inside(side, wrongWay(side, mark, away), contract, mark)
  return price === null ? deny('NO_SUCH_PRICE', noPrice(contract)) : ok({ price, timeInForce, warnings: [] })
}

/**
 * A chase starts at the best price of its own side of the book, read for this plan. Without one it starts at a recent
 * mark.
 */
function chaseTerms(text: string, { position, contract }: Holding, facts: DeskFacts): Result<CloseTerms, Denial> {
  const percent = percentOf('plan.stopNoPercent', text, MOST_CHASE_STOP)
  if (!percent.ok) return percent
  if (isDoubtful(position, facts))
    return deny('READ_FAILED', message('plan.chaseDoubtful', { contract: contract.name }))
  const side = CLOSING_SIDE[position.side]
  const depth = depthOf(contract.name, facts)
  const best = (depth && ownBest(side, depth)) ?? markOf(position, youngQuotes(facts))
  if (best === null) return deny('READ_FAILED', message('plan.chasePriceless', { contract: contract.name }))
  const price = inside(side, best, contract, best)
  return price === null ? deny('NO_SUCH_PRICE', noPrice(contract)) : ok({ price, timeInForce: 'rest', warnings: [] })
}

/**
 * `limit` rounded to the venue's digits, never to a worse price for `side`; null if that is not above zero. If the
 * number of digits is unknown it is taken from `seen`, a price the venue printed.
 */
function inside(side: OrderSide, limit: Decimal, { pricePrecision }: Contract, seen: Decimal): Price | null {
  return noWorse(side, limit, pricePrecision ?? seen.decimalPlaces())
}

function noPrice({ name, pricePrecision }: Contract): Message {
  return message('plan.noPriceThere', { contract: name, digits: pricePrecision ?? message('plan.fewDigits') })
}

function percentOf(
  refusal: 'plan.distanceNoPercent' | 'plan.stopNoPercent',
  text: string,
  most: Decimal,
): Result<Decimal, Denial> {
  const percent = parseDecimal(text)
  if (usable(percent) && percent.lte(most)) return ok(percent)
  return deny('BAD_AMOUNT', message(refusal, { most: amount(most), typed: text }))
}

/** A limit further from the mark than this fraction may never fill, so the plan says how far away it is. */
const FAR = decimal('0.05')
/** A limit more than this many times higher or lower than the mark is probably a typing error. */
const ABSURD = decimal(2)

/**
 * Warns about a limit that the market has already passed (it fills now), that is far away, or that looks like a typing
 * error.
 */
function limitWarning({ contract, side }: Position, limit: Decimal, mark: Decimal | null): readonly Message[] {
  const facts = { contract, price: amount(limit) }
  if (!mark) return [message('plan.limit.markUnknown', facts)]
  const crosses = side === 'long' ? limit.lte(mark) : limit.gte(mark)
  const times = limit.gt(mark) ? limit.div(mark) : mark.div(limit)
  const share = limit.div(mark).minus(1).abs()
  const isFar = share.gt(FAR)
  if (!isFar) return crosses ? [message('plan.limit.atOnce', { ...facts, mark: amount(mark) })] : []
  const isAbsurd = times.gte(ABSURD)
  const where = limit.gt(mark) ? 'Above' : 'Below'
  const away = isAbsurd
    ? message(`plan.away.times${where}`, { times: amount(times, 0), mark: amount(mark) })
    : message(`plan.away.share${where}`, { share: { share: toFloat(share), places: 1 }, mark: amount(mark) })
  const warning = message(crosses ? 'plan.limit.atOnceFar' : 'plan.limit.far', { ...facts, away })
  return [isAbsurd ? inARow([warning, message('plan.limit.slip')]) : warning]
}
