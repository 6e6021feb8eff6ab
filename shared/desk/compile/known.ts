/** Looks up the facts about the position and contract an action names. */
import { frozenFor, type Position } from '../../domain/account.ts'
import { asPrice, type Price } from '../../domain/amounts.ts'
import { parseDecimal, type Decimal } from '../../domain/decimal.ts'
import { contractsByName, pairsBySymbol, unlistedContract } from '../../domain/instrument.ts'
import type { Contract, Instrument, Pair } from '../../domain/instrument.ts'
import type { Message } from '../../domain/message.ts'
import type { Depth } from '../../domain/quote.ts'
import { ok, type Result } from '../../domain/result.ts'
import { amount, message, positionTitle } from '../../words/message.ts'
import { usable } from '../../risk/account/position-model.ts'
import type { DeskFacts, DeskView, KnownQuote } from '../facts.ts'
import type { Denial } from '../plan.ts'
import { deny } from './draft.ts'
import { whyPartial } from './unread.ts'

/** A position that can be traded, and its contract. */
export interface Holding {
  readonly position: Position
  readonly contract: Contract
}

/** The position `key` and its contract, or the reason why it cannot be traded. */
export function holdingOf(key: string, view: DeskView): Result<Holding, Denial> {
  const position = view.positions?.find((candidate) => candidate.key === key)
  if (position === undefined && view.isPartial === true) {
    return deny('READ_FAILED', message('plan.maybeUnread', { why: whyPartial(view), position: positionTitle(key) }))
  }
  if (position === undefined || position.volume.lte(0)) {
    return deny('POSITION_NOT_FOUND', message('plan.notHeld', { position: positionTitle(key) }))
  }
  return actableHolding(position, view.instruments)
}

/** `position` with its contract, or the reason why the venue takes no orders for it. */
export function actableHolding(position: Position, instruments: readonly Instrument[]): Result<Holding, Denial> {
  const { contract: name } = position
  const frozen = frozenFor(position)
  if (frozen !== null) return deny('POSITION_FROZEN', message(`plan.frozen.${frozen}`, { names: [name] }))
  // An unlisted contract can still be closed: the venue checks the order against its own limits.
  const contract = contractNamed(instruments, name) ?? unlistedContract(name, position.marginCoin)
  if (!contract.tradable) return deny('INSTRUMENT_CLOSED', message('plan.notTraded', { names: [name] }))
  return ok({ position, contract })
}

/** Warns that the order limits of a contract are unknown. */
export function limitsWarning({ name, kind, gaps }: Contract): readonly Message[] {
  if (kind === 'unlisted') return [message('plan.unlisted', { names: [name] })]
  const unread = gaps.filter(({ field }) => LIMITS.includes(field))
  if (unread.length === 0) return []
  return [message('plan.limitsUnread', { names: [name], why: unread.map(({ reason }) => reason) })]
}

const LIMITS = ['minOrderVolume', 'maxMarketVolume', 'maxMarketMoney', 'maxLimitVolume', 'multiplier', 'pricePrecision']

export function contractNamed(instruments: readonly Instrument[], name: string): Contract | undefined {
  return contractsByName(instruments).get(name)
}

export function pairNamed(instruments: readonly Instrument[], symbol: string): Pair | undefined {
  return pairsBySymbol(instruments).get(symbol)
}

function quoteOf(name: string, { quotes }: Pick<DeskView, 'quotes'>): KnownQuote | undefined {
  return quotes.find(({ area, instrument }) => area === 'contract' && instrument === name)
}

export function depthOf(name: string, { depths }: Pick<DeskFacts, 'depths'>): Depth | undefined {
  return depths.find(({ area, instrument }) => area === 'contract' && instrument === name)
}

/**
 * A quote older than this, ms, must not set the price limit of an order. Marks that are not read with a position are
 * read every 10 s.
 */
const YOUNG_MS = 15_000

/** The quotes young enough to set the price limit of an order. */
export function youngQuotes({ quotes }: Pick<DeskView, 'quotes'>): Pick<DeskView, 'quotes'> {
  return { quotes: quotes.filter(({ ageMs = null }) => ageMs !== null && ageMs <= YOUNG_MS) }
}

/** The mark of a position, or else the mark in its newest quote; null if neither is usable. */
export function markOf({ contract, markPrice }: Position, view: Pick<DeskView, 'quotes'>): Decimal | null {
  if (usable(markPrice)) return markPrice
  const mark = quoteOf(contract, view)?.mark ?? null
  return usable(mark) ? mark : null
}

/** The last traded price; null if unknown. */
export function lastOf({ contract }: Position, view: Pick<DeskView, 'quotes'>): Decimal | null {
  const last = quoteOf(contract, view)?.last ?? null
  return usable(last) ? last : null
}

/** A mark more than this many times higher or lower than every quoted price is doubtful. */
const OUT_OF_REASON = 2

/** Whether a contract's prices are doubtful: the price check says so, or the mark is far from the newest quote. */
export function isDoubtful(position: Position, view: Pick<DeskView, 'quotes' | 'doubtful'>): boolean {
  if (view.doubtful?.includes(position.contract)) return true
  const mark = markOf(position, view)
  const quote = quoteOf(position.contract, youngQuotes(view))
  const others = [quote?.bid, quote?.ask, quote?.last, quote?.index].filter((price) => usable(price ?? null))
  const isFar = (price: Decimal): boolean =>
    mark !== null && (mark.gt(price.times(OUT_OF_REASON)) || price.gt(mark.times(OUT_OF_REASON)))
  return others.length > 0 && others.every((price) => price && isFar(price))
}

/** A typed price, if it is above zero and has no more digits than the venue allows. */
export function priceOf(text: string, { name, pricePrecision }: Contract): Result<Price, Denial> {
  const price = parseDecimal(text)
  if (!usable(price)) return deny('BAD_AMOUNT', message('plan.priceNoNumber', { contract: name, typed: text }))
  if (pricePrecision !== null && price.decimalPlaces() > pricePrecision) {
    const facts = { contract: name, digits: pricePrecision, typed: amount(price) }
    return deny('BAD_AMOUNT', message('plan.priceTooFine', facts))
  }
  return ok(asPrice(price))
}
