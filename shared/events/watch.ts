/**
 * Watches the account from read to read for changes that Plimsoll did not make, and reports each once. It sends nothing
 * and waits for nothing: reads are passed in, and it returns the look-ups it needs.
 */
import { heldOf, type Balance } from '../domain/account.ts'
import { ZERO, type Decimal } from '../domain/decimal.ts'
import type { Fill } from '../domain/fill.ts'
import { isPair, type Area, type Contract, type Instrument, type Pair } from '../domain/instrument.ts'
import type { Order } from '../domain/order.ts'
import { BalanceTracker, cashOf, tradedOf, type Holding, type OpenChange, type SpotTrade } from './balances.ts'
import type { ContractHistory } from './elsewhere.ts'
import type { Happening } from './event.ts'
import { Fills } from './fills.ts'
import { OrderTracker, type StoredOrder, type OrderLook } from './orders.ts'
import { legsOf, type OwnActivity } from './own.ts'
import { PositionTracker } from './positions.ts'
import { earlierRun, happened, type Moment, type Reading } from './reading.ts'
import type { Held } from './position-causes.ts'
import type { OrderRef } from '../desk/action.ts'

export type Lookup =
  | ({ readonly kind: 'order' } & OrderRef)
  | { readonly kind: 'history'; readonly contract: string }
  | { readonly kind: 'trades'; readonly symbol: string }

export type LookupAnswer =
  | { readonly lookup: Extract<Lookup, { kind: 'order' }>; readonly look: OrderLook }
  | { readonly lookup: Extract<Lookup, { kind: 'history' }>; readonly look: ContractHistory }
  /** Times of our wall clock; null: they could not be read. */
  | { readonly lookup: Extract<Lookup, { kind: 'trades' }>; readonly look: readonly Fill[] | null }

export type AccountReading = Moment & {
  readonly whole: boolean
  readonly marginAccounts: Parameters<typeof cashOf>[0]
  readonly positions: readonly (Held & Parameters<typeof cashOf>[1][number])[]
}

/** What is stored for the next run. */
export interface StoredReading {
  readonly wall: number
  readonly positions: readonly Held[] | null
  readonly orders: readonly StoredOrder[]
  readonly scopes: readonly string[]
  readonly balances: readonly Holding[]
  /** Contracts that could be traded, and those that could not. */
  readonly tradable: Readonly<Record<string, boolean>>
}

/** A change of a balance whose orders are not settled, or whose trades cannot be read, is reported after this, ms. */
const PATIENCE_MS = 45_000
/** The most that the clocks of the venue and ours differ, ms. */
const SLACK_MS = 10_000
const MOST_PAIRS = 6
const MOST_TRADES = 40
/** The share of a traded amount that may be the venue's rounding. */
const ROUNDED = '0.00001'

export class AccountWatch {
  readonly #fills = new Fills()
  readonly #orders = new OrderTracker(this.#fills)
  readonly #positions = new PositionTracker(this.#fills, this.#orders)
  readonly #balances = new BalanceTracker()
  #tradable: Readonly<Record<string, boolean>> = {}
  #tradableAt: Moment | null = null
  #instruments: readonly Instrument[] = []
  #held: ReadonlySet<string> = new Set()
  /** By pair; requested again only for a later change. */
  readonly #trades = new Map<string, { readonly list: readonly Fill[] | null; readonly askedAt: number }>()
  #wanted = new Set<string>()
  #happenings: Happening[] = []

  account(reading: AccountReading, own: OwnActivity): void {
    const { positions, marginAccounts, ...at } = reading
    this.#held = new Set(positions.map(({ contract }) => contract))
    this.#positions.take({ ...at, list: positions }, own)
    const contracts = new Map(this.#instruments.flatMap((each) => (isPair(each) ? [] : [[each.name, each] as const])))
    this.#balances.take('contract', { ...at, list: reading.whole ? cashOf(marginAccounts, positions, contracts) : [] })
  }

  spot(reading: Reading<Balance>): void {
    const list = reading.list.map((balance) => {
      return { area: 'spot', asset: balance.asset, amount: heldOf(balance), terms: '' } as const
    })
    this.#balances.take('spot', { ...reading, list })
  }

  orders(area: Area, instrument: string, reading: Reading<Order>): void {
    this.#orders.take(area, instrument, reading)
  }

  /** Takes in a whole list of the contracts, and what is known of both areas. */
  instruments(all: readonly Instrument[], contracts: readonly Contract[] | null, at: Moment): void {
    this.#instruments = all
    if (contracts === null) return
    const now = Object.fromEntries(contracts.map(({ name, tradable }) => [name, tradable]))
    for (const [contract, isTradable] of Object.entries(now)) {
      const before = this.#tradable[contract]
      const matters = this.#held.has(contract) || this.#orders.isOpen('contract', contract)
      if (before === undefined || before === isTradable || !matters) continue
      const facts = { code: isTradable ? 'contractResumed' : 'contractSuspended', contract } as const
      this.#happenings.push(happened(facts, this.#tradableAt ?? at, at, ['readings']))
    }
    this.#tradable = { ...this.#tradable, ...now }
    this.#tradableAt = at
  }

  takeAnswer(answer: LookupAnswer, now: number): void {
    switch (answer.lookup.kind) {
      case 'order':
        return this.#orders.takeAnswer(answer.lookup, answer.look as OrderLook, now)
      case 'history':
        return this.#positions.takeHistory(answer.lookup.contract, answer.look as ContractHistory)
      case 'trades':
        this.#trades.set(answer.lookup.symbol, { list: answer.look as readonly Fill[] | null, askedAt: now })
    }
  }

  /** What happened, as known now. Called after each read. `refreshes`: contracts whose open orders are needed soon. */
  judge(own: OwnActivity, now: Moment) {
    this.#fills.forget(now.mono)
    const orders = this.#orders.judge(own, now.mono)
    const positions = this.#positions.judge(own, now)
    this.#wanted = new Set()
    const balances = this.#balances.judge((change) => this.#unexplained(change, own, now.mono), now.mono)
    const happenings = [...this.#happenings, ...orders.happenings, ...positions.happenings, ...balances]
    this.#happenings = []
    const lookups: readonly Lookup[] = [
      ...positions.histories.map((contract) => ({ kind: 'history', contract }) as const),
      ...orders.lookups.map(({ area, instrument, orderId }) => ({ kind: 'order', area, instrument, orderId }) as const),
      ...[...this.#wanted].map((symbol) => ({ kind: 'trades', symbol }) as const),
    ]
    return { happenings, lookups, refreshes: positions.refreshes }
  }

  /** The part of a change of a balance that neither trades nor fees explain; null: not known yet. */
  #unexplained(change: OpenChange, own: OwnActivity, now: number): Decimal | null {
    const { area, asset, delta, at } = change
    if (area === 'contract') {
      // Trades may leave the positions unchanged and still move money.
      if (!this.#fills.hasUnused(new Set(this.#contractsOf(asset)))) return delta
      return now - at.mono < SLACK_MS ? null : ZERO
    }
    const isLate = now - at.mono > PATIENCE_MS
    const pairs = this.#instruments
      .filter(isPair)
      .filter((pair) => pair.baseAsset === asset || pair.quoteAsset === asset)
    if (!isLate && pairs.some((pair) => this.#isMoving(pair, own))) return null
    const candidates = pairs.filter((pair) => this.#mayHaveTraded(pair, asset, own)).slice(0, MOST_PAIRS)
    const unread = candidates.filter(({ symbol }) => (this.#trades.get(symbol)?.askedAt ?? -Infinity) <= at.mono)
    for (const { symbol } of unread) this.#wanted.add(symbol)
    if (unread.length > 0 && !isLate) return null
    const trades = candidates.flatMap((pair) =>
      (this.#trades.get(pair.symbol)?.list ?? []).map((fill) => ({ pair, fill })),
    )
    return this.#restAfter(change, trades, own)
  }

  /**
   * The part of the change that trades do not explain. The times of readings are inexact. So if some trades near them
   * fit the change, exactly these count; otherwise all trades since the reading do.
   */
  #restAfter({ asset, delta, since, at }: OpenChange, trades: readonly SpotTrade[], own: OwnActivity): Decimal {
    const near = trades
      .filter(({ fill }) => fill.time >= since.wall - SLACK_MS && fill.time <= at.wall + SLACK_MS)
      .toSorted((one, other) => one.fill.time - other.fill.time)
      .slice(-MOST_TRADES)
    for (let from = 0; from < near.length; from += 1) {
      for (let to = near.length; to > from; to -= 1) {
        const window = near.slice(from, to)
        const made = tradedOf(asset, window)
        if (delta.minus(made).abs().gt(made.abs().times(ROUNDED))) continue
        this.#tellForeign(window, since, at, own)
        return ZERO
      }
    }
    const afterFirstRead = near.filter(({ fill }) => fill.time >= since.wall)
    this.#tellForeign(afterFirstRead, since, at, own)
    return delta.minus(tradedOf(asset, afterFirstRead))
  }

  /** Reports trades of foreign orders that were never listed: market orders. */
  #tellForeign(trades: readonly SpotTrade[], since: Moment, at: Moment, own: OwnActivity): void {
    for (const [orderId, fills] of Map.groupBy(trades, ({ fill }) => fill.orderId)) {
      const [first] = fills
      if (first === undefined || orderId === null) continue
      if (own.owns(orderId) || this.#orders.isKnown('spot', orderId)) continue
      this.#orders.noteEnded('spot', orderId)
      const quantity = fills.reduce((total, { fill }) => total.plus(fill.quantity), ZERO)
      const money = fills.reduce((total, { fill }) => total.plus(fill.quantity.times(fill.price)), ZERO)
      const amounts = { price: null, quantity, before: ZERO, after: quantity, averagePrice: money.div(quantity) }
      const { symbol: instrument } = first.pair
      const order = { area: 'spot', instrument, orderId, side: first.fill.side, action: null, isOwn: false } as const
      this.#happenings.push(happened({ code: 'orderFilled', ...order, ...amounts }, since, at, ['trades']))
    }
  }

  #isMoving({ symbol }: Pair, own: OwnActivity): boolean {
    const isOurs = [...legsOf(own, 'sell'), ...legsOf(own, 'place')].some(
      ({ request, isOpen }) => isOpen && request.instrument === symbol,
    )
    return isOurs || this.#orders.isUnsettled('spot', symbol)
  }

  /** Pairs with known orders, ours too, or between two assets that both changed. */
  #mayHaveTraded({ symbol, baseAsset, quoteAsset }: Pair, asset: string, own: OwnActivity): boolean {
    const other = baseAsset === asset ? quoteAsset : baseAsset
    return (
      this.#orders.wasOpen('spot', symbol) ||
      this.#balances.isChanging('spot', other) ||
      legsOf(own, 'sell').some(({ request }) => request.instrument === symbol)
    )
  }

  #contractsOf(marginCoin: string): readonly string[] {
    return this.#instruments.flatMap((each) => (!isPair(each) && each.marginCoin === marginCoin ? [each.name] : []))
  }

  toStore(wall: number): StoredReading {
    const { orders, scopes } = this.#orders.toStore()
    const balances = this.#balances.toStore()
    return { wall, positions: this.#positions.toStore(), orders, scopes, balances, tradable: this.#tradable }
  }

  /** Continues from where an earlier run ended. Call it before any reading. */
  restore({ wall, positions, orders, scopes, balances, tradable }: StoredReading): void {
    if (positions !== null) this.#positions.restore(positions, wall)
    this.#orders.restore({ orders, scopes }, wall)
    this.#balances.restore(balances, wall)
    this.#tradable = tradable
    this.#tradableAt = earlierRun(wall)
  }
}
