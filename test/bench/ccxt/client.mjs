// ccxt's own class, unmodified except for the address that it calls. The package is installed for the benchmarks only,
// so this file has no types.
import ccxt from 'ccxt'

/** Calls a method of ccxt by name. What it throws is returned as { error: class, message }. */
export default ({ origin, apiKey, secret }) => {
  const api = { spot: `${origin}/api`, fapi: `${origin}/fapi`, dapi: `${origin}/dapi`, kline: `${origin}/kline-api` }
  const exchange = new ccxt.bitrue({ apiKey, secret, enableRateLimit: false, urls: { api } })
  return async (method, ...args) => {
    try {
      return await exchange[method](...args)
    } catch (error) {
      return { error: error.constructor.name, message: error.message }
    }
  }
}
