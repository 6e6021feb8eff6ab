/** What it costs, and how long it takes, to get out of everything now. */
import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { sum, type Decimal } from '../../domain/decimal.ts'
import { instrumentKey, pairsBySymbol, refKey, type Instrument, type Pair } from '../../domain/instrument.ts'
import type { Order } from '../../domain/order.ts'
import type { Depth } from '../../domain/quote.ts'
import type { AccountModel } from '../account/account-model.ts'
import { heldBy } from '../account/open-orders.ts'
import { none } from '../number/figure.ts'
import type { RiskInputName } from '../report.ts'
import type { StatisticsReport } from '../statistics-report.ts'
import { depthWithin, soundBook, type SoundBook } from './order-book.ts'
import { DEPTH_BANDS, exitRow, timesOf, type TimedExit, type Venue } from './exit-row.ts'
import { exitsOf, type Exit, type ExitTermsKnown } from './exits.ts'
import { fillOf, type Market } from './depth-fill.ts'
import { markAt, type DatedPrice } from './mark-then.ts'
import type { ExitFigures, LiquidityReport } from './liquidity-report.ts'
import { stressedExit, thinned, volatilityFactor, wilder } from './stressed.ts'
import { totalsOf } from './totals.ts'

/** An order book, when it was read (main's monotonic ms), and the price of its instrument nearest to that time. */
export type DepthReading = Depth & { readonly readAt: number; readonly mark: DatedPrice | null }

export interface LiquidityInputs {
  readonly model: AccountModel
  readonly instruments: readonly Instrument[]
  /** The order books that `booksOf` names. The row of a missing one says so. */
  readonly depths: readonly DepthReading[]
  /** Open orders of both areas: they are cancelled first. null: not read yet. */
  readonly orders: readonly Order[] | null
  /** For a day's volatility; null: none yet. */
  readonly statistics: StatisticsReport | null
  /** Volume of 24 h by `instrumentKey`, in base units (a pair) or contracts: see `dayVolumeOf`. */
  readonly dayVolumes: ReadonlyMap<string, number>
  /** See `unreadHoldings`. */
  readonly unread: readonly RiskInputName[]
}

/**
 * The report. All exits on one side of a book are assumed to trade at once and share the average, so that rows add up.
 * Costs, in the reporting coin, count from the mark at the time the book was read, or from mid where that is not known.
 * Sizes and prices are exact, figures float64.
 */
export function liquidityOf(inputs: LiquidityInputs): LiquidityReport {
  const { model, orders, unread } = inputs
  const now = marketsOf(inputs)
  const ground = groundOf(inputs, now)
  const factorOf = volatilityFactors(inputs)
  const rows = rowsUnder(ground, { book: (book) => book, market: now })
  const stressed = rowsUnder(ground, {
    book: thinned,
    market: (exit) => wilder(now(exit), factorOf(exit).volatilityFactor),
  })
  const totalsUnder = (figures: readonly ExitFigures[]) => totalsOf(figures, model.equity.total, orders, unread)
  return {
    reportingCoin: model.reportingCoin,
    rows: rows.map((row, index) => {
      const [exit, under] = [ground.exits[index] as Exit, stressed[index] as ExitFigures]
      return { ...row, stressed: stressedExit(under, factorOf(exit)) }
    }),
    totals: totalsUnder(rows),
    stressedTotals: totalsUnder(stressed),
  }
}

/** Everything that goes to one side of a book. */
interface Side extends Pick<ExitTermsKnown, 'direction'> {
  readonly book: SoundBook
  /** Any of the exits: they share the side and the asset. */
  readonly exit: Exit
  readonly volumes: readonly Decimal[]
}

/** The market as it is, or a stressed one. */
interface Conditions {
  readonly book: (book: SoundBook) => SoundBook
  readonly market: (exit: Exit) => Market
}

/**
 * What does not depend on the market: the exits and, by `sideKey`, what goes to each side of a book, or why that is
 * unknown.
 */
function groundOf({ model, instruments, depths, orders }: LiquidityInputs, now: Conditions['market']) {
  const exits = exitsOf(model, instruments)
  const books = new Map(depths.map((depth) => [refKey(depth), depth]))
  const groups = Map.groupBy(exits, sideKey)
  const inTheWay = ordersInTheWay(orders, instruments)
  return {
    exits: exits.map((exit): TimedExit => {
      const book = books.get(refKey(exit))
      return {
        ...exit,
        times: timesOf(exit, now(exit).dayVolume, inTheWay(exit)),
        readAt: book?.readAt ?? null,
        markThen: book ? markAt(book.readAt, book.mark) : err(message('figure.bookNotRead')),
      }
    }),
    sides: new Map([...groups].map(([key, group]) => [key, sideOf(group, books)])),
  }
}

/** An error where the book or the exits cannot be used. */
function sideOf(group: readonly Exit[], books: ReadonlyMap<string, Depth>): Result<Side, Message> {
  const known = group.flatMap(({ terms, volume }) => (terms.ok ? [{ terms: terms.value, volume }] : []))
  const [exit, one] = [group[0], known[0]]
  if (!exit || !one) return err(message('figure.notModelled'))
  // The book of a closed contract accepts no orders.
  if (exit.contract?.tradable === false) return err(message('figure.notTraded'))
  const book = soundBook(books.get(refKey(exit)), exit.side)
  if (!book.ok) return book
  return ok({ book: book.value, exit, volumes: known.map(({ volume }) => volume), direction: one.terms.direction })
}

function rowsUnder({ exits, sides }: ReturnType<typeof groundOf>, conditions: Conditions): readonly ExitFigures[] {
  const venues = new Map([...sides].map(([key, side]) => [key, venueOf(side, conditions)]))
  return exits.map((exit) =>
    exitRow(exit, exit.terms.ok ? (venues.get(sideKey(exit)) ?? err(message('figure.notModelled'))) : exit.terms),
  )
}

/** How the book fills all that goes to one side of it. */
function venueOf(side: Result<Side, Message>, conditions: Conditions): Result<Venue, Message> {
  if (!side.ok) return side
  const { exit, volumes, direction } = side.value
  const book = conditions.book(side.value.book)
  const fill = fillOf(book, { side: exit.side, volumes, direction }, conditions.market(exit))
  return ok({ book, fill, volume: sum(volumes), held: depthWithin(book, DEPTH_BANDS) })
}

function sideKey(exit: Exit): string {
  return `${exit.side}\n${refKey(exit)}`
}

function marketsOf({ statistics, dayVolumes }: LiquidityInputs): Conditions['market'] {
  const byAsset = new Map(statistics?.assets.map((each) => [each.asset, each.dailyVolatility]))
  return (exit) => ({
    dayVolume: dayVolumes.get(refKey(exit)) ?? null,
    dailyVolatility: byAsset.get(exit.asset) ?? none(message('figure.noHistoryOf', { asset: exit.asset })),
  })
}

function volatilityFactors({ statistics }: LiquidityInputs) {
  const byAsset = new Map(statistics?.assets.map((each) => [each.asset, each.wildestOverAll]))
  return ({ asset }: Exit) => volatilityFactor(byAsset.get(asset))
}

/**
 * The number of open orders to cancel before an exit: all of its contract; on Spot, those that lock the asset (a sell
 * its base asset, a buy what it pays with). null: orders were not read yet.
 */
function ordersInTheWay(
  orders: readonly Order[] | null,
  instruments: readonly Instrument[],
): (exit: Pick<Exit, 'area' | 'instrument' | 'asset'>) => number | null {
  if (orders === null) return () => null
  const pairs = pairsBySymbol(instruments)
  const counts = new Map<string, number>()
  for (const order of orders) {
    const key = exitKeyOf(order, pairs)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return ({ area, instrument, asset }) => counts.get(instrumentKey(area, area === 'spot' ? asset : instrument)) ?? 0
}

/** The exit that an order is in the way of: its contract, or the asset it locks. */
function exitKeyOf(order: Order, pairs: ReadonlyMap<string, Pair>): string {
  const pair = order.area === 'spot' ? pairs.get(order.instrument) : undefined
  return pair ? instrumentKey('spot', heldBy(order, pair).asset) : refKey(order)
}
