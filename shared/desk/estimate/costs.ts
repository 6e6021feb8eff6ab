/** Slippage and fee of each leg, from the order books read for the plan. */
import type { Position } from '../../domain/account.ts'
import { notNegative, sum, sumIfKnown, ZERO, type Decimal } from '../../domain/decimal.ts'
import { instrumentKey, isModelled, refKey, type Contract, type Modelled, type Pair } from '../../domain/instrument.ts'
import type { Message } from '../../domain/message.ts'
import type { OrderSide } from '../../domain/order.ts'
import type { DepthLevel } from '../../domain/quote.ts'
import { ok, type Result } from '../../domain/result.ts'
import { soundBook } from '../../risk/liquidity/order-book.ts'
import { averagePrice, feeAt, slippageAt, type ExitTerms } from '../../risk/liquidity/exit-cost.ts'
import { usable } from '../../risk/account/position-model.ts'
import { feeRateOf, type Liquidity } from '../../risk/account/fees.ts'
import { contractNamed, markOf, pairNamed } from '../compile/known.ts'
import type { DeskFacts } from '../facts.ts'
import { takesAtOnce, type CloseRequest, type LegRequest, type SellRequest } from '../plan.ts'
import type { Worth } from '../worth.ts'

export interface LegCost {
  readonly leg: LegRequest
  /** Average price; null if the book is unknown, too thin, or has nothing at the order's price. */
  readonly price: Decimal | null
  /** The volume that the book fills at once; null if unknown, or if a waiting order does not cross the book. */
  readonly filled: Decimal | null
  /** The reference price: the mark of a contract, the market price of a pair. */
  readonly market: Decimal | null
  /** Why the book cannot be used; null if it can, or if there is none. */
  readonly unsound: Message | null
  /** In the reporting coin; null if unknown. */
  readonly slippage: Decimal | null
  readonly fee: Decimal | null
  /** Whether the fee uses the venue's worst-case rate. */
  readonly feeIsAtMost: boolean
  /** Known slippage and fee, in the coin that pays them. */
  readonly paid: Decimal
}

type Cost = Omit<LegCost, 'leg'>

const NOTHING: Cost = {
  price: null,
  filled: null,
  market: null,
  unsound: null,
  slippage: ZERO,
  fee: ZERO,
  feeIsAtMost: false,
  paid: ZERO,
}
/** A protective order trades when it fires and a restored order when it fills, so their costs are unknown now. */
const NOT_KNOWN: Cost = { ...NOTHING, slippage: null, fee: null }

/** One cost per leg. Legs that take from the same side of a book consume it one after the other. */
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

/** What a book fills at once. */
interface Given {
  readonly price: Decimal | null
  readonly filled: Decimal
}

/**
 * What the order book gives for an order. Null: the book is unknown or was not read deep enough. Error: why the book
 * cannot be used.
 */
type Books = (
  order: Pick<CloseRequest, 'area' | 'instrument' | 'side' | 'price'> | SellRequest,
  volume: Decimal,
  direction: ExitTerms['direction'],
) => Result<Given, Message> | null

function createBooks({ depths }: DeskFacts): Books {
  const byKey = new Map(depths.map((depth) => [refKey(depth), depth]))
  const taken = new Map<string, Decimal>()
  return ({ area, instrument, ...order }, volume, direction) => {
    const depth = byKey.get(instrumentKey(area, instrument))
    if (!depth) return null
    const side = 'side' in order ? order.side : 'sell'
    const book = soundBook(depth, side)
    if (!book.ok) return book
    const { levels } = book.value
    const limit = 'price' in order ? order.price : null
    const key = `${side}\n${instrumentKey(area, instrument)}`
    const gone = taken.get(key) ?? ZERO
    const given =
      limit === null
        ? wholly(averagePrice(levels, volume, direction, gone), volume)
        : upTo(levels, limit, side, volume, direction, gone)
    taken.set(key, gone.plus(given?.filled ?? volume))
    return given && ok(given)
  }
}

function wholly(price: Decimal | null, volume: Decimal): Given | null {
  return price && { price, filled: volume }
}

/** What the levels at `limit` or better fill, after earlier legs have taken the volume `gone`. */
function upTo(
  levels: readonly DepthLevel[],
  limit: Decimal,
  side: OrderSide,
  volume: Decimal,
  direction: ExitTerms['direction'],
  gone: Decimal,
): Given | null {
  const within = levels.filter(([price]) => (side === 'sell' ? price.gte(limit) : price.lte(limit)))
  const there = sum(within.flatMap(([price, quantity]) => (usable(price) && usable(quantity) ? [quantity] : [])))
  const left = notNegative(there.minus(gone))
  if (left.gte(volume)) return wholly(averagePrice(within, volume, direction, gone), volume)
  // Even the last level read is within the limit, so the book may have more that we did not read.
  if (within.length === levels.length) return null
  return { price: averagePrice(within, left, direction, gone), filled: left }
}

function closeCost(leg: CloseRequest, books: Books, facts: DeskFacts, worth: Worth): Cost {
  const contract = contractNamed(facts.instruments, leg.instrument)
  const position = facts.positions?.find(({ key }) => key === leg.positionKey)
  if (!contract || !position) return NOT_KNOWN
  const market = markOf(position, facts)
  if (!takesAtOnce(leg)) return waitingCost(leg, { position, contract, market }, books, facts, worth)
  const given = books(leg, leg.volume, contract.direction)
  if (given?.ok === false) return { ...NOT_KNOWN, market, unsound: given.error }
  const filled = given?.value.filled ?? null
  if (filled?.isZero()) return { ...NOTHING, filled, market }
  const price = given?.value.price ?? null
  if (!price || !isModelled(contract)) return { ...NOT_KNOWN, price, filled, market }
  const part = { volume: filled ?? leg.volume, price, liquidity: 'taker' } as const
  return { ...NOTHING, ...partsCost([part], { position, contract, market }, facts, worth), price, filled, market }
}

interface Closed<Of = Contract> {
  readonly position: Position
  readonly contract: Of
  readonly market: Decimal | null
}

/**
 * The cost of a waiting order if it fills: the part that crosses the book trades at once, the rest at the order's
 * price.
 */
function waitingCost(leg: CloseRequest, closed: Closed, books: Books, facts: DeskFacts, worth: Worth): Cost {
  const { contract, market } = closed
  const limit = leg.price
  if (!limit || !isModelled(contract)) return { ...NOT_KNOWN, price: limit, market }
  const given = books(leg, leg.volume, contract.direction)
  const crossed = given?.ok === true && given.value.filled.gt(0) ? given.value : null
  const waiting = crossed ? leg.volume.minus(crossed.filled) : leg.volume
  const parts: Part[] = [
    ...(crossed?.price ? [{ volume: crossed.filled, price: crossed.price, liquidity: 'taker' } as const] : []),
    ...(waiting.gt(0) ? [{ volume: waiting, price: limit, liquidity: 'maker' } as const] : []),
  ]
  const price = crossed?.price ?? limit
  return {
    ...NOTHING,
    ...partsCost(parts, { ...closed, contract }, facts, worth),
    price,
    filled: crossed?.filled ?? null,
    market,
  }
}

/** A part of a close at one price. */
interface Part {
  readonly volume: Decimal
  readonly price: Decimal
  readonly liquidity: Liquidity
}

function partsCost(
  parts: readonly Part[],
  { position, contract, market }: Closed<Modelled>,
  { ownFees }: DeskFacts,
  worth: Worth,
): Pick<LegCost, 'slippage' | 'fee' | 'feeIsAtMost' | 'paid'> {
  const each = parts.map(({ volume, price, liquidity }) => {
    const terms = exitTerms(position, contract, volume)
    const rate = feeRateOf(contract, liquidity, ownFees, position.maxFeeRate)
    return {
      slippage: market && slippageAt(terms, price, market),
      fee: rate && feeAt(terms, price, rate.rate),
      isAtMost: rate?.basis === 'most',
    }
  })
  const slippage = sumIfKnown(each.map((part) => part.slippage))
  const fee = sumIfKnown(each.map((part) => part.fee))
  const rate = worth.rate(position.marginCoin)
  return {
    slippage: slippage && rate && slippage.times(rate),
    fee: fee && rate && fee.times(rate),
    feeIsAtMost: each.some(({ isAtMost }) => isAtMost),
    paid: (slippage ?? ZERO).plus(fee ?? ZERO),
  }
}

function exitTerms({ side }: Position, { direction, multiplier }: Modelled, volume: Decimal): ExitTerms {
  return { direction, sign: side === 'long' ? 1 : -1, size: volume.times(multiplier) }
}

function sellCost(leg: SellRequest, books: Books, facts: DeskFacts, worth: Worth): Cost {
  const pair: Pair | undefined = pairNamed(facts.instruments, leg.instrument)
  const given = books(leg, leg.quantity, 'linear')
  const market = worth.market('spot', leg.instrument)
  if (given?.ok === false) return { ...NOT_KNOWN, market, unsound: given.error }
  const { price = null, filled = null } = given?.value ?? {}
  const rate = pair ? worth.rate(pair.quoteAsset) : null
  if (!price || !usable(price) || !market || !rate) return { ...NOT_KNOWN, price, filled, market }
  const terms = { direction: 'linear', sign: 1, size: leg.quantity } as const
  const slippage = slippageAt(terms, price, market).times(rate)
  // The Spot fee is unknown without own trades or a listed rate.
  const feeRate = pair ? feeRateOf(pair, 'taker', facts.ownFees, null) : null
  return {
    ...NOT_KNOWN,
    price,
    filled,
    market,
    slippage,
    fee: feeRate && feeAt(terms, price, feeRate.rate).times(rate),
  }
}
