import type { Contract, Pair } from '#shared/domain/instrument.ts'
import type { Json } from '../json.ts'
import { isObject } from '../wire.ts'
import { readEach, rows } from './entries.ts'
import type { Quarantine } from './entries.ts'
import { Unreadable, integer, name, optionalAmount, optionalPrice, price, quantity } from './fields.ts'
import type { Row } from './fields.ts'

/** No instrument is quoted finer. */
const MAX_PRECISION = 30
const MAX_STATUS = 99
const KINDS: ReadonlyMap<string, Contract['kind']> = new Map([
  ['E', 'perpetual'],
  ['S', 'test'],
])

export function decodePairs(reply: Json, quarantine: Quarantine): readonly Pair[] {
  // A bare list by the interface text, {symbols: [...]} on the wire, null in a good envelope for none.
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

function decodeContract(entry: Row): Contract {
  const symbol = name(entry, 'symbol')
  const { baseAsset, quoteAsset } = splitContractName(symbol, entry.path)
  const direction = integer(entry, 1, 'side') === 1 ? 'linear' : 'inverse'
  const maxOrders = optionalPrice(entry, 'maxValidOrder')
  return {
    area: 'contract',
    name: symbol,
    kind: KINDS.get(name(entry, 'type')) ?? 'mixed',
    direction,
    // A state we do not know must not hide a contract somebody holds.
    tradable: integer(entry, MAX_STATUS, 'status') === 1,
    baseAsset,
    quoteAsset,
    marginCoin: optionalName(entry, 'marginCoin') ?? (direction === 'linear' ? quoteAsset : baseAsset),
    multiplier: price(entry, ['multiplier', 'multiply']),
    multiplierCoin: name(entry, 'multiplierCoin'),
    pricePrecision: integer(entry, MAX_PRECISION, 'pricePrecision'),
    minOrderVolume: quantity(entry, 'minOrderVolume'),
    minOrderMoney: optionalAmount(entry, 'minOrderMoney'),
    maxMarketVolume: optionalPrice(entry, 'maxMarketVolume'),
    maxMarketMoney: optionalPrice(entry, 'maxMarketMoney'),
    maxLimitVolume: optionalPrice(entry, 'maxLimitVolume'),
    maxValidOrders: maxOrders?.isInteger() === true ? maxOrders.toNumber() : null,
    makerFee: optionalAmount(entry, ['closeMakerFee', 'openMakerFee']),
    takerFee: optionalAmount(entry, ['closeTakerFee', 'openTakerFee']),
  }
}

/** A name, null when the venue does not tell one. */
function optionalName(entry: Row, field: string): string | null {
  return (entry.object.get(field) ?? '') === '' ? null : name(entry, field)
}

/** "E-BTC-USDT" and "FILCOIN-BTC-USDT" alike: the last two parts are base and quote. */
function splitContractName(symbol: string, path: string): { baseAsset: string; quoteAsset: string } {
  const parts = symbol.split('-')
  const [baseAsset, quoteAsset] = parts.slice(-2)
  if (parts.length < 3 || !baseAsset || !quoteAsset) {
    throw new Unreadable(`${path}.symbol`, 'expected a contract name of the shape kind-BASE-QUOTE')
  }
  return { baseAsset, quoteAsset }
}
