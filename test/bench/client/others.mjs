// The clients that a trader would otherwise use, all with one interface: make(base) returns a function that reads the
// path once, signed. Their packages are installed for the benchmarks only, so this file has no types.
import { createHmac, createSecretKey } from 'node:crypto'
import { Agent as HttpAgent } from 'node:http'
import axios from 'axios'
import ccxt from 'ccxt'
import { ofetch } from 'ofetch'
import { Pool } from 'undici'
import { KEY, SECRET } from './keys.mjs'

const secret = createSecretKey(Buffer.from(SECRET))

/** Signs a request as X-CH venues require. */
function signed(path) {
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', secret).update(`${timestamp}GET${path}`).digest('hex')
  return { 'X-CH-APIKEY': KEY, 'X-CH-SIGN': signature, 'X-CH-TS': timestamp, 'Content-Type': 'application/json' }
}

function undiciClient(origin, prefix) {
  const pool = new Pool(origin, { connections: 1 })
  return async (path) => {
    const { body } = await pool.request({ path: prefix + path, method: 'GET', headers: signed(path) })
    return body.json()
  }
}

function axiosClient(origin, prefix) {
  const client = axios.create({
    baseURL: origin + prefix,
    httpAgent: new HttpAgent({ keepAlive: true, maxSockets: 1 }),
  })
  return async (path) => (await client.get(path, { headers: signed(path) })).data
}

function ofetchClient(origin, prefix) {
  return (path) => ofetch(origin + prefix + path, { headers: signed(path), retry: 0 })
}

/** HTTP clients with JSON.parse behind them. */
export const usual = { 'undici.request': undiciClient, axios: axiosClient, 'ofetch as it comes': ofetchClient }

const SYMBOL = 'BTC/USDT:USDT'
const MARKETS = [
  { id: 'E-BTC-USDT', symbol: SYMBOL, base: 'BTC', quote: 'USDT', settle: 'USDT', type: 'swap', swap: true },
  { id: 'BTCUSDT', symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', type: 'spot', spot: true },
].map((market) => ({
  ...market,
  baseId: 'BTC',
  quoteId: 'USDT',
  contract: market.swap,
  linear: market.swap,
  precision: {},
  limits: {},
}))

/** ccxt's bitrue class, with its own decoding. It leaves the positions of an account undecoded. */
export function ccxtClient(origin, prefix) {
  const exchange = new ccxt.bitrue({ apiKey: KEY, secret: SECRET, enableRateLimit: false })
  const base = origin + prefix
  exchange.urls.api = { spot: `${base}/api`, fapi: `${base}/fapi`, dapi: `${base}/dapi`, kline: base }
  exchange.setMarkets(MARKETS)
  return {
    account: () => exchange.fetchBalance({ type: 'swap' }),
    orders: () => exchange.fetchOpenOrders(SYMBOL),
    balances: () => exchange.fetchBalance({ type: 'spot' }),
  }
}
