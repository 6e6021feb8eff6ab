/** What each leg gives away against the mark, and its fee, by the books read for the plan. */
import type { Position } from '../../domain/account.ts'
import { sum, ZERO, type Decimal } from '../../domain/decimal.ts'
import { instrumentKey, isModelled, type Contract, type Pair } from '../../domain/instrument.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { DepthLevel } from '../../domain/quote.ts'
import { soundBook } from '../../risk/liquidity/book.ts'
import { averagePrice, feeAt, slippageAt, type ExitTerms } from '../../risk/liquidity/exit-cost.ts'
import { usable } from '../../risk/account/position-model.ts'
import { contractNamed, markOf, pairNamed } from '../compile/known.ts'
import type { DeskFacts } from '../facts.ts'
import { takesAtOnce, type CloseRequest, type LegRequest, type SellRequest } from '../plan.ts'
import type { Worth } from '../worth.ts'

export interface LegCost {
  readonly leg: LegRequest
  /** Average price; null where the book is not known or not deep enough, or has nothing at the order's price. */
  readonly price: Decimal | null
  /** What the book gives of the leg at once; null: not known, or the leg does not take from it. */
  readonly filled: Decimal | null
  /** The price it is held against: the mark, or the market price of a pair. */
  readonly market: Decimal | null
  /** Why the book that was read for it is none to reckon from ('the book is crossed …'); null: it is, or there is none. */
  readonly unsound: string | null
  /** Reporting coin; null when not known. */
  readonly slippage: Decimal | null
  readonly fee: Decimal | null
  /** Slippage and fee as far as they are known, in the coin that pays them. */
  readonly paid: Decimal
}

type Cost = Omit<LegCost, 'leg'>

const NOTHING: Cost = { price: null, filled: null, market: null, unsound: null, slippage: ZERO, fee: ZERO, paid: ZERO }
/** A protective order trades when it fires, a restored one when somebody takes it: what that costs is not known now. */
const NOT_KNOWN: Cost = { ...NOTHING, slippage: null, fee: null }

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

/** What a book gives an order at once. */
interface Given {
  readonly price: Decimal | null
  readonly filled: Decimal
}

/** null: the book is not known, or what was read of it ends too soon to tell. Text: why it is none to reckon from. */
type Books = (
  order: Pick<CloseRequest, 'area' | 'instrument' | 'side' | 'price'> | SellRequest,
  volume: Decimal,
  direction: ExitTerms['direction'],
) => Given | string | null

function createBooks({ depths }: DeskFacts): Books {
  const byKey = new Map(depths.map((depth) => [instrumentKey(depth.area, depth.instrument), depth]))
  const taken = new Map<string, Decimal>()
  return ({ area, instrument, ...order }, volume, direction) => {
    const depth = byKey.get(instrumentKey(area, instrument))
    if (!depth) return null
    const side = 'side' in order ? order.side : 'sell'
    const book = soundBook(depth, side)
    if (typeof book === 'string') return book
    const { levels } = book
    const limit = 'price' in order ? order.price : null
    const key = `${side}\n${instrumentKey(area, instrument)}`
    const gone = taken.get(key) ?? ZERO
    const given =
      limit === null
        ? wholly(averagePrice(levels, volume, direction, gone), volume)
        : upTo(levels, limit, { side, volume, direction, gone })
    taken.set(key, gone.plus(given?.filled ?? volume))
    return given
  }
}

function wholly(price: Decimal | null, volume: Decimal): Given | null {
  return price && { price, filled: volume }
}

interface Taking {
  readonly side: OrderSide
  readonly volume: Decimal
  readonly direction: ExitTerms['direction']
  /** What others of the plan have taken before. */
  readonly gone: Decimal
}

/** What the levels give that are no worse than `limit`. */
function upTo(levels: readonly DepthLevel[], limit: Decimal, { side, volume, direction, gone }: Taking): Given | null {
  const within = levels.filter(([price]) => (side === 'sell' ? price.gte(limit) : price.lte(limit)))
  const there = sum(within.flatMap(([price, quantity]) => (usable(price) && usable(quantity) ? [quantity] : [])))
  const left = there.gt(gone) ? there.minus(gone) : ZERO
  if (left.gte(volume)) return wholly(averagePrice(within, volume, direction, gone), volume)
  // What was read ends before the price does: there may be more.
  if (within.length === levels.length) return null
  return { price: averagePrice(within, left, direction, gone), filled: left }
}

function closeCost(leg: CloseRequest, books: Books, facts: DeskFacts, worth: Worth): Cost {
  const contract = contractNamed(facts.instruments, leg.instrument)
  const position = facts.positions?.find(({ key }) => key === leg.positionKey)
  if (!contract || !position) return NOT_KNOWN
  const market = markOf(position, facts)
  const given = takesAtOnce(leg) ? books(leg, leg.volume, contract.direction) : null
  if (typeof given === 'string') return { ...NOT_KNOWN, market, unsound: given }
  const filled = given?.filled ?? null
  if (filled?.isZero()) return { ...NOTHING, filled, market }
  // An order that waits is filled at its price, or better.
  const price = takesAtOnce(leg) ? (given?.price ?? null) : leg.price
  if (!price || !isModelled(contract)) return { ...NOT_KNOWN, price, filled, market }
  const terms = exitTerms(position, contract, filled ?? leg.volume)
  const rate = worth.rate(position.marginCoin)
  const slippage = market && slippageAt(terms, price, market)
  const fee = position.maxFeeRate && feeAt(terms, price, position.maxFeeRate)
  return {
    ...NOTHING,
    price,
    filled,
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
  const given = books(leg, leg.quantity, 'linear')
  const market = worth.market('spot', leg.instrument)
  if (typeof given === 'string') return { ...NOT_KNOWN, market, unsound: given }
  const { price = null, filled = null } = given ?? {}
  const rate = pair ? worth.rate(pair.quoteAsset) : null
  if (!price || !usable(price) || !market || !rate) return { ...NOT_KNOWN, price, filled, market }
  const slippage = slippageAt({ direction: 'linear', sign: 1, size: leg.quantity }, price, market).times(rate)
  // No endpoint tells the fee rate of Spot.
  return { ...NOT_KNOWN, price, filled, market, slippage }
}
