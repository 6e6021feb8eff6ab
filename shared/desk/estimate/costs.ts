/** What each leg gives away against the mark, and its fee, by the books read for the plan. */
import type { Position } from '../../domain/account.ts'
import { ZERO, type Decimal } from '../../domain/decimal.ts'
import { instrumentKey, isModelled, type Contract, type Pair } from '../../domain/instrument.ts'
import { averagePrice, feeAt, slippageAt, takenBy, type ExitTerms } from '../../risk/exit-cost.ts'
import { usable } from '../../risk/position-model.ts'
import { contractNamed, markOf, pairNamed } from '../compile/known.ts'
import type { DeskFacts } from '../facts.ts'
import type { CloseRequest, LegRequest, SellRequest } from '../plan.ts'
import type { Worth } from '../worth.ts'

export interface LegCost {
  readonly leg: LegRequest
  /** Average price; null where the book is not known or not deep enough. */
  readonly price: Decimal | null
  /** The price it is held against: the mark, or the market price of a pair. */
  readonly market: Decimal | null
  /** Reporting coin; null when not known. */
  readonly slippage: Decimal | null
  readonly fee: Decimal | null
  /** Slippage and fee as far as they are known, in the coin that pays them. */
  readonly paid: Decimal
}

type Cost = Omit<LegCost, 'leg'>

const NOTHING: Cost = { price: null, market: null, slippage: ZERO, fee: ZERO, paid: ZERO }
/** A protective order trades when it fires, a restored one when somebody takes it: what that costs is not known now. */
const NOT_KNOWN: Cost = { price: null, market: null, slippage: null, fee: null, paid: ZERO }

/** One for each leg. Legs that take from the same side of a book take one after the other. */
export function costsOf(legs: readonly LegRequest[], facts: DeskFacts, worth: Worth): readonly LegCost[] {
  const books = createBooks(facts)
  return legs.map((leg) => ({ leg, ...costOf(leg, books, facts, worth) }))
}

function costOf(leg: LegRequest, books: Books, facts: DeskFacts, worth: Worth): Cost {
  switch (leg.kind) {
    case 'cancel':
      return NOTHING
    case 'close':
      return closeCost(leg, books, facts, worth)
    case 'sell':
      return sellCost(leg, books, facts, worth)
    case 'protect':
      return NOT_KNOWN
    case 'place':
      return { ...NOT_KNOWN, price: leg.price, market: worth.market('spot', leg.instrument) }
  }
}

type Books = (order: CloseRequest | SellRequest, volume: Decimal, direction: ExitTerms['direction']) => Decimal | null

function createBooks({ depths }: DeskFacts): Books {
  const byKey = new Map(depths.map((depth) => [instrumentKey(depth.area, depth.instrument), depth]))
  const taken = new Map<string, Decimal>()
  return ({ area, instrument, ...order }, volume, direction) => {
    const depth = byKey.get(instrumentKey(area, instrument))
    if (!depth) return null
    const side = order.kind === 'sell' ? 'sell' : order.side
    const key = `${side}\n${instrumentKey(area, instrument)}`
    const gone = taken.get(key) ?? ZERO
    taken.set(key, gone.plus(volume))
    return averagePrice(takenBy(side, depth), volume, direction, gone)
  }
}

function closeCost(leg: CloseRequest, books: Books, facts: DeskFacts, worth: Worth): Cost {
  const contract = contractNamed(facts.instruments, leg.instrument)
  const position = facts.positions?.find(({ key }) => key === leg.positionKey)
  if (!contract || !position) return NOT_KNOWN
  // An order with a price is filled at that price, or better.
  const price = leg.price ?? books(leg, leg.volume, contract.direction)
  const market = markOf(position, facts)
  if (!price || !isModelled(contract)) return { ...NOT_KNOWN, price, market }
  const terms = exitTerms(position, contract, leg.volume)
  const rate = worth.rate(position.marginCoin)
  const slippage = market && slippageAt(terms, price, market)
  const fee = position.maxFeeRate && feeAt(terms, price, position.maxFeeRate)
  return {
    price,
    market,
    slippage: slippage && rate && slippage.times(rate),
    fee: fee && rate && fee.times(rate),
    paid: (slippage ?? ZERO).plus(fee ?? ZERO),
  }
}

function exitTerms({ side }: Position, { direction, multiplier }: Contract, volume: Decimal): ExitTerms {
  return { direction, sign: side === 'long' ? 1 : -1, size: volume.times(multiplier) }
}

function sellCost(leg: SellRequest, books: Books, facts: DeskFacts, worth: Worth): Cost {
  const pair: Pair | undefined = pairNamed(facts.instruments, leg.instrument)
  const price = books(leg, leg.quantity, 'linear')
  const market = worth.market('spot', leg.instrument)
  const rate = pair ? worth.rate(pair.quoteAsset) : null
  if (!price || !usable(price) || !market || !rate) return { ...NOT_KNOWN, price, market }
  const slippage = slippageAt({ direction: 'linear', sign: 1, size: leg.quantity }, price, market).times(rate)
  // No endpoint tells the fee rate of Spot.
  return { price, market, slippage, fee: null, paid: ZERO }
}
