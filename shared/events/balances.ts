/**
 * Finds deposits, withdrawals and transfers from read to read: changes of Spot balances, and of the cash behind the
 * contracts of a coin, less what trading explains. No IO.
 */
import type { MarginAccount, Position } from '../domain/account.ts'
import { ZERO, type Decimal } from '../domain/decimal.ts'
import type { Area, Contract } from '../domain/instrument.ts'
import type { Fill } from '../domain/fill.ts'
import type { Happening } from './event.ts'
import { earlierRun, happened, type Moment, type Reading } from './reading.ts'

/** The amount of an asset in an area; null: not known from this reading. */
export interface Holding {
  readonly area: Area
  readonly asset: string
  readonly amount: Decimal | null
  /**
   * Whatever else trading changes. If it differs from the reading before, a change of the amount may come from trading.
   */
  readonly terms: string
}

interface Subject {
  readonly area: Area
  readonly asset: string
  amount: Decimal
  terms: string
  readAt: Moment
  /** A change that is not reported yet; null: none. */
  open: { readonly first: Decimal; readonly since: Moment; last: Decimal; at: Moment; agreeing: number } | null
}

export interface OpenChange {
  readonly area: Area
  readonly asset: string
  readonly delta: Decimal
  readonly since: Moment
  readonly at: Moment
}

const AGREEING = 2
/** How long to wait for the other side of a transfer between the two areas, ms. */
const OTHER_SIDE_MS = 4_000
/** A difference below this share of the amount is rounding. */
const ROUNDING = '0.000001'

export class BalanceTracker {
  readonly #subjects = new Map<string, Subject>()
  readonly #readAt = new Map<Area, number>()

  /** Takes in the holdings of an area; a read started before the newest one is ignored. */
  take(area: Area, reading: Reading<Holding>): void {
    if (reading.mono <= (this.#readAt.get(area) ?? -Infinity)) return
    const isFirst = !this.#readAt.has(area)
    this.#readAt.set(area, reading.mono)
    const listed = new Set<string>()
    for (const holding of reading.list) {
      const key = `${area} ${holding.asset}`
      listed.add(key)
      this.#compare(key, holding, reading, isFirst)
    }
    if (!reading.whole || area !== 'spot') return
    // An asset that is not listed has no balance.
    for (const [key, { area: of, asset, terms }] of this.#subjects) {
      if (of === area && !listed.has(key)) this.#compare(key, { area, asset, amount: ZERO, terms }, reading, false)
    }
  }

  #compare(key: string, { area, asset, amount, terms }: Holding, at: Moment, isFirst: boolean): void {
    const known = this.#subjects.get(key)
    if (amount === null) {
      this.#subjects.delete(key)
      return
    }
    if (known === undefined) {
      const before = isFirst || area === 'contract' ? amount : ZERO
      this.#subjects.set(key, { area, asset, amount: before, terms, readAt: at, open: null })
      if (before.eq(amount)) return
      return this.#compare(key, { area, asset, amount, terms }, at, isFirst)
    }
    const { open } = known
    if (terms !== known.terms) {
      Object.assign(known, { amount, terms, readAt: at, open: null })
      return
    }
    if (open === null) {
      if (isSame(area, amount, known.amount)) Object.assign(known, { amount, readAt: at })
      else known.open = { first: known.amount, since: known.readAt, last: amount, at, agreeing: 1 }
      return
    }
    if (isSame(area, amount, open.first)) {
      Object.assign(known, { open: null, amount, readAt: at })
      return
    }
    if (isSame(area, amount, open.last)) open.agreeing += 1
    else Object.assign(open, { last: amount, at, agreeing: 1 })
  }

  /** Whether a change of this asset is not reported or explained yet. */
  isChanging(area: Area, asset: string): boolean {
    return (this.#subjects.get(`${area} ${asset}`)?.open ?? null) !== null
  }

  /** `unexplained`: how much of a change came from neither trades nor fees; null: not known yet. */
  judge(unexplained: (change: OpenChange) => Decimal | null, now: number): readonly Happening[] {
    const happenings: Happening[] = []
    const rests = new Map<Subject, Decimal>()
    for (const subject of this.#subjects.values()) {
      const { open, area, asset } = subject
      if (open === null || open.agreeing < AGREEING) continue
      const delta = open.last.minus(open.first)
      const rest = unexplained({ area, asset, delta, since: open.since, at: open.at })
      if (rest === null) continue
      if (isRounding(rest, open.first.abs().plus(open.last.abs()))) this.#close(subject)
      else rests.set(subject, rest)
    }
    for (const [subject, rest] of rests) {
      if (subject.open === null) continue
      const other = [...rests].find(
        ([{ area, asset, open }, amount]) =>
          open !== null && area !== subject.area && asset === subject.asset && isNegation(amount, rest),
      )
      if (other !== undefined) happenings.push(...this.#transfer(subject, other[0], rest))
      else if (now - subject.open.at.mono >= OTHER_SIDE_MS) happenings.push(...this.#single(subject, rest))
    }
    return happenings
  }

  #transfer(one: Subject, other: Subject, rest: Decimal): readonly Happening[] {
    if (one.open === null || other.open === null) return []
    const [from, to] = rest.isNegative() ? [one, other] : [other, one]
    const since = one.open.since.wall < other.open.since.wall ? one.open.since : other.open.since
    const at = one.open.at.wall > other.open.at.wall ? one.open.at : other.open.at
    this.#close(one)
    this.#close(other)
    const facts = { code: 'transferred', asset: one.asset, from: from.area, to: to.area, amount: rest.abs() } as const
    return [happened(facts, since, at, ['otherArea'])]
  }

  #single(subject: Subject, rest: Decimal): readonly Happening[] {
    const { open, area, asset } = subject
    if (open === null) return []
    this.#close(subject)
    const code = rest.isNegative() ? 'balanceFell' : 'balanceRose'
    const facts = { code, area, asset, before: open.first, after: open.last, amount: rest.abs() } as const
    return [happened(facts, open.since, open.at, ['readings'])]
  }

  #close(subject: Subject): void {
    if (subject.open === null) return
    Object.assign(subject, { amount: subject.open.last, readAt: subject.open.at, open: null })
  }

  /** For the next run: Spot only, because trading may change contract cash meanwhile. */
  toStore(): readonly Holding[] {
    return [...this.#subjects.values()]
      .filter(({ area }) => area === 'spot')
      .map(({ area, asset, amount, terms }) => ({ area, asset, amount, terms }))
  }

  restore(holdings: readonly Holding[], wall: number): void {
    const readAt = earlierRun(wall)
    for (const { area, asset, amount, terms } of holdings) {
      if (amount !== null) this.#subjects.set(`${area} ${asset}`, { area, asset, amount, terms, readAt, open: null })
      this.#readAt.set(area, -Infinity)
    }
  }
}

const isRounding = (rest: Decimal, size: Decimal): boolean => rest.abs().lte(size.times(ROUNDING))
/** The venue's balances are exact; cash computed from its rounded prices is not. */
const isSame = (area: Area, one: Decimal, other: Decimal): boolean =>
  one.eq(other) || (area === 'contract' && isRounding(one.minus(other), one.abs().plus(other.abs())))
const isNegation = (one: Decimal, other: Decimal): boolean => one.plus(other).abs().lte(one.abs().times('0.0001'))

/** The change of one asset by Spot trades: bought less sold, less fees. */
export function tradedOf(asset: string, trades: readonly SpotTrade[]): Decimal {
  return trades.reduce((total, { pair, fill }) => {
    const sign = fill.side === 'buy' ? 1 : -1
    const base = pair.baseAsset === asset ? fill.quantity.times(sign) : ZERO
    const quote = pair.quoteAsset === asset ? fill.quantity.times(fill.price).times(-sign) : ZERO
    const fee = fill.feeCoin === asset ? fill.fee : ZERO
    return total.plus(base).plus(quote).minus(fee)
  }, ZERO)
}

export interface SpotTrade {
  readonly pair: { readonly symbol: string; readonly baseAsset: string; readonly quoteAsset: string }
  readonly fill: Fill
}

type Cash = Pick<MarginAccount, 'marginCoin'> & {
  readonly [K in 'walletBalance' | 'orderMargin' | 'crossEquity']: Decimal | null
}
type Backed = Pick<Position, 'key' | 'contract' | 'marginCoin' | 'marginMode' | 'side' | 'volume'> & {
  readonly [K in 'averagePrice' | 'margin' | 'realizedPnl' | 'unrealizedPnl' | 'fundingFees']: Decimal | null
}

/**
 * The cash behind the contracts of each coin, as if every position had been paid in full. Only trades, deposits,
 * withdrawals and transfers change it. Prices, settlements and funding do not, nor does margin that moves between
 * wallet, orders and positions. null: a field is missing, or the fields do not add up to the venue's equity.
 */
export function cashOf(
  accounts: readonly Cash[],
  positions: readonly Backed[],
  contracts: ReadonlyMap<string, Pick<Contract, 'name' | 'direction' | 'multiplier'>>,
): readonly Holding[] {
  return accounts.map((account) => {
    const own = positions.filter(({ marginCoin }) => marginCoin === account.marginCoin)
    const terms = own
      // A position that was enlarged and reduced by the same volume was traded too: its price or its profit shows that.
      .map(({ key, volume, averagePrice, realizedPnl }) =>
        [key, volume, averagePrice, realizedPnl].map((each) => each?.toString()).join(' '),
      )
      .sort()
      .join('\n')
    return { area: 'contract', asset: account.marginCoin, amount: cash(account, own, contracts), terms }
  })
}

function cash(
  { walletBalance, orderMargin, crossEquity }: Cash,
  positions: readonly Backed[],
  contracts: ReadonlyMap<string, Pick<Contract, 'name' | 'direction' | 'multiplier'>>,
): Decimal | null {
  if (walletBalance === null || orderMargin === null || crossEquity === null) return null
  let total = walletBalance.plus(orderMargin)
  let cross = walletBalance
  for (const position of positions) {
    const { averagePrice, margin, realizedPnl, unrealizedPnl, fundingFees, marginMode, volume, side } = position
    const contract = contracts.get(position.contract)
    const isKnown = contract?.multiplier && averagePrice && margin && realizedPnl && unrealizedPnl && fundingFees
    if (!isKnown || averagePrice.lte(0)) return null
    const size = volume.times(contract.multiplier).times(side === 'long' ? 1 : -1)
    const paid = contract.direction === 'linear' ? size.times(averagePrice) : size.div(averagePrice).negated()
    total = total.plus(realizedPnl).minus(fundingFees).minus(paid)
    if (marginMode === 'isolated') total = total.plus(margin)
    else cross = cross.plus(realizedPnl).plus(unrealizedPnl)
  }
  // If the venue's equity is not the sum of these, its wallet balance means something else.
  return cross.minus(crossEquity).abs().lte(crossEquity.abs().times('0.001').plus('0.001')) ? total : null
}
