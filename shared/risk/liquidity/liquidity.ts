/** What it costs and takes to get out of everything now. */
import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { sum, type Decimal } from '../../domain/decimal.ts'
import { instrumentKey, type Instrument } from '../../domain/instrument.ts'
import type { Order } from '../../domain/order.ts'
import type { Depth } from '../../domain/quote.ts'
import type { AccountModel } from '../account/account-model.ts'
import { none } from '../number/figure.ts'
import type { RiskInputName } from '../report.ts'
import type { StatisticsReport } from '../statistics-report.ts'
import { heldWithin, soundBook, type SoundBook } from './order-book.ts'
import { DEPTH_BANDS, exitRow, timesOf, type TimedExit, type Venue } from './exit-row.ts'
import { exitsOf, type Exit, type ExitTermsKnown } from './exits.ts'
import { fillOf, type Market } from './depth-fill.ts'
import { markAt, type DatedPrice } from './mark-then.ts'
import { ordersInTheWay } from './orders-in-the-way.ts'
import type { ExitFigures, LiquidityReport } from './liquidity-report.ts'
import { stressedExit, thinned, volatilityFactor, wilder, type VolatilityFactor } from './stressed.ts'
import { totalsOf } from './totals.ts'

/** A book, when it was read (main's monotonic ms), and what its instrument was valued at nearest to then. */
export type DepthReading = Depth & { readonly readAt: number; readonly mark: DatedPrice | null }

export interface LiquidityInputs {
  readonly model: AccountModel
  readonly instruments: readonly Instrument[]
  /** Books of what is held: `booksOf` names them. One that is missing makes its row say so. */
  readonly depths: readonly DepthReading[]
  /** Open orders of both areas: they are cancelled first. null: not read yet. */
  readonly orders: readonly Order[] | null
  /** Where a day's volatility comes from; null: none yet. */
  readonly statistics: StatisticsReport | null
  /** What was traded in 24 h by `instrumentKey`, in base units (a pair) or contracts: see `dayVolumeOf`. */
  readonly dayVolumes: ReadonlyMap<string, number>
  /** What is held that was never read, or only in part: `unreadHoldings`. */
  readonly unread: readonly RiskInputName[]
}

/**
 * The report. Everything that goes to the same side of a book is taken to go there at once and shares the average, so
 * that rows add up to the whole. Costs are in the reporting coin and count from the price the account is valued at, as
 * it was when the book was read; where that is not known, from mid. Sizes and prices are exact, what is made of them is float64.
 */
export function liquidityOf(inputs: LiquidityInputs): LiquidityReport {
  const { model, orders, unread } = inputs
  const now = marketsOf(inputs)
  const ground = groundOf(inputs, now)
  const factorOf = volatilityFactors(inputs)
  const rows = rowsUnder(ground, { book: (book) => book, market: now })
  const stressed = rowsUnder(ground, {
    book: thinned,
    market: (exit) => wilder(now(exit), factorOf(exit)),
  })
  const whole = { equity: model.equity.total, orders, unread }
  return {
    reportingCoin: model.reportingCoin,
    rows: rows.map((row, index) => {
      const [exit, under] = [ground.exits[index] as Exit, stressed[index] as ExitFigures]
      return { ...row, stressed: stressedExit(under, factorOf(exit)) }
    }),
    totals: totalsOf(rows, whole),
    stressedTotals: totalsOf(stressed, whole),
  }
}

/** What exits meet under any conditions. */
interface Ground {
  readonly exits: readonly TimedExit[]
  /** All that goes to one side of a book by `sideKey`; a reason where nothing can be reckoned of it. */
  readonly sides: ReadonlyMap<string, Result<Side, Message>>
}

interface Side extends Pick<ExitTermsKnown, 'direction'> {
  readonly book: SoundBook
  /** Whichever: they share the side, and the asset. */
  readonly exit: Exit
  readonly volumes: readonly Decimal[]
}

/** The books and markets that exits meet. */
interface Conditions {
  readonly book: (book: SoundBook) => SoundBook
  readonly market: (exit: Exit) => Market
}

function groundOf({ model, instruments, depths, orders }: LiquidityInputs, now: Conditions['market']): Ground {
  const exits = exitsOf(model, instruments)
  const books = new Map(depths.map((depth) => [instrumentKey(depth.area, depth.instrument), depth]))
  const groups = Map.groupBy(exits, sideKey)
  const inTheWay = ordersInTheWay(orders, instruments)
  return {
    exits: exits.map((exit) => {
      const book = books.get(bookKey(exit))
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

/** A reason where the book can not be used, or nothing can be reckoned. */
function sideOf(group: readonly Exit[], books: ReadonlyMap<string, Depth>): Result<Side, Message> {
  const known = group.flatMap(({ terms, volume }) => (terms.ok ? [{ terms: terms.value, volume }] : []))
  const [exit, one] = [group[0], known[0]]
  if (!exit || !one) return err(message('figure.notModelled'))
  // What is left over of a book takes no order.
  if (exit.contract?.tradable === false) return err(message('figure.notTraded'))
  const book = soundBook(books.get(bookKey(exit)), exit.side)
  if (!book.ok) return book
  return ok({ book: book.value, exit, volumes: known.map(({ volume }) => volume), direction: one.terms.direction })
}

function rowsUnder({ exits, sides }: Ground, conditions: Conditions): readonly ExitFigures[] {
  const venues = new Map([...sides].map(([key, side]) => [key, venueOf(side, conditions)]))
  return exits.map((exit) =>
    exitRow(exit, exit.terms.ok ? (venues.get(sideKey(exit)) ?? err(message('figure.notModelled'))) : exit.terms),
  )
}

/** What the book makes of all that goes to one side of it. */
function venueOf(side: Result<Side, Message>, conditions: Conditions): Result<Venue, Message> {
  if (!side.ok) return side
  const { exit, volumes, direction } = side.value
  const book = conditions.book(side.value.book)
  const fill = fillOf(book, { side: exit.side, volumes, direction }, conditions.market(exit))
  return ok({ book, fill, volume: sum(volumes), held: heldWithin(book, DEPTH_BANDS) })
}

function bookKey({ area, instrument }: Exit): string {
  return instrumentKey(area, instrument)
}

function sideKey(exit: Exit): string {
  return `${exit.side}\n${bookKey(exit)}`
}

function marketsOf({ statistics, dayVolumes }: LiquidityInputs): Conditions['market'] {
  const byAsset = new Map(statistics?.assets.map((each) => [each.asset, each.dailyVolatility]))
  return (exit) => ({
    dayVolume: dayVolumes.get(bookKey(exit)) ?? null,
    dailyVolatility: byAsset.get(exit.asset) ?? none(message('figure.noHistoryOf', { asset: exit.asset })),
  })
}

function volatilityFactors({ statistics }: LiquidityInputs): (exit: Exit) => VolatilityFactor {
  const byAsset = new Map(statistics?.assets.map((each) => [each.asset, each.wildestOverAll]))
  return ({ asset }) => volatilityFactor(byAsset.get(asset))
}
