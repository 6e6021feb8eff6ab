/** The messages between main and the risk worker: plain data, amounts as text, and only what changed. */
import type { Bar } from '#shared/domain/bar.ts'
import { decimal, encode, encodeOnce, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import {
  decodeBalance,
  decodeInstruments,
  decodeMarginAccount,
  decodeOrder,
  decodePosition,
  decodeQuote,
} from '#shared/domain/decode.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import type { ExitTime } from '#shared/desk/predict-time.ts'
import { memoise } from '#shared/domain/memoise.ts'
import type { Patch } from '#shared/domain/patch.ts'
import type { DepthLevel } from '#shared/domain/quote.ts'
import type { OwnFees } from '#shared/risk/account/fees.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import type { booksOf } from '#shared/risk/liquidity/exits.ts'
import type { DepthReading, LiquidityInputs } from '#shared/risk/liquidity/liquidity.ts'
import type { LiquidityReport } from '#shared/risk/liquidity/liquidity-report.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import type { StatisticsInputs } from '#shared/risk/statistics.ts'
import type { StatisticsReport } from '#shared/risk/statistics-report.ts'

/** The inputs of each kind of figures. The objects are immutable, so each is sent only once. */
export interface Asked {
  readonly risk: RiskInputs
  readonly liquidity: RiskInputs &
    Pick<LiquidityInputs, 'statistics' | 'dayVolumes'> & {
      /** By `instrumentKey`. */
      readonly depths: ReadonlyMap<string, DepthReading>
    }
  readonly statistics: RiskInputs &
    Pick<StatisticsInputs, 'benchmark' | 'venueTime'> & {
      /** The instrument that each asset's history comes from, as an `instrumentKey`. */
      readonly sources: ReadonlyMap<string, string>
      /** By `seriesKey`. */
      readonly bars: ReadonlyMap<string, readonly Bar[]>
    }
  /** What the time of a flatten that keeps Spot depends on. */
  readonly exit: Pick<RiskInputs, 'instruments' | 'positions'> & Pick<DeskView, 'orders' | 'pace'>
}

export type Kind = keyof Asked

export interface Figures {
  /** `books`: the order books that liquidity figures need. */
  readonly risk: { readonly report: Encoded<RiskReport>; readonly books: ReturnType<typeof booksOf> }
  readonly liquidity: Encoded<LiquidityReport>
  readonly statistics: StatisticsReport
  /** null: positions are not known. */
  readonly exit: ExitTime | null
}

/** Named values: those that the worker lacks, encoded, and the names of all. */
interface Changes {
  readonly fresh: ReadonlyMap<string, unknown>
  readonly names: readonly string[]
}

export interface Request {
  readonly kind: Kind
  readonly fields: Changes
  /** null: not needed. The worker keeps those it has. */
  readonly bars: Changes | null
  readonly depths: Changes | null
}

/** `change`: the change since this worker last returned figures of this kind; null: none. */
export type Reply =
  | { readonly ok: true; readonly change: Patch | null }
  | { readonly ok: false; readonly message: string }

type Inputs = Required<RiskInputs>
/** The inputs with amounts in them. */
type WithAmounts = { [Name in keyof Inputs]: Encoded<Inputs[Name]> extends Inputs[Name] ? never : Name }[keyof Inputs]

/** How values with amounts are decoded. The others are sent as they are. */
const READ: Readonly<Record<string, ((value: never) => unknown) | undefined>> = {
  fixedRate: (text: DecimalText) => decimal(text),
  instruments: decodeInstruments,
  balances: eachBy(decodeBalance),
  marginAccounts: eachBy(decodeMarginAccount),
  positions: eachBy(decodePosition),
  quotes: eachBy(decodeQuote),
  orders: eachBy(decodeOrder),
  ownFees: ({ spot, contract }: Encoded<OwnFees>): OwnFees => ({ spot: feesOf(spot), contract: feesOf(contract) }),
} satisfies Readonly<Record<WithAmounts, unknown>>

function eachBy<T, Of>(decode: (value: T) => Of): (values: readonly T[]) => Of[] {
  return (values) => values.map(decode)
}

function feesOf({ maker, taker }: Encoded<OwnFees>['spot']): OwnFees['spot'] {
  return { maker: maker === null ? null : decimal(maker), taker: taker === null ? null : decimal(taker) }
}

type Held = Map<string, unknown>

/** What a worker was sent so far. A new worker has nothing. */
export class Sent {
  readonly #fields: Held = new Map()
  readonly #bars: Held = new Map()
  readonly #depths: Held = new Map()

  /** A request for figures, with everything that the worker lacks. */
  request<K extends Kind>(kind: K, asked: Asked[K]): Request {
    const { bars, depths, ...fields }: Partial<Asked['liquidity'] & Asked['statistics']> = asked
    return {
      kind,
      fields: changesIn(new Map(Object.entries(fields)), this.#fields, crossing),
      bars: bars ? only(changesIn(bars, this.#bars, packed), this.#bars) : null,
      depths: depths ? only(changesIn(depths, this.#depths, textOf), this.#depths) : null,
    }
  }
}

function changesIn<T>(now: ReadonlyMap<string, T>, held: Held, cross: (value: T, name: string) => unknown): Changes {
  const fresh = [...now].filter(([name, value]) => !held.has(name) || held.get(name) !== value)
  for (const [name, value] of fresh) held.set(name, value)
  return { fresh: new Map(fresh.map(([name, value]) => [name, cross(value, name)])), names: [...now.keys()] }
}

/** Drops what is no longer named, on either side. */
function only(changes: Changes, held: Held): Changes {
  const names = new Set(changes.names)
  for (const name of held.keys()) if (!names.has(name)) held.delete(name)
  return changes
}

function crossing(value: unknown, name: string): unknown {
  return name in READ && typeof value === 'object' && value !== null ? encodeOnce(value) : value
}

const BAR_FIELDS = ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const satisfies readonly (keyof Bar)[]

/** Candles as one block of float64: objects would block main a hundred times as long. */
const packed = memoise((bars: readonly Bar[]) => {
  const block = new Float64Array(bars.length * BAR_FIELDS.length)
  for (const [row, bar] of bars.entries()) {
    for (const [column, field] of BAR_FIELDS.entries()) block[row * BAR_FIELDS.length + column] = bar[field]
  }
  return block
})

function unpacked(block: Float64Array): Bar[] {
  return Array.from({ length: block.length / BAR_FIELDS.length }, (_, row) => {
    const [openTime, open, high, low, close, volume] = block.subarray(row * BAR_FIELDS.length) as unknown as Row
    return { openTime, open, high, low, close, volume }
  })
}

type Row = [number, number, number, number, number, number]

/** One cached text per order book, as a new worker gets a thousand at once. */
const textOf = memoise((reading: DepthReading) => JSON.stringify(encode(reading)))

function readingOf(text: string): DepthReading {
  const { bids, asks, mark, ...rest } = JSON.parse(text) as Encoded<DepthReading>
  return {
    ...rest,
    bids: bids.map(levelOf),
    asks: asks.map(levelOf),
    mark: mark && { ...mark, price: decimal(mark.price) },
  }
}

function levelOf([price, quantity]: Encoded<DepthLevel>): DepthLevel {
  return [decimal(price), decimal(quantity)]
}

/** What the worker has received. */
export class Received {
  readonly #fields: Held = new Map()
  readonly #bars: Held = new Map()
  readonly #depths: Held = new Map()

  /** All inputs of a request, as main has them. */
  asked({ fields, bars, depths }: Request): Record<string, unknown> {
    return {
      ...Object.fromEntries(
        taken(fields, this.#fields, (value, name) => (value == null ? value : (READ[name]?.(value as never) ?? value))),
      ),
      ...(bars && { bars: taken(only(bars, this.#bars), this.#bars, (block) => unpacked(block as Float64Array)) }),
      ...(depths && { depths: taken(only(depths, this.#depths), this.#depths, (text) => readingOf(text as string)) }),
    }
  }
}

function taken(
  { fresh, names }: Changes,
  held: Held,
  read: (value: unknown, name: string) => unknown,
): ReadonlyMap<string, unknown> {
  for (const [name, value] of fresh) held.set(name, read(value, name))
  return new Map(names.map((name) => [name, held.get(name)]))
}
