// ccxt's own class, unmodified but for where it calls. The package belongs to the bench alone, so this file has no types.
import ccxt from 'ccxt'

/** Calls a method of ccxt by name; what it throws is told as { error: class, message }. */
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
