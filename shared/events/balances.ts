/**
 * Money from read to read: what came or went without trading. Two books are kept, of Spot holdings and of the cash
 * behind the contracts of a coin; what trading explains is taken off each. No IO.
 */
import type { MarginAccount, Position } from '../domain/account.ts'
import { ZERO, type Decimal } from '../domain/decimal.ts'
import type { Area, Contract } from '../domain/instrument.ts'
import type { Fill } from '../domain/fill.ts'
import type { Evidence, Happening } from './event.ts'
import { isEarlierRun, type Moment, type Reading } from './reading.ts'

/** What a subject amounts to; null: it can not be told from this reading. */
export interface Holding {
  readonly area: Area
  readonly asset: string
  readonly amount: Decimal | null
  /** What trading changes besides: a reading that differs in it from the one before is no measure of transfers. */
  readonly terms: string
}

interface Case {
  readonly first: Decimal
  readonly since: Moment
  last: Decimal
  at: Moment
  agreeing: number
}

interface Subject {
  readonly area: Area
  readonly asset: string
  amount: Decimal
  terms: string
  readAt: Moment
  open: Case | null
}

/** What trading explains of a Spot case: the rest is what came or went; null: it is not known yet. */
export type Explain = (change: OpenChange) => Decimal | null

export interface OpenChange {
  readonly area: Area
  readonly asset: string
  readonly delta: Decimal
  readonly since: Moment
  readonly at: Moment
}

const AGREEING = 2
/** How long the other side of a transfer between the two areas is waited for, ms. */
const OTHER_SIDE_MS = 4_000
/** Smaller than this share of what is there, a difference is rounding. */
const ROUNDING = '0.000001'

export class BalanceTracker {
  readonly #subjects = new Map<string, Subject>()
  readonly #readAt = new Map<Area, number>()

  /** Takes in the holdings of an area; a read that was started before the newest one tells nothing. */
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
    // A list without an asset says that there is none of it.
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

  /** Whether a change of this asset is not told or explained yet. */
  isChanging(area: Area, asset: string): boolean {
    return (this.#subjects.get(`${area} ${asset}`)?.open ?? null) !== null
  }

  /** `explain` says how much of a change came by neither trade nor fee. */
  judge(explain: Explain, now: number): readonly Happening[] {
    const told: Happening[] = []
    const rests = new Map<Subject, Decimal>()
    for (const subject of this.#subjects.values()) {
      const { open, area, asset } = subject
      if (open === null || open.agreeing < AGREEING) continue
      const delta = open.last.minus(open.first)
      const rest = explain({ area, asset, delta, since: open.since, at: open.at })
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
      if (other !== undefined) told.push(...this.#transfer(subject, other[0], rest))
      else if (now - subject.open.at.mono >= OTHER_SIDE_MS) told.push(...this.#single(subject, rest))
    }
    return told
  }

  #transfer(one: Subject, other: Subject, rest: Decimal): readonly Happening[] {
    if (one.open === null || other.open === null) return []
    const [from, to] = rest.isNegative() ? [one, other] : [other, one]
    const since = one.open.since.wall < other.open.since.wall ? one.open.since : other.open.since
    const at = Math.max(one.open.at.wall, other.open.at.wall)
    this.#close(one)
    this.#close(other)
    const facts = { code: 'transferred', asset: one.asset, from: from.area, to: to.area, amount: rest.abs() } as const
    return [{ facts, since: since.wall, at, evidence: ['otherArea'], whileClosed: isEarlierRun(since) }]
  }

  #single(subject: Subject, rest: Decimal): readonly Happening[] {
    const { open, area, asset } = subject
    if (open === null) return []
    this.#close(subject)
    const code = rest.isNegative() ? 'balanceFell' : 'balanceRose'
    const facts = { code, area, asset, before: open.first, after: open.last, amount: rest.abs() } as const
    const evidence: readonly Evidence[] = ['readings']
    return [{ facts, since: open.since.wall, at: open.at.wall, evidence, whileClosed: isEarlierRun(open.since) }]
  }

  #close(subject: Subject): void {
    if (subject.open === null) return
    Object.assign(subject, { amount: subject.open.last, readAt: subject.open.at, open: null })
  }

  /** For the next run: Spot alone, for what trading did to the other meanwhile is not known. */
  kept(): readonly Holding[] {
    return [...this.#subjects.values()]
      .filter(({ area }) => area === 'spot')
      .map(({ area, asset, amount, terms }) => ({ area, asset, amount, terms }))
  }

  restore(holdings: readonly Holding[], wall: number): void {
    const readAt = { mono: -Infinity, wall }
    for (const { area, asset, amount, terms } of holdings) {
      if (amount !== null) this.#subjects.set(`${area} ${asset}`, { area, asset, amount, terms, readAt, open: null })
      this.#readAt.set(area, -Infinity)
    }
  }
}

const isRounding = (rest: Decimal, size: Decimal): boolean => rest.abs().lte(size.times(ROUNDING))
/** The venue's balances are exact; what is reckoned from its rounded prices is not. */
const isSame = (area: Area, one: Decimal, other: Decimal): boolean =>
  one.eq(other) || (area === 'contract' && isRounding(one.minus(other), one.abs().plus(other.abs())))
const isNegation = (one: Decimal, other: Decimal): boolean => one.plus(other).abs().lte(one.abs().times('0.0001'))

/** What Spot trades make of one asset: bought less sold, less the fees it paid. */
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
type Terms = Pick<Contract, 'name' | 'direction' | 'multiplier'>

/**
 * The cash behind the contracts of each coin, as if every position had been paid in full: neither prices nor settlements
 * nor funding change it, nor margin that moves between wallet, orders and positions; only trades, and money that comes
 * or goes. null where the reply does not tell, or does not add up the way this reckons.
 */
export function cashOf(
  accounts: readonly Cash[],
  positions: readonly Backed[],
  contracts: ReadonlyMap<string, Terms>,
): readonly Holding[] {
  return accounts.map((account) => {
    const own = positions.filter(({ marginCoin }) => marginCoin === account.marginCoin)
    const terms = own
      // One that was made larger and smaller again by as much was traded too: its price or its profit tells.
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
  contracts: ReadonlyMap<string, Terms>,
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
  // Where the venue's own equity is not made of these, its wallet means something else.
  const isAsReckoned = cross.minus(crossEquity).abs().lte(crossEquity.abs().times('0.001').plus('0.001'))
  return isAsReckoned ? total : null
}
