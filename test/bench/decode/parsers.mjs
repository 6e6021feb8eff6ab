// JSON parsers that keep numbers exact, and one that does not. Their packages are installed for the benchmarks only, so
// this file has no types.
import ccxt from 'ccxt'
import jsonBigint from 'json-bigint'
import { JSONParse } from 'json-with-bigint'
import { parse } from 'lossless-json'

const exchange = new ccxt.bitrue()
const asText = jsonBigint({ storeAsString: true })
const asBigInt = jsonBigint({ useNativeBigInt: true })

export const PARSERS = {
  'JSON.parse': (text) => JSON.parse(text),
  'JSON.parse with a reviver': (text) =>
    JSON.parse(text, (_, value, context) => (typeof value === 'number' ? context.source : value)),
  'lossless-json': (text) => parse(text, undefined, (number) => number),
  'json-bigint, texts': (text) => asText.parse(text),
  'json-bigint, BigInt': (text) => asBigInt.parse(text),
  'json-with-bigint': (text) => JSONParse(text),
  'ccxt parseJson': (text) => exchange.parseJson(text),
}
