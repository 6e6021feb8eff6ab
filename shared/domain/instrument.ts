import { UNKNOWN_COIN, type Gap } from './gap.ts'
import type { Decimal } from './decimal.ts'
import { memoise } from './memoise.ts'

/** The two areas of a venue: spot pairs, and contracts (perpetual futures). */
export const AREAS = ['spot', 'contract'] as const
export type Area = (typeof AREAS)[number]

/**
 * What a venue may call an instrument or a coin: letters and digits of any script, but no space, and no control,
 * direction or zero-width character, which could imitate another name.
 */
export const VENUE_NAME = /^[\p{L}\p{N}._:/-]{1,64}$/u

/** A spot pair: `baseAsset` priced in `quoteAsset`. */
export interface Pair {
  readonly area: 'spot'
  /** The venue's own identifier, sent back verbatim ("BTCUSDT"). Never split to find the assets. */
  readonly symbol: string
  readonly baseAsset: string
  readonly quoteAsset: string
  /** Digits after the point of a price, and of a quantity. */
  readonly pricePrecision: number
  readonly quantityPrecision: number
  /** The smallest amount that a market order may sell, base units; null if the venue states none. */
  readonly minMarketSell: Decimal | null
  /** The largest amount that one order may sell, base units. null or absent: the venue states none. */
  readonly maxSell?: Decimal | null
  /** Fee rates the venue lists, fractions of the value traded; null when it lists none. */
  readonly makerFee: Decimal | null
  readonly takerFee: Decimal | null
}

/**
 * A contract. Volumes are whole contracts ("sheets").
 *
 *   linear    `multiplier` in the base coin, notional = volume x multiplier x price, notional and margin in the quote coin
 *   inverse   `multiplier` in the quote coin (face value), value = volume x multiplier / price, both in the base coin
 *
 * Apart from its name, null or `UNKNOWN_COIN` means that a field could not be read (`gaps`: why).
 */
export interface Contract {
  readonly area: 'contract'
  /** The venue's own identifier, shape kind-BASE-QUOTE ("E-BTC-USDT"). */
  readonly name: string
  /** `unlisted`: held or ordered, but not in the venue's list. */
  readonly kind: 'perpetual' | 'test' | 'mixed' | 'unlisted'
  readonly direction: 'linear' | 'inverse'
  readonly tradable: boolean
  readonly baseAsset: string
  readonly quoteAsset: string
  readonly marginCoin: string
  readonly multiplier: Decimal | null
  readonly multiplierCoin: string
  readonly pricePrecision: number | null
  readonly minOrderVolume: Decimal | null
  readonly minOrderMoney: Decimal | null
  readonly maxMarketVolume: Decimal | null
  readonly maxMarketMoney: Decimal | null
  readonly maxLimitVolume: Decimal | null
  readonly maxValidOrders: number | null
  /** Fee rates of closing trades the venue lists, fractions of the value traded; null when it lists none. */
  readonly makerFee: Decimal | null
  readonly takerFee: Decimal | null
  readonly gaps: readonly Gap[]
}

/** A contract that the venue does not list, as far as a position describes it: enough to close it, not to value it. */
export function unlistedContract(name: string, marginCoin: string): Contract {
  return {
    area: 'contract',
    name,
    kind: 'unlisted',
    direction: 'linear',
    tradable: true,
    marginCoin,
    baseAsset: UNKNOWN_COIN,
    quoteAsset: UNKNOWN_COIN,
    multiplierCoin: UNKNOWN_COIN,
    multiplier: null,
    pricePrecision: null,
    minOrderVolume: null,
    minOrderMoney: null,
    maxMarketVolume: null,
    maxMarketMoney: null,
    maxLimitVolume: null,
    maxValidOrders: null,
    makerFee: null,
    takerFee: null,
    gaps: [],
  }
}

export type Instrument = Pair | Contract

/** Whether it is traded in the spot area. */
export function isPair(instrument: Instrument): instrument is Pair {
  return instrument.area === 'spot'
}

/** Whether it is a perpetual future. */
export function isContract(instrument: Instrument): instrument is Contract {
  return instrument.area === 'contract'
}

/** Pairs by the symbol that orders and quotes use. */
export const pairsBySymbol = memoise(
  (instruments: readonly Instrument[]): ReadonlyMap<string, Pair> =>
    new Map(instruments.filter(isPair).map((pair) => [pair.symbol, pair])),
)

/** Contracts by the name that positions, orders and quotes use. */
export const contractsByName = memoise(
  (instruments: readonly Instrument[]): ReadonlyMap<string, Contract> =>
    new Map(instruments.filter(isContract).map((contract) => [contract.name, contract])),
)

/** The name an instrument goes by: a pair's symbol or a contract's name. */
export function instrumentName(instrument: Pick<Pair, 'area' | 'symbol'> | Pick<Contract, 'area' | 'name'>): string {
  return instrument.area === 'spot' ? instrument.symbol : instrument.name
}

/** An instrument by the name it goes by in its area. */
export interface InstrumentRef {
  readonly area: Area
  readonly instrument: string
}

/** How an instrument is named where both areas meet: a pair and a contract may share a name. */
export function instrumentKey(area: Area, name: string): string {
  return `${area}:${name}`
}

/** The same of a quote, an order, an order book and so on: "spot:BTCUSDT". */
export function refKey({ area, instrument }: InstrumentRef): string {
  return instrumentKey(area, instrument)
}

/** An instrument's name without case and separators, which venues do not write consistently. */
export function bareName(text: string): string {
  return text.toUpperCase().replace(/[/_-]/g, '')
}

/** The listed name of the instrument that a reply calls `name`; `name` itself if none or several match. */
export function listedName(area: Area, name: string, instruments: readonly Instrument[]): string {
  const { exact, bare } = namesIn(instruments)
  if (exact.has(instrumentKey(area, name))) return name
  return bare.get(instrumentKey(area, bareName(name))) ?? name
}

const namesIn = memoise((instruments: readonly Instrument[]) => {
  const exact = new Set(instruments.map((each) => instrumentKey(each.area, instrumentName(each))))
  const bare = new Map<string, string | null>()
  for (const each of instruments) {
    const name = instrumentName(each)
    const key = instrumentKey(each.area, bareName(name))
    bare.set(key, bare.has(key) ? null : name)
  }
  return { exact, bare }
})

/**
 * Whether our margin formulas apply to this contract: a perpetual whose face value is in the coin of its direction.
 * Otherwise only the venue's figures are shown, marked "not modelled".
 */
export function isModelled(contract: Contract): contract is Modelled {
  const faceCoin = contract.direction === 'linear' ? contract.baseAsset : contract.quoteAsset
  return contract.kind === 'perpetual' && contract.multiplier !== null && contract.multiplierCoin === faceCoin
}

/** A contract whose face value is known. */
export type Modelled = Contract & { readonly multiplier: Decimal }
