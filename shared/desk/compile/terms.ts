/** At what price a close goes out, and what becomes of what the book does not give. */
import { CLOSING_SIDE, type Position } from '../../domain/account.ts'
import { decimal, parseDecimal, roundTo, toText, type Decimal } from '../../domain/decimal.ts'
import type { Contract } from '../../domain/instrument.ts'
import type { OrderSide } from '../../domain/order.ts'
import { ok, type Result } from '../../domain/result.ts'
import { usable } from '../../risk/account/position-model.ts'
import type { CloseTactic } from '../action.ts'
import { ownBest, wrongWay } from '../book-price.ts'
import type { DeskFacts, DeskView } from '../facts.ts'
import type { CloseRequest, Denial } from '../plan.ts'
import { deny } from './draft.ts'
import { depthOf, isDoubtful, lastOf, markOf, priceOf, youngQuotes, type Holding } from './known.ts'

/** What all orders of one close have in common. */
export interface CloseTerms extends Pick<CloseRequest, 'price' | 'timeInForce'> {
  readonly warnings: readonly string[]
}

/**
 * How far from the mark an order may trade that stands in for a market order. Books of perpetuals seldom give less than
 * what anyone holds here by then, and venues refuse limit prices that are farther off (5 % and more is usual). A
 * tighter one would leave a position open in a fast market, which is when one wants out.
 */
export const PROTECTIVE_PERCENT = decimal(2)

const MOST_CAP = decimal(50)
const MOST_CHASE_STOP = decimal(10)

export function termsOf(tactic: CloseTactic, holding: Holding, facts: DeskFacts): Result<CloseTerms, Denial> {
  switch (tactic.kind) {
    case 'market':
      return ok(marketTerms(holding, facts))
    case 'capped':
      return cappedTerms(tactic.percent, holding, facts)
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
 * How a close at market goes out at this venue. Where market orders are not safe it is a limit order that trades at
 * once, no further than `PROTECTIVE_PERCENT` from the mark, or from the last price where there is no mark. Without
 * either, or with old ones alone, it is a market order all the same: the way out is never shut.
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
  // Outward, because it is no wish of the trader's but a guard rail: on a coarse tick the way out is not to end at the
  // mark.
  const outward = roundTo(limit, contract.pricePrecision ?? from.decimalPlaces(), side === 'sell' ? 'down' : 'up')
  const price = usable(outward) ? outward : inside(side, limit, contract, from)
  return price === null
    ? { ...AT_MARKET, warnings: [UNPROTECTED(contract)] }
    : { price, timeInForce: 'IOC', warnings: [] }
}

const AT_MARKET: CloseTerms = { price: null, timeInForce: 'rest', warnings: [] }

const DOUBTFUL = ({ name }: Contract): string =>
  `The prices of ${name} are doubtful, so no bound is set by them: it is closed by a market order, at whatever the book gives, rather than not at all.`

const UNPROTECTED = ({ name }: Contract): string =>
  `No price of ${name} is known to set a bound by: it is closed by a market order, at whatever the book gives, rather than not at all.`

function cappedTerms(text: string, { position, contract }: Holding, facts: DeskFacts): Result<CloseTerms, Denial> {
  const percent = percentOf('cap', text, MOST_CAP)
  if (!percent.ok) return percent
  if (isDoubtful(position, facts)) return deny('READ_FAILED', noBound('cap', contract))
  const mark = markOf(position, youngQuotes(facts))
  if (mark === null) {
    const why = `The mark of ${contract.name} is not known, so there is nothing to hold the cap against`
    return deny('READ_FAILED', `${why}; nothing was sent. Try again in a moment, or close at market.`)
  }
  const side = CLOSING_SIDE[position.side]
  const price = inside(side, wrongWay(side, mark, percent.value), contract, mark)
  return price === null ? deny('BAD_AMOUNT', noPrice(contract)) : ok({ price, timeInForce: 'IOC', warnings: [] })
}

/**
 * A chase begins at the best price of its own side, by the book read for it. Where that says none, at the mark: what
 * was quoted of a bid and an ask before is of a book that is gone.
 */
function chaseTerms(text: string, { position, contract }: Holding, facts: DeskFacts): Result<CloseTerms, Denial> {
  const percent = percentOf('stop', text, MOST_CHASE_STOP)
  if (!percent.ok) return percent
  if (isDoubtful(position, facts)) return deny('READ_FAILED', noBound('chase', contract))
  const side = CLOSING_SIDE[position.side]
  const depth = depthOf(contract.name, facts)
  const best = (depth && ownBest(side, depth)) ?? markOf(position, youngQuotes(facts))
  if (best === null) {
    const why = `No price of ${contract.name} is known to begin at`
    return deny('READ_FAILED', `${why}; nothing was sent. Try again in a moment, or close at market.`)
  }
  const price = inside(side, best, contract, best)
  return price === null ? deny('BAD_AMOUNT', noPrice(contract)) : ok({ price, timeInForce: 'rest', warnings: [] })
}

function noBound(what: string, { name }: Contract): string {
  return `The prices of ${name} are doubtful, so there is nothing to hold the ${what} against; nothing was sent. Close at market, or at a limit of your own.`
}

/**
 * A price the venue prints that is no worse than `limit` for an order of `side`; null: there is none above zero. Where
 * its digits are not known, it has those of `seen`, a price the venue printed.
 */
function inside(side: OrderSide, limit: Decimal, { pricePrecision }: Contract, seen: Decimal): Decimal | null {
  const price = roundTo(limit, pricePrecision ?? seen.decimalPlaces(), side === 'sell' ? 'up' : 'down')
  return usable(price) ? price : null
}

function noPrice({ name, pricePrecision }: Contract): string {
  const digits = pricePrecision === null ? 'few' : String(pricePrecision)
  return `${name} has no price above zero there: prices have ${digits} digits after the point. Nothing was sent; close at market.`
}

function percentOf(what: string, text: string, most: Decimal): Result<Decimal, Denial> {
  const percent = parseDecimal(text)
  if (usable(percent) && percent.lte(most)) return ok(percent)
  const rule = `The ${what} must be a number of percent above 0 and at most ${toText(most)}, was "${text}"`
  return deny('BAD_AMOUNT', `${rule}; nothing was sent. Type one like 1.5.`)
}

/** A price that far from the mark, a share of it, waits for days or never comes: it is said how far it is. */
const FAR = decimal('0.05')
/** A price so many times the mark, or so small a part of it, is likelier a slip of the hand than a wish. */
const ABSURD = decimal(2)

/**
 * A limit that the market is past already is no limit: the order is filled now, at what the book gives. One far away may
 * never be, and one beyond reason was hardly meant.
 */
function limitWarning({ contract, side }: Position, price: Decimal, mark: Decimal | null): string[] {
  if (!mark)
    return [`How far ${toText(price)} is from the market can not be told: the mark of ${contract} is not known.`]
  const crosses = side === 'long' ? price.lte(mark) : price.gte(mark)
  const times = price.gt(mark) ? price.div(mark) : mark.div(price)
  const away = price.div(mark).minus(1).abs()
  const isFar = away.gt(FAR)
  if (!crosses && !isFar) return []
  const where = `${howFar(times, away)} ${price.gt(mark) ? 'above' : 'below'} the mark of ${toText(mark)}`
  const slip = times.gte(ABSURD) ? ' Is it a slip?' : ''
  if (!crosses) {
    return [`An order of ${contract} at ${toText(price)} is ${where}: it may wait for long, or never be filled.${slip}`]
  }
  const at = `An order of ${contract} at ${toText(price)} may be filled at once`
  return [isFar ? `${at}: it is ${where}, and bounds nothing.${slip}` : `${at}: the mark is ${toText(mark)}.`]
}

/** "12.5 %", or "100 times" what lies beyond reason. */
function howFar(times: Decimal, away: Decimal): string {
  return times.gte(ABSURD) ? `${times.toFixed(0)} times` : `${away.times(100).toFixed(1)} %`
}
