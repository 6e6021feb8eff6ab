import { UNKNOWN_COIN, type Gap } from '#shared/domain/gap.ts'
import type { Contract, Pair } from '#shared/domain/instrument.ts'
import { message } from '#shared/words/message.ts'
import type { Json } from '../json/reader.ts'
import { isObject } from '../http/envelopes.ts'
import { readEach, rows, type Quarantine } from './read-list.ts'
import {
  fieldsOf,
  integer,
  name,
  optionalAmount,
  optionalPrice,
  price,
  quantity,
  spellings,
  type Names,
  type Row,
} from './fields.ts'

/** No instrument has more decimal places. */
const MAX_PRECISION = 30
const MAX_STATUS = 99
const KINDS: ReadonlyMap<string, Contract['kind']> = spellings({ perpetual: 'E', test: 'S' })

export function decodePairs(reply: Json, quarantine: Quarantine): readonly Pair[] {
  // The document shows a bare list. Real replies are {symbols: [...]}, or null for an empty list.
  const symbols = isObject(reply) ? (reply.get('symbols') ?? null) : (reply ?? [])
  return readEach(rows(symbols, 'symbols'), quarantine, decodePair, (pair) => pair.symbol)
}

function decodePair(entry: Row): Pair {
  return {
    area: 'spot',
    symbol: name(entry, 'symbol'),
    baseAsset: name(entry, 'baseAsset'),
    quoteAsset: name(entry, 'quoteAsset'),
    pricePrecision: integer(entry, MAX_PRECISION, 'pricePrecision'),
    quantityPrecision: integer(entry, MAX_PRECISION, 'quantityPrecision'),
    minMarketSell: optionalPrice(entry, ['marketSellMin', 'limitVolumeMin']),
    makerFee: optionalAmount(entry, 'feeRateMaker'),
    takerFee: optionalAmount(entry, 'feeRateTaker'),
  }
}

export function decodeContracts(reply: Json, quarantine: Quarantine): readonly Contract[] {
  return readEach(rows(reply ?? [], 'contracts'), quarantine, decodeContract, (contract) => contract.name)
}

/** Only the name must be readable: one odd limit must not hide a contract that is held. */
function decodeContract(entry: Row): Contract {
  const gaps: Gap[] = []
  const field = fieldsOf(entry, gaps)
  const symbol = name(entry, 'symbol')
  const named = splitContractName(symbol)
  if (named === null) {
    const problem = message('expected.only', { what: message('expected.contractShape') })
    gaps.push({ field: 'baseAsset', reason: message('expected.at', { path: 'symbol', problem }) })
  }
  const multiplierCoin = field('multiplierCoin', name, 'multiplierCoin') ?? UNKNOWN_COIN
  const stated = hasText(entry, 'marginCoin') ? field('marginCoin', name, 'marginCoin') : null
  const spelled = (asset: string | undefined): string =>
    [stated, multiplierCoin].find((coin) => coin?.toUpperCase() === asset?.toUpperCase()) ?? asset ?? UNKNOWN_COIN
  const [baseAsset, quoteAsset] = [spelled(named?.[0]), spelled(named?.[1])]
  const side = field('direction', sideOf, 'side')
  const direction = side ?? (stated !== null && stated === baseAsset ? 'inverse' : 'linear')
  const kind = field('kind', name, 'type')
  const maxOrders = field('maxValidOrders', optionalPrice, 'maxValidOrder')
  return {
    area: 'contract',
    name: symbol,
    // If the kind of a contract is unclear, our formulas do not value it.
    kind: named === null || (side === null && stated === null) ? 'mixed' : (KINDS.get(kind ?? '') ?? 'mixed'),
    direction,
    // An unreadable status must not hide a contract that is held, so it counts as tradable.
    tradable: field('tradable', statusOf, 'status') !== 'closed',
    baseAsset,
    quoteAsset,
    marginCoin: stated ?? (direction === 'linear' ? quoteAsset : baseAsset),
    multiplier: field('multiplier', price, ['multiplier', 'multiply']),
    multiplierCoin,
    pricePrecision: field('pricePrecision', precisionOf, 'pricePrecision'),
    minOrderVolume: field('minOrderVolume', quantity, 'minOrderVolume'),
    minOrderMoney: field('minOrderMoney', optionalAmount, 'minOrderMoney'),
    maxMarketVolume: field('maxMarketVolume', optionalPrice, 'maxMarketVolume'),
    maxMarketMoney: field('maxMarketMoney', optionalPrice, 'maxMarketMoney'),
    maxLimitVolume: field('maxLimitVolume', optionalPrice, 'maxLimitVolume'),
    maxValidOrders: maxOrders?.isInteger() === true ? maxOrders.toNumber() : null,
    makerFee: field('makerFee', optionalAmount, ['closeMakerFee', 'openMakerFee']),
    takerFee: field('takerFee', optionalAmount, ['closeTakerFee', 'openTakerFee']),
    gaps,
  }
}

const sideOf = (entry: Row, field: Names): Contract['direction'] =>
  integer(entry, 1, field) === 1 ? 'linear' : 'inverse'
const statusOf = (entry: Row, field: Names): 'open' | 'closed' =>
  integer(entry, MAX_STATUS, field) === 1 ? 'open' : 'closed'
const precisionOf = (entry: Row, field: Names): number => integer(entry, MAX_PRECISION, field)

function hasText(entry: Row, field: string): boolean {
  return (entry.object.get(field) ?? '') !== ''
}

/** Base and quote of "E-BTC-USDT", "FILCOIN-BTC-USDT" or "e_btc_usdt": the last two parts; null: any other name. */
function splitContractName(symbol: string): readonly [base: string, quote: string] | null {
  const parts = symbol.split(/[-_/]/)
  const [base, quote] = parts.slice(-2)
  return parts.length < 3 || !base || !quote ? null : [base, quote]
}
